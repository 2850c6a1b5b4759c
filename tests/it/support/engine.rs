//! The engine as the screens use it, without a screen: requests are sent, and updates received one
//! by one.

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, unbounded};
use shinglescope::cluster::Clustering;
use shinglescope::engine::options::{Options, PairSearchConfig, Reviewing};
use shinglescope::engine::{AnalysisConfig, Engine, Request, Update};
use shinglescope::index::Collection;
use shinglescope::settings::Settings;

/// A running engine after its initial work.
pub struct Running {
    pub engine: Engine,
    pub updates: Receiver<Update>,
    /// The documents at the start.
    pub collection: Option<Arc<Collection>>,
}

pub fn options(settings: Settings) -> Options {
    Options {
        settings,
        ..Options::default()
    }
}

pub fn start(options: Options) -> Running {
    let search_config = PairSearchConfig {
        interactive: true,
        ..PairSearchConfig::default()
    };
    let (sender, updates) = unbounded();
    let engine = Engine::start(options, Reviewing::default(), search_config, sender).unwrap();
    let mut running = Running {
        engine,
        updates,
        collection: None,
    };
    loop {
        match running.next() {
            Update::Finished { .. } => return running,
            Update::Collection(now) => running.collection = Some(now),
            _ => {}
        }
    }
}

impl Running {
    pub fn demo() -> Self {
        start(options(Settings::default()))
    }

    pub fn next(&self) -> Update {
        self.updates.recv_timeout(Duration::from_secs(120)).unwrap()
    }

    /// Receives updates until `pick` returns a value; returns it with the previous updates.
    pub fn until<T>(&self, pick: impl Fn(&Update) -> Option<T>) -> (T, Vec<Update>) {
        let mut before = Vec::new();
        loop {
            let update = self.next();
            if let Some(picked) = pick(&update) {
                return (picked, before);
            }
            if let Update::Failed(why) | Update::Unread(why) = &update {
                panic!("{why}");
            }
            before.push(update);
        }
    }

    pub fn ask<T>(&self, request: Request, pick: impl Fn(&Update) -> Option<T>) -> T {
        self.engine.request(request);
        self.until(pick).0
    }

    pub fn settle(&self, analysis_config: &AnalysisConfig) -> Vec<Update> {
        self.engine
            .request(Request::Settings(Box::new(analysis_config.clone())));
        let settled = |u: &Update| {
            matches!(u, Update::Settled { analysis_config: now, stopped: false, .. } if **now == *analysis_config)
                .then_some(())
        };
        self.until(settled).1
    }

    pub fn clusters(&self, threshold: f64) -> Arc<Clustering> {
        let at = |u: &Update| match u {
            Update::Clusters(c) if c.threshold == threshold => Some(c.clone()),
            _ => None,
        };
        self.ask(Request::Threshold(threshold), at)
    }
}

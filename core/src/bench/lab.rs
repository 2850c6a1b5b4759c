//! Time of the tuning lab after a change of settings: until its first figures, and until all of them.

use std::time::{Duration, Instant};

use anyhow::Context;
use crossbeam_channel::{Receiver, unbounded};

use super::job::{Change, Job, LabTimes, Outcome};
use crate::engine::options::PairSearchConfig;
use crate::engine::{AnalysisConfig, Engine, Request, Update};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// After the first figures, the engine says at once whether more follow.
const AT_ONCE: Duration = Duration::from_secs(1);

/// Runs the engine as the screens do, changes the settings once its results are complete, and takes the times.
///
/// # Errors
/// As the engine's; an engine that does not answer.
pub(super) fn run(job: &Job, change: Change) -> anyhow::Result<Outcome> {
    let (send, updates) = unbounded();
    let begun = Instant::now();
    let search_config = PairSearchConfig {
        interactive: true,
        ..PairSearchConfig::default()
    };
    let engine = Engine::start(job.options(None), search_config, send)?;
    let mut documents = 0;
    until(&updates, |update| {
        if let Update::Collection(collection) = update {
            documents = collection.len() as u64;
        }
        matches!(update, Update::Clusters(_))
    })?;
    let clusters = begun.elapsed().as_secs_f64();
    until(&updates, |update| matches!(update, Update::Finished { .. }))?;
    engine.request(Request::Tune);
    until_all(&updates)?;
    let mut analysis_config = AnalysisConfig {
        settings: job.settings.clone(),
        ..AnalysisConfig::default()
    };
    change.apply(&mut analysis_config);
    let changed = Instant::now();
    engine.request(Request::Settings(Box::new(analysis_config)));
    until(&updates, |update| matches!(update, Update::Settled { .. }))?;
    let (first, whole) = until_all(&updates)?;
    let since = |at: Instant| at.duration_since(changed).as_secs_f64();
    Ok(Outcome {
        documents,
        lab: Some(LabTimes {
            clusters,
            first: since(first),
            whole: since(whole),
        }),
        ..Outcome::default()
    })
}

/// Waits for the figures of the lab; when the first ones came, and all.
fn until_all(updates: &Receiver<Update>) -> anyhow::Result<(Instant, Instant)> {
    until(updates, |update| matches!(update, Update::Tuning(_)))?;
    let first = Instant::now();
    let mut whole = first;
    let mut patience = AT_ONCE;
    while let Ok(update) = updates.recv_timeout(patience) {
        match update {
            Update::Deepening(Some(_)) => patience = PATIENCE,
            Update::Tuning(_) => {
                whole = Instant::now();
                break;
            }
            Update::Failed(why) => anyhow::bail!("{why}"),
            _ => {}
        }
    }
    Ok((first, whole))
}

fn until(updates: &Receiver<Update>, mut last: impl FnMut(&Update) -> bool) -> anyhow::Result<()> {
    loop {
        let update = updates.recv_timeout(PATIENCE);
        let update = update.context("the engine does not answer")?;
        if let Update::Failed(why) = &update {
            anyhow::bail!("{why}");
        }
        if last(&update) {
            return Ok(());
        }
    }
}

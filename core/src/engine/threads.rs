//! The engine's public handle and its threads, one for each [`Lane`].
//!
//! Each request has a flag that the next request of its kind sets. A lane skips requests whose flag
//! is set, and long work polls the flag and stops. Work that does not poll it (the matrix, seams and other short answers)
//! runs to its end; its answer is dropped. [`Lane::Files`] executes every decision; Esc and quitting cancel reports.

use std::iter;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::Context;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use super::background::Background;
use super::edits::{Edits, FileSnapshot};
use super::lane::{Lane, Order};
use super::message::{Request, Update};
use super::options::{Options, PairSearchConfig, Reviewing};
use super::progress::{BuildEvent, Stage};
use super::shared::{Job, Shared};
use super::{answering, answers, build, files, reanalysis, tune};
use crate::base::{Cancel, lock};
use crate::corpus;

/// A running engine. Dropping it cancels all work and waits for work that writes files or reads texts. It does not wait
/// for computations: they may take seconds until the next poll, and nothing is lost if the process ends before.
pub struct Engine {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Engine {
    /// Starts the index build for `options`; results are sent to `updates`. `reviewing` has the reviewer and the
    /// journal.
    ///
    /// # Errors
    /// The system cannot create the threads.
    pub fn start(
        options: Options,
        reviewing: Reviewing,
        search_config: PairSearchConfig,
        updates: Sender<Update>,
    ) -> anyhow::Result<Self> {
        let shared = Shared::new(options, reviewing, search_config, updates)?;
        let mut engine = Engine {
            shared: Arc::new(shared),
            threads: Vec::new(),
        };
        for lane in Lane::ALL {
            let (shared, orders) = (engine.shared.clone(), engine.shared.jobs.queue(lane));
            let thread = std::thread::Builder::new().name(lane.name().to_owned());
            let thread = thread.spawn(move || match lane {
                Lane::Build => build(&shared, &orders),
                Lane::Answer => answering::work(&shared, &orders),
                Lane::Lab => tune::work(&shared, &orders),
                Lane::Files => files::work(&shared, &orders),
                Lane::Watch => watch(&shared, &orders),
            });
            let thread = thread.context("cannot start a thread")?;
            engine.threads.push(thread);
        }
        engine.request(Request::Reload);
        Ok(engine)
    }

    /// The error if a decision could not be written after the screens had closed. It is final once the engine
    /// is dropped.
    pub fn unsaved(&self) -> Arc<Mutex<Option<String>>> {
        self.shared.unsaved.clone()
    }

    /// The thread that writes files.
    fn files(&self) -> Option<&JoinHandle<()>> {
        let mut threads = self.threads.iter();
        threads.find(|thread| thread.thread().name() == Some(Lane::Files.name()))
    }

    /// Submits a request. Answers arrive as updates. An older request of the same kind is cancelled, except decisions,
    /// choices and reports.
    pub fn request(&self, request: Request) {
        match &request {
            Request::Stop => self.shared.stop(),
            Request::Settings(analysis_config) => self.shared.request((**analysis_config).clone()),
            _ => {}
        }
        self.shared.jobs.ask(request);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let Shared { jobs, texts, .. } = &*self.shared;
        self.shared.stop_all();
        // A pair search and a build in memory write nothing, so the engine does not wait for them.
        let is_building = || {
            jobs.index.is_busy()
                && !self.shared.options.in_memory
                && !jobs.is_comparing.load(Ordering::Acquire)
        };
        let is_writing = || !self.files().is_none_or(JoinHandle::is_finished);
        while is_writing() || is_building() || jobs.files.is_busy() || texts.reading.is_busy() {
            std::thread::sleep(TICK);
        }
    }
}

/// Interval of the checks whether cancelled work has ended.
const TICK: Duration = Duration::from_millis(2);

/// Runs index builds and re-analyses, each for the newest request.
fn build(shared: &Arc<Shared>, orders: &Receiver<Order>) {
    let [mut index, mut analysis] = [(); 2].map(|()| Background::on_shared_pool());
    let (mut reload, mut is_analysis_due) = (None, false);
    while let Ok(first) = orders.recv() {
        for order in iter::once(first).chain(orders.try_iter()) {
            match order {
                Order::Ask(cancel, Request::Reload) => reload = Some(cancel),
                Order::Ask(..) | Order::ResultsChanged => is_analysis_due = true,
                Order::OtherEdges | Order::Ended => {}
            }
        }
        let _ = (index.ended(), analysis.ended());
        if index.is_idle()
            && let Some(cancel) = reload.take()
        {
            index.run(shared, Lane::Build, move |shared| {
                build_index(shared, &cancel);
                true
            });
        }
        if analysis.is_idle() && is_analysis_due {
            is_analysis_due = false;
            analysis.run(shared, Lane::Build, |shared| {
                reanalysis::run(shared);
                true
            });
        }
    }
}

fn build_index(shared: &Shared, cancel: &Cancel) {
    let _busy = shared.jobs.index.begin();
    let _running = shared.jobs.begin(Job::Index, cancel);
    let start = Instant::now();
    let emit = |event| match event {
        BuildEvent::Progress(progress) => {
            let is_comparing = progress.stage == Stage::Pairs && progress.done < progress.total;
            let flag = &shared.jobs.is_comparing;
            flag.store(is_comparing, Ordering::Release);
            shared.send(Update::Progress(progress));
        }
        BuildEvent::Notice(sentence) => shared.send(Update::Notice(sentence)),
        BuildEvent::Listed(snapshot) => *lock(&shared.jobs.listed) = Some(Arc::new(snapshot)),
        BuildEvent::Collection(collection) => {
            if shared.set_collection(collection) {
                shared.jobs.tell(Lane::Build, Order::ResultsChanged);
            }
        }
        BuildEvent::Pairs(pairs) => {
            shared.set_base_pairs(pairs);
            // The threshold may have moved since the build began.
            let threshold = shared.search_config().threshold;
            let pairs = shared.current().pairs;
            if pairs.is_some_and(|pairs| !pairs.info.serves(threshold)) {
                answers::search_pairs(shared, threshold, cancel);
            }
        }
        BuildEvent::FullText(full_text) => shared.set_full_text(*full_text),
    };
    let search_config = shared.index_search_config();
    match build::build(&shared.options, search_config, cancel, &emit) {
        Ok(done) => shared.send(Update::Finished {
            stopped: done.stopped,
            elapsed: start.elapsed(),
        }),
        Err(error) => shared.send(Update::Unread(format!("{error:#}"))),
    }
}

/// Minimum pause between two polls. The pause is also at least `PAUSE_FACTOR` times the duration of a poll, so
/// polling takes at most a twentieth of the time.
const MIN_PAUSE: Duration = Duration::from_secs(2);
const PAUSE_FACTOR: u32 = 20;

/// Polls the corpus until `orders` is closed and sends an update each time the differences change.
/// Returns at once for the demo corpus, which cannot change.
fn watch(shared: &Shared, orders: &Receiver<Order>) {
    let options = &shared.options;
    if options.source.is_demo() {
        return;
    }
    let (mut pause, mut reported) = (MIN_PAUSE, Edits::default());
    loop {
        match orders.recv_timeout(pause) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(_) | Err(RecvTimeoutError::Disconnected) => return,
        }
        let is_idle = || !shared.jobs.ended.stopped() && !shared.jobs.index.is_busy();
        let listed = lock(&shared.jobs.listed).clone();
        let Some(listed) = listed.filter(|_| is_idle()) else {
            reported = Edits::default();
            continue;
        };
        let start = Instant::now();
        let listing = corpus::discover(&options.source, &options.settings.reading, |_| is_idle());
        pause = MIN_PAUSE.max(start.elapsed() * PAUSE_FACTOR);
        // A corpus that cannot be listed any more counts as empty.
        let edits = listed.edits(&FileSnapshot::from_listing(&listing.unwrap_or_default()));
        let is_same = lock(&shared.jobs.listed).as_ref() == Some(&listed);
        if is_idle() && is_same && edits != reported {
            reported = edits;
            shared.send(Update::Edited(edits));
        }
    }
}

#[cfg(test)]
impl Engine {
    /// An engine on the demo corpus.
    pub(super) fn demo() -> (Self, Receiver<Update>) {
        let (sender, updates) = crossbeam_channel::unbounded();
        let (options, reviewing) = (Options::default(), Reviewing::default());
        let engine = Engine::start(options, reviewing, PairSearchConfig::default(), sender);
        (engine.unwrap(), updates)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::DocNo;
    use crate::engine::message::Decide;
    use crate::lab::sweep::Grid;
    use crate::mask::Mask;
    use crate::review::{DecisionTarget, Statement};
    use crate::settings::Unit;
    use crate::similarity::Measure;

    #[test]
    fn the_engine_has_the_threads_that_are_described() {
        let (engine, _updates) = Engine::demo();
        let threads = engine.threads.iter();
        let names: Vec<_> = threads.map(|t| t.thread().name().unwrap()).collect();
        assert_eq!(names, ["build", "answer", "lab", "files", "watch"]);
        let described = include_str!("../../../ARCHITECTURE.md");
        for name in names {
            assert!(described.contains(&format!("| `{name}` |")), "{name}");
        }
    }

    /// Number of the values of [`kind`].
    const KINDS: usize = 15;

    /// The kind of an update; empty if the test does not wait for it.
    fn kind(update: &Update) -> &'static str {
        match update {
            Update::Matrix(_) => "matrix",
            Update::Why(_) => "why",
            Update::Seams(_) => "seams",
            Update::Document(_) => "document",
            Update::Sources(_) => "sources",
            Update::Comparison(_) => "comparison",
            Update::Blocks(_) => "blocks",
            Update::Mirrors(_) => "mirrors",
            Update::Masks(_) => "masks",
            Update::Tuning(_) => "tuning",
            Update::NotDecided(7, _) => "decision",
            Update::Disguised(_) => "disguised",
            Update::ByK(by_k) if by_k.waiting == 0 => "k landscape",
            Update::Sweep(sweep) if sweep.rows.len() == sweep.total => "sweep",
            _ => "",
        }
    }

    #[test]
    fn screens_are_answered_while_other_work_continues() {
        let (engine, updates) = Engine::demo();
        let next = || updates.recv_timeout(Duration::from_secs(600)).unwrap();
        let (mut collection, mut pair) = (None, None);
        loop {
            match next() {
                Update::Collection(documents) => collection = Some(documents),
                Update::Clusters(clustering) => {
                    let members = clustering.clusters.first().map(|c| c.members.clone());
                    pair = members.map(|members| (members[0], members[1]));
                }
                Update::Finished { .. } => break,
                _ => {}
            }
        }
        let (a, b): (DocNo, DocNo) = pair.unwrap();
        let grid = Grid {
            units: vec![Unit::Term],
            ks: vec![2, 4],
            bags: vec![false],
            measures: vec![Measure::Jaccard],
            thresholds: vec![0.5, 0.8],
        };
        let decide = Decide {
            number: 7,
            collection: collection.unwrap(),
            target: DecisionTarget::pair(a, b),
            statement: Statement::default(),
        };
        for request in [
            Request::Sweep(grid),
            Request::ByK,
            Request::Mirrors,
            Request::Blocks,
            Request::Masks(vec![Mask::Quotations]),
            Request::Sources(a),
            Request::Why(a, b),
            Request::Seams(a),
            Request::Matrix(vec![a, b]),
            Request::Document(a),
            Request::Compare(a, b),
            Request::Tune,
            Request::Decide(decide),
        ] {
            engine.request(request);
        }
        let mut seen = BTreeSet::new();
        while seen.len() < KINDS {
            let kind = kind(&next());
            seen.insert(kind);
            // Answers do not wait for background work.
            assert!(kind != "sweep" || seen.contains("comparison"), "{seen:?}");
        }
    }
}

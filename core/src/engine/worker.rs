//! The engine's public handle and its threads, one for each [`Lane`].
//!
//! Each request comes with a flag that the next request of its kind sets. A lane skips requests whose flag
//! is set, and long work polls the flag and stops. Work that does not poll it (the matrix, Why, seams and
//! other short answers) runs to its end and is answered. [`Lane::Review`] carries out every request.

use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::Context;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use super::edits::{Edits, FileSnapshot};
use super::event::Event;
use super::lane::{Lane, Order};
use super::message::{Request, Update};
use super::options::{Options, PairSearchConfig, Reviewing};
use super::pool::pool;
use super::progress::Stage;
use super::shared::{Pools, Shared};
use super::{
    answers, build, decisions, disguised, evidence, grids, lecture, reanalysis, report, tune,
};
use crate::corpus;

/// A running engine. Dropping it cancels all work and joins its threads, except those that only compute: their steps
/// between two polls for cancellation can take seconds, and nothing is lost if the process ends within one.
pub struct Engine {
    shared: Arc<Shared>,
    threads: Vec<(Lane, JoinHandle<()>)>,
}

impl Engine {
    /// Starts the index build for `options`; results are sent to `updates`. `reviewing` says in whose name decisions are
    /// and in which journal.
    ///
    /// # Errors
    /// The system cannot create the threads.
    pub fn start(
        options: Options,
        reviewing: Reviewing,
        search_config: PairSearchConfig,
        updates: Sender<Update>,
    ) -> anyhow::Result<Self> {
        let pools = Pools {
            requests: pool(options.threads)?,
            clusters: pool(options.threads)?,
        };
        let mut engine = Engine {
            shared: Arc::new(Shared::new(
                options,
                reviewing,
                search_config,
                pools,
                updates,
            )),
            threads: Vec::new(),
        };
        for lane in Lane::ALL {
            let (shared, orders) = (engine.shared.clone(), engine.shared.jobs.queue(lane));
            let thread = std::thread::Builder::new().name(lane.name().to_owned());
            let thread = thread.spawn(move || match lane {
                Lane::LongWork => long_work(&shared, &orders),
                Lane::Reanalysis => reanalysis::work(&shared, &orders),
                Lane::Watch => watch(&shared, &orders),
                Lane::Clusters
                | Lane::Texts
                | Lane::Search
                | Lane::Blocks
                | Lane::Mirrors
                | Lane::Lists => {
                    answer(&shared, &orders);
                }
                Lane::Evidence => evidence::work(&shared, &orders),
                Lane::Disguised => disguised::work(&shared, &orders),
                Lane::Tuning => tune::work(&shared, &orders),
                Lane::ByK => grids::by_k(&shared, &orders),
                Lane::Sweep => grids::sweep(&shared, &orders),
                Lane::Review => decisions::work(&shared, &orders),
                Lane::Report => report::work(&shared, &orders),
                Lane::Lecture => lecture::work(&shared, &orders),
            });
            let thread = thread.context("cannot start a thread")?;
            engine.threads.push((lane, thread));
        }
        engine.request(Request::Reload);
        Ok(engine)
    }

    /// A cell with the reason why a decision could not be written after the screens had closed. It is final once the
    /// engine is dropped.
    pub fn unsaved(&self) -> Arc<Mutex<Option<String>>> {
        self.shared.unsaved()
    }

    /// Submits a request. Answers arrive as updates. An older request of the same kind is cancelled.
    pub fn request(&self, request: Request) {
        match &request {
            Request::Stop => self.shared.stop(),
            Request::Settings(analysis_config) => self.shared.want((**analysis_config).clone()),
            _ => {}
        }
        self.shared.jobs.ask(request);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.shared.stop_all();
        for (lane, thread) in self.threads.drain(..) {
            // A search for pairs, which may be long in one step, writes nothing, nor does a build in memory.
            let writes_nothing =
                || self.shared.options.in_memory || self.shared.jobs.is_comparing();
            let is_left = || lane == Lane::LongWork && writes_nothing();
            while !lane.only_computes() && !thread.is_finished() && !is_left() {
                std::thread::sleep(TICK);
            }
        }
    }
}

/// How often a thread that is to end is looked at.
const TICK: Duration = Duration::from_millis(2);

/// Runs one index build per order; queued orders are merged into one.
fn long_work(shared: &Shared, orders: &Receiver<Order>) {
    while let Ok(first) = orders.recv() {
        let newest = orders.try_iter().last().unwrap_or(first);
        let Order::Ask(cancel, _) = newest else {
            continue;
        };
        let _busy = shared.jobs.long.begin();
        let begun = Instant::now();
        let emit = |event| match event {
            Event::Progress(progress) => {
                let is_comparing = progress.stage == Stage::Pairs && progress.done < progress.total;
                shared.jobs.set_comparing(is_comparing);
                shared.send(Update::Progress(progress));
            }
            Event::Notice(sentence) => shared.send(Update::Notice(sentence)),
            Event::Listed(snapshot) => shared.jobs.set_listed(snapshot),
            Event::Collection(collection) => {
                if shared.set_collection(collection) {
                    shared.jobs.tell(Lane::Reanalysis, Order::ResultsChanged);
                }
            }
            Event::Pairs(pairs) => {
                shared.set_base_pairs(pairs);
                // The threshold may have moved since the build began.
                let threshold = shared.search_config().threshold;
                let pairs = shared.current().pairs;
                if pairs.is_some_and(|pairs| !pairs.info.serves(threshold)) {
                    answers::threshold_moved(shared, threshold, &cancel);
                }
            }
            Event::FullText(full_text) => shared.set_full_text(*full_text),
        };
        let search_config = shared.index_search_config();
        let built = shared
            .pool
            .install(|| build::build(&shared.options, search_config, &cancel, &emit));
        match built {
            Ok(done) => shared.send(Update::Finished {
                stopped: done.stopped,
                elapsed: begun.elapsed(),
            }),
            Err(error) => shared.send(Update::Unread(format!("{error:#}"))),
        }
    }
}

/// Answers requests in order of arrival; skips those that are superseded before their turn comes.
fn answer(shared: &Shared, orders: &Receiver<Order>) {
    while let Ok(first) = orders.recv() {
        let mut waiting = vec![first];
        waiting.extend(orders.try_iter());
        for order in waiting {
            let Order::Ask(superseded, request) = order else {
                shared.send_clusters();
                shared.jobs.tell(Lane::Tuning, Order::ResultsChanged);
                continue;
            };
            if superseded.stopped() {
                continue;
            }
            let _busy = shared.jobs.foreground.begin();
            // Repeat if the results were replaced while the answer was computed.
            while !superseded.stopped() {
                let epoch = shared.epoch();
                let early = |update| {
                    shared.send_of(epoch, update);
                };
                let answer = shared
                    .pool
                    .install(|| answers::answer(shared, &request, &early, &superseded));
                if answer.is_none_or(|update| superseded.stopped() || shared.send_of(epoch, update))
                {
                    break;
                }
            }
        }
    }
}

/// Minimum pause between two polls. The pause is also at least `SHARE` times the duration of a poll, so
/// polling takes at most a twentieth of the time.
const PAUSE: Duration = Duration::from_secs(2);
const SHARE: u32 = 20;

/// Polls the corpus until `orders` is closed and sends an update each time the differences change.
/// Returns at once for the demo corpus, which cannot change.
fn watch(shared: &Shared, orders: &Receiver<Order>) {
    let options = &shared.options;
    if options.source.is_demo() {
        return;
    }
    let (mut pause, mut reported) = (PAUSE, Edits::default());
    loop {
        match orders.recv_timeout(pause) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(_) | Err(RecvTimeoutError::Disconnected) => return,
        }
        let idle = || !shared.jobs.ended() && !shared.jobs.long.is_busy();
        let Some(before) = shared.jobs.listed().filter(|_| idle()) else {
            reported = Edits::default();
            continue;
        };
        let begun = Instant::now();
        let listing = corpus::discover(&options.source, &options.settings.reading, |_| idle());
        pause = PAUSE.max(begun.elapsed() * SHARE);
        // A corpus that cannot be listed any more counts as empty.
        let edits = before.edits(&FileSnapshot::from_listing(&listing.unwrap_or_default()));
        let still = shared.jobs.listed().is_some_and(|now| now == before);
        if idle() && still && edits != reported {
            reported = edits;
            shared.send(Update::Edited(edits));
        }
    }
}

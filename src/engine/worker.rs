//! The engine's public handle and its threads: one for the index build, one for re-analyses, one per
//! request lane, and one that polls the corpus for edits.
//!
//! A lane drains its queue and answers only the newest request of each kind. While it works it polls a
//! flag that the next request of the kind sets, so a superseded request is cancelled.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use anyhow::Context;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::answers;
use super::cancel::Cancel;
use super::event::Event;
use super::lane::{Lane, Order};
use super::message::{Request, Update};
use super::options::{Options, PairSearchConfig};
use super::pool::pool;
use super::shared::Shared;
use super::{annotations, build, grids, reanalysis, tune, watch};

/// A running engine. Dropping it cancels all work and joins its threads.
pub struct Engine {
    shared: Arc<Shared>,
    long: Sender<()>,
    reanalyses: Sender<()>,
    lanes: Vec<(Lane, Sender<Order>)>,
    edits: Option<Sender<()>>,
    threads: Vec<JoinHandle<()>>,
}

impl Engine {
    /// Starts the index build for `options`; results are sent to `updates`.
    ///
    /// # Errors
    /// The system cannot create the threads.
    pub fn start(
        options: Options,
        finding: PairSearchConfig,
        updates: Sender<Update>,
    ) -> anyhow::Result<Self> {
        let pool = pool(options.threads)?;
        let shared = Arc::new(Shared::new(options, finding, pool, updates));
        let mut threads = Vec::new();
        let (long, work) = unbounded();
        let (reanalyses, orders) = unbounded();
        threads.push(spawn("long-work", {
            let (shared, reanalyses) = (shared.clone(), reanalyses.clone());
            move || long_work(&shared, &work, &reanalyses)
        })?);
        threads.push(spawn("settings", {
            let shared = shared.clone();
            move || reanalysis::work(&shared, &orders)
        })?);
        let (edits, looks) = bounded(0);
        threads.push(spawn("edits", {
            let shared = shared.clone();
            move || watch::watch(&shared, &looks)
        })?);
        let mut lanes = Vec::new();
        for lane in Lane::ALL {
            let (sender, receiver) = unbounded();
            if matches!(lane, Lane::Tuning | Lane::ByK) {
                shared.jobs.listen(sender.clone());
            }
            lanes.push((lane, sender));
            let shared = shared.clone();
            let body = move || match lane {
                Lane::Clusters | Lane::Texts | Lane::Search => answer(&shared, &receiver),
                Lane::Tuning => tune::work(&shared, &receiver),
                Lane::ByK => grids::by_k(&shared, &receiver),
                Lane::Sweep => grids::sweep(&shared, &receiver),
                Lane::Annotations => annotations::work(&shared, &receiver),
            };
            threads.push(spawn(lane.name(), body)?);
        }
        let _ = long.send(());
        Ok(Engine {
            shared,
            long,
            reanalyses,
            lanes,
            edits: Some(edits),
            threads,
        })
    }

    /// Submits a request. Answers arrive as updates. An older request of the same kind is cancelled.
    pub fn request(&self, request: Request) {
        match request {
            Request::Stop => self.shared.stop(),
            Request::Settings(choice) => {
                self.shared.want(*choice);
                let _ = self.reanalyses.send(());
            }
            Request::Reload => {
                self.shared.jobs.build().stop();
                let _ = self.long.send(());
            }
            request => {
                let of = Lane::of(&request);
                let lane = self.lanes.iter().find(|(lane, _)| Some(*lane) == of);
                if let Some((lane, orders)) = lane {
                    let superseded = self.shared.jobs.supersede(*lane, &request);
                    let _ = orders.send(Order::Ask(superseded, request));
                }
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.shared.stop_all();
        // The threads end when their channels close.
        self.lanes.clear();
        self.edits = None;
        let (closed, _) = unbounded();
        (self.long, self.reanalyses) = (closed.clone(), closed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> anyhow::Result<JoinHandle<()>> {
    let thread = std::thread::Builder::new().name(name.to_owned());
    thread.spawn(body).context("cannot start a thread")
}

/// Runs one index build per order; queued orders are merged into one.
fn long_work(shared: &Shared, orders: &Receiver<()>, reanalyses: &Sender<()>) {
    while orders.recv().is_ok() {
        while orders.try_recv().is_ok() {}
        let cancel = Cancel::default();
        let _busy = shared.jobs.long.begin();
        shared.jobs.begin_build(cancel.clone());
        let begun = Instant::now();
        let emit = |event| match event {
            Event::Progress(progress) => shared.send(Update::Progress(progress)),
            Event::Notice(sentence) => shared.send(Update::Notice(sentence)),
            Event::Listed(snapshot) => shared.jobs.set_listed(snapshot),
            Event::Collection(collection) => {
                if shared.set_collection(collection) {
                    let _ = reanalyses.send(());
                }
            }
            Event::Pairs(pairs) => {
                shared.set_base_pairs(pairs);
                // The threshold may have moved since the build began.
                let threshold = shared.finding().threshold;
                let known = shared.current().pairs;
                if known.is_some_and(|known| !known.found.serves(threshold)) {
                    let should_continue =
                        || !cancel.stopped() && shared.finding().threshold == threshold;
                    answers::threshold_moved(shared, threshold, &should_continue);
                }
            }
            Event::FullText(full_text) => shared.set_full_text(full_text),
        };
        let finding = shared.long_finding();
        let built = shared
            .pool()
            .install(|| build::build(shared.options(), finding, &cancel, &emit));
        match built {
            Ok(done) => shared.send(Update::Finished {
                stopped: done.stopped,
                elapsed: begun.elapsed(),
            }),
            Err(error) => shared.failed(&error),
        }
    }
}

/// Answers the newest request of each kind, in order of arrival.
fn answer(shared: &Shared, orders: &Receiver<Order>) {
    while let Ok(first) = orders.recv() {
        let mut waiting = vec![first];
        waiting.extend(orders.try_iter());
        for order in waiting {
            let Order::Ask(superseded, request) = order else {
                continue;
            };
            let should_continue = || !superseded.stopped();
            if !should_continue() {
                continue;
            }
            let _busy = shared.jobs.foreground.begin();
            // Repeat if the results were replaced while the answer was computed.
            while should_continue() {
                let epoch = shared.epoch();
                let early = |update| {
                    shared.send_of(epoch, update);
                };
                let answer = shared
                    .pool()
                    .install(|| answers::answer(shared, &request, &early, &should_continue));
                if answer.is_none_or(|update| shared.send_of(epoch, update)) {
                    break;
                }
            }
        }
    }
}

//! The lane that answers the screens. It computes cheap answers itself, in order of arrival. Expensive work runs one by
//! one on a separate pool: the newest request first, then counts without a request. Work that more urgent work
//! interrupts runs again later.

use std::collections::HashMap;
use std::iter;
use std::sync::{Arc, Mutex};

use crossbeam_channel::Receiver;

use super::background::{Background, serve};
use super::lane::{Lane, Order};
use super::message::{Request, Update};
use super::shared::Shared;
use super::{answers, disguised, evidence, lecture};
use crate::base::{Cancel, lock};

/// Serves orders until the channel closes.
pub fn work(shared: &Arc<Shared>, orders: &Receiver<Order>) {
    let mut expensive = ExpensiveWork::default();
    while let Ok(first) = orders.recv() {
        for order in iter::once(first).chain(orders.try_iter()) {
            serve(|| match order {
                Order::Ask(superseded, Request::PairList) => expensive.ask_list(superseded),
                Order::Ask(superseded, request) => {
                    if begin(shared, &superseded, &request) {
                        expensive.ask(superseded, Work::Answer(request));
                    }
                }
                Order::ResultsChanged => expensive.results_changed(),
                Order::OtherEdges => {
                    shared.send_clusters();
                    shared.jobs.tell(Lane::Lab, Order::ResultsChanged);
                }
                Order::Ended => {}
            });
        }
        expensive.run_next(shared);
    }
}

/// Sends the part of an answer that is available at once, and again if the results were replaced meanwhile. Returns
/// whether the rest is expensive.
fn begin(shared: &Shared, superseded: &Cancel, request: &Request) -> bool {
    let _busy = shared.jobs.foreground.begin();
    while !superseded.stopped() {
        let epoch = shared.epoch();
        let (update, is_all) = shared
            .pool
            .install(|| answers::at_once(shared, request, superseded));
        if update.is_none_or(|update| superseded.stopped() || shared.send_of(epoch, update)) {
            return !is_all;
        }
    }
    false
}

/// Expensive work that is not finished.
#[derive(Default)]
struct ExpensiveWork {
    background: Background,
    /// The most urgent work last.
    open: Vec<OpenWork>,
    /// Number of the running work, and its token.
    running: Option<(u64, Cancel)>,
    /// Number of the newest work.
    newest: u64,
    /// The newest request for the list of pairs, which is answered again for each new result.
    list: Option<Cancel>,
    memory: Arc<Mutex<Memory>>,
}

#[derive(Clone)]
struct OpenWork {
    number: u64,
    /// Whether it has run before.
    is_begun: bool,
    superseded: Cancel,
    work: Work,
}

#[derive(Clone)]
enum Work {
    /// Count the disguised documents.
    Disguised,
    /// Count copied text; make the list of pairs if it is requested.
    Evidence(Option<Cancel>),
    /// Answer a request.
    Answer(Request),
}

/// Results that expensive work reuses.
#[derive(Default)]
struct Memory {
    evidence: [evidence::Memory; 2],
    /// Numbers of disguises by the fingerprint of the source; they depend on no other setting.
    disguises: HashMap<u128, u32>,
    race: Option<lecture::EndedRace>,
}

impl ExpensiveWork {
    fn ask(&mut self, superseded: Cancel, work: Work) {
        self.insert(self.open.len(), superseded, work);
    }

    fn insert(&mut self, at: usize, superseded: Cancel, work: Work) {
        self.newest += 1;
        let work = OpenWork {
            number: self.newest,
            is_begun: false,
            superseded,
            work,
        };
        self.open.insert(at, work);
    }

    /// Removes the open work on evidence, if any. Returns its position.
    fn take_evidence(&mut self) -> Option<usize> {
        let mut open = self.open.iter();
        let at = open.position(|open| matches!(open.work, Work::Evidence(_)))?;
        self.open.remove(at);
        Some(at)
    }

    fn ask_list(&mut self, superseded: Cancel) {
        self.take_evidence();
        self.list = Some(superseded.clone());
        self.ask(Cancel::default(), Work::Evidence(Some(superseded)));
    }

    fn results_changed(&mut self) {
        let list = self.list.clone();
        let at = self.take_evidence().unwrap_or(0);
        self.insert(at, Cancel::default(), Work::Evidence(list));
        self.open
            .retain(|open| !matches!(open.work, Work::Disguised));
        self.insert(0, Cancel::default(), Work::Disguised);
    }

    /// Runs the most urgent work, and stops other running work.
    fn run_next(&mut self, shared: &Arc<Shared>) {
        if let Some(is_done) = self.background.ended()
            && let Some((number, _)) = self.running.take()
        {
            self.open.retain(|open| open.number != number || !is_done);
            let mut open = self.open.iter_mut();
            if let Some(stopped) = open.find(|open| open.number == number) {
                stopped.is_begun = true;
            }
        }
        self.open.retain(|open| !open.superseded.stopped());
        let is_settled = shared.settled();
        // A pending re-analysis sends an order when it is complete or abandoned.
        let may_run = |open: &&OpenWork| is_settled || !matches!(open.work, Work::Evidence(_));
        let Some(next) = self.open.iter().rfind(may_run) else {
            return;
        };
        if let Some((number, until)) = &self.running {
            if *number != next.number {
                until.stop();
            }
            return;
        }
        let (next, until, memory) = (next.clone(), Cancel::default(), self.memory.clone());
        self.running = Some((next.number, until.clone()));
        self.background.run(shared, Lane::Answer, move |shared| {
            next.run(shared, &mut lock(&memory), &until)
        });
        if self.background.is_idle() {
            self.running = None;
        }
    }
}

impl OpenWork {
    /// Does the work until it is done, or `until` is stopped. Returns whether it is done.
    fn run(&self, shared: &Shared, memory: &mut Memory, until: &Cancel) -> bool {
        let version = shared.results_version();
        let until = &until.clone().or(&self.superseded);
        match &self.work {
            Work::Disguised => disguised::send(shared, &mut memory.disguises, until),
            Work::Evidence(list) => {
                let list = list.as_ref().map(|superseded| (superseded, self.is_begun));
                evidence::run(shared, list, &mut memory.evidence, until)
            }
            Work::Answer(Request::Slides(request)) => {
                let _busy = shared.jobs.foreground.begin();
                lecture::send(shared, request, &mut memory.race, until)
            }
            Work::Answer(request) => {
                let _busy = shared.jobs.foreground.begin();
                let cancel = shared.superseded(version, until);
                let send_partial = |update: Update| {
                    shared.send_of(version.epoch, update);
                };
                match answers::answer(shared, request, &send_partial, &cancel) {
                    Some(update) => !cancel.stopped() && shared.send_of(version.epoch, update),
                    None => !cancel.stopped(),
                }
            }
        }
    }
}

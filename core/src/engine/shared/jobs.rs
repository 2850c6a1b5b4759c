//! Running and waiting work of the engine's threads: their queues, the newest request of each kind, the priority gates,
//! and the jobs that the user can stop.
//!
//! Each lock is held within one method only, which takes no other lock.

use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::base::Cancel;
use crate::base::PriorityGate;
use crate::base::lock;
use crate::engine::edits::FileSnapshot;
use crate::engine::lane::{Lane, Order};
use crate::engine::message::Request;

/// A job that the user can stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Job {
    /// The index build.
    Index,
    /// Writing a report.
    Report,
    /// The search for copied text.
    CopiedText,
    /// A sweep.
    Sweep,
    /// A k landscape.
    ByK,
}

/// Running and waiting work.
#[derive(Default)]
pub struct Jobs {
    /// Active while the index build runs.
    pub index: Arc<PriorityGate>,
    /// Active while a request of the user runs.
    pub foreground: Arc<PriorityGate>,
    /// Active while a k landscape runs; sweeps wait for it.
    pub by_k: Arc<PriorityGate>,
    /// Active while a re-analysis runs or a report is written; the engine ends after these.
    pub files: PriorityGate,
    running: Mutex<HashMap<Job, Cancel>>,
    queues: Mutex<HashMap<Lane, Queue>>,
    /// For the newest request of each kind, the flag that is set once it is superseded.
    newest: Mutex<HashMap<Discriminant<Request>, Cancel>>,
    /// The file snapshot of the index build's last listing.
    pub listed: Mutex<Option<Arc<FileSnapshot>>>,
    /// Stopped once the engine shuts down.
    pub ended: Cancel,
    /// Set while the index build searches for pairs.
    pub is_comparing: AtomicBool,
}

/// The queue of a lane, and the number of orders that were put into it.
type Queue = (Sender<Order>, Arc<AtomicU64>);

/// Guard of a running job; dropping it ends the job.
pub struct RunningJob<'a>(&'a Jobs, Job);

impl Drop for RunningJob<'_> {
    fn drop(&mut self) {
        lock(&self.0.running).remove(&self.1);
    }
}

impl Jobs {
    /// Registers a job, which ends once `cancel` is stopped.
    pub fn begin(&self, job: Job, cancel: &Cancel) -> RunningJob<'_> {
        lock(&self.running).insert(job, cancel.clone());
        RunningJob(self, job)
    }

    /// Stops a job. Returns whether it was running.
    pub fn stop(&self, job: Job) -> bool {
        let running = lock(&self.running);
        let cancel = running.get(&job);
        cancel.inspect(|cancel| cancel.stop()).is_some()
    }

    /// Creates the queue of a lane.
    pub fn queue(&self, lane: Lane) -> Receiver<Order> {
        let (sender, orders) = unbounded();
        lock(&self.queues).insert(lane, (sender, Arc::default()));
        orders
    }

    /// Puts a request into the queue of its lane and cancels the older request of the same kind, unless the lane
    /// executes all.
    pub fn ask(&self, request: Request) {
        let Some(lane) = Lane::for_request(&request) else {
            return;
        };
        let superseded = Cancel::default();
        if lane != Lane::Files {
            let kind = discriminant(&request);
            if let Some(older) = lock(&self.newest).insert(kind, superseded.clone()) {
                older.stop();
            }
        }
        self.tell(lane, Order::Ask(superseded, request));
    }

    /// Reports a change of the results to the lanes that use them.
    pub fn results_changed(&self) {
        for lane in [Lane::Answer, Lane::Lab, Lane::Files] {
            self.tell(lane, Order::ResultsChanged);
        }
    }

    /// Puts an order into the queue of a lane. Does nothing during shutdown.
    pub fn tell(&self, lane: Lane, order: Order) {
        if let Some((sender, arrivals)) = lock(&self.queues).get(&lane) {
            // Fails only if the lane has ended with a panic.
            let _ = sender.send(order);
            arrivals.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// A token that is stopped once another order is put into the queue of a lane.
    pub fn until_next(&self, lane: Lane) -> Cancel {
        match lock(&self.queues).get(&lane) {
            Some((_, arrivals)) => {
                Cancel::default().or_counter(arrivals.clone(), arrivals.load(Ordering::Acquire))
            }
            None => self.ended.clone(),
        }
    }

    /// Cancels all requests and jobs and closes the queues, so that the threads end.
    pub fn stop_all(&self) {
        self.ended.stop();
        lock(&self.newest).values().for_each(Cancel::stop);
        lock(&self.running).values().for_each(Cancel::stop);
        lock(&self.queues).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag(orders: &Receiver<Order>) -> Cancel {
        match orders.try_recv() {
            Ok(Order::Ask(superseded, _)) => superseded,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_request_cancels_only_the_older_request_of_its_kind_except_on_files() {
        let jobs = Jobs::default();
        let [answer, lab, files] = [Lane::Answer, Lane::Lab, Lane::Files].map(|l| jobs.queue(l));
        jobs.ask(Request::Threshold(0.5));
        jobs.ask(Request::Matrix(Vec::new()));
        jobs.ask(Request::Tune);
        jobs.ask(Request::Threshold(0.6));
        jobs.ask(Request::Choose(Vec::new()));
        jobs.ask(Request::Choose(Vec::new()));
        let flags = [(); 3].map(|()| flag(&answer).stopped());
        assert_eq!(flags, [true, false, false]);
        assert!(!flag(&files).stopped() && !flag(&files).stopped());
        let tune = flag(&lab);
        let running = jobs.begin(Job::Sweep, &tune);
        assert!(!jobs.stop(Job::ByK) && jobs.stop(Job::Sweep) && tune.stopped());
        drop(running);
        assert!(!jobs.stop(Job::Sweep));
        jobs.results_changed();
        assert!(matches!(lab.try_recv(), Ok(Order::ResultsChanged)));
        jobs.stop_all();
        assert!(jobs.ended.stopped());
        assert!(matches!(lab.recv(), Err(crossbeam_channel::RecvError)));
    }
}

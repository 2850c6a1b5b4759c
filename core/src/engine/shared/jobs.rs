//! Running and waiting work of the engine's threads: their queues, the newest request of each kind, and
//! the priority gates.
//!
//! Each lock is held within one method only, which takes no other lock.

use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::base::lock;
use crate::engine::cancel::Cancel;
use crate::engine::edits::FileSnapshot;
use crate::engine::lane::{Lane, Order};
use crate::engine::message::Request;
use crate::engine::priority_gate::PriorityGate;

/// Running and waiting work.
#[derive(Default)]
pub struct Jobs {
    /// Active while the index build runs.
    pub long: PriorityGate,
    /// Active while a request of the user runs.
    pub foreground: PriorityGate,
    /// Active while a k landscape runs; sweeps wait for it.
    pub by_k: PriorityGate,
    /// Active while a sweep runs.
    pub sweep: PriorityGate,
    /// Active while a report is written.
    pub report: PriorityGate,
    /// Active while the search for copied text runs.
    pub copied: PriorityGate,
    /// Set when the user stops that search; cleared when the next begins.
    pub copied_stopped: AtomicBool,
    queues: Mutex<HashMap<Lane, Sender<Order>>>,
    /// The newest request of each kind: its lane, and the flag that is set once it is superseded.
    newest: Mutex<HashMap<Discriminant<Request>, (Lane, Cancel)>>,
    listed: Mutex<Option<Arc<FileSnapshot>>>,
    ended: AtomicBool,
    /// Set while the index build searches for pairs.
    comparing: AtomicBool,
}

impl Jobs {
    /// Whether the index build searches for pairs.
    pub fn is_comparing(&self) -> bool {
        self.comparing.load(Ordering::Acquire)
    }

    /// Says whether the index build searches for pairs.
    pub fn set_comparing(&self, is_comparing: bool) {
        self.comparing.store(is_comparing, Ordering::Release);
    }

    /// Makes the queue of a lane.
    pub fn queue(&self, lane: Lane) -> Receiver<Order> {
        let (sender, orders) = unbounded();
        lock(&self.queues).insert(lane, sender);
        orders
    }

    /// Puts a request into the queue of its lane and cancels the older request of the same kind.
    pub fn ask(&self, request: Request) {
        let Some(lane) = Lane::of(&request) else {
            return;
        };
        let superseded = Cancel::default();
        let newest = (lane, superseded.clone());
        let older = lock(&self.newest).insert(discriminant(&request), newest);
        if let Some((_, older)) = older {
            older.stop();
        }
        self.tell(lane, Order::Ask(superseded, request));
    }

    /// Tells the lanes that follow the results of a change.
    pub fn results_changed(&self) {
        for lane in Lane::ALL.into_iter().filter(|lane| lane.follows_results()) {
            self.tell(lane, Order::ResultsChanged);
        }
    }

    /// Puts an order into the queue of a lane. Does nothing during shutdown.
    pub fn tell(&self, lane: Lane, order: Order) {
        if let Some(queue) = lock(&self.queues).get(&lane) {
            // Fails only if the lane has ended with a panic.
            let _ = queue.send(order);
        }
    }

    /// Cancels the requests of a lane.
    pub fn stop(&self, lane: Lane) {
        for (_, superseded) in lock(&self.newest).values().filter(|(of, _)| *of == lane) {
            superseded.stop();
        }
    }

    /// Cancels all requests and closes the queues, so that the threads end.
    pub fn stop_all(&self) {
        self.ended.store(true, Ordering::Release);
        lock(&self.newest)
            .values()
            .for_each(|(_, superseded)| superseded.stop());
        lock(&self.queues).clear();
    }

    /// Whether the engine is shutting down.
    pub fn ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// The file snapshot of the index build's last listing.
    pub fn listed(&self) -> Option<Arc<FileSnapshot>> {
        lock(&self.listed).clone()
    }

    /// Stores the file snapshot of a new listing.
    pub fn set_listed(&self, snapshot: FileSnapshot) {
        *lock(&self.listed) = Some(Arc::new(snapshot));
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
    fn a_request_cancels_the_older_one_of_its_kind_only() {
        let jobs = Jobs::default();
        let (clusters, tuning) = (jobs.queue(Lane::Clusters), jobs.queue(Lane::Tuning));
        jobs.ask(Request::Threshold(0.5));
        jobs.ask(Request::Matrix(Vec::new()));
        jobs.ask(Request::Tune);
        jobs.ask(Request::Threshold(0.6));
        let flags = [(); 3].map(|()| flag(&clusters).stopped());
        assert_eq!(flags, [true, false, false]);
        let tune = flag(&tuning);
        jobs.stop(Lane::Clusters);
        assert!(!tune.stopped());
        jobs.results_changed();
        assert!(matches!(tuning.try_recv(), Ok(Order::ResultsChanged)));
        assert!(clusters.is_empty());
        jobs.stop_all();
        assert!(tune.stopped() && jobs.ended());
        assert!(matches!(clusters.recv(), Err(crossbeam_channel::RecvError)));
    }
}

//! Running and waiting work of the engine's threads: their queues, the newest request of each kind, and
//! the priority gates.
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

/// Running and waiting work.
#[derive(Default)]
pub struct Jobs {
    /// Active while the index build runs.
    pub long: Arc<PriorityGate>,
    /// Active while a request of the user runs.
    pub foreground: Arc<PriorityGate>,
    /// Active while a k landscape runs; sweeps wait for it.
    pub by_k: Arc<PriorityGate>,
    /// Active while a sweep runs.
    pub sweep: PriorityGate,
    /// Active while a report is written.
    pub report: PriorityGate,
    /// Active while the search for copied text runs.
    pub copied: PriorityGate,
    /// Stopped when the user stops that search.
    copied_text: Mutex<Cancel>,
    queues: Mutex<HashMap<Lane, Queue>>,
    /// The newest request of each kind: its lane, and the flag that is set once it is superseded.
    newest: Mutex<HashMap<Discriminant<Request>, (Lane, Cancel)>>,
    listed: Mutex<Option<Arc<FileSnapshot>>>,
    /// Stopped once the engine shuts down.
    pub ended: Cancel,
    /// Set while the index build searches for pairs.
    comparing: AtomicBool,
}

/// The queue of a lane, and the number of orders that were put into it.
struct Queue(Sender<Order>, Arc<AtomicU64>);

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
        lock(&self.queues).insert(lane, Queue(sender, Arc::default()));
        orders
    }

    /// Puts a request into the queue of its lane and cancels the older request of the same kind.
    pub fn ask(&self, request: Request) {
        let Some(lane) = Lane::for_request(&request) else {
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
        if let Some(Queue(sender, arrivals)) = lock(&self.queues).get(&lane) {
            // Fails only if the lane has ended with a panic.
            let _ = sender.send(order);
            arrivals.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// A token that is stopped once another order is put into the queue of a lane.
    pub fn until_next(&self, lane: Lane) -> Cancel {
        match lock(&self.queues).get(&lane) {
            Some(Queue(_, arrivals)) => {
                Cancel::default().or_counter(arrivals.clone(), arrivals.load(Ordering::Acquire))
            }
            None => self.ended.clone(),
        }
    }

    /// The token of a search for copied text that begins.
    pub fn begin_copied_text(&self) -> Cancel {
        let cancel = Cancel::default();
        lock(&self.copied_text).clone_from(&cancel);
        cancel
    }

    /// Stops the search for copied text.
    pub fn stop_copied_text(&self) {
        lock(&self.copied_text).stop();
    }

    /// Cancels the requests of a lane.
    pub fn stop(&self, lane: Lane) {
        for (_, superseded) in lock(&self.newest)
            .values()
            .filter(|(other, _)| *other == lane)
        {
            superseded.stop();
        }
    }

    /// Cancels all requests and closes the queues, so that the threads end.
    pub fn stop_all(&self) {
        self.ended.stop();
        lock(&self.newest)
            .values()
            .for_each(|(_, superseded)| superseded.stop());
        lock(&self.queues).clear();
    }

    /// Whether the engine is shutting down.
    pub fn ended(&self) -> bool {
        self.ended.stopped()
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

//! Running and waiting work of the engine's threads: priority gates, the newest request of each kind,
//! the cancellation of the index build, and the threads that learn of new results.
//!
//! Each lock is held within one method only, which takes no other lock.

use std::mem::{Discriminant, discriminant};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crossbeam_channel::Sender;

use super::locked;
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
    build: Mutex<Cancel>,
    newest: Mutex<Vec<Newest>>,
    listeners: Mutex<Vec<Sender<Order>>>,
    listed: Mutex<Option<Arc<FileSnapshot>>>,
    ended: AtomicBool,
}

/// The newest request of a kind.
struct Newest {
    kind: Discriminant<Request>,
    lane: Lane,
    /// Set once the request is superseded.
    superseded: Cancel,
}

impl Jobs {
    /// Cancellation flag of the running index build.
    pub fn build(&self) -> Cancel {
        locked(&self.build).clone()
    }

    /// Installs the cancellation flag of a new index build.
    pub fn begin_build(&self, cancel: Cancel) {
        *locked(&self.build) = cancel;
    }

    /// Registers a request of a lane. Cancels the older request of the same kind, and returns the flag
    /// that will cancel this one.
    pub fn supersede(&self, lane: Lane, request: &Request) -> Cancel {
        let (kind, superseded) = (discriminant(request), Cancel::default());
        let mut newest = locked(&self.newest);
        newest.retain(|known| {
            if known.kind == kind {
                known.superseded.stop();
            }
            known.kind != kind
        });
        newest.push(Newest {
            kind,
            lane,
            superseded: superseded.clone(),
        });
        superseded
    }

    /// Cancels the requests of a lane.
    pub fn stop(&self, lane: Lane) {
        let newest = locked(&self.newest);
        let of_lane = newest.iter().filter(|known| known.lane == lane);
        of_lane.for_each(|known| known.superseded.stop());
    }

    /// Cancels all requests and the index build for shutdown. Listeners are released, so that their
    /// channels can close.
    pub fn stop_all(&self) {
        self.build().stop();
        self.ended.store(true, Ordering::Release);
        Lane::ALL.into_iter().for_each(|lane| self.stop(lane));
        locked(&self.listeners).clear();
    }

    /// Whether the engine is shutting down.
    pub fn ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// Registers a listener that receives [`Order::ResultsChanged`] at each change of the current
    /// results until shutdown.
    pub fn listen(&self, listener: Sender<Order>) {
        locked(&self.listeners).push(listener);
    }

    /// Notifies the listeners.
    pub(super) fn results_changed(&self) {
        for listener in locked(&self.listeners).iter() {
            let _ = listener.send(Order::ResultsChanged);
        }
    }

    /// The file snapshot of the index build's last listing.
    pub fn listed(&self) -> Option<Arc<FileSnapshot>> {
        locked(&self.listed).clone()
    }

    /// Stores the file snapshot of a new listing.
    pub fn set_listed(&self, snapshot: FileSnapshot) {
        *locked(&self.listed) = Some(Arc::new(snapshot));
    }
}

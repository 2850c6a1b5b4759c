//! Measures what the methods cost on the current documents, for the Tune screen.
//!
//! The time is that of the job's own pool, so that what other threads do meanwhile is not counted. The job pauses while
//! a request of the user, a re-analysis, the k landscape or a sweep runs.

use std::sync::Arc;

use crossbeam_channel::Receiver;

use super::grids::own_pool;
use super::lane::Order;
use super::message::{Request, Update};
use super::shared::{Current, Shared};
use crate::base::process;
use crate::lab::assessment::Meter;
use crate::lab::costs::{CostQuestion, Costs, costs};
use crate::mask::AtEachK;

/// The CPU time of the threads of the pool that the caller runs on.
struct PoolTime;

impl Meter for PoolTime {
    fn cpu_seconds(&self) -> f64 {
        let each = rayon::broadcast(|_| process::thread_cpu_seconds());
        each.into_iter().sum()
    }

    fn mark_memory(&self) -> Option<u64> {
        None
    }

    fn most_memory(&self) -> Option<u64> {
        None
    }
}

/// Measures for the newest request. Ends without a word if the current results change.
pub fn work(shared: &Shared, orders: &Receiver<Order>) {
    let mut threads = None;
    while let Ok(order) = orders.recv() {
        let newest = std::iter::once(order).chain(orders.try_iter()).last();
        let Some(Order::Ask(superseded, Request::Costs(threshold))) = newest else {
            continue;
        };
        let results_version = shared.results_version();
        let (current, masks) = shared.current_masked();
        let Current {
            collection: Some(collection),
            ..
        } = current
        else {
            continue;
        };
        let corpus = match AtEachK::new(&collection, &masks) {
            Ok(corpus) => corpus,
            Err(error) => {
                shared.failed(&error);
                continue;
            }
        };
        let Some(pool) = own_pool(shared, &mut threads) else {
            continue;
        };
        let question = CostQuestion {
            sketching: collection.settings().sketching.clone(),
            method_config: shared.search_config().method_config,
            threshold,
        };
        let _busy = shared.jobs.costs.begin();
        let should_continue = || {
            shared.jobs.foreground.wait();
            shared.jobs.by_k.wait();
            shared.jobs.sweep.wait();
            shared.is_still(results_version) && !superseded.stopped()
        };
        let mut so_far = |so_far: Costs| {
            shared.send_of(results_version.epoch, Update::Costs(Arc::new(so_far)));
        };
        pool.install(|| costs(&corpus, &question, &PoolTime, &mut so_far, &should_continue));
    }
}

//! Long work runs on a pool: its lane continues to take orders, and is notified at the end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crossbeam_channel::{Receiver, TryRecvError, bounded};
use rayon::ThreadPool;

use super::lane::{Lane, Order};
use super::pool::pool;
use super::shared::Shared;

/// Runs one job at a time.
#[derive(Default)]
pub struct Background {
    /// Whether jobs run on the pool of the requests; otherwise on a separate pool, for which no other work waits.
    on_shared_pool: bool,
    /// Created for the first job.
    pool: Option<ThreadPool>,
    /// Receives whether the running job is done.
    running: Option<Receiver<bool>>,
}

impl Background {
    /// Runs jobs on the pool of the requests.
    pub fn on_shared_pool() -> Self {
        Background {
            on_shared_pool: true,
            ..Background::default()
        }
    }

    /// Whether no job runs, and the result of the last one was taken.
    pub fn is_idle(&self) -> bool {
        self.running.is_none()
    }

    /// Takes the result of a job that has ended: whether it is done; otherwise it must run again.
    pub fn ended(&mut self) -> Option<bool> {
        let result = match self.running.as_ref()?.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Ok(is_done) => is_done,
            Err(TryRecvError::Disconnected) => true,
        };
        self.running = None;
        Some(result)
    }

    /// Runs a job of `lane`, which returns whether it is done.
    pub fn run(
        &mut self,
        shared: &Arc<Shared>,
        lane: Lane,
        job: impl FnOnce(&Shared) -> bool + Send + 'static,
    ) {
        if self.pool.is_none() && !self.on_shared_pool {
            match pool(shared.options.threads) {
                Ok(pool) => self.pool = Some(pool),
                Err(error) => return shared.failed(&error),
            }
        }
        let pool = self.pool.as_ref().unwrap_or(&shared.pool);
        let (sender, ended) = bounded(1);
        let shared = shared.clone();
        pool.spawn(move || {
            // A job that panicked, which the panic hook reports, is not run again.
            let is_done = catch_unwind(AssertUnwindSafe(|| job(&shared))).unwrap_or(true);
            let _ = sender.send(is_done);
            shared.jobs.tell(lane, Order::Ended);
        });
        self.running = Some(ended);
    }
}

/// Runs one order; the panic hook reports a panic, which does not end the lane.
pub fn serve(work: impl FnOnce()) {
    let _ = catch_unwind(AssertUnwindSafe(work));
}

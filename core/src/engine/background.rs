//! Work that takes long: a lane gives it to a pool, goes on taking orders, and is told when it has ended.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crossbeam_channel::{Receiver, TryRecvError, bounded};
use rayon::ThreadPool;

use super::lane::{Lane, Order};
use super::pool::pool;
use super::shared::Shared;

/// A place for one job at a time. Its pool is made for the first job.
#[derive(Default)]
pub struct Background {
    pool: Option<ThreadPool>,
    /// Receives whether the running job is done.
    running: Option<Receiver<bool>>,
}

impl Background {
    /// Whether no job runs, and the result of the last one was taken.
    pub fn is_idle(&self) -> bool {
        self.running.is_none()
    }

    /// Takes the result of a job that has ended: whether it is done, or has to be run again.
    pub fn ended(&mut self) -> Option<bool> {
        let result = match self.running.as_ref()?.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Ok(is_done) => is_done,
            Err(TryRecvError::Disconnected) => true,
        };
        self.running = None;
        Some(result)
    }

    /// Runs a job of `lane` on a pool of its own, which no other work waits for. The job returns whether it is done.
    pub fn run(
        &mut self,
        shared: &Arc<Shared>,
        lane: Lane,
        job: impl FnOnce(&Shared) -> bool + Send + 'static,
    ) {
        if self.pool.is_none() {
            match pool(shared.options.threads) {
                Ok(pool) => self.pool = Some(pool),
                Err(error) => return shared.failed(&error),
            }
        }
        if let Some(pool) = &self.pool {
            self.running = Some(spawn(shared, pool, lane, job));
        }
    }

    /// As [`Background::run`], on the pool of the requests.
    pub fn run_in_shared_pool(
        &mut self,
        shared: &Arc<Shared>,
        lane: Lane,
        job: impl FnOnce(&Shared) -> bool + Send + 'static,
    ) {
        self.running = Some(spawn(shared, &shared.pool, lane, job));
    }
}

fn spawn(
    shared: &Arc<Shared>,
    pool: &ThreadPool,
    lane: Lane,
    job: impl FnOnce(&Shared) -> bool + Send + 'static,
) -> Receiver<bool> {
    let (sender, ended) = bounded(1);
    let shared = shared.clone();
    pool.spawn(move || {
        // A job that panicked, which the panic hook reports, is not run again.
        let is_done = catch_unwind(AssertUnwindSafe(|| job(&shared))).unwrap_or(true);
        let _ = sender.send(is_done);
        shared.jobs.tell(lane, Order::Ended);
    });
    ended
}

/// Runs what one order asks for; a panic, which the panic hook reports, does not end the lane.
pub fn serve(work: impl FnOnce()) {
    let _ = catch_unwind(AssertUnwindSafe(work));
}

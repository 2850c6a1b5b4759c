//! Priority gate: low-priority jobs wait while higher-priority work runs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Counts active jobs; other threads can wait until the count is 0. Thread-safe.
#[derive(Debug, Default)]
pub struct PriorityGate {
    working: AtomicUsize,
    lock: Mutex<()>,
    free: Condvar,
}

/// Guard of an active job; dropping it ends the job.
#[derive(Debug)]
pub struct ActiveWork<'a>(&'a PriorityGate);

impl PriorityGate {
    /// Registers an active job.
    pub fn begin(&self) -> ActiveWork<'_> {
        self.working.fetch_add(1, Ordering::AcqRel);
        ActiveWork(self)
    }

    /// Whether any job is active.
    pub fn is_busy(&self) -> bool {
        self.working.load(Ordering::Acquire) > 0
    }

    /// Blocks until no job is active, but no longer than `most`.
    pub fn wait(&self, most: Duration) {
        let lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        drop(
            self.free
                .wait_timeout_while(lock, most, |()| self.is_busy()),
        );
    }
}

impl Drop for ActiveWork<'_> {
    fn drop(&mut self) {
        // Decrement under the lock, so that a thread about to wait does not miss the notification.
        let _lock = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if self.0.working.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.0.free.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn those_behind_wait_for_all_before_them() {
        let gate = Arc::new(PriorityGate::default());
        gate.wait(Duration::from_secs(600));
        let (first, second) = (gate.begin(), gate.begin());
        let done = Arc::new(AtomicBool::new(false));
        let waiting = std::thread::spawn({
            let (gate, done) = (gate.clone(), done.clone());
            move || {
                gate.wait(Duration::from_secs(600));
                done.load(Ordering::SeqCst)
            }
        });
        drop(first);
        done.store(true, Ordering::SeqCst);
        drop(second);
        assert!(waiting.join().unwrap());
    }
}

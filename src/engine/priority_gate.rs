//! Who works first: what a person waits for goes before what goes on behind it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Counts those at work; others can wait until there are none.
#[derive(Debug, Default)]
pub struct PriorityGate {
    working: AtomicUsize,
    lock: Mutex<()>,
    free: Condvar,
}

/// Work is going on until this is dropped.
#[derive(Debug)]
pub struct ActiveWork<'a>(&'a PriorityGate);

impl PriorityGate {
    /// Work begins.
    pub fn begin(&self) -> ActiveWork<'_> {
        self.working.fetch_add(1, Ordering::AcqRel);
        ActiveWork(self)
    }

    /// Whether somebody works.
    pub fn is_busy(&self) -> bool {
        self.working.load(Ordering::Acquire) > 0
    }

    /// Returns once nobody works. One load where that is so already: cheap enough for inner loops.
    pub fn wait(&self) {
        if !self.is_busy() {
            return;
        }
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while self.is_busy() {
            lock = self.free.wait(lock).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for ActiveWork<'_> {
    fn drop(&mut self) {
        // Under the lock, so that whoever is about to wait does not miss it.
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
        gate.wait();
        let (first, second) = (gate.begin(), gate.begin());
        let done = Arc::new(AtomicBool::new(false));
        let waiting = std::thread::spawn({
            let (gate, done) = (gate.clone(), done.clone());
            move || {
                gate.wait();
                done.load(Ordering::SeqCst)
            }
        });
        drop(first);
        done.store(true, Ordering::SeqCst);
        drop(second);
        assert!(waiting.join().unwrap());
    }
}

//! Who works first: what a person waits for goes before what goes on behind it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Counts those at work; others can wait until there are none.
#[derive(Debug, Default)]
pub struct Turn {
    working: AtomicUsize,
    lock: Mutex<()>,
    free: Condvar,
}

/// Work is going on until this is dropped.
#[derive(Debug)]
pub struct Working<'a>(&'a Turn);

impl Turn {
    /// Work begins.
    pub fn begin(&self) -> Working<'_> {
        self.working.fetch_add(1, Ordering::AcqRel);
        Working(self)
    }

    /// Whether somebody works.
    pub fn goes_on(&self) -> bool {
        self.working.load(Ordering::Acquire) > 0
    }

    /// Returns once nobody works. One load where that is so already: cheap enough for inner loops.
    pub fn wait(&self) {
        if !self.goes_on() {
            return;
        }
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while self.goes_on() {
            lock = self.free.wait(lock).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Working<'_> {
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
        let turn = Arc::new(Turn::default());
        turn.wait();
        let (first, second) = (turn.begin(), turn.begin());
        let done = Arc::new(AtomicBool::new(false));
        let waiting = std::thread::spawn({
            let (turn, done) = (turn.clone(), done.clone());
            move || {
                turn.wait();
                done.load(Ordering::SeqCst)
            }
        });
        drop(first);
        done.store(true, Ordering::SeqCst);
        drop(second);
        assert!(waiting.join().unwrap());
    }
}

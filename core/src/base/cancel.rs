//! Cancellation of work: a token that work polls between its steps.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Interval at which work that waits for a gate checks for cancellation.
const TICK: Duration = Duration::from_millis(20);

/// Cancellation token of a piece of work. Clones share its flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    sources: Vec<Source>,
}

/// Another source of cancellation, or a gate that pauses the work.
#[derive(Clone, Debug)]
enum Source {
    /// Cancelled once the flag is set.
    Flag(Arc<AtomicBool>),
    /// Cancelled once the counter differs from this value.
    Counter(Arc<AtomicU64>, u64),
    /// Waits while jobs of higher priority run.
    Gate(Arc<PriorityGate>),
    /// Counts checks; cancelled after this number.
    #[cfg(test)]
    Checks(Arc<AtomicU64>, u64),
}

impl Cancel {
    /// Requests cancellation.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// The flag, for a signal handler to set.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.flag.clone()
    }

    /// Whether both handles share one flag.
    pub fn is(&self, other: &Cancel) -> bool {
        Arc::ptr_eq(&self.flag, &other.flag)
    }

    /// Returns a token that is also cancelled when `other` is cancelled.
    #[must_use]
    pub fn or(mut self, other: &Cancel) -> Self {
        self.sources.push(Source::Flag(other.flag.clone()));
        self.sources.extend(other.sources.iter().cloned());
        self
    }

    /// Returns a token that is also cancelled when `counter` differs from `value`.
    #[must_use]
    pub fn or_counter(mut self, counter: Arc<AtomicU64>, value: u64) -> Self {
        self.sources.push(Source::Counter(counter, value));
        self
    }

    /// Returns a token whose checks wait while a job of `gate` is active.
    #[must_use]
    pub fn behind(mut self, gate: &Arc<PriorityGate>) -> Self {
        self.sources.push(Source::Gate(gate.clone()));
        self
    }

    /// Creates a token that is cancelled after `checks` checks.
    #[cfg(test)]
    pub fn after(checks: u64) -> Self {
        Cancel {
            sources: vec![Source::Checks(Arc::default(), checks)],
            ..Cancel::default()
        }
    }

    /// Number of checks of a token from [`Cancel::after`].
    #[cfg(test)]
    pub fn checks(&self) -> u64 {
        let checks = |source: &Source| match source {
            Source::Checks(count, _) => Some(count.load(Ordering::SeqCst)),
            _ => None,
        };
        self.sources.iter().find_map(checks).unwrap_or(0)
    }

    /// Whether the work is cancelled. Costs one atomic load per source, which is cheap enough for inner loops.
    pub fn stopped(&self) -> bool {
        loop {
            if self.flag.load(Ordering::Relaxed) || self.sources.iter().any(Source::stopped) {
                return true;
            }
            match self.sources.iter().find_map(Source::busy_gate) {
                Some(gate) => gate.wait(TICK),
                None => return false,
            }
        }
    }

    /// Returns `None` if the work is cancelled.
    pub fn proceed(&self) -> Option<()> {
        (!self.stopped()).then_some(())
    }

    /// Returns an error if the work is cancelled.
    ///
    /// # Errors
    /// The work is cancelled.
    pub fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(!self.stopped(), "interrupted");
        Ok(())
    }
}

impl From<Arc<AtomicBool>> for Cancel {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Cancel {
            flag,
            sources: Vec::new(),
        }
    }
}

impl Source {
    fn stopped(&self) -> bool {
        match self {
            Source::Flag(flag) => flag.load(Ordering::Relaxed),
            Source::Counter(counter, value) => counter.load(Ordering::Acquire) != *value,
            Source::Gate(_) => false,
            #[cfg(test)]
            Source::Checks(count, maximum) => count.fetch_add(1, Ordering::SeqCst) >= *maximum,
        }
    }

    fn busy_gate(&self) -> Option<&PriorityGate> {
        match self {
            Source::Gate(gate) if gate.is_busy() => Some(gate),
            _ => None,
        }
    }
}

/// A reader of `content` that fails once `cancel` is stopped.
pub struct Stoppable<R> {
    /// The reader.
    pub content: R,
    /// Cancels the reading.
    pub cancel: Cancel,
}

impl<R: Read> Read for Stoppable<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.cancel.stopped() {
            Err(io::Error::other("interrupted"))
        } else {
            self.content.read(buffer)
        }
    }
}

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

    /// Blocks until no job is active, but no longer than `timeout`.
    pub fn wait(&self, timeout: Duration) {
        let lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        drop(
            self.free
                .wait_timeout_while(lock, timeout, |()| self.is_busy()),
        );
    }
}

impl Drop for ActiveWork<'_> {
    fn drop(&mut self) {
        // Decrement under the lock, so that a thread that is about to wait does not miss the notification.
        let _lock = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if self.0.working.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.0.free.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_and_its_clones_stop_for_each_source() {
        let (parent, counter) = (Cancel::default(), Arc::new(AtomicU64::new(3)));
        let token = Cancel::default().or_counter(counter.clone(), 3).or(&parent);
        let nested = Cancel::default().or(&token);
        assert!(!nested.stopped());
        counter.store(4, Ordering::Release);
        assert!(token.clone().stopped() && nested.proceed().is_none());
        counter.store(3, Ordering::Release);
        parent.stop();
        assert!(nested.stopped() && token.check().is_err());
    }

    #[test]
    fn work_behind_a_gate_waits_for_all_active_jobs() {
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

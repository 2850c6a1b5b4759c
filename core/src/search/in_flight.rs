//! Back-pressure for indexing. Tantivy's queue holds up to 10,000 documents of any size, which is 10 GB
//! for documents of one megabyte.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::base::lock;

/// Maximum time to wait without progress. A failed index writer takes no more documents, and the next
/// call to it returns its error.
const PATIENCE: Duration = Duration::from_secs(10);

/// Counter of queued bytes, shared by the producer and the queued entries.
#[derive(Debug)]
pub(super) struct InFlight {
    limit: usize,
    waiting: Mutex<Waiting>,
    taken: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    bytes: usize,
    /// Callers of [`InFlight::admit`] that are blocked.
    callers: usize,
}

/// Some bytes that wait; gives them back when dropped.
#[derive(Debug)]
pub(super) struct Permit {
    bytes: usize,
    owner: Arc<InFlight>,
}

impl InFlight {
    /// Creates a queue limit of about `limit` bytes.
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(InFlight {
            limit,
            waiting: Mutex::default(),
            taken: Condvar::new(),
        })
    }

    /// Blocks until `bytes` more fit, or the queue is empty.
    pub fn admit(self: &Arc<Self>, bytes: usize) -> Permit {
        let mut waiting = lock(&self.waiting);
        let mut moved = (waiting.bytes, Instant::now());
        while waiting.bytes > 0
            && waiting.bytes + bytes > self.limit
            && moved.1.elapsed() < PATIENCE
        {
            waiting.callers += 1;
            let wake = self.taken.wait_timeout(waiting, Duration::from_secs(1));
            waiting = wake.unwrap_or_else(PoisonError::into_inner).0;
            waiting.callers -= 1;
            if waiting.bytes != moved.0 {
                moved = (waiting.bytes, Instant::now());
            }
        }
        waiting.bytes += bytes;
        Permit {
            bytes,
            owner: Arc::clone(self),
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut waiting = lock(&self.owner.waiting);
        waiting.bytes = waiting.bytes.saturating_sub(self.bytes);
        drop(waiting);
        self.owner.taken.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_queue_waits_until_something_is_taken() {
        let queue = InFlight::new(100);
        let first = queue.admit(80);
        let other = Arc::clone(&queue);
        let thread = std::thread::spawn(move || drop(other.admit(50)));
        // Until the other caller is blocked; were it let in, it would come to its end.
        while queue.waiting.lock().unwrap().callers == 0 {
            assert!(!thread.is_finished(), "80 and 50 bytes were let in at once");
            std::thread::yield_now();
        }
        drop(first);
        thread.join().unwrap();
        assert_eq!(queue.waiting.lock().unwrap().bytes, 0);
    }

    #[test]
    fn something_larger_than_the_limit_passes_alone() {
        let queue = InFlight::new(10);
        drop(queue.admit(1000));
        let _one = queue.admit(1000);
    }
}

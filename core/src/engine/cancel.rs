//! Cooperative cancellation: a shared flag that workers poll between units of work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Cancellation flag. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Requests cancellation.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The underlying flag, for a signal handler to set.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }

    /// Whether both handles share one flag.
    pub fn is(&self, other: &Cancel) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Goes on unless cancellation was requested.
    ///
    /// # Errors
    /// After a cancellation.
    pub fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(!self.stopped(), "interrupted");
        Ok(())
    }

    /// Whether cancellation was requested. One relaxed atomic load, cheap enough for inner loops.
    pub fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

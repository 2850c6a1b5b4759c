//! Stopping long work: a flag that workers look at between two pieces of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag shared by those who ask for a stop and those who heed it. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks for a stop.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The flag itself, for a signal handler to set.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }

    /// Whether the two share a flag.
    #[must_use]
    pub fn is(&self, other: &Cancel) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether a stop was asked for. One load: cheap enough for inner loops.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

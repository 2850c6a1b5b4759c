//! A flag that ends reading.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that ends the reading of files, shared with whoever sets it. That of the default is never set.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Option<Arc<AtomicBool>>);

impl StopFlag {
    /// Whether reading has to end.
    pub fn is_set(&self) -> bool {
        let flag = self.0.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl From<Arc<AtomicBool>> for StopFlag {
    fn from(flag: Arc<AtomicBool>) -> Self {
        StopFlag(Some(flag))
    }
}

/// A reader of `content` that fails once `stop` is set.
pub struct Stoppable<R> {
    /// What is read.
    pub content: R,
    /// Ends the reading.
    pub stop: StopFlag,
}

impl<R: Read> Read for Stoppable<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stop.is_set() {
            true => Err(io::Error::other("interrupted")),
            false => self.content.read(buffer),
        }
    }
}

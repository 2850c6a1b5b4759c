//! Says of a file, archive or mailbox in which nothing is read that it is empty.

use super::Work;
use crate::corpus::{SkipReason, Skipped};

/// The units of a file or member, or where there are none that it is empty.
pub(super) struct OrEmpty<W> {
    works: W,
    /// Its id, until it has a unit.
    id: Option<String>,
}

impl<W> OrEmpty<W> {
    pub fn new(works: W, id: String) -> Self {
        OrEmpty {
            works,
            id: Some(id),
        }
    }
}

impl<W: Iterator<Item = Work>> Iterator for OrEmpty<W> {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        let id = self.id.take();
        let reason = SkipReason::Empty;
        self.works
            .next()
            .or_else(|| id.map(|id| Work::Skip(Skipped::new(id, reason))))
    }
}

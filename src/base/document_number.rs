//! The number by which the parts of the program speak of a document while a collection is open.

use serde::{Deserialize, Serialize};

/// A document's place in the open [`Collection`](crate::collection::Collection), `0..len`.
///
/// Documents are numbered in the byte order of their ids, so `a < b` as numbers is `a < b` as ids,
/// and everything ordered by number is ordered the same on every machine and at any number of
/// threads. The number holds for one open collection only; what is kept on disk is the document's
/// key, which never changes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct DocNo(pub u32);

impl DocNo {
    /// The number as an index into a slice in document order.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The document at `index`; a collection holds fewer than 2^32 documents.
    #[must_use]
    pub fn at(index: usize) -> Self {
        debug_assert!(u32::try_from(index).is_ok());
        DocNo(index as u32)
    }
}

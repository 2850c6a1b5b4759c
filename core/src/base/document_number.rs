//! Numeric document ids within an open collection.

use serde::{Deserialize, Serialize};

/// Index of a document in the open [`Collection`](crate::index::Collection), `0..len`.
///
/// Documents are numbered in the byte order of their ids: `a < b` as numbers exactly if `a < b` as ids.
/// Sorting by number is therefore deterministic across machines and thread counts. The number is valid
/// for one open collection only; across runs a document is identified by its key, which never changes.
#[repr(transparent)]
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    bytemuck::Pod,
    bytemuck::Zeroable,
)]
#[serde(transparent)]
pub struct DocNo(pub u32);

impl DocNo {
    /// The number as an index into a slice in document order.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The document at `index`. A collection holds fewer than 2^32 documents; checked in debug builds
    /// only.
    pub fn at(index: usize) -> Self {
        debug_assert!(u32::try_from(index).is_ok());
        DocNo(index as u32)
    }
}

//! Bottom layer: small types and helpers for all other modules. Depends on no other module of the crate.

pub mod cancel;
pub mod caught;
pub mod date;
pub mod files;
pub mod journal;
pub mod lists;
pub mod masked;
pub mod pages;
pub mod pipes;
pub mod process;
pub mod ranges;
pub mod repeat_filter;
pub mod sandbox;
pub mod sanitise;
pub mod small_table;
pub mod stamp;
pub mod union_find;
pub mod unique_names;
pub mod units;
pub mod version;
pub mod width;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use cancel::{Cancel, PriorityGate};
pub use date::Date;
pub use lists::Lists;
pub use masked::{BlockSpan, MaskedRange, PageBlock, Reason, WholePositions};
pub use repeat_filter::RepeatFilter;
use serde::{Deserialize, Serialize};
pub use stamp::Stamp;

/// Locks `mutex`, also after a thread that held the lock panicked.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Index of a document in the open [`Collection`](crate::index::Collection), `0..len`.
///
/// Documents are numbered in the byte order of their ids. Sorting by number is therefore deterministic across machines
/// and thread counts. The number is valid for one open collection only; on disk a document is identified by its key,
/// which never changes.
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
#[repr(transparent)]
pub struct DocNo(pub u32);

impl DocNo {
    /// The number as an index into a slice in document order.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The document at `index`. A collection has fewer than 2^32 documents; only debug builds check this.
    pub fn at(index: usize) -> Self {
        debug_assert!(u32::try_from(index).is_ok());
        DocNo(index as u32)
    }
}

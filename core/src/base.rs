//! Bottom layer: small types and helpers for all other modules. Depends on no other module of the crate.

pub mod cancel;
pub mod caught;
pub mod csv_quotes;
pub mod date;
pub mod document_number;
pub mod files;
pub mod journal;
pub mod lists;
pub mod masked;
pub mod page_block;
pub mod pages;
pub mod pipes;
pub mod priority_gate;
pub mod private;
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

pub use cancel::Cancel;
pub use date::Date;
pub use document_number::DocNo;
pub use lists::Lists;
pub use masked::{MaskedRange, Reason, WholePositions};
pub use page_block::{BlockSpan, PageBlock};
pub use priority_gate::PriorityGate;
pub use repeat_filter::RepeatFilter;
pub use stamp::Stamp;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks `mutex`, also after a panic of a thread that held it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! The input of [`keep`](super::keep()): documents with their pairs, of which one copy is kept.

use std::path::PathBuf;

use super::super::sets::Sets;
use crate::candidates::PairSet;
use crate::collection::Collection;

/// The documents and pairs of which one copy is kept.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The documents.
    pub collection: &'a Collection,
    /// Their pairs, down to `threshold` at least.
    pub pairs: &'a PairSet,
    /// Pairs at or above this similarity are near-duplicates, 0..=1.
    pub threshold: f64,
    /// The paths of the corpus, as given.
    pub roots: &'a [PathBuf],
    /// Dates that were given, and which documents are the archive: those come first by any rule.
    pub sets: &'a Sets,
}

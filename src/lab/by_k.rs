//! The k landscape: the same corpus at every k, and what appears or vanishes against the k in use.

use std::sync::Arc;

use super::tuning::Counts;
use crate::cluster::dendrogram::Landscape;
use crate::collection::Collection;
use crate::similarity::Measure;

/// One k.
#[derive(Clone, Debug)]
pub struct AtK {
    /// Units in a shingle.
    pub k: usize,
    /// The lowest threshold that the rest holds down to.
    pub floor: f64,
    /// Clusters (single linkage) against the threshold.
    pub landscape: Landscape,
    /// Pairs of documents against the threshold.
    pub counts: Counts,
    /// At each threshold of `ByK::thresholds`: pairs of documents that are there at this k and not at
    /// the one in use, and those that are there at the one in use and not at this.
    pub differs: Vec<(u64, u64)>,
}

/// All that is known so far.
#[derive(Clone, Debug, Default)]
pub struct ByK {
    /// The k in use.
    pub k: usize,
    /// Thresholds, rising, at which differences are counted.
    pub thresholds: Vec<f64>,
    /// By rising k.
    pub rows: Vec<Arc<AtK>>,
    /// Values of k still to come.
    pub waiting: usize,
}

/// What is asked of [`by_k`].
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The k in use.
    pub k: usize,
    /// The values of k to look at, rising; the one in use need not be among them.
    pub ks: &'a [usize],
    /// What a threshold is held against.
    pub measure: Measure,
    /// Thresholds, rising, at which differences are counted; rows hold down to the first, or to what
    /// memory allows (`AtK::floor`).
    pub thresholds: &'a [f64],
}

/// Makes the row of each k from the terms of `collection` (whose unit, bag and seed hold for all) and
/// gives all that is known so far to `so_far` after each. Returns whether it came to its end; after a
/// no from `go_on`, asked now and then, it stops. Runs on the caller's pool.
pub fn by_k(
    collection: &Collection,
    ask: &Ask<'_>,
    go_on: &(dyn Fn() -> bool + Sync),
    so_far: &mut dyn FnMut(&ByK),
) -> bool {
    let _ = (collection, ask, go_on, so_far);
    todo!("the k landscape")
}

//! The k landscape: the same corpus at every k, and what appears or vanishes against the k in use.

use std::sync::Arc;

use super::tuning::Counts;
use crate::cluster::dendrogram::Landscape;

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

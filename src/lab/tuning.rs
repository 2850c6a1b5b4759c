//! What the tuning screen shows of one picture: documents at some settings, held against their
//! exact truth. Made once for a picture; what another threshold makes of it is looked up.

use std::sync::Arc;

use super::accuracy::Accuracy;
use super::landscape::Stable;
use crate::candidates::PairSet;
use crate::cluster::dendrogram::Landscape;

/// See the module.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// Documents.
    pub documents: usize,
    /// Every pair at or above `truth.found.floor` by the measure in use: the complete join.
    pub truth: Arc<PairSet>,
    /// Clusters (single linkage) against the threshold, down to the floor.
    pub landscape: Landscape,
    /// Pairs of documents against the threshold, copies counted as the pairs they are.
    pub counts: Counts,
    /// The widest range of thresholds over which nothing changes, if there is a clear one.
    pub stable: Option<Stable>,
    /// Estimates of the sketches held against the exact values.
    pub accuracy: Accuracy,
}

/// How many pairs of documents there are at or above any similarity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// Similarities falling, each once, with the pairs of documents at or above it.
    pub steps: Vec<(f64, u64)>,
    /// Pairs of documents (ordinate) whose similarity lies in each hundredth from 0 (abscissa); the last
    /// of the 101 bins is exactly 1.
    pub histogram: Vec<u64>,
    /// The same over pairs of representatives, as candidates are.
    pub of_texts: Vec<u64>,
}

//! Data of the tuning screen for the current results: the documents at some settings, compared with
//! the complete join. Computed once per result set; other thresholds are look-ups.

use std::sync::Arc;

use super::accuracy::Accuracy;
pub use super::counts::Counts;
use super::landscape::Stable;
use crate::base::{Cancel, DocNo};
use crate::candidates::{HeldApart, PairSet};
use crate::cluster::dendrogram::{Dendrogram, Landscape};
use crate::index::Collection;

/// Tuning data of one result set.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// Number of documents.
    pub documents: usize,
    /// Number of distinct texts: documents that are their own representative and have terms.
    pub texts: usize,
    /// Complete join: every pair at or above `truth.info.floor` by the measure in use.
    pub truth: Arc<PairSet>,
    /// Cluster counts (single linkage) by threshold, down to the floor.
    pub landscape: Landscape,
    /// Pairs of documents by threshold; copies count as pairs.
    pub counts: Counts,
    /// Widest range of thresholds over which clusters do not change, if it is a clear break.
    pub stable: Option<Stable>,
    /// Accuracy of the sketch estimates against the exact values.
    pub accuracy: Accuracy,
}

/// Counts at one threshold, as printed by `pairs` and `clusters` (single linkage).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThresholdCounts {
    /// Pairs of documents.
    pub pairs: u64,
    /// Clusters of two documents or more.
    pub clusters: u32,
    /// Documents in the largest cluster.
    pub largest: u32,
    /// Documents in clusters.
    pub documents: u32,
}

impl ThresholdCounts {
    /// Those of a landscape and its pairs.
    pub(super) fn at(landscape: &Landscape, counts: &Counts, threshold: f64) -> Self {
        let step = landscape.at(threshold);
        ThresholdCounts {
            pairs: counts.at(threshold),
            clusters: step.clusters,
            largest: step.largest,
            documents: step.documents,
        }
    }
}

impl Tuning {
    /// Computes all fields from the complete join `truth` of `collection`. Polls `cancel`;
    /// returns `None` when cancelled. Cost: a few passes over the pairs. Call on the worker pool.
    pub fn new(collection: &Collection, truth: Arc<PairSet>, cancel: &Cancel) -> Option<Self> {
        Self::holding_apart(collection, truth, &HeldApart::default(), cancel)
    }

    /// As [`Tuning::new`]; pairs that are held apart are edges of no cluster, and pairs all the same.
    pub fn holding_apart(
        collection: &Collection,
        truth: Arc<PairSet>,
        held_apart: &HeldApart,
        cancel: &Cancel,
    ) -> Option<Self> {
        let ((landscape, counts), accuracy) = rayon::join(
            || {
                let dendrogram = if held_apart.is_empty() {
                    Dendrogram::new(&truth)
                } else {
                    Dendrogram::new(&truth.without(collection, held_apart))
                };
                (dendrogram.landscape(), Counts::new(&truth))
            },
            || Accuracy::measure(collection, &truth, cancel),
        );
        let documents = collection.len();
        let stands = |doc: &DocNo| truth.representative[doc.index()] == *doc;
        let texts = collection
            .documents()
            .filter(|doc| stands(doc) && collection.term_count(*doc) > 0);
        (!cancel.stopped()).then_some(Tuning {
            documents,
            texts: texts.count(),
            stable: Stable::find(&landscape, documents, truth.info.floor),
            landscape,
            counts,
            accuracy: accuracy?,
            truth,
        })
    }

    /// Lowest threshold with complete data, 0..=1.
    pub fn floor(&self) -> f64 {
        self.truth.info.floor
    }

    /// Counts at `threshold`; `None` below the floor, where the pairs are incomplete.
    pub fn at(&self, threshold: f64) -> Option<ThresholdCounts> {
        (threshold >= self.floor())
            .then(|| ThresholdCounts::at(&self.landscape, &self.counts, threshold))
    }
}

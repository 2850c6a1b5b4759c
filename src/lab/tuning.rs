//! What the tuning screen shows of one picture: documents at some settings, held against their
//! exact truth. Made once for a picture; what another threshold makes of it is looked up.

use std::sync::Arc;

use super::accuracy::Accuracy;
pub use super::counts::Counts;
use super::landscape::Stable;
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::cluster::dendrogram::{Dendrogram, Landscape};
use crate::collection::Collection;

/// See the module.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// Documents.
    pub documents: usize,
    /// Different texts: documents that stand for themselves and have terms.
    pub texts: usize,
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

/// What there is at one threshold: what `pairs` and `clusters` (single linkage) print there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct There {
    /// Pairs of documents.
    pub pairs: u64,
    /// Clusters of two documents or more.
    pub clusters: u32,
    /// Documents in the largest.
    pub largest: u32,
    /// Documents in any.
    pub documents: u32,
}

impl Tuning {
    /// Counts all of it over the complete join `truth` of `collection`. `should_continue` is asked now and then;
    /// `None` after a no. Cost: a few passes over the pairs. Call on the pool.
    #[must_use]
    pub fn of(
        collection: &Collection,
        truth: Arc<PairSet>,
        should_continue: &(impl Fn() -> bool + Sync),
    ) -> Option<Self> {
        let ((landscape, counts), accuracy) = rayon::join(
            || {
                let landscape = Dendrogram::new(&truth).landscape();
                (landscape, Counts::of(&truth))
            },
            || Accuracy::of(collection, &truth, should_continue),
        );
        let documents = collection.len();
        let stands = |doc: &DocNo| truth.representative[doc.index()] == *doc;
        let texts = collection
            .documents()
            .filter(|doc| stands(doc) && collection.term_count(*doc) > 0);
        should_continue().then_some(Tuning {
            documents,
            texts: texts.count(),
            stable: Stable::of(&landscape, documents, truth.found.floor),
            landscape,
            counts,
            accuracy: accuracy?,
            truth,
        })
    }

    /// The lowest threshold that anything is known of, 0..=1.
    #[must_use]
    pub fn floor(&self) -> f64 {
        self.truth.found.floor
    }

    /// What there is at `threshold`; `None` below the floor, where not all pairs are known.
    #[must_use]
    pub fn at(&self, threshold: f64) -> Option<There> {
        let step = self.landscape.at(threshold);
        (threshold >= self.floor()).then(|| There {
            pairs: self.counts.at(threshold),
            clusters: step.clusters,
            largest: step.largest,
            documents: step.documents,
        })
    }
}

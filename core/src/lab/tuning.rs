//! Data of the tuning screen for the current results: pairs and clusters of the complete join by threshold, and the
//! accuracy of the sketches. Computed once per result set; a further threshold costs one look-up.

use std::sync::Arc;

use super::accuracy::Accuracy;
pub use super::counts::Counts;
use crate::base::{Cancel, DocNo};
use crate::candidates::{CannotLink, PairSet};
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
        Self::with_cannot_link(collection, truth, &CannotLink::default(), cancel)
    }

    /// Does the same as [`Tuning::new`], but pairs with the decision "different" count as pairs and connect no cluster.
    pub fn with_cannot_link(
        collection: &Collection,
        truth: Arc<PairSet>,
        cannot_link: &CannotLink,
        cancel: &Cancel,
    ) -> Option<Self> {
        let ((landscape, counts), accuracy) = rayon::join(
            || {
                let dendrogram = if cannot_link.is_empty() {
                    Dendrogram::new(&truth)
                } else {
                    Dendrogram::new(&truth.without(cannot_link))
                };
                (dendrogram.landscape(), Counts::new(&truth))
            },
            || Accuracy::measure(collection, &truth, cancel),
        );
        let documents = collection.len();
        let is_representative = |doc: &DocNo| truth.representative[doc.index()] == *doc;
        let texts = collection
            .documents()
            .filter(|doc| is_representative(doc) && collection.term_count(*doc) > 0);
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

/// Minimum width of a stable range.
pub const WIDTH: f64 = 0.05;

/// Minimum ratio of its width to the width of the next widest range.
pub const BEYOND_NEXT: f64 = 1.5;

/// Maximum probability that uniformly distributed changes leave such a wide range.
pub const CHANCE: f64 = 0.05;

/// A range of thresholds over which the clusters do not change.
///
/// Clusters change only at the similarities at which two of them merge. One of the ranges between these is always the
/// widest; this in itself is no evidence. It is reported as stable only if it is a *clear break*:
///
/// - it has clusters, and no cluster contains all documents: above all pairs and below all merges nothing changes
///   anyway;
/// - it is at least 0.05 wide, and at least 1.5 times as wide as the next widest;
/// - the changes around it, within its own width on either side, would not leave such a gap by chance. Of n changes
///   distributed uniformly on a length of 1, the widest of the n + 1 spacings exceeds x with probability at most
///   (n + 1)(1 - x)^n (the first term of Whitworth's sum, 1897); this must be 0.05 or less.
///
/// The last two conditions prevent a break from being reported in a sparse corpus, where there is only a lack of pairs,
/// and at the upper end of a dense one, where pairs are rare everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stable {
    /// Lower end: the similarity just below the range at which clusters change next (exclusive), or
    /// the floor.
    pub low: f64,
    /// Upper end: the similarity of the weakest pair that the clusters of this range depend on; 1
    /// if they consist of copies.
    pub high: f64,
}

impl Stable {
    /// The widest range of a landscape of `documents` documents, complete down to `floor`, if it is a clear break
    /// ([`Stable`]).
    pub fn find(landscape: &Landscape, documents: usize, floor: f64) -> Option<Self> {
        // If there are only copies, the clusters are the same at every threshold.
        if !landscape.steps.is_empty() && changes(landscape).next().is_none() {
            return Some(Stable {
                low: floor,
                high: 1.0,
            });
        }
        let ranges = ranges(landscape, documents, floor);
        let widest = ranges.iter().max_by(|a, b| {
            let by_width = a.width().total_cmp(&b.width());
            by_width.then(a.high.total_cmp(&b.high))
        })?;
        let others = ranges.iter().filter(|range| *range != widest);
        let next_width = others.map(Stable::width).fold(0.0, f64::max);
        let is_clear = widest.width() >= WIDTH
            && widest.width() >= BEYOND_NEXT * next_width
            && widest.chance(landscape, floor) <= CHANCE;
        is_clear.then_some(*widest)
    }

    /// Width of the range, 0..=1.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// Upper bound on the probability that uniformly distributed changes in its surroundings leave
    /// the range empty.
    fn chance(&self, landscape: &Landscape, floor: f64) -> f64 {
        let (from, to) = (
            (self.low - self.width()).max(floor),
            (self.high + self.width()).min(1.0),
        );
        let changes = changes(landscape).filter(|at| (from..=to).contains(at));
        let count = changes.count() as i32;
        let length = to - from;
        if length <= 0.0 {
            return 1.0;
        }
        f64::from(count + 1) * (1.0 - self.width() / length).max(0.0).powi(count)
    }
}

/// Thresholds, descending, at which clusters change. Copies are clustered at every threshold, so 1
/// is excluded.
fn changes(landscape: &Landscape) -> impl Iterator<Item = f64> + '_ {
    let steps = landscape.steps.iter().map(|step| step.threshold);
    steps.filter(|threshold| *threshold < 1.0)
}

/// Ranges between changes, and down to the floor, with at least one cluster and no cluster of all
/// documents.
fn ranges(landscape: &Landscape, documents: usize, floor: f64) -> Vec<Stable> {
    let mut tops = vec![1.0];
    tops.extend(changes(landscape).filter(|at| *at > floor));
    let bottoms = tops[1..].iter().copied().chain([floor]);
    let ranges = tops
        .iter()
        .zip(bottoms)
        .map(|(high, low)| Stable { low, high: *high });
    let is_evidence = |range: &Stable| {
        let step = landscape.at(range.high);
        step.clusters > 0 && (step.largest as usize) < documents
    };
    ranges.filter(is_evidence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::dendrogram::DendrogramStep;
    use proptest::prelude::*;

    /// A landscape with a change at each of these hundredths; each adds a cluster of two documents.
    fn landscape(at: impl IntoIterator<Item = u32>) -> Landscape {
        let mut at: Vec<u32> = at.into_iter().collect();
        at.sort_unstable_by(|a, b| b.cmp(a));
        at.dedup();
        let steps = (1..).zip(at).map(|(n, at)| DendrogramStep {
            threshold: f64::from(at) / 100.0,
            clusters: n,
            largest: 2,
            documents: 2 * n,
        });
        Landscape {
            steps: steps.collect(),
        }
    }

    #[test]
    fn a_gap_among_many_changes_is_a_clear_break() {
        let gap = landscape((10..40).chain(60..90));
        let stable = Stable::find(&gap, 1_000, 0.05).unwrap();
        assert_eq!((stable.low, stable.high), (0.39, 0.6));
        // All pairs above, none below: stable down to the floor.
        let above = landscape(75..95);
        let stable = Stable::find(&above, 1_000, 0.05).unwrap();
        assert_eq!((stable.low, stable.high), (0.05, 0.75));
    }

    #[test]
    fn no_range_is_stable_without_a_clear_break() {
        for (what, landscape) in [
            ("no pairs", landscape([])),
            ("one pair in the middle", landscape([50])),
            ("even changes", landscape((5..100).step_by(6))),
            (
                "two equal gaps",
                landscape((15..40).chain(55..65).chain(80..90)),
            ),
            (
                "changes that thin out",
                landscape([6, 7, 8, 10, 13, 18, 26, 38, 57]),
            ),
        ] {
            assert_eq!(Stable::find(&landscape, 1_000, 0.05), None, "{what}");
        }
        // Copies are clusters at every threshold.
        let copies = Stable::find(&landscape([100]), 1_000, 0.05).unwrap();
        assert_eq!((copies.low, copies.high), (0.05, 1.0));
    }

    proptest! {
        /// Compares with a scan of every thousandth: no change inside, a change at both ends, and
        /// no comparable range more than two thirds as wide.
        #[test]
        fn a_stable_range_is_free_of_changes_and_wider_than_any_other(
            low in prop::collection::btree_set(6_u32..50, 0..40),
            high in prop::collection::btree_set(50_u32..100, 0..40),
        ) {
            let all: Vec<u32> = low.into_iter().chain(high).collect();
            let landscape = landscape(all.iter().copied());
            let Some(stable) = Stable::find(&landscape, 1_000, 0.05) else { return Ok(()) };
            let has_equal_clusters = |a: f64, b: f64| landscape.at(a).documents == landscape.at(b).documents;
            // The longest run of thousandths above the floor with equal clusters, by scanning.
            let mut runs: Vec<(u32, u32)> = Vec::new();
            for at in 51..=1_000_u32 {
                let threshold = f64::from(at) / 1_000.0;
                match runs.last_mut() {
                    Some(run) if has_equal_clusters(f64::from(run.1) / 1_000.0, threshold) => run.1 = at,
                    _ => runs.push((at, at)),
                }
            }
            runs.retain(|run| landscape.at(f64::from(run.0) / 1_000.0).clusters > 0);
            runs.sort_by_key(|run| run.1 - run.0);
            let (from, to) = *runs.last().unwrap();
            prop_assert_eq!(((stable.high * 1_000.0).round() as u32, (stable.low * 1_000.0).round() as u32), (to, from - 1));
            if let Some(next) = runs.len().checked_sub(2).map(|at| runs[at]) {
                prop_assert!(f64::from(to - from + 1) >= 1.49 * f64::from(next.1 - next.0 + 1));
            }
            prop_assert!(to - from >= 49);
        }
    }
}

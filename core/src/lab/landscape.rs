//! Finds the stable range in a threshold landscape: the widest range of thresholds over which the
//! clusters do not change, if it is significant.
//!
//! Clusters change only at the similarities at which two of them merge. One of the ranges between
//! these is always the widest; that alone is no evidence. It is reported as stable only if it is a
//! *clear break*:
//!
//! - it has clusters, and no cluster contains all documents: above all pairs and below all merges
//!   nothing changes either, which means nothing;
//! - it is at least 0.05 wide, and at least 1.5 times as wide as the next widest;
//! - the changes around it, within its own width on either side, would not leave such a gap by
//!   chance. Of n changes distributed uniformly on a length of 1, the widest of the n + 1 spacings
//!   exceeds x with probability at most (n + 1)(1 - x)^n (the first term of Whitworth's sum, 1897);
//!   this must be 0.05 or less.
//!
//! The last two conditions prevent a break from being reported in a sparse corpus, where there is
//! only a lack of pairs, and at the upper end of a dense one, where pairs are rare everywhere.

use crate::cluster::dendrogram::Landscape;

/// Minimum width of a stable range.
pub const WIDTH: f64 = 0.05;

/// Minimum ratio of its width to that of the next widest range.
pub const BEYOND_NEXT: f64 = 1.5;

/// Maximum probability that uniformly distributed changes leave so wide a range.
pub const CHANCE: f64 = 0.05;

/// A range of thresholds over which the clusters do not change.
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
    /// The widest range of a landscape of `documents` documents that is known down to `floor`, if
    /// it is a clear break (see the module documentation).
    pub fn find(landscape: &Landscape, documents: usize, floor: f64) -> Option<Self> {
        // Of copies only, the clusters are the same at every threshold.
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
        let next = others.map(Stable::width).fold(0.0, f64::max);
        let clear = widest.width() >= WIDTH
            && widest.width() >= BEYOND_NEXT * next
            && widest.chance(landscape, floor) <= CHANCE;
        clear.then_some(*widest)
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
    let means_something = |range: &Stable| {
        let there = landscape.at(range.high);
        there.clusters > 0 && (there.largest as usize) < documents
    };
    ranges.filter(means_something).collect()
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
    fn without_a_clear_break_there_is_none() {
        for (what, landscape) in [
            ("no pairs", landscape([])),
            ("one pair in the middle", landscape([50])),
            ("even changes", landscape((5..100).step_by(6))),
            (
                "two gaps alike",
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

    #[test]
    fn one_cluster_of_everything_is_no_break() {
        let mut all = landscape(75..95);
        let last = all.steps.last_mut().unwrap();
        last.largest = 40;
        assert_eq!(Stable::find(&all, 40, 0.05), None);
        assert!(Stable::find(&all, 41, 0.05).is_some());
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
            let same = |a: f64, b: f64| landscape.at(a).documents == landscape.at(b).documents;
            // The longest run of thousandths above the floor with equal clusters, by scanning.
            let mut runs: Vec<(u32, u32)> = Vec::new();
            for at in 51..=1_000_u32 {
                let threshold = f64::from(at) / 1_000.0;
                match runs.last_mut() {
                    Some(run) if same(f64::from(run.1) / 1_000.0, threshold) => run.1 = at,
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

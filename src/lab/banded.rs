//! What bands and rows do to a corpus, measured: which true pairs meet in a bucket, which do not, and
//! how many others do.

use crate::candidates::banding::Banding;

/// One banding of the sketches of a collection, held against the exact truth. Over pairs of
/// different texts, as candidates are.
#[derive(Clone, Debug, PartialEq)]
pub struct Banded {
    /// Bands and rows.
    pub banding: Banding,
    /// Bits of a sketch value, 1..=32.
    pub bits: u32,
    /// Candidates in all: pairs that agree on a band, whatever their similarity.
    pub candidates: u64,
    /// Candidates that were left out because a bucket was too large.
    pub capped: u64,
    /// Exact Jaccard falling, each once: true pairs at or above it, and those of them that are
    /// candidates.
    pub steps: Vec<(f64, u64, u64)>,
}

/// What a banding does at a threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AtThreshold {
    /// Pairs at or above it.
    pub pairs: u64,
    /// Those of them that are no candidates.
    pub missed: u64,
    /// Candidates below it, counted in vain.
    pub wasted: u64,
}

impl Banded {
    /// What was measured at `threshold`.
    #[must_use]
    pub fn at(&self, threshold: f64) -> AtThreshold {
        let upto = self.steps.partition_point(|step| step.0 >= threshold);
        let (pairs, found) = upto
            .checked_sub(1)
            .map_or((0, 0), |at| (self.steps[at].1, self.steps[at].2));
        AtThreshold {
            pairs,
            missed: pairs - found,
            wasted: self.candidates.saturating_sub(found),
        }
    }
}

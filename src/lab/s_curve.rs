//! What bands and rows would do to a corpus, by theory, over the similarities that its pairs have.
//!
//! A pair of Jaccard J becomes a candidate with probability `1 - (1 - J^r)^b`. Summed over the pairs
//! of a corpus this says how many pairs at the threshold are to be expected to be missed, and how
//! many candidates below it are to be counted in vain.

use crate::candidates::PairSet;
use crate::candidates::banding::Banding;
use crate::similarity::estimate::agreement;

/// What theory says of a banding on one corpus.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expected {
    /// Pairs at or above the threshold that will not become candidates, on average.
    pub missed: f64,
    /// Candidates below the threshold, on average, among the pairs that are known.
    pub wasted: f64,
    /// Pairs at or above the threshold.
    pub pairs: u64,
}

/// Sums over `pairs` of representatives, as the methods work on them: found by Jaccard down to some
/// floor, below which nothing is known and nothing is summed.
#[must_use]
pub fn expected(pairs: &PairSet, banding: Banding, bits: u32, threshold: f64) -> Expected {
    let mut out = Expected::default();
    // Many pairs have one similarity; the powers are worked out once for each.
    for same in pairs.pairs.chunk_by(|a, b| a.jaccard() == b.jaccard()) {
        let jaccard = same[0].jaccard();
        let found = banding.probability(agreement(jaccard, bits));
        let count = same.len() as f64;
        if jaccard >= threshold {
            out.missed += count * (1.0 - found);
            out.pairs += same.len() as u64;
        } else {
            out.wasted += count * found;
        }
    }
    out
}

//! Theoretical effect of a banding on a corpus, from the similarities of its pairs.
//!
//! A pair of Jaccard J becomes a candidate with probability `1 - (1 - J^r)^b`. Summed over the
//! pairs of a corpus, this gives the expected number of missed pairs at or above the threshold and
//! of wasted candidates below it.

use crate::candidates::PairSet;
use crate::candidates::banding::Banding;
use crate::similarity::Pair;
use crate::similarity::estimate::agreement;

/// Expected result of a banding on one corpus.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expected {
    /// Expected number of pairs at or above the threshold that do not become candidates.
    pub missed: f64,
    /// Expected number of candidates below the threshold, among the known pairs only.
    pub wasted: f64,
    /// Pairs at or above the threshold.
    pub pairs: u64,
}

/// Expected misses and wasted candidates, summed over `pairs` of representatives, which are the
/// unit the methods work on. Pairs below the floor of `pairs` are unknown and not counted. The
/// threshold applies to the measure of `pairs`; the candidate probability always depends on
/// Jaccard.
#[must_use]
pub fn expected(pairs: &PairSet, banding: Banding, bits: u32, threshold: f64) -> Expected {
    let mut out = Expected::default();
    // Many pairs have equal similarities; the powers are computed once per similarity.
    let alike = |a: &Pair, b: &Pair| a.jaccard() == b.jaccard() && pairs.score(a) == pairs.score(b);
    for same in pairs.pairs.chunk_by(alike) {
        let found = banding.probability(agreement(same[0].jaccard(), bits));
        let count = same.len() as f64;
        if pairs.score(&same[0]) >= threshold {
            out.missed += count * (1.0 - found);
            out.pairs += same.len() as u64;
        } else {
            out.wasted += count * found;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::fixture::pair_sets;
    use crate::similarity::Measure;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_are_those_over_single_pairs(
            mut pairs in pair_sets(), bands in 1_usize..40, rows in 1_usize..6, threshold in 0.0_f64..=1.0,
            contained: bool,
        ) {
            if contained {
                pairs.found.measure = Measure::Containment;
            }
            let banding = Banding { bands, rows };
            let got = expected(&pairs, banding, 32, threshold);
            let (mut missed, mut wasted, mut count) = (0.0, 0.0, 0);
            for pair in &pairs.pairs {
                let jaccard = pair.jaccard();
                let miss = (1.0 - jaccard.powi(rows as i32)).powi(bands as i32);
                if pairs.score(pair) >= threshold {
                    missed += miss;
                    count += 1;
                } else {
                    wasted += 1.0 - miss;
                }
            }
            prop_assert_eq!(got.pairs, count);
            prop_assert!((got.missed - missed).abs() < 1e-9 && (got.wasted - wasted).abs() < 1e-9);
        }
    }
}

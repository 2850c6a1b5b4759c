//! Histogram of document pairs by similarity, computed once when pairs arrive, so that drawing and
//! moving the threshold are cheap.

use crate::candidates::PairSet;

/// One bin per hundredth from 0 to .99, and one for exactly 1.
const BINS: usize = 101;
/// Interval of the cumulative counts, in pairs; within an interval, weights are summed on demand.
const STEP: usize = 256;

/// Counts of document pairs by exact similarity; each group of identical copies contributes all its
/// pairs.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    bins: Vec<u64>,
    /// Document pairs with equal shingle sets, mostly copies of one text; all have similarity 1.
    copies: u64,
    /// Cumulative document pairs: entry `i` covers `pairs[..STEP * i]`.
    running: Vec<u64>,
}

impl Histogram {
    /// Counts a pair set; O(pairs).
    pub fn new(set: &PairSet) -> Self {
        let copies = set.pairs_of_one_set();
        let mut bins = vec![0; BINS];
        bins[BINS - 1] = copies;
        let mut running = Vec::with_capacity(set.pairs.len() / STEP + 2);
        let mut sum = 0;
        for (i, pair) in set.pairs.iter().enumerate() {
            if i % STEP == 0 {
                running.push(sum);
            }
            let weight = set.weight(pair);
            // The epsilon keeps a fraction like 0.29 in its own bin despite rounding.
            let bin = (set.score(pair) * 100.0 + 1e-9).floor() as usize;
            bins[bin.min(BINS - 1)] += weight;
            sum += weight;
        }
        running.push(sum);
        Histogram {
            bins,
            copies,
            running,
        }
    }

    /// Total number of document pairs.
    pub fn total(&self) -> u64 {
        self.copies + self.running.last().copied().unwrap_or(0)
    }

    /// Number of document pairs with similarity ≥ `threshold`. `set` must be the set this histogram was
    /// made from. O(log pairs + `STEP`).
    pub fn at_or_above(&self, set: &PairSet, threshold: f64) -> u64 {
        let upto = set.pairs.partition_point(|p| set.score(p) >= threshold);
        let start = (upto / STEP).min(self.running.len().saturating_sub(1));
        let rest = set.pairs.get(start * STEP..upto).unwrap_or(&[]).iter();
        let rest: u64 = rest.map(|p| set.weight(p)).sum();
        self.copies + self.running.get(start).copied().unwrap_or(0) + rest
    }

    /// Counts of bins `width` hundredths wide, from `floor` hundredths to 1; the last entry counts pairs
    /// at exactly 1.
    pub fn bins(&self, floor: usize, width: usize) -> Vec<u64> {
        let Some((ones, below)) = self.bins.split_last() else {
            return vec![];
        };
        let below = below.get(floor.min(below.len())..).unwrap_or(&[]);
        let mut counts: Vec<u64> = below.chunks(width.max(1)).map(|c| c.iter().sum()).collect();
        counts.push(*ones);
        counts
    }

    /// Greatest similarity below `threshold` of any pair.
    pub fn nearest_below(set: &PairSet, threshold: f64) -> Option<f64> {
        let upto = set.pairs.partition_point(|p| set.score(p) >= threshold);
        set.pairs.get(upto).map(|p| set.score(p))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::candidates::PairSetInfo;
    use crate::similarity::{Measure, Overlap, Pair};

    fn set(pairs: &[(u32, u32, u32)], representative: &[u32]) -> PairSet {
        let pair = |(a, b, shared): &(u32, u32, u32)| Pair {
            a: DocNo(*a),
            b: DocNo(*b),
            overlap: Overlap {
                shared: *shared,
                size_a: 100,
                size_b: *shared,
            },
            agreeing: 0,
        };
        let representative = representative.iter().map(|d| DocNo(*d)).collect();
        let info = PairSetInfo {
            method: "lsh",
            measure: Measure::Jaccard,
            bands: None,
            floor: 0.3,
            complete: true,
            stopped: false,
            chosen_for: None,
            candidates: 0,
            capped: 0,
            note: String::new(),
        };
        PairSet::new(representative, pairs.iter().map(pair).collect(), info)
    }

    #[test]
    fn copies_count_as_pairs() {
        // Documents 0 and 1 are copies; their representative 0 forms a pair with 2 at .8.
        let set = set(&[(0, 2, 80), (2, 3, 29)], &[0, 0, 2, 3]);
        let h = Histogram::new(&set);
        assert_eq!(h.total(), 1 + 2 + 1);
        assert_eq!(h.at_or_above(&set, 0.8), 3);
        assert_eq!(h.at_or_above(&set, 0.81), 1);
        assert_eq!(h.bins(29, 1)[0], 1);
        assert_eq!(h.bins(29, 1).last(), Some(&1));
        assert_eq!(h.bins(20, 10).iter().sum::<u64>(), 4);
        assert_eq!(Histogram::nearest_below(&set, 0.8), Some(0.29));
    }
}

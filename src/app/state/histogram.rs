//! How many pairs of documents there are at each similarity, counted once when pairs arrive so that
//! drawing at any width and moving the threshold cost nothing.

use crate::candidates::PairSet;

/// Hundredths from 0 to .99 and one more for exactly 1.
const BINS: usize = 101;
/// A running count is kept every so many pairs; between two of them it is added up anew.
const STEP: usize = 256;

/// Pairs of documents by exact Jaccard, identical copies counted as the pairs they are.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    bins: Vec<u64>,
    /// Document pairs among those of one shingle set, copies of one text above all: all at 1.
    copies: u64,
    /// Document pairs in `pairs[..STEP * i]`.
    running: Vec<u64>,
}

impl Histogram {
    /// Counts a set of pairs.
    #[must_use]
    pub fn of(set: &PairSet) -> Self {
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
            // The small sum keeps a fraction like 0.29 in the bin that begins there.
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

    /// Pairs of documents in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.copies + self.running.last().copied().unwrap_or(0)
    }

    /// Pairs of documents at or above `threshold` among `set`, the one this was made of.
    #[must_use]
    pub fn at_or_above(&self, set: &PairSet, threshold: f64) -> u64 {
        let upto = set.pairs.partition_point(|p| set.score(p) >= threshold);
        let start = (upto / STEP).min(self.running.len().saturating_sub(1));
        let rest: u64 = set
            .pairs
            .get(start * STEP..upto)
            .unwrap_or(&[])
            .iter()
            .map(|p| set.weight(p))
            .sum();
        self.copies + self.running.get(start).copied().unwrap_or(0) + rest
    }

    /// Counts of bins `width` hundredths wide from `floor` hundredths to 1, and last the pairs at
    /// exactly 1.
    #[must_use]
    pub fn bins(&self, floor: usize, width: usize) -> Vec<u64> {
        let Some((ones, below)) = self.bins.split_last() else {
            return vec![];
        };
        let below = below.get(floor.min(below.len())..).unwrap_or(&[]);
        let mut out: Vec<u64> = below.chunks(width.max(1)).map(|c| c.iter().sum()).collect();
        out.push(*ones);
        out
    }

    /// The greatest similarity below `threshold` that some pair has.
    #[must_use]
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
        let found = PairSetInfo {
            method: "lsh",
            measure: Measure::Jaccard,
            bands: None,
            floor: 0.3,
            complete: true,
            chosen_for: None,
            candidates: 0,
            capped: 0,
            note: String::new(),
        };
        PairSet::new(representative, pairs.iter().map(pair).collect(), found)
    }

    #[test]
    fn copies_count_as_the_pairs_they_are() {
        // Documents 0 and 1 are copies; their representative 0 has a pair with 2 at .8.
        let set = set(&[(0, 2, 80), (2, 3, 29)], &[0, 0, 2, 3]);
        let h = Histogram::of(&set);
        assert_eq!(h.total(), 1 + 2 + 1);
        assert_eq!(h.at_or_above(&set, 0.8), 3);
        assert_eq!(h.at_or_above(&set, 0.81), 1);
        assert_eq!(h.bins(29, 1)[0], 1);
        assert_eq!(h.bins(29, 1).last(), Some(&1));
        assert_eq!(h.bins(20, 10).iter().sum::<u64>(), 4);
        assert_eq!(Histogram::nearest_below(&set, 0.8), Some(0.29));
    }
}

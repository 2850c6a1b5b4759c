//! Pair counts by threshold, and histograms of the pairs' similarities.

use crate::candidates::PairSet;
use crate::similarity::{Measure, Overlap};

/// Bins of a histogram: one per hundredth, plus one for exactly 1.
pub const BINS: usize = 101;

/// Number of document pairs at or above any similarity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// (Similarity by the measure in use, pairs of documents at or above it); descending, each
    /// similarity once. Copies count as pairs of similarity 1.
    pub steps: Vec<(f64, u64)>,
    /// Pairs of documents in each hundredth of the similarity by the measure in use, copies
    /// included; the last of the 101 bins is exactly 1. Bins below the floor are empty.
    pub histogram: Vec<u64>,
    /// Pairs of distinct texts in each hundredth of exact Jaccard, whatever the measure in use,
    /// since Jaccard determines whether sketches agree. With another measure, only the pairs
    /// found by it.
    pub of_texts: Vec<u64>,
}

impl Counts {
    /// Counts the pairs of `pairs`. Cost: one pass over them.
    pub fn new(pairs: &PairSet) -> Self {
        let mut counts = Counts {
            steps: Vec::new(),
            histogram: vec![0; BINS],
            of_texts: vec![0; BINS],
        };
        let mut sum = pairs.pairs_of_one_set();
        if sum > 0 {
            counts.steps.push((1.0, sum));
            counts.histogram[BINS - 1] = sum;
        }
        let measure = pairs.info.measure;
        for pair in &pairs.pairs {
            let weight = pairs.weight(pair);
            sum += weight;
            let similarity = pairs.score(pair);
            match counts.steps.last_mut() {
                Some(last) if last.0 == similarity => last.1 = sum,
                _ => counts.steps.push((similarity, sum)),
            }
            counts.histogram[hundredth(measure, &pair.overlap)] += weight;
            counts.of_texts[hundredth(Measure::Jaccard, &pair.overlap)] += 1;
        }
        counts
    }

    /// Returns the `histogram` of the pairs of documents at or above `threshold` only. Cost: one pass over all pairs.
    pub fn histogram_from(pairs: &PairSet, threshold: f64) -> Vec<u64> {
        let mut histogram = vec![0; BINS];
        histogram[BINS - 1] = pairs.pairs_of_one_set();
        let measure = pairs.info.measure;
        for pair in pairs
            .pairs
            .iter()
            .filter(|pair| pairs.score(pair) >= threshold)
        {
            histogram[hundredth(measure, &pair.overlap)] += pairs.weight(pair);
        }
        histogram
    }

    /// Pairs of documents at or above `threshold`. Cost: a binary search.
    pub fn at(&self, threshold: f64) -> u64 {
        let step_count = self.steps.partition_point(|step| step.0 >= threshold);
        step_count.checked_sub(1).map_or(0, |at| self.steps[at].1)
    }
}

/// Hundredth, 0..=100, that the similarity falls in. Computed in integers: in floating point, 29 of
/// 100 would fall into bin 28.
pub fn hundredth(measure: Measure, overlap: &Overlap) -> usize {
    let total = match measure {
        Measure::Jaccard => overlap.union(),
        Measure::Containment => u64::from(overlap.size_a.min(overlap.size_b)),
    };
    (u64::from(overlap.shared) * 100)
        .checked_div(total)
        .map_or(0, |at| at as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::cluster::dendrogram::Dendrogram;
    use crate::cluster::fixture::{DOCUMENTS, pair_sets, similarity};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_equal_plain_counting(pairs in pair_sets()) {
            let counts = Counts::new(&pairs);
            let landscape = Dendrogram::new(&pairs).landscape();
            let mut similarities: Vec<f64> = Vec::new();
            for a in (0..DOCUMENTS).map(DocNo::at) {
                similarities.extend((a.index() + 1..DOCUMENTS).map(|b| similarity(&pairs, a, DocNo::at(b))));
            }
            similarities.retain(|similarity| *similarity > 0.0);
            for at in 0..=1_000 {
                let threshold = f64::from(at) / 1_000.0;
                let expected = similarities.iter().filter(|s| **s >= threshold).count() as u64;
                prop_assert_eq!(counts.at(threshold), expected);
                prop_assert_eq!(pairs.count(threshold), expected);
                // A cluster of n documents needs at least n − 1 pairs.
                let step = landscape.at(threshold);
                prop_assert!(u64::from(step.documents - step.clusters) <= expected);
            }
            prop_assert!(counts.steps.is_sorted_by(|x, y| x.0 > y.0 && x.1 < y.1));
            for (bin, pairs) in counts.histogram.iter().enumerate() {
                let (from, to) = (bin as f64 / 100.0, (bin + 1) as f64 / 100.0);
                let inside = similarities.iter().filter(|s| **s >= from && **s < to).count() as u64;
                prop_assert_eq!(*pairs, inside, "{}", bin);
            }
            prop_assert_eq!(counts.of_texts.iter().sum::<u64>(), pairs.pairs.len() as u64);
        }
    }

    #[test]
    fn hundredths_are_exact_where_doubles_are_not() {
        let overlap = |shared, total: u32| Overlap {
            shared,
            size_a: total,
            size_b: shared,
        };
        for total in 1..=100 {
            for shared in 0..=total {
                let at = hundredth(Measure::Jaccard, &overlap(shared, total));
                assert_eq!(at as u32, shared * 100 / total);
            }
        }
        assert_eq!(hundredth(Measure::Containment, &overlap(7, 100)), 100);
        assert_eq!(hundredth(Measure::Jaccard, &Overlap::default()), 0);
    }
}

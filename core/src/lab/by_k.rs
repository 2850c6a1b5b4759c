//! The k landscape: clusters and pair counts of one corpus at every k.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rayon::prelude::*;

use super::sweep::{EachK, SweepInput, UnmaskedDocuments};
use super::tuning::{Counts, ThresholdCounts};
use crate::base::Cancel;
use crate::candidates::complete::LOWEST_FLOOR;
use crate::candidates::exact_join::{Join, JoinPredicate};
use crate::candidates::{Method, PairSet, PairSetInfo};
use crate::cluster::dendrogram::{Dendrogram, Landscape};
use crate::mask::AtEachK;
use crate::settings::Sketching;
use crate::similarity::{Measure, Pair};

/// Results at one k.
#[derive(Clone, Debug)]
pub struct AtK {
    /// Units in a shingle.
    pub k: usize,
    /// Lowest threshold that the other fields are valid for. Below it there are too many pairs to
    /// index.
    pub floor: f64,
    /// Cluster counts (single linkage) by threshold.
    pub landscape: Landscape,
    /// Pairs of documents by threshold.
    pub counts: Counts,
}

impl AtK {
    /// Counts at `threshold`; `None` below the floor.
    pub fn at(&self, threshold: f64) -> Option<ThresholdCounts> {
        (threshold >= self.floor)
            .then(|| ThresholdCounts::at(&self.landscape, &self.counts, threshold))
    }
}

/// Results computed so far.
#[derive(Clone, Debug, Default)]
pub struct ByK {
    /// The current k.
    pub k: usize,
    /// One row per finished k, in ascending order of k.
    pub rows: Vec<Arc<AtK>>,
    /// Number of k values not yet computed.
    pub waiting: usize,
}

/// Values of k in a landscape.
const KS: RangeInclusive<usize> = 1..=12;

/// Thresholds that a row may begin at ([`AtK::floor`]): hundredths from the lowest floor to 1.
fn thresholds() -> Vec<f64> {
    let from = (LOWEST_FLOOR * 100.0).round() as u32;
    (from..=100).map(|at| f64::from(at) / 100.0).collect()
}

/// Maximum number of pairs of texts stored for one k: several hundred megabytes.
const MAX_PAIRS: u64 = if cfg!(test) { 40 } else { 5_000_000 };

/// Sampling rate of the pair-count estimate: pairs are counted for one text in `PROBE`.
const PROBE: usize = if cfg!(test) { 1 } else { 32 };

/// Computes the row of each k by `measure` from the terms of `corpus` that are not excluded at that k. Unit, bag and
/// seed of `corpus` apply to all rows. Passes the results so far to `so_far` after each row. Polls `cancel`; returns
/// `None` when cancelled. Runs on the caller's pool.
pub fn by_k(
    corpus: &AtEachK,
    measure: Measure,
    cancel: &Cancel,
    so_far: &mut dyn FnMut(&ByK),
) -> Option<ByK> {
    let mut results = ByK {
        k: corpus.collection.settings().sketching.k,
        rows: Vec::new(),
        waiting: KS.count(),
    };
    let mut each_k = EachK::new(corpus);
    for k in KS {
        let pair_set = pairs(&*each_k.at(k, cancel)?, measure, k, cancel)?;
        results.rows.push(Arc::new(AtK {
            k,
            floor: pair_set.info.floor,
            landscape: Dendrogram::new(&pair_set).landscape(),
            counts: Counts::new(&pair_set),
        }));
        results.waiting -= 1;
        cancel.proceed()?;
        so_far(&results);
    }
    Some(results)
}

/// All pairs at one k, down to the lowest threshold at which they fit into memory. `None` when
/// cancelled.
fn pairs(
    documents: &UnmaskedDocuments,
    measure: Measure,
    k: usize,
    cancel: &Cancel,
) -> Option<PairSet> {
    let UnmaskedDocuments { collection, texts } = documents;
    let sketching = Sketching {
        k,
        ..collection.settings().sketching.clone()
    };
    let input = SweepInput::new(collection, texts, &sketching);
    let thresholds = thresholds();
    let join = |at: usize| Join::new(&input.items, JoinPredicate::new(measure, thresholds[at]));
    let texts = input.items.len() as u64;
    let fits = |at: usize| {
        texts * texts.saturating_sub(1) / 2 <= MAX_PAIRS
            || join(at).count_some(PROBE, cancel) * PROBE as u64 <= MAX_PAIRS
    };
    // The number of pairs decreases with the threshold, so a binary search finds the lowest
    // possible one.
    let (mut low, mut high) = (0, thresholds.len() - 1);
    if !fits(0) {
        while low < high {
            let middle = usize::midpoint(low, high);
            if fits(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
    }
    let pair = |(a, b, overlap)| Pair {
        a,
        b,
        overlap,
        // Sketches are not used here.
        agreeing: 0,
    };
    let (mut pairs, candidates) = join(low).run(pair, cancel);
    pairs.par_sort_unstable_by(|a, b| a.order(b, measure));
    let info = PairSetInfo {
        method: Method::Exact.name(),
        measure,
        floor: thresholds[low],
        complete: true,
        candidates,
        ..PairSetInfo::default()
    };
    let pair_set = || PairSet::new(input.representative, pairs, info).restricted(collection);
    (!cancel.stopped()).then(pair_set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::made;
    use crate::similarity::Overlap;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]
        #[test]
        fn every_k_equals_plain_counting(
            texts in prop::collection::vec(prop::collection::vec(0_u64..4, 0..9), 0..16),
            containment: bool,
            bag: bool,
        ) {
            let sketching = Sketching { bag, permutations: 16, ..Sketching::default() };
            let collection = Arc::new(made::collection(&texts, sketching.clone()));
            let corpus = AtEachK::new(&collection, &Default::default()).unwrap();
            let measure = if containment { Measure::Containment } else { Measure::Jaccard };
            let mut last = ByK::default();
            let mut times = 0;
            let mut so_far = |now: &ByK| {
                times += 1;
                assert_eq!((now.rows.len(), now.waiting), (times, KS.count() - times));
                last = now.clone();
            };
            let complete = by_k(&corpus, measure, &Cancel::default(), &mut so_far).unwrap();
            prop_assert_eq!(complete.rows.len(), last.rows.len());
            // Similarity of every pair of documents.
            let scores = |k: usize| -> Vec<f64> {
                let at = collection.reshingled(&Sketching { k, ..sketching.clone() });
                let sets: Vec<Vec<u64>> = at.documents().map(|d| at.shingle_set(d)).collect();
                let mut scores = Vec::new();
                for a in 0..sets.len() {
                    for b in a + 1..sets.len() {
                        scores.push(measure.similarity(&Overlap::new(&sets[a], &sets[b])));
                    }
                }
                scores
            };
            for (row, k) in last.rows.iter().zip(KS) {
                prop_assert_eq!(row.k, k);
                let scores_at_k = scores(k);
                for threshold in thresholds().into_iter().filter(|t| *t >= row.floor) {
                    let count = |condition: &dyn Fn(usize) -> bool| (0..scores_at_k.len()).filter(|i| condition(*i)).count() as u64;
                    let reaches_threshold = |i: usize| scores_at_k[i] >= threshold;
                    prop_assert_eq!(row.counts.at(threshold), count(&reaches_threshold));
                    let step = row.landscape.at(threshold);
                    prop_assert_eq!(step.documents > 0, count(&reaches_threshold) > 0);
                }
                if texts.len() < 9 {
                    prop_assert_eq!(row.floor, LOWEST_FLOOR);
                }
            }
            let cancelled = by_k(&corpus, measure, &Cancel::after(0), &mut |_| {});
            prop_assert!(cancelled.is_none());
        }
    }
}

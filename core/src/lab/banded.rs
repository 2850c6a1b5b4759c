//! Measured effect of a banding on a corpus: how many true pairs share a bucket, how many do not,
//! and how many other candidates there are.
//!
//! No overlap is recounted. Whether two sketches agree on a band is tested for each pair of the
//! truth; the total number of candidates is counted in the buckets without listing them. Documents
//! of outsized buckets (too large to enumerate all pairs) go through the complete join, as in the
//! LSH method.

use rayon::prelude::*;

use super::counts::{BINS, hundredth};
use crate::base::{Cancel, DocNo};
use crate::candidates::banding::Banding;
use crate::candidates::{Identical, PairSet, Proposed, affordable, lsh};
use crate::index::Collection;
use crate::similarity::estimate::agreement;
use crate::similarity::{Measure, Pair};

const PAIRS_PER_CHUNK: usize = 1 << 12;

/// One banding of the sketches of a collection, evaluated against the exact pairs. Counts pairs of
/// distinct texts, as candidates do.
#[derive(Clone, Debug, PartialEq)]
pub struct BandingEvaluation {
    /// Number of bands and rows per band.
    pub banding: Banding,
    /// Bits of a sketch value, 1..=32.
    pub bits: u32,
    /// Total candidates: pairs that agree on a band, at any similarity. For documents in outsized
    /// buckets, the candidates that the join counts down to the floor of the truth.
    pub candidates: u64,
    /// Candidates omitted because a bucket was too large.
    pub capped: u64,
    /// Number of documents in outsized buckets, whose pairs are not enumerated.
    pub outsized: usize,
    /// The true pairs by similarity by the measure in use, descending, each once.
    pub steps: Vec<BandingStep>,
    /// Candidates in each bin of [`Counts::of_texts`](super::counts::Counts::of_texts), by exact
    /// Jaccard.
    pub candidate_bins: Vec<u64>,
    /// True pairs that are not candidates, most similar first; at most [`MAX_LISTED`].
    pub missed: Vec<Pair>,
}

/// Maximum number of missed pairs that are listed.
pub const MAX_LISTED: usize = 500;

/// The true pairs at or above a similarity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BandingStep {
    /// The similarity.
    pub similarity: f64,
    /// Number of these pairs.
    pub pairs: u64,
    /// Number of them that are candidates.
    pub hits: u64,
    /// The expected number of candidates among them.
    pub expected_hits: f64,
}

/// Result of a banding at one threshold. Expected figures depend only on the similarities of the pairs: a pair of
/// Jaccard J becomes a candidate with probability `1 - (1 - J^r)^b`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AtThreshold {
    /// True pairs at or above the threshold.
    pub pairs: u64,
    /// True pairs at or above the threshold that are not candidates (false negatives).
    pub missed: u64,
    /// Expected value of `missed`.
    pub expected_missed: f64,
    /// Candidates below the threshold (false positives before verification) that are pairs of the truth, so at or
    /// above its floor.
    pub wasted: u64,
    /// Expected value of `wasted`.
    pub expected_wasted: f64,
    /// Candidates below the floor of the truth, whose similarities are unknown.
    pub below_floor: u64,
}

impl BandingEvaluation {
    /// Evaluates `banding` against `truth`, the complete join of `collection`. Polls
    /// `cancel`; returns `None` when cancelled. Call on the worker pool. Cost: one pass
    /// over all sketches, over the bucket pairs, and over the pairs of the truth.
    pub fn new(
        collection: &Collection,
        truth: &PairSet,
        banding: Banding,
        cancel: &Cancel,
    ) -> Option<Self> {
        let representative = truth.representative.clone();
        let identical = Identical::from_representatives(collection, representative);
        let documents = identical.distinct();
        let lsh_counts = lsh::count(collection, documents, banding, cancel)?;
        let outsized = &lsh_counts.outsized;
        let joined = (!outsized.is_empty()).then(|| {
            affordable(
                collection,
                outsized,
                truth.info.measure,
                truth.info.floor,
                cancel,
            )
        });
        let layout = collection.layout();
        let agree = |pair: &Pair| {
            let (a, b) = (collection.sketch(pair.a), collection.sketch(pair.b));
            let rows = banding.rows;
            (0..banding.bands).any(|band| layout.agree(a, b, band * rows..(band + 1) * rows))
        };
        let (candidates, capped, flags) = match joined {
            None => (lsh_counts.pairs, 0, are_candidates(truth, agree, cancel)?),
            Some(Some((_, join))) => {
                let is_large = |doc: DocNo| outsized.binary_search(&doc).is_ok();
                let is_hit = |pair: &Pair| is_large(pair.a) && is_large(pair.b) || agree(pair);
                let candidates = lsh_counts.pairs + join.candidates;
                (candidates, 0, are_candidates(truth, is_hit, cancel)?)
            }
            Some(None) => {
                let buckets = lsh::buckets(collection, documents, banding, cancel);
                let Proposed { pairs, capped } =
                    lsh::with_neighbours(collection, buckets, banding, cancel);
                let is_hit = |pair: &Pair| pairs.binary_search(&(pair.a, pair.b)).is_ok();
                (
                    pairs.len() as u64,
                    capped,
                    are_candidates(truth, is_hit, cancel)?,
                )
            }
        };
        let mut steps: Vec<BandingStep> = Vec::new();
        let (mut hits, mut expected_hits) = (0, 0.0);
        let mut bins = vec![0; BINS];
        let mut missed = Vec::new();
        for (pairs, (pair, is_candidate)) in (1..).zip(truth.pairs.iter().zip(flags)) {
            hits += u64::from(is_candidate);
            if !is_candidate && missed.len() < MAX_LISTED {
                missed.push(*pair);
            }
            expected_hits += banding.probability(agreement(pair.jaccard(), layout.bits));
            bins[hundredth(Measure::Jaccard, &pair.overlap)] += u64::from(is_candidate);
            let similarity = truth.score(pair);
            steps.pop_if(|last| last.similarity == similarity);
            steps.push(BandingStep {
                similarity,
                pairs,
                hits,
                expected_hits,
            });
        }
        Some(BandingEvaluation {
            banding,
            bits: layout.bits,
            candidates,
            capped,
            outsized: outsized.len(),
            steps,
            candidate_bins: bins,
            missed,
        })
    }

    /// Probability that a pair of this Jaccard similarity becomes a candidate, 0..=1.
    pub fn probability(&self, jaccard: f64) -> f64 {
        self.banding.probability(agreement(jaccard, self.bits))
    }

    /// Counts at `threshold`. Pairs below the floor of the truth are unknown and not expected.
    pub fn at(&self, threshold: f64) -> AtThreshold {
        let count = (self.steps).partition_point(|step| step.similarity >= threshold);
        let above = self.steps[..count].last().copied().unwrap_or_default();
        let all = self.steps.last().copied().unwrap_or_default();
        AtThreshold {
            pairs: above.pairs,
            missed: above.pairs - above.hits,
            expected_missed: (above.pairs as f64 - above.expected_hits).max(0.0),
            wasted: all.hits - above.hits,
            expected_wasted: all.expected_hits - above.expected_hits,
            below_floor: self.candidates.saturating_sub(all.hits),
        }
    }
}

/// Returns for each pair of the truth, in order, whether it is a candidate. `None` when cancelled.
fn are_candidates(
    truth: &PairSet,
    hit: impl Fn(&Pair) -> bool + Sync,
    cancel: &Cancel,
) -> Option<Vec<bool>> {
    let parts = truth.pairs.par_chunks(PAIRS_PER_CHUNK);
    let parts = parts
        .map(|pairs| (!cancel.stopped()).then(|| pairs.iter().map(&hit).collect::<Vec<bool>>()));
    let parts: Option<Vec<Vec<bool>>> = parts.collect();
    Some(parts?.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::{Complete, Method, MethodConfig, find};
    use crate::index::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn sketching(bits: u32) -> Sketching {
        Sketching {
            k: 1,
            permutations: 16,
            bits,
            ..Sketching::default()
        }
    }

    /// The expected missed and wasted pairs, summed pair by pair.
    fn expected(pairs: &PairSet, banding: Banding, bits: u32, threshold: f64) -> (f64, f64) {
        let mut out = (0.0, 0.0);
        for pair in &pairs.pairs {
            let agreement = agreement(pair.jaccard(), bits);
            let miss = (1.0 - agreement.powi(banding.rows as i32)).powi(banding.bands as i32);
            if pairs.score(pair) >= threshold {
                out.0 += miss;
            } else {
                out.1 += 1.0 - miss;
            }
        }
        out
    }

    /// Compares the measured counts with what `pairs --method lsh --bands --rows` finds and
    /// proposes.
    fn check(
        texts: &[Vec<u64>],
        bits: u32,
        banding: Banding,
        measure: Measure,
    ) -> BandingEvaluation {
        let collection = made::collection(texts, sketching(bits));
        let identical = Identical::new(&collection);
        let truth = Complete::new(&collection, &identical, measure).at(0.1, &Cancel::default());
        let banded =
            BandingEvaluation::new(&collection, &truth, banding, &Cancel::default()).unwrap();
        let method_config = MethodConfig {
            banding: Some(banding),
            measure,
            ..MethodConfig::from(Method::Lsh)
        };
        for threshold in [0.1, 0.25, 0.5, 0.75, 1.0] {
            let lsh = find(
                &collection,
                &identical,
                &method_config,
                threshold,
                threshold,
                &Cancel::default(),
            );
            let at = banded.at(threshold);
            let key = |pair: &Pair| (pair.a, pair.b);
            let candidates: BTreeSet<_> = lsh.pairs.iter().map(key).collect();
            let all: BTreeSet<_> = truth.at_least(threshold).iter().map(key).collect();
            assert!(candidates.is_subset(&all));
            let listed = banded.missed.iter();
            let listed = listed.filter(|pair| truth.score(pair) >= threshold);
            let missed: BTreeSet<_> = listed.map(key).collect();
            assert_eq!(missed, &all - &candidates);
            assert_eq!(
                (at.pairs, at.missed),
                (all.len() as u64, (all.len() - candidates.len()) as u64)
            );
            let agreeing = truth.pairs.iter().filter(|pair| {
                let (a, b) = (collection.sketch(pair.a), collection.sketch(pair.b));
                let band = |at: usize| at * banding.rows..(at + 1) * banding.rows;
                (0..banding.bands).any(|at| collection.layout().agree(a, b, band(at)))
            });
            let agreeing = agreeing.count() as u64;
            if banded.outsized == 0 {
                assert_eq!(at.wasted, agreeing - candidates.len() as u64);
            }
            let all = at.wasted + at.below_floor + candidates.len() as u64;
            assert_eq!(all, banded.candidates);
            if banded.outsized == 0 {
                assert_eq!(banded.candidates, lsh.info.candidates);
            }
            assert_eq!(banded.capped, lsh.info.capped);
            let (missed, wasted) = expected(&truth, banding, bits, threshold);
            // Sums over many pairs, accumulated in another order, differ in rounding.
            let is_near =
                |x: f64, y: f64| (x - y).abs() < 1e-12 * (1.0 + truth.pairs.len() as f64).powi(2);
            assert!(is_near(at.expected_missed, missed) && is_near(at.expected_wasted, wasted));
            if measure == Measure::Jaccard {
                let bins = &banded.candidate_bins[(threshold * 100.0) as usize..];
                assert_eq!(bins.iter().sum::<u64>(), candidates.len() as u64);
            }
        }
        banded
    }

    proptest! {
        #[test]
        fn the_evaluation_equals_the_pairs_of_the_method(
            texts in prop::collection::vec(prop::collection::vec(0_u64..12, 0..12), 0..30),
            rows in 1_usize..6,
            short: bool,
            contained: bool,
        ) {
            let measure = if contained { Measure::Containment } else { Measure::Jaccard };
            let banding = Banding { bands: 16 / rows, rows };
            check(&texts, if short { 4 } else { 32 }, banding, measure);
        }
    }

    #[test]
    fn outsized_buckets_have_the_counts_of_the_method() {
        // Pairs of similar texts among many that share a third of their terms.
        let texts: Vec<Vec<u64>> = (0..1_500_u64)
            .map(|i| vec![1, 2, 1_000 + i / 2, 2_000 + i / 2, 3_000 + i, 5_000 + i])
            .collect();
        let banded = check(&texts, 32, Banding { bands: 16, rows: 1 }, Measure::Jaccard);
        assert!(banded.outsized > 1_000);
    }
}

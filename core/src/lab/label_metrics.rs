//! Evaluation of the similarities of labelled pairs: their scores, the quality of every threshold, and
//! the pairs that a threshold misclassifies.

use super::labels::{Labels, LabelsFile};
use super::tuning::Tuning;
use super::{AreaEstimate, independent_share};
use super::{Curve, Scored};
use crate::base::Cancel;
use crate::base::DocNo;
use crate::candidates::verify;
use crate::index::Collection;
use crate::similarity::Measure;

/// Labels of pairs, evaluated against the exact similarities of a collection.
#[derive(Clone, Debug)]
pub struct LabelMetrics {
    /// The file of the labels.
    pub file: LabelsFile,
    /// The parsed labels.
    pub labels: Labels,
    /// Similarity of each labelled pair, in the order of `labels.pairs`.
    pub scores: Vec<f64>,
    /// Quality at every threshold.
    pub curve: Curve,
    /// 95 % interval of the best threshold for pairs of other documents; `None` also if every pair of the corpus
    /// counts, because then there is no sample.
    pub interval: Option<(f64, f64)>,
    /// The area under the ROC curve, estimated from a sample; `None` also if every pair counts.
    pub area: Option<AreaEstimate>,
}

/// A pair that a threshold misclassifies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// The document with the lower number.
    pub a: DocNo,
    /// The document with the higher number.
    pub b: DocNo,
    /// Index of the label's name in [`Labels::names`].
    pub label: Option<u16>,
    /// True for a false negative (labelled near-duplicate, below the threshold), false for a false positive.
    pub missed: bool,
    /// Similarity of the pair, 0..=1.
    pub score: f64,
}

impl Mistake {
    /// The name of its label in `names`, if it has one.
    pub fn name<'n>(&self, names: &'n [String]) -> Option<&'n str> {
        names.get(usize::from(self.label?)).map(String::as_str)
    }

    /// Its kind: `missed` or `false alarm`.
    pub fn kind(&self) -> &'static str {
        if self.missed { "missed" } else { "false alarm" }
    }
}

impl LabelMetrics {
    /// Evaluates `labels` of `file` against similarities by `measure`. With `rest`, the tuning data of
    /// `collection` by the same measure, every pair without a label counts as negative. Polls
    /// `cancel`; returns `None` when cancelled. Call on the worker pool.
    pub fn new(
        file: LabelsFile,
        labels: Labels,
        collection: &Collection,
        measure: Measure,
        rest: Option<&Tuning>,
        cancel: &Cancel,
    ) -> Option<Self> {
        let scores = scores(collection, &labels, measure, cancel)?;
        let curve = match rest {
            Some(tuning) => {
                let unsure = verify::overlaps(collection, &labels.unsure, cancel)?;
                let unsure: Vec<f64> = unsure.iter().map(|o| measure.similarity(o)).collect();
                curve_with_rest(&labels, (&scores, &unsure), tuning)
            }
            None => Curve::new(&Scored::all(&labels.pairs, &scores)),
        };
        let share = || independent_share(&labels.pairs, &scores);
        let interval = rest.is_none().then(|| curve.best_interval(share()));
        Some(LabelMetrics {
            interval: interval.flatten(),
            area: AreaEstimate::estimate(&labels.pairs, &scores).filter(|_| rest.is_none()),
            file,
            labels,
            scores,
            curve,
        })
    }

    /// The labelled pairs that `threshold` misclassifies, farthest from it first. Cost: O(n log n) in
    /// the labelled pairs.
    pub fn mistakes(&self, threshold: f64) -> Vec<Mistake> {
        let pairs = self.labels.pairs.iter().zip(&self.scores);
        let wrong = pairs.filter(|(pair, score)| pair.positive != (**score >= threshold));
        let mistake = |(pair, score): (&super::LabelledPair, &f64)| Mistake {
            a: pair.a,
            b: pair.b,
            label: Some(pair.label),
            missed: pair.positive,
            score: *score,
        };
        let mut mistakes: Vec<Mistake> = wrong.map(mistake).collect();
        let distance = |mistake: &Mistake| (mistake.score - threshold).abs();
        mistakes.sort_by(|x, y| {
            let by_distance = distance(y).total_cmp(&distance(x));
            by_distance.then((x.a, x.b).cmp(&(y.a, y.b)))
        });
        mistakes
    }
}

/// Exact similarity of every labelled pair by `measure`, 0..=1, in the order of `labels.pairs`.
/// Computed from the shingle sets, so there is no floor. Polls `cancel`; returns `None`
/// when cancelled. Call on the worker pool.
pub fn scores(
    collection: &Collection,
    labels: &Labels,
    measure: Measure,
    cancel: &Cancel,
) -> Option<Vec<f64>> {
    let overlaps = verify::overlaps(collection, &labels.documents(), cancel)?;
    let scores = overlaps.iter().map(|overlap| measure.similarity(overlap));
    Some(scores.collect())
}

/// Curve in which every unlabelled pair counts as negative, except the unsure pairs, whose scores are `unsure`. The
/// counts of `tuning` cover all pairs down to its floor. All pairs below the floor count with similarity 0, labelled or
/// not, because the order of the unlabelled ones is unknown.
fn curve_with_rest(labels: &Labels, (scores, unsure): (&[f64], &[f64]), tuning: &Tuning) -> Curve {
    let clamped = |score: f64| if score < tuning.floor() { 0.0 } else { score };
    let mut scored = Scored::all(&labels.pairs, scores);
    for pair in &mut scored {
        pair.score = clamped(pair.score);
    }
    let mut counted_scores: Vec<f64> = scored.iter().map(|pair| pair.score).collect();
    counted_scores.extend(unsure.iter().map(|score| clamped(*score)));
    counted_scores.sort_unstable_by(|x, y| y.total_cmp(x));
    // Unlabelled pairs of each similarity: all pairs minus labelled and unsure ones.
    let mut steps: Vec<(f64, u64, u64)> = Vec::new();
    let (mut above, mut rest) = (0, 0);
    for &(similarity, pairs) in &tuning.counts.steps {
        let from = counted_scores.partition_point(|score| *score > similarity);
        let upto = counted_scores.partition_point(|score| *score >= similarity);
        let unlabelled = (pairs - above).saturating_sub((upto - from) as u64);
        above = pairs;
        rest += unlabelled;
        steps.push((similarity, 0, unlabelled));
    }
    let documents = tuning.documents as u64;
    let pair_count = documents * documents.saturating_sub(1) / 2;
    let unseen = pair_count.saturating_sub(rest + counted_scores.len() as u64);
    steps.push((0.0, 0, unseen));
    steps.extend(scored.iter().map(Scored::counts));
    Curve::of_counts(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::{Complete, Identical};
    use crate::index::made;
    use crate::lab::LabelledPair;
    use crate::settings::Sketching;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    proptest! {
        #[test]
        fn scores_and_curves_equal_plain_counting(
            texts in prop::collection::vec(prop::collection::vec(0_u64..7, 0..9), 2..16),
            labelled in prop::collection::btree_map((0_usize..16, 0_usize..16), any::<bool>(), 1..30),
            unsure in prop::collection::btree_set((0_usize..16, 0_usize..16), 0..20),
            floor in 0_u32..60,
        ) {
            let sketching = Sketching { k: 1, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let inside = labelled.iter().filter(|((a, b), _)| a < b && *b < texts.len());
            let labels = Labels {
                pairs: inside.map(|((a, b), positive)| LabelledPair {
                    a: DocNo::at(*a), b: DocNo::at(*b), label: 0, positive: *positive,
                }).collect(),
                ..Labels::default()
            };
            let jaccard = |a: usize, b: usize| {
                let set = |i: usize| texts[i].iter().collect::<BTreeSet<_>>();
                let (x, y) = (set(a), set(b));
                let union = x.union(&y).count().max(1);
                x.intersection(&y).count() as f64 / union as f64
            };
            let label_scores = scores(&collection, &labels, Measure::Jaccard, &Cancel::default()).unwrap();
            for (pair, score) in labels.pairs.iter().zip(&label_scores) {
                prop_assert_eq!(*score, jaccard(pair.a.index(), pair.b.index()));
            }
            // Every unlabelled pair counts as negative; pairs below the floor count with similarity 0.
            let floor = f64::from(floor) / 100.0;
            let identical = Identical::new(&collection);
            let truth = Complete::new(&collection, &identical, Measure::Jaccard).at(floor, &Cancel::default());
            let tuning = Tuning::new(&collection, Arc::new(truth), &Cancel::default()).unwrap();
            let unsure: Vec<(usize, usize)> = unsure
                .iter()
                .filter(|pair| pair.0 < pair.1 && pair.1 < texts.len() && !labelled.contains_key(pair))
                .copied()
                .collect();
            let unsure_scores: Vec<f64> = unsure.iter().map(|(a, b)| jaccard(*a, *b)).collect();
            let rest = curve_with_rest(&labels, (&label_scores, &unsure_scores), &tuning);
            let mut expected = Vec::new();
            for a in 0..texts.len() {
                for b in a + 1..texts.len() {
                    if unsure.contains(&(a, b)) {
                        continue;
                    }
                    let label = labels.pairs.iter().find(|p| (p.a.index(), p.b.index()) == (a, b));
                    let score = jaccard(a, b);
                    let score = if score >= floor { score } else { 0.0 };
                    let positive = label.is_some_and(|label| label.positive);
                    expected.push(Scored { score, positive });
                }
            }
            prop_assert_eq!(rest, Curve::new(&expected));
        }
    }
}

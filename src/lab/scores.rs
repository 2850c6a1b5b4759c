//! Scores of labelled pairs, and the threshold curves over them.

use super::counts::Counts;
use super::curve::{Curve, Scored};
use super::labels::Labels;
use crate::base::DocNo;
use crate::candidates::verify;
use crate::collection::Collection;
use crate::similarity::Measure;

/// Number of bootstrap samples for the interval of the best threshold.
pub const ROUNDS: usize = 1_000;

/// Exact similarity of every labelled pair by `measure`, 0..=1, in the order of `labels.pairs`.
/// Computed from the shingle sets, so there is no floor. Polls `should_continue`; returns `None`
/// when cancelled. Call on the worker pool.
#[must_use]
pub fn scores(
    collection: &Collection,
    labels: &Labels,
    measure: Measure,
    should_continue: &(impl Fn() -> bool + Sync),
) -> Option<Vec<f64>> {
    let pairs: Vec<(DocNo, DocNo)> = labels.pairs.iter().map(|pair| (pair.a, pair.b)).collect();
    let overlaps = verify::overlaps(collection, &pairs, should_continue)?;
    let scores = overlaps.iter().map(|overlap| measure.of(overlap));
    Some(scores.collect())
}

/// Curve over the labelled pairs with these scores.
#[must_use]
pub fn curve(labels: &Labels, scores: &[f64]) -> Curve {
    Curve::of(&scored(labels, scores), (0, 0))
}

/// Curve in which every unlabelled pair of documents counts as negative. `counts` covers all pairs
/// down to `floor`; unlabelled pairs below it count with similarity 0.
#[must_use]
pub fn curve_with_rest(
    labels: &Labels,
    scores: &[f64],
    (documents, counts, floor): (usize, &Counts, f64),
) -> Curve {
    let mut scored = scored(labels, scores);
    scored.sort_unstable_by(|x, y| y.score.total_cmp(&x.score));
    // Unlabelled pairs of each similarity: all pairs minus the labelled ones.
    let mut steps: Vec<(f64, u64, u64)> = Vec::new();
    let (mut above, mut rest) = (0, 0);
    for &(similarity, pairs) in &counts.steps {
        let from = scored.partition_point(|one| one.score > similarity);
        let upto = scored.partition_point(|one| one.score >= similarity);
        let unlabelled = (pairs - above).saturating_sub((upto - from) as u64);
        above = pairs;
        rest += unlabelled;
        steps.push((similarity, 0, unlabelled));
    }
    debug_assert!(scored.iter().filter(|one| one.score >= floor).count() as u64 <= above);
    let all = documents as u64 * (documents as u64).saturating_sub(1) / 2;
    let unseen = all.saturating_sub(rest + scored.len() as u64);
    steps.push((0.0, 0, unseen));
    let kinds = scored.iter().map(|one| {
        let (positive, negative) = (u64::from(one.positive), u64::from(!one.positive));
        (one.score, positive, negative)
    });
    steps.extend(kinds);
    Curve::of_counts(steps)
}

fn scored(labels: &Labels, scores: &[f64]) -> Vec<Scored> {
    let pairs = labels.pairs.iter().zip(scores);
    let scored = pairs.map(|(pair, score)| Scored {
        score: *score,
        positive: pair.positive,
    });
    scored.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::{Complete, Identical};
    use crate::collection::made;
    use crate::lab::Labelled;
    use crate::settings::Sketching;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn scores_and_curves_are_those_of_plain_counting(
            texts in prop::collection::vec(prop::collection::vec(0_u64..7, 0..9), 2..16),
            labelled in prop::collection::btree_map((0_usize..16, 0_usize..16), any::<bool>(), 1..30),
            floor in 0_u32..60,
        ) {
            let sketching = Sketching { k: 1, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let inside = labelled.iter().filter(|((a, b), _)| a < b && *b < texts.len());
            let labels = Labels {
                pairs: inside.map(|((a, b), positive)| Labelled {
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
            let got = scores(&collection, &labels, Measure::Jaccard, &|| true).unwrap();
            for (pair, score) in labels.pairs.iter().zip(&got) {
                prop_assert_eq!(*score, jaccard(pair.a.index(), pair.b.index()));
            }
            // Every unlabelled pair counts as negative; those below the floor with similarity 0.
            let floor = f64::from(floor) / 100.0;
            let identical = Identical::of(&collection);
            let truth = Complete::of(&collection, &identical, Measure::Jaccard).at(floor, &|| true);
            let rest = curve_with_rest(&labels, &got, (texts.len(), &Counts::of(&truth), floor));
            let mut want = Vec::new();
            for a in 0..texts.len() {
                for b in a + 1..texts.len() {
                    let label = labels.pairs.iter().find(|p| (p.a.index(), p.b.index()) == (a, b));
                    let score = jaccard(a, b);
                    want.push(match label {
                        Some(label) => Scored { score, positive: label.positive },
                        None if score >= floor => Scored { score, positive: false },
                        None => Scored { score: 0.0, positive: false },
                    });
                }
            }
            prop_assert_eq!(rest, Curve::of(&want, (0, 0)));
        }
    }
}

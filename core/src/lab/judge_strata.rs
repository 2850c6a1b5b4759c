//! The next pair to judge where the answers are to say what a threshold finds of all pairs of a corpus: a sample of
//! pairs of documents, stratified by similarity, as [`AllPairs`] takes it.
//!
//! Every stratum has two answers first, the most similar one before the others; then strata are drawn in proportion to
//! how much their next answer tells (Neyman 1934). Within a stratum each pair of documents that has no answer yet is as
//! likely as any other; copies of one text are pairs of documents like others.

use std::collections::HashSet;

use super::LabelledPair;
use super::draws::Draws;
use super::sampled_labels::{AllPairs, Stratum, allot, strata};
use super::verdict::{ScoredAnswer, Verdict};
use crate::base::DocNo;
use crate::candidates::{PairSet, verify};
use crate::collection::Collection;
use crate::text::shingles::mix;

/// Answers of each stratum before others are drawn: fewer say nothing of its spread.
const FIRST: u64 = 2;

/// Draws from a stratum before its pairs are tried in order, or it is given up.
const TRIES: usize = 200;

/// Documents up to which all pairs below the floor are tried in order.
const FEW: usize = 300;

/// The next pair, `None` when all pairs of the corpus have answers, and what the answers say of all pairs at
/// `threshold`. `pairs` are the exact ones of `collection` down to their floor. Cost: a pass over them.
pub(super) fn next(
    collection: &Collection,
    pairs: &PairSet,
    answers: &[ScoredAnswer],
    threshold: f64,
) -> (Option<(DocNo, DocNo)>, AllPairs) {
    let sure = answers
        .iter()
        .filter(|answer| answer.verdict != Verdict::Unsure);
    let (labels, scores): (Vec<LabelledPair>, Vec<f64>) = sure
        .map(|answer| {
            let label = LabelledPair {
                a: answer.a,
                b: answer.b,
                label: 0,
                positive: answer.verdict == Verdict::Yes,
            };
            (label, answer.score)
        })
        .unzip();
    let documents = collection.len() as u64;
    let all = documents * documents.saturating_sub(1) / 2;
    let floor = pairs.info.floor;
    let at_least = |similarity: f64| pairs.count(similarity);
    let all_pairs = AllPairs::of(&labels, &scores, at_least, all, floor, threshold);
    let mut finest = strata((&labels, &scores), at_least, all, floor, threshold);
    allot(&mut finest);
    let population = Population {
        collection,
        pairs,
        asked: answers.iter().map(|answer| (answer.a, answer.b)).collect(),
    };
    let mut draws = Draws(mix(answers.len() as u64));
    let order = order(&finest, &mut draws);
    let pair = order
        .iter()
        .find_map(|stratum| population.draw(stratum, &mut draws));
    (pair, all_pairs)
}

/// The strata in the order in which they are tried: those without their first answers, then one drawn by how much its
/// next answer tells, then the others.
fn order(strata: &[Stratum], draws: &mut Draws) -> Vec<Stratum> {
    let is_first = |stratum: &&Stratum| stratum.labelled < FIRST.min(stratum.pairs);
    let mut order: Vec<Stratum> = strata.iter().filter(is_first).copied().collect();
    let mut left = draws.unit() * 100.0;
    order.extend(strata.iter().find(|stratum| {
        left -= stratum.next;
        stratum.next > 0.0 && left <= 0.0
    }));
    let mut others = strata.to_vec();
    others.sort_by(|x, y| y.next.total_cmp(&x.next));
    order.extend(others);
    order
}

/// The pairs of documents of a corpus.
struct Population<'a> {
    collection: &'a Collection,
    pairs: &'a PairSet,
    asked: HashSet<(DocNo, DocNo)>,
}

impl Population<'_> {
    /// A pair of documents of `stratum` without an answer; `None` if there is none, or none was found.
    fn draw(&self, stratum: &Stratum, draws: &mut Draws) -> Option<(DocNo, DocNo)> {
        if stratum.low < self.pairs.info.floor {
            let documents = self.collection.len();
            let mut two = || {
                let [x, y] = [(); 2].map(|()| DocNo::at(draws.below(documents)));
                self.below_the_floor(x.min(y), x.max(y))
            };
            let drawn = (0..TRIES).find_map(|_| two());
            let few = if documents <= FEW { documents } else { 0 };
            let mut all = (0..few).flat_map(|b| (0..b).map(move |a| (DocNo::at(a), DocNo::at(b))));
            return drawn.or_else(|| all.find_map(|(a, b)| self.below_the_floor(a, b)));
        }
        let above = |least: f64| {
            let is_above = |pair: &crate::similarity::Pair| self.pairs.score(pair) >= least;
            self.pairs.pairs.partition_point(is_above)
        };
        let inside = above(stratum.high)..above(stratum.low);
        // Sums of pairs of documents: those of one set belong to the highest stratum.
        let of_one_set = match stratum.high > 1.0 {
            true => self.pairs.pairs_of_one_set(),
            false => 0,
        };
        let mut sums = Vec::with_capacity(inside.len());
        let mut sum = of_one_set;
        for pair in &self.pairs.pairs[inside.clone()] {
            sum += self.pairs.weight(pair);
            sums.push(sum);
        }
        let at = |number: u64| {
            let Some(behind) = number.checked_sub(of_one_set) else {
                return self.of_one_set(number);
            };
            let row = sums.partition_point(|sum| *sum <= number);
            let begin = row.checked_sub(1).map_or(of_one_set, |before| sums[before]);
            let pair = self.pairs.pairs.get(inside.start + row)?;
            let (a, b) = (self.pairs.copies(pair.a), self.pairs.copies(pair.b));
            let within = (behind + of_one_set - begin) as usize;
            let (a, b) = (a[within / b.len()], b[within % b.len()]);
            Some((a.min(b), a.max(b)))
        };
        let is_open = |pair: &(DocNo, DocNo)| !self.asked.contains(pair);
        let mut number = || ((draws.unit() * sum as f64) as u64).min(sum.saturating_sub(1));
        let drawn = (0..TRIES.min(sum as usize)).find_map(|_| at(number()).filter(is_open));
        // If nearly all have answers, the draws may miss the rest.
        drawn.or_else(|| (0..sum).find_map(|number| at(number).filter(is_open)))
    }

    /// The pair of this number among those of documents with the same set.
    fn of_one_set(&self, mut number: u64) -> Option<(DocNo, DocNo)> {
        for first in (0..self.collection.len()).map(DocNo::at) {
            let copies = self.pairs.copies(first);
            if copies.len() < 2 || !self.pairs.copies_are_pairs(first) {
                continue;
            }
            // Each document with those before it.
            for (i, copy) in copies.iter().enumerate() {
                match copies[..i].get(number as usize) {
                    Some(before) => return Some((*before, *copy)),
                    None => number -= i as u64,
                }
            }
        }
        None
    }

    /// Two documents, unless they are one, have an answer or are similar.
    fn below_the_floor(&self, a: DocNo, b: DocNo) -> Option<(DocNo, DocNo)> {
        if a == b || self.asked.contains(&(a, b)) {
            return None;
        }
        let measure = self.pairs.info.measure;
        let score = measure.of(&verify::pair(self.collection, a, b).overlap);
        (score < self.pairs.info.floor).then_some((a, b))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::candidates::{Complete, Identical};
    use crate::collection::made;
    use crate::settings::Sketching;
    use crate::similarity::Measure;

    /// Documents of eight terms of which neighbours share most, and some copies.
    fn corpus(floor: f64) -> (Collection, PairSet) {
        let texts: Vec<Vec<u64>> = (0..30_u64)
            .map(|i| {
                let text = if i % 7 == 6 { i - 1 } else { i };
                (0..8)
                    .map(|t| {
                        if t < text % 6 {
                            100 * text + t
                        } else {
                            text / 6 * 10 + t
                        }
                    })
                    .collect()
            })
            .collect();
        let sketching = Sketching {
            k: 1,
            permutations: 16,
            ..Sketching::default()
        };
        let collection = made::collection(&texts, sketching);
        let identical = Identical::of(&collection);
        let pairs = Complete::of(&collection, &identical, Measure::Jaccard).at(floor, &|| true);
        (collection, pairs)
    }

    fn score(collection: &Collection, (a, b): (DocNo, DocNo)) -> f64 {
        verify::pair(collection, a, b).jaccard()
    }

    fn answered(collection: &Collection, pair: (DocNo, DocNo), boundary: f64) -> ScoredAnswer {
        let score = score(collection, pair);
        ScoredAnswer {
            a: pair.0,
            b: pair.1,
            score,
            verdict: match score >= boundary {
                true => Verdict::Yes,
                false => Verdict::No,
            },
        }
    }

    #[test]
    fn every_pair_of_documents_of_a_stratum_is_as_likely_as_any_other() {
        let (collection, pairs) = corpus(0.1);
        let population = Population {
            collection: &collection,
            pairs: &pairs,
            asked: HashSet::new(),
        };
        let documents: Vec<DocNo> = collection.documents().collect();
        let all = documents.len() as u64 * (documents.len() as u64 - 1) / 2;
        let strata = strata((&[], &[]), |low| pairs.count(low), all, 0.1, 0.55);
        for stratum in strata.iter().filter(|stratum| stratum.pairs > 0) {
            let mut inside = HashMap::new();
            for &a in &documents {
                for &b in &documents[a.index() + 1..] {
                    let score = score(&collection, (a, b));
                    if (stratum.low..stratum.high).contains(&score) {
                        inside.insert((a, b), 0_u64);
                    }
                }
            }
            assert_eq!(inside.len() as u64, stratum.pairs, "{stratum:?}");
            let mut draws = Draws(7);
            let each = 200;
            for _ in 0..each * stratum.pairs {
                let pair = population.draw(stratum, &mut draws).unwrap();
                *inside.get_mut(&pair).unwrap() += 1;
            }
            // Five standard deviations.
            let far = |n: &u64| n.abs_diff(each) as f64 > 5.0 * (each as f64).sqrt();
            assert!(!inside.values().any(far), "{inside:?}");
        }
    }

    #[test]
    fn each_stratum_has_two_answers_then_those_that_tell_most_and_all_pairs_come_at_last() {
        let (collection, pairs) = corpus(0.1);
        let documents = collection.len() as u64;
        let all = documents * (documents - 1) / 2;
        let mut answers: Vec<ScoredAnswer> = Vec::new();
        let mut first = 0;
        for n in 0..all {
            let (pair, all_pairs) = next(&collection, &pairs, &answers, 0.5);
            let pair = pair.unwrap_or_else(|| panic!("no pair after {n} of {all}"));
            let before: u64 = all_pairs
                .strata
                .iter()
                .map(|stratum| stratum.labelled)
                .sum();
            assert_eq!(before, n);
            assert!(answers.iter().all(|answer| (answer.a, answer.b) != pair));
            answers.push(answered(&collection, pair, 0.45));
            let strata = &all_pairs.strata;
            if first == 0 && strata.iter().all(|s| s.labelled >= FIRST.min(s.pairs)) {
                first = n;
            }
        }
        assert!(first < 2 * 12, "{first}");
        let (pair, exact) = next(&collection, &pairs, &answers, 0.5);
        assert_eq!(pair, None);
        // All pairs are known: the estimates are the truth.
        let near = answers
            .iter()
            .filter(|answer| answer.verdict == Verdict::Yes);
        let near: Vec<&ScoredAnswer> = near.collect();
        assert_eq!(exact.near.value, near.len() as f64);
        assert_eq!(
            (exact.near.low, exact.near.high),
            (exact.near.value, exact.near.value)
        );
        let found = near.iter().filter(|answer| answer.score >= 0.5).count();
        assert_eq!(
            exact.recall.unwrap().value,
            found as f64 / near.len() as f64
        );
    }

    #[test]
    fn unsure_answers_are_not_asked_again_and_count_for_nothing() {
        let (collection, pairs) = corpus(0.1);
        let (pair, _) = next(&collection, &pairs, &[], 0.5);
        let mut answer = answered(&collection, pair.unwrap(), 0.5);
        answer.verdict = Verdict::Unsure;
        let (other, all) = next(&collection, &pairs, &[answer], 0.5);
        assert_ne!(other, pair);
        assert!(all.strata.iter().all(|stratum| stratum.labelled == 0));
    }
}

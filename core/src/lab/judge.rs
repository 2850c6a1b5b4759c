//! Manual judging of pairs: selection of the next pair to ask about, and the threshold that the
//! answers propose.
//!
//! Answers are most informative near the boundary, the similarity at which they change from no to
//! yes. Half of all questions are asked within 0.05 of the current boundary. The others are spread
//! over three wider rings on both sides, because a boundary that is sampled only nearby can be in
//! the wrong place. Within a stratum, a random sample of pairs is drawn and the pair whose
//! documents have been asked about least is chosen.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::checksum::Checksum;
use super::curve::{Curve, Scored};
use crate::base::DocNo;
use crate::candidates::{PairSet, verify};
use crate::collection::Collection;
use crate::similarity::{Measure, Pair};
use crate::text::shingles::mix;

/// Minimum number of yes and no answers for a proposal.
pub const ENOUGH: usize = 20;

/// (Outer distance of a ring from the boundary, share of the questions that fall into it).
const RINGS: [(f64, f64); 4] = [(0.05, 0.5), (0.15, 0.25), (0.35, 0.125), (1.0, 0.125)];

/// Number of pairs sampled per question; the one whose documents were asked about least is chosen.
const DRAWN: u64 = 48;

/// Judgement of one pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Near-duplicates.
    Yes,
    /// Not near-duplicates.
    No,
    /// Cannot tell.
    Unsure,
}

impl Verdict {
    /// Name of the label in a CSV file of labels.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Yes => "yes",
            Verdict::No => "no",
            Verdict::Unsure => "unsure",
        }
    }
}

/// One stored answer. Documents are identified by id, so answers survive re-indexing of the corpus, and by
/// a checksum of their content, so that an answer is not counted for another text under the same id (rows
/// are numbered where they have no id).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Id of the first document, the lesser in byte order.
    pub a: String,
    /// Id of the other document.
    pub b: String,
    /// The judgement.
    #[serde(rename = "label")]
    pub verdict: Verdict,
    /// Checksum of the content of `a` when it was judged; `None` in files of older versions.
    #[serde(default)]
    pub a_content: Option<Checksum>,
    /// Checksum of the content of `b`.
    #[serde(default)]
    pub b_content: Option<Checksum>,
}

impl Answer {
    /// The answer `verdict` for two documents of `collection`.
    #[must_use]
    pub fn of(collection: &Collection, a: DocNo, b: DocNo, verdict: Verdict) -> Self {
        let (a, b) = (a.min(b), a.max(b));
        Answer {
            a: collection.id(a).to_owned(),
            b: collection.id(b).to_owned(),
            verdict,
            a_content: Some(Checksum::of(collection, a)),
            b_content: Some(Checksum::of(collection, b)),
        }
    }

    /// The two documents; `None` unless both are in `collection` with the content that was judged.
    #[must_use]
    pub fn documents(&self, collection: &Collection) -> Option<(DocNo, DocNo)> {
        let find = |id: &str, content: Option<Checksum>| {
            let same = |doc: &DocNo| content.is_none_or(|c| c == Checksum::of(collection, *doc));
            collection.find(id).filter(same)
        };
        let (a, b) = (
            find(&self.a, self.a_content)?,
            find(&self.b, self.b_content)?,
        );
        (a != b).then_some((a, b))
    }

    /// Whether both ids are in `collection`, and the content of one of them is not what was judged.
    #[must_use]
    pub fn is_outdated(&self, collection: &Collection) -> bool {
        let known = collection.find(&self.a).is_some() && collection.find(&self.b).is_some();
        known && self.a != self.b && self.documents(collection).is_none()
    }
}

/// Where judging stands after some answers.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgingStep {
    /// The answers.
    pub answers: Vec<Answer>,
    /// Number of answers that are not counted because a text has changed since.
    pub outdated: usize,
    /// The threshold that the others propose.
    pub proposal: Result<Proposal, NoProposal>,
    /// The pair to ask about next; `None` when all pairs have been asked about.
    pub pair: Option<(DocNo, DocNo)>,
}

/// The proposal of `answers`, and the next pair of `pairs`, the exact pairs of `collection`. `threshold`
/// is the current one. Cost: two shingle sets per answer.
#[must_use]
pub fn step(
    collection: &Collection,
    pairs: &PairSet,
    answers: &[Answer],
    threshold: f64,
) -> JudgingStep {
    let scored_answers = scored_answers(collection, pairs.info.measure, answers);
    JudgingStep {
        answers: answers.to_vec(),
        outdated: answers.iter().filter(|a| a.is_outdated(collection)).count(),
        proposal: proposal(&scored(&scored_answers)),
        pair: next(pairs, &scored_answers, threshold, 0).map(|pair| (pair.a, pair.b)),
    }
}

/// An answer resolved to documents of the current collection.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ScoredAnswer {
    /// First document, with the lower number.
    a: DocNo,
    /// Second document.
    b: DocNo,
    /// Exact similarity by the measure in use, 0..=1.
    score: f64,
    verdict: Verdict,
}

/// Answers whose documents are both in `collection` as they were judged, with their similarity by `measure`.
fn scored_answers(
    collection: &Collection,
    measure: Measure,
    answers: &[Answer],
) -> Vec<ScoredAnswer> {
    let known = answers.iter().filter_map(|answer| {
        let (a, b) = answer.documents(collection)?;
        let pair = verify::pair(collection, a.min(b), a.max(b));
        Some(ScoredAnswer {
            a: pair.a,
            b: pair.b,
            score: measure.of(&pair.overlap),
            verdict: answer.verdict,
        })
    });
    known.collect()
}

/// The yes and no answers, as input of a [`Curve`]; unsure ones are dropped.
fn scored(answers: &[ScoredAnswer]) -> Vec<Scored> {
    let sure = answers
        .iter()
        .filter(|answer| answer.verdict != Verdict::Unsure);
    let scored = sure.map(|answer| Scored {
        score: answer.score,
        positive: answer.verdict == Verdict::Yes,
    });
    scored.collect()
}

/// Threshold proposed by the answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proposal {
    /// Threshold with the best F1 over the answers, the middle of the plateau, 0..=1.
    pub threshold: f64,
    /// Its 95 % interval.
    pub interval: (f64, f64),
    /// The thresholds that are as good for the answers: above the first figure, up to the second.
    pub plateau: (f64, f64),
    /// Number of yes and no answers it is based on.
    pub answers: usize,
}

impl Proposal {
    /// Whether the interval is so wide that it takes more answers: above `VAGUE`.
    #[must_use]
    pub fn is_vague(&self) -> bool {
        self.interval.1 - self.interval.0 > VAGUE
    }
}

/// Width of an interval from which on a proposal says little.
const VAGUE: f64 = 0.4;

/// What is missing for a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProposal {
    /// Fewer than [`ENOUGH`] answers.
    #[error("{0} of the {ENOUGH} answers (yes or no) that a proposal takes")]
    TooFew(usize),
    /// All of this many answers are no.
    #[error("all {0} answers are no; a threshold takes some yes too")]
    AllNo(usize),
    /// All of this many answers are yes.
    #[error("all {0} answers are yes; a threshold takes some no too")]
    AllYes(usize),
    /// No threshold is better than another.
    #[error("no threshold tells the answers apart")]
    Inseparable,
}

/// Threshold proposed by the answers: the best point of the [`Curve`] over them.
fn proposal(scored: &[Scored]) -> Result<Proposal, NoProposal> {
    let answers = scored.len();
    let positive = scored.iter().filter(|one| one.positive).count();
    match positive {
        _ if answers < ENOUGH => return Err(NoProposal::TooFew(answers)),
        0 => return Err(NoProposal::AllNo(answers)),
        all if all == answers => return Err(NoProposal::AllYes(answers)),
        _ => {}
    }
    let curve = Curve::of(scored);
    let found = curve
        .middle()
        .zip(curve.best_interval())
        .zip(curve.plateau());
    let ((threshold, interval), plateau) = found.ok_or(NoProposal::Inseparable)?;
    Ok(Proposal {
        threshold,
        interval,
        plateau,
        answers,
    })
}

/// Next pair of distinct texts to ask about; `None` when all of `pairs` have been asked about.
/// `threshold` is the current one, the starting boundary. Deterministic for a given `seed`.
fn next(pairs: &PairSet, answers: &[ScoredAnswer], threshold: f64, seed: u64) -> Option<Pair> {
    let first = |doc: DocNo| pairs.representative[doc.index()];
    let key = |a: DocNo, b: DocNo| (first(a).min(first(b)), first(a).max(first(b)));
    let asked: HashSet<(DocNo, DocNo)> = answers.iter().map(|t| key(t.a, t.b)).collect();
    let mut times: HashMap<DocNo, u32> = HashMap::new();
    for doc in answers.iter().flat_map(|t| [first(t.a), first(t.b)]) {
        *times.entry(doc).or_default() += 1;
    }
    let boundary = boundary(answers, threshold);
    let mut strata = strata(pairs, answers, boundary);
    strata.sort_by(|x, y| y.wanted.total_cmp(&x.wanted).then(x.from.cmp(&y.from)));
    strata.iter().find_map(|stratum| {
        let inside = &pairs.pairs[stratum.from..stratum.to];
        let open = |pair: &&Pair| !asked.contains(&key(pair.a, pair.b));
        if inside.is_empty() {
            return None;
        }
        let salt = mix(seed ^ mix(answers.len() as u64));
        let at = |i: u64| (mix(salt.wrapping_add(i)) % inside.len() as u64) as usize;
        let known = |pair: &&Pair| {
            let of = |doc: DocNo| times.get(&doc).copied().unwrap_or(0);
            of(pair.a) + of(pair.b)
        };
        let drawn = (0..DRAWN).map(|i| &inside[at(i)]).filter(open);
        let least = drawn.min_by_key(known);
        // If nearly all have been asked about, the sample may miss the rest: scan for one.
        least.or_else(|| inside.iter().find(open)).copied()
    })
}

/// Pairs in one ring, on one side of the boundary.
struct Stratum {
    /// Start of its range in the list of pairs; `to` is the exclusive end.
    from: usize,
    to: usize,
    /// Number of questions missing to its share; negative if there were more.
    wanted: f64,
}

fn strata(pairs: &PairSet, answers: &[ScoredAnswer], boundary: f64) -> Vec<Stratum> {
    let above = |least: f64| {
        pairs
            .pairs
            .partition_point(|pair| pairs.score(pair) >= least)
    };
    let mut strata = Vec::new();
    let mut inner = 0.0;
    for (outer, share) in RINGS {
        for side in [1.0, -1.0] {
            let (near, far) = (boundary + side * inner, boundary + side * outer);
            let (low, high) = (near.min(far), near.max(far));
            // Half-open: a pair exactly on a border belongs to the range above it.
            let inside = |score: f64| score >= low && (score < high || high >= 1.0);
            let asked = answers.iter().filter(|answer| inside(answer.score)).count();
            let from = if high >= 1.0 { 0 } else { above(high) };
            strata.push(Stratum {
                from,
                to: above(low).max(from),
                wanted: share / 2.0 * (answers.len() + 1) as f64 - asked as f64,
            });
        }
        inner = outer;
    }
    strata
}

/// Similarity at which answers change from no to yes: the midpoint of the cut with the fewest
/// answers on the wrong side (the middle one of several). If all answers are of one kind, a point
/// beyond them; without answers, `threshold`.
fn boundary(answers: &[ScoredAnswer], threshold: f64) -> f64 {
    let mut scored = scored(answers);
    scored.sort_by(|a, b| a.score.total_cmp(&b.score));
    let (Some(lowest), Some(highest)) = (scored.first(), scored.last()) else {
        return threshold;
    };
    let positive = scored.iter().filter(|s| s.positive).count();
    if positive == 0 {
        return f64::midpoint(highest.score, 1.0);
    }
    if positive == scored.len() {
        return lowest.score / 2.0;
    }
    // Misclassified answers with the cut before answer i: positives below it, negatives above it.
    let mut wrong = scored.len() - positive;
    let mut cuts = vec![(wrong, 0)];
    for (i, one) in scored.iter().enumerate() {
        if one.positive {
            wrong += 1;
        } else {
            wrong -= 1;
        }
        cuts.push((wrong, i + 1));
    }
    let fewest = cuts.iter().map(|cut| cut.0).min().unwrap_or(0);
    let best: Vec<usize> = cuts
        .iter()
        .filter(|cut| cut.0 == fewest)
        .map(|cut| cut.1)
        .collect();
    let at = best[best.len() / 2];
    let below = at.checked_sub(1).map_or(0.0, |i| scored[i].score);
    let above = scored.get(at).map_or(1.0, |one| one.score);
    f64::midpoint(below, above)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::fixture::{pair_set, pair_sets};
    use crate::similarity::Overlap;
    use proptest::prelude::*;

    /// Pairs with similarities spread evenly over 0.05..=1, each of two documents of its own.
    fn even(count: usize) -> PairSet {
        let pair = |i: usize| Pair {
            a: DocNo::at(2 * i),
            b: DocNo::at(2 * i + 1),
            overlap: Overlap {
                shared: (20_000 - i * 19_000 / count) as u32,
                size_a: 20_000,
                size_b: (20_000 - i * 19_000 / count) as u32,
            },
            agreeing: 0,
        };
        pair_set(
            (0..2 * count).map(DocNo::at).collect(),
            (0..count).map(pair).collect(),
        )
    }

    /// Answers to the first `count` questions of a judge who says yes from `at` on.
    fn judged(pairs: &PairSet, count: usize, at: f64) -> Vec<ScoredAnswer> {
        let mut answers = Vec::new();
        for _ in 0..count {
            let Some(pair) = next(pairs, &answers, 0.8, 3) else {
                break;
            };
            let score = pairs.score(&pair);
            let verdict = if score >= at {
                Verdict::Yes
            } else {
                Verdict::No
            };
            answers.push(ScoredAnswer {
                a: pair.a,
                b: pair.b,
                score,
                verdict,
            });
        }
        answers
    }

    #[test]
    fn thirty_answers_find_a_threshold_far_from_where_they_began() {
        let pairs = even(2_000);
        for truth in [0.2, 0.45, 0.8, 0.93] {
            let answers = judged(&pairs, 30, truth);
            let found = proposal(&scored(&answers)).unwrap();
            assert!((found.threshold - truth).abs() < 0.05, "{truth}: {found:?}");
            assert!(
                found.interval.0 < truth && truth <= found.interval.1,
                "{truth}: {found:?}"
            );
            assert!(found.plateau.0 < found.threshold && found.threshold <= found.plateau.1);
            assert_eq!(found.answers, 30);
            // Stratified: some questions are far from the boundary.
            let far = answers
                .iter()
                .filter(|t| (t.score - truth).abs() > 0.15)
                .count();
            assert!((4..=15).contains(&far), "{truth}: {far}");
        }
    }

    #[test]
    fn intervals_hold_where_the_next_question_depends_on_the_answers() {
        let pairs = even(2_000);
        // Yes with a probability that rises around .6, where the best threshold of such answers is.
        let probability = |score: f64| 1.0 / (1.0 + (-(score - 0.6) / 0.03).exp());
        for count in [20, 60] {
            let inside = (0..40_u64).filter(|seed| {
                let mut answers = Vec::new();
                for at in 0..count {
                    let pair = next(&pairs, &answers, 0.8, *seed).unwrap();
                    let score = pairs.score(&pair);
                    let drawn = (mix(seed * 1_000 + at) >> 11) as f64 / (1_u64 << 53) as f64;
                    let verdict = match drawn < probability(score) {
                        true => Verdict::Yes,
                        false => Verdict::No,
                    };
                    answers.push(ScoredAnswer {
                        a: pair.a,
                        b: pair.b,
                        score,
                        verdict,
                    });
                }
                proposal(&scored(&answers))
                    .is_ok_and(|p| p.interval.0 <= 0.59 && 0.6 <= p.interval.1)
            });
            let inside = inside.count();
            assert!(inside >= 36, "{count} answers: {inside} of 40");
        }
    }

    #[test]
    fn a_proposal_says_what_it_waits_for() {
        let of = |count, positive| {
            vec![
                Scored {
                    score: 0.5,
                    positive
                };
                count
            ]
        };
        let few = proposal(&of(19, true)).unwrap_err().to_string();
        assert!(few.contains("19 of the 20 answers"), "{few}");
        let one = proposal(&of(25, true)).unwrap_err().to_string();
        assert!(
            one.contains("all 25 answers are yes") && one.contains("some no"),
            "{one}"
        );
        let unsure = ScoredAnswer {
            a: DocNo(0),
            b: DocNo(1),
            score: 0.5,
            verdict: Verdict::Unsure,
        };
        assert!(scored(&[unsure; 30]).is_empty());
    }

    proptest! {
        /// Every pair is asked about exactly once.
        #[test]
        fn no_pair_is_asked_about_twice_and_none_is_left_out(pairs in pair_sets(), at in 0.0_f64..1.0, seed: u64) {
            let mut answers: Vec<ScoredAnswer> = Vec::new();
            while let Some(pair) = next(&pairs, &answers, at, seed) {
                prop_assert!(answers.iter().all(|t| (t.a, t.b) != (pair.a, pair.b)));
                let score = pairs.score(&pair);
                let verdict = if score >= at { Verdict::Yes } else { Verdict::No };
                answers.push(ScoredAnswer { a: pair.a, b: pair.b, score, verdict });
            }
            prop_assert_eq!(answers.len(), pairs.pairs.len());
        }

        /// Compares the boundary with every possible cut between two answers.
        #[test]
        fn the_boundary_has_the_fewest_answers_on_its_wrong_side(
            answers in prop::collection::vec((0_u32..20, any::<bool>()), 1..20),
        ) {
            let answers: Vec<ScoredAnswer> = answers.iter().map(|(score, yes)| ScoredAnswer {
                a: DocNo(0), b: DocNo(1), score: f64::from(*score) / 20.0 + 0.01,
                verdict: if *yes { Verdict::Yes } else { Verdict::No },
            }).collect();
            let wrong = |at: f64| answers.iter().filter(|t| (t.score >= at) != (t.verdict == Verdict::Yes)).count();
            let fewest = (0..=21).map(|i| wrong(f64::from(i) / 20.0)).min().unwrap();
            let kinds = [Verdict::Yes, Verdict::No].map(|v| answers.iter().any(|t| t.verdict == v));
            if kinds == [true, true] {
                let got = wrong(boundary(&answers, 0.5));
                // Answers with equal score and different verdicts cannot be separated.
                let tied = answers.iter().filter(|t| answers.iter().any(|o| o.score == t.score && o.verdict != t.verdict)).count();
                prop_assert!(got <= fewest + tied, "{} {}", got, fewest);
            }
        }
    }
}

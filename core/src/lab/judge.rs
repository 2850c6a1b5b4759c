//! Manual judging of pairs: selection of the next pair to ask about, and the threshold that the
//! answers propose.
//!
//! Answers are most informative near the boundary, the similarity at which they change from no to
//! yes. Half of all questions are within 0.05 of the current boundary. The others are spread over three wider rings on
//! both sides, because a boundary that is sampled only nearby can be in the wrong place. Within a stratum, pairs are
//! sampled, and the pair whose documents were asked about least often is selected.

use std::collections::{HashMap, HashSet};

use super::labels::LabelledPair;
use super::threshold_interval::independent_share;
use super::{Curve, Scored};
use crate::base::DocNo;
use crate::candidates::{PairSet, verify};
use crate::index::Collection;
use crate::similarity::Pair;
use crate::text::shingles::mix;

/// Minimum number of yes and no answers for a proposal.
pub const ENOUGH: usize = 20;

/// (Outer distance of a ring from the boundary, share of the questions that fall into it).
const RINGS: [(f64, f64); 4] = [(0.05, 0.5), (0.15, 0.25), (0.35, 0.125), (1.0, 0.125)];

/// Number of pairs sampled per question.
const SAMPLED_PAIRS: u64 = 48;

/// Judgement of one pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Near-duplicates.
    Yes,
    /// Not near-duplicates.
    No,
    /// The person cannot decide.
    Unsure,
}

impl Verdict {
    /// Name of the label in a CSV file of labels.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Yes => "yes",
            Verdict::No => "no",
            Verdict::Unsure => "unsure",
        }
    }
}

/// The verdict on two documents of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The document with the lower number.
    pub a: DocNo,
    /// The document with the higher number.
    pub b: DocNo,
    /// Whether they are near-duplicates.
    pub verdict: Verdict,
}

impl Answer {
    /// The verdict on two documents, in either order.
    pub fn new(a: DocNo, b: DocNo, verdict: Verdict) -> Self {
        Answer {
            a: a.min(b),
            b: a.max(b),
            verdict,
        }
    }
}

/// An answer with the exact similarity of its documents by the measure in use, 0..=1.
type ScoredAnswer = (Answer, f64);

/// State of judging after some answers.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgingStep {
    /// The answers.
    pub answers: Vec<Answer>,
    /// The threshold that they propose.
    pub proposal: Result<Proposal, NoProposal>,
    /// The pair to ask about next; `None` when all pairs have been asked about.
    pub pair: Option<(DocNo, DocNo)>,
}

/// Returns the proposal of `answers` and the next pair of `pairs`, the exact pairs of `collection`. `threshold` is the
/// current threshold. Cost: two shingle sets per answer, and a pass over the pairs.
pub fn step(
    collection: &Collection,
    pairs: &PairSet,
    answers: &[Answer],
    threshold: f64,
) -> JudgingStep {
    let scored = answers.iter().map(|answer| {
        let overlap = verify::overlap(collection, answer.a, answer.b);
        (*answer, pairs.info.measure.similarity(&overlap))
    });
    let scored_answers: Vec<ScoredAnswer> = scored.collect();
    let pair = next_pair(pairs, &scored_answers, threshold, 0);
    JudgingStep {
        answers: answers.to_vec(),
        proposal: proposal(&scored_answers),
        pair: pair.map(|pair| (pair.a, pair.b)),
    }
}

/// The yes and no answers as labels, with their scores; unsure ones are dropped.
fn labelled(answers: &[ScoredAnswer]) -> (Vec<LabelledPair>, Vec<f64>) {
    let sure = answers.iter();
    let sure = sure.filter(|(answer, _)| answer.verdict != Verdict::Unsure);
    let label = |(answer, score): &ScoredAnswer| {
        let pair = LabelledPair {
            a: answer.a,
            b: answer.b,
            label: 0,
            positive: answer.verdict == Verdict::Yes,
        };
        (pair, *score)
    };
    sure.map(label).unzip()
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

/// An interval wider than this makes a proposal useless.
pub const VAGUE: f64 = 0.4;

/// The reason why there is no proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProposal {
    /// Fewer than [`ENOUGH`] answers.
    #[error("{0} of the {ENOUGH} answers (yes or no) that a proposal needs")]
    TooFew(usize),
    /// All of this many answers are no.
    #[error("all {0} answers are no; a threshold needs some yes too")]
    AllNo(usize),
    /// All of this many answers are yes.
    #[error("all {0} answers are yes; a threshold needs some no too")]
    AllYes(usize),
    /// No threshold is better than another.
    #[error("no threshold tells the answers apart")]
    Inseparable,
}

/// Threshold proposed by the answers: the best point of the [`Curve`] over them.
fn proposal(answers: &[ScoredAnswer]) -> Result<Proposal, NoProposal> {
    let (pairs, scores) = labelled(answers);
    let answers = pairs.len();
    let positive = pairs.iter().filter(|pair| pair.positive).count();
    match positive {
        _ if answers < ENOUGH => return Err(NoProposal::TooFew(answers)),
        0 => return Err(NoProposal::AllNo(answers)),
        all if all == answers => return Err(NoProposal::AllYes(answers)),
        _ => {}
    }
    let curve = Curve::new(&Scored::all(&pairs, &scores));
    let estimate = curve
        .best()
        .map(|best| best.threshold)
        .zip(curve.best_interval(independent_share(&pairs, &scores)))
        .zip(curve.plateau());
    let ((threshold, interval), plateau) = estimate.ok_or(NoProposal::Inseparable)?;
    Ok(Proposal {
        threshold,
        interval,
        plateau,
        answers,
    })
}

/// Next pair of distinct texts to ask about; `None` when all of `pairs` have been asked about.
/// `threshold` is the current threshold, the starting boundary. Deterministic for a given `seed`.
fn next_pair(pairs: &PairSet, answers: &[ScoredAnswer], threshold: f64, seed: u64) -> Option<Pair> {
    let text = |doc: DocNo| pairs.representative[doc.index()];
    let key = |a: DocNo, b: DocNo| (text(a).min(text(b)), text(a).max(text(b)));
    let answered: HashSet<(DocNo, DocNo)> = answers.iter().map(|(t, _)| key(t.a, t.b)).collect();
    let mut times_by_document: HashMap<DocNo, u32> = HashMap::new();
    for doc in answers.iter().flat_map(|(t, _)| [text(t.a), text(t.b)]) {
        *times_by_document.entry(doc).or_default() += 1;
    }
    let boundary = boundary(answers, threshold);
    let mut strata = strata(pairs, answers, boundary);
    strata.sort_by(|x, y| y.missing.total_cmp(&x.missing).then(x.from.cmp(&y.from)));
    strata.iter().find_map(|stratum| {
        let inside = &pairs.pairs[stratum.from..stratum.to];
        let is_open = |pair: &&Pair| !answered.contains(&key(pair.a, pair.b));
        if inside.is_empty() {
            return None;
        }
        let salt = mix(seed ^ mix(answers.len() as u64));
        let at = |i: u64| (mix(salt.wrapping_add(i)) % inside.len() as u64) as usize;
        let times_asked = |pair: &&Pair| {
            let count = |doc: DocNo| times_by_document.get(&doc).copied().unwrap_or(0);
            count(pair.a) + count(pair.b)
        };
        let sampled = (0..SAMPLED_PAIRS).map(|i| &inside[at(i)]).filter(is_open);
        let least_asked = sampled.min_by_key(times_asked);
        // If nearly all have been asked about, the sample may miss the rest: scan for one.
        least_asked.or_else(|| inside.iter().find(is_open)).copied()
    })
}

/// Pairs in one ring, on one side of the boundary.
struct Stratum {
    /// Start of its range in the list of pairs; `to` is the exclusive end.
    from: usize,
    to: usize,
    /// Number of questions still missing from its share; negative if it had more.
    missing: f64,
}

fn strata(pairs: &PairSet, answers: &[ScoredAnswer], boundary: f64) -> Vec<Stratum> {
    let above = |min_score: f64| {
        pairs
            .pairs
            .partition_point(|pair| pairs.score(pair) >= min_score)
    };
    let mut strata = Vec::new();
    let mut inner = 0.0;
    for (outer, share) in RINGS {
        for side in [1.0, -1.0] {
            let (near, far) = (boundary + side * inner, boundary + side * outer);
            let (low, high) = (near.min(far), near.max(far));
            // Half-open: a pair exactly on a border belongs to the range above it.
            let inside = |score: f64| score >= low && (score < high || high >= 1.0);
            let answered = answers.iter().filter(|(_, score)| inside(*score)).count();
            let from = if high >= 1.0 { 0 } else { above(high) };
            strata.push(Stratum {
                from,
                to: above(low).max(from),
                missing: share / 2.0 * (answers.len() + 1) as f64 - answered as f64,
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
    let (pairs, scores) = labelled(answers);
    let mut scored = Scored::all(&pairs, &scores);
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
    for (i, answer) in scored.iter().enumerate() {
        if answer.positive {
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
    let above = scored.get(at).map_or(1.0, |answer| answer.score);
    f64::midpoint(below, above)
}

#[cfg(test)]
mod tests;

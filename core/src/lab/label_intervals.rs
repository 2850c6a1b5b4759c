//! 95 % intervals of figures of labelled pairs, as of a sample of pairs: the area under the ROC curve, and precision,
//! recall and F1 at a threshold.
//!
//! Documents are resampled (`dyads.rs`), since pairs that share a document are not independent. Resampled shares
//! are held against the figure on the scale of the logit, with half a pair added to each count so that it is finite.
//! Where every pair of a share is alike, resampling cannot tell how far the truth may be off: the interval is
//! Wilson's (1927) over as many pairs as can be taken without a document in common.

use super::dyads::Dyads;
use super::placements::{Placements, newcombe};
use super::resampled::{Ranked, interval, over_documents, resamples};
use super::{LabelledPair, Point, Scored};
use crate::similarity::Estimate;

/// How an interval is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalMethod {
    /// DeLong: pairs are independent.
    Delong,
    /// Documents are resampled.
    Documents,
    /// Exact for few pairs: over those that share no document.
    PairsApart,
}

impl IntervalMethod {
    /// What tables call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            IntervalMethod::Delong => "delong",
            IntervalMethod::Documents => "documents",
            IntervalMethod::PairsApart => "pairs apart",
        }
    }
}

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The figure of the labelled pairs.
    pub value: f64,
    /// Lower and upper end; `None` if too few labels say anything of it.
    pub ends: Option<(f64, f64)>,
    /// How they are made.
    pub way: IntervalMethod,
}

/// Intervals of labelled pairs at one threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelIntervals {
    /// Area under the ROC curve, with DeLong's interval.
    pub area: Interval,
    /// The same, over documents.
    pub area_over_documents: Interval,
    /// Precision at the threshold; no ends if no pair is called a near-duplicate.
    pub precision: Interval,
    /// Recall at the threshold.
    pub recall: Interval,
    /// F1 at the threshold.
    pub f1: Interval,
    /// Number of documents in labelled pairs.
    pub documents: usize,
    /// Number of resamples.
    pub resamples: usize,
}

/// A share of some of the pairs.
struct Share {
    /// Of each pair: whether it is among the whole, and whether it counts.
    of: Vec<Option<bool>>,
    value: f64,
}

impl Share {
    fn of(each: impl Iterator<Item = Option<bool>>) -> Option<Self> {
        let of: Vec<Option<bool>> = each.collect();
        let whole = of.iter().flatten().count();
        let part = of.iter().flatten().filter(|counts| **counts).count();
        (whole > 0).then(|| Share {
            of,
            value: part as f64 / whole as f64,
        })
    }

    /// Logit of the share with these weights; `None` without any.
    fn logit(&self, weights: &[u64]) -> Option<f64> {
        let (mut part, mut rest) = (0, 0);
        for (counts, weight) in self.of.iter().zip(weights) {
            match counts {
                Some(true) => part += weight,
                Some(false) => rest += weight,
                None => {}
            }
        }
        (part + rest > 0).then(|| ((part as f64 + 0.5) / (rest as f64 + 0.5)).ln())
    }

    /// The interval, from the logits of resamples.
    fn interval(&self, dyads: &Dyads, resampled: &[Option<f64>]) -> Interval {
        let value = self.value;
        let influence = |at: usize| match self.of[at] {
            Some(counts) => f64::from(u8::from(counts)) - value,
            None => 0.0,
        };
        let Some(scale) = dyads.scale(influence) else {
            let apart = dyads.apart(|at| self.of[at].is_some()) as u32;
            let wilson = Estimate {
                agreeing: if value > 0.5 { apart } else { 0 },
                positions: apart,
                bits: 32,
            };
            let (ends, way) = (Some(wilson.interval()), IntervalMethod::PairsApart);
            return Interval { value, ends, way };
        };
        let logit = self.logit(&vec![1; self.of.len()]);
        let ends = logit.and_then(|logit| interval(logit, resampled, scale));
        Interval {
            value,
            ends: ends.map(|(low, high)| (back(low).min(value), back(high).max(value))),
            way: IntervalMethod::Documents,
        }
    }
}

/// The share with this logit.
fn back(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// Precision, recall and F1 of pairs that are called near-duplicates or not, with intervals over documents.
#[must_use]
pub fn of_called(pairs: &[LabelledPair], called: &[bool]) -> [Interval; 3] {
    let dyads = Dyads::of(pairs.iter().map(|pair| (pair.a, pair.b)));
    of_dyads(&dyads, pairs, called, |_| ()).0
}

/// Intervals of precision, recall and F1, and what `other` makes of the same resamples.
fn of_dyads<T: Send>(
    dyads: &Dyads,
    pairs: &[LabelledPair],
    called: &[bool],
    other: impl Fn(&[u64]) -> T + Sync,
) -> ([Interval; 3], Vec<T>) {
    let each = || {
        pairs
            .iter()
            .map(|pair| pair.positive)
            .zip(called.iter().copied())
    };
    let count = |which: (bool, bool)| each().filter(|one| *one == which).count() as u64;
    let point = Point {
        threshold: 0.0,
        hits: count((true, true)),
        false_alarms: count((false, true)),
        missed: count((true, false)),
        passed: count((false, false)),
    };
    let precision = each().map(|(positive, called)| called.then_some(positive));
    let recall = each().map(|(positive, called)| positive.then_some(called));
    // F1 is 2 s / (1 + s) of the share s of hits among hits, false alarms and missed pairs.
    let either =
        each().map(|(positive, called)| (positive || called).then_some(positive && called));
    let shares = [Share::of(precision), Share::of(recall), Share::of(either)];
    let logits = |weights: &[u64]| {
        shares
            .each_ref()
            .map(|share| share.as_ref()?.logit(weights))
    };
    let resampled = over_documents(dyads, |weights| (logits(weights), other(weights)));
    let values = [point.precision(), point.recall(), point.f1()];
    let mut intervals = [0, 1, 2].map(|at| {
        let logits: Vec<Option<f64>> = resampled.iter().map(|(logits, _)| logits[at]).collect();
        let unknown = Interval {
            value: values[at],
            ends: None,
            way: IntervalMethod::Documents,
        };
        let share = shares[at].as_ref();
        share.map_or(unknown, |share| share.interval(dyads, &logits))
    });
    let f1 = &mut intervals[2];
    f1.value = values[2];
    let of_share = |share: f64| 2.0 * share / (1.0 + share);
    f1.ends = f1
        .ends
        .map(|(low, high)| (of_share(low).min(values[2]), of_share(high).max(values[2])));
    (
        intervals,
        resampled.into_iter().map(|(_, other)| other).collect(),
    )
}

impl LabelIntervals {
    /// Of labelled pairs with these scores, where those at or above `threshold` are called near-duplicates. `None` if
    /// all pairs are of one kind, or a score is no number. Call on the worker pool. Cost: one sort, and up to 10⁸ labels
    /// counted.
    #[must_use]
    pub fn of(pairs: &[LabelledPair], scores: &[f64], threshold: f64) -> Option<Self> {
        let each = pairs.iter().zip(scores);
        let scored = each.map(|(pair, score)| Scored {
            score: *score,
            positive: pair.positive,
        });
        let scored: Vec<Scored> = scored.collect();
        let placements = Placements::of(&scored)?;
        let dyads = Dyads::of(pairs.iter().map(|pair| (pair.a, pair.b)));
        let called: Vec<bool> = scores.iter().map(|score| *score >= threshold).collect();
        let ranked = Ranked::of(&scored);
        // Half a couple of pairs keeps the logit finite.
        let positive = scored.iter().filter(|s| s.positive).count();
        let couples = positive as f64 * (scored.len() - positive) as f64;
        let logit = |area: f64| ((area * couples + 0.5) / ((1.0 - area) * couples + 0.5)).ln();
        let area = |weights: &[u64]| Some(logit(ranked.area(weights)?));
        let ([precision, recall, f1], areas) = of_dyads(&dyads, pairs, &called, area);
        let value = placements.area;
        let area_over_documents = match dyads.scale(|at| placements.influence[at]) {
            Some(scale) => Interval {
                value,
                ends: interval(logit(value), &areas, scale)
                    .map(|(low, high)| (back(low).min(value), back(high).max(value))),
                way: IntervalMethod::Documents,
            },
            None => {
                let apart =
                    |positive: bool| dyads.apart(|at| scored[at].positive == positive) as f64;
                Interval {
                    value,
                    ends: Some(newcombe(value, apart(true), apart(false))),
                    way: IntervalMethod::PairsApart,
                }
            }
        };
        Some(LabelIntervals {
            area: Interval {
                value: placements.area,
                ends: Some(placements.interval()),
                way: IntervalMethod::Delong,
            },
            area_over_documents,
            precision,
            recall,
            f1,
            documents: dyads.documents(),
            resamples: resamples(pairs.len()),
        })
    }
}

#[cfg(test)]
mod tests;

//! The pairs behind the plot in front: those that banding misses, those next to the threshold.

use std::sync::Arc;

use super::results::TuneResults;
use super::view::View;
use crate::base::DocNo;
use crate::similarity::Pair;

/// Maximum number of pairs on each side of the threshold that are listed.
const NEAREST: usize = 50;

/// Why a pair is listed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Listed {
    /// At or above the threshold, and no candidate; with the probability of becoming one at its similarity, 0..=1.
    Missed(f64),
    /// At or above the threshold, and near it.
    Above,
    /// Below the threshold, and near it.
    Below,
}

/// A pair of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairRow {
    /// One document.
    pub a: DocNo,
    /// The other document.
    pub b: DocNo,
    /// Exact similarity, 0..=1.
    pub score: f64,
    /// Why it is listed.
    pub why: Listed,
}

/// The pairs of a plot at a threshold, and what they were made from.
#[derive(Clone, Debug, Default)]
pub struct PairRows {
    /// The pairs, in the order of the list.
    pub rows: Vec<PairRow>,
    made_from: Option<Inputs>,
}

/// What a list is made from; results by their address, which a new result does not share with the one in use.
#[derive(Clone, Debug, PartialEq)]
struct Inputs {
    view: View,
    threshold: f64,
    results: [usize; 2],
}

impl PairRows {
    /// Makes the list of `view` anew if it is of another plot, threshold or results. Whether it was. O(listed pairs).
    pub fn update(&mut self, view: View, threshold: f64, results: &TuneResults) -> bool {
        let address = |at: Option<*const ()>| at.map_or(0, |at| at as usize);
        let inputs = Inputs {
            view,
            threshold,
            results: [
                address(results.tuning.as_ref().map(|r| Arc::as_ptr(r).cast())),
                address(results.banded.as_ref().map(|r| Arc::as_ptr(r).cast())),
            ],
        };
        if self.made_from.as_ref() == Some(&inputs) {
            return false;
        }
        self.rows = match view {
            View::SCurve => missed(results, threshold),
            View::Thresholds => nearest(results, threshold),
            _ => Vec::new(),
        };
        self.made_from = Some(inputs);
        true
    }
}

fn missed(results: &TuneResults, threshold: f64) -> Vec<PairRow> {
    let Some((tuning, banded)) = results.tuning.as_ref().zip(results.banded.as_ref()) else {
        return Vec::new();
    };
    let truth = &tuning.truth;
    let reaches = |pair: &&Pair| truth.score(pair) >= threshold;
    let missed = banded.missed.iter().take_while(reaches);
    missed
        .map(|pair| PairRow {
            a: pair.a,
            b: pair.b,
            score: truth.score(pair),
            why: Listed::Missed(banded.probability(pair.jaccard())),
        })
        .collect()
}

/// Pairs around the threshold, most similar first.
fn nearest(results: &TuneResults, threshold: f64) -> Vec<PairRow> {
    let Some(truth) = results.tuning.as_ref().map(|tuning| &tuning.truth) else {
        return Vec::new();
    };
    let split = truth.at_least(threshold).len();
    let near = split.saturating_sub(NEAREST)..(split + NEAREST).min(truth.pairs.len());
    near.map(|i| {
        let pair = &truth.pairs[i];
        PairRow {
            a: pair.a,
            b: pair.b,
            score: truth.score(pair),
            why: if i < split {
                Listed::Above
            } else {
                Listed::Below
            },
        }
    })
    .collect()
}

//! The pairs behind the plot in front: those that banding misses, those next to the threshold, those that another k
//! moves over it.

use std::sync::Arc;

use super::results::TuneResults;
use super::view::View;
use crate::base::DocNo;
use crate::lab::by_k::AtK;
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
    /// At or above the threshold at the current k only; with its similarity at the other k, `None` below the floor.
    Lost(Option<f64>),
    /// At or above the threshold at the other k only; with its similarity there.
    Gained(f64),
}

/// A pair of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairRow {
    /// One document.
    pub a: DocNo,
    /// The other document.
    pub b: DocNo,
    /// Exact similarity with the current settings, 0..=1; `None` below the floor.
    pub score: Option<f64>,
    /// Why it is listed.
    pub why: Listed,
}

/// The pairs of a plot at a threshold, and what they were made from.
#[derive(Clone, Debug, Default)]
pub struct PairRows {
    /// The pairs, in the order of the list.
    pub rows: Vec<PairRow>,
    /// The k that pairs are lost to or gained from, of the plot over k.
    pub other_k: Option<usize>,
    made_from: Option<Inputs>,
}

/// What a list is made from; results by their address, which a new result does not share with the one in use.
#[derive(Clone, Debug, PartialEq)]
struct Inputs {
    view: View,
    threshold: f64,
    k: Option<usize>,
    results: [usize; 3],
}

impl PairRows {
    /// Makes the list of `view` anew if it is of another plot, threshold, k (`cursor` of the plot over k) or results.
    /// Whether it was. O(listed pairs).
    pub fn update(
        &mut self,
        view: View,
        threshold: f64,
        cursor: Option<f64>,
        results: &TuneResults,
    ) -> bool {
        let of_k = (view == View::ByK)
            .then(|| other_k(results, cursor))
            .flatten();
        let address = |at: Option<*const ()>| at.map_or(0, |at| at as usize);
        let inputs = Inputs {
            view,
            threshold,
            k: of_k.as_ref().map(|at| at.k),
            results: [
                address(results.tuning.as_ref().map(|r| Arc::as_ptr(r).cast())),
                address(results.banded.as_ref().map(|r| Arc::as_ptr(r).cast())),
                address(results.by_k.as_ref().map(|r| Arc::as_ptr(r).cast())),
            ],
        };
        if self.made_from.as_ref() == Some(&inputs) {
            return false;
        }
        self.rows = match view {
            View::SCurve => missed(results, threshold),
            View::Thresholds => nearest(results, threshold),
            View::ByK => of_k
                .as_ref()
                .map_or_else(Vec::new, |at| moved(at, threshold)),
            View::Estimates | View::Labels | View::Changes | View::Sweep => Vec::new(),
        };
        (self.other_k, self.made_from) = (inputs.k, Some(inputs));
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
            score: Some(truth.score(pair)),
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
            score: Some(truth.score(pair)),
            why: match i < split {
                true => Listed::Above,
                false => Listed::Below,
            },
        }
    })
    .collect()
}

/// The row of the k under the cursor, or else of the next k that there is.
fn other_k(results: &TuneResults, cursor: Option<f64>) -> Option<Arc<AtK>> {
    let by_k = results.by_k.as_ref()?;
    let at = |k: usize| by_k.rows.iter().find(|row| row.k == k && k != by_k.k);
    let chosen = cursor.map(|at| at.round().max(1.0) as usize);
    let row = chosen.and_then(at).or_else(|| at(by_k.k + 1));
    row.or_else(|| at(by_k.k.saturating_sub(1))).cloned()
}

/// Pairs that are lost at another k, then pairs that are gained there.
fn moved(at: &AtK, threshold: f64) -> Vec<PairRow> {
    let row = |gained: bool| {
        at.moved.iter().filter_map(move |pair| {
            let why = match (pair.reaches(threshold), gained) {
                ((false, true), false) => Listed::Lost(pair.here),
                ((true, false), true) => Listed::Gained(pair.here?),
                _ => return None,
            };
            Some(PairRow {
                a: pair.a,
                b: pair.b,
                score: pair.used,
                why,
            })
        })
    };
    row(false).chain(row(true)).collect()
}

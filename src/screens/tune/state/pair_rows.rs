//! The pairs behind the current plot: outliers of the estimates, pairs that banding misses, pairs next to the
//! threshold, pairs on which labels and threshold disagree.

use std::sync::Arc;

use super::results::{TuneResults, View};
use crate::base::DocNo;
use crate::lab::LabelMetrics;
use crate::lab::label_metrics::Mistake;
use crate::lab::tuning::Tuning;
use crate::similarity::Pair;

/// Maximum number of pairs on each side of the threshold that are listed.
const NEAREST: usize = 50;

/// Why a pair is listed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ListingReason {
    /// At or above the threshold, but no candidate; with the probability of becoming a candidate at its similarity,
    /// 0..=1.
    Missed(f64),
    /// Just above the threshold, or at it.
    Above,
    /// Just below the threshold.
    Below,
    /// The similarity is outside the interval of the estimate: the estimate, and its error in standard errors.
    Outlier(f64, f64),
    /// Its label and the threshold disagree.
    Mistake(Mistake),
}

/// A pair of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedPair {
    /// One document.
    pub a: DocNo,
    /// The other document.
    pub b: DocNo,
    /// Exact similarity, 0..=1.
    pub score: f64,
    /// Why it is listed.
    pub why: ListingReason,
}

/// The pairs of a plot at a threshold, and what they were made from.
#[derive(Clone, Debug, Default)]
pub struct PairRows {
    /// The pairs, in the order of the list.
    pub rows: Vec<ListedPair>,
    made_from: Option<Inputs>,
}

/// Inputs of a list: plot, threshold, and the addresses of results. A new result has another address than the current
/// one.
type Inputs = (View, f64, [usize; 3]);

fn address<T>(result: Option<&Arc<T>>) -> usize {
    result.map_or(0, |result| Arc::as_ptr(result) as usize)
}

impl PairRows {
    /// Updates the list if plot, threshold or results have changed. Returns whether they have.
    pub fn update(&mut self, view: View, threshold: f64, results: &TuneResults) -> bool {
        let addresses = [
            address(results.tuning.as_ref()),
            address(results.banded.as_ref()),
            address(results.labelled.as_ref()),
        ];
        let inputs = (view, threshold, addresses);
        if self.made_from.as_ref() == Some(&inputs) {
            return false;
        }
        let (tuning, labelled) = (results.tuning.as_deref(), results.labelled.as_deref());
        let rows = match view {
            View::Estimates => tuning.map(outliers),
            View::SCurve => missed(results, threshold),
            View::Thresholds => tuning.map(|tuning| nearest(tuning, threshold)),
            View::Labels => labelled.map(|labelled| mistakes(labelled, threshold)),
            View::ByK | View::Sweep => None,
        };
        self.rows = rows.unwrap_or_default();
        self.made_from = Some(inputs);
        true
    }
}

fn row(pair: &Pair, score: f64, why: ListingReason) -> ListedPair {
    let (a, b) = (pair.a, pair.b);
    ListedPair { a, b, score, why }
}

fn outliers(tuning: &Tuning) -> Vec<ListedPair> {
    let rows = tuning.accuracy.outliers.iter().map(|outlier| {
        let why = ListingReason::Outlier(outlier.estimate, outlier.off);
        row(&outlier.pair, outlier.pair.jaccard(), why)
    });
    rows.collect()
}

fn missed(results: &TuneResults, threshold: f64) -> Option<Vec<ListedPair>> {
    let (tuning, banded) = results.tuning.as_ref().zip(results.banded.as_ref())?;
    let truth = &tuning.truth;
    let reaches = |pair: &&Pair| truth.score(pair) >= threshold;
    let missed = banded.missed.iter().take_while(reaches);
    let rows = missed.map(|pair| {
        let why = ListingReason::Missed(banded.probability(pair.jaccard()));
        row(pair, truth.score(pair), why)
    });
    Some(rows.collect())
}

/// Pairs around the threshold, most similar first.
fn nearest(tuning: &Tuning, threshold: f64) -> Vec<ListedPair> {
    let truth = &tuning.truth;
    let (above, below) = truth.pairs.split_at(truth.at_least(threshold).len());
    let above = above[above.len().saturating_sub(NEAREST)..].iter();
    let above = above.map(|pair| row(pair, truth.score(pair), ListingReason::Above));
    let below = below.iter().take(NEAREST);
    let below = below.map(|pair| row(pair, truth.score(pair), ListingReason::Below));
    above.chain(below).collect()
}

/// Pairs that the threshold misclassifies, farthest from it first; O(n log n) in the labelled pairs.
fn mistakes(labelled: &LabelMetrics, threshold: f64) -> Vec<ListedPair> {
    let rows = labelled.mistakes(threshold).into_iter();
    let rows = rows.map(|mistake| ListedPair {
        a: mistake.a,
        b: mistake.b,
        score: mistake.score,
        why: ListingReason::Mistake(mistake),
    });
    rows.collect()
}

//! The true pairs, and a sample of pairs down to the floor for the evaluation of sketches.

use super::question::Question;
use crate::candidates::complete::{Complete, FLOORS};
use crate::candidates::{Identical, PairSet};
use crate::collection::Collection;
use crate::similarity::Pair;

/// Maximum number of pairs that sketches are evaluated on.
const SAMPLE: usize = 100_000;

/// Result of the complete join.
#[derive(Clone, Debug)]
pub struct Truth {
    /// Every pair of distinct texts at or above the floor.
    pub pairs: PairSet,
    /// Exact similarity at or above which a pair is a true one.
    pub threshold: f64,
    /// Number of distinct texts.
    pub texts: usize,
    /// Pairs of distinct texts with Jaccard at or above the floor.
    pub above_floor: usize,
    sample: Vec<Pair>,
}

impl Truth {
    /// Pairs at or above the threshold, in listing order.
    #[must_use]
    pub fn true_pairs(&self) -> &[Pair] {
        self.pairs.at_least(self.threshold)
    }

    /// Pairs with Jaccard at or above the floor for the evaluation of sketches: all of them, or an
    /// evenly spaced sample by similarity rank.
    #[must_use]
    pub fn sample(&self) -> &[Pair] {
        &self.sample
    }
}

/// Joins `collection` down to the lowest affordable floor. `None` when cancelled.
pub(super) fn find(
    collection: &Collection,
    identical: &Identical,
    question: &Question,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Truth> {
    let texts = identical.distinct().len();
    let complete = Complete::of(collection, identical, question.method_config.measure);
    let below = FLOORS.into_iter().filter(|f| *f < question.threshold);
    let pairs = complete.affordable(below, should_continue);
    let pairs = pairs.unwrap_or_else(|| complete.at(question.threshold, should_continue));
    if !should_continue() {
        return None;
    }
    let above: Vec<&Pair> = pairs
        .pairs
        .iter()
        .filter(|pair| pair.jaccard() >= pairs.found.floor)
        .collect();
    let take = above.len().min(SAMPLE);
    let sample = (0..take).map(|i| *above[i * above.len() / take]).collect();
    Some(Truth {
        threshold: question.threshold,
        texts,
        above_floor: above.len(),
        sample,
        pairs,
    })
}

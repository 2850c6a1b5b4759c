//! The true pairs, and as many below the threshold as the sketches can be judged on.

use super::question::Question;
use crate::candidates::complete::{Complete, FLOORS};
use crate::candidates::{Identical, PairSet};
use crate::collection::Collection;
use crate::similarity::Pair;

/// Pairs that sketches are judged on.
const SAMPLE: usize = 100_000;

/// What the complete join found.
#[derive(Clone, Debug)]
pub struct Truth {
    /// Every pair of different texts at or above the floor.
    pub pairs: PairSet,
    /// The threshold.
    pub threshold: f64,
    /// Different texts.
    pub texts: usize,
    /// Pairs, of different texts, whose Jaccard is at or above the floor.
    pub above_floor: usize,
    sample: Vec<Pair>,
}

impl Truth {
    /// The pairs at or above the threshold, in listing order.
    #[must_use]
    pub fn true_pairs(&self) -> &[Pair] {
        self.pairs.at_least(self.threshold)
    }

    /// Pairs with a Jaccard at or above the floor that sketches are judged on: all, or an even
    /// sample in the order of similarity.
    #[must_use]
    pub fn sample(&self) -> &[Pair] {
        &self.sample
    }
}

/// Joins `collection` as far down as is affordable. `None` when told to stop.
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

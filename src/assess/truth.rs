//! The true pairs, and as many below the threshold as the sketches can be judged on.

use super::Question;
use crate::candidates::{self, Identical, Method, PairSet, Recipe};
use crate::collection::Collection;
use crate::similarity::Pair;

/// Sketches are judged on pairs down to this Jaccard, where a corpus does not have too many.
pub const LOWEST_FLOOR: f64 = 0.05;

/// Floors that are tried for corpora that have too many pairs above the lowest.
const FLOORS: [f64; 4] = [LOWEST_FLOOR, 0.1, 0.2, 0.3];

/// Candidates below the threshold that the join may be expected to count: seconds, and hundreds of
/// megabytes at the very most.
const CANDIDATES: f64 = 20e6;

/// Documents on which that expectation is founded.
const PROBE: usize = 2_000;

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
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<Truth> {
    let join = Join {
        collection,
        recipe: Recipe {
            method: Method::Exact,
            ..question.recipe.clone()
        },
        go_on,
    };
    let texts = identical.distinct().len();
    let floors = FLOORS.into_iter().filter(|f| *f < question.threshold);
    let affordable = |floor: &f64| texts <= PROBE || join.expected(identical, *floor) <= CANDIDATES;
    let floor = floors.into_iter().find(affordable);
    let pairs = join.run(
        identical,
        question.threshold,
        floor.unwrap_or(question.threshold),
    );
    if !go_on() {
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

struct Join<'a> {
    collection: &'a Collection,
    recipe: Recipe,
    go_on: &'a (dyn Fn() -> bool + Sync),
}

impl Join<'_> {
    fn run(&self, identical: &Identical, threshold: f64, floor: f64) -> PairSet {
        let Join {
            collection,
            recipe,
            go_on,
        } = self;
        candidates::find(collection, identical, recipe, threshold, floor, go_on)
    }

    /// Candidates that a join down to `floor` would count, reckoned from one of an even part of the
    /// texts.
    fn expected(&self, identical: &Identical, floor: f64) -> f64 {
        let texts = identical.distinct();
        let mut standing = identical.representatives().to_vec();
        let every = texts.len().div_ceil(PROBE);
        let behind = texts[0];
        for (_, text) in texts.iter().enumerate().filter(|(i, _)| i % every != 0) {
            // A text that another stands for is no candidate.
            standing[text.index()] = behind;
        }
        let probe = Identical::from_representatives(self.collection, standing);
        let scale = texts.len() as f64 / probe.distinct().len() as f64;
        let candidates = self.run(&probe, floor, floor).found.candidates;
        candidates as f64 * scale * scale
    }
}

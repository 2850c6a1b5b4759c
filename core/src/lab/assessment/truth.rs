//! What an assessment asks, and its truth: the true pairs, and a sample of pairs down to the floor for the
//! evaluation of sketches.

use crate::base::Cancel;
use std::sync::Arc;

use crate::candidates::{Complete, Identical, Method, MethodConfig, PairSet};
use crate::index::Collection;
use crate::lab::truth::down_to_lowest;
use crate::similarity::Pair;

/// Maximum number of pairs that sketches are evaluated on.
const SAMPLE: usize = 100_000;

/// What is to be assessed.
#[derive(Clone, Debug)]
pub struct AssessmentQuestion {
    /// The methods to try.
    pub methods: Vec<Method>,
    /// Options of the methods; the method that it names does not matter.
    pub method_config: MethodConfig,
    /// Exact similarity at and above which a pair is a true one.
    pub threshold: f64,
}

/// The true pairs, and a sample of pairs down to the floor for the evaluation of sketches.
#[derive(Clone, Debug)]
pub struct Truth {
    /// Every pair of distinct texts at or above the floor.
    pub pairs: Arc<PairSet>,
    /// Exact similarity at or above which a pair is a true one.
    threshold: f64,
    /// Number of distinct texts.
    pub texts: usize,
    /// Pairs of distinct texts with Jaccard at or above the floor.
    pub above_floor: usize,
    /// The pairs above the floor that sketches are evaluated on: all of them, or an evenly spaced
    /// sample by similarity rank.
    pub sample: Vec<Pair>,
}

impl Truth {
    /// Joins `collection` down to the lowest affordable floor. `None` when cancelled.
    pub(super) fn new(
        collection: &Collection,
        identical: &Identical,
        question: &AssessmentQuestion,
        cancel: &Cancel,
    ) -> Option<Self> {
        let threshold = question.threshold;
        let complete = Complete::new(collection, identical, question.method_config.measure);
        let pairs = down_to_lowest(&complete, threshold, cancel, &|_| {}, || {
            Arc::new(complete.at(threshold, cancel))
        })?;
        let floor = pairs.info.floor;
        let above = pairs.pairs.iter().filter(|pair| pair.jaccard() >= floor);
        let above: Vec<&Pair> = above.collect();
        let take = above.len().min(SAMPLE);
        Some(Truth {
            threshold,
            texts: identical.distinct().len(),
            above_floor: above.len(),
            sample: (0..take).map(|i| *above[i * above.len() / take]).collect(),
            pairs,
        })
    }

    /// The truth in `pairs`, which are complete down to `threshold`, without a sample for sketches.
    pub(super) fn from_pairs(pairs: Arc<PairSet>, threshold: f64, identical: &Identical) -> Self {
        Truth {
            threshold,
            texts: identical.distinct().len(),
            above_floor: 0,
            sample: Vec::new(),
            pairs,
        }
    }

    /// Pairs at or above the threshold, in listing order.
    pub fn true_pairs(&self) -> &[Pair] {
        self.pairs.at_least(self.threshold)
    }
}

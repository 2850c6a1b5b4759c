//! The question of an assessment, the true pairs, and the assessment of one method: candidates, found and missed pairs,
//! and cost.

use std::collections::HashSet;
use std::sync::Arc;

use crate::base::process::metered;
use crate::base::{Cancel, DocNo};
use crate::candidates::{self, Complete, Identical, Method, MethodConfig, PairSet, PairSetInfo};
use crate::index::Collection;
use crate::lab::truth::down_to_lowest;
use crate::similarity::Pair;

/// Maximum number of pairs that sketches are evaluated on.
const MAX_SAMPLE: usize = 100_000;

/// Parameters of an assessment.
#[derive(Clone, Debug)]
pub struct AssessmentQuestion {
    /// The methods to try.
    pub methods: Vec<Method>,
    /// Options of the methods; its `method` is ignored.
    pub method_config: MethodConfig,
    /// Minimum exact similarity of a true pair.
    pub threshold: f64,
}

/// The true pairs, and a sample of pairs down to the floor for the evaluation of sketches.
#[derive(Clone, Debug)]
pub struct Truth {
    /// Every pair of distinct texts at or above the floor.
    pub pairs: Arc<PairSet>,
    /// Minimum exact similarity of a true pair.
    pub(super) threshold: f64,
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
        let size = above.len().min(MAX_SAMPLE);
        Some(Truth {
            threshold,
            texts: identical.distinct().len(),
            above_floor: above.len(),
            sample: (0..size).map(|i| *above[i * above.len() / size]).collect(),
            pairs,
        })
    }

    /// Creates the truth from `pairs`, which are complete down to `threshold`, without a sample for sketches.
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

/// Result of one method.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodReport {
    /// The assessed method.
    pub method: Method,
    /// How the method searched; names the method that `auto` selected. Its candidates were then
    /// verified exactly.
    pub info: PairSetInfo,
    /// Number of true pairs.
    pub true_pairs: u64,
    /// True pairs among the candidates.
    pub hits: u64,
    /// True pairs not among the candidates, in listing order; empty in a grid.
    pub missed: Vec<Pair>,
    /// CPU seconds of candidate generation and verification together.
    pub cpu_seconds: f64,
}

impl MethodReport {
    /// Found / all true pairs, 0..=1; `None` without true pairs.
    pub fn recall(&self) -> Option<f64> {
        share(self.hits, self.true_pairs)
    }

    /// Found / candidates (precision before verification), 0..=1; `None` without candidates.
    pub fn precision(&self) -> Option<f64> {
        share(self.hits, self.info.candidates)
    }
}

fn share(part: u64, total: u64) -> Option<f64> {
    (total > 0).then(|| part as f64 / total as f64)
}

/// Runs `method` and compares its candidates with `truth`; `None` when cancelled.
pub(super) fn report(
    collection: &Collection,
    identical: &Identical,
    question: &AssessmentQuestion,
    truth: &Truth,
    method: Method,
    cancel: &Cancel,
) -> Option<MethodReport> {
    let threshold = question.threshold;
    let method_config = MethodConfig {
        method,
        ..question.method_config.clone()
    };
    let (pairs, cpu_seconds) = metered(|| {
        candidates::find(
            collection,
            identical,
            &method_config,
            threshold,
            threshold,
            cancel,
        )
    });
    cancel.proceed()?;
    let found_pairs: HashSet<(DocNo, DocNo)> = pairs.pairs.iter().map(|p| (p.a, p.b)).collect();
    let truth = truth.true_pairs();
    let is_missed = |pair: &&Pair| !found_pairs.contains(&(pair.a, pair.b));
    let missed: Vec<Pair> = truth.iter().filter(is_missed).copied().collect();
    Some(MethodReport {
        method,
        true_pairs: truth.len() as u64,
        hits: (truth.len() - missed.len()) as u64,
        missed,
        info: pairs.info,
        cpu_seconds,
    })
}

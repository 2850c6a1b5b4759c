//! Assessment of the methods on the current corpus: recall and precision of each candidate method,
//! estimation error of each kind of sketch, and loss through short shingle hashes.
//!
//! The truth is the complete join, computed once. Documents with the same shingle set are grouped before
//! any method runs, and one of them represents the group: each text counts once, so copies do not
//! inflate the recall of a method.

mod estimators;
mod grid;
mod methods;

pub use grid::{Assessed, MethodGrid, assess_grid};
pub use methods::{AssessmentQuestion, MethodReport, Truth};

use super::accuracy::ErrorSums;
use crate::base::Cancel;
use crate::base::process::metered;
use crate::candidates::{Identical, Method};
use crate::index::Collection;
use crate::settings::{SketchKind, Sketching};
use crate::similarity::RandomSubset;

/// Results of [`assess`].
#[derive(Clone, Debug)]
pub struct Assessment {
    /// The true pairs.
    pub truth: Truth,
    /// One report per method, in the order of the question. Costs exclude the sketches.
    pub methods: Vec<MethodReport>,
    /// CPU seconds to compute all sketches, an additional cost of methods that use sketches.
    pub sketch_seconds: f64,
    /// Reports of all sketch kinds with 32-bit values, then the kind in use with decreasing bits, then random subsets
    /// of all shingles at the cost of a sketch.
    pub sketches: Vec<SketchReport>,
}

impl Assessment {
    /// CPU seconds to compute the sketches that a method uses; 0 if it uses none.
    pub fn sketch_seconds_of(&self, report: &MethodReport) -> f64 {
        let method: Result<Method, _> = report.info.method.parse();
        if method.unwrap_or(report.method).takes_sketches() {
            self.sketch_seconds
        } else {
            0.0
        }
    }
}

/// Accuracy of one estimator.
#[derive(Clone, Debug, PartialEq)]
pub struct SketchReport {
    /// Name of the kind, as on the command line.
    pub name: &'static str,
    /// Bits of a value; `None` for estimators without values.
    pub bits: Option<u32>,
    /// The errors over the pairs of the sample that have an estimate.
    pub errors: ErrorSums,
}

/// Runs every method and evaluates every sketch kind. Calls `progress` before each step with (step
/// name, finished steps, total steps). Polls `cancel`; returns `None` when cancelled. Call
/// on the worker pool.
pub fn assess(
    collection: &Collection,
    question: &AssessmentQuestion,
    progress: &dyn Fn(&str, u64, u64),
    cancel: &Cancel,
) -> Option<Assessment> {
    let sketching = &collection.settings().sketching;
    let kinds = sketches(sketching);
    let steps = (2 + question.methods.len() + kinds.len() + 2) as u64;
    let mut done = 0;
    let mut step = |what: &str| {
        progress(what, done, steps);
        done += 1;
        (!cancel.stopped()).then_some(())
    };
    step("exact join")?;
    let identical = Identical::new(collection);
    let truth = Truth::new(collection, &identical, question, cancel)?;
    step("sketches")?;
    let (sketched, sketch_seconds) = metered(|| collection.resketched(sketching, cancel, &|| ()));
    drop(sketched?);
    let mut reports = Vec::new();
    for &method in &question.methods {
        step(method.name())?;
        reports.push(methods::report(
            collection, &identical, question, &truth, method, cancel,
        )?);
    }
    let mut sketches = Vec::new();
    for kind in kinds {
        step(kind.sketch.name())?;
        sketches.push(SketchReport {
            name: kind.sketch.name(),
            bits: Some(kind.bits),
            errors: estimators::minwise(collection, &truth.sample, &kind, cancel)?,
        });
    }
    step("random subset")?;
    let terms = collection.documents().map(|d| collection.terms(d));
    let terms: Vec<_> = terms.collect();
    let documents: Vec<&[u64]> = terms.iter().map(|terms| &**terms).collect();
    let universe = estimators::distinct_shingles(&documents, sketching);
    for (name, subset) in subsets(collection, &identical, universe) {
        sketches.push(SketchReport {
            name,
            bits: None,
            errors: estimators::random_subset(collection, &truth.sample, &subset, cancel)?,
        });
    }
    (!cancel.stopped()).then_some(Assessment {
        truth,
        methods: reports,
        sketch_seconds,
        sketches,
    })
}

/// Two random subsets of all shingles, comparable to sketches of n values. The first has n shingles in total and costs
/// as many comparisons as a sketch; the second keeps n shingles per document on average and costs as much memory.
fn subsets(
    collection: &Collection,
    identical: &Identical,
    universe: u64,
) -> [(&'static str, RandomSubset); 2] {
    let sketching = &collection.settings().sketching;
    let values = sketching.permutations;
    let texts = identical.distinct();
    let shingles = texts.iter().map(|doc| collection.shingle_set(*doc).len());
    let mean = shingles.sum::<usize>() as f64 / texts.len().max(1) as f64;
    let by_total = (values as f64 / universe.max(1) as f64).min(1.0);
    let by_mean = (values as f64 / mean.max(1.0)).min(1.0);
    [("subset of all", by_total), ("subset a text", by_mean)]
        .map(|(name, fraction)| (name, RandomSubset::new(fraction, sketching.seed)))
}

/// Sketch settings to assess: each kind with 32-bit values, and the kind in use with fewer bits.
fn sketches(base: &Sketching) -> Vec<Sketching> {
    let with = |sketch, bits| Sketching {
        sketch,
        bits,
        ..base.clone()
    };
    let kinds = SketchKind::ALL.iter().map(|(_, kind)| with(*kind, 32));
    let fewer_bits = [16, 8, 4, 2, 1].map(|bits| with(base.sketch, bits));
    kinds.chain(fewer_bits).collect()
}

/// Mean and standard deviation of a figure over seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Mean.
    pub mean: f64,
    /// Standard deviation of the sample (n - 1); 0 for one value.
    pub deviation: f64,
    /// Minimum.
    pub least: f64,
    /// Number of values.
    pub values: usize,
}

impl Spread {
    /// The spread of `values`; `None` if there are none.
    pub fn new(values: &[f64]) -> Option<Self> {
        let n = values.len() as f64;
        let least = values.iter().copied().reduce(f64::min)?;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = match values.len() {
            1 => 0.0,
            _ => (squares / (n - 1.0)).sqrt(),
        };
        Some(Spread {
            mean,
            deviation,
            least,
            values: values.len(),
        })
    }

    /// Standard error of the mean; `None` for one value.
    pub fn standard_error(&self) -> Option<f64> {
        (self.values > 1).then(|| self.deviation / (self.values as f64).sqrt())
    }
}

/// Assesses a collection with `count` consecutive seeds, starting with its own. Each seed needs new sketches.
/// `progress` receives (seed number from 0, step, finished steps, total steps). `None` once `cancel` is stopped. Call
/// on the worker pool.
pub fn assess_seeds(
    collection: &Collection,
    question: &AssessmentQuestion,
    count: u64,
    progress: &dyn Fn(u64, &str, u64, u64),
    cancel: &Cancel,
) -> Option<Vec<Assessment>> {
    let base = &collection.settings().sketching;
    let assessments = (0..count).map(|number| {
        let sketching = Sketching {
            seed: base.seed.wrapping_add(number),
            ..base.clone()
        };
        let resketched = match number {
            0 => None,
            _ => Some(collection.resketched(&sketching, cancel, &|| ())?),
        };
        let seeded = resketched.as_ref().unwrap_or(collection);
        let step = |what: &str, done, steps| progress(number, what, done, steps);
        assess(seeded, question, &step, cancel)
    });
    assessments.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_uses_the_sample_deviation() {
        let spread = Spread::new(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!((spread.mean, spread.least), (5.0, 2.0));
        // The squares sum to 32, divided by n - 1 = 7.
        assert!((spread.deviation - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!((spread.standard_error().unwrap() - (4.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        let single = Spread::new(&[3.0]).unwrap();
        assert_eq!((single.deviation, single.standard_error()), (0.0, None));
        assert_eq!(Spread::new(&[]), None);
    }
}

//! Assessment of the methods on the current corpus: recall and precision of each candidate method,
//! estimation error of each kind of sketch, and loss through short shingle hashes.
//!
//! The truth is the complete join, computed once. Documents with identical terms are grouped before
//! any method runs, and one of them represents the group: each text counts once, so copies do not
//! inflate the recall of a method.

pub mod collisions;
mod estimator;
mod judge;
mod meter;
mod methods;
mod question;
mod truth;

pub use collisions::Collisions;
pub use estimator::{EstimateWithInterval, Estimator, Minwise};
pub use judge::{Judged, judge};
pub use meter::{Cost, Meter, Unmetered};
pub use methods::MethodReport;
pub use question::Question;
pub use truth::Truth;

pub use crate::candidates::complete::LOWEST_FLOOR;

use crate::candidates::Identical;
use crate::collection::Collection;
use crate::settings::{SketchKind, Sketching};
use crate::similarity::RandomSubset;

/// What came of it.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// The true pairs.
    pub truth: Truth,
    /// One report per method, in the order of the question.
    pub methods: Vec<MethodReport>,
    /// Reports of all sketch kinds with 32-bit values, then the chosen kind with decreasing bits,
    /// then random subsets of all shingles at the cost of a sketch. Each has the name of its
    /// estimator and the bits of a value, if it has values.
    pub sketches: Vec<SketchReport>,
    /// Shingles lost through hash collisions; `None` for 64-bit hashes.
    pub collisions: Option<Collisions>,
}

/// Accuracy of one kind of sketch.
#[derive(Clone, Debug, PartialEq)]
pub struct SketchReport {
    /// Name of the kind, as on the command line.
    pub name: &'static str,
    /// Bits of a value; `None` for estimators without values.
    pub bits: Option<u32>,
    /// The error figures.
    pub judged: Judged,
}

/// Runs every method and evaluates every sketch kind. Calls `progress` before each step with (step
/// name, finished steps, total steps). Polls `should_continue`; returns `None` when cancelled. Call
/// on the worker pool.
pub fn assess(
    collection: &Collection,
    question: &Question,
    meter: &dyn Meter,
    progress: &dyn Fn(&str, u64, u64),
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Assessment> {
    let sketching = &collection.settings().sketching;
    let kinds = sketches(sketching);
    let steps = (1 + question.methods.len() + kinds.len() + 2) as u64;
    let mut done = 0;
    let mut step = |what: &str| {
        progress(what, done, steps);
        done += 1;
        should_continue().then_some(())
    };
    step("exact join")?;
    let identical = Identical::of(collection);
    let truth = truth::find(collection, &identical, question, should_continue)?;
    let mut reports = Vec::new();
    for &method in &question.methods {
        step(method.name())?;
        let run = methods::Run {
            collection,
            identical: &identical,
            question,
            truth: &truth,
            meter,
        };
        reports.push(run.report(method, should_continue)?);
    }
    let mut judged = Vec::new();
    for kind in kinds {
        step(kind.sketch.name())?;
        let judge = judge(
            collection,
            truth.sample(),
            &Minwise::new(&kind),
            should_continue,
        )?;
        judged.push(SketchReport {
            name: kind.sketch.name(),
            bits: Some(kind.bits),
            judged: judge,
        });
    }
    step("random subset")?;
    let documents: Vec<&[u64]> = collection
        .documents()
        .map(|d| collection.terms(d))
        .collect();
    let shingles = collisions::count(&documents, sketching);
    for (name, subset) in subsets(collection, &identical, shingles.distinct) {
        judged.push(SketchReport {
            name,
            bits: None,
            judged: judge(collection, truth.sample(), &subset, should_continue)?,
        });
    }
    step("collisions")?;
    let collisions = (sketching.hash_bits < 64).then_some(shingles);
    should_continue().then_some(Assessment {
        truth,
        methods: reports,
        sketches: judged,
        collisions,
    })
}

/// Two random subsets of all shingles, comparable to sketches of n values: one of n shingles in
/// total, which costs as many comparisons as there are permutations, and one that keeps n shingles
/// per document on average, which costs as much memory.
fn subsets(
    collection: &Collection,
    identical: &Identical,
    universe: u64,
) -> [(&'static str, RandomSubset); 2] {
    let sketching = &collection.settings().sketching;
    let values = sketching.permutations;
    let texts = identical.distinct();
    let shingles: usize = texts
        .iter()
        .map(|doc| collection.shingle_set(*doc).len())
        .sum();
    let mean = shingles as f64 / texts.len().max(1) as f64;
    let subset = |fraction| RandomSubset::new(fraction, sketching.seed);
    [
        (
            "subset of all",
            subset(RandomSubset::fraction_for(values, universe)),
        ),
        (
            "subset a text",
            subset((values as f64 / mean.max(1.0)).min(1.0)),
        ),
    ]
}

/// Sketch settings to assess: each kind with 32-bit values, and the chosen kind with fewer bits.
fn sketches(chosen: &Sketching) -> Vec<Sketching> {
    let with = |sketch, bits| Sketching {
        sketch,
        bits,
        ..chosen.clone()
    };
    let kinds = SketchKind::ALL.iter().map(|(_, kind)| with(*kind, 32));
    let fewer = [16, 8, 4, 2, 1].map(|bits| with(chosen.sketch, bits));
    kinds.chain(fewer).collect()
}

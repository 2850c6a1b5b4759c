//! Every setting of a grid of methods on one corpus: what it misses, how many candidates it makes and what it costs,
//! each as [`super::assess`] says of that setting alone. The exact join of a k, and the sketches of a layout, are
//! made once. Methods that take no sketches cost none.

use std::sync::Arc;

use super::MethodReport;
use super::methods;
use super::truth::{Question, Truth};
use crate::base::process::metered;
use crate::candidates::banding::Banding;
use crate::candidates::{Complete, Identical, Method, MethodConfig, PairSet};
use crate::collection::Collection;
use crate::lab::sweep::{Block, Grid};
use crate::mask::AtEachK;
use crate::settings::{SketchKind, Sketching};
use crate::similarity::estimate::agreement;
use crate::similarity::{Measure, Pair};
use crate::sketch::Layout;

/// Values of the settings that decide what a method costs, beside those of a [`Grid`]. The first four lists are not
/// empty.
#[derive(Clone, Debug)]
pub struct MethodGrid<'a> {
    /// Shingles, measures and thresholds.
    pub grid: &'a Grid,
    /// Kinds of sketches.
    pub sketches: Vec<SketchKind>,
    /// Values of a sketch.
    pub permutations: Vec<usize>,
    /// Bits of a value.
    pub bits: Vec<u32>,
    /// Methods.
    pub methods: Vec<Method>,
    /// Bandings of LSH; those that take more values than a sketch has are left out.
    pub bandings: Vec<Banding>,
    /// Probabilities of finding a pair at the threshold, from each of which LSH chooses a banding.
    pub recalls: Vec<f64>,
    /// Those of the other methods that take one.
    pub other_recalls: Vec<f64>,
    /// Number of seeds, from that of the collection on, 1 or more.
    pub seeds: u64,
}

/// A setting and what it made.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessed {
    /// Shingles and measure.
    pub block: Block,
    /// Kind of sketch.
    pub sketch: SketchKind,
    /// Seed of shingle hashes and sketches.
    pub seed: u64,
    /// The threshold, 0..=1.
    pub threshold: f64,
    /// Values of a sketch, and bits of a value.
    pub layout: (usize, u32),
    /// What the method found; without the pairs that it missed.
    pub report: MethodReport,
    /// True pairs of different texts that it missed.
    pub missed: u64,
    /// The probability that a pair at the threshold was to be found with, where the method takes it; of LSH where that
    /// chose the banding.
    pub wanted: Option<f64>,
    /// LSH: the share of the true pairs that the formula expects to be found.
    pub expected_recall: Option<f64>,
    /// CPU seconds of making all sketches; 0 if the method takes none.
    pub sketch_seconds: f64,
}

/// One setting to run.
struct Wanted {
    method: Method,
    banding: Option<Banding>,
    recall: Option<f64>,
}

/// The exact pairs of one measure, down to the lowest threshold.
struct Exact {
    measure: Measure,
    pairs: Arc<PairSet>,
}

/// Runs every setting whose unit is that of `corpus`, with each seed; the rows of a setting stand together. Calls `progress` before each step with what is run. `None` when
/// cancelled. Call on the worker pool.
pub fn assess_grid(
    corpus: &AtEachK,
    asked: &MethodGrid<'_>,
    progress: &mut dyn FnMut(&'static str),
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Assessed>> {
    let grid = asked.grid;
    let unit = corpus.collection().settings().normalisation.unit;
    let lowest = grid.thresholds.iter().copied().reduce(f64::min)?;
    let mut all = Vec::new();
    for (&k, &bag) in grid
        .ks
        .iter()
        .flat_map(|k| grid.bags.iter().map(move |bag| (k, bag)))
    {
        progress("exact join");
        let collection = corpus.at(k, should_continue)?;
        let sketching = Sketching {
            k,
            bag,
            ..collection.settings().sketching.clone()
        };
        // Pairs of the join carry how far their sketches agree, so that there must be some; they change no figure here.
        let least = Sketching {
            permutations: Sketching::FEWEST,
            ..sketching.clone()
        };
        let shingled = collection.resketched(&least, should_continue)?;
        let identical = Identical::of(&shingled);
        let exact = grid.measures.iter().map(|&measure| {
            let complete = Complete::of(&shingled, &identical, measure);
            let pairs = Arc::new(complete.at(lowest, should_continue));
            should_continue().then_some(Exact { measure, pairs })
        });
        let exact: Vec<Exact> = exact.collect::<Option<_>>()?;
        for &kind in &asked.sketches {
            for (permutations, bits) in asked.layouts() {
                progress(kind.name());
                let mut of_seeds = Vec::new();
                for number in 0..asked.seeds {
                    let sketching = Sketching {
                        sketch: kind,
                        permutations,
                        bits,
                        seed: sketching.seed.wrapping_add(number),
                        ..sketching.clone()
                    };
                    let (sketched, sketch_seconds) =
                        metered(|| collection.resketched(&sketching, should_continue));
                    let sketched = sketched?;
                    let mut rows = Vec::new();
                    for exact in &exact {
                        let of = Layouted {
                            asked,
                            block: Block {
                                unit,
                                k,
                                bag,
                                measure: exact.measure,
                            },
                            sketched: &sketched,
                            identical: &identical,
                            exact,
                            sketch_seconds,
                        };
                        for &threshold in &grid.thresholds {
                            of.at(threshold, &mut rows, progress, should_continue)?;
                        }
                    }
                    of_seeds.push(rows.into_iter());
                }
                // The rows of a setting stand together.
                while let Some(rows) = of_seeds
                    .iter_mut()
                    .map(Iterator::next)
                    .collect::<Option<Vec<_>>>()
                {
                    all.extend(rows);
                }
            }
        }
    }
    Some(all)
}

impl MethodGrid<'_> {
    /// Values of a sketch and bits of a value.
    fn layouts(&self) -> impl Iterator<Item = (usize, u32)> {
        let with_bits = |values: &usize| {
            let values = *values;
            self.bits.iter().map(move |bits| (values, *bits))
        };
        self.permutations.iter().flat_map(with_bits)
    }
}

/// Sketches of one layout, with the truth of one measure.
struct Layouted<'a> {
    asked: &'a MethodGrid<'a>,
    block: Block,
    sketched: &'a Collection,
    identical: &'a Identical,
    exact: &'a Exact,
    sketch_seconds: f64,
}

impl Layouted<'_> {
    /// Adds the rows of one threshold. `None` when cancelled.
    fn at(
        &self,
        threshold: f64,
        rows: &mut Vec<Assessed>,
        progress: &mut dyn FnMut(&'static str),
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<()> {
        let layout = self.sketched.layout();
        let truth = Truth::known(self.exact.pairs.clone(), threshold, self.identical);
        for wanted in self.wanted() {
            let method = wanted.method;
            progress(method.name());
            let options = MethodConfig::default();
            let question = Question {
                methods: vec![method],
                method_config: MethodConfig {
                    method,
                    measure: method.measure(self.exact.measure),
                    banding: wanted.banding,
                    recall: wanted.recall.unwrap_or(options.recall),
                    ..options
                },
                threshold,
            };
            let mut report = methods::report(
                self.sketched,
                self.identical,
                &question,
                &truth,
                method,
                should_continue,
            )?;
            let missed = std::mem::take(&mut report.missed).len() as u64;
            let banding = report
                .info
                .bands
                .map(|(bands, rows)| Banding { bands, rows });
            rows.push(Assessed {
                block: self.block,
                sketch: self.sketched.settings().sketching.sketch,
                seed: self.sketched.settings().sketching.seed,
                threshold,
                layout: (layout.positions, layout.bits),
                report,
                missed,
                wanted: wanted.recall,
                expected_recall: banding
                    .and_then(|banding| expected_recall(truth.true_pairs(), layout, banding)),
                sketch_seconds: match method.takes_sketches() {
                    true => self.sketch_seconds,
                    false => 0.0,
                },
            });
        }
        Some(())
    }

    /// The settings to run: those of LSH as asked for, of every other method one, or one for each recall.
    fn wanted(&self) -> Vec<Wanted> {
        let asked = self.asked;
        let positions = self.sketched.layout().positions;
        let mut all = Vec::new();
        for &method in &asked.methods {
            let one = |banding, recall| Wanted {
                method,
                banding,
                recall,
            };
            if method != Method::Lsh {
                match method.takes_recall() {
                    true => all.extend(asked.other_recalls.iter().map(|r| one(None, Some(*r)))),
                    false => all.push(one(None, None)),
                }
                continue;
            }
            let fits = asked
                .bandings
                .iter()
                .filter(|b| b.bands * b.rows <= positions);
            all.extend(fits.map(|banding| one(Some(*banding), None)));
            all.extend(asked.recalls.iter().map(|recall| one(None, Some(*recall))));
        }
        all
    }
}

/// Share of `pairs` that are expected to share a band; `None` without pairs.
fn expected_recall(pairs: &[Pair], layout: Layout, banding: Banding) -> Option<f64> {
    let chance = |pair: &Pair| banding.probability(agreement(pair.jaccard(), layout.bits));
    let found: f64 = pairs.iter().map(chance).sum();
    (!pairs.is_empty()).then(|| found / pairs.len() as f64)
}

#[cfg(test)]
mod tests;

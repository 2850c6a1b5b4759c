//! Every setting of a grid of methods on one corpus: what it misses, how many candidates it makes and what it costs,
//! each as [`super::assess`] says of that setting alone. The exact join of a k, and the sketches of a layout, are
//! made once. Methods that take no sketches cost none.

use crate::base::Cancel;
use std::sync::Arc;

use super::MethodReport;
use super::methods;
use super::truth::{AssessmentQuestion, Truth};
use crate::base::process::metered;
use crate::candidates::banding::Banding;
use crate::candidates::{Complete, Identical, Method, MethodConfig, PairSet};
use crate::index::Collection;
use crate::lab::sweep::{Grid, SettingBlock};
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
    pub block: SettingBlock,
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
    request: &MethodGrid<'_>,
    progress: &mut dyn FnMut(&'static str),
    cancel: &Cancel,
) -> Option<Vec<Assessed>> {
    let grid = request.grid;
    let unit = corpus.collection().settings().normalisation.unit;
    let lowest = grid.thresholds.iter().copied().reduce(f64::min)?;
    let mut all = Vec::new();
    for (&k, &bag) in grid
        .ks
        .iter()
        .flat_map(|k| grid.bags.iter().map(move |bag| (k, bag)))
    {
        progress("exact join");
        let collection = corpus.at(k, cancel)?;
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
        let shingled = collection.resketched(&least, cancel)?;
        let identical = Identical::new(&shingled);
        let exact = grid.measures.iter().map(|&measure| {
            let complete = Complete::new(&shingled, &identical, measure);
            let pairs = Arc::new(complete.at(lowest, cancel));
            (!cancel.stopped()).then_some(Exact { measure, pairs })
        });
        let exact: Vec<Exact> = exact.collect::<Option<_>>()?;
        for &kind in &request.sketches {
            for (permutations, bits) in request.layouts() {
                progress(kind.name());
                // The rows of each setting.
                let mut settings: Vec<Vec<Assessed>> = Vec::new();
                for number in 0..request.seeds {
                    let sketching = Sketching {
                        sketch: kind,
                        permutations,
                        bits,
                        seed: sketching.seed.wrapping_add(number),
                        ..sketching.clone()
                    };
                    let (sketched, sketch_seconds) =
                        metered(|| collection.resketched(&sketching, cancel));
                    let sketched = sketched?;
                    let mut at = 0;
                    for exact in &exact {
                        let layouted = Layouted {
                            block: SettingBlock {
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
                            for wanted in request.wanted(sketched.layout().positions) {
                                if number == 0 {
                                    settings.push(Vec::new());
                                }
                                let rows = &mut settings[at];
                                at += 1;
                                if rows.first().is_none_or(Assessed::is_drawn) {
                                    progress(wanted.method.name());
                                    rows.push(layouted.row(threshold, &wanted, cancel)?);
                                }
                            }
                        }
                    }
                }
                all.extend(settings.into_iter().flatten());
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

    /// The settings to run on sketches of so many values: those of LSH as asked for, of every other method one, or one for
    /// each recall.
    fn wanted(&self, positions: usize) -> Vec<Wanted> {
        let mut all = Vec::new();
        for &method in &self.methods {
            let one = |banding, recall| Wanted {
                method,
                banding,
                recall,
            };
            let (bandings, recalls) = match method {
                Method::Lsh => (&self.bandings[..], &self.recalls[..]),
                _ if method.takes_recall() => (&[][..], &self.other_recalls[..]),
                _ => {
                    all.push(one(None, None));
                    continue;
                }
            };
            let fits = bandings.iter().filter(|b| b.bands * b.rows <= positions);
            all.extend(fits.map(|banding| one(Some(*banding), None)));
            all.extend(recalls.iter().map(|recall| one(None, Some(*recall))));
        }
        all
    }
}

impl Assessed {
    /// Whether its figures are a draw: whether the method that searched depends on the seed.
    fn is_drawn(&self) -> bool {
        let searched: Result<Method, _> = self.report.info.method.parse();
        !matches!(
            searched.unwrap_or(self.report.method),
            Method::Exact | Method::Containment | Method::Identical | Method::SimHash
        )
    }

    /// Whether both are of one setting, with any seed.
    pub fn is_of_setting(&self, other: &Self) -> bool {
        let setting = |row: &Self| {
            let numbers = (row.threshold, row.wanted, row.layout);
            (
                row.block,
                row.sketch,
                row.report.method,
                row.report.info.bands,
                numbers,
            )
        };
        setting(self) == setting(other)
    }
}

/// Sketches of one layout, with the truth of one measure.
struct Layouted<'a> {
    block: SettingBlock,
    sketched: &'a Collection,
    identical: &'a Identical,
    exact: &'a Exact,
    sketch_seconds: f64,
}

impl Layouted<'_> {
    /// The row of one setting. `None` when cancelled.
    fn row(&self, threshold: f64, wanted: &Wanted, cancel: &Cancel) -> Option<Assessed> {
        let (layout, method) = (self.sketched.layout(), wanted.method);
        let truth = Truth::from_pairs(self.exact.pairs.clone(), threshold, self.identical);
        let options = MethodConfig::default();
        let question = AssessmentQuestion {
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
            cancel,
        )?;
        let missed = std::mem::take(&mut report.missed).len() as u64;
        let banding = report
            .info
            .bands
            .map(|(bands, rows)| Banding { bands, rows });
        let sketching = &self.sketched.settings().sketching;
        Some(Assessed {
            block: self.block,
            sketch: sketching.sketch,
            seed: sketching.seed,
            threshold,
            layout: (layout.positions, layout.bits),
            report,
            missed,
            wanted: wanted.recall,
            expected_recall: banding
                .and_then(|banding| expected_recall(truth.true_pairs(), layout, banding)),
            sketch_seconds: if method.takes_sketches() {
                self.sketch_seconds
            } else {
                0.0
            },
        })
    }
}

/// Share of `pairs` that are expected to share a band; `None` without pairs.
fn expected_recall(pairs: &[Pair], layout: Layout, banding: Banding) -> Option<f64> {
    let chance = |pair: &Pair| banding.probability(agreement(pair.jaccard(), layout.bits));
    let expected: f64 = pairs.iter().map(chance).sum();
    (!pairs.is_empty()).then(|| expected / pairs.len() as f64)
}

#[cfg(test)]
mod tests;

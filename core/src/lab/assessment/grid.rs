//! Runs every setting of a grid of methods on one corpus and reports missed pairs, candidates and cost. The figures
//! equal [`super::assess`] for each setting, but the exact join of each k and the sketches of each layout are computed
//! once. The cost of sketches counts only for methods that use them.

use crate::base::Cancel;
use std::sync::Arc;

use super::methods::{self, AssessmentQuestion, MethodReport, Truth};
use crate::base::process::metered;
use crate::candidates::banding::Banding;
use crate::candidates::{Complete, Identical, Method, MethodConfig};
use crate::index::Collection;
use crate::lab::sweep::{Grid, SettingBlock};
use crate::mask::AtEachK;
use crate::settings::{SketchKind, Sketching};
use crate::similarity::Pair;
use crate::similarity::estimate::agreement;
use crate::sketch::Layout;

/// A [`Grid`], and the values of further settings that determine the cost of a method. The lists are not empty.
#[derive(Clone, Debug)]
pub struct MethodGrid<'a> {
    /// Shingles, measures and thresholds.
    pub grid: &'a Grid,
    /// Kinds of sketches.
    pub sketches: Vec<SketchKind>,
    /// Numbers of values per sketch.
    pub permutations: Vec<usize>,
    /// Numbers of bits per value.
    pub bits: Vec<u32>,
    /// Methods with their options. A banding that needs more values than a sketch has is not run on it.
    pub methods: Vec<MethodConfig>,
    /// Number of consecutive seeds, 1 or more; the first is the seed of the collection.
    pub seeds: u64,
}

/// A setting with its result.
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
    /// Number of values per sketch, and bits per value.
    pub layout: (usize, u32),
    /// The result of the method, without the list of missed pairs.
    pub report: MethodReport,
    /// The required probability of finding a pair at the threshold; `None` if the method does not use it, or if the
    /// banding is configured.
    pub wanted: Option<f64>,
    /// LSH: the share of the true pairs that the formula expects to be found.
    pub expected_recall: Option<f64>,
    /// CPU seconds to compute all sketches; 0 if the method uses none.
    pub sketch_seconds: f64,
}

/// Runs every setting with the unit of `corpus`, with each seed; the rows of a setting are adjacent. Calls `progress`
/// before each step with its name. `None` when cancelled. Call on the worker pool.
pub fn assess_grid(
    corpus: &AtEachK,
    request: &MethodGrid<'_>,
    progress: &mut dyn FnMut(&'static str),
    cancel: &Cancel,
) -> Option<Vec<Assessed>> {
    let grid = request.grid;
    let lowest = grid.thresholds.iter().copied().reduce(f64::min)?;
    let ks = grid.ks.iter();
    let shingles = ks.flat_map(|k| grid.bags.iter().map(move |bag| (*k, *bag)));
    let mut all_rows = Vec::new();
    for (k, bag) in shingles {
        progress("exact join");
        let collection = corpus.at(k, cancel)?;
        let sketching = Sketching {
            k,
            bag,
            ..collection.settings().sketching.clone()
        };
        // Pairs of the join record how many sketch positions agree, so the join needs sketches. They affect no figure
        // here: the smallest are enough.
        let smallest = Sketching {
            permutations: Sketching::MIN_PERMUTATIONS,
            ..sketching.clone()
        };
        let shingled = collection.resketched(&smallest, cancel, &|| ())?;
        let identical = Identical::new(&shingled);
        let mut truths = Vec::new();
        for measure in &grid.measures {
            let complete = Complete::new(&shingled, &identical, *measure);
            let pairs = Arc::new(complete.at(lowest, cancel));
            cancel.proceed()?;
            let truth = |threshold: &f64| Truth::from_pairs(pairs.clone(), *threshold, &identical);
            truths.extend(grid.thresholds.iter().map(truth));
        }
        for sketching in request.layouts(&sketching) {
            progress(sketching.sketch.name());
            let fits = |config: &&MethodConfig| {
                let values = config.banding.map_or(0, |b| b.bands * b.rows);
                values <= sketching.permutations
            };
            let methods: Vec<&MethodConfig> = request.methods.iter().filter(fits).collect();
            let settings = truths.iter().flat_map(|truth| {
                let combinations = methods.iter().map(move |config| (truth, *config));
                combinations.map(|setting| (setting, Vec::new()))
            });
            let mut settings: Vec<(_, Vec<Assessed>)> = settings.collect();
            for number in 0..request.seeds {
                let seeded = Sketching {
                    seed: sketching.seed.wrapping_add(number),
                    ..sketching.clone()
                };
                let (sketched, seconds) =
                    metered(|| collection.resketched(&seeded, cancel, &|| ()));
                let sketched = (&sketched?, seconds);
                for ((truth, config), rows) in &mut settings {
                    if rows.first().is_none_or(Assessed::depends_on_seed) {
                        progress(config.method.name());
                        rows.push(assess_setting(sketched, &identical, truth, config, cancel)?);
                    }
                }
            }
            all_rows.extend(settings.into_iter().flat_map(|(_, rows)| rows));
        }
    }
    Some(all_rows)
}

impl MethodGrid<'_> {
    /// All combinations of kind of sketch, number of values and number of bits.
    fn layouts(&self, base: &Sketching) -> Vec<Sketching> {
        let mut layouts = Vec::new();
        for &sketch in &self.sketches {
            for &permutations in &self.permutations {
                layouts.extend(self.bits.iter().map(|&bits| Sketching {
                    sketch,
                    permutations,
                    bits,
                    ..base.clone()
                }));
            }
        }
        layouts
    }
}

impl Assessed {
    /// Whether the method depends on the seed, so that the figures vary with the seed.
    fn depends_on_seed(&self) -> bool {
        let method: Result<Method, _> = self.report.info.method.parse();
        !matches!(
            method.unwrap_or(self.report.method),
            Method::Exact | Method::Containment | Method::Identical | Method::SimHash
        )
    }

    /// Whether both have the same setting, except for the seed.
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

/// Returns the row of one setting. `seconds` is the CPU time that the sketches took. `None` when cancelled.
fn assess_setting(
    (sketched, seconds): (&Collection, f64),
    identical: &Identical,
    truth: &Truth,
    config: &MethodConfig,
    cancel: &Cancel,
) -> Option<Assessed> {
    let (layout, method) = (sketched.layout(), config.method);
    let measure = truth.pairs.info.measure;
    let takes_recall = method.takes_recall() && config.banding.is_none();
    let question = AssessmentQuestion {
        methods: vec![method],
        method_config: MethodConfig {
            measure: method.measure(measure),
            ..config.clone()
        },
        threshold: truth.threshold,
    };
    let mut report = methods::report(sketched, identical, &question, truth, method, cancel)?;
    report.missed = Vec::new();
    let banding = report.info.bands;
    let banding = banding.map(|(bands, rows)| Banding { bands, rows });
    let expected = |banding| expected_recall(truth.true_pairs(), layout, banding);
    let settings = sketched.settings();
    let Sketching {
        k,
        bag,
        sketch,
        seed,
        ..
    } = settings.sketching;
    Some(Assessed {
        block: SettingBlock {
            unit: settings.normalisation.unit,
            k,
            bag,
            measure,
        },
        sketch,
        seed,
        threshold: truth.threshold,
        layout: (layout.positions, layout.bits),
        report,
        wanted: takes_recall.then_some(config.recall),
        expected_recall: banding.and_then(expected),
        sketch_seconds: if method.takes_sketches() {
            seconds
        } else {
            0.0
        },
    })
}

/// Expected share of `pairs` that agree in a band; `None` without pairs.
fn expected_recall(pairs: &[Pair], layout: Layout, banding: Banding) -> Option<f64> {
    let chance = |pair: &Pair| banding.probability(agreement(pair.jaccard(), layout.bits));
    let expected: f64 = pairs.iter().map(chance).sum();
    (!pairs.is_empty()).then(|| expected / pairs.len() as f64)
}

#[cfg(test)]
mod tests;

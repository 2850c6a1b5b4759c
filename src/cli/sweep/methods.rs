//! Missed pairs and cost of methods at each setting of a grid, and their spread over seeds.

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::super::context::CommandContext;
use super::super::ranges::{named, recall};
use super::report::section;
use crate::base::units;
use crate::candidates::banding::{Banding, RECALL};
use crate::candidates::{Method, MethodConfig};
use crate::lab::assessment::{Assessed, MethodGrid, Spread, assess_grid};
use crate::lab::sweep::Grid;
use crate::mask::AtEachK;
use crate::report::{Cell, OutputColumn, Section};
use crate::settings::{SketchKind, Sketching};

/// Settings that decide what a method costs.
#[derive(Clone, Debug, Args)]
pub struct MethodsArgs {
    /// Kinds of sketches
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = named(&SketchKind::ALL), help_heading = "Methods")]
    pub sketch: Vec<SketchKind>,
    /// Values in a sketch
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = values_from(Sketching::MIN_PERMUTATIONS), help_heading = "Methods")]
    pub permutations: Vec<usize>,
    /// Lowest bits kept of each value of a sketch
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = named(&Sketching::BITS), help_heading = "Methods")]
    pub bits: Vec<u32>,
    /// lsh, sorted-list, mod-p: probability of finding a pair exactly at the threshold
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = recall, help_heading = "Methods")]
    pub recall: Vec<f64>,
    /// Number of seeds, each with its own sketches and hashes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000), help_heading = "Methods")]
    pub seeds: Option<u64>,
    /// Methods to measure (missed pairs and cost); lsh if only another such option is given
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = named(&Method::ALL), help_heading = "Methods")]
    pub method: Vec<Method>,
    /// lsh: bands of a sketch, each with each number of --rows
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = values_from(1), requires = "rows", help_heading = "Methods")]
    pub bands: Vec<usize>,
    /// lsh: rows of a band
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = values_from(1), requires = "bands", help_heading = "Methods")]
    pub rows: Vec<usize>,
}

/// Parser for a number of values of a sketch.
fn values_from(min: usize) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(min as u64..=Sketching::MAX_PERMUTATIONS as u64)
}

impl MethodsArgs {
    /// Whether the table of methods is requested.
    pub fn is_requested(&self) -> bool {
        let sketches = self.sketch.len() + self.permutations.len() + self.bits.len();
        let methods = self.method.len() + self.recall.len() + self.bands.len();
        self.seeds.is_some() || sketches + methods > 0
    }

    fn bandings(&self) -> Vec<Banding> {
        let rows = |bands: usize| self.rows.iter().map(move |&rows| Banding { bands, rows });
        self.bands.iter().copied().flat_map(rows).collect()
    }

    /// The methods with their options. LSH is run with each banding. Without bandings, it is run with each recall, like
    /// the other methods with a recall.
    fn configs(&self, bandings: &[Banding]) -> Vec<MethodConfig> {
        let mut configs = Vec::new();
        for method in or_default(&self.method, Method::Lsh) {
            let default = MethodConfig::from(method);
            if method == Method::Lsh && !bandings.is_empty() {
                configs.extend(bandings.iter().map(|banding| MethodConfig {
                    banding: Some(*banding),
                    ..default.clone()
                }));
            } else if method.takes_recall() {
                let recalls = or_default(&self.recall, RECALL).into_iter();
                configs.extend(recalls.map(|recall| MethodConfig {
                    recall,
                    ..default.clone()
                }));
            } else {
                configs.push(default);
            }
        }
        configs
    }
}

/// Runs the methods at every setting, unit by unit.
///
/// # Errors
/// No banding fits into a sketch, or the work was cancelled.
pub fn run<'a>(
    args: &MethodsArgs,
    grid: &Grid,
    context: &CommandContext<'_>,
    corpora: impl Iterator<Item = &'a AtEachK>,
) -> anyhow::Result<Vec<Section>> {
    let bandings = args.bandings();
    let default = Sketching::default();
    let permutations = or_default(&args.permutations, default.permutations);
    let seeds = args.seeds.unwrap_or(1);
    let max_values = permutations.iter().copied().max().unwrap_or(0);
    let fits = |banding: &Banding| banding.bands * banding.rows <= max_values;
    if !bandings.is_empty() && !bandings.iter().any(fits) {
        bail!(
            "no banding of --bands and --rows fits into {max_values} values of a sketch; give fewer, or more --permutations"
        );
    }
    let excluded = bandings.iter().filter(|banding| !fits(banding)).count();
    if excluded > 0 {
        context.say(&format!(
            "{} more than {max_values} values and excluded",
            units::counted(excluded as u64, "banding takes", "bandings take")
        ));
    }
    let method_grid = MethodGrid {
        grid,
        sketches: or_default(&args.sketch, default.sketch),
        permutations,
        bits: or_default(&args.bits, default.bits),
        methods: args.configs(&bandings),
        seeds,
    };
    let mut rows = Vec::new();
    for at_each_k in corpora {
        let assessed = context.install(|| {
            let mut progress = |what: &'static str| context.talk.working("methods", what, 0, 1);
            assess_grid(at_each_k, &method_grid, &mut progress, context.cancel)
        });
        context.talk.done();
        rows.extend(assessed.context("interrupted")?);
    }
    let mut sections = vec![methods(&rows)];
    if seeds > 1 {
        sections.push(spread(&rows, seeds));
    }
    Ok(sections)
}

fn or_default<T: Clone>(values: &[T], default: T) -> Vec<T> {
    if values.is_empty() {
        vec![default]
    } else {
        values.to_vec()
    }
}

/// A row of a table: an assessed setting, the number of its seeds, and the spread of its recall over them.
type Item<'a> = (&'a Assessed, u64, Option<Spread>);

/// The columns of a setting of a method.
fn setting<'a>() -> [OutputColumn<'a, Item<'a>>; 8] {
    [
        ("threshold", &|(row, ..)| Cell::Share(row.threshold)),
        ("sketch", &|(row, ..)| Cell::text(row.sketch.name())),
        ("permutations", &|(row, ..)| row.layout.0.into()),
        ("bits", &|(row, ..)| Cell::Count(row.layout.1.into())),
        ("method", &|(row, ..)| Cell::text(row.report.method.name())),
        ("bands", &|(row, ..)| banding(row, |bands| bands.0)),
        ("rows", &|(row, ..)| banding(row, |bands| bands.1)),
        ("wanted_recall", &|(row, ..)| row.wanted.into()),
    ]
}

/// Returns a table with these figures of each item after the columns of its setting.
fn table<'a>(
    (kind, title): (&'static str, String),
    items: impl Iterator<Item = Item<'a>>,
    figures: &[OutputColumn<'a, Item<'a>>],
) -> Section {
    let items: Vec<_> = items.map(|item| (item.0.block, item)).collect();
    let columns = [&setting()[..], figures].concat();
    section(kind, title, &items, &columns)
}

fn banding(row: &Assessed, part: fn((usize, usize)) -> usize) -> Cell {
    row.report.info.bands.map(part).into()
}

/// Recall of each setting over seeds.
fn spread(rows: &[Assessed], seeds: u64) -> Section {
    let items = rows.chunk_by(Assessed::is_of_setting).map(|rows| {
        let recalls = rows.iter().filter_map(|row| row.report.recall());
        let spread = Spread::new(&recalls.collect::<Vec<_>>());
        (&rows[0], rows.len() as u64, spread)
    });
    let title = format!(
        "Recall over {}: mean, standard deviation, least; one draw of methods that no seed changes",
        units::counted(seeds, "seed", "seeds")
    );
    let figure_from = |item: &Item<'_>, min_values: usize, figure: fn(&Spread) -> f64| {
        let spread = item.2.filter(|spread| spread.values >= min_values);
        Cell::from(spread.as_ref().map(figure))
    };
    let figures: [OutputColumn<'_, Item<'_>>; 4] = [
        ("seeds", &|item| Cell::Count(item.1)),
        ("recall", &|item| figure_from(item, 1, |s| s.mean)),
        ("recall_sd", &|item| figure_from(item, 2, |s| s.deviation)),
        ("recall_least", &|item| figure_from(item, 2, |s| s.least)),
    ];
    table(("spread", title), items, &figures)
}

/// Missed pairs and cost of each method with each seed.
fn methods(rows: &[Assessed]) -> Section {
    let figures: [OutputColumn<'_, Item<'_>>; 10] = [
        ("seed", &|(row, ..)| Cell::Count(row.seed)),
        ("pairs_of_texts", &|(row, ..)| row.report.true_pairs.into()),
        ("candidates", &|(row, ..)| row.report.info.candidates.into()),
        ("found", &|(row, ..)| Cell::Count(row.report.hits)),
        ("missed", &|(row, ..)| {
            (row.report.true_pairs - row.report.hits).into()
        }),
        ("candidate_precision", &|r| r.0.report.precision().into()),
        ("recall", &|(row, ..)| row.report.recall().into()),
        ("expected_recall", &|(row, ..)| row.expected_recall.into()),
        ("sketch_cpu_s", &|r| Cell::Number(r.0.sketch_seconds, 3)),
        ("cpu_s", &|r| Cell::Number(r.0.report.cpu_seconds, 3)),
    ];
    let title = "Methods against all exact pairs of different texts; candidate_precision is of all candidates, no sample";
    let items = rows.iter().map(|row| (row, 1, None));
    table(("method", title.to_owned()), items, &figures)
}

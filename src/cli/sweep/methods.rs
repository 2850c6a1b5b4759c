//! What methods miss and cost at each setting of a grid: `--method`, `--bands` with `--rows`, and
//! several values of `--recall`, `--permutations` and `--bits`.

use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use clap::Args;

use super::super::process_meter::Process;
use super::super::ranges::named;
use super::super::run::Run;
use super::report::section;
use crate::base::units;
use crate::candidates::Method;
use crate::candidates::banding::Banding;
use crate::collection::Collection;
use crate::lab::assessment::{Assessed, MethodGrid, assess_grid};
use crate::lab::sweep::Grid;
use crate::report::{Cell, Format, Section};
use crate::settings::{Sketching, Unit};

/// Settings that decide what a method costs.
#[derive(Clone, Debug, Args)]
pub struct MethodsArgs {
    /// Values in a sketch; the table of settings takes the first one
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "200", value_parser = permutations, help_heading = "Grid")]
    pub permutations: Vec<usize>,
    /// Lowest bits kept of each value of a sketch; the table of settings takes the first one
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "32", value_parser = named(&Sketching::BITS), help_heading = "Grid")]
    pub bits: Vec<u32>,
    /// Methods whose misses and cost are measured, lsh if another option asks for them
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = named(&Method::ALL), help_heading = "Methods")]
    pub method: Vec<Method>,
    /// lsh: bands of a sketch, each with each number of --rows
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = bands, requires = "rows", help_heading = "Methods")]
    pub bands: Vec<usize>,
    /// lsh: rows of a band
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = bands, requires = "bands", help_heading = "Methods")]
    pub rows: Vec<usize>,
}

fn within(text: &str, least: usize) -> anyhow::Result<usize> {
    let value = text.parse().ok();
    let value = value.filter(|value| (least..=Sketching::MOST).contains(value));
    value.with_context(|| format!("a number from {least} to {}", Sketching::MOST))
}

fn permutations(text: &str) -> anyhow::Result<usize> {
    within(text, Sketching::FEWEST)
}

fn bands(text: &str) -> anyhow::Result<usize> {
    within(text, 1)
}

fn once<T: PartialEq>(values: &[T]) -> bool {
    (1..values.len()).all(|at| !values[..at].contains(&values[at]))
}

impl MethodsArgs {
    /// Whether the table of methods is wanted.
    pub fn is_asked(&self, recalls: &[f64]) -> bool {
        let several = [self.permutations.len(), self.bits.len(), recalls.len()];
        !self.method.is_empty()
            || !self.bands.is_empty()
            || several.iter().any(|values| *values > 1)
    }

    /// Checks the lists of values.
    ///
    /// # Errors
    /// A value that a list names twice.
    pub fn check(&self, recalls: &[f64]) -> anyhow::Result<()> {
        let lists = [
            ("number of values of a sketch", once(&self.permutations)),
            ("number of bits", once(&self.bits)),
            ("method", once(&self.method)),
            ("number of bands", once(&self.bands)),
            ("number of rows", once(&self.rows)),
            ("recall", once(recalls)),
        ];
        for (what, once) in lists {
            ensure!(once, "the sweep names one {what} twice");
        }
        Ok(())
    }

    fn bandings(&self) -> Vec<Banding> {
        let each = |bands: &usize| {
            let bands = *bands;
            self.rows
                .iter()
                .map(move |rows| Banding { bands, rows: *rows })
        };
        self.bands.iter().flat_map(each).collect()
    }
}

/// Runs the methods at every setting, unit by unit.
///
/// # Errors
/// Bandings that no sketch has values for, a corpus that cannot be read, cancellation.
pub fn run(
    (asked, recalls): (&MethodsArgs, &[f64]),
    grid: &Grid,
    run_of: &Run<'_>,
    corpus: &mut dyn FnMut(Unit) -> anyhow::Result<Arc<Collection>>,
    format: Format,
) -> anyhow::Result<Section> {
    let bandings = asked.bandings();
    let most = asked.permutations.iter().copied().max().unwrap_or(0);
    let fits = |banding: &Banding| banding.bands * banding.rows <= most;
    if !bandings.is_empty() && !bandings.iter().any(fits) {
        bail!(
            "no banding of --bands and --rows fits into {most} values of a sketch; give fewer, or more --permutations"
        );
    }
    let left_out = bandings.iter().filter(|banding| !fits(banding)).count();
    if left_out > 0 {
        run_of.talk.say(&format!(
            "{} more than {most} values and left out",
            units::counted(left_out as u64, "banding takes", "bandings take")
        ));
    }
    let methods = MethodGrid {
        grid,
        permutations: asked.permutations.clone(),
        bits: asked.bits.clone(),
        methods: match asked.method.is_empty() {
            true => vec![Method::Lsh],
            false => asked.method.clone(),
        },
        recalls: match bandings.is_empty() {
            true => recalls.to_vec(),
            false => Vec::new(),
        },
        other_recalls: recalls.to_vec(),
        bandings,
    };
    let should_continue = || !run_of.cancel.stopped();
    let mut rows = Vec::new();
    for &unit in &grid.units {
        let at_each_k = run_of.at_each_k(&corpus(unit)?)?;
        let assessed = run_of.pool.install(|| {
            let mut progress = |what: &'static str| run_of.talk.working("methods", what, 0, 1);
            assess_grid(
                &at_each_k,
                &methods,
                &Process,
                &mut progress,
                &should_continue,
            )
        });
        run_of.talk.done();
        rows.extend(assessed.context("interrupted")?);
    }
    Ok(table(&rows, format))
}

fn table(rows: &[Assessed], format: Format) -> Section {
    let share = |value: Option<f64>| value.map_or(Cell::None, Cell::Share);
    let banding = |row: &Assessed, of: fn((usize, usize)) -> usize| {
        let bands = row.report.info.bands.map(of);
        bands.map_or(Cell::None, |number| Cell::Count(number as u64))
    };
    let items: Vec<_> = rows.iter().map(|row| (row.block, row)).collect();
    let section = section(
        "method",
        "Methods against the exact pairs of different texts".to_owned(),
        &items,
        &[
            ("threshold", &|row: &&Assessed| Cell::Share(row.threshold)),
            ("permutations", &|row| Cell::Count(row.layout.0 as u64)),
            ("bits", &|row| Cell::Count(row.layout.1.into())),
            ("method", &|row| Cell::text(row.report.method.name())),
            ("bands", &|row| banding(row, |bands| bands.0)),
            ("rows", &|row| banding(row, |bands| bands.1)),
            ("wanted_recall", &|row| share(row.wanted)),
            ("pairs_of_texts", &|row| {
                Cell::Count(row.report.found + row.missed)
            }),
            ("candidates", &|row| Cell::Count(row.report.info.candidates)),
            ("found", &|row| Cell::Count(row.report.found)),
            ("missed", &|row| Cell::Count(row.missed)),
            ("candidate_precision", &|row| share(row.report.precision())),
            ("recall", &|row| share(row.report.recall_of(row.missed))),
            ("expected_recall", &|row| share(row.expected_recall)),
            ("sketch_cpu_s", &|row| Cell::Number(row.sketch_seconds, 3)),
            ("cpu_s", &|row| Cell::Number(row.report.cost.cpu_seconds, 3)),
            ("memory", &|row| {
                row.report.cost.memory.map_or(Cell::None, Cell::Bytes)
            }),
        ],
    );
    match format.is_table() {
        true => section.without_empty_columns(),
        false => section,
    }
}

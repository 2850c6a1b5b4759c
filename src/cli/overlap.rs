//! `overlap`: relative sizes of collections from searches, as tables, CSV and JSON.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::args::common::{Output, threshold};
use super::args::plot_files::PlotFilesArgs;
use super::args::table_files::TableFilesArgs;
use super::settings::SettingsArgs;
use crate::overlap::{Measurement, PairEstimate, Sampler, SamplerResults, SideSample, Step};
use crate::report::{Cell, Destination, Format, Section, Writer};

/// Columns of a pair in CSV.
const COLUMNS: [&str; 7] = ["left", "right", "ratio", "low", "high", "truth", "samples"];

/// What to compare.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "Estimate how large collections are relative to each other, from searches alone\n\n\
    Each path is a collection with a full-text index of its own. Documents are drawn from each by \
    random queries and looked for in the others: a query of their 8 rarest words, and a near-duplicate \
    test on the first 10 hits. |A|/|B| is the share of B's sample that is in A over the share of A's \
    sample that is in B (Bharat and Broder 1998). Because all documents can be read, the truth is \
    known: the tables show it beside the estimate and its 95 % bootstrap interval, in which step the \
    estimate departs from it, and the same by every sampler and checker.\n\n\
    Formats: table prints titled tables; csv the pairs alone; json one object with an array for each of \
    pair, step, checker, sampler, sample, size."
)]
pub struct Overlap {
    /// Collections: folders, files, and .jsonl files with a document a line
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Documents to draw from each collection
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub samples: u32,
    /// How documents are drawn
    #[arg(long, value_enum, default_value_t = SamplerName::Conjunctive)]
    pub sampler: SamplerName,
    /// Queries for the sampler log, one a line
    #[arg(long, value_name = "FILE")]
    pub query_log: Option<PathBuf>,
    /// Hits of a query that can be seen
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub first: u32,
    /// Jaccard from which a document that was found is a copy
    #[arg(long, value_name = "J", default_value_t = 0.8, value_parser = threshold)]
    pub threshold: f64,
    /// Where the plots go.
    #[command(flatten)]
    pub plots: PlotFilesArgs,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// Where the tables go that are not printed.
    #[command(flatten)]
    pub files: TableFilesArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

/// Names of samplers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SamplerName {
    /// Random queries of two words, and a random one of the first hits
    Conjunctive,
    /// The same with the queries of --query-log
    Log,
    /// A random walk from document to document, over searches for two words of each
    Walk,
    /// Any document of the list: no bias, but more than a search can do
    Uniform,
}

impl SamplerName {
    /// The sampler.
    pub fn sampler(self) -> Sampler {
        match self {
            SamplerName::Conjunctive => Sampler::Conjunctive,
            SamplerName::Log => Sampler::Log,
            SamplerName::Walk => Sampler::Walk,
            SamplerName::Uniform => Sampler::Uniform,
        }
    }
}

impl Overlap {
    /// The samplers that are run, the chosen one first; the log takes part if there is one.
    pub fn samplers(&self) -> Vec<Sampler> {
        let main = self.sampler.sampler();
        let others = Sampler::ALL
            .into_iter()
            .filter(|s| *s != main && (*s != Sampler::Log || self.query_log.is_some()));
        std::iter::once(main).chain(others).collect()
    }
}

/// Writes a measurement.
pub fn write(measurement: &Measurement, to: Destination<impl Write>) -> io::Result<()> {
    if to.format == Format::Csv && to.tables.is_none() {
        let mut writer = Writer::new(to, &COLUMNS)?;
        for ran in measurement.ran.iter().take(1) {
            for pair in &ran.pairs {
                writer.row(row(measurement, pair))?;
            }
        }
        return writer.finish();
    }
    let sections = sections(measurement);
    Section::write_all(sections, to)
}

fn number(value: Option<f64>) -> Cell {
    let finite = value.filter(|value| value.is_finite());
    finite.map_or(Cell::None, |value| Cell::Number(value, 3))
}

fn row(measurement: &Measurement, pair: &PairEstimate) -> Vec<Cell> {
    let name = |side: usize| Cell::text(measurement.names[side].clone());
    // An end that the sample does not bound is empty: 0 below, no end above.
    let bounded = pair.ratio.value.is_some() || pair.ratio.low > 0.0;
    vec![
        name(pair.left),
        name(pair.right),
        number(pair.ratio.value),
        number(Some(pair.ratio.low).filter(|_| bounded)),
        number(Some(pair.ratio.high)),
        number(pair.truth),
        Cell::Count(pair.samples().into()),
    ]
}

fn sections(measurement: &Measurement) -> Vec<Section> {
    let Some(main) = measurement.ran.first() else {
        return Vec::new();
    };
    let name = |side: usize| Cell::text(measurement.names[side].clone());
    let main_name = main.sampler.name();
    let mut sections = vec![pairs(measurement, main)];
    let steps = main
        .pairs
        .iter()
        .flat_map(|pair| with_factors(pair).map(move |step| (pair, step)));
    sections.push(Section::of(
        "step",
        format!("From the truth to the estimate, by {main_name} samples"),
        steps,
        &[
            ("left", &|(pair, _)| name(pair.left)),
            ("right", &|(pair, _)| name(pair.right)),
            ("counted", &|(_, (step, _))| Cell::text(step.name)),
            ("left_in_right", &|(_, (step, _))| number(step.forth)),
            ("right_in_left", &|(_, (step, _))| number(step.back)),
            ("ratio", &|(_, (step, _))| number(step.ratio)),
            ("bias", &|(_, (step, _))| Cell::text(step.bias)),
            ("factor", &|(_, (_, factor))| number(*factor)),
        ],
    ));
    let checkers = main
        .pairs
        .iter()
        .flat_map(|pair| pair.checkers.iter().map(move |by| (pair, by)));
    sections.push(Section::of(
        "checker",
        format!("By checker, the same {main_name} samples"),
        checkers,
        &[
            ("left", &|(pair, _)| name(pair.left)),
            ("right", &|(pair, _)| name(pair.right)),
            ("checker", &|(_, by)| Cell::text(by.checker.name())),
            ("ratio", &|(_, by)| number(by.ratio.value)),
            ("low", &|(_, by)| number(Some(by.ratio.low))),
            ("high", &|(_, by)| number(Some(by.ratio.high))),
            ("copies", &|(_, by)| Cell::Count(by.recall.of.into())),
            ("found", &|(_, by)| Cell::Count(by.recall.found.into())),
        ],
    ));
    let by_sampler = measurement.ran.iter();
    let by_sampler = by_sampler.flat_map(|ran| ran.pairs.iter().map(move |pair| (ran, pair)));
    sections.push(Section::of(
        "sampler",
        "By sampler, with the strong query".to_owned(),
        by_sampler,
        &[
            ("left", &|(_, pair)| name(pair.left)),
            ("right", &|(_, pair)| name(pair.right)),
            ("sampler", &|(ran, _)| Cell::text(ran.sampler.name())),
            ("ratio", &|(_, pair)| number(pair.ratio.value)),
            ("low", &|(_, pair)| number(Some(pair.ratio.low))),
            ("high", &|(_, pair)| number(Some(pair.ratio.high))),
            ("truth", &|(_, pair)| number(pair.truth)),
            ("bias", &|(_, pair)| number(bias(pair))),
        ],
    ));
    sections.push(samples(measurement));
    if measurement.names.len() > 2
        && let Some(sizes) = &main.sizes
    {
        sections.push(Section::of(
            "size",
            "Sizes by least squares over all pairs, as shares of their sum".to_owned(),
            sizes.iter().enumerate(),
            &[
                ("collection", &|(side, _)| name(*side)),
                ("size", &|(_, size)| number(Some(size.estimate))),
                ("truth", &|(_, size)| number(size.truth)),
            ],
        ));
    }
    sections
}

fn pairs(measurement: &Measurement, main: &SamplerResults) -> Section {
    let share = |pair: &PairEstimate, back: bool| if back { pair.back } else { pair.forth };
    let cell = |pair: &PairEstimate, column: usize| row(measurement, pair).swap_remove(column);
    Section::of(
        "pair",
        format!(
            "Relative sizes by {} samples, with 95 % intervals",
            main.sampler.name()
        ),
        &main.pairs,
        &[
            ("left", &|pair| cell(pair, 0)),
            ("right", &|pair| cell(pair, 1)),
            ("ratio", &|pair| cell(pair, 2)),
            ("low", &|pair| cell(pair, 3)),
            ("high", &|pair| cell(pair, 4)),
            ("truth", &|pair| cell(pair, 5)),
            ("samples", &|pair| cell(pair, 6)),
            ("for_5_percent", &|pair| {
                pair.needed.map_or(Cell::None, Cell::Count)
            }),
            ("left_in_right", &|pair| {
                number(Some(share(pair, false).value()))
            }),
            ("at_most", &|pair| {
                number(Some(share(pair, false).interval().1))
            }),
            ("right_in_left", &|pair| {
                number(Some(share(pair, true).value()))
            }),
            ("or_at_most", &|pair| {
                number(Some(share(pair, true).interval().1))
            }),
        ],
    )
}

fn samples(measurement: &Measurement) -> Section {
    let name = |side: usize| Cell::text(measurement.names[side].clone());
    let sides = measurement.ran.iter();
    let sides = sides.flat_map(|ran| {
        ran.sides
            .iter()
            .enumerate()
            .map(move |(i, side)| (ran, i, side))
    });
    type Item<'a> = (&'a SamplerResults, usize, &'a SideSample);
    let terms = |of: Option<f64>| of.map_or(Cell::None, |terms| Cell::Number(terms, 1));
    Section::of(
        "sample",
        "What was drawn: mean words of all documents, of the hits of the queries, of the first hits, of the sample".to_owned(),
        sides,
        &[
            ("collection", &|(_, side, _): &Item<'_>| name(*side)),
            ("sampler", &|(ran, _, _)| Cell::text(ran.sampler.name())),
            ("documents", &|(_, side, _)| {
                Cell::Count(measurement.documents[*side].into())
            }),
            ("drawn", &|(_, _, s)| Cell::Count(s.drawn.into())),
            ("distinct", &|(_, _, s)| Cell::Count(s.distinct.into())),
            ("queries", &|(_, _, s)| Cell::Count(s.queries)),
            ("empty", &|(_, _, s)| Cell::Count(s.empty)),
            ("words", &|(_, _, s)| terms(Some(s.terms))),
            ("of_hits", &|(_, _, s)| terms(s.terms_all)),
            ("of_first", &|(_, _, s)| terms(s.terms_first)),
            ("of_sample", &|(_, _, s)| terms(Some(s.terms_drawn))),
        ],
    )
}

/// The steps of a pair, each with its factor over the step before.
pub fn with_factors(pair: &PairEstimate) -> impl Iterator<Item = (&Step, Option<f64>)> {
    let before = std::iter::once(None).chain(pair.steps.iter().map(|step| step.ratio));
    let steps = pair.steps.iter().zip(before);
    steps.map(|(step, before)| (step, step.ratio.zip(before).map(|(now, then)| now / then)))
}

/// Relative deviation of the estimate from the truth.
fn bias(pair: &PairEstimate) -> Option<f64> {
    Some(pair.ratio.value? / pair.truth? - 1.0)
}

//! `overlap`: relative sizes of collections from searches, as tables, CSV and JSON.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use clap::Args;
use rayon::prelude::*;
use serde_json::json;

use super::args::common::{CorpusArgs, TableFilesArgs, threshold};
use super::context::{CommandContext, MadeFrom, RunCommand};
use super::ranges::named;
use super::settings::SettingsArgs;
use crate::base::files::whole_file;
use crate::base::{Cancel, DocNo, lock, units};
use crate::corpus::read::DocumentReader;
use crate::index::Collection;
use crate::overlap::{
    Collections, DocumentText, EstimateStep, IndexedCollection, Measurement, OverlapConfig,
    PairEstimate, Ratio, Sampler, SamplerResults, SharedVocabulary, SideSample, measure,
};
use crate::provenance::CorpusEntry;
use crate::report::{Cell, Destination, Format, RowWriter, Section};

/// Number of columns of a pair in CSV; other formats have more.
const CSV_COLUMNS: usize = 7;

/// Number of visible hits of a query.
const MAX_HITS: usize = 100;

const MAX_COLLECTIONS: usize = 26;

/// The collections to compare.
#[derive(Clone, Debug, Args)]
pub struct OverlapCommand {
    /// Collections: folders, files, and .jsonl files with one document per line
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Documents to draw from each collection
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub samples: u32,
    /// How documents are drawn
    ///
    /// conjunctive: a random hit of a random query of two words; log: the same with the queries of --query-log; walk:
    /// from document to document, by searches for two words of each; uniform: a random document of the collection,
    /// without bias, but a search engine does not allow it.
    #[arg(long, value_name = "SAMPLER", default_value = "conjunctive", value_parser = named(&Sampler::ALL))]
    pub sampler: Sampler,
    /// Queries for the sampler log, one per line
    #[arg(long, value_name = "FILE")]
    pub query_log: Option<PathBuf>,
    /// Minimum Jaccard of a hit that counts as a copy
    #[arg(long, value_name = "J", default_value_t = 0.8, value_parser = threshold)]
    pub threshold: f64,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// How tables are written, and the folder for all tables.
    #[command(flatten)]
    pub files: TableFilesArgs,
}

impl RunCommand for OverlapCommand {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        ensure!(
            context.common.sets.is_empty(),
            "overlap compares its paths as collections; remove --new, --archive and --group-by"
        );
        let count = self.paths.len();
        ensure!(
            count >= 2,
            "there is one collection only; give two paths or more"
        );
        ensure!(
            count <= MAX_COLLECTIONS,
            "{count} collections are too many; give at most {MAX_COLLECTIONS}"
        );
        ensure!(
            self.sampler != Sampler::Log || self.query_log.is_some(),
            "the sampler log needs queries; name a file with --query-log"
        );
        let settings = self.settings.settings();
        let vocabulary = SharedVocabulary::default();
        let mut corpora = Vec::new();
        let indexed = self.indexed(context, &vocabulary, &mut corpora)?;
        let config = OverlapConfig {
            samplers: self.samplers(),
            samples: self.samples as usize,
            first: MAX_HITS,
            seed: settings.sketching.seed,
            log: self.queries(&vocabulary)?,
        };
        let prepare = || Collections::new(indexed, self.threshold, context.cancel);
        let collections = context.install(prepare).context("interrupted")?;
        let from = MadeFrom::Each(&corpora, &settings);
        let options = json!({ "samples": config.samples, "threshold": self.threshold });
        let to = context.described_tables("overlap", from, options, &self.files)?;
        let measurement = context.install(|| measure(&collections, &config, context.cancel));
        context.cancel.check()?;
        let measurement = measurement
            .context("the collections cannot be compared")?
            .context("interrupted")?;
        say_limits(context, &measurement);
        Ok(write(&measurement, to)?)
    }
}

impl OverlapCommand {
    /// Indexes the collection of each path, and adds its provenance to `corpora`.
    fn indexed(
        &self,
        context: &CommandContext<'_>,
        vocabulary: &SharedVocabulary,
        corpora: &mut Vec<CorpusEntry>,
    ) -> anyhow::Result<Vec<IndexedCollection>> {
        let mut indexed = Vec::new();
        for path in &self.paths {
            let paths = std::slice::from_ref(path);
            let corpus = CorpusArgs::new(paths, self.settings.settings());
            let collection = context.collection(&corpus)?;
            let read = || texts_of(&collection, context.cancel);
            let texts = context.install(read)?.context("interrupted")?;
            let name = path.to_string_lossy().into_owned();
            corpora.push(CorpusEntry {
                name: Some(name.clone()),
                ..CorpusEntry::from_collection(&collection)
            });
            let side = IndexedCollection::new(name, texts, vocabulary, context.cancel)?;
            indexed.push(side.context("interrupted")?);
        }
        Ok(indexed)
    }

    /// The queries of a log as words, without empty lines.
    fn queries(&self, vocabulary: &SharedVocabulary) -> anyhow::Result<Vec<Vec<u32>>> {
        let Some(path) = &self.query_log else {
            return Ok(Vec::new());
        };
        let source = || format!("the queries in {}", path.display());
        let bytes = whole_file(path).with_context(source)?;
        let text = String::from_utf8_lossy(&bytes);
        let mut vocabulary = lock(vocabulary);
        let lines = text.lines().map(|line| vocabulary.numbers(line));
        let queries: Vec<Vec<u32>> = lines.filter(|words| !words.is_empty()).collect();
        ensure!(
            !queries.is_empty(),
            "{} have no word to search for",
            source()
        );
        Ok(queries)
    }

    /// The samplers that are run, the chosen one first; `log` only if there is a log.
    fn samplers(&self) -> Vec<Sampler> {
        let mut samplers: Vec<Sampler> = Sampler::ALL.into_iter().map(|(_, s)| s).collect();
        samplers.retain(|s| *s != Sampler::Log || self.query_log.is_some());
        samplers.sort_by_key(|sampler| *sampler != self.sampler);
        samplers
    }
}

fn say_limits(context: &CommandContext<'_>, measurement: &Measurement) {
    let Some(main) = measurement.ran.first() else {
        return;
    };
    let sides = measurement.names.iter().zip(&main.sides);
    for (name, side) in sides.filter(|(_, side)| side.ran_out) {
        context.say(&format!(
            "{name}: the sampler {} ran out after {}: {} drawn",
            main.sampler.name(),
            units::counted(side.queries, "query", "queries"),
            units::counted(side.drawn.into(), "document", "documents"),
        ));
    }
    for pair in main.pairs.iter().filter(|pair| pair.ratio.value.is_none()) {
        let [left, right] = [pair.left, pair.right].map(|side| &measurement.names[side]);
        context.say(&format!(
            "{left} and {right}: {}; at most {} of the left is in the right, {} of the right in the left (95 %)",
            unbounded(&pair.ratio),
            units::share(pair.forth.interval().1),
            units::share(pair.back.interval().1),
        ));
    }
}

/// Reads the texts of the documents of `collection`, in order. Call it on the thread pool. `None` if cancelled.
///
/// # Errors
/// A text cannot be read or has changed.
fn texts_of(collection: &Collection, cancel: &Cancel) -> anyhow::Result<Option<Vec<DocumentText>>> {
    let reading = &collection.settings().reading;
    let text = |reader: &mut DocumentReader<'_>, doc: &DocNo| -> anyhow::Result<DocumentText> {
        if cancel.stopped() {
            return Ok(DocumentText::default());
        }
        let row = collection.row(*doc);
        let failed = |why: &dyn Display| anyhow!("{}: {why}; read the corpus again", row.id);
        let read = reader.document(row.id, &row.location.to_place());
        let read = read.map_err(|reason| failed(&reason))?;
        let is_unchanged = read.row.fingerprint == row.fingerprint;
        ensure!(is_unchanged, failed(&"has changed since it was read"));
        Ok(DocumentText {
            text: read.text.into(),
            terms: collection.term_count(*doc) as u32,
            set: collection.shingle_set(*doc),
        })
    };
    let documents: Vec<DocNo> = collection.documents().collect();
    let reader = || DocumentReader::new(reading);
    let texts = documents.par_iter().map_init(reader, text);
    let texts = texts.collect::<anyhow::Result<Vec<DocumentText>>>()?;
    Ok(cancel.proceed().map(|()| texts))
}

/// Describes a ratio without an estimate.
fn unbounded(ratio: &Ratio) -> String {
    if ratio.low > 0.0 {
        format!("at least {:.3}, no upper end", ratio.low)
    } else if ratio.high.is_finite() {
        format!("at most {:.3}, no lower end", ratio.high)
    } else {
        "nothing in common was found, so no ratio".to_owned()
    }
}

/// Writes a measurement; as CSV on standard output, only the pairs.
fn write(measurement: &Measurement, to: Destination<impl Write>) -> io::Result<()> {
    if to.format == Format::Csv
        && to.tables.is_none()
        && let Some(main) = measurement.ran.first()
    {
        let mut section = pairs(measurement, main);
        section.columns.truncate(CSV_COLUMNS);
        let mut writer = RowWriter::new(to, &section.columns)?;
        for mut row in section.rows {
            row.truncate(CSV_COLUMNS);
            writer.row(row)?;
        }
        return writer.finish();
    }
    Section::write_all(sections(measurement), to)
}

fn number(value: Option<f64>) -> Cell {
    let finite = value.filter(|value| value.is_finite());
    finite.map_or(Cell::None, |value| Cell::Number(value, 3))
}

fn sections(measurement: &Measurement) -> Vec<Section> {
    let Some(main) = measurement.ran.first() else {
        return Vec::new();
    };
    let name = |side: usize| Cell::text(measurement.names[side].clone());
    let main_name = main.sampler.name();
    let mut sections = vec![pairs(measurement, main)];
    let pairs_of_main = main.pairs.iter();
    let steps = pairs_of_main.flat_map(|pair| {
        let before = std::iter::once(None).chain(pair.steps.iter().map(|step| step.ratio));
        let steps = pair.steps.iter().zip(before);
        steps.map(move |(step, before)| (pair, step, before))
    });
    // The ratio of a step, divided by the ratio of the step before.
    let factor = |step: &EstimateStep, before: Option<f64>| Some(step.ratio? / before?);
    sections.push(Section::new(
        "step",
        format!("From the truth to the estimate, by {main_name} samples"),
        steps,
        &[
            ("left", &|(pair, ..)| name(pair.left)),
            ("right", &|(pair, ..)| name(pair.right)),
            ("counted", &|(_, step, _)| Cell::text(step.name)),
            ("left_in_right", &|(_, step, _)| number(step.forth)),
            ("right_in_left", &|(_, step, _)| number(step.back)),
            ("ratio", &|(_, step, _)| number(step.ratio)),
            ("bias", &|(_, step, _)| Cell::text(step.bias)),
            ("factor", &|(_, step, before)| number(factor(step, *before))),
        ],
    ));
    // Relative deviation of the estimate from the truth.
    let bias = |pair: &PairEstimate| Some(pair.ratio.value? / pair.truth? - 1.0);
    let by_sampler = measurement.ran.iter();
    let by_sampler = by_sampler.flat_map(|ran| ran.pairs.iter().map(move |pair| (ran, pair)));
    sections.push(Section::new(
        "sampler",
        "By sampler".to_owned(),
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
        sections.push(Section::new(
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
    let name = |side: usize| Cell::text(measurement.names[side].clone());
    // An end of the interval that the sample does not bound (0 or infinity) is empty.
    let is_bounded = |pair: &PairEstimate| pair.ratio.value.is_some() || pair.ratio.low > 0.0;
    let low = |pair: &PairEstimate| Some(pair.ratio.low).filter(|_| is_bounded(pair));
    Section::new(
        "pair",
        format!(
            "Relative sizes by {} samples, with 95 % intervals",
            main.sampler.name()
        ),
        &main.pairs,
        &[
            ("left", &|pair| name(pair.left)),
            ("right", &|pair| name(pair.right)),
            ("ratio", &|pair| number(pair.ratio.value)),
            ("low", &|pair| number(low(pair))),
            ("high", &|pair| number(Some(pair.ratio.high))),
            ("truth", &|pair| number(pair.truth)),
            ("samples", &|pair| Cell::Count(pair.samples().into())),
            ("for_5_percent", &|pair| pair.needed.into()),
            ("left_in_right", &|pair| number(Some(pair.forth.value()))),
            ("at_most", &|pair| number(Some(pair.forth.interval().1))),
            ("right_in_left", &|pair| number(Some(pair.back.value()))),
            ("or_at_most", &|pair| number(Some(pair.back.interval().1))),
        ],
    )
}

fn samples(measurement: &Measurement) -> Section {
    let name = |side: usize| Cell::text(measurement.names[side].clone());
    let sides = measurement.ran.iter().flat_map(|ran| {
        let sides = ran.sides.iter().enumerate();
        sides.map(move |(i, side)| (ran, i, side))
    });
    type Item<'a> = (&'a SamplerResults, usize, &'a SideSample);
    let terms = |mean: Option<f64>| mean.map_or(Cell::None, |terms| Cell::Number(terms, 1));
    Section::new(
        "sample",
        "What was drawn: mean words of all documents, of the hits of the queries, of the first hits, of the sample".to_owned(),
        sides,
        &[
            ("collection", &|(_, side, _): &Item<'_>| name(*side)),
            ("sampler", &|(ran, _, _)| Cell::text(ran.sampler.name())),
            ("documents", &|(_, side, _)| measurement.documents[*side].into()),
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

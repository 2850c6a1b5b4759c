//! `sweep`: evaluates a parameter grid on one corpus and shares intermediate results between settings.

mod methods;
mod report;

use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use serde_json::json;

use super::args::common::{CorpusArgs, PlotFilesArgs, TableFilesArgs};
use super::context::{CommandContext, RunCommand};
use super::labels::{self, LabelsArgs};
use super::ranges::named;
use super::settings::OtherSettings;
use crate::lab::sweep::{self, Grid, SweepProgress, SweepRequest, ranges};
use crate::lab::{Labels, LabelsFile};
use crate::mask::AtEachK;
use crate::provenance::Provenance;
use crate::report::{Section, columns};
use crate::settings::{Sketching, Unit};
use crate::similarity::Measure;
use methods::MethodsArgs;
use report::SweepReport;

/// A grid of settings.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = columns::help())]
pub struct Sweep {
    /// Folders, files, and .jsonl files with one document per line
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Terms (or characters) in a shingle: numbers and ranges
    #[arg(long, value_name = "LIST", default_value = "1-8", value_parser = ranges::ks, help_heading = "Grid")]
    // Written as a path, because clap would parse each value of a `Vec` separately.
    pub k: std::vec::Vec<usize>,
    /// Thresholds: numbers and ranges with a step, 0.05 by default
    #[arg(long, short, value_name = "LIST", default_value = "0.02,0.05-0.95:0.05", value_parser = ranges::thresholds, help_heading = "Grid")]
    pub threshold: std::vec::Vec<f64>,
    /// What thresholds apply to: jaccard, containment
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "jaccard", value_parser = named(&Measure::ALL), help_heading = "Grid")]
    pub measure: Vec<Measure>,
    /// What shingles are made of: term, char
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "term", value_parser = named(&Unit::ALL), help_heading = "Grid")]
    pub unit: Vec<Unit>,
    /// Whether repeats of a shingle count: once (sets), count (bags)
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "once", value_parser = named(&Sketching::BAGS), help_heading = "Grid")]
    pub bag: Vec<bool>,
    /// The cost of methods.
    #[command(flatten)]
    pub methods: MethodsArgs,
    /// Labels of pairs.
    #[command(flatten)]
    pub labelled: LabelsArgs,
    /// Settings that the grid does not vary.
    #[command(flatten)]
    pub others: OtherSettings,
    /// The folder for plots.
    #[command(flatten)]
    pub plots: PlotFilesArgs,
    /// How tables are written, and the folder for all tables.
    #[command(flatten)]
    pub files: TableFilesArgs,
}

impl RunCommand for Sweep {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let grid = Grid {
            units: self.unit.clone(),
            ks: self.k.clone(),
            bags: self.bag.clone(),
            measures: self.measure.clone(),
            thresholds: self.threshold.clone(),
        };
        grid.check()?;
        let labels = self.labelled.read()?;
        let mut corpora: Vec<Corpus> = Vec::new();
        for &unit in &grid.units {
            let corpus = self.corpus(context, unit, labels.as_ref(), corpora.is_empty())?;
            super::context::two_documents(&corpus.0.collection, "sweep")?;
            corpora.push(corpus);
        }
        let collection = &corpora[0].0.collection;
        let settings = self.others.settings();
        context.say_different_counts(&CorpusArgs::new(&self.paths, settings), collection, None);
        let mut blocks = Vec::new();
        for (at_each_k, labels) in &corpora {
            let progress = |now: SweepProgress| {
                let what = format!("k {}", now.block.k);
                let (done, total) = (now.done as u64, now.total as u64);
                context.talk.working("sweeping", &what, done, total);
            };
            let mut done = |swept| blocks.push(swept);
            let request = SweepRequest {
                grid: &grid,
                labels: labels.as_ref(),
                rest_negative: self.labelled.rest,
            };
            let finished = context
                .install(|| sweep::run(at_each_k, &request, context.cancel, &progress, &mut done));
            context.talk.done();
            ensure!(finished, "interrupted");
        }
        let order = grid.blocks();
        blocks.sort_by_key(|result| order.iter().position(|block| *block == result.block));
        let report = SweepReport {
            grid: &grid,
            blocks: &blocks,
            best: report::best(&blocks),
            collection,
            labels: corpora[0].1.as_ref(),
        };
        let mut sections = report.sections(self.files.format());
        if self.methods.is_requested() {
            let corpora = corpora.iter().map(|(at_each_k, _)| at_each_k);
            sections.extend(methods::run(&self.methods, &grid, context, corpora)?);
        }
        let mut rows = blocks.iter().flat_map(|result| &result.rows);
        if rows.all(|row| row.pairs == 0) {
            context.say(
                "no setting of this sweep finds any pair; a lower threshold or a smaller k finds more",
            );
        }
        let options = json!({
            "varied": grid.varied(),
            "labels_fingerprint": labels::fingerprint(labels.as_ref()),
        });
        let provenance = Provenance {
            varied: Some(grid.caption()),
            ..context.provenance("sweep", collection, options.clone())
        };
        let plots = (&self.plots, self.files.force);
        let maps = || report::heat_maps(&grid, &blocks);
        context.write_plots(plots, &provenance, collection, maps)?;
        let to = context.described_tables("sweep", collection, options, &self.files)?;
        Section::write_all(sections, to)?;
        Ok(())
    }
}

impl Sweep {
    /// Reads the corpus with one unit and resolves the labels to its documents. Notes about both are the same for every
    /// unit, so only those of the first unit are printed.
    fn corpus(
        &self,
        context: &CommandContext<'_>,
        unit: Unit,
        labels: Option<&(LabelsFile, String)>,
        is_first: bool,
    ) -> anyhow::Result<Corpus> {
        let mut settings = self.others.settings();
        settings.normalisation.unit = unit;
        let options = context.options(&CorpusArgs::new(&self.paths, settings))?;
        let opened = context.read(&options, true)?;
        let collection = opened.collection;
        if collection.is_empty() {
            super::context::no_documents(&options.source, &collection)?;
        }
        let quiet = super::talk::Talk::new(true, false);
        let talk = if is_first { &context.talk } else { &quiet };
        super::context::skipped(&collection, talk);
        context.count_unread(&collection);
        if is_first {
            context.say_of_job(&options);
        }
        if let Some(notice) = &opened.notice {
            talk.say(notice);
        }
        let collection = context.masked(&collection)?.collection;
        let parse = |(file, text): &(_, String)| labels::parse(file, text, &collection, talk);
        let labels = labels.map(parse).transpose()?;
        Ok((context.at_each_k(&collection)?, labels))
    }
}

/// The corpus as read with one unit, with the labels of its documents.
type Corpus = (AtEachK, Option<Labels>);

//! `sweep`: evaluates a parameter grid on one corpus and shares intermediate results between settings.

mod methods;
mod report;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;

use super::args::common::PlotFilesArgs;
use super::args::common::TableFilesArgs;
use super::args::common::{CorpusArgs, Output, threshold};
use super::context::{CommandContext, MadeFrom, RunCommand};
use super::labels::{self, LabelsArgs, Rest};
use super::ranges::{Ks, Thresholds, ks, named, thresholds};
use super::settings::OtherSettings;
use crate::engine::open::{self, Opened};
use crate::engine::options::Options;
use crate::index::Collection;
use crate::lab::sweep::{
    BlockResult, Grid, SettingBlock, SweepProgress, SweepRequest, mistakes, run,
};
use crate::lab::{Labels, LabelsFile};
use crate::provenance::Provenance;
use crate::report::{Format, Section, columns};
use crate::settings::{Sketching, Unit};
use crate::similarity::Measure;
use methods::MethodsArgs;
use report::SweepReport;

/// A grid of settings.
#[derive(Clone, Debug, Args)]
#[command(long_about = "Try a whole grid of settings on a corpus\n\n\
    Every setting with every other: the pairs and clusters that `pairs` and `clusters` would print, \
    and with labels what the setting makes of them. \
    Pairs without a label do not count unless --rest negative says so. The corpus is read once for each unit, its \
    shingles are put together once for each k, and one complete join serves all thresholds and \
    measures. Templates (--ignore) and common text (--ignore-common) are masked again at each k above 4, \
    as `pairs --k` masks them.\n\n\
    With an option of methods a further table has what each method misses and costs at every setting, as `verify` \
    measures it; with --seeds a third one the spread over seeds.\n\n\
    Formats: table prints titled tables and marks the best setting; json one object with an array for \
    each of setting, curve, label, method, spread, error; csv and jsonl one stream of rows whose column kind says \
    which of these a row is.", after_long_help = columns::help())]
pub struct Sweep {
    /// Folders, files, and .jsonl files with a document a line
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Terms (or characters) in a shingle: numbers and ranges
    #[arg(long, value_name = "LIST", default_value = "1-8", value_parser = ks, help_heading = "Grid")]
    pub k: Ks,
    /// Thresholds: numbers and ranges with a step, 0.05 where none is given
    #[arg(long, short, value_name = "LIST", default_value = "0.02,0.05-0.95:0.05", value_parser = thresholds, help_heading = "Grid")]
    pub threshold: Thresholds,
    /// What thresholds are held against: jaccard, containment
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "jaccard", value_parser = named(&Measure::ALL), help_heading = "Grid")]
    pub measure: Vec<Measure>,
    /// What shingles are made of: term, char
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "term", value_parser = named(&Unit::ALL), help_heading = "Grid")]
    pub unit: Vec<Unit>,
    /// Whether repeats of a shingle count: once (sets), count (bags)
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "once", value_parser = named(&Sketching::BAGS), help_heading = "Grid")]
    pub bag: Vec<bool>,
    /// What methods cost.
    #[command(flatten)]
    pub methods: MethodsArgs,
    /// What people have said of pairs.
    #[command(flatten)]
    pub labelled: LabelsArgs,
    /// List the pairs that the best setting calls wrongly, at its threshold or at another one
    #[arg(long, value_name = "J", num_args = 0..=1, require_equals = true, value_parser = threshold, requires = "labels", help_heading = "Labels")]
    pub errors: Option<Option<f64>>,
    /// Settings that the grid does not vary.
    #[command(flatten)]
    pub others: OtherSettings,
    /// Where the plots go.
    #[command(flatten)]
    pub plots: PlotFilesArgs,
    /// Where the tables go that are not printed.
    #[command(flatten)]
    pub files: TableFilesArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl RunCommand for Sweep {
    fn run(&self, run: &CommandContext<'_>) -> anyhow::Result<()> {
        let grid = self.grid();
        grid.check()?;
        let labels = self.labelled.read()?;
        let mut corpus = Corpus {
            args: self,
            run,
            labels: labels.as_ref(),
            read: Vec::new(),
        };
        let first = grid.units[0];
        let (collection, parsed) = corpus.with_unit(first)?;
        super::context::two_documents(&collection, "sweep")?;
        let settings = self.others.settings();
        run.say_different_counts(&CorpusArgs::new(&self.paths, settings), &collection, None);
        let mut blocks = Vec::new();
        for &unit in &grid.units {
            self.make(&grid, unit, &mut corpus, &mut blocks)?;
        }
        let order = grid.blocks();
        blocks.sort_by_key(|made| order.iter().position(|block| *block == made.block));
        let best = report::best(&blocks);
        let report = SweepReport {
            grid: &grid,
            blocks: &blocks,
            best,
            collection: &collection,
            labels: parsed,
        };
        let mut sections = report.sections(self.format());
        if let (Some(wanted), Some((at, row))) = (self.errors, best) {
            let block = blocks[at].block;
            let threshold = wanted.unwrap_or(grid.thresholds[row]);
            sections.push(self.mistakes(&grid, &block, threshold, &mut corpus)?);
        }
        if self.methods.is_requested() {
            let mut of_unit = |unit| Ok(corpus.with_unit(unit)?.0);
            sections.extend(methods::run(
                &self.methods,
                &grid,
                run,
                &mut of_unit,
                self.format(),
            )?);
        }
        if blocks
            .iter()
            .flat_map(|made| &made.rows)
            .all(|row| row.pairs == 0)
        {
            run.say(
                "no setting of this sweep finds any pair; a lower threshold or a smaller k finds more",
            );
        }
        let from = MadeFrom::Corpus(&collection);
        let options = json!({
            "varied": grid.varied(),
            "labels_fingerprint": labels::fingerprint(labels.as_ref()),
        });
        if self.plots.svg.is_some() {
            let made = Provenance {
                varied: Some(grid.caption()),
                ..run.provenance("sweep", &from, options.clone())
            };
            let (force, inputs) = (self.files.force, run.files_read(Some(&collection)));
            let maps = || report::heat_maps(&grid, &blocks);
            let drawn = self.plots.write(maps, &made, force, inputs)?;
            drawn.iter().for_each(|message| run.say(message));
        }
        let to = run.described_tables(
            ("sweep", &from, options),
            &self.files,
            self.output,
            run.files_read(Some(&collection)),
        )?;
        Section::write_all(sections, to)?;
        Ok(())
    }
}

impl Sweep {
    fn grid(&self) -> Grid {
        Grid {
            units: self.unit.clone(),
            ks: self.k.0.clone(),
            bags: self.bag.clone(),
            measures: self.measure.clone(),
            thresholds: self.threshold.0.clone(),
        }
    }

    /// The format of the tables.
    fn format(&self) -> Format {
        self.files.output(self.output).format
    }

    /// Computes the blocks of one unit and adds them to `blocks`.
    fn make(
        &self,
        grid: &Grid,
        unit: Unit,
        corpus: &mut Corpus<'_>,
        blocks: &mut Vec<BlockResult>,
    ) -> anyhow::Result<()> {
        let run_of = corpus.run;
        let (collection, labels) = corpus.with_unit(unit)?;
        let ask = self.ask(grid, labels.as_deref());
        let progress = |now: SweepProgress| {
            let (done, total) = (now.done as u64, now.total as u64);
            let what = format!("k {}", now.block.k);
            run_of.talk.working("sweeping", &what, done, total);
        };
        let mut done = |swept| blocks.push(swept);
        let at_each_k = run_of.at_each_k(&collection)?;
        let finished =
            run_of.install(|| run(&at_each_k, &ask, run_of.cancel, &progress, &mut done));
        run_of.talk.done();
        if !finished {
            bail!("interrupted");
        }
        Ok(())
    }

    fn ask<'a>(&self, grid: &'a Grid, labels: Option<&'a Labels>) -> SweepRequest<'a> {
        SweepRequest {
            grid,
            labels,
            rest_negative: self.labelled.rest == Rest::Negative,
        }
    }

    /// The pairs that `block` misclassifies at `threshold`.
    fn mistakes(
        &self,
        grid: &Grid,
        block: &SettingBlock,
        threshold: f64,
        corpus: &mut Corpus<'_>,
    ) -> anyhow::Result<Section> {
        let run_of = corpus.run;
        let (collection, labels) = corpus.with_unit(block.unit)?;
        let ask = self.ask(grid, labels.as_deref());
        let at_each_k = run_of.at_each_k(&collection)?;
        let mistakes =
            run_of.install(|| mistakes(&at_each_k, &ask, block, threshold, run_of.cancel));
        Ok(report::mistakes(
            &mistakes.context("interrupted")?,
            &collection,
            labels.as_ref().map_or(&[], |labels| &labels.names),
            block,
            threshold,
            self.format(),
        ))
    }
}

/// Cache of the corpus as read with each unit, with the labels resolved to its documents.
struct Corpus<'a> {
    args: &'a Sweep,
    run: &'a CommandContext<'a>,
    labels: Option<&'a (LabelsFile, String)>,
    read: Vec<(Unit, Arc<Collection>, Option<Arc<Labels>>)>,
}

impl Corpus<'_> {
    fn with_unit(&mut self, unit: Unit) -> anyhow::Result<(Arc<Collection>, Option<Arc<Labels>>)> {
        if let Some((_, collection, labels)) = self.read.iter().find(|read| read.0 == unit) {
            return Ok((collection.clone(), labels.clone()));
        }
        let run = self.run;
        let mut settings = self.args.others.settings();
        settings.normalisation.unit = unit;
        let options: Options = run.options(&CorpusArgs::new(&self.args.paths, settings))?;
        let opened = run.install(|| {
            open::terms(&options, run.cancel, |progress| {
                run.talk.progress(&progress)
            })
        });
        run.talk.done();
        let Opened {
            collection, notice, ..
        } = opened?;
        run.cancel.check()?;
        let first = self.read.is_empty();
        let collection = run.with_ids(collection, &options.sets);
        if collection.is_empty() {
            super::context::no_documents(&options.source, &collection)?;
        }
        // Notes about corpus and labels are the same for every unit, so they are printed once.
        let quiet = super::talk::Talk::new(true, false);
        let talk = if first { &run.talk } else { &quiet };
        super::context::skipped(&collection, talk);
        run.count_unread(&collection);
        if first {
            run.say_of_job(&options);
        }
        if let Some(notice) = &notice {
            talk.say(notice);
        }
        let collection = run.masked(&collection)?.collection;
        let parse = |(file, text): &(_, String)| labels::parse(file, text, &collection, talk);
        let labels = self.labels.map(parse).transpose()?.map(Arc::new);
        self.read.push((unit, collection.clone(), labels.clone()));
        Ok((collection, labels))
    }
}

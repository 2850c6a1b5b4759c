//! `tune`: reports the effect of settings on a corpus, compared with the exact pairs; the figures of
//! the Tune screen.

pub mod sections;

use crate::index::Collection;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;

use super::args::common::{CorpusArgs, PlotFilesArgs, TableFilesArgs};
use super::context::{CommandContext, RunCommand, two_documents};
use super::labels::{self, LabelsArgs};
use super::settings::PairSearchArgs;
use super::talk::Talk;
use crate::base::units;
use crate::candidates::banding::Banding;
use crate::candidates::{Identical, MethodConfig, find};
use crate::lab::banded::BandingEvaluation;
use crate::lab::by_k::{ByK, by_k};
use crate::lab::{LabelMetrics, LabelsFile, Tuning, truth};
use crate::mask::AtEachK;
use crate::plot::{PlotFigure, figures};
use crate::report::{Section, columns};
use crate::settings::KEPT_FROM;
use serde_json::json;

/// Arguments of `tune`.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("method", |method| method.hide(true)))]
#[command(after_long_help = columns::help())]
pub struct Tune {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Threshold, measure, recall or bands and rows.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// Labels of pairs.
    #[command(flatten)]
    pub labels: LabelsArgs,
    /// Show the same corpus at k = 1 to 12
    #[arg(long, help_heading = "Output")]
    pub k_landscape: bool,
    /// The folder for plots.
    #[command(flatten)]
    pub plots: PlotFilesArgs,
    /// Number of outliers and of errors of each kind in the table; other formats have all errors and the farthest 500
    /// outliers
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "Output")]
    pub listed: usize,
    /// How tables are written, and the folder for all tables.
    #[command(flatten)]
    pub files: TableFilesArgs,
}

/// All results of `tune`.
pub struct Findings<'a> {
    /// The documents.
    pub collection: &'a Collection,
    /// The threshold, 0..=1.
    pub threshold: f64,
    /// The comparison with the exact pairs.
    pub tuning: Tuning,
    /// Measurement of the LSH banding.
    pub banded: BandingEvaluation,
    /// The k landscape, if requested.
    pub by_k: Option<ByK>,
    /// Evaluation against labels, if there are any.
    pub labelled: Option<LabelMetrics>,
}

impl RunCommand for Tune {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        // Labels are read first, so that errors in them are reported at once.
        let labels = self.labels.read()?;
        let sketching = self.corpus.settings().sketching;
        let method_config = self.pair_search.of_all_methods(&sketching)?;
        let collection = context.collection(&self.corpus)?;
        context.say_different_counts(&self.corpus, &collection, None);
        let corpus = context.at_each_k(&collection)?;
        let options = json!({
            "threshold": self.pair_search.threshold,
            "measure": method_config.measure.name(),
            "labels_fingerprint": labels::fingerprint(labels.as_ref()),
        });
        let provenance = context.provenance("tune", &collection, options.clone());
        let to = context.described_tables("tune", &collection, options, &self.files)?;
        let write = || -> anyhow::Result<()> {
            let findings = self.findings(context, labels, &corpus, &method_config)?;
            findings.remarks(&context.talk);
            let plots = (&self.plots, self.files.force);
            context.write_plots(plots, &provenance, &collection, || findings.figures())?;
            let table = to.format.is_table();
            let listed = if table { self.listed } else { usize::MAX };
            Ok(Section::write_all(findings.sections(table, listed), to)?)
        };
        context.install(write)
    }
}

impl Tune {
    /// Computes all results. Call it on the thread pool.
    ///
    /// # Errors
    /// Fewer than two documents, unusable labels, and cancellation.
    fn findings<'a>(
        &self,
        context: &CommandContext<'_>,
        labels: Option<(LabelsFile, String)>,
        corpus: &'a AtEachK,
        method_config: &MethodConfig,
    ) -> anyhow::Result<Findings<'a>> {
        let (cancel, talk) = (context.cancel, &context.talk);
        let collection = &*corpus.collection;
        two_documents(collection, "tune")?;
        let threshold = self.pair_search.threshold;
        let parse = |(file, text): (LabelsFile, String)| {
            labels::parse(&file, &text, collection, talk).map(|labels| (file, labels))
        };
        let labels = labels.map(parse).transpose()?;
        let steps = 3 + u64::from(self.k_landscape) + u64::from(labels.is_some());
        let step = |what: &str, done: u64| talk.working("tuning", what, done, steps);
        step("exact join", 0);
        let identical = Identical::new(collection);
        let measure = method_config.method.measure(method_config.measure);
        // The same floor as on the screens.
        let floor = KEPT_FROM.min(threshold);
        let config = method_config;
        let pairs = find(collection, &identical, config, threshold, floor, cancel);
        let truth = truth(collection, &Arc::new(pairs), threshold, cancel, &|_| {});
        let truth = truth.context("interrupted")?;
        step("estimates", 1);
        let tuning = Tuning::new(collection, truth, cancel).context("interrupted")?;
        step("bands", 2);
        let choose = || Banding::choose(collection.layout(), threshold, method_config.recall);
        let banding = method_config.banding.unwrap_or_else(choose);
        let banded = BandingEvaluation::new(collection, &tuning.truth, banding, cancel);
        let banded = banded.context("interrupted")?;
        let labelled = labels.map(|(file, labels)| {
            step("labels", 3);
            let rest = file.rest_negative.then_some(&tuning);
            let metrics = LabelMetrics::new(file, labels, collection, measure, rest, cancel);
            metrics.context("interrupted")
        });
        let by_k = self.k_landscape.then(|| {
            step("k landscape", steps - 1);
            by_k(corpus, measure, cancel, &mut |_| {}).context("interrupted")
        });
        let (labelled, by_k) = (labelled.transpose()?, by_k.transpose()?);
        talk.done();
        Ok(Findings {
            collection,
            threshold,
            labelled,
            by_k,
            tuning,
            banded,
        })
    }
}

impl Findings<'_> {
    /// Prints notes that matter for the figures.
    fn remarks(&self, talk: &Talk) {
        let Tuning { truth, .. } = &self.tuning;
        let measure = truth.info.measure;
        // At 0 all pairs with anything in common are counted.
        let floor = Some(self.tuning.floor()).filter(|floor| *floor > f64::MIN_POSITIVE);
        let floor = floor.unwrap_or(0.0);
        if self.tuning.counts.steps.is_empty() {
            talk.say(&format!(
                "no two documents have a {measure} of {floor} or more: there is no threshold to choose; a smaller --k finds similarity in shorter pieces"
            ));
        }
        if self.threshold < floor {
            talk.say(&format!(
                "at {measure} {} there are more pairs than can be counted in seconds: figures begin at {floor}",
                self.threshold
            ));
        }
        let outsized = self.banded.outsized as u64;
        if outsized > 0 {
            let (one, more) = ("document shares a band with", "documents share a band with");
            talk.say(&format!(
                "{} too many others in a bucket and went through the complete join",
                units::counted(outsized, one, more)
            ));
        }
    }

    /// The plots for which there is data, each with its file name without extension.
    fn figures(&self) -> Vec<(&'static str, PlotFigure)> {
        let (tuning, banded, at) = (&self.tuning, &self.banded, self.threshold);
        let layout = self.collection.layout();
        let s_curve = figures::s_curve(tuning, banded.banding, banded.bits, Some(banded), at);
        let mut all = vec![
            ("s-curve", s_curve),
            ("estimates", figures::scatter(tuning, layout, None)),
            ("landscape", figures::landscape(tuning, at)),
        ];
        if let Some(by_k) = &self.by_k {
            all.push(("k-landscape", figures::by_k(by_k, at)));
        }
        if let Some(labelled) = &self.labelled {
            let mut figure = figures::curve(&labelled.curve, labelled.interval, at);
            if labelled.file.rest_negative {
                let note = "Pairs without a label count as labelled no (--rest negative).";
                figure.notes.push(note.into());
            }
            all.push(("labels", figure));
        }
        all
    }
}

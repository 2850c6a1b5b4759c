//! `tune`: reports the effect of settings on a corpus, compared with the exact pairs; the figures of
//! the Tune screen.

mod sections;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;

use super::args::common::{CorpusArgs, Output};
use super::labels::LabelsArgs;
use super::pair_search::PairSearchArgs;
use super::talk::Talk;
use crate::base::{DocNo, units};
use crate::candidates::banding::Banding;
use crate::candidates::{Identical, MethodConfig, find};
use crate::collection::Collection;
use crate::engine::cancel::Cancel;
use crate::engine::{annotations, grids, tune};
use crate::lab::banded::Banded;
use crate::lab::by_k::{self, ByK};
use crate::lab::{Curve, Labels, Tuning, scores};
use crate::plot::{Figure, figures};
use crate::report::{Format, Section};
use crate::settings::KEPT_FROM;

/// What to tune.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("method", |method| method.hide(true)))]
#[command(
    long_about = "Show what settings do to a corpus, held against exact truth\n\n\
    The figures of the Tune screen: pairs and clusters at the threshold, and at every threshold from \
    0 to 1 with the widest range over which nothing changes, where there is a clear one; candidates \
    that bands and rows miss and waste, expected and measured; estimates of the sketches beside \
    theory; with --k-landscape the same for k from 1 to 12, with --labels precision, recall, F1 and \
    the best threshold with its 95 % interval. Clusters are those of single linkage.\n\n\
    The truth is the complete join, as far down as is affordable; nothing is said of lower thresholds. \
    Bands and estimates are over pairs of different texts: identical ones stand for each other there.\n\n\
    Formats: table prints titled tables; json one object with an array for each of corpus, banding, \
    accuracy, outlier, landscape, k, label, quality, curve, error; csv and jsonl one stream of rows \
    whose column kind says which of these a row is."
)]
pub struct Tune {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Threshold, measure, recall or bands and rows.
    #[command(flatten)]
    pub finding: PairSearchArgs,
    /// What people have said of pairs.
    #[command(flatten)]
    pub labels: LabelsArgs,
    /// Show the same corpus at k = 1 to 12
    #[arg(long, help_heading = "Output")]
    pub k_landscape: bool,
    /// Write the plots into this folder as SVG
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub svg: Option<PathBuf>,
    /// Outliers and errors that the table shows of each kind; other formats have all
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "Output")]
    pub listed: usize,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
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
    pub banded: Banded,
    /// The k landscape, if requested.
    pub by_k: Option<ByK>,
    /// Evaluation against labels, if there are any.
    pub held: Option<LabelMetrics>,
}

/// Evaluation of similarities against labels.
pub struct LabelMetrics {
    /// The labels.
    pub labels: Labels,
    /// Whether pairs without a label count as negative.
    pub rest_negative: bool,
    /// Similarity of each labelled pair, in the order of the labels.
    pub scores: Vec<f64>,
    /// Quality at every threshold.
    pub curve: Curve,
    /// 95 % bootstrap confidence interval of the best threshold.
    pub interval: Option<(f64, f64)>,
}

impl LabelMetrics {
    /// Evaluates `labels` against similarities by the measure of `tuning`. `None` if cancelled.
    fn of(
        labels: Labels,
        rest_negative: bool,
        (collection, tuning): (&Collection, &Tuning),
        should_continue: &(impl Fn() -> bool + Sync),
    ) -> Option<Self> {
        let measure = tuning.truth.found.measure;
        let scores = scores::scores(collection, &labels, measure, should_continue)?;
        let curve = if rest_negative {
            let all = (tuning.documents, &tuning.counts, tuning.floor());
            scores::curve_with_rest(&labels, &scores, all)
        } else {
            scores::curve(&labels, &scores)
        };
        Some(LabelMetrics {
            interval: curve.best_interval(scores::ROUNDS, 0),
            labels,
            rest_negative,
            scores,
            curve,
        })
    }
}

/// Computes all results and writes them. Call it on the thread pool.
///
/// # Errors
/// Fewer than two documents, unusable labels, cancellation, and output errors.
pub fn run(
    asked: &Tune,
    collection: &Collection,
    method_config: &MethodConfig,
    cancel: &Cancel,
    talk: &Talk,
    terminal: bool,
    out: impl Write,
) -> anyhow::Result<()> {
    if collection.len() < 2 {
        bail!(
            "there is one document only ({}), and `tune` compares documents; give a corpus of two or more",
            collection.id(DocNo(0))
        );
    }
    let threshold = asked.finding.threshold;
    let should_continue = || !cancel.stopped();
    // Labels are read first, so that errors in them are reported at once.
    let text = asked.labels.text()?;
    let labels = text.map(|text| asked.labels.read(&text, collection, talk));
    let labels = labels.transpose()?;
    let steps = 3 + u64::from(asked.k_landscape) + u64::from(labels.is_some());
    let step = |what: &str, done: u64| talk.working("tuning", what, done, steps);
    step("exact join", 0);
    let identical = Identical::of(collection);
    let measure = method_config.method.measure(method_config.measure);
    // The same floor as on the screens.
    let floor = KEPT_FROM.min(threshold);
    let known = find(
        collection,
        &identical,
        method_config,
        threshold,
        floor,
        should_continue,
    );
    let truth = tune::truth(collection, &Arc::new(known), threshold, &should_continue);
    let truth = truth.context("interrupted")?;
    step("estimates", 1);
    let tuning = Tuning::of(collection, truth, &should_continue).context("interrupted")?;
    step("bands", 2);
    let chosen = || Banding::choose(collection.layout(), threshold, method_config.recall);
    let banding = method_config.banding.unwrap_or_else(chosen);
    let banded =
        Banded::of(collection, &tuning.truth, banding, &should_continue).context("interrupted")?;
    let held = labels.map(|labels| {
        step("labels", 3);
        let rest_negative = asked.labels.rest_negative();
        LabelMetrics::of(
            labels,
            rest_negative,
            (collection, &tuning),
            &should_continue,
        )
        .context("interrupted")
    });
    let held = held.transpose()?;
    let by_k = asked.k_landscape.then(|| {
        let thresholds = grids::thresholds();
        let ask = by_k::Ask {
            k: collection.settings().sketching.k,
            ks: &grids::KS,
            measure,
            thresholds: &thresholds,
        };
        let mut last = ByK::default();
        step("k landscape", steps - 1);
        let whole = by_k::by_k(collection, &ask, &should_continue, &mut |so_far| {
            last = so_far.clone()
        });
        whole.then_some(last).context("interrupted")
    });
    let by_k = by_k.transpose()?;
    talk.done();
    let findings = Findings {
        collection,
        threshold,
        tuning,
        banded,
        by_k,
        held,
    };
    findings.remarks(talk);
    if let Some(folder) = &asked.svg {
        talk.say(&annotations::save(folder, &findings.figures())?);
    }
    let listed = match asked.output.format {
        Format::Table => asked.listed,
        _ => usize::MAX,
    };
    let format = asked.output.format;
    let sections = findings.sections(format == Format::Table, listed);
    Section::write_all(sections, format, terminal, out)?;
    Ok(())
}

impl Findings<'_> {
    /// Prints notes that matter for the figures.
    fn remarks(&self, talk: &Talk) {
        let Tuning { truth, .. } = &self.tuning;
        let (measure, floor) = (truth.found.measure, self.tuning.floor());
        if self.tuning.counts.steps.is_empty() {
            talk.say(&format!(
                "no two documents have a {measure} of {floor} or more: there is no threshold to choose; a smaller --k finds likeness in shorter pieces"
            ));
        }
        if self.threshold < floor {
            talk.say(&format!(
                "at {measure} {} there are more pairs than can be counted in seconds: figures begin at {floor}",
                self.threshold
            ));
        }
        if self.banded.outsized > 0 {
            talk.say(&format!(
                "{} too many others in a bucket and went through the complete join",
                units::counted(
                    self.banded.outsized as u64,
                    "document shares a band with",
                    "documents share a band with"
                )
            ));
        }
    }

    /// The plots for which there is data, each with its file name without extension.
    fn figures(&self) -> Vec<(String, Figure)> {
        let (tuning, banded, at) = (&self.tuning, &self.banded, self.threshold);
        let layout = self.collection.layout();
        let s_curve = figures::s_curve(tuning, banded.banding, banded.bits, Some(banded), at);
        let mut all = vec![
            ("s-curve", s_curve),
            ("estimates", figures::scatter(tuning, layout, None)),
            ("landscape", figures::landscape(tuning, at)),
            ("histogram", figures::histogram(tuning, at)),
        ];
        if let Some(by_k) = &self.by_k {
            all.push(("k-landscape", figures::by_k(by_k, at)));
        }
        if let Some(held) = &self.held {
            all.push(("labels", figures::curve(&held.curve, held.interval, at)));
            all.push((
                "precision-recall",
                figures::precision_recall(&held.curve, at),
            ));
            all.push(("roc", figures::roc(&held.curve, at)));
        }
        let named = all.into_iter();
        named
            .map(|(name, figure)| (name.to_owned(), figure))
            .collect()
    }
}

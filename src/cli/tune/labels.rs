//! Labels on the command line, held against similarities.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};

use crate::cli::talk::Talk;
use crate::collection::Collection;
use crate::lab::labels::NEGATIVE;
use crate::lab::{Curve, Labels, Tuning, scores};

/// Labels and what they mean.
#[derive(Clone, Debug, Args)]
pub struct Labelling {
    /// CSV of labels: columns a,b,label, or document,class (equal class: near-duplicates)
    #[arg(long, value_name = "FILE", help_heading = "Labels")]
    pub labels: Option<PathBuf>,
    /// Labels that mean independent; every other means near-duplicate
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values = NEGATIVE, help_heading = "Labels")]
    pub negative: Vec<String>,
    /// What pairs without a label are [default: they do not count]
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        requires = "labels",
        help_heading = "Labels"
    )]
    pub rest: Option<Rest>,
}

/// What pairs without a label are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rest {
    /// Independent.
    Negative,
}

/// Labels that were read and make sense.
pub struct Read {
    labels: Labels,
    rest_negative: bool,
}

/// Labels held against similarities.
pub struct Held {
    /// The labels.
    pub labels: Labels,
    /// Pairs without a label count as negative.
    pub rest_negative: bool,
    /// Similarity of each labelled pair, in their order.
    pub scores: Vec<f64>,
    /// All thresholds.
    pub curve: Curve,
    /// The 95 % interval of the best.
    pub interval: Option<(f64, f64)>,
}

impl Labelling {
    /// Reads the labels, where there are any, and tells what is odd about them.
    ///
    /// # Errors
    /// A file that cannot be read or understood; labels of one kind only.
    pub fn read(&self, collection: &Collection, talk: &Talk) -> anyhow::Result<Option<Read>> {
        let Some(path) = &self.labels else {
            return Ok(None);
        };
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let negative: Vec<&str> = self.negative.iter().map(String::as_str).collect();
        let labels = Labels::read(&text, &negative, collection);
        let labels = labels.with_context(|| format!("cannot use {}", path.display()))?;
        let rest_negative = self.rest.is_some();
        if !rest_negative || labels.counts().0 == 0 {
            labels.two_sided()?;
        }
        for remark in &labels.remarks {
            talk.say(remark);
        }
        Ok(Some(Read {
            labels,
            rest_negative,
        }))
    }
}

impl Read {
    /// Held against the similarities that `tuning` is about. `None` after a no from `go_on`.
    pub fn held(
        self,
        collection: &Collection,
        tuning: &Tuning,
        go_on: &(impl Fn() -> bool + Sync),
    ) -> Option<Held> {
        let measure = tuning.truth.found.measure;
        let scores = scores::scores(collection, &self.labels, measure, go_on)?;
        let curve = if self.rest_negative {
            let all = (tuning.documents, &tuning.counts, tuning.floor());
            scores::curve_with_rest(&self.labels, &scores, all)
        } else {
            scores::curve(&self.labels, &scores)
        };
        Some(Held {
            interval: curve.best_interval(scores::ROUNDS, 0),
            labels: self.labels,
            rest_negative: self.rest_negative,
            scores,
            curve,
        })
    }
}

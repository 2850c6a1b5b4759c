//! Options for labels: the label file and the meaning of its values.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use super::ranges::named;
use super::talk::Talk;
use crate::collection::Collection;
use crate::lab::Labels;
use crate::lab::labels::NEGATIVE;

/// What people have said of pairs.
#[derive(Clone, Debug, Args)]
pub struct LabelsArgs {
    /// CSV file of labelled pairs (a,b,label) or classes (document,class)
    #[arg(long, value_name = "FILE", help_heading = "Labels")]
    pub labels: Option<PathBuf>,
    /// Labels that mean independent; all others mean near-duplicate
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values = NEGATIVE, requires = "labels", help_heading = "Labels")]
    pub negative: Vec<String>,
    /// What pairs without a label are: unknown (they do not count), or negative
    #[arg(long, value_name = "WHAT", default_value = "unknown", value_parser = named(&REST), requires = "labels", help_heading = "Labels")]
    pub rest: Rest,
}

/// How pairs without a label are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Unknown; they are not counted.
    Unknown,
    /// Negative, i.e. not duplicates.
    Negative,
}

const REST: [(&str, Rest); 2] = [("unknown", Rest::Unknown), ("negative", Rest::Negative)];

impl LabelsArgs {
    /// Whether pairs without a label count as negative.
    #[must_use]
    pub fn rest_negative(&self) -> bool {
        self.rest == Rest::Negative
    }

    /// The text of the label file; `None` without the option.
    ///
    /// # Errors
    /// A file that cannot be read or decoded.
    pub fn text(&self) -> anyhow::Result<Option<String>> {
        let Some(path) = &self.labels else {
            return Ok(None);
        };
        let bytes = std::fs::read(path)
            .with_context(|| format!("the labels in {} cannot be read", path.display()))?;
        Ok(Some(
            Labels::decoded(bytes).with_context(|| path.display().to_string())?,
        ))
    }

    /// Parses `text` as labels of the documents of `collection` and prints remarks about them.
    ///
    /// # Errors
    /// Labels that cannot be parsed or cannot discriminate between thresholds. The message names the
    /// file and, where possible, the line.
    pub fn read(&self, text: &str, collection: &Collection, talk: &Talk) -> anyhow::Result<Labels> {
        let negative: Vec<&str> = self.negative.iter().map(String::as_str).collect();
        let file = || {
            self.labels
                .as_ref()
                .map_or_else(String::new, |p| p.display().to_string())
        };
        let labels = Labels::read(text, &negative, collection).with_context(file)?;
        labels.serves(self.rest_negative()).with_context(file)?;
        for remark in &labels.remarks {
            talk.say(&format!("{}: {remark}", file()));
        }
        Ok(labels)
    }
}

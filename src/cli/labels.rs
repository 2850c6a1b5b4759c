//! Options for labels: the label file and the meaning of its values.

use std::path::PathBuf;

use anyhow::Context;
use clap::{ArgAction, Args};
use xxhash_rust::xxh3::xxh3_128;

use super::ranges::named;
use super::talk::Talk;
use crate::index::Collection;
use crate::lab::labels::NEGATIVE;
use crate::lab::{Labels, LabelsFile};

/// Labels of pairs.
#[derive(Clone, Debug, Args)]
pub struct LabelsArgs {
    /// CSV file of labelled pairs (a,b,label) or classes (document,class)
    #[arg(long, value_name = "FILE", help_heading = "Labels")]
    pub labels: Option<PathBuf>,
    /// Columns of the file: two documents and the label, or a document and its class [default: a,b,label or
    /// document,class]
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        requires = "labels",
        help_heading = "Labels"
    )]
    pub label_columns: Vec<String>,
    /// Labels that mean independent; all others mean near-duplicate
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values = NEGATIVE, requires = "labels", help_heading = "Labels")]
    pub negative: Vec<String>,
    /// Meaning of pairs without a label: unknown (they do not count), or negative
    #[arg(long, value_name = "WHAT", default_value = "unknown", value_parser = named(&REST), action = ArgAction::Set, requires = "labels", help_heading = "Labels")]
    pub rest: bool,
}

const REST: [(&str, bool); 2] = [("unknown", false), ("negative", true)];

impl LabelsArgs {
    /// The label file and its text; `None` without the option.
    ///
    /// # Errors
    /// The file cannot be read or decoded, or is too large.
    pub fn read(&self) -> anyhow::Result<Option<(LabelsFile, String)>> {
        let Some(path) = self.labels.clone() else {
            return Ok(None);
        };
        let file = LabelsFile {
            path,
            columns: self.label_columns.clone(),
            negative: self.negative.clone(),
            rest_negative: self.rest,
        };
        let text = file.read()?;
        Ok(Some((file, text)))
    }
}

/// The 128-bit XXH3 digest of the text of a label file, in hexadecimal digits.
pub fn fingerprint(labels: Option<&(LabelsFile, String)>) -> Option<String> {
    labels.map(|(_, text)| format!("{:032x}", xxh3_128(text.as_bytes())))
}

/// Parses `text`, the content of `file`, for the documents of `collection` and prints remarks about it.
///
/// # Errors
/// The labels cannot be parsed or cannot discriminate between thresholds. The message names the file and, where
/// possible, the line.
pub fn parse(
    file: &LabelsFile,
    text: &str,
    collection: &Collection,
    talk: &Talk,
) -> anyhow::Result<Labels> {
    let name = file.path.display();
    let labels = file.parse(text, collection);
    let labels = labels.with_context(|| name.to_string())?;
    for remark in &labels.remarks {
        talk.say(&format!("{name}: {remark}"));
    }
    Ok(labels)
}

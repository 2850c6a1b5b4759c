//! Ground-truth labels of pairs, read from a CSV file.
//!
//! Two forms are accepted. `a,b,label` labels a pair of documents; `document,class` assigns classes to documents, and
//! two documents of one class are a positive pair. The columns `a_content` and `b_content` of the first form, which the
//! program writes for decisions, are checksums of the texts: a row is skipped if a text has changed. Other columns are
//! ignored; contradictory labels are an error. A label means *independent* if it is one of the negative names; `unsure`
//! is not a label, and neither is a missing value (empty, `NaN`, `NA`, `null`); every other label means
//! *near-duplicate* and is also counted separately.

mod parser;

use std::path::PathBuf;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::base::DocNo;
use crate::base::files::whole_file;
use crate::base::small_table;
use crate::index::Collection;

/// Label of a pair that a person could not decide on; such a row counts as no label.
pub const UNSURE: &str = "unsure";

/// Default labels that mean independent.
pub const NEGATIVE: [&str; 4] = ["non", "not", "no", "0"];

/// XXH3 checksum of the bytes of a document's source, 64 bits; 16 hexadecimal digits in a file. It shows whether a
/// label was given to another text with the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Checksum(u64);

impl Checksum {
    /// The checksum of a document of `collection`.
    pub fn new(collection: &Collection, doc: DocNo) -> Self {
        Checksum(collection.row(doc).fingerprint as u64)
    }
}

impl From<Checksum> for String {
    fn from(checksum: Checksum) -> Self {
        format!("{:016x}", checksum.0)
    }
}

impl TryFrom<String> for Checksum {
    type Error = std::num::ParseIntError;

    fn try_from(digits: String) -> Result<Self, Self::Error> {
        u64::from_str_radix(&digits, 16).map(Checksum)
    }
}

/// A label file and how to interpret it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelsFile {
    /// Path of the file.
    pub path: PathBuf,
    /// The columns: two documents and a label, or a document and its class; empty for the default ones.
    pub columns: Vec<String>,
    /// Names of labels that mean independent.
    pub negative: Vec<String>,
    /// Whether every pair without a label counts as negative.
    pub rest_negative: bool,
}

impl LabelsFile {
    /// Reads and decodes the file.
    ///
    /// # Errors
    /// A file that cannot be read or decoded, or is too large.
    pub fn read(&self) -> anyhow::Result<String> {
        let path = self.path.display();
        let bytes = whole_file(&self.path);
        let bytes = bytes.with_context(|| format!("the labels in {path} cannot be read"))?;
        small_table::decoded(bytes).with_context(|| path.to_string())
    }

    /// Parses `text`, the content of the file, for the documents of `collection`.
    ///
    /// # Errors
    /// Labels that cannot be parsed, or that do not suffice for an evaluation.
    pub fn parse(&self, text: &str, collection: &Collection) -> anyhow::Result<Labels> {
        let labels = Labels::read(text, &self.columns, &self.negative, collection)?;
        match labels.counts() {
            (1.., 0) if self.rest_negative => {}
            _ => labels.two_sided()?,
        }
        Ok(labels)
    }
}

/// Label of one pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelledPair {
    /// The document with the lower number.
    pub a: DocNo,
    /// The document with the higher number.
    pub b: DocNo,
    /// Index of the label's name in [`Labels::names`].
    pub label: u16,
    /// Whether the label means near-duplicate.
    pub positive: bool,
}

/// Score and label of one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// Similarity, 0..=1.
    pub score: f64,
    /// Whether the pair is labelled near-duplicate.
    pub positive: bool,
}

impl Scored {
    /// The labelled pairs with their `scores`.
    pub fn all(pairs: &[LabelledPair], scores: &[f64]) -> Vec<Self> {
        let scored = pairs.iter().zip(scores).map(|(pair, score)| Scored {
            score: *score,
            positive: pair.positive,
        });
        scored.collect()
    }

    /// (Score, positive pairs, negative pairs), for [`Curve::of_counts`](super::Curve::of_counts).
    pub fn counts(&self) -> (f64, u64, u64) {
        (
            self.score,
            u64::from(self.positive),
            u64::from(!self.positive),
        )
    }
}

/// All labels of one file; each pair once, sorted by pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labels {
    /// The labelled pairs, sorted by (a, b).
    pub pairs: Vec<LabelledPair>,
    /// Distinct label names, in order of first occurrence in the file.
    pub names: Vec<String>,
    /// Warnings about the file for the user, as sentences.
    pub remarks: Vec<String>,
    /// Pairs that are labelled unsure, sorted. They never count, even if pairs without a label count as negative.
    pub unsure: Vec<(DocNo, DocNo)>,
}

impl Labels {
    /// Number of (positive, negative) pairs.
    pub fn counts(&self) -> (usize, usize) {
        let positive = self.pairs.iter().filter(|pair| pair.positive).count();
        (positive, self.pairs.len() - positive)
    }

    /// The index of a label's name; a new name is added.
    ///
    /// # Errors
    /// Too many names.
    pub fn label_of(&mut self, name: &str) -> anyhow::Result<u16> {
        let position = self.names.iter().position(|other| other == name);
        let index = position.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        u16::try_from(index).context("the labels have more than 65,536 different names")
    }

    /// The two documents of each labelled pair, in the order of `pairs`.
    pub fn documents(&self) -> Vec<(DocNo, DocNo)> {
        self.pairs.iter().map(|pair| (pair.a, pair.b)).collect()
    }

    /// Checks that there are both positive and negative labels, which evaluating a threshold
    /// requires.
    ///
    /// # Errors
    /// Names the missing kind of label.
    pub fn two_sided(&self) -> anyhow::Result<()> {
        match self.counts() {
            (0, 0) => bail!("the labels name no pair of this corpus"),
            (0, n) => bail!(
                "{} negative; precision and recall need positive ones too",
                all_are(n)
            ),
            (n, 0) => bail!(
                "{} positive; give negative ones, name labels that mean independent (--negative), or count every unlabelled pair as negative (--rest negative)",
                all_are(n)
            ),
            _ => Ok(()),
        }
    }
}

/// The number of labelled pairs with the verb, for a message.
fn all_are(n: usize) -> String {
    match n {
        1 => "the one labelled pair is".to_owned(),
        n => format!("all {n} labelled pairs are"),
    }
}

#[cfg(test)]
mod tests;

//! Arguments of `review`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};

use super::super::pair_search::PairSearchArgs;
use super::super::ranges::named;
use super::super::where_filter::DecisionsWhere;
use super::common::{CorpusArgs, Output};
use crate::cluster::DecidedDifferent;
use crate::report::Format;
use crate::review::Decision;

/// Decisions.
#[derive(Clone, Debug, Args)]
#[command(long_about = "\
    Keep decisions on pairs, documents and clusters: a journal beside the corpus\n\n\
    The journal is the file review.jsonl in the corpus' folder, or beside a corpus of one file; if that cannot be \
    written or the corpus is several paths, a file in the user's data folder; --journal names another. It is \
    text, one act a line, and only ever appended to. Decisions are about texts, not about names: they hold for \
    renamed, moved and copied files, and are open again where a text has changed.")]
pub struct Review {
    /// What to do.
    #[command(subcommand)]
    pub what: ReviewCommand,
}

/// What to do with the journal.
#[derive(Clone, Debug, Subcommand)]
pub enum ReviewCommand {
    /// Add a decision or a note on a pair, a document or a cluster
    ///
    /// What is not given stays as it was decided about the same texts before.
    Add(Box<ReviewAdd>),
    /// Print the decisions, the last one on each thing, and which are open again
    List(ReviewList),
    /// Print the decisions on pairs as labels, which tune and sweep read with --labels
    ///
    /// Columns: a, b, label (yes for copied and acceptable, no for template and different, else unsure), decision,
    /// a_content and b_content (checksums), by, when, note.
    Export(ReviewExport),
}

impl ReviewCommand {
    /// The journal that is named.
    pub fn journal(&self) -> &JournalArgs {
        match self {
            ReviewCommand::Add(add) => &add.journal,
            ReviewCommand::List(list) => &list.journal,
            ReviewCommand::Export(export) => &export.journal,
        }
    }
}

impl Review {
    /// How results are written, if there are any.
    pub fn output(&self) -> Option<Output> {
        match &self.what {
            ReviewCommand::Add(_) => None,
            ReviewCommand::List(list) => Some(list.output),
            ReviewCommand::Export(export) => Some(export.output()),
        }
    }
}

/// The file of the journal.
#[derive(Clone, Debug, Args)]
pub struct JournalArgs {
    /// The journal, or a folder with a review.jsonl [default: beside the corpus]
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
}

/// Whether decisions count in what a command says of near-duplicates.
#[derive(Clone, Copy, Debug, Args)]
pub struct ByDecisions {
    /// Pairs that people decided to be different, by the journal of the corpus: apart (no near-duplicates, as on the
    /// screens) or ignored [default: ignored, and says how many there are]
    #[arg(long, value_name = "HOW", value_parser = named(&DecidedDifferent::ALL), help_heading = "Finding")]
    pub decided_different: Option<DecidedDifferent>,
}

/// Who decides.
#[derive(Clone, Debug, Args)]
pub struct PersonArgs {
    /// Who decides [default: the user's name]
    #[arg(long, value_name = "NAME", value_parser = person)]
    pub by: Option<String>,
}

/// A decision.
#[derive(Clone, Debug, Args)]
#[command(group(ArgGroup::new("thing").required(true).args(["pair", "document", "cluster"])))]
#[command(group(ArgGroup::new("said").required(true).multiple(true).args(["decision", "note"])))]
pub struct ReviewAdd {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Ids of two documents, as `pairs` prints them
    #[arg(long, num_args = 2, value_names = ["A", "B"], allow_hyphen_values = true)]
    pub pair: Vec<String>,
    /// Id of a document
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub document: Option<String>,
    /// Ids of all documents of a cluster
    #[arg(long, num_args = 2.., value_name = "ID")]
    pub cluster: Vec<String>,
    /// copied, acceptable (quoted, allowed), template, different (not the same), unsure, or undecided, which takes a
    /// decision back
    #[arg(long, value_name = "DECISION", value_parser = named(&Decision::ALL))]
    pub decision: Option<Decision>,
    /// A note; an empty one takes an earlier one back
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub note: Option<String>,
    /// Who decides.
    #[command(flatten)]
    pub person: PersonArgs,
    /// The file.
    #[command(flatten)]
    pub journal: JournalArgs,
    /// Threshold and measure, which are recorded.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
}

/// The list of decisions.
#[derive(Clone, Debug, Args)]
pub struct ReviewList {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// The file.
    #[command(flatten)]
    pub journal: JournalArgs,
    /// Which decisions are printed.
    #[command(flatten)]
    pub only: DecisionsWhere,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

/// The labels.
#[derive(Clone, Debug, Args)]
pub struct ReviewExport {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// The file.
    #[command(flatten)]
    pub journal: JournalArgs,
    /// csv or json, in full precision; table for reading
    #[arg(long, value_enum, default_value = "csv", help_heading = "Output")]
    pub format: Format,
    /// CSV: put an apostrophe before text that a spreadsheet would take for a formula
    #[arg(long, help_heading = "Output")]
    pub csv_safe: bool,
}

impl ReviewExport {
    /// How results are written.
    pub fn output(&self) -> Output {
        Output {
            format: self.format,
            csv_safe: self.csv_safe,
        }
    }
}

fn person(name: &str) -> anyhow::Result<String> {
    match name.trim() {
        "" => anyhow::bail!("a name is needed, of whoever decides"),
        name => Ok(name.to_owned()),
    }
}

//! Arguments of the commands about given documents: `why`, `compare`, `explain`, `query`, `sources`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::common::{Output, measure, threshold};
use super::review::ByDecisions;
use super::table_files::TableFilesArgs;
use crate::cli::pair_search::Grouping;
use crate::cli::settings::{BridgingArgs, PurposeArgs, SettingsArgs};
use crate::settings::DEFAULT_THRESHOLD;
use crate::similarity::Measure;

/// Two documents of a corpus.
#[derive(Clone, Debug, Args)]
pub struct Why {
    /// The id of a document, as `pairs` and `clusters` print it
    pub a: String,
    /// Another
    pub b: String,
    /// The corpus [default: the demo corpus]
    #[arg(long = "in", value_name = "PATH")]
    pub within: Vec<PathBuf>,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// Method and linkage.
    #[command(flatten)]
    pub grouping: Grouping,
    /// Whether decisions part the two.
    #[command(flatten)]
    pub decided: ByDecisions,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

/// Two documents.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "\
    Of the figures, passages, words_copied and longest_passage are of the passages as a reader would mark them, as those of \
    pairs and passages are; longest_common_run is of words in a row. \
    With --format json, \"passages\" has the shared shingles, which the score counts, and \"bridged\" the \
    passages as a reader would mark them, joined over small edits: words on the shorter side, those that \
    are the same, and their runs. The places of each in A and B count the decoded text: start_byte and \
    end_byte its bytes in UTF-8, start_char and end_char its characters (Unicode code points), start_term \
    and end_term its terms, all from 0 and with the end exclusive, masked terms counted; start_line and end_line are numbers of \
    lines from 1. lines_a and lines_b say whether these are lines of the file (\"source\") or, where the \
    text is the visible text of a page or a row of JSON Lines, lines of that text alone (\"text\").")]
pub struct Compare {
    /// A file, or with --in the id of a document
    pub a: OsString,
    /// Another
    pub b: OsString,
    /// Take A and B as ids of documents in this corpus
    #[arg(long = "in", value_name = "PATH")]
    pub within: Vec<PathBuf>,
    /// The question, which has settings of its own.
    #[command(flatten)]
    pub purpose: PurposeArgs,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

/// Two documents whose figures are taken apart.
#[derive(Clone, Debug, Args)]
pub struct Explain {
    /// The documents, and how results are written.
    #[command(flatten)]
    pub pair: Compare,
    /// The threshold that bands and rows are chosen for
    #[arg(long, short, value_name = "J", default_value_t = DEFAULT_THRESHOLD, value_parser = threshold)]
    pub threshold: f64,
    /// Rows of each step that a table shows
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub list: usize,
    /// Where the tables go that are not printed.
    #[command(flatten)]
    pub files: TableFilesArgs,
}

/// A text and where to look for its like.
#[derive(Clone, Debug, Args)]
pub struct Query {
    /// Files and folders, or - for standard input. Of several texts, the first column says which
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<OsString>,
    /// The corpus to look in; an index of it answers as it stands (--in-memory reads the corpus)
    #[arg(long = "in", value_name = "PATH", required = true)]
    pub within: Vec<PathBuf>,
    /// Print neighbours at or above this exact similarity, as 0.8 or 80% (0 with --for copied-text too, which lists every
    /// text that shares anything)
    #[arg(long, short, value_name = "J", default_value_t = 0.0, value_parser = threshold)]
    pub threshold: f64,
    /// What the threshold applies to and the order follows: jaccard, or containment, the greater of the two (with --for
    /// copied-text)
    #[arg(long, value_name = "MEASURE", default_value = "jaccard", default_value_if("for", "copied-text", "containment"), value_parser = measure)]
    pub measure: Measure,
    /// Print also the words, the longest and the number of the passages that each neighbour shares
    #[arg(long)]
    pub passages: bool,
    /// The question.
    #[command(flatten)]
    pub purpose: PurposeArgs,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

/// A text and where its sources may be.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "First stands the document that has most words of the text as they are. Of those with nine tenths of \
        that or more, one of the archive goes first, then the one that shares runs of six words with more documents, then \
        the one with the earlier date of its own; one of the archive needs half only. words, share and longest count words of \
        this text, adds those that no document before it holds. Which text was first is not known."
)]
#[command(after_long_help = "\
    With --format json, each passage has its place in both texts: start and end are characters of the decoded \
    text (Unicode code points), from 0 and with the end exclusive; first_word is the number of its first term, \
    from 0, where masked terms count as well; words is the number of its terms without masked ones.")]
pub struct SourcesArgs {
    /// A file, or - for standard input; if it is a document of the corpus, it is not its own source
    pub file: OsString,
    /// The corpus to look in; an index of it answers as it stands (--in-memory reads the corpus)
    #[arg(long = "in", value_name = "PATH", required = true)]
    pub within: Vec<PathBuf>,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

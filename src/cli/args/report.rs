//! Arguments of `report`.

use std::path::PathBuf;

use clap::Args;

use super::super::pair_search::Grouping;
use super::super::ranges::named;
use super::super::settings::BridgingArgs;
use super::super::where_filter::PairsWhere;
use super::common::CorpusArgs;
use super::review::JournalArgs;
use crate::engine::audit::Context;
use crate::report_file::{Language, ReportFormat};

/// A report.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "Write a report that is handed on: one file with the pairs, their passages side by side, decisions, \
    and how the figures came about\n\n\
    The web page needs no network and no program but a browser: it loads nothing and sends nothing, opens from a \
    folder or a mail, and prints. The figures are those of pairs, passages and compare, the decisions those of the \
    journal (review). Names hidden with --anonymous are those of documents and paths; texts and notes stay as they \
    are, and people who decided are named."
)]
pub struct ReportArgs {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Method and linkage.
    #[command(flatten)]
    pub grouping: Grouping,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// Which pairs are in it.
    #[command(flatten)]
    pub only: PairsWhere,
    /// The decisions.
    #[command(flatten)]
    pub journal: JournalArgs,
    /// File to write, or - for standard output
    #[arg(long, value_name = "FILE|-", help_heading = "Output")]
    pub out: PathBuf,
    /// Overwrite the file if it exists
    #[arg(long, help_heading = "Output")]
    pub force: bool,
    /// html, a web page; md, Markdown; csv, the pairs; json, everything but the texts; graphml, documents and pairs as
    /// a graph
    #[arg(long, value_name = "FORMAT", default_value = "html", value_parser = named(&ReportFormat::ALL), help_heading = "Output")]
    pub format: ReportFormat,
    /// Language of the report's own words
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = named(&Language::ALL), help_heading = "Output")]
    pub lang: Language,
    /// Put numbers in place of the names of documents (Text 17), the same ones as long as the texts are the same
    #[arg(long, help_heading = "Output")]
    pub anonymous: bool,
    /// Only pairs that somebody has decided
    #[arg(long, help_heading = "Output")]
    pub only_decided: bool,
    /// Words around each passage, or whole for the whole texts
    #[arg(long, value_name = "N|whole", default_value = "30", value_parser = context, help_heading = "Output")]
    pub context: Context,
    /// Show the passages of so many pairs, from the first; the table lists more
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000,
        help_heading = "Output"
    )]
    pub limit: usize,
    /// CSV: put an apostrophe before text that a spreadsheet would take for a formula
    #[arg(long, help_heading = "Output")]
    pub csv_safe: bool,
}

fn context(text: &str) -> Result<Context, String> {
    match (text, text.parse()) {
        ("whole", _) => Ok(Context::Whole),
        (_, Ok(words)) => Ok(Context::Words(words)),
        _ => Err("give a number of words, for example 30, or whole".into()),
    }
}

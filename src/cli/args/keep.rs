//! Arguments of `keep`.

use std::path::PathBuf;

use clap::Args;

use super::super::pair_search::PairSearchArgs;
use super::common::{CorpusArgs, Output};
use super::review::ByDecisions;
use crate::engine::keep::{KeepConfig, Rule};
use crate::report::Format;

/// One copy of each near-duplicate.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Columns: document, decision (kept or dropped), keeper, similarity, steps, weakest. With --out or \
    --drop-list nothing is printed unless --format asks for it.\n\
    keep - reads JSON Lines from standard input in one pass, compares by estimates, and prints the lines that stay: \
    cat shards/* | shinglescope keep - > clean.jsonl"
)]
pub struct Keep {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// The method.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// Whether a document is dropped for one that people decided to be different.
    #[command(flatten)]
    pub decided: ByDecisions,
    /// Which of several stays: first (as the paths were given, then by name, then as in the file), longest (in
    /// characters), newest (by --dates, front matter, columns or files; without a date last), best-title (one that
    /// has a title, the longest), path:GLOB (one whose id or file matches); of equals the first
    #[arg(
        long,
        value_name = "RULE",
        default_value = "first",
        help_heading = "Keeping"
    )]
    pub by: Rule,
    /// Keep one document of each cluster: drop also what is linked to it only through others
    #[arg(long, help_heading = "Keeping")]
    pub chains: bool,
    /// Copy the lines that stay, unchanged, to this file: a corpus of JSON Lines to .jsonl, of CSV to .csv, of TSV to
    /// .tsv. Of any other corpus --drop-list names what to drop
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Write the ids of the dropped documents to this file, one a line; - for standard output
    #[arg(long, value_name = "FILE|-", help_heading = "Output")]
    pub drop_list: Option<PathBuf>,
    /// End each id of --drop-list with a NUL character instead of a line end
    #[arg(long, requires = "drop_list", help_heading = "Output")]
    pub null: bool,
    /// Overwrite files that exist, never one of the corpus
    #[arg(long, help_heading = "Output")]
    pub force: bool,
    /// How decisions are printed, a row for each document
    #[arg(long, value_enum, help_heading = "Output")]
    pub format: Option<Format>,
    /// CSV: put an apostrophe before text that a spreadsheet would take for a formula
    #[arg(long, help_heading = "Output")]
    pub csv_safe: bool,
}

impl Keep {
    /// What is kept.
    pub fn config(&self) -> KeepConfig {
        KeepConfig {
            rule: self.by.clone(),
            chains: self.chains,
        }
    }

    /// How decisions are printed; `None` where another output was asked for and no format was.
    pub fn printed(&self) -> Option<Output> {
        let is_elsewhere = self.out.is_some() || self.drop_list.is_some();
        let format = self.format.or((!is_elsewhere).then_some(Format::Table))?;
        Some(Output {
            format,
            csv_safe: self.csv_safe,
        })
    }
}

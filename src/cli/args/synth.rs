//! Arguments of `synth`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::ranges::share;

/// A made-up corpus.
#[derive(Clone, Debug, Args)]
pub struct Synth {
    /// How many documents
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub documents: u32,
    /// Words of a document, about
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub words: u32,
    /// Share of documents that are copies of an earlier one: a tenth of these byte for byte, two
    /// tenths word for word, the others edited down to a Jaccard of 0.5
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    pub duplicates: f64,
    /// Another seed makes another corpus; the same one makes the same bytes everywhere
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub seed: u64,
    /// File to write, or - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub out: PathBuf,
    /// Plant passages instead of copying whole documents: verbatim, with words replaced, deleted or
    /// inserted, shuffled, split, and of several sources; --truth writes where
    #[arg(long, conflicts_with = "duplicates")]
    pub passages: bool,
    /// Plant mirrors: sites of pages in folders, every second made from the one before, renamed, changed,
    /// thinned out or nested, under ids that are paths; --truth writes which trees are mirrors
    #[arg(long, conflicts_with_all = ["duplicates", "passages"])]
    pub mirrors: bool,
    /// Pages in a folder of a site; a site has ten folders
    #[arg(long, value_name = "N", default_value_t = 6, requires = "mirrors", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub pages: u32,
    /// Write the pairs that come from one original, with their exact figures, to this CSV file; with
    /// --passages the passages, in characters
    #[arg(long, value_name = "FILE")]
    pub truth: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

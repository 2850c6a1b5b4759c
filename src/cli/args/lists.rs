//! Arguments of the commands that list what a corpus has: `pairs`, `passages`, `clusters`, `blocks`.

use clap::Args;

use super::common::{CorpusArgs, Output};
use super::review::JournalArgs;
use crate::cli::pair_search::{Grouping, PairSearchArgs};
use crate::cli::ranges::named;
use crate::cli::settings::BridgingArgs;
use crate::cli::where_filter::{ClustersWhere, PairsWhere};
use crate::cluster::DecidedDifferent;
use crate::evidence::BlocksConfig;

/// The list of pairs.
#[derive(Clone, Debug, Args)]
pub struct Pairs {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// The method.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// Print one row for each two different texts (of other words), with the number of documents that have each
    /// (columns copies_a and copies_b); pairs of identical texts are left out, `clusters` lists them
    #[arg(long, help_heading = "Output")]
    pub distinct: bool,
    /// Print of each document only the N pairs that stand highest in the list: its neighbours most like it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000), help_heading = "Output")]
    pub top: Option<u32>,
    /// Which pairs are printed.
    #[command(flatten)]
    pub only: PairsWhere,
    /// The decisions.
    #[command(flatten, next_help_heading = "Output")]
    pub journal: JournalArgs,
    /// What a passage is, for copied text.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

/// The list of passages.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "Print the passages that pairs of documents share, one line a passage\n\n\
    A passage is what a reader would mark with one stroke: shared runs of words, joined over small \
    edits. Columns a_start, a_end, b_start and b_end count characters of the decoded texts, the end \
    exclusive; words is the passage's shorter side, same how many of them are equal on both. \
    Of the pairs at the threshold, or with --for copied-text of those of which a tenth or more of one \
    text stands in the other (shingles of 3 words, unless --k says otherwise)."
)]
pub struct Passages {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// The method.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

/// The list of clusters.
#[derive(Clone, Debug, Args)]
pub struct Clusters {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Method and linkage.
    #[command(flatten)]
    pub grouping: Grouping,
    /// Whether decisions part clusters.
    #[command(flatten)]
    pub decided: ClustersDecided,
    /// The decisions.
    #[command(flatten, next_help_heading = "Output")]
    pub journal: JournalArgs,
    /// Which clusters are printed.
    #[command(flatten)]
    pub only: ClustersWhere,
    /// Order the documents of a cluster by date, first seen first, and print the dates (csv prints the same
    /// columns as without). Dates are those of --dates, of front matter or of the files, in UTC; one without a zone
    /// counts as UTC
    #[arg(long, help_heading = "Output")]
    pub by_date: bool,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl Clusters {
    /// Whether decisions part clusters.
    pub fn are_parted(&self) -> bool {
        let given = self.decided.decided_different;
        match given {
            Some(how) => how == DecidedDifferent::Apart,
            None => self.journal.journal.is_some(),
        }
    }
}

/// Whether decisions part the clusters that are printed.
#[derive(Clone, Copy, Debug, Args)]
pub struct ClustersDecided {
    /// Pairs that people decided to be different, by the journal: apart (they hold no cluster together, as on the
    /// screens) or ignored [default: ignored, with --journal apart]
    #[arg(long, value_name = "HOW", value_parser = named(&DecidedDifferent::ALL), help_heading = "Finding")]
    pub decided_different: Option<DecidedDifferent>,
}

/// The common blocks.
#[derive(Clone, Debug, Args)]
pub struct Blocks {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Least number of documents that hold a block
    #[arg(long, value_name = "N", default_value_t = BlocksConfig::default().min_documents, value_parser = clap::value_parser!(u32).range(2..))]
    pub min_documents: u32,
    /// Least number of words of a block
    #[arg(long, value_name = "N", default_value_t = BlocksConfig::default().min_words, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub min_words: u32,
    /// How many blocks to print, those with most text in all their documents first
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub top: u32,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl Blocks {
    /// What to look for.
    pub fn config(&self) -> BlocksConfig {
        BlocksConfig {
            min_documents: self.min_documents,
            min_words: self.min_words,
            most: self.top as usize,
        }
    }
}

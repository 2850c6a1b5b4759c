//! Argument definitions of the command line, with their ranges. The module `run` executes them.

pub mod common;
pub mod config;
mod documents;
mod explore;
mod index;
mod keep;
pub mod lecture;
mod lists;
pub mod mirrors;
pub mod plot_files;
pub mod report;
pub mod review;
mod scale;
pub mod screen_look;
mod selecting;
mod sets;
mod synth;
pub mod table_files;
mod verify;
mod worker;

use std::path::Path;

use clap::{Parser, Subcommand};

use super::completions::Shell;
pub use super::overlap::Overlap;
use super::sweep::Sweep;
use super::tune::Tune;
use common::Common;
pub use config::ConfigCommand;
pub use documents::{Compare, Explain, Query, SourcesArgs, Why};
pub use explore::{Demo, Explore, Look};
pub use index::{Doctor, Index, Marks, Skipped};
pub use keep::Keep;
use lecture::Lecture;
pub use lists::{Blocks, Clusters, Pairs, Passages};
use mirrors::MirrorsArgs;
use report::ReportArgs;
use review::Review;
pub use scale::Scale;
pub use synth::Synth;
pub use verify::Verify;
pub use worker::{Worker, WorkerTask};

/// What stands below the long help.
const EXAMPLES: &str = "\
Examples:
  shinglescope essays/                             the screens on a folder
  shinglescope pairs essays/ --format csv          every pair, for a spreadsheet
  shinglescope compare a.txt b.txt                 every figure of two texts
  shinglescope query new.txt --in essays/          which documents are like a new one
  shinglescope keep corpus.jsonl --out once.jsonl  the corpus with one copy of each near-duplicate

Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
Results go to standard output, everything else to standard error.";

/// Explore near-duplicate documents in the terminal: clusters, neighbours, estimated beside exact
/// Jaccard, two texts side by side.
///
/// Without a path it opens a small demo corpus. Where standard output is not a terminal it prints
/// the clusters instead of opening the screens.
#[derive(Debug, Parser)]
#[command(name = "shinglescope", version, long_version = crate::base::version::LONG.as_str(), args_conflicts_with_subcommands = true)]
#[command(
    after_help = "Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted.\n\
    Results go to standard output, everything else to standard error.",
    after_long_help = EXAMPLES
)]
pub struct Cli {
    /// What to do; without a command, the screens open.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Corpus, method and limits of the run without a command.
    #[command(flatten)]
    pub explore: Explore,

    /// Options that hold for every command.
    #[command(flatten)]
    pub common: Common,

    /// The words that were parsed.
    #[arg(skip)]
    pub words: Vec<std::ffi::OsString>,

    /// The config file whose values were taken.
    #[arg(skip)]
    pub config: super::config_file::Config,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open a demo corpus, whose documents and figures its README explains
    Demo(Box<Demo>),
    /// Read a corpus and build its index, full text included
    ///
    /// An index is mapped, not loaded: one of ten million documents of 300 words opens in 3.4 GB of memory. Beyond that
    /// there is the command scale, which also runs on one machine (`--master local[*]`).
    Index(Index),
    /// Print every pair of documents at or above the threshold
    Pairs(Box<Pairs>),
    /// Print the passages that pairs of documents share, one line a passage
    Passages(Box<Passages>),
    /// Print the clusters, one line a document
    Clusters(Box<Clusters>),
    /// Keep one copy of each near-duplicate: print which documents stay, or copy the lines that stay
    ///
    /// Documents come in the order of the rule. A document stays if no document that stays already is at or
    /// above the threshold with it; so every dropped document is a near-duplicate of the one that stays for it,
    /// and what is linked only through a chain of others stays. With --chains one document of each cluster
    /// stays, and the output says for each dropped one by how many pairs it is linked to it, the weakest of
    /// them, and the exact similarity of the two. What was kept has nothing more to drop.
    ///
    /// The sources are only read. keep - reads JSON Lines from standard input once and passes lines on as they
    /// come: documents are compared by their sketches, so that figures are estimates, and no text is held.
    Keep(Box<Keep>),
    /// Print why two documents are in one cluster, or are not
    Why(Box<Why>),
    /// Print every figure of two documents and the passages they share
    Compare(Box<Compare>),
    /// Print how the figures of two documents come about: shingles and hashes, minima, bands and buckets
    Explain(Box<Explain>),
    /// Print the neighbours of a text that need not be in the corpus
    Query(Box<Query>),
    /// Print which documents of a corpus hold parts of a text, how much each holds, and what it adds
    ///
    /// First the document with most of its words as they are. Of those with nine tenths of that or more, first one of the
    /// archive, then the one with which more documents share text, then the one with the earlier date. A document adds the
    /// words that none before it holds.
    Sources(SourcesArgs),
    /// Prove methods and sketches on a corpus: recall, missed pairs, errors of estimates
    Verify(Box<Verify>),
    /// Show what settings do to a corpus, held against exact truth
    Tune(Tune),
    /// Try a whole grid of settings on a corpus, with or without labels to hold them against
    Sweep(Box<Sweep>),
    /// Print what was not read, and why
    Skipped(Skipped),
    /// Print which documents are disguised, and how: invisible characters inside words, letters of
    /// another script that look the same, overridden reading order, text that a page hides
    Marks(Marks),
    /// Print the passages that recur, by how many documents hold them: navigation, boilerplate, licence
    /// headers, mail footers, the statement of a task
    Blocks(Blocks),
    /// Estimate how large collections are relative to each other, from searches alone
    Overlap(Box<Overlap>),
    /// Print pairs of folders or hosts that hold the same documents
    Mirrors(Box<MirrorsArgs>),
    /// Keep decisions on pairs, documents and clusters: a journal beside the corpus
    Review(Review),
    /// Write a report that is handed on: one HTML page with pairs, passages side by side and decisions
    Report(Box<ReportArgs>),
    /// Hold a lecture on near-duplicates, in stages: a class predicts, sees, and plays
    Lecture(Lecture),
    /// Write a made-up corpus with near-duplicates in known places, as JSON Lines
    Synth(Synth),
    /// Find pairs and clusters of a corpus in Parquet on Apache Spark
    Scale(Box<Scale>),
    /// Run one step of the pair search on Arrow streams, for an engine that spreads work over machines
    Worker(Box<Worker>),
    /// Show config files: what they set, what can be set, and whether they are right
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Print what a report of a fault needs to say: program, terminal, system, config, and the state of an index
    Doctor(Doctor),
    /// Print completions for a shell
    Completions {
        /// Which shell.
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

impl Command {
    /// The journal of decisions that is named.
    pub fn journal(&self) -> Option<&Path> {
        let named = match self {
            Command::Demo(demo) => &demo.opening.journal,
            Command::Pairs(pairs) => &pairs.journal,
            Command::Clusters(clusters) => &clusters.journal,
            Command::Report(report) => &report.journal,
            Command::Review(review) => review.what.journal(),
            _ => return None,
        };
        named.journal.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }
}

//! Argument definitions of the command line, with their ranges. The module `run` executes them.

pub mod common;
pub mod config;
mod keep;
pub mod lecture;
pub mod mirrors;
pub mod report;
pub mod review;
pub mod screen_look;
mod selecting;
mod sets;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::completions::Shell;
pub use super::overlap::Overlap;
use super::pair_search::{Grouping, PairSearchArgs};
use super::ranges::named;
use super::settings::{BridgingArgs, DecidedArgs, PurposeArgs, SettingsArgs};
use super::sweep::Sweep;
use super::tune::Tune;
use super::where_filter::{ClustersWhere, PairsWhere};
use crate::candidates::Method;
use crate::cluster::DecidedDifferent;
use crate::engine::options::Reuse;
use crate::evidence::BlocksConfig;
use crate::settings::DEFAULT_THRESHOLD;
use crate::similarity::Measure;
use common::{Common, CorpusArgs, DemoCorpus, Output, measure, threshold};
pub use config::ConfigCommand;
pub use keep::Keep;
use lecture::Lecture;
use mirrors::MirrorsArgs;
use report::ReportArgs;
use review::{ByDecisions, JournalArgs, PersonArgs, Review};
use screen_look::ScreenLook;

/// Explore near-duplicate documents in the terminal: clusters, neighbours, estimated beside exact
/// Jaccard, two texts side by side.
///
/// Without a path it opens a small demo corpus. Where standard output is not a terminal it prints
/// the clusters instead of opening the screens.
#[derive(Debug, Parser)]
#[command(name = "shinglescope", version, long_version = crate::version::LONG.as_str(), args_conflicts_with_subcommands = true)]
#[command(
    after_help = "Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted.\n\
    Results go to standard output, everything else to standard error."
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

    /// The config files whose values were taken.
    #[arg(skip)]
    pub config: super::config_file::Config,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open a demo corpus, whose documents and figures its README explains
    Demo(Box<Demo>),
    /// Read a corpus and build its index, full text included
    Index(Index),
    /// Print every pair of documents at or above the threshold
    Pairs(Pairs),
    /// Print the passages that pairs of documents share, one line a passage
    Passages(Box<Passages>),
    /// Print the clusters, one line a document
    Clusters(Clusters),
    /// Keep one copy of each near-duplicate: print which documents stay, or write the corpus without the others
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
    Why(Why),
    /// Print every figure of two documents and the passages they share
    Compare(Compare),
    /// Print how the figures of two documents come about: shingles and hashes, minima, bands and buckets
    Explain(Box<Explain>),
    /// Print the neighbours of a text that need not be in the corpus
    Query(Query),
    /// Print which documents of a corpus a text was put together from, and how much of it each explains
    ///
    /// Each word of the text goes to at most one source: first to the one that explains most of it, then
    /// to the one that explains most of the rest, and so on; words that many documents hold weigh less.
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
    Marks(Skipped),
    /// Print the passages that recur, by how many documents hold them: navigation, boilerplate, licence
    /// headers, mail footers, the statement of a task
    Blocks(Blocks),
    /// Estimate how large collections are relative to each other, from searches alone
    Overlap(Box<Overlap>),
    /// Print pairs of folders or hosts that hold the same documents
    Mirrors(Box<MirrorsArgs>),
    /// Keep decisions on pairs, passages, documents and clusters: a journal beside the corpus
    Review(Review),
    /// Write a report that is handed on: one file with pairs, passages side by side and decisions
    Report(Box<ReportArgs>),
    /// Hold a lecture on near-duplicates, in stages: a class predicts, sees, and plays
    Lecture(Lecture),
    /// Measure speed, memory and growth on a corpus of your own
    ///
    /// Each step from bytes to sketches, the kernels, text to clusters on one thread and on two, the
    /// whole index beside tantivy alone, reopening. Without a path on 10,000 documents made up for
    /// the purpose, and then how the cost grows from 10,000 to 100,000.
    #[cfg(feature = "bench")]
    Bench(Bench),
    /// Write a made-up corpus with near-duplicates in known places, as JSON Lines
    Synth(Synth),
    /// Show config files: what they set, what can be set, and whether they are right
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Make a result again from a recipe that --recipe wrote, and compare the two
    ///
    /// The result goes to standard output; standard error says whether it is the same, byte for byte. Exit status
    /// 1 if it is not.
    Run(Repeat),
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

/// What to index, or which index to look through.
#[derive(Clone, Debug, Args)]
pub struct Index {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Read every document again, whatever the index has of it
    #[arg(long, help_heading = "Running")]
    pub rebuild: bool,
    /// Compare files with the index by their bytes, not by length, times and inode alone
    #[arg(long, help_heading = "Running", conflicts_with = "rebuild")]
    pub checksum: bool,
    /// Read the index through instead, full text and pairs included, and exit with 1 where any file of
    /// it is not as it was written; the corpus is not read
    #[arg(long, conflicts_with_all = ["in_memory", "rebuild", "checksum"], help_heading = "Running")]
    pub check: bool,
}

impl Index {
    /// Which stored documents are reused instead of being read again.
    #[must_use]
    pub fn reuse(&self) -> Reuse {
        match (self.rebuild, self.checksum) {
            (true, _) => Reuse::Nothing,
            (_, true) => Reuse::SameContent,
            _ => Reuse::SameStamp,
        }
    }
}

/// A recipe.
#[derive(Clone, Debug, Args)]
pub struct Repeat {
    /// The file that --recipe wrote
    pub file: PathBuf,
    /// The folder that paths are relative to, if it is another than when the recipe was written
    #[arg(long = "in", value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// Whose index is looked through.
#[derive(Clone, Debug, Args)]
pub struct Doctor {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
}

/// A corpus and how to find near-duplicates in it.
#[derive(Clone, Debug, Args)]
pub struct Explore {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Method and linkage.
    #[command(flatten)]
    pub grouping: Grouping,
    /// Whether decisions part clusters.
    #[command(flatten)]
    pub decided: DecidedArgs,
    /// How the screens look.
    #[command(flatten)]
    pub look: Look,
    /// Where decisions are kept.
    #[command(flatten, next_help_heading = "Screens")]
    pub journal: JournalArgs,
    /// Who decides.
    #[command(flatten, next_help_heading = "Screens")]
    pub person: PersonArgs,
}

/// Whether decisions part the clusters that are printed.
#[derive(Clone, Copy, Debug, Args)]
pub struct ClustersDecided {
    /// Pairs that people decided to be different, by the journal: apart (they hold no cluster together, as on the
    /// screens) or ignored [default: ignored, with --journal apart]
    #[arg(long, value_name = "HOW", value_parser = named(&DecidedDifferent::ALL), help_heading = "Finding")]
    pub decided_different: Option<DecidedDifferent>,
}

/// How the screens look, or that there are none.
#[derive(Clone, Debug, Args)]
pub struct Look {
    /// How they look.
    #[command(flatten)]
    pub screens: ScreenLook,
    /// Answer typed lines with sentences instead of drawing screens: for screen readers, and terminals
    /// that cannot place the cursor
    #[arg(long, help_heading = "Screens")]
    pub plain: bool,
}

/// The demo corpus.
#[derive(Clone, Debug, Args)]
pub struct Demo {
    /// Which demo corpus
    #[arg(value_enum, value_name = "NAME", default_value_t)]
    pub name: DemoCorpus,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// Method and linkage.
    #[command(flatten)]
    pub grouping: Grouping,
    /// Whether decisions part clusters.
    #[command(flatten)]
    pub decided: DecidedArgs,
    /// How the screens look.
    #[command(flatten)]
    pub look: Look,
    /// Where decisions are kept.
    #[command(flatten, next_help_heading = "Screens")]
    pub journal: JournalArgs,
    /// Who decides.
    #[command(flatten, next_help_heading = "Screens")]
    pub person: PersonArgs,
}

/// The list of pairs.
#[derive(Clone, Debug, Args)]
pub struct Pairs {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// The method.
    #[command(flatten)]
    pub finding: PairSearchArgs,
    /// Print one row for each two different texts, with the number of documents that have each
    /// (columns copies_a and copies_b); pairs of identical texts are left out, `clusters` lists them
    #[arg(long, help_heading = "Output")]
    pub distinct: bool,
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
    pub finding: PairSearchArgs,
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
    /// columns as without). Dates are those of --dates, of front matter or of the files
    #[arg(long, help_heading = "Output")]
    pub by_date: bool,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl Clusters {
    /// Whether decisions part clusters.
    #[must_use]
    pub fn are_parted(&self) -> bool {
        let given = self.decided.decided_different;
        match given {
            Some(how) => how == DecidedDifferent::Apart,
            None => self.journal.journal.is_some(),
        }
    }
}

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
    With --format json, \"passages\" has the shared shingles, which the score counts, and \"bridged\" the \
    passages as a reader would mark them, joined over small edits: words on the shorter side, those that \
    are the same, and their runs. The places of each in A and B count the decoded text: start_byte and \
    end_byte its bytes in UTF-8, start_char and end_char its characters (Unicode code points), start_term \
    and end_term its terms, all from 0 and with the end exclusive, masked terms counted; start_line and end_line are numbers of \
    lines from 1. lines_a and lines_b say whether these are lines of the file (\"source\") or, where the \
    text is the visible text of a page or a row of JSON Lines, lines of that text alone (\"text\"). start, \
    end, line and term repeat start_byte, end_byte, start_line and start_term under their earlier names.")]
pub struct Compare {
    /// A file, or with --in the id of a document
    pub a: OsString,
    /// Another
    pub b: OsString,
    /// Take A and B as ids of documents in this corpus
    #[arg(long = "in", value_name = "PATH")]
    pub within: Vec<PathBuf>,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
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
    /// Print neighbours at or above this exact similarity, as 0.8 or 80%
    #[arg(long, short, value_name = "J", default_value_t = 0.0, value_parser = threshold)]
    pub threshold: f64,
    /// What the threshold applies to and the order follows: jaccard, or containment (the greater one)
    #[arg(long, value_name = "MEASURE", default_value = "jaccard", value_parser = measure)]
    pub measure: Measure,
    /// Print also the words, the longest and the number of the passages that each neighbour shares
    #[arg(long)]
    pub passages: bool,
    /// The question.
    #[command(flatten)]
    pub purpose: PurposeArgs,
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
    after_help = "A word of the text counts for one document, the one that explains most; of those that \
        explain as much, the one of which the larger share stands in the text, and a document that stands \
        whole in it, such as a task statement, goes before its fellows. words, share and longest count \
        words of this text, so words is at most passages times longest. Which text was first is not known."
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

/// A proof.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("method", |method| method.hide(true)))]
#[command(long_about = "Prove methods and sketches on a corpus of one's own\n\n\
    Each method's candidates, the true pairs it found and missed, precision before counting, recall, \
    processor seconds and memory, held against the complete join; for each kind of sketch, and for \
    the chosen kind with fewer bits, the bias and mean squared error of its estimates beside theory \
    (J(1-J)/n), and how often the 95 % interval holds the exact value; with --hash-bits 32 also what \
    collisions cost. Identical documents are found before any method and stand for each other: each \
    text counts once.\n\n\
    Formats: table prints titled tables; json one object with an array for each of truth, method, \
    sketch, missed, collisions; csv and jsonl one stream of rows whose column kind says which of \
    these a row is.")]
pub struct Verify {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// What is set about the methods.
    #[command(flatten)]
    pub finding: PairSearchArgs,
    /// Methods to prove, with commas between them [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = named(&Method::ALL), help_heading = "Finding")]
    pub methods: Vec<Method>,
    /// Assess with so many seeds, and print mean and standard deviation of recall, errors and cost
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000), help_heading = "Sketches")]
    pub seeds: u64,
    /// Measure passages instead, against the known ones in this CSV file: columns a, a_start, a_end, b,
    /// b_start, b_end in characters, and kind to group them by
    #[arg(long, value_name = "TRUTH", conflicts_with_all = ["methods", "missed", "seeds"], help_heading = "Passages")]
    pub passages: Option<PathBuf>,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// Missed pairs that the table shows of each method; other formats have all
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "Output")]
    pub missed: usize,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl Verify {
    /// The methods to verify, in the order given: `--methods`, otherwise `--method`, otherwise all.
    #[must_use]
    pub fn methods(&self) -> Vec<Method> {
        match (self.methods.is_empty(), self.finding.method()) {
            (false, _) => self.methods.clone(),
            (true, Method::Auto) => Method::ALL.iter().map(|(_, method)| *method).collect(),
            // `--method` works here too, as in the other commands.
            (true, method) => vec![method],
        }
    }
}

/// What was not read.
#[derive(Clone, Debug, Args)]
pub struct Skipped {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
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
    #[must_use]
    pub fn config(&self) -> BlocksConfig {
        BlocksConfig {
            min_documents: self.min_documents,
            min_words: self.min_words,
            most: self.top as usize,
        }
    }
}

/// A measurement.
#[cfg(feature = "bench")]
#[derive(Clone, Debug, Args)]
pub struct Bench {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Runs of which the median counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=99))]
    pub runs: u16,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

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

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("give a share between 0 and 1, for example 0.1".into()),
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

//! The definition of the command line. The module `parse` parses it, and `run` executes it.

pub mod common;
mod describe;
pub mod parse;
mod selecting;

use clap::{Arg, CommandFactory, Parser, Subcommand};

use super::context::{Invocation, RunCommand};
use super::{
    blocks, clusters, compare, config, doctor, explore, generated, index, keep, lecture, marks,
    mirrors, overlap, pairs, passages, query, report, review, scale, skipped, sources, sweep,
    synth, tune, verify, worker,
};
use crate::config::table;
use common::CommonOptions;

const EXAMPLES: &str = "\
Examples:
  shinglescope essays/                             the screens on a folder
  shinglescope pairs essays/ --format csv          every pair, for a spreadsheet
  shinglescope compare a.txt b.txt                 every figure of two texts
  shinglescope query new.txt --in essays/          which documents are like a new one
  shinglescope keep corpus.jsonl --out once.jsonl  the corpus with one copy of each near-duplicate

Any key of the config file can be set with --set; `shinglescope config default` lists them.
Further commands, each with --help: synth (generated corpora), worker (steps for Spark), man (the manual page).

Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
Results go to standard output, everything else to standard error.";

/// Options of several commands that the short help shows; the long help shows all.
const IN_SHORT_HELP: &str = "k for threshold method index in_memory quiet";

/// The definition of the command line. The short help has only the most used options, each with the first
/// clause of its help text.
pub fn definition() -> clap::Command {
    with_short_help(Cli::command())
}

fn with_short_help(command: clap::Command) -> clap::Command {
    let name = command.get_name().to_owned();
    let shorten = |arg: Arg| {
        let is_shared = |id: &str| table::all().any(|row| row.option.key() == id);
        let id = arg.get_id().as_str();
        // The short help of the program itself shows commands, not the options of the screens.
        let is_of_screens = name == "shinglescope" && !arg.is_global_set() && !arg.is_positional();
        let is_hidden = arg.is_global_set() || is_shared(id);
        let is_hidden = is_hidden && IN_SHORT_HELP.split(' ').all(|short| short != id);
        let is_hidden = is_hidden || is_of_screens;
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let arg = arg.hide_short_help(is_hidden);
        match first_clause(&help) {
            short if short == help || arg.get_long_help().is_some() => arg,
            short => arg.help(short.to_owned()).long_help(help),
        }
    };
    command.mut_args(shorten).mut_subcommands(with_short_help)
}

/// A text up to its first colon, semicolon or full stop.
fn first_clause(text: &str) -> &str {
    let (body, _) = text.split_once(" [").unwrap_or((text, ""));
    let ends = [": ", "; ", ". "].iter().filter_map(|sign| body.find(sign));
    ends.min().map_or(text, |end| &body[..end])
}

/// Explore near-duplicate documents in the terminal.
///
/// Shows clusters, neighbours with estimated and exact Jaccard, and two texts side by side. Without a path it opens a
/// small demo corpus. If standard output is not a terminal, it prints the clusters instead of opening the screens.
#[derive(Debug, Parser)]
#[command(name = "shinglescope", version, long_version = crate::base::version::LONG.as_str())]
#[command(
    after_help = "Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted.\n\
    Results go to standard output, everything else to standard error.",
    after_long_help = EXAMPLES
)]
pub struct Cli {
    /// The command; without one, the screens open.
    #[command(subcommand)]
    pub command: Option<CliCommand>,

    /// Corpus, method and limits of the run without a command.
    #[command(flatten)]
    pub explore: explore::Explore,

    /// Options that hold for every command.
    #[command(flatten)]
    pub common: CommonOptions,

    /// The typed arguments and the config file.
    #[arg(skip)]
    pub invocation: Invocation,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Open a demo corpus, whose documents and figures its README explains
    Demo(Box<explore::Demo>),
    /// Read a corpus and build its index, full text included
    ///
    /// An index is mapped, not loaded: an index of ten million documents of 300 words opens in 3.4 GB of memory. For
    /// more documents use the command scale, which also runs on one machine (`--master local[*]`).
    Index(index::Index),
    /// Print every pair of documents at or above the threshold
    #[command(after_help = "Examples:
  shinglescope pairs essays/ --format csv > pairs.csv
  shinglescope pairs corpus.jsonl --threshold .6 --where 'words>50'
  shinglescope pairs new/ --archive old/ --for copied-text")]
    Pairs(Box<pairs::PairsCommand>),
    /// Print the passages that pairs of documents share, one line for each passage
    ///
    /// A passage consists of shared runs of words, joined over small edits. Columns a_start, a_end, b_start and b_end
    /// count characters of the decoded texts; ends are exclusive. words is the length of the shorter side, same the
    /// number of words that are equal on both sides. The pairs are those at the threshold. With --for copied-text they
    /// are those in which one text contains a tenth or more of the other (shingles of 3 words, unless --k is given).
    Passages(Box<passages::PassagesCommand>),
    /// Print the clusters, one line for each document
    #[command(after_help = "Examples:
  shinglescope clusters essays/ --where 'size>=5'
  shinglescope clusters essays/ --why a.txt b.txt")]
    Clusters(Box<clusters::Clusters>),
    /// Keep one copy of each near-duplicate
    ///
    /// Prints which documents stay, or copies their lines.
    ///
    /// Documents are processed in the order of --by. A document stays if it is below the threshold with every document
    /// that already stays. So every dropped document is a near-duplicate of its keeper, and documents that are
    /// connected only through others stay. With --chains one document of each cluster stays; the output then has, for
    /// each dropped document, the number of pairs on the path to its keeper, the weakest of these pairs, and the exact
    /// similarity of the two documents. A second run on the result drops nothing.
    ///
    /// The sources are never changed. keep - filters JSON Lines from standard input in one pass. It compares documents
    /// by their sketches, so figures are estimates, and keeps no text in memory.
    ///
    /// Columns: document, decision (kept or dropped), keeper, similarity, steps, weakest. With --out or --drop-list
    /// nothing is printed unless --format asks for it.
    Keep(Box<keep::Keep>),
    /// Print every figure of two documents and the passages they share
    ///
    /// The figures passages, words_the_same and longest_passage count passages that are joined over small edits, as the
    /// commands pairs and passages do; longest_common_run counts consecutive equal words.
    ///
    /// With --format json, "passages" has the runs of shared shingles, which the similarity counts, and "bridged" the
    /// passages that are joined over small edits: words on the shorter side, number of equal words, and their runs.
    /// Positions in A and B refer to the decoded text: start_byte and end_byte count bytes in UTF-8, start_char and
    /// end_char characters (Unicode code points), start_term and end_term terms, including excluded ones. They begin at
    /// 0 and ends are exclusive. start_line and end_line are line numbers from 1. lines_a and lines_b are "source" if
    /// these are lines of the file, or "text" if they are lines of the extracted text (pages, rows of JSON Lines).
    #[command(after_help = "Examples:
  shinglescope compare a.txt b.txt --explain
  shinglescope compare a.txt b.txt --in essays/ --format json")]
    Compare(Box<compare::Compare>),
    /// Print the neighbours of a text that need not be in the corpus
    #[command(after_help = "Examples:
  shinglescope query new.txt --in essays/
  cat new.txt | shinglescope query - --in essays/")]
    Query(Box<query::Query>),
    /// Print which documents of a corpus contain parts of a text
    ///
    /// Sources are ordered by the number of the text's words that they contain unchanged. Among those with nine tenths
    /// or more of the words of the first, the order is: documents of the archive or with the decision "source" (half as
    /// many words are enough for them); those that share runs of six words with more documents; those with an earlier
    /// date. This does not show which text is the original.
    ///
    /// words, share, adds and longest count words of the text in passages, including small edits inside them. words
    /// counts all passages of the source, adds the words that no earlier source contains, longest its longest passage.
    ///
    /// With --format json, each passage has its position in both texts. start and end count characters of the decoded
    /// text (Unicode code points) from 0; the end is exclusive. first_word is the number of its first term, from 0,
    /// including excluded terms; words is the number of its terms without excluded ones.
    Sources(sources::SourcesArgs),
    /// Test methods and sketches on a corpus: recall, missed pairs, errors
    ///
    /// For each method it prints candidates, found and missed pairs, precision before verification, recall, processor
    /// seconds and memory, compared with the complete join. For each kind of sketch, and for the chosen kind with fewer
    /// bits, it prints bias and mean squared error of the estimates beside the theory, and how often the 95 % interval
    /// contains the exact value. Documents with the same set of shingles are grouped first: each text counts once.
    ///
    /// Formats: table prints tables with titles; json prints one object with an array for each of truth, method,
    /// sketch, missed; csv and jsonl print one stream of rows, and the column kind has the name of the table.
    Verify(Box<verify::Verify>),
    /// Show the effect of settings on a corpus, compared with the exact pairs
    ///
    /// Prints the figures of the Tune screen. These are: pairs and clusters at the threshold and at every threshold
    /// from 0 to 1, with the widest range over which nothing changes, if there is a clear one; pairs that bands and
    /// rows miss, and candidates that they waste, expected and measured; estimates of the sketches beside theory.
    /// --k-landscape adds pairs and clusters for k from 1 to 12. --labels adds precision, recall and F1, and the best
    /// threshold and the area under the ROC curve, both with 95 % intervals. Clusters use single linkage.
    ///
    /// The exact pairs are those of the complete join, down to the lowest affordable threshold; there are no figures
    /// below it. Figures of bands and estimates are over pairs of different texts: documents with the same set of
    /// shingles count as one text.
    ///
    /// Formats: table prints tables with titles; json prints one object with an array for each of corpus, banding,
    /// accuracy, outlier, landscape, k, label, quality, area, curve, error; csv and jsonl print one stream of rows, and
    /// the column kind has the name of the table.
    Tune(tune::Tune),
    /// Try a whole grid of settings on a corpus, with or without labels
    ///
    /// Combines each value of a setting with each value of the others. For each combination it prints the numbers of
    /// pairs and clusters that `pairs` and `clusters` would find, and with labels the figures of the labelled pairs.
    /// Pairs without a label count only with --rest negative. The corpus is read once for each unit and shingled once
    /// for each k; one complete join serves all thresholds and measures. Templates (--ignore) and common text
    /// (--ignore-common) are excluded again at each k above 4, as `pairs --k` does.
    ///
    /// With an option of methods a second table has the missed pairs and the cost of each method at every setting, as
    /// `verify` measures them. With --seeds a third table has the spread over seeds.
    ///
    /// Formats: table prints tables with titles and marks the best setting; json prints one object with an array for
    /// each of setting, curve, label, method, spread; csv and jsonl print one stream of rows, and the column kind has
    /// the name of the table.
    Sweep(Box<sweep::Sweep>),
    /// Print what was not read, and why
    Skipped(skipped::SkippedCommand),
    /// Print which documents are disguised, and how
    ///
    /// Disguises are invisible characters inside words, letters of another script that look the same, overridden
    /// reading order, and hidden text of a page. Accents, dots or narrow spaces put into words are not listed: they
    /// hide a copy from the search.
    Marks(marks::MarksArgs),
    /// Print the passages that many documents contain
    ///
    /// Examples are navigation, boilerplate, licence headers, mail footers, and the text of a task.
    Blocks(blocks::Blocks),
    /// Estimate how large collections are relative to each other, from searches alone
    ///
    /// Each path is a collection with a full-text index of its own. Documents are drawn from each by random queries and
    /// searched for in the others: by a query of their 8 rarest words, and a near-duplicate test on the first 10 hits.
    /// |A|/|B| is the share of B's sample that is in A divided by the share of A's sample that is in B (Bharat and Broder
    /// 1998). The true ratio is known, because all documents can be read. The tables show it beside the estimate and
    /// its 95 % bootstrap interval, the bias of each step, and the results of every sampler.
    ///
    /// Formats: table prints tables with titles; csv only the pairs; json one object with an array for each of pair,
    /// step, sampler, sample, size.
    Overlap(Box<overlap::OverlapCommand>),
    /// Print pairs of folders or hosts that contain the same documents
    ///
    /// Two trees are mirrors if most paths exist under both and the documents there are near-duplicates. The columns
    /// both, left_only and right_only count paths. Of the paths under both, identical have the same text, near are at
    /// or above the threshold, changed are below it. moved counts documents with the same text under another path; each
    /// is also counted in left_only and in right_only. share is the part of all these documents that is identical or
    /// near at the same path; it counts a moved document once. Of nested mirrors the highest is printed. Pairs with
    /// most documents in common come first.
    ///
    /// Paths are compared in a canonical form, unless --as-written is given. Formats other than csv have more columns:
    /// the level (from 1, same bytes, to 4, only a part; Bharat and Broder 1999), the mean Jaccard of near documents,
    /// and the latest dates of both sides.
    Mirrors(Box<mirrors::MirrorsArgs>),
    /// Record decisions on pairs, documents and clusters: a journal beside the corpus
    Review(review::ReviewArgs),
    /// Write a report as one HTML page: pairs, passages side by side, decisions
    Report(Box<report::ReportArgs>),
    /// Give a lecture on near-duplicates, in stages: a class predicts, sees the answer, and changes numbers
    ///
    /// On a terminal it opens the screens. Space continues, 1 to 4 count votes, h and l change the number at the top
    /// right, a and b edit the two texts, ? explains the words of a stage. Esc leaves the lecture and shows the two
    /// texts, or the demo corpus.
    ///
    /// Lectures: ten-minutes (if none is named), forty-five-minutes, and worked-examples, an exam. Two texts, if given,
    /// replace A and B. Every figure is computed by the functions that the other commands use.
    Lecture(lecture::LectureCommand),
    /// Generate a corpus with known near-duplicates, as JSON Lines
    #[command(hide = true)]
    Synth(synth::SynthCommand),
    /// Find pairs and clusters of a corpus in Parquet on Apache Spark
    ///
    /// Calls spark-submit with the job of docs/scale.md, which sends this program to the nodes and runs its steps
    /// there. Writes documents, copies, pairs and clusters as Parquet below --out. The result equals that of pairs
    /// --method lsh on one machine, which is faster for a corpus that fits there: Spark needs about 40 CPU seconds to
    /// start. Needs Java 17 or later, and spark-submit of Spark 4 (pip install pyspark pyarrow pandas).
    Scale(Box<scale::ScaleCommand>),
    /// Run one step of the pair search on Arrow streams, for an engine that distributes work over machines
    ///
    /// Reads an Arrow IPC stream from standard input and writes one to standard output; an engine such as Apache Spark,
    /// DuckDB, Polars or Ray sorts, joins and moves rows between steps. Together the steps find what pairs --method lsh
    /// finds.
    ///
    /// sketch: doc, text -> doc, print_hi, print_lo, size, sketch
    ///
    /// bands: doc, sketch -> key, doc (remove rows of size 0 first)
    ///
    /// pairs: key, doc, sorted by both -> a, b; a, a for a document of a bucket of more than 1,000
    ///
    /// verify: a, b, text_a, text_b -> a, b, shared, size_a, size_b, agreeing
    ///
    /// join: doc, text of all documents of such buckets -> as verify
    ///
    /// settings: prints the settings of the job and their hash as JSON
    ///
    /// doc, a, b, key, print_hi, print_lo, size and shared are int64, agreeing int32, text string, sketch binary. All
    /// steps of a job take the same options; config files are not read. At the end, one line of JSON on standard error
    /// has rows_in and rows_out. A stream without its end marker is an error; a reader that does not check the marker
    /// must check the exit status and rows_out.
    #[command(hide = true)]
    Worker(Box<worker::Worker>),
    /// Show the values of config files, and all keys
    #[command(subcommand)]
    Config(config::ConfigCommand),
    /// Print details for a bug report: program, terminal, system, config, index
    Doctor(doctor::Doctor),
    /// Print completions for a shell
    Completions(generated::Completions),
    /// Print the manual page
    #[command(hide = true)]
    Man(generated::Man),
}

impl CliCommand {
    /// The command itself.
    pub fn inner(&self) -> &dyn RunCommand {
        match self {
            CliCommand::Demo(args) => &**args,
            CliCommand::Index(args) => args,
            CliCommand::Pairs(args) => &**args,
            CliCommand::Passages(args) => &**args,
            CliCommand::Clusters(args) => &**args,
            CliCommand::Keep(args) => &**args,
            CliCommand::Compare(args) => &**args,
            CliCommand::Query(args) => &**args,
            CliCommand::Sources(args) => args,
            CliCommand::Verify(args) => &**args,
            CliCommand::Tune(args) => args,
            CliCommand::Sweep(args) => &**args,
            CliCommand::Skipped(args) => args,
            CliCommand::Marks(args) => args,
            CliCommand::Blocks(args) => args,
            CliCommand::Overlap(args) => &**args,
            CliCommand::Mirrors(args) => &**args,
            CliCommand::Review(args) => args,
            CliCommand::Report(args) => &**args,
            CliCommand::Lecture(args) => args,
            CliCommand::Synth(args) => args,
            CliCommand::Scale(args) => &**args,
            CliCommand::Worker(args) => &**args,
            CliCommand::Config(args) => args,
            CliCommand::Doctor(args) => args,
            CliCommand::Completions(args) => args,
            CliCommand::Man(args) => args,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_help_of_every_command_has_at_most_50_lines() {
        fn check(command: &mut clap::Command) {
            let help = command.render_help().to_string();
            assert!(help.lines().count() <= 50, "{help}");
            command.get_subcommands_mut().for_each(check);
        }
        let mut definition = definition();
        definition.build();
        check(&mut definition);
    }
}

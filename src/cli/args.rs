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

/// What stands below the long help.
const EXAMPLES: &str = "\
Examples:
  shinglescope essays/                             the screens on a folder
  shinglescope pairs essays/ --format csv          every pair, for a spreadsheet
  shinglescope compare a.txt b.txt                 every figure of two texts
  shinglescope query new.txt --in essays/          which documents are like a new one
  shinglescope keep corpus.jsonl --out once.jsonl  the corpus with one copy of each near-duplicate

Any key of the config file can be set with --set; `shinglescope config default` lists them.
Further commands, each with --help: synth (made-up corpora), worker (steps for Spark), man (the manual page).

Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
Results go to standard output, everything else to standard error.";

/// Options shared by several commands that the short help of each shows; the others are in the long one.
const SHORT: &str = "k for threshold method index in_memory quiet";

/// The definition of the command line. The short help has what is used most, with the first clause of each text.
pub fn definition() -> clap::Command {
    with_short_help(Cli::command())
}

fn with_short_help(command: clap::Command) -> clap::Command {
    let name = command.get_name().to_owned();
    let shorten = |arg: Arg| {
        let is_shared = |id: &str| table::all().any(|row| row.option.key() == id);
        let id = arg.get_id().as_str();
        // Of the program itself the commands are shown.
        let is_of_screens = name == "shinglescope" && !arg.is_global_set() && !arg.is_positional();
        let is_left_out = arg.is_global_set() || is_shared(id);
        let is_left_out = is_left_out && SHORT.split(' ').all(|short| short != id);
        let is_left_out = is_left_out || is_of_screens;
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let arg = arg.hide_short_help(is_left_out);
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
/// Shows clusters, neighbours, estimated beside exact Jaccard, and two texts side by side.
/// Without a path it opens a small demo corpus. Where standard output is not a terminal it prints
/// the clusters instead of opening the screens.
#[derive(Debug, Parser)]
#[command(name = "shinglescope", version, long_version = crate::base::version::LONG.as_str())]
#[command(
    after_help = "Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted.\n\
    Results go to standard output, everything else to standard error.",
    after_long_help = EXAMPLES
)]
pub struct Cli {
    /// What to do; without a command, the screens open.
    #[command(subcommand)]
    pub command: Option<CliCommand>,

    /// Corpus, method and limits of the run without a command.
    #[command(flatten)]
    pub explore: explore::Explore,

    /// Options that hold for every command.
    #[command(flatten)]
    pub common: CommonOptions,

    /// How it was given.
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
    /// An index is mapped, not loaded: one of ten million documents of 300 words opens in 3.4 GB of memory. Beyond that
    /// there is the command scale, which also runs on one machine (`--master local[*]`).
    Index(index::Index),
    /// Print every pair of documents at or above the threshold
    #[command(after_help = "Examples:
  shinglescope pairs essays/ --format csv > pairs.csv
  shinglescope pairs corpus.jsonl --threshold .6 --where 'words>50'
  shinglescope pairs new/ --archive old/ --for copied-text")]
    Pairs(Box<pairs::PairsCommand>),
    /// Print the passages that pairs of documents share, one line a passage
    ///
    /// A passage is what a reader would mark with one stroke: shared runs of words, joined over small edits. Columns
    /// a_start, a_end, b_start and b_end count characters of the decoded texts, the end exclusive; words is the
    /// passage's shorter side, same how many of them are equal on both. Of the pairs at the threshold, or with --for
    /// copied-text of those of which a tenth or more of one text stands in the other (shingles of 3 words, unless --k
    /// says otherwise).
    Passages(Box<passages::PassagesCommand>),
    /// Print the clusters, one line a document
    #[command(after_help = "Examples:
  shinglescope clusters essays/ --where 'size>=5'
  shinglescope clusters essays/ --why a.txt b.txt")]
    Clusters(Box<clusters::Clusters>),
    /// Keep one copy of each near-duplicate
    ///
    /// Prints which documents stay, or copies the lines that stay.
    ///
    /// Documents come in the order of the rule. A document stays if no document that stays already is at or
    /// above the threshold with it; so every dropped document is a near-duplicate of the one that stays for it,
    /// and what is linked only through a chain of others stays. With --chains one document of each cluster
    /// stays, and the output says for each dropped one by how many pairs it is linked to it, the weakest of
    /// them, and the exact similarity of the two. What was kept has nothing more to drop.
    ///
    /// The sources are only read. keep - reads JSON Lines from standard input once and passes lines on as they
    /// come: documents are compared by their sketches, so that figures are estimates, and no text is held.
    ///
    /// Columns: document, decision (kept or dropped), keeper, similarity, steps, weakest. With --out or --drop-list
    /// nothing is printed unless --format asks for it.
    Keep(Box<keep::Keep>),
    /// Print every figure of two documents and the passages they share
    ///
    /// Of the figures, passages, words_copied and longest_passage are of the passages as a reader would mark them, as
    /// those of pairs and passages are; longest_common_run is of words in a row.
    ///
    /// With --format json, "passages" has the shared shingles, which the score counts, and "bridged" the passages as a
    /// reader would mark them, joined over small edits: words on the shorter side, those that are the same, and their
    /// runs. The places of each in A and B count the decoded text: start_byte and end_byte its bytes in UTF-8,
    /// start_char and end_char its characters (Unicode code points), start_term and end_term its terms, all from 0 and
    /// with the end exclusive, masked terms counted; start_line and end_line are numbers of lines from 1. lines_a and
    /// lines_b say whether these are lines of the file ("source") or, where the text is the visible text of a page or a
    /// row of JSON Lines, lines of that text alone ("text").
    #[command(after_help = "Examples:
  shinglescope compare a.txt b.txt --explain
  shinglescope compare a.txt b.txt --in essays/ --format json")]
    Compare(Box<compare::Compare>),
    /// Print the neighbours of a text that need not be in the corpus
    #[command(after_help = "Examples:
  shinglescope query new.txt --in essays/
  cat new.txt | shinglescope query - --in essays/")]
    Query(Box<query::Query>),
    /// Print which documents of a corpus hold parts of a text
    ///
    /// Each with how much it holds and what it adds. Sources come in the order of the words of the text that they have
    /// unchanged. Among those with nine tenths or more of the words of the first, one of the archive or decided to be a
    /// source comes first (half as many words are enough for it), then the one that shares runs of six words with more
    /// documents, then the one with the earlier date. Which text was first is not known.
    ///
    /// words, share, adds and longest count the words of the text in passages, small edits inside of these included:
    /// words are all that the source holds, adds those that no source before it holds, longest those of its longest
    /// passage.
    ///
    /// With --format json, each passage has its place in both texts: start and end are characters of the decoded text
    /// (Unicode code points), from 0 and with the end exclusive; first_word is the number of its first term, from 0,
    /// where masked terms count as well; words is the number of its terms without masked ones.
    Sources(sources::SourcesArgs),
    /// Prove methods and sketches on a corpus: recall, missed pairs, errors
    ///
    /// Each method's candidates, the true pairs it found and missed, precision before counting, recall, processor
    /// seconds and memory, held against the complete join; for each kind of sketch, and for the chosen kind with fewer
    /// bits, the bias and mean squared error of its estimates beside theory of its kind, and how often the 95 %
    /// interval holds the exact value. Documents with the same set of shingles are found before any method and stand
    /// for each other: each text counts once.
    ///
    /// Formats: table prints titled tables; json one object with an array for each of truth, method, sketch, missed;
    /// csv and jsonl one stream of rows whose column kind says which of these a row is.
    Verify(Box<verify::Verify>),
    /// Show what settings do to a corpus, held against exact truth
    ///
    /// The figures of the Tune screen: pairs and clusters at the threshold, and at every threshold from 0 to 1 with the
    /// widest range over which nothing changes, where there is a clear one; candidates that bands and rows miss and
    /// waste, expected and measured; estimates of the sketches beside theory; with --k-landscape the same for k from 1
    /// to 12, with --labels precision, recall, F1 and the best threshold and the area under the ROC curve, both with 95
    /// % intervals. Clusters are those of single linkage.
    ///
    /// The truth is the complete join, as far down as is affordable; nothing is said of lower thresholds. Bands and
    /// estimates are over pairs of different texts: documents with the same set of shingles are one text there.
    ///
    /// Formats: table prints titled tables; json one object with an array for each of corpus, banding, accuracy,
    /// outlier, landscape, k, label, quality, area, curve, error; csv and jsonl one stream of rows whose column kind
    /// says which of these a row is.
    Tune(tune::Tune),
    /// Try a whole grid of settings on a corpus, with or without labels
    ///
    /// Every setting with every other: the pairs and clusters that `pairs` and `clusters` would print, and with labels
    /// what the setting makes of them. Pairs without a label do not count unless --rest negative says so. The corpus is
    /// read once for each unit, its shingles are put together once for each k, and one complete join serves all
    /// thresholds and measures. Templates (--ignore) and common text (--ignore-common) are masked again at each k above
    /// 4, as `pairs --k` masks them.
    ///
    /// With an option of methods a further table has what each method misses and costs at every setting, as `verify`
    /// measures it; with --seeds a third one the spread over seeds.
    ///
    /// Formats: table prints titled tables and marks the best setting; json one object with an array for each of
    /// setting, curve, label, method, spread; csv and jsonl one stream of rows whose column kind says which of
    /// these a row is.
    Sweep(Box<sweep::Sweep>),
    /// Print what was not read, and why
    Skipped(skipped::SkippedCommand),
    /// Print which documents are disguised, and how
    ///
    /// By invisible characters inside words, letters of another script that look the same, overridden reading order, text
    /// that a page hides. Accents, dots or narrow spaces put into words are not listed: they hide a copy from the search.
    Marks(marks::MarksArgs),
    /// Print the passages that recur, by how many documents hold them
    ///
    /// Navigation, boilerplate, licence headers, mail footers, the statement of a task.
    Blocks(blocks::Blocks),
    /// Estimate how large collections are relative to each other, from searches alone
    ///
    /// Each path is a collection with a full-text index of its own. Documents are drawn from each by random queries and
    /// looked for in the others: a query of their 8 rarest words, and a near-duplicate test on the first 10 hits.
    /// |A|/|B| is the share of B's sample that is in A over the share of A's sample that is in B (Bharat and Broder
    /// 1998). Because all documents can be read, the truth is known: the tables show it beside the estimate and its 95
    /// % bootstrap interval, in which step the estimate departs from it, and the same by every sampler.
    ///
    /// Formats: table prints titled tables; csv the pairs alone; json one object with an array for each of pair, step,
    /// sampler, sample, size.
    Overlap(Box<overlap::OverlapCommand>),
    /// Print pairs of folders or hosts that hold the same documents
    ///
    /// Two trees are mirrors when most paths exist under both and the documents there are near-duplicates. Columns:
    /// both, left_only and right_only count paths; of those under both, identical have the same text, near are at or
    /// above the threshold, changed are below it; moved counts documents with the same text under another path, each of
    /// which is one of left_only and one of right_only. share is the part of all these documents that is identical or
    /// near at one path, a moved document counted once. Of nested mirrors the highest is printed. Pairs with most
    /// documents in common come first.
    ///
    /// Paths are compared in a canonical form, unless --as-written is given; the other formats than csv have more
    /// columns: the level (1 same bytes to 4 a part, after Bharat and Broder 1999), the mean Jaccard of those that are
    /// near, and the latest dates of both sides.
    Mirrors(Box<mirrors::MirrorsArgs>),
    /// Keep decisions on pairs, documents and clusters: a journal beside the corpus
    Review(review::ReviewArgs),
    /// Write a report as one HTML page: pairs, passages side by side, decisions
    Report(Box<report::ReportArgs>),
    /// Hold a lecture on near-duplicates, in stages: a class predicts, sees, and plays
    ///
    /// On a terminal it opens the screens: Space goes on, 1 to 4 count hands, h and l turn the number at the top right,
    /// a and b type the two texts, ? explains the words of a stage. Esc leaves for the corpus behind it: the two texts,
    /// or the demo.
    ///
    /// Lectures: ten-minutes (if none is named), forty-five-minutes, and worked-examples, an exam. Two texts of your
    /// own, if given, take the places of A and B. Every figure is computed by the functions that the other commands
    /// use.
    Lecture(lecture::LectureCommand),
    /// Write a made-up corpus with near-duplicates in known places, as JSON Lines
    #[command(hide = true)]
    Synth(synth::SynthCommand),
    /// Find pairs and clusters of a corpus in Parquet on Apache Spark
    ///
    /// Calls spark-submit with the job of docs/scale.md, which sends this program to the nodes and has them run its
    /// steps. Writes documents, copies, pairs and clusters as Parquet below --out. The result is that of pairs --method
    /// lsh on one machine, which is faster for what fits there: a run on Spark costs some 40 CPU seconds before any
    /// work is done. Needs Java 17 or later, and spark-submit of Spark 4 (pip install pyspark pyarrow pandas).
    Scale(Box<scale::ScaleCommand>),
    /// Run one step of the pair search on Arrow streams, for an engine that spreads work over machines
    ///
    /// Reads an Arrow IPC stream from standard input and writes one to standard output; an engine such as Apache Spark,
    /// DuckDB, Polars or Ray sorts, joins and moves rows between steps. Together the steps find what pairs --method lsh
    /// finds.
    ///
    /// sketch: doc, text -> doc, print_hi, print_lo, size, sketch
    ///
    /// bands: doc, sketch -> key, doc (leave out rows of size 0 before)
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
    /// steps of a job take the same options; config files are not read. Standard error gets one line of JSON with
    /// rows_in and rows_out once all is written. A stream that ends without its end marker is an error; a reader that
    /// does not check this must compare the exit status and rows_out.
    #[command(hide = true)]
    Worker(Box<worker::Worker>),
    /// Show what config files set and what can be set
    #[command(subcommand)]
    Config(config::ConfigCommand),
    /// Print what a report of a fault needs: program, terminal, system, config, index
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

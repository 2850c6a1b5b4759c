//! The command line: its definition, how it is parsed with the values of a config file as defaults, and the description of
//! its arguments for the results. The module `run` executes it.

pub mod common;
pub mod files;
mod selecting;
mod sets;

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, stdout};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory, Error, FromArgMatches, Parser, Subcommand};
use serde_json::{Map, Value};

use super::blocks::Blocks;
use super::clusters::Clusters;
use super::compare::Compare;
use super::completions::Completions;
use super::config::ConfigCommand;
use super::config_file::Config;
use super::context::{Invocation, RunCommand};
use super::doctor::Doctor;
use super::explore::{Demo, Explore};
use super::index::Index;
use super::keep::Keep;
use super::lecture::Lecture;
use super::man::Man;
use super::marks::MarksArgs;
use super::mirrors::MirrorsArgs;
use super::overlap::Overlap;
use super::pairs::Pairs;
use super::passages::Passages;
use super::query::Query;
use super::report::ReportArgs;
use super::review::Review;
use super::scale::Scale;
use super::settings::{AllSettings, Assignment, OF_FILE, SET};
use super::skipped::Skipped;
use super::sources::SourcesArgs;
use super::sweep::Sweep;
use super::synth::Synth;
use super::tune::Tune;
use super::verify::Verify;
use super::worker::Worker;
use crate::config::table::{self, PURPOSE};
use crate::config::{CliOption, Purpose};
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
    pub common: CommonOptions,

    /// How it was given.
    #[arg(skip)]
    pub invocation: Invocation,
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
    /// Print every figure of two documents and the passages they share
    Compare(Box<Compare>),
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
    Marks(MarksArgs),
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
    #[command(hide = true)]
    Synth(Synth),
    /// Find pairs and clusters of a corpus in Parquet on Apache Spark
    Scale(Box<Scale>),
    /// Run one step of the pair search on Arrow streams, for an engine that spreads work over machines
    #[command(hide = true)]
    Worker(Box<Worker>),
    /// Show config files: what they set, what can be set, and whether they are right
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Print what a report of a fault needs to say: program, terminal, system, config, and the state of an index
    Doctor(Doctor),
    /// Print completions for a shell
    Completions(Completions),
    /// Print the manual page
    #[command(hide = true)]
    Man(Man),
}

impl Command {
    /// The command itself.
    pub fn inner(&self) -> &dyn RunCommand {
        match self {
            Command::Demo(args) => &**args,
            Command::Index(args) => args,
            Command::Pairs(args) => &**args,
            Command::Passages(args) => &**args,
            Command::Clusters(args) => &**args,
            Command::Keep(args) => &**args,
            Command::Compare(args) => &**args,
            Command::Query(args) => &**args,
            Command::Sources(args) => args,
            Command::Verify(args) => &**args,
            Command::Tune(args) => args,
            Command::Sweep(args) => &**args,
            Command::Skipped(args) => args,
            Command::Marks(args) => args,
            Command::Blocks(args) => args,
            Command::Overlap(args) => &**args,
            Command::Mirrors(args) => &**args,
            Command::Review(args) => args,
            Command::Report(args) => &**args,
            Command::Lecture(args) => args,
            Command::Synth(args) => args,
            Command::Scale(args) => &**args,
            Command::Worker(args) => &**args,
            Command::Config(args) => args,
            Command::Doctor(args) => args,
            Command::Completions(args) => args,
            Command::Man(args) => args,
        }
    }
}

/// Commands whose options have other meanings than those of the same name elsewhere: ranges of a sweep, sizes of a made-up
/// corpus. Jobs and their workers run on many machines, which may have other config files.
const WITHOUT_CONFIG: [&str; 5] = ["sweep", "synth", "config", "scale", "worker"];

/// Options that neither change a result nor say where it goes.
const OF_THE_RUN: [&str; 14] = [
    "threads",
    "index",
    "in-memory",
    "quiet",
    "verbose",
    "strict",
    "reduced-motion",
    "config",
    "no-config",
    "meta",
    "force",
    "resume",
    SET,
    OF_FILE,
];

/// Options that say where a result goes and how it is written.
const OF_THE_OUTPUT: [&str; 6] = ["format", "csv-safe", "svg", "out", "help", "version"];

/// Parses a command line, whose first word is the program's name. Global options may precede the command or follow it.
///
/// # Errors
/// A usage error, or a request for help or the version.
pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Cli, Error> {
    parsed(
        command_first(words.into_iter().collect()),
        Config::default(),
    )
}

/// As [`read`], with the values of the config file where the command line gives none.
///
/// # Errors
/// As [`read`]; a fault of a config file.
pub fn read_with_config(words: impl IntoIterator<Item = OsString>) -> Result<Cli, Error> {
    let words = command_first(words.into_iter().collect());
    let cli = parsed(words.clone(), Config::default())?;
    // A file that has a fault is shown by this command too.
    if matches!(cli.command, Some(Command::Config(_))) {
        return Ok(cli);
    }
    let config = match cli.common.read_config() {
        Ok(config) if config.file.is_none() => return Ok(cli),
        Ok(config) => config,
        // On the screens one can read the fault and go on, unless the file was named. The report for a fault is made with
        // every config.
        Err(error)
            if on_screens(&cli) && cli.common.config.is_none()
                || matches!(cli.command, Some(Command::Doctor(_))) =>
        {
            Config {
                fault: Some(format!("no config file is in use: {error:#}")),
                ..Config::default()
            }
        }
        Err(error) => {
            let message = format!("{error:#}\n\n--no-config leaves the config file unread.\n");
            return Err(Error::raw(ErrorKind::ValueValidation, message));
        }
    };
    parsed(words, config)
}

/// Whether the command line opens the screens.
fn on_screens(cli: &Cli) -> bool {
    let explores = matches!(cli.command, None | Some(Command::Demo(_)));
    explores && !cli.explore.opening.plain && stdout().is_terminal() && !super::talk::is_dumb()
}

/// Parses a command line with the values of a config file as defaults.
///
/// # Errors
/// A usage error.
pub fn parsed(words: Vec<OsString>, config: Config) -> Result<Cli, Error> {
    let mut definition = with_config(Cli::command(), &config);
    let matches = definition.try_get_matches_from_mut(&words)?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut definition))?;
    definition.build();
    let (mut names, mut command, mut inner) = (Vec::new(), &definition, &matches);
    while let Some((name, matches)) = inner.subcommand()
        && let Some(definition) = command.find_subcommand(name)
    {
        names.push(name);
        (command, inner) = (definition, matches);
    }
    if let Some(unused) = cli.common.set.iter().find(|set| !set.is_used()) {
        let message = format!(
            "--set {}: `{}` has no such setting\n",
            unused.key.name,
            command.get_bin_name().unwrap_or_default()
        );
        return Err(Error::raw(ErrorKind::UnknownArgument, message));
    }
    let invocation = Invocation {
        command_line: command_line(&names, command, inner, &config),
        arguments: arguments(command, inner),
        words,
        config,
    };
    Ok(Cli { invocation, ..cli })
}

/// The definition of the command line with the values of the config file as defaults.
fn with_config(command: clap::Command, config: &Config) -> clap::Command {
    let Some(file) = config
        .file
        .as_ref()
        .filter(|_| !WITHOUT_CONFIG.contains(&command.get_name()))
    else {
        return command;
    };
    let has = |command: &clap::Command, name: &str| {
        command.get_arguments().any(|arg| arg.get_id() == name)
    };
    let value = |name| file.value(name).map(|value| value.text.clone());
    let mut command = command;
    if has(&command, OF_FILE) {
        let values = file
            .values
            .iter()
            .map(|value| format!("{}={}", value.key.name, value.text));
        let values: Vec<String> = values.collect();
        command = command.mut_arg(OF_FILE, |arg| arg.default_values(values));
    }
    let has_default =
        |arg: &Arg| arg.get_id() == "threshold" && !arg.get_default_values().is_empty();
    if command.get_arguments().any(has_default) {
        let begins = config.asks_for_copied_text() && !has(&command, PURPOSE.option.key());
        let begin = begins.then(|| Purpose::CopiedText.threshold().to_string());
        if let Some(threshold) = value("threshold").or(begin) {
            command = command.mut_arg("threshold", |arg| arg.default_value(threshold));
        }
    }
    if has(&command, "threads")
        && let Some(threads) = value("threads").filter(|threads| threads != "0")
    {
        command = command.mut_arg("threads", |arg| arg.default_value(threads));
    }
    command.mut_subcommands(|inner| with_config(inner, config))
}

/// The values of `--set` or the config file that the command uses, the last one of each key.
fn assignments<'m>(matches: &'m ArgMatches, id: &str) -> Vec<&'m Assignment> {
    let all = matches
        .try_get_many::<Assignment>(id)
        .ok()
        .flatten()
        .into_iter()
        .flatten();
    let mut last: Vec<&Assignment> = Vec::new();
    for assignment in
        all.filter(|assignment| assignment.is_used() && assignment.key.is_of_commands())
    {
        last.retain(|earlier| earlier.key.name != assignment.key.name);
        last.push(assignment);
    }
    last
}

fn command_line(
    names: &[&str],
    command: &clap::Command,
    matches: &ArgMatches,
    config: &Config,
) -> String {
    // What the config file gives is among the options, and another config file must change nothing.
    let mut line: Vec<String> = ["shinglescope"]
        .iter()
        .chain(names)
        .map(|name| (*name).to_owned())
        .collect();
    line.push("--no-config".to_owned());
    let file_threshold = config
        .file
        .as_ref()
        .and_then(|file| file.value("threshold"))
        .is_some();
    let mut paths = Vec::new();
    let mut options: Vec<&str> = Vec::new();
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        let is_given = match matches.value_source(id) {
            None => false,
            Some(ValueSource::DefaultValue) => id == "threshold" && file_threshold,
            Some(_) => true,
        };
        if !is_given
            || arg
                .get_long()
                .is_some_and(|long| OF_THE_RUN.contains(&long))
        {
            continue;
        }
        let raw = matches.get_raw(id).into_iter().flatten();
        let values = raw.map(|value| value.to_string_lossy());
        match arg.get_long() {
            None => paths.extend(values.map(|value| value.into_owned())),
            Some(long) => {
                options.push(long);
                if arg.get_action().takes_values() {
                    line.extend(
                        values.map(|value| format!("--{long}={}", shell_words::quote(&value))),
                    );
                } else {
                    line.push(format!("--{long}"));
                }
            }
        }
    }
    let typed = assignments(matches, SET);
    let of_file = assignments(matches, OF_FILE).into_iter();
    let of_file = of_file.filter(|file| {
        let name = file.key.name;
        !options.contains(&name) && !typed.iter().any(|set| set.key.name == name)
    });
    let of_file: Vec<&Assignment> = of_file.collect();
    for Assignment { key, text, .. } in of_file.into_iter().chain(typed.iter().copied()) {
        let option = key.row().map(|row| row.option);
        line.push(match option {
            Some(CliOption::Value(name, _)) => format!("--{name}={}", shell_words::quote(text)),
            None if key.name == "threshold" => format!("--threshold={text}"),
            _ => format!("--set={}={}", key.name, shell_words::quote(text)),
        });
    }
    if paths
        .iter()
        .any(|path| path.starts_with('-') && path != "-")
    {
        line.push("--".to_owned());
    }
    line.extend(
        paths
            .iter()
            .map(|path| shell_words::quote(path).into_owned()),
    );
    line.join(" ")
}

fn arguments(command: &clap::Command, matches: &ArgMatches) -> Map<String, Value> {
    let set = [assignments(matches, OF_FILE), assignments(matches, SET)].concat();
    let settings = AllSettings::from_arg_matches(matches);
    let settings = settings.map(|all| all.config).unwrap_or_default();
    let mut all = Map::new();
    for arg in command.get_arguments() {
        let name = arg.get_long().unwrap_or(arg.get_id().as_str());
        if OF_THE_RUN.contains(&name) || OF_THE_OUTPUT.contains(&name) {
            continue;
        }
        if let Some(value) = value(arg, matches) {
            all.insert(name.to_owned(), value);
        } else if name == "threshold" {
            let of_file = set.iter().find(|set| set.key.name == name);
            let default = || settings.purpose.threshold().to_string();
            let text = of_file.map_or_else(default, |set| set.text.clone());
            all.insert(name.to_owned(), Value::String(text));
        } else if let Some(row) = table::all().find(|row| row.option.key() == name) {
            // The value in effect of a setting whose option is not given.
            let text = row.assigned(&settings);
            if !text.is_empty() && !row.option.is_switch() {
                all.insert(name.to_owned(), Value::String(text));
            } else if text == "true" {
                all.insert(name.to_owned(), Value::Bool(true));
            }
        }
    }
    for Assignment { key, text, .. } in set {
        if command.get_arguments().all(|arg| arg.get_id() != key.name) {
            all.insert(key.name.to_owned(), Value::String(text.clone()));
        }
    }
    all
}

/// The value of an argument: `true` of a flag, text, or a list of texts.
fn value(arg: &Arg, matches: &ArgMatches) -> Option<Value> {
    let id = arg.get_id().as_str();
    let source = matches.value_source(id)?;
    let raw = matches.get_raw(id)?;
    let texts: Vec<String> = raw
        .map(|text| text.to_string_lossy().into_owned())
        .collect();
    if !arg.get_action().takes_values() {
        return (source != ValueSource::DefaultValue).then_some(Value::Bool(true));
    }
    match &texts[..] {
        [] => None,
        [one] => Some(Value::String(one.clone())),
        _ => Some(texts.into()),
    }
}

/// Moves global options that precede a command behind it. clap takes the word after any option, even a
/// global one, for a path, because no command goes with the options of the screens.
fn command_first(mut words: Vec<OsString>) -> Vec<OsString> {
    let definition = Cli::command();
    let mut at = 1;
    while let Some(taken) = words.get(at).and_then(|word| global(&definition, word)) {
        at += taken;
    }
    let Some(word) = words.get(at) else {
        return words;
    };
    if word == "help" {
        // `help` takes names of commands and nothing else.
        words.drain(1..at);
    } else if definition.find_subcommand(word).is_some() {
        words[1..=at].rotate_right(1);
    }
    words
}

/// Number of words that the option beginning with `word` takes; `None` if it is not a global option.
fn global(definition: &clap::Command, word: &OsStr) -> Option<usize> {
    // The value in the same word need not be UTF-8.
    let bytes = word.as_encoded_bytes();
    let mut options = definition.get_arguments().filter(|arg| arg.is_global_set());
    if let Some(long) = bytes.strip_prefix(b"--") {
        let name = long.split(|byte| *byte == b'=').next()?;
        let option = options.find(|arg| arg.get_long().is_some_and(|l| l.as_bytes() == name))?;
        let (has_value, takes_value) =
            (name.len() < long.len(), option.get_action().takes_values());
        return match (takes_value, has_value) {
            (true, false) => Some(2),
            (true, true) | (false, false) => Some(1),
            (false, true) => None,
        };
    }
    let short = word.to_str()?.strip_prefix('-')?;
    // Several in one word: `-qv`, `-vv`.
    let named = options.filter(|arg| !arg.get_action().takes_values());
    let letters: Vec<char> = named.filter_map(Arg::get_short).collect();
    let all_flags = !short.is_empty() && short.chars().all(|c| letters.contains(&c));
    all_flags.then_some(1)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use proptest::prelude::*;

    use super::Command as Cmd;
    use super::*;
    use crate::candidates::Method;
    use crate::config::{self, AnalysisConfig};

    /// Every global option as typed.
    const GLOBAL: [&[&str]; 29] = [
        &["--threads", "2"],
        &["--threads=2"],
        // The name of a folder may equal that of a command.
        &["--index", "pairs"],
        &["--index=pairs"],
        &["--in-memory"],
        &["--quiet"],
        &["-q"],
        &["--verbose"],
        &["-vv"],
        &["--reduced-motion"],
        &["--strict"],
        &["--config", "C"],
        &["--no-config"],
        &["-q", "--threads", "3", "--reduced-motion", "--index", "I"],
        // These take any number of paths, so before a command the path stands in the same word.
        &["--new=N"],
        &["--archive=A", "--against", "new"],
        &["--group-by", "1"],
        &["--ignore=T", "--ignore-common", "20%"],
        &["--ignore-phrases", "P"],
        &["--ignore-quotations", "--ignore-references"],
        &["--ignore-source=S"],
        &["--set", "blocks=main"],
        &["--kept-masks", "apply"],
        &["--dates", "D"],
        &["--meta", "M"],
        &["--ids", "bare"],
        &["--files-from", "F"],
        &["--glob", "G", "--type", "T", "--follow"],
        &["--no-hidden"],
    ];

    fn parsed(words: &[&[&str]]) -> String {
        let words = words.concat();
        let all = std::iter::once("shinglescope").chain(words.iter().copied());
        match read(all.map(OsString::from)) {
            Ok(mut cli) => {
                // The words are in the order in which they were typed.
                cli.invocation.words.clear();
                format!("{cli:?}")
            }
            Err(error) => panic!("{words:?}: {error}"),
        }
    }

    #[test]
    fn every_global_option_is_among_those_tried() {
        let definition = Cli::command();
        for arg in definition.get_arguments().filter(|a| a.is_global_set()) {
            let long = format!("--{}", arg.get_long().unwrap());
            let is = |word: &&str| word.split('=').next() == Some(&long);
            assert!(GLOBAL.iter().any(|typed| typed.iter().any(is)), "{long}");
        }
    }

    #[test]
    fn options_for_every_command_stand_before_it_as_well_as_after_it() {
        for command in Cli::command().get_subcommands() {
            let command = command.get_name();
            let rest: &[&str] = match command {
                "compare" => &["a", "b"],
                "query" | "sources" => &["-", "--in", "X"],
                "synth" => &["--documents", "9"],
                "review" => &["list", "X"],
                "report" => &["X", "--out", "-"],
                "completions" => &["bash"],
                "demo" | "man" | "doctor" => &[],
                "config" => &["path"],
                "worker" => &["sketch"],
                "scale" => &["X", "--out", "Y"],
                _ => &["X"],
            };
            for option in GLOBAL {
                let before = parsed(&[option, &[command], rest]);
                let after = parsed(&[&[command], rest, option]);
                assert!(before.contains("command: Some("), "{option:?} {command}");
                assert_eq!(before, after, "{option:?} {command}");
            }
        }
    }

    #[test]
    fn what_is_no_command_stays_where_it_is() {
        for words in [
            &["-q", "corpus", "index"][..],
            &["--threshold", "0.5", "index"],
            &["-q", "--", "index"],
            &["--index", "pairs"],
        ] {
            let cli = parsed(&[words]);
            assert!(cli.contains("command: None"), "{words:?}: {cli}");
        }
        let help = ["shinglescope", "-q", "help", "pairs"].map(OsString::from);
        let shown = read(help).unwrap_err().to_string();
        assert!(shown.contains("every pair of documents"), "{shown}");
    }

    fn invocation(words: &[&str]) -> Invocation {
        read(words.iter().map(OsString::from)).unwrap().invocation
    }

    fn arguments(words: &[&str]) -> Map<String, Value> {
        invocation(words).arguments
    }

    #[test]
    fn what_decides_a_result_is_named_with_its_default() {
        let words = ["shinglescope", "pairs", "X", "Y", "--k=7", "--distinct"];
        let all = arguments(&words);
        assert_eq!(all["k"], "7");
        assert_eq!(all["distinct"], true);
        assert_eq!(all["threshold"], "0.8");
        let paths = all.iter().find(|(_, value)| value.is_array());
        let paths = paths.map(|(_, value)| value.clone());
        assert_eq!(paths, Some(serde_json::json!(["X", "Y"])));
    }

    #[test]
    fn how_the_program_runs_is_left_out() {
        let words = ["shinglescope", "pairs", "X"];
        let more = ["--threads", "2", "-q", "--format", "json", "--in-memory"];
        assert_eq!(arguments(&[&words[..], &more].concat()), arguments(&words));
    }

    #[test]
    fn a_command_line_can_be_typed_again_and_is_the_same_at_any_number_of_threads() {
        let line = |words: &[&str]| invocation(&[&["shinglescope"], words].concat()).command_line;
        let words = [
            "pairs",
            "my texts",
            "-t",
            ".6",
            "--distinct",
            "--glob",
            "*.md",
        ];
        let typed = line(&words);
        assert_eq!(
            typed,
            "shinglescope pairs --no-config --threshold=.6 --distinct --glob='*.md' 'my texts'"
        );
        assert_eq!(
            line(&[&words[..], &["--threads", "1", "-q"]].concat()),
            typed
        );
        let again = shell_words::split(&typed).unwrap();
        let again: Vec<&str> = again.iter().map(String::as_str).collect();
        let mut again = arguments(&again);
        assert_eq!(again.shift_remove("no-config"), None);
        assert_eq!(again, arguments(&[&["shinglescope"], &words[..]].concat()));
        assert_eq!(
            line(&["pairs", "X", "--set", "modulus=4", "--set", "k=6"]),
            "shinglescope pairs --no-config --set=modulus=4 --k=6 X"
        );
        assert_eq!(line(&["keep", "-"]), "shinglescope keep --no-config -");
    }

    #[test]
    fn commands_within_commands_have_arguments_of_their_own() {
        let all = arguments(&[
            "shinglescope",
            "review",
            "list",
            "X",
            "--where",
            "words > 3",
        ]);
        assert_eq!(all["where"], "words > 3");
    }

    /// A config with the value of each setting that a number chooses.
    fn chosen(choices: &[usize]) -> AnalysisConfig {
        let mut config = AnalysisConfig::default();
        config.settings.reading.max_bytes = 256_000_000;
        for (setting, choice) in table::on_screen().zip(choices) {
            let values = setting.values(&config);
            if let Some(value) = values.get(choice % values.len().max(1)) {
                setting.set(&mut config, value.clone()).unwrap();
            }
        }
        config.fitted()
    }

    proptest! {
        #[test]
        fn the_arguments_of_a_config_give_it_again(
            choices in prop::collection::vec(0..1000_usize, 40),
            threshold in 1..=100_u32,
        ) {
            let config = chosen(&choices);
            let threshold = f64::from(threshold) / 100.0;
            let words = [vec!["shinglescope".to_owned(), "tune".to_owned()], config::arguments(&config, threshold, &[Method::Lsh])];
            let parsed = Cli::try_parse_from(words.concat()).unwrap();
            let Some(Cmd::Tune(tune)) = parsed.command else {
                panic!("another command");
            };
            prop_assert_eq!(tune.corpus.settings.settings(), config.settings.clone());
            prop_assert_eq!(tune.pair_search.threshold, threshold);
            // Some methods go with one measure only, which the screens never ask otherwise.
            let Ok(method_config) = tune.pair_search.of_all_methods(&config.settings.sketching) else {
                return Ok(());
            };
            let parsed = AnalysisConfig {
                method_config,
                ..config.clone()
            };
            let method = config.method_config.method;
            for row in table::of_pair_search().filter(|row| row.methods.is_empty() || row.methods.iter().any(|owner| [method, Method::Lsh].contains(owner))) {
                if row.option.key() != "measure" {
                    prop_assert_eq!(row.value(&parsed), row.value(&config), "{}", row.name);
                }
            }
        }
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }
}

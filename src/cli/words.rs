//! Parses the words of the command line into a [`Cli`].

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, stdout};

use clap::{Arg, ArgMatches, Command, CommandFactory, Error, FromArgMatches};

use super::Cli;
use super::config_file::{self, Config, Given, of_copied_text};
use crate::config::Purpose;
use crate::config::table::{NEEDED, PURPOSE, WIDTH};

/// Parses a command line, whose first word is the program's name. Global options may precede the
/// command or follow it.
///
/// # Errors
/// A usage error, or a request for help or the version.
pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let words = command_first(words.into_iter().collect());
    let (cli, _) = parse(&Config::default(), &words)?;
    Ok(Cli { words, ..cli })
}

/// As [`read`], with the values of the config file where the command line gives none.
///
/// # Errors
/// As [`read`]; a fault of a config file.
pub fn read_with_config(words: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let words = command_first(words.into_iter().collect());
    let (cli, _) = parse(&Config::default(), &words)?;
    // A file that has a fault is shown by this command too.
    if matches!(cli.command, Some(super::args::Command::Config(_))) {
        return Ok(Cli { words, ..cli });
    }
    let config = match Config::of(&cli.common) {
        // On the screens one can read what is wrong and go on; a file that was named is asked for. The report for a
        // fault is made with every config.
        Err(error)
            if on_screens(&cli) && cli.common.config.is_none()
                || matches!(cli.command, Some(super::args::Command::Doctor(_))) =>
        {
            Config {
                fault: Some(format!("no config file is in use: {error:#}")),
                ..Config::default()
            }
        }
        config => config.map_err(|error| config_file::fault(&error))?,
    };
    let (cli, _) = parse(&config, &words)?;
    Ok(Cli {
        words,
        config,
        ..cli
    })
}

/// Whether the command line opens the screens.
fn on_screens(cli: &Cli) -> bool {
    let explores = matches!(cli.command, None | Some(super::args::Command::Demo(_)));
    explores && !cli.explore.opening.look.plain && stdout().is_terminal() && !super::talk::is_dumb()
}

/// Parses a command line with the values of config files.
///
/// # Errors
/// A usage error.
pub(super) fn parsed(words: &[OsString], config: &Config) -> Result<Cli, clap::Error> {
    Ok(parse(config, words)?.0)
}

/// The definition of the command line and what was matched, with the values of the config file.
///
/// # Errors
/// A usage error.
pub(super) fn matched(words: &[OsString], config: &Config) -> Result<(Command, ArgMatches), Error> {
    let mut command = with_defaults(config, words);
    let matches = command.try_get_matches_from_mut(with_purpose(config, words))?;
    Ok((command, matches))
}

/// Commands whose options say something else than those of the same name elsewhere: ranges of a sweep, sizes of a
/// made-up corpus. Jobs and their workers run on many machines, of which each may have other config files.
const OTHERS: [&str; 5] = ["sweep", "synth", "config", "scale", "worker"];

/// Parses a command line with the values of the config file as defaults.
fn parse(config: &Config, words: &[OsString]) -> Result<(Cli, ArgMatches), Error> {
    let command = with_defaults(config, words);
    let matches = command.try_get_matches_from(with_purpose(config, words))?;
    Ok((Cli::from_arg_matches(&matches)?, matches))
}

/// The definition of the command line with the values of the config file as defaults.
fn with_defaults(config: &Config, words: &[OsString]) -> Command {
    let mut command = Cli::command();
    for given in given_by_file(config, words) {
        command = with_default(command, &given.long, &given.values);
    }
    command
}

/// The options that the config file gives beside these words.
pub(super) fn given_by_file<'f>(
    config: &'f Config,
    words: &[OsString],
) -> impl Iterator<Item = &'f Given> {
    let has_background = words
        .iter()
        .any(|word| word == "--light" || word == "--dark");
    let given = config.file.iter().flat_map(|file| &file.options);
    let given =
        given.filter(move |given| !(has_background && ["light", "dark"].contains(&&*given.long)));
    // What copied text begins with comes before what the file says; of a file that asks for it see `with_purpose`.
    let asked = match purpose(words) {
        Some(purpose) => purpose == Purpose::CopiedText.name(),
        None => config.asks_for_copied_text(),
    };
    let begins = of_copied_text();
    let begins = move |given: &&Given| begins.iter().any(|(option, _)| option.name == given.long);
    let given = given.filter(move |given| !(asked && begins(given)));
    // The option that stands for these two.
    let widths = [&WIDTH, &NEEDED].map(|row| row.option.long());
    let has_widths = widths.iter().any(|long| is_given(words, long));
    given.filter(move |given| !(has_widths && given.long == "altavista"))
}

/// The purpose that the command line names.
fn purpose(words: &[OsString]) -> Option<&str> {
    let option = format!("--{}", PURPOSE.option.long());
    let mut words = words.iter().filter_map(|word| word.to_str());
    let word = words.find_map(|word| {
        word.strip_prefix(&option)
            .filter(|rest| rest.is_empty() || rest.starts_with('='))
    })?;
    word.strip_prefix('=').or_else(|| words.next())
}

/// The words with the purpose of a config file that asks for copied text, and what this file says of the settings that the
/// purpose begins with: as options of the command line, whose defaults depend on the purpose.
pub(super) fn with_purpose(config: &Config, words: &[OsString]) -> Vec<OsString> {
    let mut all = words.to_vec();
    let file = config
        .file
        .as_ref()
        .filter(|_| config.asks_for_copied_text());
    let Some(file) = file.filter(|_| purpose(words).is_none()) else {
        return all;
    };
    let definition = Cli::command();
    let (mut command, mut at) = (&definition, words.len().min(1));
    while let Some(inner) = words.get(at).and_then(|word| command.find_subcommand(word)) {
        (command, at) = (inner, at + 1);
    }
    let takes = |long: &str| {
        command
            .get_arguments()
            .any(|arg| arg.get_long() == Some(long))
    };
    if !takes_files(command.get_name()) {
        return all;
    }
    let purpose = PURPOSE.option.long();
    // Of a command that takes the purpose, defaults are those of the purpose.
    let begins = of_copied_text().into_iter().map(|(option, begin)| {
        let begin = Some(begin.trim_matches('"').to_owned());
        (option.name, begin.filter(|_| !takes(purpose)))
    });
    let options = begins.chain([(purpose, None)]).filter_map(|(long, begin)| {
        let value = file.option(long).map(str::to_owned).or(begin)?;
        (takes(long) && !is_given(words, long)).then(|| OsString::from(format!("--{long}={value}")))
    });
    all.splice(at..at, options);
    all
}

/// Whether a command takes values of the config file.
pub(super) fn takes_files(command: &str) -> bool {
    !OTHERS.contains(&command)
}

/// Whether the command line gives an option.
pub(super) fn is_given(words: &[OsString], long: &str) -> bool {
    let short = (long == "threshold").then_some("-t");
    words.iter().filter_map(|word| word.to_str()).any(|word| {
        let is_long = word
            .strip_prefix("--")
            .and_then(|word| word.split('=').next())
            == Some(long);
        is_long || short.is_some_and(|short| word.starts_with(short))
    })
}

/// Gives an option another default, wherever it stands.
fn with_default(command: Command, long: &str, values: &[String]) -> Command {
    if !takes_files(command.get_name()) {
        return command;
    }
    let is_it = |arg: &&Arg| arg.get_long() == Some(long);
    let id = command
        .get_arguments()
        .find(is_it)
        .map(|arg| arg.get_id().clone());
    let command = match id {
        Some(id) => command.mut_arg(id, |arg| arg.default_values(values.to_vec())),
        None => command,
    };
    command.mut_subcommands(|inner| with_default(inner, long, values))
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
fn global(definition: &Command, word: &OsStr) -> Option<usize> {
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
    let known = !short.is_empty() && short.chars().all(|c| letters.contains(&c));
    known.then_some(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every global option as typed.
    const GLOBAL: [&[&str]; 31] = [
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
        &["--archive=A", "--new-only"],
        &["--archive=A", "--archive-only"],
        &["--group-by", "1"],
        &["--ignore=T", "--ignore-common", "20%"],
        &["--ignore-phrases", "P"],
        &["--ignore-quotations", "--ignore-references"],
        &["--ignore-source=S"],
        &["--blocks", "main"],
        &["--kept-masks", "apply"],
        &["--dates", "D"],
        &["--meta", "M"],
        &["--ids", "bare"],
        &["--files-from", "F"],
        &["--glob", "G", "--type", "T", "--follow"],
        &["--hidden"],
        &["--no-hidden"],
    ];

    fn parsed(words: &[&[&str]]) -> String {
        let words = words.concat();
        let all = std::iter::once("shinglescope").chain(words.iter().copied());
        match read(all.map(OsString::from)) {
            Ok(mut cli) => {
                // The words themselves stand as they were typed.
                cli.words.clear();
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
                "why" | "compare" | "explain" => &["a", "b"],
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
}

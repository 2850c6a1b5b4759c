//! How a command line is parsed, with the values of the config file as defaults, and the description of its arguments for
//! the results.

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, stdout};
use std::path::Path;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory, Error, FromArgMatches};
use serde_json::{Map, Value};

use super::super::config_file::{Config, KEYS, Section, of_copied_text};
use super::super::context::Invocation;
use super::super::settings::{AllSettings, stated_threshold, value_in_effect};
use super::super::talk;
use super::common::JournalArgs;
use super::{Cli, Command};
use crate::config::table::{self, PURPOSE};
use crate::report::Format;

/// Commands whose options have other meanings than those of the same name elsewhere: ranges of a sweep, sizes of a made-up
/// corpus. Jobs and their workers run on many machines, which may have other config files.
const WITHOUT_CONFIG: [&str; 5] = ["sweep", "synth", "config", "scale", "worker"];

/// Commands whose rows can be Parquet and Arrow.
const COLUMNAR: [&str; 5] = ["pairs", "clusters", "keep", "blocks", "sources"];

/// Options that neither change a result nor say where it goes.
const OF_THE_RUN: [&str; 13] = [
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
    "set",
];

/// Options that say where a result goes and how it is written.
const OF_THE_OUTPUT: [&str; 6] = ["format", "csv-safe", "svg", "out", "help", "version"];

/// The option that all commands have and whose default may be of the config file.
const THRESHOLD: &str = "threshold";

/// Parses a command line, whose first word is the program's name, without a config file. Global options may precede the
/// command or follow it.
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
    let (config, fault) = match named_config(&words) {
        Ok(config) => (config, None),
        Err(error) => (Config::default(), Some(error)),
    };
    let mut cli = parsed(words, config)?;
    let Some(fault) = fault else { return Ok(cli) };
    let is_on_screens = matches!(cli.command, None | Some(Command::Demo(_)))
        && !cli.explore.opening.plain
        && stdout().is_terminal()
        && !talk::is_dumb();
    match cli.command {
        Some(Command::Config(_)) => {}
        Some(Command::Doctor(_)) => {}
        // On the screens one can read the fault and go on, unless the file was named.
        _ if is_on_screens && cli.common.config.is_none() => {
            cli.invocation.config.fault = Some(format!("no config file is in use: {fault:#}"));
        }
        _ => {
            let message = format!("{fault:#}\n\n--no-config leaves the config file unread.\n");
            return Err(Error::raw(ErrorKind::ValueValidation, message));
        }
    }
    Ok(cli)
}

/// The config that the command line names, which has to be known before its options are parsed.
fn named_config(words: &[OsString]) -> anyhow::Result<Config> {
    let mut options = words.iter().take_while(|word| *word != "--");
    let mut named = None;
    while let Some(word) = options.next() {
        if word == "--no-config" {
            return Ok(Config::default());
        } else if word == "--config" {
            named = options.next().map(OsString::as_os_str);
        } else if let Some(file) = word
            .to_str()
            .and_then(|word| word.strip_prefix("--config="))
        {
            named = Some(OsStr::new(file));
        }
    }
    Config::load(named.map(Path::new))
}

/// Parses a command line with the values of a config file as defaults.
fn parsed(words: Vec<OsString>, config: Config) -> Result<Cli, Error> {
    let mut definition = with_config(Cli::command(), &config);
    let matches = definition.try_get_matches_from_mut(set_as_options(&words))?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut definition))?;
    definition.build();
    let (mut names, mut command, mut inner) = (Vec::new(), &definition, &matches);
    while let Some((name, matches)) = inner.subcommand()
        && let Some(definition) = command.find_subcommand(name)
    {
        names.push(name);
        (command, inner) = (definition, matches);
    }
    check_output(&names, inner).map_err(|error| error.format(&mut Cli::command()))?;
    let invocation = Invocation {
        command_line: command_line(&names, command, inner, &config),
        arguments: arguments(command, inner),
        journal: JournalArgs::of_command(inner),
        words,
        config,
    };
    Ok(Cli { invocation, ..cli })
}

/// `--set NAME=VALUE` as the option that the key has in the commands that use it. What is no such key stays and is refused.
fn set_as_options(words: &[OsString]) -> Vec<OsString> {
    let mut options = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let assignment = match word.to_str() {
            Some("--") => {
                options.push(word.clone());
                options.extend(words.cloned());
                break;
            }
            Some("--set") => words.next().and_then(|value| value.to_str()),
            Some(word) => word.strip_prefix("--set="),
            None => None,
        };
        options.push(match assignment {
            Some(assignment) if is_assignment(assignment) => format!("--{assignment}").into(),
            Some(assignment) => format!("--set={assignment}").into(),
            None => word.clone(),
        });
    }
    options
}

fn is_assignment(text: &str) -> bool {
    let name = text.split_once('=').map(|(name, _)| name);
    let key = KEYS.iter().find(|key| Some(key.name) == name);
    key.is_some_and(|key| !key.has_option())
}

/// Refuses formats and descriptions of results that the command does not have.
fn check_output(names: &[&str], matches: &ArgMatches) -> Result<(), Error> {
    let command = names.first().copied().unwrap_or_default();
    let is_given = |id: &str| matches!(matches.try_get_raw(id), Ok(Some(_)));
    let format = matches.try_get_one::<Format>("format");
    let has_columns = COLUMNAR.contains(&command) && !is_given("why") || is_given("out");
    if matches!(format, Ok(Some(format)) if format.is_columnar()) && !has_columns {
        let message = "--format parquet is for the results of pairs, clusters, keep, blocks and sources, and with --out DIR for those of sweep, tune, verify and overlap\n";
        return Err(Error::raw(ErrorKind::InvalidValue, message));
    }
    if is_given("meta") && format.is_err() && command != "report" {
        let message = "--meta is for commands that print rows and for reports; leave it out here\n";
        return Err(Error::raw(ErrorKind::ArgumentConflict, message));
    }
    Ok(())
}

/// The definition of the command line with the values of the config file as defaults.
fn with_config(mut command: clap::Command, config: &Config) -> clap::Command {
    let Some(file) = &config.file else {
        return command;
    };
    if WITHOUT_CONFIG.contains(&command.get_name()) {
        return command;
    }
    let has = |command: &clap::Command, name: &str| {
        command.get_arguments().any(|arg| arg.get_id() == name)
    };
    let values = file
        .values
        .iter()
        .map(|value| (value.key.name, value.text.clone()))
        .filter(|(name, text)| *name != "threads" || text != "0");
    let mut values: Vec<(&str, String)> = values.collect();
    // A command that has no other question takes what copied text begins with.
    if config.asks_for_copied_text() && !has(&command, PURPOSE.option.key()) {
        let begins = of_copied_text().into_iter();
        let begins = begins.filter(|(name, _)| file.value(name).is_none());
        values.extend(begins.map(|(name, text)| (name, text.trim_matches('"').to_owned())));
    }
    for (name, text) in values {
        if has(&command, name) {
            command = command.mut_arg(name, |arg| arg.default_value(text));
        }
    }
    command.mut_subcommands(|inner| with_config(inner, config))
}

/// The values of an argument that is typed, or that is a setting which the config file gives.
fn given(arg: &Arg, matches: &ArgMatches, config: &Config) -> Option<Vec<String>> {
    let id = arg.get_id().as_str();
    let of_file = || config.file.as_ref().and_then(|file| file.value(id));
    let is_in_effect = match matches.value_source(id)? {
        ValueSource::CommandLine => true,
        _ if id == THRESHOLD => {
            of_file().is_some() && (!is_of_purpose(arg) || stated_threshold(matches).is_some())
        }
        _ => {
            let is_setting = table::all().any(|row| row.option.key() == id);
            is_setting && value_in_effect(matches, id).is_some()
        }
    };
    is_in_effect.then(|| texts(arg, matches))
}

fn texts(arg: &Arg, matches: &ArgMatches) -> Vec<String> {
    let raw = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
    raw.map(|text| text.to_string_lossy().into_owned())
        .collect()
}

/// Whether the default of the threshold is that of the purpose.
fn is_of_purpose(threshold: &Arg) -> bool {
    threshold.is_hide_default_value_set()
}

/// Whether an option neither changes a result nor says where it goes.
fn is_of_the_run(name: &str) -> bool {
    let mut screens = KEYS.iter().filter(|key| key.section == Section::Screens);
    OF_THE_RUN.contains(&name) || screens.any(|key| key.name == name)
}

/// Whether a setting is given by `--set` alone.
fn has_no_option(name: &str) -> bool {
    let row = table::all().find(|row| row.option.key() == name);
    row.is_some_and(|row| !row.option.is_own())
}

/// The command line as one types it again, without what only changes how the program runs.
fn command_line(
    names: &[&str],
    command: &clap::Command,
    matches: &ArgMatches,
    config: &Config,
) -> String {
    // What the config file gives is among the options, and another config file must change nothing.
    let mut line = [&["shinglescope"], names, &["--no-config"]]
        .concat()
        .join(" ");
    let (mut settings, mut paths) = (String::new(), Vec::new());
    for arg in command.get_arguments() {
        let Some(values) = given(arg, matches, config) else {
            continue;
        };
        let Some(long) = arg.get_long() else {
            paths.extend(values);
            continue;
        };
        if is_of_the_run(long) {
            continue;
        }
        let may_be_empty = arg.get_num_args().is_some_and(|n| n.min_values() == 0);
        let is_on = values.is_empty() || values == ["true"] && !has_no_option(long);
        if !arg.get_action().takes_values() || may_be_empty && is_on {
            line += &format!(" --{long}");
            continue;
        }
        for value in values.iter().map(|value| shell_words::quote(value)) {
            if has_no_option(long) {
                settings += &format!(" --set={long}={value}");
            } else {
                line += &format!(" --{long}={value}");
            }
        }
    }
    line += &settings;
    let is_like_option = |path: &String| path.starts_with('-') && path != "-";
    if paths.iter().any(is_like_option) {
        line += " --";
    }
    for path in &paths {
        line += &format!(" {}", shell_words::quote(path));
    }
    line
}

/// The arguments that can change the result, by name, with the values in effect.
fn arguments(command: &clap::Command, matches: &ArgMatches) -> Map<String, Value> {
    let settings = AllSettings::from_arg_matches(matches);
    let settings = settings.map(|all| all.config).unwrap_or_default();
    let (mut all, mut hidden) = (Map::new(), Map::new());
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        let name = arg.get_long().unwrap_or(id);
        if is_of_the_run(name) || OF_THE_OUTPUT.contains(&name) {
            continue;
        }
        let source = matches.value_source(id);
        let is_typed = source == Some(ValueSource::CommandLine);
        let is_setting = matches.try_get_one::<String>(id).is_ok();
        let row = table::all().find(|row| row.option.key() == name && is_setting);
        let mut values = texts(arg, matches);
        if name == THRESHOLD && is_of_purpose(arg) && stated_threshold(matches).is_none() {
            values = vec![settings.purpose.threshold().to_string()];
        }
        match row {
            Some(_) if has_no_option(name) => {
                if value_in_effect(matches, id).is_some() {
                    hidden.insert(name.to_owned(), values.concat().into());
                }
                continue;
            }
            Some(row) if row.option.is_switch() => {
                values.clear();
                if row.assigned(&settings) == "true" {
                    all.insert(name.to_owned(), Value::Bool(true));
                }
            }
            Some(row) if !is_typed => values = vec![row.assigned(&settings)],
            Some(_) => {}
            None if !arg.get_action().takes_values() => {
                values.clear();
                if is_typed {
                    all.insert(name.to_owned(), Value::Bool(true));
                }
            }
            None => {}
        }
        let value = match &values[..] {
            [] => continue,
            [one] if one.is_empty() && row.is_some() => continue,
            [one] => Value::String(one.clone()),
            _ => values.into(),
        };
        all.insert(name.to_owned(), value);
    }
    all.extend(hidden);
    all
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
        let has_value = name.len() < long.len();
        let may_be_alone = option.get_num_args().is_some_and(|n| n.min_values() == 0);
        let takes_value = option.get_action().takes_values() && (has_value || !may_be_alone);
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
    use proptest::prelude::*;

    use super::super::Command as Cmd;
    use super::*;
    use crate::candidates::Method;
    use crate::config::{self, AnalysisConfig};

    /// Every global option as typed. The name of a folder may equal that of a command; an option that takes any number of
    /// paths has one in the same word.
    const GLOBAL: [&str; 12] = [
        "--threads 2",
        "--index pairs --quiet --verbose --reduced-motion",
        "-q --threads=3 --reduced-motion --index=I",
        "-vv --strict --config C",
        "--in-memory --no-config",
        "--new=N --archive=A --against new",
        "--group-by 1 --dates D",
        "--ignore=T --ignore-common 20% --ignore-phrases P",
        "--ignore-quotations --ignore-references --ignore-source=S",
        "--set blocks=main --kept-masks apply",
        "--ids bare",
        "--files-from F --glob G --type T --follow --no-hidden",
    ];

    fn parsed(words: &[&str]) -> String {
        let words = words.iter().flat_map(|words| words.split_whitespace());
        let all = std::iter::once("shinglescope").chain(words);
        let mut cli = read(all.map(OsString::from)).unwrap_or_else(|error| panic!("{error}"));
        // The words are in the order in which they were typed.
        cli.invocation.words.clear();
        format!("{cli:?}")
    }

    #[test]
    fn every_global_option_is_among_those_tried() {
        let definition = Cli::command();
        let global = definition.get_arguments().filter(|arg| arg.is_global_set());
        // Only some commands have a result that --meta describes.
        for arg in global.filter(|arg| !arg.is_hide_set() && arg.get_id() != "meta") {
            let long = format!("--{}", arg.get_long().unwrap());
            let is = |word: &str| word.split('=').next() == Some(&long);
            assert!(
                GLOBAL.iter().any(|typed| typed.split(' ').any(is)),
                "{long}"
            );
        }
    }

    #[test]
    fn options_for_every_command_stand_before_it_as_well_as_after_it() {
        for command in Cli::command().get_subcommands() {
            let command = command.get_name();
            let rest = match command {
                "compare" => "a b",
                "query" | "sources" => "- --in X",
                "synth" => "--documents 9",
                "review" => "list X",
                "report" => "X --out -",
                "completions" => "bash",
                "demo" | "man" | "doctor" => "",
                "config" => "show",
                "worker" => "sketch",
                "scale" => "X --out Y",
                _ => "X",
            };
            for option in GLOBAL {
                let before = parsed(&[option, command, rest]);
                let after = parsed(&[command, rest, option]);
                assert!(before.contains("command: Some("), "{option:?} {command}");
                assert_eq!(before, after, "{option:?} {command}");
            }
        }
    }

    #[test]
    fn what_is_no_command_stays_where_it_is() {
        for words in [
            "-q corpus index",
            "--threshold 0.5 index",
            "-q -- index",
            "--index pairs",
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
            "shinglescope pairs --no-config --k=6 --set=modulus=4 X"
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
            let parsed = read(words.concat().into_iter().map(OsString::from)).unwrap();
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

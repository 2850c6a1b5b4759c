//! Parses a command line, with the values of the config file as defaults.

use std::ffi::OsString;
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Error, FromArgMatches};

use super::super::config_file::{Config, ConfigSection, KEYS, of_copied_text};
use super::super::context::Invocation;
use super::super::settings::{conflict, typed_purpose};
use super::super::talk;
use super::common::JournalArgs;
use super::describe::{command_line, is_typed};
use super::{Cli, CliCommand, definition};
use crate::config::Purpose;
use crate::config::table::PURPOSE;
use crate::report::Format;

/// Commands that ignore the config file: their options are ranges of a sweep or sizes of a generated corpus, or they
/// run on many machines, which may have other config files.
const WITHOUT_CONFIG: [&str; 5] = ["sweep", "synth", "config", "scale", "worker"];

/// Commands that write Parquet without `--out`.
const COLUMNAR: [&str; 5] = ["pairs", "clusters", "keep", "blocks", "sources"];

/// Values of the config file, by key.
type Defaults = Vec<(&'static str, String)>;

/// Parses a command line, whose first word is the program's name, without a config file. Global options may precede the
/// command or follow it.
///
/// # Errors
/// A usage error, or a request for help or the version.
pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Cli, Error> {
    read_with(words, |_| Ok(Config::default()))
}

/// Does the same as [`read`], with the values of the config file as defaults.
///
/// # Errors
/// The errors of [`read`]; the config file has an error.
pub fn read_with_config(words: impl IntoIterator<Item = OsString>) -> Result<Cli, Error> {
    read_with(words, |matches| {
        if matches.get_flag("no_config") {
            return Ok(Config::default());
        }
        Config::load(matches.get_one("config").map(PathBuf::as_path))
    })
}

fn read_with(
    words: impl IntoIterator<Item = OsString>,
    load: impl FnOnce(&ArgMatches) -> anyhow::Result<Config>,
) -> Result<Cli, Error> {
    let words: Vec<OsString> = words.into_iter().collect();
    let words = set_as_options(&words);
    // The options may name the config file, so they are parsed first without it, then with its values as defaults.
    let matches = definition().try_get_matches_from(&words)?;
    let mut innermost = &matches;
    while let Some((_, inner)) = innermost.subcommand() {
        innermost = inner;
    }
    let (config, fault) = match load(innermost) {
        Ok(config) => (config, None),
        Err(error) => (Config::default(), Some(error)),
    };
    let mut cli = parse_words(&words, config, typed_purpose(innermost))?;
    let Some(fault) = fault else { return Ok(cli) };
    let is_on_screens = matches!(cli.command, None | Some(CliCommand::Demo(_)))
        && !cli.explore.opening.plain
        && stdout().is_terminal()
        && !talk::is_dumb();
    match cli.command {
        Some(CliCommand::Config(_) | CliCommand::Doctor(_)) => {}
        // The screens show the error and continue, unless an option names the file.
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

/// Parses a command line with the values of a config file as defaults.
fn parse_words(words: &[OsString], config: Config, purpose: Option<Purpose>) -> Result<Cli, Error> {
    let defaults = defaults(&config, purpose);
    let mut program = with_defaults(definition(), &defaults);
    let matches = program.try_get_matches_from_mut(words)?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut program))?;
    program.build();
    let (mut names, mut command, mut inner) = (Vec::new(), &program, &matches);
    while let Some((name, matches)) = inner.subcommand()
        && let Some(subcommand) = command.find_subcommand(name)
    {
        check_order(command, inner, name)?;
        names.push(name);
        (command, inner) = (subcommand, matches);
    }
    check_conflicts(command, inner)
        .and_then(|()| check_output(&names, inner))
        .map_err(|error| error.format(&mut definition()))?;
    let command_name = names.first().copied().unwrap_or_default();
    let purpose = PURPOSE.option.key();
    let has_purpose = command.get_arguments().any(|arg| arg.get_id() == purpose);
    // If the command has a purpose, the defaults that it implies are not recorded.
    let is_default = |id: &str| {
        let mut defaults = defaults.iter();
        defaults.any(|(name, _)| *name == id) && (!has_purpose || config.value(id).is_some())
    };
    let is_in_effect = |arg: &Arg| {
        let id = arg.get_id().as_str();
        is_typed(inner, id) || !WITHOUT_CONFIG.contains(&command_name) && is_default(id)
    };
    let ids = command.get_arguments().map(|arg| arg.get_id().as_str());
    let values = ids.filter(|id| is_typed(inner, id));
    let values = values.flat_map(|id| inner.get_raw(id).into_iter().flatten());
    let filter = inner.try_get_raw("filter").ok().flatten();
    let filter = filter.and_then(|mut values| values.next());
    let invocation = Invocation {
        values: values.map(PathBuf::from).collect(),
        command_line: command_line(&names, command, inner, is_in_effect),
        filter: filter.map(|text| text.to_string_lossy().into_owned()),
        journal: JournalArgs::of_command(inner),
        config,
    };
    Ok(Cli { invocation, ..cli })
}

/// Rewrites `--set NAME=VALUE` to `--NAME=VALUE`, the hidden option.
fn set_as_options(words: &[OsString]) -> Vec<OsString> {
    let end = words.iter().position(|word| word == "--");
    let (words, paths) = words.split_at(end.unwrap_or(words.len()));
    let (mut other_words, mut options) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let assignment = match word.to_str() {
            Some("--set") => words.next().and_then(|value| value.to_str()),
            Some(word) => word.strip_prefix("--set="),
            None => None,
        };
        match assignment {
            Some(assignment) if is_assignment(assignment) => {
                options.push(format!("--{assignment}").into());
            }
            Some(assignment) => options.push(format!("--set={assignment}").into()),
            None => other_words.push(word.clone()),
        }
    }
    [&other_words, &options, paths].concat()
}

fn is_assignment(text: &str) -> bool {
    let name = text.split_once('=').map(|(name, _)| name);
    let key = KEYS.iter().find(|key| Some(key.name) == name);
    key.is_some_and(|key| {
        key.section != ConfigSection::Screens && !["threshold", "threads"].contains(&key.name)
    })
}

/// Refuses options of the screens before the name of a command.
fn check_order(screens: &clap::Command, matches: &ArgMatches, name: &str) -> Result<(), Error> {
    let mut options = screens.get_arguments().filter(|arg| !arg.is_global_set());
    match options.find(|arg| is_typed(matches, arg.get_id().as_str())) {
        Some(arg) => Err(conflict(format!(
            "{name} is a command: write {arg} after it, `shinglescope {name} …`; for a folder of this name write ./{name}\n"
        ))),
        None => Ok(()),
    }
}

/// Refuses options that exclude each other if one is before the command and the other after it.
fn check_conflicts(command: &clap::Command, matches: &ArgMatches) -> Result<(), Error> {
    let was_typed = |arg: &&Arg| is_typed(matches, arg.get_id().as_str());
    for arg in command.get_arguments().filter(was_typed) {
        let conflicts = command.get_arg_conflicts_with(arg);
        if let Some(other) = conflicts.into_iter().find(was_typed) {
            return Err(conflict(format!("{arg} cannot be used with {other}")));
        }
    }
    Ok(())
}

/// Refuses formats and `--meta` if the command does not support them.
fn check_output(names: &[&str], matches: &ArgMatches) -> Result<(), Error> {
    let command = names.first().copied().unwrap_or_default();
    let is_given = |id: &str| matches!(matches.try_get_raw(id), Ok(Some(_)));
    let format = matches.try_get_one::<Format>("format");
    let has_columns = COLUMNAR.contains(&command) && !is_given("why") || is_given("out");
    if matches!(format, Ok(Some(format)) if format.is_columnar()) && !has_columns {
        return Err(conflict(
            "--format parquet is for the results of pairs, clusters, keep, blocks and sources, and with --out DIR for those of sweep, tune, verify and overlap\n",
        ));
    }
    if is_given("meta") && format.is_err() && command != "report" {
        return Err(conflict(
            "--meta is for commands that print rows and for reports; leave it out here\n",
        ));
    }
    Ok(())
}

/// The values of a config file. If the command line has the purpose, the purpose's defaults for threshold, k
/// and measure override the file.
fn defaults(config: &Config, purpose: Option<Purpose>) -> Defaults {
    let purpose_values = of_copied_text();
    let is_typed = purpose == Some(Purpose::CopiedText);
    let is_superseded = |name| is_typed && purpose_values.iter().any(|(key, _)| *key == name);
    let mut defaults: Defaults = { config.values.iter() }
        .map(|value| (value.name, value.text.clone()))
        .filter(|(name, text)| !is_superseded(*name) && (*name, &**text) != ("threads", "0"))
        .collect();
    if purpose.unwrap_or_else(|| config.purpose()) == Purpose::CopiedText {
        for (name, text) in &purpose_values {
            if !defaults.iter().any(|(key, _)| key == name) {
                defaults.push((name, text.trim_matches('"').to_owned()));
            }
        }
    }
    defaults
}

/// The definition of the command line with these defaults.
fn with_defaults(mut command: clap::Command, defaults: &Defaults) -> clap::Command {
    if WITHOUT_CONFIG.contains(&command.get_name()) {
        return command;
    }
    for (name, text) in defaults {
        if command.get_arguments().any(|arg| arg.get_id() == name) {
            command = command.mut_arg(name, |arg| arg.default_value(text.clone()));
        }
    }
    command.mut_subcommands(|inner| with_defaults(inner, defaults))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::CliCommand as Cmd;
    use super::*;
    use crate::candidates::Method;
    use crate::config::{self, AnalysisConfig, table};

    /// Every global option. A folder may have the name of a command. An option that takes any number of paths has one
    /// after `=`.
    const GLOBAL: [&str; 4] = [
        "--threads 2 --index pairs --quiet --verbose --strict --config C --reduced-motion",
        "-q --threads=3 --in-memory --no-config --ids bare --set blocks=main --kept-masks apply",
        "-vv --new=N --archive=A --against new --group-by 1 --dates D --ignore=T --ignore-common 20% \
            --ignore-phrases P --ignore-quotations --ignore-references --ignore-source=S",
        "--files-from F --glob G --type T --follow --no-hidden --index=I",
    ];

    fn parsed(words: &[&str]) -> String {
        let words = words.iter().flat_map(|words| words.split_whitespace());
        let all = std::iter::once("shinglescope").chain(words);
        let cli = read(all.map(OsString::from)).unwrap_or_else(|error| panic!("{error}"));
        format!("{cli:?}")
    }

    #[test]
    fn global_options_may_precede_or_follow_the_command() {
        for command in definition().get_subcommands() {
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
    fn a_path_or_value_with_the_name_of_a_command_is_no_command() {
        for words in ["-q corpus index", "-q -- index", "--index pairs"] {
            let cli = parsed(&[words]);
            assert!(cli.contains("command: None"), "{words:?}: {cli}");
        }
        let help = ["shinglescope", "-q", "help", "pairs"].map(OsString::from);
        let shown = read(help).unwrap_err().to_string();
        assert!(shown.contains("every pair of documents"), "{shown}");
        for (words, message) in [
            ("--threshold 0.5 index X", "write --threshold <J> after it"),
            ("--in-memory index X -v", "cannot be used with"),
        ] {
            let words = ["shinglescope"].into_iter().chain(words.split(' '));
            let refused = read(words.map(OsString::from)).unwrap_err().to_string();
            assert!(refused.contains(message), "{refused}");
        }
    }

    fn invocation(words: &[&str]) -> Invocation {
        read(words.iter().map(OsString::from)).unwrap().invocation
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
        let omitted = ["--threads", "1", "-q", "--in-memory"];
        assert_eq!(line(&[&words[..], &omitted].concat()), typed);
        let again = shell_words::split(&typed).unwrap();
        let again: Vec<&str> = again[1..].iter().map(String::as_str).collect();
        assert_eq!(line(&again), typed);
        assert_eq!(
            line(&["pairs", "X", "--set", "modulus=4", "--set", "k=6"]),
            "shinglescope pairs --no-config --k=6 --set=modulus=4 X"
        );
        assert_eq!(line(&["keep", "-"]), "shinglescope keep --no-config -");
    }

    #[test]
    fn nested_commands_have_their_own_arguments() {
        let words = [
            "shinglescope",
            "review",
            "list",
            "X",
            "--where",
            "words > 3",
        ];
        assert_eq!(invocation(&words).filter.as_deref(), Some("words > 3"));
    }

    /// Returns a config; each number selects the value of one setting.
    fn config_of_choices(choices: &[usize]) -> AnalysisConfig {
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
        fn arguments_of_a_config_are_parsed_to_the_same_config(
            choices in prop::collection::vec(0..1000_usize, 40),
            threshold in 1..=100_u32,
        ) {
            let config = config_of_choices(&choices);
            let threshold = f64::from(threshold) / 100.0;
            let words = [vec!["shinglescope".to_owned(), "tune".to_owned()], config::arguments(&config, threshold, &[Method::Lsh])];
            let parsed = read(words.concat().into_iter().map(OsString::from)).unwrap();
            let Some(Cmd::Tune(tune)) = parsed.command else {
                panic!("another command");
            };
            prop_assert_eq!(tune.corpus.settings.settings(), config.settings.clone());
            prop_assert_eq!(tune.pair_search.threshold, threshold);
            // Some methods support only one measure; the screens never combine them with another.
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
        definition().debug_assert();
    }
}

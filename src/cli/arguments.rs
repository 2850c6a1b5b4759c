//! The arguments of a command line by name, for the description of a result.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use serde_json::{Map, Value};

use super::config_file::Config;
use super::words;

/// Options that change how the program runs or where a result goes, never what is in it.
const RUNNING: [&str; 18] = [
    "threads",
    "index",
    "in-memory",
    "quiet",
    "strict",
    "reduced-motion",
    "config",
    "no-config",
    "meta",
    "format",
    "csv-safe",
    "listed",
    "svg",
    "out",
    "force",
    "resume",
    "help",
    "version",
];

/// The arguments of a command line and of the config file that can change its result, in the order of the help, with
/// defaults. Flags that are not given are left out.
pub fn of(words: &[OsString], config: &Config) -> Map<String, Value> {
    let Ok((definition, matches)) = words::matched(words, config) else {
        // The words have been parsed before.
        return Map::new();
    };
    let mut all = Map::new();
    gather(&definition, &matches, &mut all);
    all
}

/// Options that neither change a result nor say where it goes.
const OF_THE_RUN: [&str; 12] = [
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
];

/// The command line as one types it again in a shell, without options that only change how the program runs, and with
/// what the config file gave.
pub fn command_line(words: &[OsString], config: &Config) -> String {
    let mut line = vec!["shinglescope".to_owned()];
    let Ok((mut definition, matches)) = words::matched(words, config) else {
        // The words have been parsed before.
        return line.concat();
    };
    definition.build();
    let of_file: Vec<&str> = words::given_by_file(config, words)
        .map(|given| &*given.long)
        .collect();
    let (mut command, mut matches) = (&definition, &matches);
    while let Some((name, inner)) = matches.subcommand()
        && let Some(definition) = command.find_subcommand(name)
    {
        line.push(name.to_owned());
        (command, matches) = (definition, inner);
    }
    // What the config file gives stands among the options, and another config file must change nothing.
    line.push("--no-config".to_owned());
    let mut paths = Vec::new();
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        let long = arg.get_long();
        let is_given = match matches.value_source(id) {
            None => false,
            Some(ValueSource::DefaultValue) => long.is_some_and(|long| of_file.contains(&long)),
            Some(_) => true,
        };
        if !is_given || long.is_some_and(|long| OF_THE_RUN.contains(&long)) {
            continue;
        }
        let raw = matches.get_raw(id).into_iter().flatten();
        let values: Vec<String> = raw
            .map(|value| value.to_string_lossy().into_owned())
            .collect();
        match long {
            None => paths.extend(values),
            Some(long) if !arg.get_action().takes_values() => {
                // The config file gives a flag as its default.
                if values.first().is_none_or(|value| value == "true") {
                    line.push(format!("--{long}"));
                }
            }
            Some(long) => line.extend(
                values
                    .iter()
                    .map(|value| format!("--{long}={}", shell_words::quote(value))),
            ),
        }
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

/// Adds the arguments of the innermost command.
fn gather(definition: &Command, matches: &ArgMatches, all: &mut Map<String, Value>) {
    if let Some((name, inner)) = matches.subcommand()
        && let Some(definition) = definition.find_subcommand(name)
    {
        return gather(definition, inner, all);
    }
    for arg in definition.get_arguments() {
        let name = arg.get_long().unwrap_or(arg.get_id().as_str());
        if RUNNING.contains(&name) {
            continue;
        }
        if let Some(value) = value(arg, matches) {
            all.insert(name.to_owned(), value);
        }
    }
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
        // A config file gives a flag as its default.
        let is_set = source != ValueSource::DefaultValue || texts == ["true"];
        return is_set.then_some(Value::Bool(true));
    }
    match &texts[..] {
        [] => None,
        [one] => Some(Value::String(one.clone())),
        _ => Some(texts.into()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use proptest::prelude::*;

    use super::super::args::{Cli, Command as Cmd};
    use super::*;
    use crate::candidates::Method;
    use crate::config::{self, AnalysisConfig, table};

    fn arguments(words: &[&str]) -> Map<String, Value> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        of(&words, &Config::default())
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
        let line = |words: &[&str]| {
            let all = ["shinglescope"].iter().chain(words);
            command_line(
                &all.map(OsString::from).collect::<Vec<_>>(),
                &Config::default(),
            )
        };
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
        let again: Vec<OsString> = shell_words::split(&typed)
            .unwrap()
            .into_iter()
            .map(OsString::from)
            .collect();
        assert_eq!(
            of(&again, &Config::default()),
            arguments(&[&["shinglescope"], &words[..]].concat())
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
            for row in table::of_pair_search().filter(|row| row.methods.is_empty() || row.methods.iter().any(|of| [method, Method::Lsh].contains(of))) {
                if row.option.long() != "measure" {
                    prop_assert_eq!(row.value(&parsed), row.value(&config), "{}", row.name);
                }
            }
        }
    }
}

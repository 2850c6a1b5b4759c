//! The arguments of a command line by name, for the description of a result.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use serde_json::{Map, Value};

use super::config_file::Config;
use super::words;

/// Options that change how the program runs or where a result goes, never what is in it.
const RUNNING: [&str; 20] = [
    "threads",
    "index",
    "in-memory",
    "quiet",
    "strict",
    "reduced-motion",
    "config",
    "no-config",
    "recipe",
    "meta",
    "with-meta",
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

/// The arguments of a command line and of config files that can change its result, in the order of the help, with
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
        return (source != ValueSource::DefaultValue).then_some(Value::Bool(true));
    }
    match &texts[..] {
        [] => None,
        [one] => Some(Value::String(one.clone())),
        _ => Some(texts.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}

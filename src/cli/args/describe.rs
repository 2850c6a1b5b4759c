//! Builds the command line that repeats a run.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches};

use crate::config::{CliOption, Setting, table};

/// Options that affect neither a result nor its destination.
const OMITTED: &str = "threads index in-memory quiet verbose strict reduced-motion config no-config meta force resume \
    set";

pub(super) fn is_typed(matches: &ArgMatches, id: &str) -> bool {
    matches.value_source(id) == Some(ValueSource::CommandLine)
}

fn values_of(arg: &Arg, matches: &ArgMatches) -> Vec<String> {
    let raw = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
    Vec::from_iter(raw.map(|text| text.to_string_lossy().into_owned()))
}

/// Whether an argument is a setting without an option, which only `--set` changes. In another command an option with
/// this name may have values of another type.
fn is_hidden_setting(arg: &Arg, matches: &ArgMatches) -> bool {
    let id = arg.get_id().as_str();
    let row = table::all().find(|row| row.option.key() == id);
    let is_own = |row: &Setting| matches!(row.option, CliOption::Value(..) | CliOption::Flag(_));
    row.is_some_and(|row| !is_own(row)) && matches.try_get_one::<String>(id).is_ok()
}

/// The command line that repeats a run, without options that only change how the program runs.
pub(super) fn command_line(
    names: &[&str],
    command: &clap::Command,
    matches: &ArgMatches,
    is_in_effect: impl Fn(&Arg) -> bool,
) -> String {
    // The options include the values of the config file, so no config file must be read again.
    let mut line = [&["shinglescope"], names, &["--no-config"]]
        .concat()
        .join(" ");
    let (mut settings, mut paths) = (String::new(), Vec::new());
    for arg in command.get_arguments().filter(|arg| is_in_effect(arg)) {
        let values = values_of(arg, matches);
        let Some(long) = arg.get_long() else {
            paths.extend(values);
            continue;
        };
        if OMITTED.split(' ').any(|option| option == long) {
            continue;
        }
        let is_hidden = is_hidden_setting(arg, matches);
        let may_be_empty = arg.get_num_args().is_some_and(|n| n.min_values() == 0);
        let is_on = values.is_empty() || values == ["true"] && !is_hidden;
        if !arg.get_action().takes_values() || may_be_empty && is_on {
            line += &format!(" --{long}");
            continue;
        }
        for value in values.iter().map(|value| shell_words::quote(value)) {
            if is_hidden {
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

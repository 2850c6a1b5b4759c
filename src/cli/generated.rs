//! `completions` and `man`: generated from the definition of the command line; the manual page also has the keys of the
//! table of commands of the screens.

use std::io;

use clap::builder::StyledStr;
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::roff::{Roff, roman};

use super::context::{CommandContext, RunCommand, print};
use crate::app::commands::COMMANDS;

/// Completions for a shell.
#[derive(Clone, Debug, Args)]
pub struct Completions {
    /// Which shell
    pub shell: Shell,
}

impl RunCommand for Completions {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        print(&script(self.shell, &mut (context.definition)()))
    }
}

/// The script for a shell. It is written to memory first, because the generator panics on a closed pipe.
fn script(shell: Shell, command: &mut Command) -> Vec<u8> {
    let mut text = Vec::new();
    generate(shell, command, "shinglescope", &mut text);
    text
}

/// The manual page.
#[derive(Clone, Copy, Debug, Args)]
pub struct Man;

impl RunCommand for Man {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        print(&page((context.definition)())?)
    }
}

/// The page in roff: the program, its commands and the keys of the screens.
fn page(mut command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    let mut roff = Roff::new();
    for sub in commands(&command) {
        roff.control("SH", [&*sub.get_name().to_uppercase()]);
        arguments(sub, &mut roff);
        for inner in commands(sub) {
            roff.control("SS", [inner.get_name()]);
            arguments(inner, &mut roff);
        }
    }
    roff.control("SH", ["KEYS"]);
    for entry in COMMANDS {
        if entry.is_of_screens() && !entry.keys.is_empty() {
            item(&mut roff, entry.keys.join("  "), entry.doc);
        }
    }
    roff.to_writer(&mut page)?;
    Ok(page)
}

fn commands(command: &Command) -> impl Iterator<Item = &Command> {
    let all = command.get_subcommands();
    all.filter(|inner| inner.get_name() != "help")
}

/// Adds the description of a command, and its own arguments.
fn arguments(command: &Command, roff: &mut Roff) {
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    roff.text([roman(text(command.get_about()))]);
    let arguments = command.get_arguments();
    for argument in arguments.filter(|a| !a.is_hide_set() && !a.is_global_set()) {
        let help = argument.get_long_help().or(argument.get_help());
        item(roff, argument.to_string(), text(help));
    }
}

fn item(roff: &mut Roff, name: String, text: impl Into<String>) {
    roff.control("TP", []);
    roff.text([roman(name)]).text([roman(text)]);
}

#[cfg(test)]
mod tests {
    use clap::{Arg, CommandFactory, ValueEnum};

    use super::*;

    #[test]
    fn every_shell_has_commands_and_options() {
        let clusters = Command::new("clusters").arg(Arg::new("threshold").long("threshold"));
        for shell in Shell::value_variants() {
            let mut command = Command::new("shinglescope").subcommand(clusters.clone());
            let text = String::from_utf8(script(*shell, &mut command)).unwrap();
            for word in ["clusters", "threshold"] {
                assert!(text.contains(word), "{shell:?}: {word}");
            }
        }
    }

    #[test]
    fn the_page_has_commands_options_and_keys() {
        let page = String::from_utf8(page(crate::cli::Cli::command()).unwrap()).unwrap();
        for words in "PAIRS,\\-\\-THRESHOLD,KEYS,SEARCH THE FULL TEXT,EXIT".split(',') {
            assert!(page.to_uppercase().contains(words), "{words}");
        }
    }
}

//! `completions` and `man`: made from the definition of the command line; the manual page also has the keys of the table of
//! commands of the screens.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use super::context::{CommandContext, RunCommand, print};
use crate::app::commands::COMMANDS;

/// Completions for a shell.
#[derive(Clone, Debug, Args)]
pub struct Completions {
    /// Which shell.
    pub shell: Shell,
}

impl RunCommand for Completions {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        print(&script(self.shell, &mut (context.definition)()))
    }
}

/// The script for a shell. Into memory, because the generator panics on a closed pipe.
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
        let mut page = Vec::new();
        write((context.definition)(), &mut page)?;
        print(&page)
    }
}

/// Writes the page in roff: the program, its commands and the keys of the screens.
fn write(mut command: Command, out: &mut impl Write) -> io::Result<()> {
    command.build();
    clap_mangen::Man::new(command.clone()).render(out)?;
    for sub in command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help")
    {
        let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
        writeln!(
            out,
            ".SH {}\n{}",
            escaped(&sub.get_name().to_uppercase()),
            escaped(&about)
        )?;
        arguments(sub, out)?;
        for inner in sub.get_subcommands().filter(|s| s.get_name() != "help") {
            let about = inner.get_about().map(ToString::to_string);
            writeln!(
                out,
                ".SS {}\n{}",
                escaped(inner.get_name()),
                escaped(&about.unwrap_or_default())
            )?;
            arguments(inner, out)?;
        }
    }
    writeln!(out, ".SH KEYS")?;
    for entry in COMMANDS
        .iter()
        .filter(|e| e.is_of_screens() && !e.keys.is_empty())
    {
        let keys = escaped(&entry.keys.join("  "));
        writeln!(out, ".TP\n{keys}\n{}", escaped(entry.doc))?;
    }
    Ok(())
}

/// Writes the arguments of a command that are its own.
fn arguments(command: &Command, out: &mut impl Write) -> io::Result<()> {
    for argument in command
        .get_arguments()
        .filter(|a| !a.is_hide_set() && !a.is_global_set())
    {
        let help = argument
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        writeln!(
            out,
            ".TP\n{}\n{}",
            escaped(&argument.to_string()),
            escaped(&help)
        )?;
    }
    Ok(())
}

/// Escapes text for roff.
fn escaped(text: &str) -> String {
    let text = text
        .replace('\\', "\\e")
        .replace('-', "\\-")
        .replace('\n', " ");
    // A dot or quote at the start of a line would be a roff request.
    format!("\\&{text}")
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
        let mut page = Vec::new();
        write(crate::cli::Cli::command(), &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        for words in [
            "PAIRS",
            "\\-\\-threshold",
            "KEYS",
            "Search the full text",
            "EXIT",
        ] {
            assert!(
                page.to_uppercase().contains(&words.to_uppercase()),
                "{words}"
            );
        }
    }
}

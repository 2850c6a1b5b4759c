//! Completions for shells, made from the definition of the command line.

use clap::{Args, Command, ValueEnum};
use clap_complete::{Generator, Shell as Usual};
use clap_complete_nushell::Nushell;

use super::context::{CommandContext, RunCommand, print};

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

/// A shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    /// bash
    Bash,
    /// Elvish
    Elvish,
    /// fish
    Fish,
    /// Nushell
    Nushell,
    /// PowerShell
    #[value(name = "powershell")]
    Power,
    /// zsh
    Zsh,
}

/// The script for a shell, from the definition of the command line.
fn script(shell: Shell, command: &mut Command) -> Vec<u8> {
    match shell {
        Shell::Bash => generated(Usual::Bash, command),
        Shell::Elvish => generated(Usual::Elvish, command),
        Shell::Fish => generated(Usual::Fish, command),
        Shell::Nushell => generated(Nushell, command),
        Shell::Power => generated(Usual::PowerShell, command),
        Shell::Zsh => generated(Usual::Zsh, command),
    }
}

fn generated(shell: impl Generator, command: &mut Command) -> Vec<u8> {
    // Into memory, because the generator panics on a closed pipe.
    let mut text = Vec::new();
    clap_complete::generate(shell, command, "shinglescope", &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Arg;

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
}

//! Completions for shells, made from the definition of the command line.

use clap::{CommandFactory, ValueEnum};
use clap_complete::{Generator, Shell as Usual};
use clap_complete_nushell::Nushell;

use super::Cli;

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
    #[value(name = "powershell")]
    Power,
    /// zsh
    Zsh,
}

/// The script for a shell.
#[must_use]
pub fn of(shell: Shell) -> Vec<u8> {
    match shell {
        Shell::Bash => generated(Usual::Bash),
        Shell::Elvish => generated(Usual::Elvish),
        Shell::Fish => generated(Usual::Fish),
        Shell::Nushell => generated(Nushell),
        Shell::Power => generated(Usual::PowerShell),
        Shell::Zsh => generated(Usual::Zsh),
    }
}

fn generated(shell: impl Generator) -> Vec<u8> {
    // Into memory, because the generator panics on a closed pipe.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "shinglescope", &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shell_has_commands_and_options() {
        for shell in Shell::value_variants() {
            let text = String::from_utf8(of(*shell)).unwrap();
            for word in ["clusters", "threshold", "doctor"] {
                assert!(text.contains(word), "{shell:?}: {word}");
            }
        }
    }
}

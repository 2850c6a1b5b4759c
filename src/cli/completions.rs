//! Completions for shells, made from the definition of the command line.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

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

/// The script for a shell. Into memory, because the generator panics on a closed pipe.
fn script(shell: Shell, command: &mut Command) -> Vec<u8> {
    let mut text = Vec::new();
    generate(shell, command, "shinglescope", &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, ValueEnum};

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

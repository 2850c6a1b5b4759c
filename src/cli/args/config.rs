//! Arguments of the command `config`.

use std::path::PathBuf;

use clap::Subcommand;

/// What to do with config files.
#[derive(Clone, Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print every value in effect as a config file, with where it comes from
    Show,
    /// Check a config file: the first fault, and exit status 1
    Check {
        /// The file [default: the user's]
        file: Option<PathBuf>,
    },
    /// Print a config file with every setting and key as a comment, to begin with
    Default,
    /// Print where the user's config file lies, whether it is there or not
    Path,
    /// List the themes
    Themes,
}

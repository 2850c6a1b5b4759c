//! Arguments that several commands share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::super::config_file::{Config, KEYS};
use super::super::masks::MaskArgs;
pub use super::super::ranges::threshold;
use super::super::settings::{Assignment, AssignmentParser, SettingsArgs};
use super::selecting::SelectionArgs;
use super::sets::SetsArgs;
use crate::corpus::Source;
use crate::report::Format;

/// Options that hold for every command.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Running")]
pub struct CommonOptions {
    /// Threads to use [default: one a processor]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Folder of the index [default: one a corpus, in the user's cache folder]
    #[arg(long, global = true, value_name = "DIR", conflicts_with = "in_memory")]
    pub index: Option<PathBuf>,
    /// Write no file anywhere
    #[arg(long, global = true)]
    pub in_memory: bool,
    /// Say nothing on standard error but errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Write what the program does and says to the log file, which `shinglescope doctor` names; twice for each request
    /// of the screens too. Names of files are in it, no text
    #[arg(long, short, global = true, action = clap::ArgAction::Count, conflicts_with = "in_memory")]
    pub verbose: u8,
    /// Exit with status 1 where anything was not read that should have been: files that cannot be read,
    /// changed meanwhile or went over a limit, rows that are not JSON, pages and chapters. What is left out by rule does not
    /// count: links, folders of version control, what is empty or no text
    #[arg(long, global = true)]
    pub strict: bool,
    /// Let nothing move by itself: progress in steps, no bar drawn over and over, messages that stay
    /// (or set SHINGLESCOPE_REDUCED_MOTION to anything but nothing)
    #[arg(long, global = true)]
    pub reduced_motion: bool,
    /// Read this config file in place of the user's (or set SHINGLESCOPE_CONFIG to it)
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Read no config file
    #[arg(long, global = true)]
    pub no_config: bool,
    /// Write what the result was made from to this file, as JSON: version, commit, the command line to type again,
    /// settings, seed, size and fingerprint of the corpus. json, parquet, plots and reports carry it by themselves.
    /// A file that is there is replaced only if it is such a description
    #[arg(long, global = true, value_name = "FILE", help_heading = "Output")]
    pub meta: Option<PathBuf>,
    /// How rows of JSON Lines, CSV, Parquet and the like are named: path#ID, or by their own ID where no other document
    /// has it, so that the output can be joined with a table of one's own
    #[arg(
        long,
        global = true,
        value_name = "HOW",
        default_value = "path",
        value_enum,
        help_heading = "Output"
    )]
    pub ids: Ids,
    /// Which files are read.
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Which documents are compared.
    #[command(flatten)]
    pub sets: SetsArgs,
    /// What is left out of the comparison.
    #[command(flatten)]
    pub masks: MaskArgs,
    // Last: values are taken out of what was parsed, and the masks read it too.
    /// Set any key of the config file, as k=5 or bands=20x10; may be given several times. `shinglescope config default` lists
    /// the keys with what they mean
    #[arg(long, global = true, help_heading = "Running", value_name = "NAME=VALUE", value_parser = AssignmentParser { is_typed: true }, hide_possible_values = true)]
    pub set: Vec<Assignment>,
}

impl CommonOptions {
    /// The config that these options name.
    ///
    /// # Errors
    /// A file that cannot be read or has a fault.
    pub fn read_config(&self) -> anyhow::Result<Config> {
        if self.no_config {
            return Ok(Config::default());
        }
        Config::load(self.config.as_deref())
    }

    /// Whether reduced motion is requested, by the option, by the environment variable `SHINGLESCOPE_REDUCED_MOTION`, or
    /// by the config file.
    pub fn reduces_motion(&self, config: &Config) -> bool {
        let variable = std::env::var_os("SHINGLESCOPE_REDUCED_MOTION");
        self.reduced_motion
            || variable.is_some_and(|value| !value.is_empty())
            || self.is_on(config, "reduced-motion")
    }

    /// The value of a key by `--set`, else by the file.
    pub fn value<'v>(&'v self, config: &'v Config, name: &str) -> Option<&'v str> {
        let set = self.set.iter().rev().find(|set| set.key.name == name);
        let file = || {
            config
                .file
                .as_ref()?
                .value(name)
                .map(|value| value.text.as_str())
        };
        set.map(|set| set.text.as_str()).or_else(file)
    }

    /// Whether a switch is on by `--set`, else by the file, else by its default.
    pub fn is_on(&self, config: &Config, name: &str) -> bool {
        let default = || {
            KEYS.iter()
                .any(|key| key.name == name && key.default == "true")
        };
        self.value(config, name)
            .map_or_else(default, |value| value == "true")
    }
}

/// The journal and who reads it.
#[derive(Clone, Debug, Default, Args)]
pub struct JournalArgs {
    /// The journal, or a folder with a review.jsonl [default: beside the corpus]
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Who decides; what other people wrote counts once it is accepted [default: the user's name]
    #[arg(long, value_name = "NAME", value_parser = person)]
    pub by: Option<String>,
}

/// Parser for the name of a person.
pub fn person(name: &str) -> anyhow::Result<String> {
    match name.trim() {
        "" => anyhow::bail!("a name is needed, of whoever decides"),
        name => Ok(name.to_owned()),
    }
}

/// What to read, and how.
#[derive(Clone, Debug, Args)]
pub struct CorpusArgs {
    /// Folders, files, archives, tables with a document a row; - for standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// How results are written.
#[derive(Clone, Copy, Debug, Args)]
pub struct Output {
    /// table for reading; csv, json and jsonl in full precision; of pairs, clusters, keep, blocks and sources, and
    /// with --out DIR of others, also parquet
    #[arg(long, value_enum, default_value_t = Format::Table, help_heading = "Output")]
    pub format: Format,
    /// CSV: put an apostrophe before text that a spreadsheet would take for a formula
    #[arg(long, help_heading = "Output")]
    pub csv_safe: bool,
}

/// How documents are named in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ids {
    /// Rows by the path of their file and their id, as path#ID
    Path,
    /// Rows by their id where no other document has it
    Bare,
}

/// A demo corpus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DemoCorpus {
    /// Near-duplicates of many kinds, and what only looks like one
    #[default]
    NearDuplicates,
    /// Answers to one task, some of them copied, and their sources
    CopiedText,
}

/// The source named by the paths; a demo corpus if there are none.
pub fn source(paths: &[PathBuf], demo: DemoCorpus) -> Source {
    match (paths, demo) {
        ([], DemoCorpus::NearDuplicates) => Source::Demo,
        ([], DemoCorpus::CopiedText) => Source::CopiedTextDemo,
        _ => Source::Paths(paths.to_vec()),
    }
}

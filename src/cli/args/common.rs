//! Arguments that several commands share.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::super::masks::MaskArgs;
use super::super::settings::SettingsArgs;
use super::selecting::SelectionArgs;
use super::sets::SetsArgs;
use crate::corpus::Source;
use crate::report::Format;
use crate::similarity::Measure;

/// Options that hold for every command.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Threads to use [default: one a processor]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Running")]
    pub threads: Option<u16>,
    /// Folder of the index [default: one a corpus, in the user's cache folder]
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        help_heading = "Running",
        conflicts_with = "in_memory"
    )]
    pub index: Option<PathBuf>,
    /// Write no file anywhere
    #[arg(long, global = true, help_heading = "Running")]
    pub in_memory: bool,
    /// Say nothing on standard error but errors
    #[arg(long, short, global = true, help_heading = "Running")]
    pub quiet: bool,
    /// Write what the program does and says to the log file, which `shinglescope doctor` names; twice for each request
    /// of the screens too. Names of files are in it, no text
    #[arg(long, short, global = true, action = clap::ArgAction::Count, conflicts_with = "in_memory", help_heading = "Running")]
    pub verbose: u8,
    /// Exit with status 1 where anything was not read that should have been: files that cannot be read,
    /// changed meanwhile or went over a limit, rows that are not JSON, pages and chapters. What is left out by rule does not
    /// count: links, folders of version control, what is empty or no text
    #[arg(long, global = true, help_heading = "Running")]
    pub strict: bool,
    /// Let nothing move by itself: progress in steps, no bar drawn over and over, messages that stay
    /// (or set SHINGLESCOPE_REDUCED_MOTION to anything but nothing)
    #[arg(long, global = true, help_heading = "Running")]
    pub reduced_motion: bool,
    /// Read this config file in place of the user's (or set SHINGLESCOPE_CONFIG to it)
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        help_heading = "Running",
        conflicts_with = "no_config"
    )]
    pub config: Option<PathBuf>,
    /// Read no config file
    #[arg(long, global = true, help_heading = "Running")]
    pub no_config: bool,
    /// Write what the result was made from to this file, as JSON: version, commit, the command line to type again,
    /// settings, seed, size and fingerprint of the corpus. json, parquet, arrow, plots and reports carry it by themselves.
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
}

impl Common {
    /// Whether reduced motion is requested, by the option or by the environment variable
    /// `SHINGLESCOPE_REDUCED_MOTION`.
    pub fn calm(&self) -> bool {
        let said = std::env::var_os("SHINGLESCOPE_REDUCED_MOTION");
        self.reduced_motion || said.is_some_and(|said| !said.is_empty())
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
    /// with --out DIR of others, also parquet and arrow
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

pub(in crate::cli) fn threshold(text: &str) -> anyhow::Result<f64> {
    let parsed = match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().map(|value| value / 100.0),
        None => text.parse::<f64>(),
    };
    match parsed {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        Ok(_) => bail!("a threshold lies between 0 and 1, for example 0.8"),
        Err(_) => bail!("not a number; give a threshold between 0 and 1, for example 0.8"),
    }
}

pub(in crate::cli) fn measure(text: &str) -> anyhow::Result<Measure> {
    let named = Measure::ALL.iter().find(|(name, _)| *name == text);
    named.map(|(_, measure)| *measure).with_context(|| {
        let names: Vec<&str> = Measure::ALL.iter().map(|(name, _)| *name).collect();
        format!("no measure; give {}", names.join(" or "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_lies_between_0_and_1() {
        assert_eq!(threshold("0.8").unwrap(), 0.8);
        assert_eq!(threshold("80%").unwrap(), 0.8);
        for wrong in ["1.5", "-0.1", "NaN", "high", "101%", "%"] {
            assert!(threshold(wrong).is_err(), "{wrong}");
        }
    }
}

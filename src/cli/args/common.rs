//! Arguments that several commands share.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::{ArgGroup, ArgMatches, Args, ValueEnum};

use super::super::config_file::{Config, ConfigSection, KEYS, unknown};
use super::super::masks::MaskArgs;
pub use super::super::ranges::threshold;
use super::super::settings::SettingsArgs;
pub use super::selecting::DemoCorpus;
use super::selecting::{SelectionArgs, SetsArgs};
use crate::report::Format;
use crate::settings::Settings;

/// Options that hold for every command.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Running")]
pub struct CommonOptions {
    /// Number of threads [default: number of processors]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Folder of the index [default: in the user's cache folder, one for each corpus]
    #[arg(long, global = true, value_name = "DIR", conflicts_with = "in_memory")]
    pub index: Option<PathBuf>,
    /// Write no file anywhere
    #[arg(long, global = true)]
    pub in_memory: bool,
    /// Print only errors to standard error
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Log the actions of the program; `shinglescope doctor` prints the path of the log file
    ///
    /// If given twice, also log each request of the screens. The log contains names of files but no text of documents.
    #[arg(long, short, global = true, action = clap::ArgAction::Count, conflicts_with = "in_memory")]
    pub verbose: u8,
    /// Exit with status 1 if anything was not read that should have been
    ///
    /// These are files that cannot be read, changed meanwhile or exceeded a limit, rows that are not JSON, pages and
    /// chapters. Files that are skipped by rule do not count: links, folders of version control, empty files, files
    /// without text.
    #[arg(long, global = true)]
    pub strict: bool,
    /// Reduce motion
    ///
    /// Progress is printed in steps without a moving bar, and messages stay. Or set SHINGLESCOPE_REDUCED_MOTION to any
    /// text.
    #[arg(
        id = "reduced-motion",
        long,
        global = true,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        default_value = "false",
        hide_default_value = true,
        hide_possible_values = true,
        value_name = "true|false",
        action = clap::ArgAction::Set
    )]
    pub reduced_motion: bool,
    /// Read this config file instead of the user's (or set SHINGLESCOPE_CONFIG to it)
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Read no config file
    #[arg(long, global = true)]
    pub no_config: bool,
    /// Write the provenance of the result to this file, as JSON
    ///
    /// Provenance is version, commit, the command line to type again, settings, seed, size and fingerprint of the
    /// corpus. json, parquet, plots and reports contain it anyway. An existing file is replaced only if it is such a
    /// description.
    #[arg(long, global = true, value_name = "FILE", help_heading = "Output")]
    pub meta: Option<PathBuf>,
    /// How rows of JSON Lines, CSV, Parquet and other tables are named
    ///
    /// path: path#ID; bare: the ID alone if no other document has it, so that the output can be joined with your own
    /// table.
    #[arg(
        long,
        global = true,
        value_name = "HOW",
        default_value = "path",
        help_heading = "Output"
    )]
    pub ids: Ids,
    /// Which files are read.
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Which documents are compared.
    #[command(flatten)]
    pub sets: SetsArgs,
    /// Text that is excluded from the comparison.
    #[command(flatten)]
    pub masks: MaskArgs,
    /// Set any key of the config file, for example k=5 or bands=20x10
    ///
    /// May be given several times. `shinglescope config default` lists the keys with their meaning.
    // `--set` of a setting is rewritten to its option, so only keys for the look of the screens arrive here.
    #[arg(long, global = true, help_heading = "Running", value_name = "NAME=VALUE", value_parser = screen_assignment)]
    pub set: Vec<String>,
}

/// Checks a value of `--set`; only keys of the screens have no option.
fn screen_assignment(text: &str) -> anyhow::Result<String> {
    let assignment = text.split_once('=');
    let (name, value) = assignment.context("write NAME=VALUE, for example k=5")?;
    let key = KEYS.iter().find(|key| key.name == name);
    let names = KEYS.iter().map(|key| key.name);
    let key = key.with_context(|| unknown("setting", name, names))?;
    ensure!(key.section == ConfigSection::Screens, "give --{name}");
    key.check(value)?;
    Ok(text.to_owned())
}

impl CommonOptions {
    /// Reads the config that these options select.
    ///
    /// # Errors
    /// A file cannot be read or has an error.
    pub fn read_config(&self) -> anyhow::Result<Config> {
        if self.no_config {
            return Ok(Config::default());
        }
        Config::load(self.config.as_deref())
    }

    /// Whether reduced motion is requested, by the option, by the environment variable `SHINGLESCOPE_REDUCED_MOTION`,
    /// or by the config file.
    pub fn reduces_motion(&self) -> bool {
        let variable = std::env::var_os("SHINGLESCOPE_REDUCED_MOTION");
        self.reduced_motion || variable.is_some_and(|value| !value.is_empty())
    }

    /// The value of a key for the look of the screens, as `--set` gives it.
    pub fn look(&self, name: &str) -> Option<&str> {
        let assignments = self
            .set
            .iter()
            .rev()
            .filter_map(|text| text.split_once('='));
        let mut values = assignments.filter(|(key, _)| *key == name);
        values.next().map(|(_, value)| value)
    }
}

/// The journal, and the person who decides.
#[derive(Clone, Debug, Default, Args)]
pub struct JournalArgs {
    /// The journal, or a folder with a review.jsonl [default: beside the corpus]
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Who decides [default: the user's name]
    ///
    /// Decisions of other people count only after you accept them.
    #[arg(long, value_name = "NAME", value_parser = person)]
    pub by: Option<String>,
}

impl JournalArgs {
    /// The arguments of a command, as far as it has them.
    pub fn of_command(matches: &ArgMatches) -> Self {
        JournalArgs {
            journal: matches.try_get_one("journal").ok().flatten().cloned(),
            by: matches.try_get_one("by").ok().flatten().cloned(),
        }
    }
}

/// Parser for the name of a person.
pub fn person(name: &str) -> anyhow::Result<String> {
    ensure!(
        !name.trim().is_empty(),
        "a name is needed: that of the person who decides"
    );
    Ok(name.trim().to_owned())
}

/// The corpus, and how it is read.
#[derive(Clone, Debug, Args)]
pub struct CorpusArgs {
    /// Folders, files, archives, tables with a document in each row, or - for standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// The corpus if no path is given.
    #[arg(skip)]
    pub demo: DemoCorpus,
}

impl CorpusArgs {
    /// A corpus that other options name.
    pub fn new(paths: &[PathBuf], settings: Settings) -> Self {
        CorpusArgs {
            paths: paths.to_vec(),
            settings: SettingsArgs::from_settings(settings),
            demo: DemoCorpus::default(),
        }
    }

    /// Settings that change figures.
    pub fn settings(&self) -> Settings {
        self.settings.settings()
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Output {
    /// How results are written
    ///
    /// table is for reading; csv, json and jsonl have full precision. pairs, clusters, keep, blocks and sources also
    /// write parquet; other commands do with --out DIR.
    #[arg(long, value_enum, default_value_t = Format::Table, help_heading = "Output")]
    pub format: Format,
    /// Put an apostrophe before text of CSV that a spreadsheet would take for a formula
    #[arg(long, help_heading = "Output")]
    pub csv_safe: bool,
}

/// A corpus, and how rows made from it are written.
#[derive(Clone, Debug, Args)]
pub struct ListArgs {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

/// How documents are named in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ids {
    /// Rows by the path of their file and their id: path#ID
    Path,
    /// Rows by their id, if no other document has it
    Bare,
}

/// The folder for tables.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("written").multiple(true).arg("out"))]
pub struct TableFilesArgs {
    /// Write each table to a separate file in this folder, named by its kind, as CSV or in the given --format
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Replace existing files; without this, nothing is written if one exists
    #[arg(long, requires = "written", help_heading = "Output")]
    pub force: bool,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl TableFilesArgs {
    /// Returns the format of results; files are CSV instead of readable tables.
    pub fn format(&self) -> Format {
        match self.output.format {
            Format::Table if self.out.is_some() => Format::Csv,
            format => format,
        }
    }
}

/// The folder for plots.
#[derive(Clone, Debug, Args)]
pub struct PlotFilesArgs {
    /// Write the plots into this folder as SVG, with their provenance in a caption
    #[arg(long, value_name = "DIR", group = "written", help_heading = "Output")]
    pub svg: Option<PathBuf>,
}

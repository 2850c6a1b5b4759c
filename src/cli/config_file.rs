//! Config files: values for options of the command line, keys and looks of the screens.
//!
//! The user's file is `config.toml` in the config folder of the system (`$XDG_CONFIG_HOME/shinglescope` on Linux), a
//! corpus may have a `.shinglescope.toml` with settings in its folder. What is given on the command line comes
//! first, then the file of the corpus, then that of the user, then the default. Files are read and never written.

mod names;
pub mod options;
pub mod read;
pub mod show;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command, CommandFactory, Error, FromArgMatches};

use super::Cli;
use crate::app::keymap::{Keymap, Preset};
use crate::corpus::CONFIG_NAME;
pub use options::{OPTIONS, Section};
pub use read::ConfigFile;

/// Commands whose options say something else than those of the same name elsewhere: ranges of a sweep, sizes of a
/// made-up corpus.
const OTHERS: [&str; 4] = ["sweep", "synth", "bench", "config"];

/// The config of a run: the files that were read.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Those of less weight first.
    pub files: Vec<ConfigFile>,
}

impl Config {
    /// The files for a command line: that of the user, unless another is named or none is wanted, and that of the
    /// corpus, if it is one folder.
    ///
    /// # Errors
    /// A file that cannot be read or has a fault.
    pub fn of(common: &super::args::common::Common, paths: &[PathBuf]) -> anyhow::Result<Self> {
        let mut files = Vec::new();
        if common.no_config {
            return Ok(Config { files });
        }
        match &common.config {
            Some(path) => files.push(ConfigFile::read(path)?),
            None => files.extend(user_file().map_or(Ok(None), |path| optional(&path, false))?),
        }
        if let [folder] = paths
            && folder.is_dir()
        {
            files.extend(optional(&folder.join(CONFIG_NAME), true)?);
        }
        let config = Config { files };
        config.keymap()?;
        Ok(config)
    }

    /// The keys of the screens.
    ///
    /// # Errors
    /// Two commands have the same keys.
    pub fn keymap(&self) -> anyhow::Result<Keymap> {
        let preset = self.files.iter().rev().find_map(|file| file.preset);
        let mut keys = preset.unwrap_or(Preset::Default).remapped();
        for file in &self.files {
            keys.extend(file.keys.clone());
        }
        Keymap::with(&keys).map_err(|conflict| {
            let path = self
                .files
                .first()
                .map(|file| file.path.display().to_string());
            anyhow::anyhow!("{}: [keys]: {conflict}", path.unwrap_or_default())
        })
    }

    /// The name of the theme; `None` for the usual one.
    #[must_use]
    pub fn theme(&self) -> Option<&str> {
        self.files
            .iter()
            .rev()
            .find_map(|file| file.theme.as_deref())
    }

    /// Parses a command line with the values of the files as defaults.
    ///
    /// # Errors
    /// A usage error.
    pub fn parse(&self, words: &[OsString]) -> Result<(Cli, ArgMatches), Error> {
        let ground = words
            .iter()
            .any(|word| word == "--light" || word == "--dark");
        let given = self.files.iter().flat_map(|file| &file.options);
        let given = given.filter(|given| !(ground && ["light", "dark"].contains(&&*given.long)));
        let mut command = Cli::command();
        for given in given {
            command = with_default(command, &given.long, &given.values);
        }
        let matches = command.try_get_matches_from(words)?;
        Ok((Cli::from_arg_matches(&matches)?, matches))
    }
}

/// Gives an option another default, wherever it stands.
fn with_default(command: Command, long: &str, values: &[String]) -> Command {
    if OTHERS.contains(&command.get_name()) {
        return command;
    }
    let is_it = |arg: &&Arg| arg.get_long() == Some(long);
    let id = command
        .get_arguments()
        .find(is_it)
        .map(|arg| arg.get_id().clone());
    let command = match id {
        Some(id) => command.mut_arg(id, |arg| arg.default_values(values.to_vec())),
        None => command,
    };
    command.mut_subcommands(|inner| with_default(inner, long, values))
}

/// Where the user's file lies; `None` where the system names no folder.
#[must_use]
pub fn user_file() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "shinglescope")?;
    Some(folders.config_dir().join("config.toml"))
}

/// A file that need not be there.
fn optional(path: &Path, of_corpus: bool) -> anyhow::Result<Option<ConfigFile>> {
    match path.symlink_metadata() {
        Err(_) => Ok(None),
        Ok(_) if of_corpus => ConfigFile::of_corpus(path).map(Some),
        Ok(_) => ConfigFile::read(path).map(Some),
    }
}

/// The paths of the corpus that a command line names.
#[must_use]
pub fn paths(matches: &ArgMatches) -> Vec<PathBuf> {
    let own = matches.try_get_many::<PathBuf>("paths");
    let own = own.ok().flatten().map(|paths| paths.cloned().collect());
    let inner = || matches.subcommand().map(|(_, inner)| paths(inner));
    own.or_else(inner).unwrap_or_default()
}

/// A fault of a config file as an error of usage.
#[must_use]
pub fn fault(error: &anyhow::Error) -> Error {
    Error::raw(
        ErrorKind::ValueValidation,
        format!("{error:#}\n\n--no-config leaves config files unread.\n"),
    )
}

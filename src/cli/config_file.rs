//! Config files: values for options of the command line, keys and looks of the screens.
//!
//! The user's file is `config.toml` in the config folder of the system (`$XDG_CONFIG_HOME/shinglescope` on Linux), a
//! corpus may have a `.shinglescope.toml` with settings in its folder. What is given on the command line comes
//! first, then the file of the corpus, then that of the user, then the default. Files are read and never written.

mod names;
pub mod options;
pub mod read;
pub mod show;

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::error::ErrorKind;
use clap::{ArgMatches, Error};

use crate::app::keymap::{Keymap, Preset};
use crate::config::Purpose;
use crate::config::table::PURPOSE;
use crate::corpus::CONFIG_NAME;
use crate::ui::theme::palette::{self, Palette};
pub use options::{Given, OPTIONS, Section, of_copied_text};
pub use read::ConfigFile;

/// The config of a run: the files that were read.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Those of less weight first.
    pub files: Vec<ConfigFile>,
    /// Why no file is in use, where the screens go on without.
    pub fault: Option<String>,
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
            return Ok(Config::default());
        }
        match &common.config {
            Some(path) => files.push(ConfigFile::read(path)?),
            None if let Some(path) = named_file() => files.push(ConfigFile::read(&path)?),
            None => files.extend(user_file().map_or(Ok(None), |path| optional(&path, false))?),
        }
        if let [folder] = paths
            && folder.is_dir()
        {
            files.extend(optional(&folder.join(CONFIG_NAME), true)?);
        }
        let config = Config { files, fault: None };
        config.keymap()?;
        config.check_theme()?;
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

    /// Checks that there is a theme of the name that the files give.
    ///
    /// # Errors
    /// There is none, or the file of the theme has a fault.
    pub fn check_theme(&self) -> anyhow::Result<()> {
        let mut files = self.files.iter().rev();
        let named = files.find_map(|file| Some((file.theme.as_deref()?, &file.path)));
        match named {
            Some((name, path)) => theme(name)
                .map(drop)
                .with_context(|| format!("{}: [screens] theme", path.display())),
            None => Ok(()),
        }
    }

    /// The name of the theme; `None` for the usual one.
    #[must_use]
    pub fn theme(&self) -> Option<&str> {
        self.files
            .iter()
            .rev()
            .find_map(|file| file.theme.as_deref())
    }
}

/// Which of the files, those of less weight first, asks for copied text, if the last that names a purpose does.
#[must_use]
pub fn asks_for_copied_text(files: &[ConfigFile]) -> Option<usize> {
    let purpose = |file: &ConfigFile| file.option(PURPOSE.option.long()).map(str::to_owned);
    let last = files.iter().rposition(|file| purpose(file).is_some())?;
    (purpose(&files[last]).as_deref() == Some(Purpose::CopiedText.name())).then_some(last)
}

/// The file that `SHINGLESCOPE_CONFIG` names.
fn named_file() -> Option<PathBuf> {
    let named = std::env::var_os("SHINGLESCOPE_CONFIG");
    named.filter(|named| !named.is_empty()).map(PathBuf::from)
}

/// Where the user's file lies: where `SHINGLESCOPE_CONFIG` says, else in the config folder of the system; `None` where
/// there is none.
#[must_use]
pub fn user_file() -> Option<PathBuf> {
    if let Some(named) = named_file() {
        return Some(named);
    }
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

/// The theme with a name, or in a file `themes/NAME.toml` beside the config file of the user.
///
/// # Errors
/// There is neither, or the file has a fault.
pub fn theme(name: &str) -> anyhow::Result<&'static Palette> {
    if let Some(palette) = palette::named(name) {
        return Ok(palette);
    }
    let folder = user_file().filter(|_| is_plain(name));
    let file = folder.and_then(|file| Some(file.parent()?.join(format!("themes/{name}.toml"))));
    let file = file.filter(|file| file.is_file());
    let file = file.ok_or_else(|| anyhow::anyhow!(palette::unknown(name, &own_themes())))?;
    let shown = || file.display().to_string();
    let text = read::content(&file).with_context(shown)?;
    palette::own(name, &text).with_context(shown)
}

/// The names of the user's own themes, ascending.
#[must_use]
pub fn own_themes() -> Vec<String> {
    let folder = user_file().and_then(|file| Some(file.parent()?.join("themes")));
    let entries = folder.and_then(|folder| folder.read_dir().ok());
    let names = entries.into_iter().flatten().flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let name = name.strip_suffix(".toml")?;
        is_plain(name).then(|| name.to_owned())
    });
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names
}

/// Whether a name of a theme can be that of a file in the folder of themes.
fn is_plain(name: &str) -> bool {
    name.chars()
        .all(|c| c.is_alphanumeric() || "-_".contains(c))
}

/// The paths of the corpus that a command line names, without an option or by `--in`.
#[must_use]
pub fn paths(matches: &ArgMatches) -> Vec<PathBuf> {
    let named = |id: &str| {
        let paths = matches.try_get_many::<PathBuf>(id).ok().flatten();
        paths.map(|paths| paths.cloned().collect::<Vec<_>>())
    };
    let own = named("within").or_else(|| named("paths"));
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

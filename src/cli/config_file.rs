//! Config files: values for options of the command line, keys and looks of the screens.
//!
//! The user's file is `config.toml` in the config folder of the system (`$XDG_CONFIG_HOME/shinglescope` on Linux). What is
//! given on the command line comes first, then the file, then the default. A file in a corpus changes nothing. The file is
//! read and never written.

mod names;
pub mod options;
pub mod read;
pub mod show;

use std::path::PathBuf;

use anyhow::Context;
use clap::Error;
use clap::error::ErrorKind;

use crate::app::keymap::{Keymap, Preset};
use crate::config::Purpose;
use crate::config::table::PURPOSE;
use crate::ui::theme::palette::{self, Palette};
pub use options::{Given, OPTIONS, Section, of_copied_text};
pub use read::ConfigFile;

/// The config of a run.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The file that was read, if there is one.
    pub file: Option<ConfigFile>,
    /// Why no file is in use, where the screens go on without.
    pub fault: Option<String>,
}

impl Config {
    /// The config for a command line: that of the user, unless another file is named or none is wanted.
    ///
    /// # Errors
    /// A file that cannot be read or has a fault.
    pub fn of(common: &super::args::common::Common) -> anyhow::Result<Self> {
        if common.no_config {
            return Ok(Config::default());
        }
        let path = common.config.clone().or_else(named_file);
        // The user's file need not be there.
        let path = path.or_else(|| user_file().filter(|path| path.symlink_metadata().is_ok()));
        let file = path.map(|path| ConfigFile::read(&path)).transpose()?;
        let config = Config { file, fault: None };
        config.keymap()?;
        config.check_theme()?;
        Ok(config)
    }

    /// The keys of the screens.
    ///
    /// # Errors
    /// Two commands have the same keys.
    pub fn keymap(&self) -> anyhow::Result<Keymap> {
        let file = self.file.as_ref();
        let preset = file.and_then(|file| file.preset);
        let mut keys = preset.unwrap_or(Preset::Default).remapped();
        keys.extend(file.map(|file| file.keys.clone()).unwrap_or_default());
        Keymap::with(&keys).map_err(|conflict| {
            let path = file.map(|file| file.path.display().to_string());
            anyhow::anyhow!("{}: [keys]: {conflict}", path.unwrap_or_default())
        })
    }

    /// Checks that there is a theme of the name that the file gives.
    ///
    /// # Errors
    /// There is none, or the file of the theme has a fault.
    pub fn check_theme(&self) -> anyhow::Result<()> {
        let Some((file, name)) = self.file.as_ref().zip(self.theme()) else {
            return Ok(());
        };
        theme(name)
            .map(drop)
            .with_context(|| format!("{}: [screens] theme", file.path.display()))
    }

    /// The name of the theme; `None` for the usual one.
    pub fn theme(&self) -> Option<&str> {
        self.file.as_ref()?.theme.as_deref()
    }

    /// Whether the file asks for copied text.
    pub fn asks_for_copied_text(&self) -> bool {
        let purpose = |file: &ConfigFile| {
            file.option(PURPOSE.option.long()) == Some(Purpose::CopiedText.name())
        };
        self.file.as_ref().is_some_and(purpose)
    }
}

/// The file that `SHINGLESCOPE_CONFIG` names.
fn named_file() -> Option<PathBuf> {
    let named = std::env::var_os("SHINGLESCOPE_CONFIG");
    named.filter(|named| !named.is_empty()).map(PathBuf::from)
}

/// Where the user's file lies: where `SHINGLESCOPE_CONFIG` says, else in the config folder of the system; `None` where
/// there is none.
pub fn user_file() -> Option<PathBuf> {
    if let Some(named) = named_file() {
        return Some(named);
    }
    let folders = directories::ProjectDirs::from("", "", "shinglescope")?;
    Some(folders.config_dir().join("config.toml"))
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

/// A fault of a config file as an error of usage.
pub fn fault(error: &anyhow::Error) -> Error {
    Error::raw(
        ErrorKind::ValueValidation,
        format!("{error:#}\n\n--no-config leaves the config file unread.\n"),
    )
}

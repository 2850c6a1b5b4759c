//! Config files: values for settings, keys and looks of the screens, readers of documents.
//!
//! The user's file is `config.toml` in the config folder of the system (`$XDG_CONFIG_HOME/shinglescope` on Linux). The
//! command line takes precedence over the file, the file over defaults. A file in a corpus changes nothing. The file is
//! read and never written. `--set` takes the same keys and values.

mod keys;

pub use keys::{ConfigSection, KEYS, file_of, of_copied_text};

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};

use crate::app::commands::COMMANDS;
use crate::app::keymap::{Keymap, Remapped};
use crate::base::files::whole_file_of_at_most;
use crate::config::Purpose;
use crate::config::table::PURPOSE;
use crate::corpus::extract::readers::{self, Readers};
use crate::ui::theme::palette::{self, Palette};

const MAX_BYTES: u64 = 1 << 20;

/// Minimum Jaro-Winkler similarity of a name that is suggested.
const MIN_SUGGESTED: f64 = 0.75;

/// A value that a file sets.
#[derive(Clone, Debug)]
pub struct FileValue {
    /// The name of the key.
    pub name: &'static str,
    /// The value as it would be typed.
    pub text: String,
    /// The value as it is written in a file.
    pub written: String,
}

/// The content of the config file; empty if there is none.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Its path; empty if there is none.
    pub path: PathBuf,
    /// The values, in the order of the file.
    pub values: Vec<FileValue>,
    /// Keys that replace the default keys of commands.
    pub keys: Remapped,
    /// Programs that read documents.
    pub readers: Readers,
    /// Why the screens run without the file, if they do.
    pub fault: Option<String>,
}

impl Config {
    /// Reads a config file.
    ///
    /// # Errors
    /// The file cannot be read, is not TOML, or has an unknown name or value.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = content(path).with_context(|| path.display().to_string())?;
        Self::parse(path, &text).with_context(|| path.display().to_string())
    }

    /// Returns the value of a key, if the file sets it.
    pub fn value(&self, name: &str) -> Option<&FileValue> {
        self.values.iter().find(|value| value.name == name)
    }

    pub(super) fn len(&self) -> usize {
        self.values.len() + self.keys.len() + self.readers.len()
    }

    fn parse(path: &Path, text: &str) -> anyhow::Result<Self> {
        let table: toml::Table = toml::from_str(text)?;
        let mut file = Config {
            path: path.to_owned(),
            ..Config::default()
        };
        for (name, value) in &table {
            let section = ConfigSection::ALL
                .iter()
                .find(|(section, _)| section == name);
            match (section, value.as_table()) {
                (Some((_, section)), Some(inner)) => file.section(*section, inner)?,
                (None, Some(inner)) if name == "keys" => file.keys(inner)?,
                (None, Some(inner)) if name == "readers" => file.readers(inner)?,
                _ => {
                    if let Some(key) = KEYS.iter().find(|key| key.name == name) {
                        bail!("{name} is a setting of [{}]", key.section.name());
                    }
                    let sections = ConfigSection::ALL.iter().map(|(name, _)| *name);
                    bail!(unknown(
                        "section",
                        name,
                        sections.chain(["keys", "readers"])
                    ));
                }
            }
        }
        Ok(file)
    }

    fn section(&mut self, section: ConfigSection, table: &toml::Table) -> anyhow::Result<()> {
        let heading = section.name();
        for (name, value) in table {
            let Some(key) = KEYS.iter().find(|key| key.name == name) else {
                let keys = KEYS.iter().filter(|key| key.section == section);
                let unknown = unknown("setting", name, keys.map(|key| key.name));
                bail!("[{heading}]: {unknown}");
            };
            let of_key = key.section.name();
            ensure!(
                key.section == section,
                "[{heading}]: {name} is a setting of [{of_key}]"
            );
            let text = typed(value).map_err(|why| anyhow!("[{heading}] {name}: {why}"))?;
            key.check(&text)
                .map_err(|why| anyhow!("[{heading}] {why}"))?;
            let (name, written) = (key.name, value.to_string());
            self.values.push(FileValue {
                name,
                text,
                written,
            });
        }
        Ok(())
    }

    fn readers(&mut self, table: &toml::Table) -> anyhow::Result<()> {
        for (extensions, command) in table {
            let command = command.as_str().ok_or("give a command line".to_owned());
            let readers = command.and_then(|command| readers::parse(extensions, command));
            let readers = readers.map_err(|why| anyhow!("[readers] {extensions}: {why}"))?;
            if let Some(repeated) = readers.keys().find(|name| self.readers.contains_key(*name)) {
                bail!("[readers]: {repeated} has two readers");
            }
            self.readers.extend(readers);
        }
        Ok(())
    }

    fn keys(&mut self, table: &toml::Table) -> anyhow::Result<()> {
        for (name, value) in table {
            let Some(entry) = COMMANDS.iter().find(|entry| entry.name == name) else {
                let names = COMMANDS.iter().map(|entry| entry.name);
                bail!("[keys]: {}", unknown("command", name, names));
            };
            let texts: Vec<&str> = match value {
                toml::Value::String(text) => vec![text],
                toml::Value::Array(list) => list.iter().filter_map(|key| key.as_str()).collect(),
                _ => {
                    bail!("[keys] {name}: give a key like \"x\", or several like [\"x\", \"g g\"]")
                }
            };
            let keys: Result<Vec<_>, _> = texts.iter().map(|text| text.parse()).collect();
            let keys = keys.map_err(|error| anyhow!("[keys] {name}: {error}"))?;
            self.keys.insert(entry.command, keys);
        }
        Ok(())
    }

    /// Reads the user's config, or the config file `named`.
    ///
    /// # Errors
    /// The file cannot be read or has an error.
    pub fn load(named: Option<&Path>) -> anyhow::Result<Self> {
        let path = named.map(Path::to_owned).or_else(named_file);
        // The user's file need not exist.
        let path = path.or_else(|| user_file().filter(|path| path.symlink_metadata().is_ok()));
        let config = path.map(|path| Config::read(&path)).transpose()?;
        let config = config.unwrap_or_default();
        config.check()?;
        Ok(config)
    }

    /// Checks keys and theme of the file.
    ///
    /// # Errors
    /// Two commands have the same keys; the theme does not exist, or its file has an error.
    pub fn check(&self) -> anyhow::Result<()> {
        self.keymap()?;
        let checked = self.value("theme").map(|name| theme(&name.text));
        let checked = checked.transpose();
        checked.with_context(|| format!("{}: [screens] theme", self.path.display()))?;
        Ok(())
    }

    /// The keys of the screens.
    ///
    /// # Errors
    /// Two commands have the same keys.
    pub fn keymap(&self) -> anyhow::Result<Keymap> {
        let keymap = Keymap::with(&self.keys);
        keymap.map_err(|conflict| anyhow!("{}: [keys]: {conflict}", self.path.display()))
    }

    /// The purpose of the file, otherwise the default.
    pub fn purpose(&self) -> Purpose {
        let value = self.value(PURPOSE.option.key());
        let named = |value: &FileValue| Purpose::from_name(&value.text);
        value.and_then(named).unwrap_or_default()
    }
}

/// A value as it would be typed; commas separate the values of a list.
fn typed(value: &toml::Value) -> anyhow::Result<String> {
    Ok(match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(_) | toml::Value::Boolean(_) => value.to_string(),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Array(list) => {
            let values: anyhow::Result<Vec<_>> = list.iter().map(typed).collect();
            values?.join(",")
        }
        _ => bail!("give one value"),
    })
}

fn content(path: &Path) -> anyhow::Result<String> {
    Ok(String::from_utf8(whole_file_of_at_most(path, MAX_BYTES)?)?)
}

/// Error message for a name that is not in `names`.
pub fn unknown<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> String {
    let scored = names.map(|candidate| (strsim::jaro_winkler(name, candidate), candidate));
    match scored.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((score, near)) if score >= MIN_SUGGESTED => {
            format!("no {what} is called {name}; the nearest is {near}")
        }
        _ => format!("no {what} is called {name}; `shinglescope config default` lists all"),
    }
}

/// The file that `SHINGLESCOPE_CONFIG` names.
fn named_file() -> Option<PathBuf> {
    let named = std::env::var_os("SHINGLESCOPE_CONFIG");
    named.filter(|named| !named.is_empty()).map(PathBuf::from)
}

/// The path of the user's file: the value of `SHINGLESCOPE_CONFIG`, otherwise a path in the config folder of the
/// system; `None` if the system has no such folder.
pub fn user_file() -> Option<PathBuf> {
    let folders = || directories::ProjectDirs::from("", "", "shinglescope");
    named_file().or_else(|| Some(folders()?.config_dir().join("config.toml")))
}

/// The theme with this name, built in or from the file `themes/NAME.toml` next to the user's config file.
///
/// # Errors
/// There is no such theme, or its file has an error.
pub fn theme(name: &str) -> anyhow::Result<&'static Palette> {
    if let Some(palette) = palette::named(name) {
        return Ok(palette);
    }
    let folder = user_file().filter(|_| is_plain(name));
    let file = folder.and_then(|file| Some(file.parent()?.join(format!("themes/{name}.toml"))));
    let file = file.filter(|file| file.is_file());
    let file = file.ok_or_else(|| anyhow!(palette::unknown(name, &own_themes())))?;
    let file_name = || file.display().to_string();
    let text = content(&file).with_context(file_name)?;
    palette::own(name, &text).with_context(file_name)
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

/// Whether a theme name is valid as a file name: letters, digits, `-` and `_`.
fn is_plain(name: &str) -> bool {
    name.chars()
        .all(|c| c.is_alphanumeric() || "-_".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Command;

    fn parsed(text: &str) -> anyhow::Result<Config> {
        Config::parse(Path::new("config.toml"), text)
    }

    #[test]
    fn every_default_is_a_value() {
        for key in KEYS.iter() {
            let parsed: toml::Table = toml::from_str(&format!("x = {}", key.default())).unwrap();
            let checked = typed(&parsed["x"]).and_then(|text| key.check(&text));
            assert!(
                checked.is_ok(),
                "{} = {}: {checked:?}",
                key.name,
                key.default()
            );
        }
    }

    #[test]
    fn a_file_sets_options_theme_and_keys() {
        let file = parsed(
            "[settings]\nk = 5\nthreshold = 0.7\nbands = \"20x10\"\nbag = true\n\
             drop-stopwords = [\"en\", \"de\"]\n\
             [running]\nthreads = 2\n[screens]\ntheme = \"paper\"\nmouse = false\n\
             [keys]\nsort = [\"o\", \"g s\"]\n",
        )
        .unwrap();
        for (name, text) in [
            ("k", "5"),
            ("threshold", "0.7"),
            ("bands", "20x10"),
            ("drop-stopwords", "en,de"),
            ("mouse", "false"),
            ("theme", "paper"),
        ] {
            assert_eq!(file.value(name).unwrap().text, text);
        }
        assert_eq!(file.keys[&Command::Sort].len(), 2);
    }

    #[test]
    fn errors_name_the_key_and_the_nearest_valid_name() {
        for (text, message) in [
            ("[setings]\nk = 4", "the nearest is settings"),
            ("k = 4", "k is a setting of [settings]"),
            ("theme = \"ink\"", "theme is a setting of [screens]"),
            (
                "[settings]\ntheme = \"ink\"",
                "[settings]: theme is a setting of [screens]",
            ),
            ("[settings]\nthreshhold = 1", "the nearest is threshold"),
            ("[settings]\nk = 0", "[settings] k: type a number from 1"),
            ("[settings]\nthreshold = 1.5", "between 0 and 1"),
            ("[settings]\nmethod = \"magic\"", "method: one of "),
            ("[settings]\nbag = \"yes\"", "bag: give true or false"),
            (
                "[settings]\ndrop-stopwords = [\"xx\"]",
                "there are de, en, fr",
            ),
            ("[screens]\nbackground = true", "one of auto, light, dark"),
            ("[running]\nthreads = -1", "0 to 1024"),
            ("[keys]\nsorts = \"x\"", "the nearest is sort"),
            ("[keys]\nsort = \"nokey\"", "is not a key"),
            ("[keys]\nsort = 7", "give a key"),
            (
                "[readers]\npdf = \"pdftotext\"",
                "[readers] pdf: the command line needs {}",
            ),
            ("[readers]\npdf = 7", "[readers] pdf: give a command line"),
            (
                "[readers]\npdf = \"a {}\"\n\"doc pdf\" = \"b {}\"",
                "pdf has two readers",
            ),
            ("[settings", "TOML parse error at line 1"),
        ] {
            let error = format!("{:#}", parsed(text).unwrap_err());
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}

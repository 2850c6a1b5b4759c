//! Reads a config file.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};

use super::names::unknown;
use super::options::{Given, OPTIONS, Section};
use crate::app::commands::COMMANDS;
use crate::app::keymap::{Preset, Remapped};
use crate::base::files::whole_file_of_at_most;
use crate::corpus::extract::readers::{self, Readers};

/// Longest file that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// What a file says.
#[derive(Clone, Debug, Default)]
pub struct ConfigFile {
    /// Where it lies.
    pub path: PathBuf,
    /// Options of the command line.
    pub options: Vec<Given>,
    /// Names in the file of what it sets, with the text of the values.
    pub set: Vec<(Section, &'static str, String)>,
    /// The name of the theme.
    pub theme: Option<String>,
    /// The keys to begin with.
    pub preset: Option<Preset>,
    /// Other keys of commands.
    pub keys: Remapped,
    /// Programs that read documents.
    pub readers: Readers,
}

impl ConfigFile {
    /// Reads the file of a user.
    ///
    /// # Errors
    /// A file that cannot be read, is no TOML, or names or sets what there is not.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = content(path).with_context(|| path.display().to_string())?;
        Self::parse(path, &text).with_context(|| path.display().to_string())
    }

    /// The value that it gives to an option of the command line, if it is one.
    pub fn option(&self, long: &str) -> Option<&str> {
        let given = self.options.iter().find(|given| given.long == long)?;
        given.values.first().map(String::as_str)
    }

    fn parse(path: &Path, text: &str) -> anyhow::Result<Self> {
        let table: toml::Table = toml::from_str(text)?;
        let mut file = ConfigFile {
            path: path.to_owned(),
            ..ConfigFile::default()
        };
        for (name, value) in &table {
            let sections = Section::ALL
                .iter()
                .map(|(name, _)| *name)
                .chain(["keys", "readers"]);
            let section = Section::ALL.iter().find(|(known, _)| known == name);
            let inner = value.as_table();
            match (section, inner) {
                (Some((_, section)), Some(inner)) => file.section(*section, inner)?,
                (None, Some(inner)) if name == "keys" => file.keys(inner)?,
                (None, Some(inner)) if name == "readers" => file.readers(inner)?,
                _ => match home(name) {
                    Some(home) => bail!("{name} is a setting of [{}]", home.name()),
                    None => bail!(unknown("section", name, sections)),
                },
            }
        }
        Ok(file)
    }

    fn section(&mut self, section: Section, table: &toml::Table) -> anyhow::Result<()> {
        for (name, value) in table {
            if section == Section::Screens && name == "theme" {
                let theme = value
                    .as_str()
                    .ok_or_else(|| anyhow!("theme: give a name"))?;
                self.theme = Some(theme.to_owned());
                continue;
            }
            let mut here = OPTIONS.iter().filter(|option| option.section == section);
            let Some(option) = here.find(|option| option.name == name) else {
                let known = OPTIONS.iter().filter(|option| option.section == section);
                let known = known.map(|option| option.name);
                let theme = (section == Section::Screens).then_some("theme");
                if let Some(home) = home(name) {
                    bail!(
                        "[{}]: {name} is a setting of [{}]",
                        section.name(),
                        home.name()
                    );
                }
                bail!(
                    "[{}]: {}",
                    section.name(),
                    unknown("setting", name, known.chain(theme))
                );
            };
            let given = option.given(value);
            let given = given.map_err(|why| anyhow!("[{}] {name}: {why}", section.name()))?;
            self.options.extend(given);
            self.set.push((section, option.name, value.to_string()));
        }
        Ok(())
    }

    fn readers(&mut self, table: &toml::Table) -> anyhow::Result<()> {
        for (extensions, command) in table {
            let command = command
                .as_str()
                .ok_or_else(|| "give a command line".to_owned());
            let readers = command.and_then(|command| readers::parse(extensions, command));
            let readers = readers.map_err(|why| anyhow!("[readers] {extensions}: {why}"))?;
            if let Some(twice) = readers.keys().find(|name| self.readers.contains_key(*name)) {
                bail!("[readers]: {twice} has two readers");
            }
            self.readers.extend(readers);
        }
        Ok(())
    }

    fn keys(&mut self, table: &toml::Table) -> anyhow::Result<()> {
        for (name, value) in table {
            if name == "preset" {
                let preset = Preset::ALL
                    .iter()
                    .find(|(known, _)| value.as_str() == Some(known));
                let names = Preset::ALL.map(|(name, _)| name).join(", ");
                let preset = preset.ok_or_else(|| anyhow!("[keys] preset: one of {names}"))?;
                self.preset = Some(preset.1);
                continue;
            }
            let Some(entry) = COMMANDS.iter().find(|entry| entry.name == name) else {
                let known = COMMANDS.iter().map(|entry| entry.name);
                bail!("[keys]: {}", unknown("command", name, known));
            };
            let texts: Vec<&str> = match value {
                toml::Value::String(text) => vec![text],
                toml::Value::Array(list) => list.iter().filter_map(|key| key.as_str()).collect(),
                _ => {
                    bail!("[keys] {name}: give a key like \"x\", or several like [\"x\", \"g g\"]")
                }
            };
            let keys = texts.iter().map(|text| text.parse());
            let keys: Result<Vec<_>, _> = keys.collect();
            let keys = keys.map_err(|wrong| anyhow!("[keys] {name}: {wrong}"))?;
            self.keys.insert(entry.command, keys);
        }
        Ok(())
    }
}

/// The section that has the setting of this name.
fn home(name: &str) -> Option<Section> {
    let option = OPTIONS.iter().find(|option| option.name == name);
    let theme = (name == "theme").then_some(Section::Screens);
    option.map(|option| option.section).or(theme)
}

/// The text of a file.
///
/// # Errors
/// It cannot be read, is no file, is too long, or is not UTF-8.
pub(super) fn content(path: &Path) -> anyhow::Result<String> {
    Ok(String::from_utf8(whole_file_of_at_most(path, LONGEST)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Command;

    fn parsed(text: &str) -> anyhow::Result<ConfigFile> {
        ConfigFile::parse(Path::new("config.toml"), text)
    }

    #[test]
    fn a_file_sets_options_theme_and_keys() {
        let file = parsed(
            "[settings]\nk = 5\nthreshold = 0.7\nbands = \"20x10\"\nbag = true\n\
             [running]\nthreads = 2\n[screens]\ntheme = \"paper\"\nmouse = false\n\
             [keys]\npreset = \"vim\"\nsort = [\"o\", \"g s\"]\n",
        )
        .unwrap();
        let of = |long: &str| {
            let given = file.options.iter().find(|given| given.long == long);
            given.map(|given| given.values.join(","))
        };
        assert_eq!(of("k").as_deref(), Some("5"));
        assert_eq!(of("threshold").as_deref(), Some("0.7"));
        assert_eq!(
            (of("bands"), of("rows")),
            (Some("20".into()), Some("10".into()))
        );
        assert_eq!(of("no-mouse").as_deref(), Some("true"));
        assert_eq!(file.theme.as_deref(), Some("paper"));
        assert_eq!(file.preset, Some(Preset::Vim));
        assert_eq!(file.keys[&Command::Sort].len(), 2);
    }

    #[test]
    fn faults_name_the_thing_and_what_was_meant() {
        for (text, said) in [
            ("[setings]\nk = 4", "the nearest is settings"),
            ("k = 4", "k is a setting of [settings]"),
            ("theme = \"ink\"", "theme is a setting of [screens]"),
            (
                "[settings]\ntheme = \"ink\"",
                "[settings]: theme is a setting of [screens]",
            ),
            ("[settings]\nthreshhold = 1", "the nearest is threshold"),
            ("[settings]\nk = 0", "[settings] k: type a number from 1"),
            ("[keys]\nsorts = \"x\"", "the nearest is sort"),
            ("[keys]\nsort = \"nokey\"", "is not a key"),
            ("[keys]\nsort = 7", "give a key"),
            ("[keys]\npreset = \"emacs\"", "one of default, vim, arrows"),
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
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}

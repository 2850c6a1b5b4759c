//! Config files: values for settings, keys and looks of the screens, readers of documents.
//!
//! The user's file is `config.toml` in the config folder of the system (`$XDG_CONFIG_HOME/shinglescope` on Linux). What is
//! given on the command line comes first, then the file, then the default. A file in a corpus changes nothing. The file is
//! read and never written. `--set` takes the same keys and values.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context, anyhow, bail, ensure};

use super::ranges::threshold;
use crate::app::commands::COMMANDS;
use crate::app::keymap::{Keymap, Remapped};
use crate::base::files::whole_file_of_at_most;
use crate::config::table::{self, PURPOSE};
use crate::config::{AnalysisConfig, CliOption, Purpose, Setting, Value};
use crate::corpus::extract::readers::{self, Readers};
use crate::settings::DEFAULT_THRESHOLD;
use crate::ui::theme::DEFAULT_THEME;
use crate::ui::theme::palette::{self, Palette};

/// Key of the switch that lets nothing move.
pub const REDUCED_MOTION: &str = "reduced-motion";

/// Longest file that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// Jaro-Winkler similarity from which a name was probably meant.
const NEAR: f64 = 0.75;

/// A section of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Settings that change figures.
    Settings,
    /// How the program runs.
    Running,
    /// How the screens look.
    Screens,
}

impl Section {
    /// All, with their names in files.
    pub const ALL: [(&'static str, Section); 3] = [
        ("settings", Section::Settings),
        ("running", Section::Running),
        ("screens", Section::Screens),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Section::ALL[self as usize].0
    }
}

/// What values a key has.
#[derive(Clone, Copy)]
pub enum Form {
    /// Those of a row of the table of settings.
    Row(&'static Setting),
    /// 0 to 1.
    Threshold,
    /// How many; 0 for one a processor.
    Threads,
    /// True or false, and the default.
    Switch(bool),
    /// One of these; the first is the default.
    Choice(&'static [&'static str]),
    /// The name of a theme.
    Theme,
}

/// A key of config files and of `--set`.
pub struct ConfigKey {
    /// Its section.
    pub section: Section,
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What values it has.
    pub form: Form,
}

fn key(section: Section, name: &'static str, about: &'static str, form: Form) -> ConfigKey {
    ConfigKey {
        section,
        name,
        about,
        form,
    }
}

/// All keys that have values, in the order of a file.
pub static KEYS: LazyLock<Vec<ConfigKey>> = LazyLock::new(|| {
    use Section::{Running, Screens, Settings};
    let about = "Least similarity of near-duplicates";
    let mut all = vec![key(Settings, "threshold", about, Form::Threshold)];
    let rows = table::on_screen()
        .chain(table::in_store())
        .chain(table::of_masks());
    for row in rows {
        let name = row.option.key();
        if !all.iter().any(|key| key.name == name) {
            all.push(key(Settings, name, row.help, Form::Row(row)));
        }
    }
    let threads = "Threads to use; 0 for one a processor";
    let theme = "Colours; `shinglescope config themes` lists the themes";
    let background = "Background of the terminal: auto, light or dark";
    let color = "Colours: auto, always or never";
    let ascii = "Draw borders and bars with ASCII characters";
    let cursor = "Keep the terminal's cursor on the selected row";
    let mouse = "Clicks and wheel go to the screens";
    let (backgrounds, colors) = (&["auto", "light", "dark"], &["auto", "always", "never"]);
    all.extend([
        key(Running, "threads", threads, Form::Threads),
        key(
            Running,
            REDUCED_MOTION,
            "Let nothing move by itself",
            Form::Switch(false),
        ),
        key(Screens, "theme", theme, Form::Theme),
        key(Screens, "background", background, Form::Choice(backgrounds)),
        key(Screens, "color", color, Form::Choice(colors)),
        key(Screens, "ascii", ascii, Form::Switch(false)),
        key(Screens, "cursor", cursor, Form::Switch(false)),
        key(Screens, "mouse", mouse, Form::Switch(true)),
    ]);
    all
});

impl ConfigKey {
    /// The default, as it is written in a file.
    pub fn default(&self) -> String {
        match self.form {
            Form::Row(row) => written(row, &AnalysisConfig::default()),
            Form::Threshold => DEFAULT_THRESHOLD.to_string(),
            Form::Threads => "0".to_owned(),
            Form::Switch(is_on) => is_on.to_string(),
            Form::Choice(names) => format!("{:?}", names[0]),
            Form::Theme => format!("{DEFAULT_THEME:?}"),
        }
    }

    /// Whether it has an option of its own and is no row of the table of settings.
    pub fn has_option(&self) -> bool {
        matches!(self.form, Form::Threshold | Form::Threads)
    }

    /// The row of the table of settings.
    pub fn row(&self) -> Option<&'static Setting> {
        match self.form {
            Form::Row(row) => Some(row),
            _ => None,
        }
    }

    /// Checks a value.
    ///
    /// # Errors
    /// A sentence on the values that there are, after the name of the key.
    pub fn check(&self, text: &str) -> anyhow::Result<()> {
        self.check_value(text)
            .map_err(|why| anyhow!("{}: {why}", self.name))
    }

    fn check_value(&self, text: &str) -> anyhow::Result<()> {
        match self.form {
            Form::Row(row) => row.assign(&mut AnalysisConfig::default(), text)?,
            Form::Threshold => drop(threshold(text)?),
            Form::Threads => {
                let threads = text.parse::<u16>().is_ok_and(|threads| threads <= 1024);
                ensure!(threads, "give a number from 0 to 1024");
            }
            Form::Switch(_) => ensure!(text.parse::<bool>().is_ok(), "give true or false"),
            Form::Choice(names) => ensure!(names.contains(&text), "one of {}", names.join(", ")),
            Form::Theme => ensure!(!text.is_empty(), "give a name"),
        }
        Ok(())
    }
}

/// The value of a setting as it is written in a file.
fn written(row: &Setting, config: &AnalysisConfig) -> String {
    let value = match (row.option, row.value(config)) {
        (CliOption::List(_), _) => {
            let names = config.settings.normalisation.drop_stopwords.iter();
            toml::Value::Array(names.cloned().map(toml::Value::String).collect())
        }
        (option, Value::Name(_)) if option.is_switch() => return row.assigned(config),
        (_, Value::Number(_) | Value::Probability(_)) => return row.assigned(config),
        (_, value) => toml::Value::String(row.print(&value)),
    };
    value.to_string()
}

/// A file that gives the settings of documents, terms, sketches and the pair search of `config`, and the threshold; those
/// with their default too, so that no other file gives another value.
pub fn file_of(config: &AnalysisConfig, threshold: f64) -> String {
    let method = config.method_config.method;
    let mut text = format!("[settings]\nthreshold = {threshold}\n");
    for row in KEYS.iter().filter_map(ConfigKey::row) {
        if row.methods.is_empty() || row.methods.contains(&method) {
            text.push_str(&format!(
                "{} = {}\n",
                row.option.key(),
                written(row, config)
            ));
        }
    }
    text
}

/// The values that copied text begins with where they differ from the defaults, as they are written in a file.
pub fn of_copied_text() -> Vec<(&'static str, String)> {
    let mut copied = AnalysisConfig::default();
    copied.adopt(Purpose::CopiedText);
    let rows = KEYS.iter().filter_map(ConfigKey::row);
    let changed = rows.filter(|row| row.value(&copied) != row.value(&AnalysisConfig::default()));
    let threshold = ("threshold", Purpose::CopiedText.threshold().to_string());
    let changed = changed.map(|row| (row.option.key(), written(row, &copied)));
    std::iter::once(threshold).chain(changed).collect()
}

/// A value that a file sets.
#[derive(Clone)]
pub struct FileValue {
    /// The key.
    pub key: &'static ConfigKey,
    /// The value as it would be typed.
    pub text: String,
    /// The value as it is written in a file.
    pub written: String,
}

impl std::fmt::Debug for FileValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.key.name, self.text)
    }
}

/// What a file says.
#[derive(Clone, Debug, Default)]
pub struct ConfigFile {
    /// Its path.
    pub path: PathBuf,
    /// The values, in the order of the file.
    pub values: Vec<FileValue>,
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

    /// The value that it gives to a key.
    pub fn value(&self, name: &str) -> Option<&FileValue> {
        self.values.iter().find(|value| value.key.name == name)
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.values.len() + self.keys.len() + self.readers.len()
    }

    fn parse(path: &Path, text: &str) -> anyhow::Result<Self> {
        let table: toml::Table = toml::from_str(text)?;
        let mut file = ConfigFile {
            path: path.to_owned(),
            ..ConfigFile::default()
        };
        for (name, value) in &table {
            let section = Section::ALL.iter().find(|(section, _)| section == name);
            match (section, value.as_table()) {
                (Some((_, section)), Some(inner)) => file.section(*section, inner)?,
                (None, Some(inner)) if name == "keys" => file.keys(inner)?,
                (None, Some(inner)) if name == "readers" => file.readers(inner)?,
                _ => {
                    if let Some(key) = KEYS.iter().find(|key| key.name == name) {
                        bail!("{name} is a setting of [{}]", key.section.name());
                    }
                    let sections = Section::ALL.iter().map(|(name, _)| *name);
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

    fn section(&mut self, section: Section, table: &toml::Table) -> anyhow::Result<()> {
        let heading = section.name();
        for (name, value) in table {
            let Some(key) = KEYS.iter().find(|key| key.name == name) else {
                let names = KEYS
                    .iter()
                    .filter(|key| key.section == section)
                    .map(|key| key.name);
                bail!("[{heading}]: {}", unknown("setting", name, names));
            };
            if key.section != section {
                bail!(
                    "[{heading}]: {name} is a setting of [{}]",
                    key.section.name()
                );
            }
            let text = typed(value).map_err(|why| anyhow!("[{heading}] {name}: {why}"))?;
            key.check(&text)
                .map_err(|why| anyhow!("[{heading}] {why}"))?;
            let written = value.to_string();
            self.values.push(FileValue { key, text, written });
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
            let keys = keys.map_err(|wrong| anyhow!("[keys] {name}: {wrong}"))?;
            self.keys.insert(entry.command, keys);
        }
        Ok(())
    }
}

/// A value as it would be typed; lists with commas.
fn typed(value: &toml::Value) -> anyhow::Result<String> {
    Ok(match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Boolean(is_on) => is_on.to_string(),
        toml::Value::Array(list) => list
            .iter()
            .map(typed)
            .collect::<anyhow::Result<Vec<_>>>()?
            .join(","),
        _ => bail!("give one value"),
    })
}

/// The text of a file.
fn content(path: &Path) -> anyhow::Result<String> {
    Ok(String::from_utf8(whole_file_of_at_most(path, LONGEST)?)?)
}

/// The one of `names` that is most like `name`, if one is near.
fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let scored = names.map(|candidate| (strsim::jaro_winkler(name, candidate), candidate));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(score, _)| *score >= NEAR)
        .map(|(_, candidate)| candidate)
}

/// A sentence on a name that is none of `names`.
pub fn unknown<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> String {
    match nearest(name, names) {
        Some(near) => format!("no {what} is called {name}; the nearest is {near}"),
        None => format!("no {what} is called {name}; `shinglescope config default` lists all"),
    }
}

/// The config of a run.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The file that was read, if there is one.
    pub file: Option<ConfigFile>,
    /// Why no file is in use, where the screens go on without.
    pub fault: Option<String>,
}

impl Config {
    /// The config of the user, unless another file is named.
    ///
    /// # Errors
    /// A file that cannot be read or has a fault.
    pub fn load(named: Option<&Path>) -> anyhow::Result<Self> {
        let path = named.map(Path::to_owned).or_else(named_file);
        // The user's file need not be there.
        let path = path.or_else(|| user_file().filter(|path| path.symlink_metadata().is_ok()));
        let file = path.map(|path| ConfigFile::read(&path)).transpose()?;
        let config = Config { file, fault: None };
        config.check()?;
        Ok(config)
    }

    /// Checks what the file as a whole must satisfy.
    ///
    /// # Errors
    /// Two commands with the same keys; no theme of the name that the file gives, or a fault in the file of the theme.
    pub fn check(&self) -> anyhow::Result<()> {
        self.keymap()?;
        if let Some(file) = &self.file
            && let Some(name) = file.value("theme")
        {
            let checked = theme(&name.text);
            checked.with_context(|| format!("{}: [screens] theme", file.path.display()))?;
        }
        Ok(())
    }

    /// The keys of the screens.
    ///
    /// # Errors
    /// Two commands have the same keys.
    pub fn keymap(&self) -> anyhow::Result<Keymap> {
        let file = self.file.as_ref();
        let keys = file.map(|file| file.keys.clone()).unwrap_or_default();
        Keymap::with(&keys).map_err(|conflict| {
            let path = file.map(|file| file.path.display().to_string());
            anyhow!("{}: [keys]: {conflict}", path.unwrap_or_default())
        })
    }

    /// The purpose that the file states, else the default.
    pub fn purpose(&self) -> Purpose {
        let file = self.file.as_ref();
        let value = file.and_then(|file| file.value(PURPOSE.option.key()));
        let named = |value: &FileValue| Purpose::from_name(&value.text);
        value.and_then(named).unwrap_or_default()
    }
}

/// The file that `SHINGLESCOPE_CONFIG` names.
fn named_file() -> Option<PathBuf> {
    let named = std::env::var_os("SHINGLESCOPE_CONFIG");
    named.filter(|named| !named.is_empty()).map(PathBuf::from)
}

/// The path of the user's file: what `SHINGLESCOPE_CONFIG` says, else in the config folder of the system; `None` where
/// there is none.
pub fn user_file() -> Option<PathBuf> {
    let folders = || directories::ProjectDirs::from("", "", "shinglescope");
    named_file().or_else(|| Some(folders()?.config_dir().join("config.toml")))
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
    let file = file.ok_or_else(|| anyhow!(palette::unknown(name, &own_themes())))?;
    let shown = || file.display().to_string();
    let text = content(&file).with_context(shown)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Command;

    fn parsed(text: &str) -> anyhow::Result<ConfigFile> {
        ConfigFile::parse(Path::new("config.toml"), text)
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
    fn faults_name_the_thing_and_what_was_meant() {
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

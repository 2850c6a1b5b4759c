//! The keys of config files, with the values that each takes.

use std::sync::LazyLock;

use anyhow::{anyhow, ensure};

use super::super::ranges::threshold;
use crate::config::{AnalysisConfig, CliOption, Purpose, Setting, Value, table};
use crate::settings::DEFAULT_THRESHOLD;
use crate::ui::theme::DEFAULT_THEME;

/// A section of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigSection {
    /// Settings that change figures.
    Settings,
    /// How the program runs.
    Running,
    /// How the screens look.
    Screens,
}

impl ConfigSection {
    /// All, with their names in files.
    pub const ALL: [(&'static str, ConfigSection); 3] = [
        ("settings", ConfigSection::Settings),
        ("running", ConfigSection::Running),
        ("screens", ConfigSection::Screens),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        ConfigSection::ALL[self as usize].0
    }
}

/// The values of a key.
#[derive(Clone, Copy)]
pub enum ValueForm {
    /// The values of a row of the table of settings.
    Row(&'static Setting),
    /// 0 to 1.
    Threshold,
    /// A number of threads; 0: one for each processor.
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
    pub section: ConfigSection,
    /// Its name.
    pub name: &'static str,
    /// Its effect.
    pub about: &'static str,
    /// Its values.
    pub form: ValueForm,
}

fn key(
    section: ConfigSection,
    name: &'static str,
    about: &'static str,
    form: ValueForm,
) -> ConfigKey {
    ConfigKey {
        section,
        name,
        about,
        form,
    }
}

/// All keys that have values, in the order of a file.
pub static KEYS: LazyLock<Vec<ConfigKey>> = LazyLock::new(|| {
    use ConfigSection::{Running, Screens, Settings};
    let about = "Minimum similarity of near-duplicates";
    let mut all = vec![key(Settings, "threshold", about, ValueForm::Threshold)];
    let rows = table::on_screen().chain(table::in_index());
    let rows = rows.chain(table::of_masks());
    for row in rows {
        let name = row.option.key();
        if !all.iter().any(|key| key.name == name) {
            all.push(key(Settings, name, row.help, ValueForm::Row(row)));
        }
    }
    let threads = "Number of threads; 0: one for each processor";
    let calm = "Reduce motion";
    let theme = "Colours; `shinglescope config themes` lists the themes";
    let background = "Background of the terminal: auto, light or dark";
    let color = "Colours: auto, always or never";
    let ascii = "Draw borders and bars with ASCII characters";
    let cursor = "Keep the terminal's cursor on the selected row";
    let mouse = "Clicks and wheel go to the screens";
    let (backgrounds, colors) = (&["auto", "light", "dark"], &["auto", "always", "never"]);
    all.extend([
        key(Running, "threads", threads, ValueForm::Threads),
        key(Running, "reduced-motion", calm, ValueForm::Switch(false)),
        key(Screens, "theme", theme, ValueForm::Theme),
        key(
            Screens,
            "background",
            background,
            ValueForm::Choice(backgrounds),
        ),
        key(Screens, "color", color, ValueForm::Choice(colors)),
        key(Screens, "ascii", ascii, ValueForm::Switch(false)),
        key(Screens, "cursor", cursor, ValueForm::Switch(false)),
        key(Screens, "mouse", mouse, ValueForm::Switch(true)),
    ]);
    all
});

impl ConfigKey {
    /// The default, as it is written in a file.
    pub fn default(&self) -> String {
        match self.form {
            ValueForm::Row(row) => file_value(row, &AnalysisConfig::default()),
            ValueForm::Threshold => DEFAULT_THRESHOLD.to_string(),
            ValueForm::Threads => "0".to_owned(),
            ValueForm::Switch(is_on) => is_on.to_string(),
            ValueForm::Choice(names) => format!("{:?}", names[0]),
            ValueForm::Theme => format!("{DEFAULT_THEME:?}"),
        }
    }

    /// The row of the table of settings.
    pub fn row(&self) -> Option<&'static Setting> {
        match self.form {
            ValueForm::Row(row) => Some(row),
            _ => None,
        }
    }

    /// Checks a value.
    ///
    /// # Errors
    /// The value is invalid; the message has the name of the key and the valid values.
    pub fn check(&self, text: &str) -> anyhow::Result<()> {
        self.check_value(text)
            .map_err(|why| anyhow!("{}: {why}", self.name))
    }

    fn check_value(&self, text: &str) -> anyhow::Result<()> {
        match self.form {
            ValueForm::Row(row) => row.assign(&mut AnalysisConfig::default(), text)?,
            ValueForm::Threshold => drop(threshold(text)?),
            ValueForm::Threads => {
                let threads = text.parse::<u16>().is_ok_and(|threads| threads <= 1024);
                ensure!(threads, "give a number from 0 to 1024");
            }
            ValueForm::Switch(_) => ensure!(text.parse::<bool>().is_ok(), "give true or false"),
            ValueForm::Choice(names) => {
                ensure!(names.contains(&text), "one of {}", names.join(", "))
            }
            ValueForm::Theme => ensure!(!text.is_empty(), "give a name"),
        }
        Ok(())
    }
}

fn file_value(row: &Setting, config: &AnalysisConfig) -> String {
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

/// A file with the settings of documents, terms, sketches and the pair search of `config`, and the threshold. It
/// includes defaults, so that no other file can change them.
pub fn file_of(config: &AnalysisConfig, threshold: f64) -> String {
    let method = config.method_config.method;
    let mut text = format!("[settings]\nthreshold = {threshold}\n");
    for row in KEYS.iter().filter_map(ConfigKey::row) {
        if row.methods.is_empty() || row.methods.contains(&method) {
            text += &format!("{} = {}\n", row.option.key(), file_value(row, config));
        }
    }
    text
}

/// The defaults of copied text that differ from the general defaults, as written in a file.
pub fn of_copied_text() -> Vec<(&'static str, String)> {
    let mut config = AnalysisConfig::default();
    config.adopt(Purpose::CopiedText);
    let rows = KEYS.iter().filter_map(ConfigKey::row);
    let differing = rows.filter(|row| row.value(&config) != row.value(&AnalysisConfig::default()));
    let threshold = ("threshold", Purpose::CopiedText.threshold().to_string());
    let differing = differing.map(|row| (row.option.key(), file_value(row, &config)));
    std::iter::once(threshold).chain(differing).collect()
}

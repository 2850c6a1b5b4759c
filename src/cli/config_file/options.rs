//! Which options of the command line a config file can set: the rows of the table of settings, and a few of how the
//! program runs and looks.

use std::sync::LazyLock;

use anyhow::{Context, bail};

use super::super::args::common::threshold;
use crate::candidates::banding::Banding;
use crate::config::table::{self, BANDS, PURPOSE};
use crate::config::{AnalysisConfig, CliOption, Purpose, Setting, Value};
use crate::evidence::CopiedTextConfig;
use crate::settings::{DEFAULT_THRESHOLD, STOPWORD_LISTS};

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
        let known = Section::ALL.iter().find(|(_, section)| *section == self);
        known.map_or("", |(name, _)| name)
    }
}

/// What values an option has in a file.
#[derive(Clone, Copy)]
enum Form {
    /// A row of the table of settings.
    Row(&'static Setting),
    /// 0 to 1.
    Threshold,
    /// How many.
    Threads,
    /// On or off: an option without a value.
    Switch(&'static str),
    /// On unless this option is given.
    Unless(&'static str),
    /// `auto`, `light` or `dark`.
    Background,
    /// `auto`, `always` or `never`.
    Color,
}

/// An option that a file can set.
pub struct FileOption {
    /// Its section.
    pub section: Section,
    /// Its name there.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its default, as it is written in a file.
    pub default: String,
    form: Form,
}

/// An option of the command line and the values that a file gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Long name.
    pub long: String,
    /// Values.
    pub values: Vec<String>,
}

/// All options that a file can set, in the order of a file.
pub static OPTIONS: LazyLock<Vec<FileOption>> = LazyLock::new(|| {
    let own = |section, name, about, default: &str, form| FileOption {
        section,
        name,
        about,
        default: default.to_owned(),
        form,
    };
    let threshold = DEFAULT_THRESHOLD.to_string();
    let mut all = vec![own(
        Section::Settings,
        "threshold",
        "Least similarity of near-duplicates",
        &threshold,
        Form::Threshold,
    )];
    let rows = table::on_screen()
        .chain(table::in_store())
        .chain(table::of_masks());
    for row in rows {
        let name = row.option.long();
        if name.is_empty() || all.iter().any(|known| known.name == name) {
            continue;
        }
        all.push(FileOption {
            section: Section::Settings,
            name,
            about: row.help,
            default: written(row, &AnalysisConfig::default()),
            form: Form::Row(row),
        });
    }
    let motion = "Let nothing move by itself";
    let ascii = "Draw borders and bars with ASCII characters";
    all.extend([
        own(
            Section::Running,
            "threads",
            "Threads to use; 0 for one a processor",
            "0",
            Form::Threads,
        ),
        own(
            Section::Running,
            "reduced-motion",
            motion,
            "false",
            Form::Switch("reduced-motion"),
        ),
        own(
            Section::Screens,
            "background",
            "Background of the terminal: auto, light or dark",
            "\"auto\"",
            Form::Background,
        ),
        own(
            Section::Screens,
            "color",
            "Colours: auto, always or never",
            "\"auto\"",
            Form::Color,
        ),
        own(
            Section::Screens,
            "ascii",
            ascii,
            "false",
            Form::Switch("ascii"),
        ),
        own(
            Section::Screens,
            "cursor",
            "Keep the terminal's cursor on the selected row",
            "false",
            Form::Switch("cursor"),
        ),
        own(
            Section::Screens,
            "mouse",
            "Clicks and wheel go to the screens",
            "true",
            Form::Unless("no-mouse"),
        ),
    ]);
    all
});

/// The value of a setting as it is written in a file.
fn written(row: &Setting, config: &AnalysisConfig) -> String {
    let string = |text: String| toml::Value::String(text);
    let value = match row.option {
        CliOption::Flag(_) => toml::Value::Boolean(row.value(config) == Value::Name(1)),
        CliOption::List(..) => {
            let names = config.settings.normalisation.drop_stopwords.iter();
            toml::Value::Array(names.cloned().map(string).collect())
        }
        _ => match row.value(config) {
            Value::Number(number) => return number.to_string(),
            Value::Probability(share) => return share.to_string(),
            value => string(row.print(&value)),
        },
    };
    value.to_string()
}

/// What `for = "copied-text"` begins with, beside itself: the settings that are others then, with the values that a file
/// would give them.
pub fn of_copied_text() -> Vec<(&'static FileOption, String)> {
    let usual = AnalysisConfig::default();
    let mut copied = AnalysisConfig::default();
    copied.adopt(Purpose::CopiedText);
    let value = |option: &'static FileOption| match option.form {
        Form::Threshold => Some(CopiedTextConfig::default().share.to_string()),
        Form::Row(row) if *row != PURPOSE && row.value(&copied) != row.value(&usual) => {
            Some(written(row, &copied))
        }
        _ => None,
    };
    let options = OPTIONS.iter();
    options
        .filter_map(|option| Some((option, value(option)?)))
        .collect()
}

/// A file that gives the settings of documents, terms, sketches and the pair search of `config`, and the threshold; those
/// with their default too, so that no other file gives another value.
pub fn file_of(config: &AnalysisConfig, threshold: f64) -> String {
    let method = config.method_config.method;
    let mut text = format!("[settings]\nthreshold = {threshold}\n");
    for option in OPTIONS.iter() {
        let Form::Row(row) = option.form else {
            continue;
        };
        let applies = row.methods.is_empty() || row.methods.contains(&method);
        if applies {
            text.push_str(&format!("{} = {}\n", option.name, written(row, config)));
        }
    }
    text
}

impl FileOption {
    /// The options of the command line that a value in a file stands for. Without a value an option is not given.
    ///
    /// # Errors
    /// A sentence on the values that there are.
    pub fn given(&self, value: &toml::Value) -> anyhow::Result<Vec<Given>> {
        let one = |long: &str, value: String| {
            vec![Given {
                long: long.to_owned(),
                values: vec![value],
            }]
        };
        let boolean = || value.as_bool().context("give true or false");
        match self.form {
            Form::Threshold => {
                let text = plain(value)?;
                threshold(&text)?;
                Ok(one(self.name, text))
            }
            Form::Threads => match value.as_integer() {
                Some(0) => Ok(Vec::new()),
                Some(n @ 1..=1024) => Ok(one(self.name, n.to_string())),
                _ => bail!("give a number from 0 to 1024"),
            },
            Form::Switch(long) => Ok(match boolean()? {
                true => one(long, "true".to_owned()),
                false => Vec::new(),
            }),
            Form::Unless(long) => Ok(match boolean()? {
                true => Vec::new(),
                false => one(long, "true".to_owned()),
            }),
            Form::Color => match value.as_str() {
                Some("auto") => Ok(Vec::new()),
                Some(when @ ("always" | "never")) => Ok(one("color", when.to_owned())),
                _ => bail!("one of auto, always, never"),
            },
            Form::Background => match value.as_str() {
                Some("auto") => Ok(Vec::new()),
                Some(background @ ("light" | "dark")) => Ok(one(background, "true".to_owned())),
                _ => bail!("one of auto, light, dark"),
            },
            Form::Row(row) => of_row(row, value),
        }
    }
}

fn of_row(row: &'static Setting, value: &toml::Value) -> anyhow::Result<Vec<Given>> {
    let long = row.option.long();
    let given = |long: &str, values| Given {
        long: long.to_owned(),
        values,
    };
    match row.option {
        CliOption::Flag(_) => match value.as_bool() {
            Some(true) => Ok(vec![given(long, vec!["true".to_owned()])]),
            // A file of more weight can take a setting back.
            Some(false) => Ok(vec![given(long, vec!["false".to_owned()])]),
            None => bail!("give true or false"),
        },
        CliOption::List(..) => {
            let list = value.as_array().context("give a list like [\"en\"]")?;
            let names = list.iter().map(plain).collect::<anyhow::Result<Vec<_>>>()?;
            match names
                .iter()
                .find(|name| !STOPWORD_LISTS.contains(&name.as_str()))
            {
                Some(_) => bail!("there are {}", STOPWORD_LISTS.join(", ")),
                None => Ok(vec![given(long, names)]),
            }
        }
        _ => {
            let text = plain(value)?;
            let mut config = AnalysisConfig::default();
            row.set_text(&mut config, &text)?;
            match row.value(&config) {
                Value::Auto if *row == BANDS => {
                    Ok(vec![given(long, Vec::new()), given("rows", Vec::new())])
                }
                Value::Auto => Ok(vec![given(long, Vec::new())]),
                Value::Banding(Banding { bands, rows }) if *row == BANDS => Ok(vec![
                    given(long, vec![bands.to_string()]),
                    given("rows", vec![rows.to_string()]),
                ]),
                _ => Ok(vec![given(long, vec![text])]),
            }
        }
    }
}

/// A single value as it would be typed.
fn plain(value: &toml::Value) -> anyhow::Result<String> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Float(number) => Ok(number.to_string()),
        toml::Value::Boolean(_) => bail!("no true or false is meant here"),
        _ => bail!("give one value"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_a_value() {
        for option in OPTIONS.iter() {
            let parsed: toml::Table = toml::from_str(&format!("x = {}", option.default)).unwrap();
            let given = option.given(&parsed["x"]);
            assert!(
                given.is_ok(),
                "{} = {}: {given:?}",
                option.name,
                option.default
            );
        }
    }

    #[test]
    fn wrong_values_say_which_there_are() {
        let of = |name: &str, value: toml::Value| {
            let option = OPTIONS.iter().find(|option| option.name == name).unwrap();
            option.given(&value).unwrap_err().to_string()
        };
        assert!(of("k", 0.into()).contains("number from 1"));
        assert!(of("threshold", 1.5.into()).contains("between 0 and 1"));
        assert!(of("method", "magic".into()).starts_with("one of "));
        assert!(of("bag", "yes".into()).contains("true or false"));
        assert!(of("drop-stopwords", "en".into()).contains("list"));
        assert!(of("background", true.into()).contains("auto"));
        assert!(of("threads", (-1).into()).contains("0 to 1024"));
    }
}

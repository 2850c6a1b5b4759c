//! A row of the table of settings: name and values of a setting, access to its value, parsing and printing.

use std::fmt;

use thiserror::Error;

use super::AnalysisConfig;
use crate::candidates::Method;
use crate::candidates::banding::Banding;
use crate::settings::{Reading, STOPWORD_LISTS};

/// The automatic value.
const AUTO: &str = "auto";

/// Reads a value from a config.
pub(super) type Get<T> = fn(&AnalysisConfig) -> T;
/// Writes a value into a config.
pub(super) type Set<T> = fn(&mut AnalysisConfig, T);

/// A setting.
pub struct Setting {
    /// Name in the dialog; unique.
    pub name: &'static str,
    /// Heading of the group in the dialog and in the help of the command line.
    pub group: &'static str,
    /// One sentence with the source; empty for settings of reading, which no dialog shows.
    pub about: &'static str,
    /// The methods that have this setting; empty if it applies to all.
    pub methods: &'static [Method],
    /// The possible values.
    pub kind: ValueKind,
    /// How the program chooses a value; `None` if it never does.
    pub(super) auto: Option<Auto>,
    /// Narrower bounds of a typed number; these depend on the rest of the config.
    pub(super) limits: Option<Get<(u64, u64)>>,
    /// The key and the command-line option.
    pub option: CliOption,
    /// Help of the option and in config files, without the default.
    pub help: &'static str,
}

/// The values of a setting.
pub enum ValueKind {
    /// A whole number; `None` is automatic.
    Number {
        /// Minimum and maximum value.
        bounds: (u64, u64),
        /// The values to step through, ascending.
        stops: &'static [u64],
        /// Reads the value.
        get: Get<Option<u64>>,
        /// Writes the value.
        set: Set<u64>,
    },
    /// A probability above 0 and below 1: values to step through, getter, setter.
    Probability(&'static [f64], Get<f64>, Set<f64>),
    /// Bands and rows of LSH, which the program may choose.
    Banding,
    /// One of a few values with names. For a flag, the second value is on.
    OneOf(&'static dyn Named),
    /// Any text, with access to its field.
    Text(fn(&mut Reading) -> &mut String),
}

/// The automatic value of a setting.
#[derive(Clone, Copy)]
pub(super) struct Auto {
    /// Makes the value automatic.
    pub(super) set: fn(&mut AnalysisConfig),
    /// The value that the program chooses at a threshold.
    pub(super) chosen: fn(&AnalysisConfig, f64) -> Value,
}

/// The key of a setting, which config files and `--set KEY=VALUE` use, and its own command-line option if it has one.
#[derive(Clone, Copy, Debug)]
pub enum CliOption {
    /// An option with the placeholder of its value, `--k N`.
    Value(&'static str, &'static str),
    /// An option without a value, `--bag`.
    Flag(&'static str),
    /// No option: `--set recall=0.9`.
    Set(&'static str),
    /// No option, true or false: `--set keep-case=true`.
    Switch(&'static str),
    /// No option, a list: `--set drop-stopwords=en,de`.
    List(&'static str),
}

impl CliOption {
    /// The key.
    pub fn key(self) -> &'static str {
        match self {
            CliOption::Value(key, _) | CliOption::Flag(key) | CliOption::Set(key) => key,
            CliOption::Switch(key) | CliOption::List(key) => key,
        }
    }

    /// Whether the values are true and false.
    pub fn is_switch(self) -> bool {
        matches!(self, CliOption::Flag(_) | CliOption::Switch(_))
    }
}

/// A value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// The program chooses.
    Auto,
    /// A whole number.
    Number(u64),
    /// A probability.
    Probability(f64),
    /// Bands and rows.
    Banding(Banding),
    /// The index of a name.
    Name(usize),
    /// A text.
    Text(String),
}

/// Error message for a value that a setting does not accept.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{0}")]
pub struct WrongValue(String);

/// A setting with named values of some type.
pub(super) struct OneOf<T: 'static> {
    pub(super) all: &'static [(&'static str, T)],
    pub(super) meaning: Meaning<T>,
    pub(super) get: Get<T>,
    pub(super) set: Set<T>,
}

/// The meanings of the values of a [`OneOf`].
pub(super) enum Meaning<T: 'static> {
    /// Their names suffice.
    InName,
    /// One description for each.
    Each(&'static [&'static str]),
    /// A function that describes a value.
    Of(fn(&T) -> String),
}

/// `OneOf` without its type parameter.
pub trait Named: Sync {
    /// The names, in display order.
    fn names(&self) -> Vec<&'static str>;
    /// The index of the value in a config; the number of names if the value has no name.
    fn index(&self, config: &AnalysisConfig) -> usize;
    /// Puts the value with this index into a config. Returns `false` if no value has this index.
    fn choose(&self, config: &mut AnalysisConfig, index: usize) -> bool;
    /// The meaning of the value with this index; empty if its name is sufficient.
    fn meaning(&self, index: usize) -> String;
}

impl<T: Copy + PartialEq + Sync> Named for OneOf<T> {
    fn names(&self) -> Vec<&'static str> {
        self.all.iter().map(|(name, _)| *name).collect()
    }

    fn index(&self, config: &AnalysisConfig) -> usize {
        let value = (self.get)(config);
        let index = self.all.iter().position(|(_, other)| *other == value);
        index.unwrap_or(self.all.len())
    }

    fn choose(&self, config: &mut AnalysisConfig, index: usize) -> bool {
        let choice = self.all.get(index);
        choice
            .map(|(_, value)| (self.set)(config, *value))
            .is_some()
    }

    fn meaning(&self, index: usize) -> String {
        match (&self.meaning, self.all.get(index)) {
            (Meaning::Each(all), _) => all.get(index).copied().unwrap_or_default().to_owned(),
            (Meaning::Of(meaning), Some((_, value))) => meaning(value),
            _ => String::new(),
        }
    }
}

impl Setting {
    /// Template of a row.
    pub(super) const ROW: Setting = Setting {
        name: "",
        group: "Finding",
        about: "",
        methods: &[],
        kind: ValueKind::Banding,
        auto: None,
        limits: None,
        option: CliOption::Flag(""),
        help: "",
    };

    /// The method, if only one has this setting. Screens show the setting only with this method.
    pub fn only(&self) -> Option<Method> {
        match self.methods {
            [method] => Some(*method),
            _ => None,
        }
    }

    /// The value in `config`.
    pub fn value(&self, config: &AnalysisConfig) -> Value {
        match &self.kind {
            ValueKind::Number { get, .. } => get(config).map_or(Value::Auto, Value::Number),
            ValueKind::Probability(_, get, _) => Value::Probability(get(config)),
            ValueKind::Banding => {
                let banding = config.method_config.banding;
                banding.map_or(Value::Auto, Value::Banding)
            }
            ValueKind::OneOf(named) => Value::Name(named.index(config)),
            ValueKind::Text(field) => {
                Value::Text(field(&mut config.settings.reading.clone()).clone())
            }
        }
    }

    /// The value in `config` as text.
    pub fn text(&self, config: &AnalysisConfig) -> String {
        self.print(&self.value(config))
    }

    /// The value in effect at `threshold` if the setting is automatic, `None` otherwise.
    pub fn automatic(&self, config: &AnalysisConfig, threshold: f64) -> Option<Value> {
        let auto = self.auto.filter(|_| self.value(config) == Value::Auto);
        auto.map(|auto| (auto.chosen)(config, threshold))
    }

    /// The values that Left and Right step through; may depend on the rest of `config`.
    pub fn values(&self, config: &AnalysisConfig) -> Vec<Value> {
        let mut values = Vec::from_iter(self.auto.map(|_| Value::Auto));
        match &self.kind {
            ValueKind::Number { stops, .. } => {
                let (min, max) = self.bounds(config);
                let stops = stops.iter().filter(|n| (min..=max).contains(n));
                values.extend(stops.copied().map(Value::Number));
            }
            ValueKind::Probability(stops, ..) => {
                values.extend(stops.iter().copied().map(Value::Probability));
            }
            ValueKind::Banding => {
                let all = bandings(config.settings.sketching.permutations);
                values.extend(all.map(Value::Banding));
            }
            ValueKind::OneOf(named) => values.extend((0..named.names().len()).map(Value::Name)),
            ValueKind::Text(..) => {}
        }
        values
    }

    /// The meaning of a value; empty if its name is sufficient.
    pub fn meaning(&self, value: &Value) -> String {
        match (&self.kind, value) {
            (ValueKind::OneOf(named), Value::Name(index)) => named.meaning(*index),
            _ => String::new(),
        }
    }

    /// A value as text.
    pub fn print(&self, value: &Value) -> String {
        match value {
            Value::Auto => AUTO.to_owned(),
            Value::Number(n) => n.to_string(),
            Value::Probability(p) => p.to_string(),
            Value::Banding(Banding { bands, rows }) => format!("{bands}×{rows}"),
            Value::Text(text) => text.clone(),
            Value::Name(index) => {
                let name = self.names().get(*index).copied();
                name.unwrap_or("?").to_owned()
            }
        }
    }

    /// Whether a value can be typed: a number, bands × rows, or a text.
    pub fn typed(&self) -> bool {
        !matches!(self.kind, ValueKind::OneOf(_))
    }

    /// Whether the values are ordered numbers rather than names.
    pub fn ordered(&self) -> bool {
        self.names().iter().all(|name| name.parse::<u64>().is_ok())
    }

    /// The names of the values; empty if the values have no names.
    fn names(&self) -> Vec<&'static str> {
        match self.kind {
            ValueKind::OneOf(named) => named.names(),
            _ => Vec::new(),
        }
    }

    /// Whether `c` can be part of a typed value.
    pub fn takes(&self, c: char) -> bool {
        let in_auto = self.auto.is_some() && AUTO.contains(c);
        let times = matches!(self.kind, ValueKind::Banding) && matches!(c, 'x' | 'X' | '×' | '*');
        self.typed() && (c.is_ascii_digit() || c == '.' || in_auto || times)
    }

    /// Parses a typed value and puts it into `config`.
    ///
    /// # Errors
    /// The value is invalid; the message lists the valid values.
    pub fn set_text(&self, config: &mut AnalysisConfig, text: &str) -> Result<(), WrongValue> {
        let text = text.trim();
        let value = match &self.kind {
            _ if self.auto.is_some() && text == AUTO => Some(Value::Auto),
            ValueKind::Number { .. } => {
                let (min, max) = self.bounds(config);
                let number = text.parse().ok().filter(|n| (min..=max).contains(n));
                number.map(Value::Number)
            }
            ValueKind::Probability(..) => text.parse().ok().map(Value::Probability),
            ValueKind::Banding => {
                let (banding, values) = (banding(text), config.settings.sketching.permutations);
                if let Some(Banding { bands, rows }) = banding
                    && bands.saturating_mul(rows) > values
                {
                    let required = bands.saturating_mul(rows);
                    return Err(WrongValue(format!(
                        "{bands}×{rows} takes {required} values, but a sketch has {values}"
                    )));
                }
                banding.map(Value::Banding)
            }
            ValueKind::OneOf(_) => {
                let index = self.names().iter().position(|name| *name == text);
                index.map(Value::Name)
            }
            ValueKind::Text(..) => Some(Value::Text(text.to_owned())),
        };
        let value = value.ok_or_else(|| self.wrong_value(config))?;
        self.set(config, value)
    }

    /// Parses a value from `--set` or a config file and puts it into `config`: true or false for a switch, a list with
    /// commas, any other value as in [`Setting::set_text`].
    ///
    /// # Errors
    /// The value is invalid; the message lists the valid values.
    pub fn assign(&self, config: &mut AnalysisConfig, text: &str) -> Result<(), WrongValue> {
        if let CliOption::List(_) = self.option {
            let names = text
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty());
            let names: Vec<String> = names.map(str::to_owned).collect();
            if !names.iter().all(|name| STOPWORD_LISTS.contains(&&**name)) {
                let lists = STOPWORD_LISTS.join(", ");
                return Err(WrongValue(format!("there are {lists}")));
            }
            config.settings.normalisation.drop_stopwords = names;
            return Ok(());
        }
        if !self.option.is_switch() {
            return self.set_text(config, text);
        }
        match text.trim().parse::<bool>() {
            Ok(enabled) => self.set(config, Value::Name(usize::from(enabled))),
            Err(_) => Err(WrongValue("give true or false".to_owned())),
        }
    }

    /// The value in `config` in the syntax of [`Setting::assign`].
    pub fn assigned(&self, config: &AnalysisConfig) -> String {
        match (self.option, self.value(config)) {
            (CliOption::List(_), _) => config.settings.normalisation.drop_stopwords.join(","),
            (option, value) if option.is_switch() => (value == Value::Name(1)).to_string(),
            (_, Value::Banding(Banding { bands, rows })) => format!("{bands}x{rows}"),
            (_, value) => self.print(&value),
        }
    }

    /// Puts a value into `config`.
    ///
    /// # Errors
    /// The setting does not accept the value.
    pub fn set(&self, config: &mut AnalysisConfig, value: Value) -> Result<(), WrongValue> {
        match (&self.kind, value) {
            (ValueKind::Number { bounds, set, .. }, Value::Number(n))
                if (bounds.0..=bounds.1).contains(&n) =>
            {
                set(config, n);
            }
            (ValueKind::Probability(.., set), Value::Probability(p)) if p > 0.0 && p < 1.0 => {
                set(config, p);
            }
            (ValueKind::Banding, Value::Banding(banding)) => {
                config.method_config.banding = Some(banding);
            }
            (ValueKind::OneOf(named), Value::Name(index)) if named.choose(config, index) => {}
            (ValueKind::Text(field), Value::Text(text)) => {
                *field(&mut config.settings.reading) = text;
            }
            (_, Value::Auto) => {
                let auto = self.auto.ok_or_else(|| self.wrong_value(config))?;
                (auto.set)(config);
            }
            _ => return Err(self.wrong_value(config)),
        }
        Ok(())
    }

    /// Resets the setting to its default for the purpose of the config.
    pub fn reset(&self, config: &mut AnalysisConfig) {
        let mut default = AnalysisConfig::default();
        default.adopt(config.purpose);
        // Cannot fail: a default is a valid value.
        let _ = self.set(config, self.value(&default));
    }

    /// The bounds of a typed number.
    fn bounds(&self, config: &AnalysisConfig) -> (u64, u64) {
        let ValueKind::Number { bounds, .. } = &self.kind else {
            return (0, u64::MAX);
        };
        let (min, max) = self.limits.map_or(*bounds, |limits| limits(config));
        (bounds.0.max(min), bounds.1.min(max))
    }

    fn wrong_value(&self, config: &AnalysisConfig) -> WrongValue {
        WrongValue(match &self.kind {
            ValueKind::Number { .. } => {
                let (min, max) = self.bounds(config);
                format!("type a number from {min} to {max}")
            }
            ValueKind::Probability(..) => {
                "type a probability above 0 and below 1, like 0.99".into()
            }
            ValueKind::Banding => "type bands and rows like 20x10, or auto".into(),
            ValueKind::OneOf(_) => format!("one of {}", self.names().join(", ")),
            ValueKind::Text(..) => "type a text".into(),
        })
    }
}

/// Settings are compared by their names.
impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Setting {}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// All bandings of sketches with `values` values that have the maximum number of rows for their number of bands; least
/// strict first.
fn bandings(values: usize) -> impl Iterator<Item = Banding> {
    let with_rows = move |rows: usize| Banding {
        bands: values / rows,
        rows,
    };
    let can_grow = move |banding: &Banding| {
        banding.rows < values && with_rows(banding.rows + 1).bands == banding.bands
    };
    (1..=values).map(with_rows).filter(move |b| !can_grow(b))
}

/// Parses `20x10`; accepts several multiplication signs.
fn banding(text: &str) -> Option<Banding> {
    let number = |text: &str| text.trim().parse().ok().filter(|n| *n > 0);
    let (bands, rows) = text.split_once(['x', 'X', '×', '*'])?;
    Some(Banding {
        bands: number(bands)?,
        rows: number(rows)?,
    })
}

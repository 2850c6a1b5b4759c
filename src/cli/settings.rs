//! Options of the command line that are made from the table of settings, and `--set` for any of its rows.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

use super::config_file::{ConfigKey, KEYS, unknown};
use super::ranges::threshold;
use crate::candidates::super_shingles::{ALTAVISTA_VALUES, SuperShingles};
use crate::candidates::{Method, MethodConfig};
use crate::cluster::{DecidedDifferent, Linkage};
use crate::config::table::{
    self, BAG, BITS, DECIDED_DIFFERENT, K, LINKAGE, MEASURE, METHOD, NEEDED, PERMUTATIONS, PURPOSE,
    SKETCH, SUPER_SHINGLES, UNIT, WIDTH,
};
use crate::config::{AnalysisConfig, CliOption, Purpose, Setting, ValueKind};
use crate::settings::{Settings, Sketching};

/// Id of the option `--set`.
pub const SET: &str = "set";

/// Id of a hidden option whose default are the values of the config file.
pub const OF_FILE: &str = "of-file";

/// A key of the config file with a value: of `--set`, or of the file itself.
#[derive(Clone)]
pub struct Assignment {
    /// The key.
    pub key: &'static ConfigKey,
    /// The value.
    pub text: String,
    /// Whether the command has this setting.
    is_used: Arc<AtomicBool>,
}

impl Assignment {
    /// Whether the command has this setting.
    pub fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Relaxed)
    }

    fn mark_used(&self) {
        self.is_used.store(true, Ordering::Relaxed);
    }
}

impl fmt::Debug for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key.name, self.text)
    }
}

/// Parser of `NAME=VALUE`, which completes the names.
#[derive(Clone)]
pub struct AssignmentParser {
    /// Whether it is of `--set`, not of a config file: what has an option on every command is no setting there.
    pub is_typed: bool,
}

impl TypedValueParser for AssignmentParser {
    type Value = Assignment;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Assignment, Error> {
        let is_typed = self.is_typed;
        let parser = move |text: &str| -> anyhow::Result<Assignment> {
            let (name, text) = text
                .split_once('=')
                .ok_or_else(|| anyhow::anyhow!("write NAME=VALUE, for example k=5"))?;
            let name = name.trim();
            let names = KEYS.iter().map(|key| key.name);
            let key = KEYS.iter().find(|key| key.name == name);
            let key = key.ok_or_else(|| anyhow::anyhow!(unknown("setting", name, names)))?;
            anyhow::ensure!(!(is_typed && key.has_option()), "give --{name}");
            key.check(text)?;
            Ok(Assignment {
                key,
                text: text.to_owned(),
                is_used: Arc::new(AtomicBool::new(!key.is_of_commands())),
            })
        };
        parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let keys = KEYS.iter().filter(|key| !key.has_option());
        let names = keys.map(|key| PossibleValue::new(format!("{}=", key.name)));
        Some(Box::new(names))
    }
}

/// Rows of the table.
pub trait Rows {
    /// The rows.
    fn rows() -> impl Iterator<Item = &'static Setting>;
}

/// Makes sets of rows and the options for them.
macro_rules! table_options {
    ($($(#[$doc:meta])* $options:ident of $rows:ident: $of_table:expr;)*) => {$(
        $(#[$doc])*
        pub type $options = TableOptions<$rows>;

        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $rows;

        impl Rows for $rows {
            fn rows() -> impl Iterator<Item = &'static Setting> {
                $of_table
            }
        }
    )*};
}

table_options! {
    /// Settings that change figures: those recorded in the store.
    SettingsArgs of InStore: table::in_store();
    /// Settings that no sweep varies.
    OtherSettings of NotSwept: table::in_store().filter(|row| ![&K, &UNIT, &BAG, &SKETCH, &PERMUTATIONS, &BITS].contains(row));
    /// How shared runs become passages.
    BridgingArgs of Passages: table::of_passages();
    /// What is excluded from the comparison, of the settings in the table.
    MaskSettings of OfMasks: table::of_masks();
    /// The purpose alone, for commands that search no pairs.
    PurposeArgs of OnlyPurpose: [&PURPOSE].into_iter();
    /// The purpose and the measure, for queries.
    QuerySettings of PurposeAndMeasure: [&PURPOSE, &MEASURE].into_iter();
    /// Whether decisions part clusters.
    DecidedArgs of OnlyDecided: [&DECIDED_DIFFERENT].into_iter();
    /// The settings of the pair search.
    PairSearchOptions of PairSearch: table::of_pair_search();
    /// The linkage.
    LinkageOptions of OnlyLinkage: [&LINKAGE].into_iter();
    /// All settings.
    AllSettings of All: table::all();
}

impl TableOptions<OnlyDecided> {
    /// What becomes of pairs that are decided to be different, as an option or a config file says.
    pub fn stated(&self) -> Option<DecidedDifferent> {
        self.has_value.then_some(self.config.decided_different)
    }
}

/// The options for rows of the table.
#[derive(Clone, Debug)]
pub struct TableOptions<R> {
    /// The settings that they give, with defaults for all others.
    pub config: AnalysisConfig,
    /// The settings that were given on the command line, in the order of the table.
    pub(super) typed_settings: Vec<&'static Setting>,
    /// Whether any has a value on the command line or in a config file.
    has_value: bool,
    rows: PhantomData<R>,
}

impl<R> TableOptions<R> {
    /// The settings given by these options, with defaults for all others.
    pub fn settings(&self) -> Settings {
        self.config.settings.clone()
    }
}

impl<R: Rows> Args for TableOptions<R> {
    fn augment_args(command: Command) -> Command {
        with_file_values(command.args(R::rows().filter_map(argument)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Adds the option whose default are the values of the config file.
fn with_file_values(command: Command) -> Command {
    if command.get_arguments().any(|arg| arg.get_id() == OF_FILE) {
        return command;
    }
    let arg = Arg::new(OF_FILE).long(OF_FILE).hide(true);
    command.arg(
        arg.action(ArgAction::Append)
            .value_parser(AssignmentParser { is_typed: false }),
    )
}

impl<R: Rows> FromArgMatches for TableOptions<R> {
    /// Config file values come before those of the command line. What `--for copied-text` begins with comes before what a
    /// config file says of it, unless this file asks for copied text.
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut options = TableOptions {
            config: AnalysisConfig::default(),
            typed_settings: Vec::new(),
            has_value: false,
            rows: PhantomData,
        };
        let wrong =
            |message: String| Error::raw(ErrorKind::ValueValidation, format!("{message}\n"));
        let typed_purpose = typed(matches, &PURPOSE);
        let config = &mut options.config;
        for purpose in typed_purpose
            .iter()
            .map(|(_, text)| text.as_str())
            .chain(of_file(matches, &PURPOSE))
            .take(1)
        {
            PURPOSE
                .assign(config, purpose)
                .map_err(|why| wrong(why.to_string()))?;
        }
        let begins = typed_purpose.is_some() && config.purpose == Purpose::CopiedText;
        // The limits of others depend on these.
        let context = [&K, &PERMUTATIONS]
            .into_iter()
            .filter(|row| !R::rows().any(|own| own == *row));
        let rows: Vec<(&Setting, bool)> = context
            .map(|row| (row, false))
            .chain(R::rows().map(|row| (row, true)))
            .collect();
        for (row, is_own) in &rows {
            let text = of_file(matches, row)
                .filter(|_| !(begins && [&K, &MEASURE, &PURPOSE].contains(row)));
            let Some(text) = text else { continue };
            options.has_value |= is_own;
            let assigned = row.assign(config, text);
            assigned.map_err(|why| {
                wrong(format!(
                    "[settings] {} of the config file: {why}",
                    row.option.key()
                ))
            })?;
            used(matches, OF_FILE, row.option.key());
        }
        for (row, is_own) in rows {
            let Some((name, text)) = typed(matches, row) else {
                continue;
            };
            if is_own {
                options.typed_settings.push(row);
                options.has_value = true;
                used(matches, SET, row.option.key());
            }
            let assigned = row.assign(config, &text);
            assigned.map_err(|why| wrong(format!("{name}: {why}")))?;
        }
        Ok(options)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The values that `--set` or the config file gives to a key.
fn assignments<'m>(
    matches: &'m ArgMatches,
    id: &str,
    key: &'m str,
) -> impl DoubleEndedIterator<Item = &'m Assignment> {
    let all = matches.try_get_many::<Assignment>(id).ok().flatten();
    all.into_iter()
        .flatten()
        .filter(move |assignment| assignment.key.name == key)
}

fn used(matches: &ArgMatches, id: &str, key: &str) {
    assignments(matches, id, key).for_each(Assignment::mark_used);
}

fn of_file<'m>(matches: &'m ArgMatches, row: &Setting) -> Option<&'m str> {
    let mut values = assignments(matches, OF_FILE, row.option.key());
    values
        .next_back()
        .map(|assignment| assignment.text.as_str())
}

/// The value that the command line gives to a setting, after the name under which it does.
fn typed(matches: &ArgMatches, row: &Setting) -> Option<(String, String)> {
    let key = row.option.key();
    let option = match row.option {
        CliOption::Value(..) => matches.try_get_one::<String>(key).ok().flatten().cloned(),
        CliOption::Flag(_) => matches
            .try_get_one::<bool>(key)
            .ok()
            .flatten()
            .filter(|enabled| **enabled)
            .map(bool::to_string),
        _ => None,
    };
    let set = || {
        Some((
            format!("--set {key}"),
            assignments(matches, SET, key).next_back()?.text.clone(),
        ))
    };
    option.map(|text| (format!("--{key}"), text)).or_else(set)
}

/// The option of a setting, if it has one of its own.
fn argument(row: &'static Setting) -> Option<Arg> {
    let key = row.option.key();
    let default = row.value(&AnalysisConfig::default());
    let arg = Arg::new(key).long(key).help_heading(row.group);
    match row.option {
        CliOption::Flag(_) => Some(arg.help(row.help).action(ArgAction::SetTrue)),
        CliOption::Value(_, name) => {
            let default = match row.print(&default) {
                _ if row.help.contains("[default: ") => String::new(),
                text if text.is_empty() => text,
                text => format!(" [default: {text}]"),
            };
            let arg = arg.help(format!("{}{default}", row.help));
            Some(arg.value_name(name).value_parser(parser(row)))
        }
        _ => None,
    }
}

/// The parser of a setting's values, which are checked again with the others.
fn parser(row: &'static Setting) -> ValueParser {
    let ValueKind::OneOf(named) = &row.kind else {
        let check = |text: &str| {
            let assigned = row.assign(&mut AnalysisConfig::default(), text);
            assigned.map(|()| text.to_owned())
        };
        return ValueParser::new(check);
    };
    let mut names = named.names();
    if row.ordered() {
        names.reverse();
    }
    let described = |name| match Method::ALL.iter().find(|(method, _)| *method == name) {
        Some((_, method)) if *row == METHOD => PossibleValue::new(name).help(method.about().line),
        _ => PossibleValue::new(name),
    };
    PossibleValuesParser::new(names.into_iter().map(described)).into()
}

/// How near-duplicates are found.
#[derive(Clone, Debug)]
pub struct PairSearchArgs {
    /// Exact similarity at and above which two documents are near-duplicates, 0..=1.
    pub threshold: f64,
    /// The options of all methods.
    options: PairSearchOptions,
    /// Whether options of LSH are taken beside any method; see [`PairSearchArgs::with_bands_shown`].
    bands_shown: bool,
}

impl Args for PairSearchArgs {
    fn augment_args(command: Command) -> Command {
        let arg = Arg::new("threshold")
            .long("threshold")
            .short('t')
            .value_name("J");
        let arg = arg.help_heading("Finding").value_parser(threshold);
        PairSearchOptions::augment_args(command.arg(arg.help(
            "Exact similarity at and above which two documents are near-duplicates [default: 0.8; 0.1 for copied text]",
        )))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PairSearchArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let options = PairSearchOptions::from_arg_matches(matches)?;
        let purpose = options.config.purpose;
        let begins = options.typed_settings.contains(&&PURPOSE) && purpose == Purpose::CopiedText;
        let of_file = || {
            let value = assignments(matches, OF_FILE, "threshold").next_back()?;
            value.mark_used();
            threshold(&value.text).ok()
        };
        let stated_threshold = matches.get_one::<f64>("threshold").copied();
        let stated_threshold = stated_threshold.or_else(|| of_file().filter(|_| !begins));
        Ok(PairSearchArgs {
            threshold: stated_threshold.unwrap_or(purpose.threshold()),
            options,
            bands_shown: false,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// How near-duplicates are found and become clusters.
#[derive(Clone, Debug, Args)]
pub struct Grouping {
    /// The method.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// What makes a cluster.
    #[command(flatten)]
    linkage: LinkageOptions,
}

impl Grouping {
    /// What makes a cluster.
    pub fn linkage(&self) -> Linkage {
        self.linkage.config.linkage
    }
}

impl PairSearchArgs {
    /// The question.
    pub fn purpose(&self) -> Purpose {
        self.options.config.purpose
    }

    /// Whether the command line names the question.
    pub fn purpose_given(&self) -> bool {
        self.options.typed_settings.contains(&&PURPOSE)
    }

    /// The method, if the command line names one.
    pub fn method_given(&self) -> Option<Method> {
        self.options
            .typed_settings
            .contains(&&METHOD)
            .then(|| self.method())
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.config().method
    }

    fn config(&self) -> &MethodConfig {
        &self.options.config.method_config
    }

    /// The same for a command that shows what the bands of LSH do, whatever the method: it takes options of LSH too.
    pub fn with_bands_shown(&self) -> Self {
        PairSearchArgs {
            bands_shown: true,
            ..self.clone()
        }
    }

    /// The method configuration for sketches made with `sketching`.
    ///
    /// # Errors
    /// A usage error: an option of another method, or what [`PairSearchArgs::of_all_methods`] refuses.
    pub fn method_config(&self, sketching: &Sketching) -> Result<MethodConfig, Error> {
        let method = self.method();
        let is_taken =
            |owner: &Method| *owner == method || (self.bands_shown && *owner == Method::Lsh);
        let foreign = |setting: &&&Setting| {
            !setting.methods.is_empty() && !setting.methods.iter().any(is_taken)
        };
        if let Some(setting) = self.options.typed_settings.iter().find(foreign) {
            let owners: Vec<&str> = setting.methods.iter().map(|owner| owner.name()).collect();
            return Err(conflict(format!(
                "{} is a setting of --method {}, not of {method}; leave it out or choose another method",
                setting.option.key(),
                owners.join(", "),
            )));
        }
        self.of_all_methods(sketching)
    }

    /// The options of all methods together, for a command that runs several methods.
    ///
    /// # Errors
    /// A usage error: settings that contradict each other or need more values than a sketch has.
    pub fn of_all_methods(&self, sketching: &Sketching) -> Result<MethodConfig, Error> {
        if let Some(wrong) = self.contradiction().or_else(|| self.too_much(sketching)) {
            return Err(conflict(wrong));
        }
        let mut config = self.config().clone();
        config.measure = config.method.measure(config.measure);
        Ok(config)
    }

    /// Why the settings cannot all be meant, in a sentence.
    fn contradiction(&self) -> Option<String> {
        let (config, typed_settings) = (self.config(), &self.options.typed_settings);
        let measure = config.method.measure(config.measure);
        if measure != config.measure && typed_settings.contains(&&MEASURE) {
            return Some(format!(
                "--method {} compares by {}; leave --measure {} out, or take --method exact",
                config.method,
                measure.name(),
                config.measure.name()
            ));
        }
        let has_widths = typed_settings.contains(&&WIDTH) || typed_settings.contains(&&NEEDED);
        (has_widths && typed_settings.contains(&&SUPER_SHINGLES)).then(|| {
            "altavista has runs of its own; leave super-width and super-needed out".to_owned()
        })
    }

    /// An error sentence if a setting needs more than a sketch has.
    fn too_much(&self, sketching: &Sketching) -> Option<String> {
        let values = sketching.permutations;
        if self.method() != Method::SuperShingles {
            return None;
        }
        match self.config().super_shingles {
            SuperShingles::AltaVista => (values < ALTAVISTA_VALUES).then(|| {
                format!(
                    "altavista takes {ALTAVISTA_VALUES} values, but a sketch has {values}; give more --permutations"
                )
            }),
            SuperShingles::Sorted { width, needed } => {
                let there_are = (values + 1).saturating_sub(width);
                ((needed as usize) > there_are).then(|| {
                    format!(
                        "a sketch of {values} values has {there_are} super-shingles of {width}, fewer than the {needed} needed; give a smaller super-width or super-needed, or more --permutations"
                    )
                })
            }
        }
    }
}

/// A usage error about options that do not go together; whoever prints it adds the usage.
fn conflict(message: String) -> Error {
    Error::raw(ErrorKind::ArgumentConflict, message)
}

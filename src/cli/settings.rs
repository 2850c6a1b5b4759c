//! Options of the command line that are made from the table of settings. A setting without an option has a hidden
//! option, to which `--set NAME=VALUE` is rewritten. The values of the config file are the defaults of all options.

use std::fmt::Display;
use std::marker::PhantomData;

use clap::builder::{PossibleValue, PossibleValuesParser, ValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

use super::ranges::threshold;
use crate::candidates::super_shingles::{ALTAVISTA_VALUES, SuperShingles};
use crate::candidates::{Method, MethodConfig};
use crate::cluster::{DecidedDifferent, Linkage};
use crate::config::table::{
    self, BAG, BITS, DECIDED_DIFFERENT, K, LINKAGE, MEASURE, METHOD, NEEDED, PERMUTATIONS, PURPOSE,
    SKETCH, SUPER_SHINGLES, UNIT, WIDTH,
};
use crate::config::{AnalysisConfig, CliOption, Purpose, Setting, ValueKind};
use crate::settings::{DEFAULT_THRESHOLD, Settings, Sketching};

/// Rows of the table.
pub trait SettingRows {
    /// The rows.
    fn rows() -> impl Iterator<Item = &'static Setting>;
}

/// Defines sets of rows and the options for them.
macro_rules! table_options {
    ($($(#[$doc:meta])* $options:ident of $rows:ident: $of_table:expr;)*) => {$(
        $(#[$doc])*
        pub type $options = TableOptions<$rows>;

        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $rows;

        impl SettingRows for $rows {
            fn rows() -> impl Iterator<Item = &'static Setting> {
                $of_table
            }
        }
    )*};
}

table_options! {
    /// Settings that change figures: those recorded in the index.
    SettingsArgs of InIndex: table::in_index();
    /// Settings that no sweep varies.
    OtherSettings of NotSwept: table::in_index().filter(|row| ![&K, &UNIT, &BAG, &SKETCH, &PERMUTATIONS, &BITS].contains(row));
    /// How shared runs become passages.
    BridgingArgs of Passages: table::of_passages();
    /// Settings of the table that exclude text from the comparison.
    MaskSettings of OfMasks: table::of_masks();
    /// Only the purpose, for commands that search no pairs.
    PurposeArgs of OnlyPurpose: [&PURPOSE].into_iter();
    /// Only the measure, for queries.
    MeasureArgs of OnlyMeasure: [&MEASURE].into_iter();
    /// Whether decisions split clusters.
    DecidedArgs of OnlyDecided: [&DECIDED_DIFFERENT].into_iter();
    /// The settings of the pair search.
    PairSearchOptions of PairSearch: table::of_pair_search();
    /// The linkage.
    LinkageOptions of OnlyLinkage: [&LINKAGE].into_iter();
}

impl TableOptions<OnlyDecided> {
    /// The effect of decisions "different", if an option or a config file sets it.
    pub fn stated(&self) -> Option<DecidedDifferent> {
        self.has_value.then_some(self.config.decided_different)
    }
}

/// The options for rows of the table.
#[derive(Clone, Debug)]
pub struct TableOptions<R> {
    /// The settings of these options, with defaults for all others.
    pub config: AnalysisConfig,
    /// The settings that were typed on the command line, in the order of the table.
    pub(super) typed_settings: Vec<&'static Setting>,
    /// Whether any of them has a value on the command line or in a config file.
    has_value: bool,
    rows: PhantomData<R>,
}

impl<R> TableOptions<R> {
    /// Creates options with these settings.
    pub fn from_settings(settings: Settings) -> Self {
        TableOptions {
            config: AnalysisConfig {
                settings,
                ..AnalysisConfig::default()
            },
            typed_settings: Vec::new(),
            has_value: false,
            rows: PhantomData,
        }
    }

    /// The settings of these options, with defaults for all others.
    pub fn settings(&self) -> Settings {
        self.config.settings.clone()
    }
}

impl<R: SettingRows> Args for TableOptions<R> {
    fn augment_args(command: Command) -> Command {
        command.args(R::rows().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<R: SettingRows> FromArgMatches for TableOptions<R> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut config = AnalysisConfig::default();
        // The limits of other settings depend on these.
        let first = [&PURPOSE, &K, &PERMUTATIONS].into_iter();
        let rows: Vec<&Setting> = first.chain(R::rows()).collect();
        // Typed values come last, because some settings set several others.
        for expected_source in [ValueSource::DefaultValue, ValueSource::CommandLine] {
            for row in &rows {
                let key = row.option.key();
                if let Some((text, source)) = stated(matches, row)
                    && source == expected_source
                    && let Err(why) = row.assign(&mut config, text)
                {
                    let message = match source {
                        ValueSource::CommandLine => format!("--{key}: {why}\n"),
                        _ => format!("[settings] {key} of the config file: {why}\n"),
                    };
                    return Err(Error::raw(ErrorKind::ValueValidation, message));
                }
            }
        }
        let source = |row: &Setting| stated(matches, row).map(|(_, source)| source);
        let is_typed = |row: &&Setting| source(row) == Some(ValueSource::CommandLine);
        Ok(TableOptions {
            config,
            typed_settings: R::rows().filter(is_typed).collect(),
            has_value: R::rows().any(|row| source(row).is_some()),
            rows: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The value of a setting from the command line or the config file, and which of the two.
fn stated<'m>(matches: &'m ArgMatches, row: &Setting) -> Option<(&'m str, ValueSource)> {
    let key = row.option.key();
    // In another command an option with this name may have values of another type.
    let text = matches.try_get_one::<String>(key).ok().flatten()?;
    Some((text, matches.value_source(key)?))
}

/// The purpose that the command line states, by its option or by the name of a demo corpus.
pub fn typed_purpose(matches: &ArgMatches) -> Option<Purpose> {
    match stated(matches, &PURPOSE) {
        Some((name, ValueSource::CommandLine)) => Purpose::from_name(name),
        _ => {
            let mut demo = matches.try_get_raw("name").ok().flatten()?;
            let name = Purpose::CopiedText.name();
            demo.any(|demo| demo == name).then_some(Purpose::CopiedText)
        }
    }
}

fn argument(row: &'static Setting) -> Arg {
    let key = row.option.key();
    let is_global = table::of_masks().any(|mask| mask == row);
    let arg = Arg::new(key).long(key).help_heading(row.group);
    let arg = arg.value_parser(parser(row)).global(is_global);
    let arg = arg.hide_default_value(true);
    let default = match row.text(&AnalysisConfig::default()) {
        text if text.is_empty() || row.help.contains("[default: ") => String::new(),
        text => format!(" [default: {text}]"),
    };
    match row.option {
        CliOption::Flag(_) => as_switch(arg).help(row.help),
        CliOption::Switch(_) => as_switch(arg).hide(true),
        CliOption::Value(_, name) => arg.value_name(name).help(format!("{}{default}", row.help)),
        CliOption::Set(_) | CliOption::List(_) => arg.hide(true),
    }
}

/// Makes an option true if it has no value.
pub fn as_switch(arg: Arg) -> Arg {
    arg.num_args(0..=1)
        .require_equals(true)
        .default_missing_value("true")
        .value_name("true|false")
}

/// The parser of a setting's values, which are checked again with the others.
fn parser(row: &'static Setting) -> ValueParser {
    let (ValueKind::OneOf(named), CliOption::Value(..)) = (&row.kind, row.option) else {
        return ValueParser::new(move |text: &str| {
            let assigned = row.assign(&mut AnalysisConfig::default(), text);
            assigned.map(|()| text.to_owned())
        });
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
#[derive(Clone, Debug, Args)]
pub struct PairSearchArgs {
    /// Exact similarity at and above which two documents are near-duplicates [default: 0.8; 0.1 for copied text]
    #[arg(
        long,
        short,
        value_name = "J",
        default_value_t = DEFAULT_THRESHOLD,
        hide_default_value = true,
        value_parser = threshold,
        help_heading = "Finding"
    )]
    pub threshold: f64,
    /// The options of all methods.
    #[command(flatten)]
    options: PairSearchOptions,
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
    /// Whether decisions split clusters.
    #[command(flatten)]
    pub decided: DecidedArgs,
}

impl Grouping {
    /// What makes a cluster.
    pub fn linkage(&self) -> Linkage {
        self.linkage.config.linkage
    }
}

impl PairSearchArgs {
    /// The purpose.
    pub fn purpose(&self) -> Purpose {
        self.options.config.purpose
    }

    /// The method, if the command line names one.
    pub fn method_given(&self) -> Option<Method> {
        let is_typed = self.options.typed_settings.contains(&&METHOD);
        is_typed.then(|| self.method())
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.config().method
    }

    fn config(&self) -> &MethodConfig {
        &self.options.config.method_config
    }

    /// The method configuration for sketches made with `sketching`.
    ///
    /// # Errors
    /// A usage error: an option of another method, or an error of [`PairSearchArgs::of_all_methods`].
    pub fn method_config(&self, sketching: &Sketching) -> Result<MethodConfig, Error> {
        let method = self.method();
        let is_of_other_method =
            |setting: &&&Setting| !setting.methods.is_empty() && !setting.methods.contains(&method);
        if let Some(setting) = self.options.typed_settings.iter().find(is_of_other_method) {
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
        if let Some(message) = self.contradiction().or_else(|| self.too_much(sketching)) {
            return Err(conflict(message));
        }
        let mut config = self.config().clone();
        config.measure = config.method.measure(config.measure);
        Ok(config)
    }

    /// Returns an error message if settings contradict each other.
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

    /// Returns an error message if super-shingles need more values than a sketch has.
    fn too_much(&self, sketching: &Sketching) -> Option<String> {
        let mut config = AnalysisConfig::default();
        config.settings.sketching = sketching.clone();
        config.method_config = self.config().clone();
        let fits = config.clone().fitted().method_config.super_shingles
            == config.method_config.super_shingles;
        let values = sketching.permutations;
        (self.method() == Method::SuperShingles && !fits).then(|| match self.config().super_shingles {
            SuperShingles::AltaVista => format!("altavista takes {ALTAVISTA_VALUES} values, but a sketch has {values}; give more --permutations"),
            _ => format!("a sketch of {values} values has fewer super-shingles than are needed; give a smaller super-width or super-needed, or more --permutations"),
        })
    }
}

/// A usage error about incompatible options; the caller adds the usage text.
pub fn conflict(message: impl Display) -> Error {
    Error::raw(ErrorKind::ArgumentConflict, message)
}

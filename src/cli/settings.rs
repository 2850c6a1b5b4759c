//! Options of the command line, made from the table of settings.

use std::marker::PhantomData;

use clap::builder::{
    PossibleValue, PossibleValuesParser, RangedI64ValueParser, RangedU64ValueParser,
    StringValueParser, TypedValueParser, ValueParser,
};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

use crate::candidates::Method;
use crate::candidates::banding::Banding;
use crate::cluster::DecidedDifferent;
use crate::config::table::{
    self, BAG, BANDS, DECIDED_DIFFERENT, K, METHOD, MODULUS, NEEDED, PURPOSE, SKETCH, UNIT, WIDTH,
};
use crate::config::{AnalysisConfig, CliOption, Purpose, Setting, Value, ValueKind};
use crate::settings::{STOPWORD_LISTS, Settings, Sketching};

/// The order in which help, completions and the manual list options. Others come after these, in the
/// order of the table.
const ORDER: &str = "for k unit bag sketch hash-bits bits permutations seed drop-numbers drop-stopwords \
    keep-case fold-confusables method measure recall bands super-width super-needed altavista \
    simhash-of distance simhash-search modulus passage bridge min-words";

/// Rows of the table.
pub trait Rows {
    /// Whether every command takes them.
    const GLOBAL: bool = false;

    /// The rows.
    fn rows() -> impl Iterator<Item = &'static Setting>;
}

/// Settings that change figures.
pub type SettingsArgs = TableOptions<InStore>;

/// Settings that no sweep varies.
pub type OtherSettings = TableOptions<NotSwept>;

/// The settings recorded in the store.
#[derive(Clone, Debug)]
pub struct InStore;

impl Rows for InStore {
    fn rows() -> impl Iterator<Item = &'static Setting> {
        table::in_store()
    }
}

/// How shared runs become passages.
pub type BridgingArgs = TableOptions<Passages>;

/// The settings of passages.
#[derive(Clone, Debug)]
pub struct Passages;

impl Rows for Passages {
    fn rows() -> impl Iterator<Item = &'static Setting> {
        table::of_passages()
    }
}

/// What is left out of the comparison, of the settings in the table.
pub type MaskSettings = TableOptions<OfMasks>;

/// The settings of masks.
#[derive(Clone, Debug)]
pub struct OfMasks;

impl Rows for OfMasks {
    const GLOBAL: bool = true;

    fn rows() -> impl Iterator<Item = &'static Setting> {
        table::of_masks()
    }
}

/// Those that no sweep varies.
#[derive(Clone, Debug)]
pub struct NotSwept;

impl Rows for NotSwept {
    fn rows() -> impl Iterator<Item = &'static Setting> {
        let swept = |row: &&Setting| {
            [&K, &UNIT, &BAG, &SKETCH].contains(row)
                || ["permutations", "bits"].contains(&row.option.long())
        };
        table::in_store().filter(move |row| !swept(row))
    }
}

/// The purpose alone, for commands that search no pairs.
pub type PurposeArgs = TableOptions<OnlyPurpose>;

/// The purpose.
#[derive(Clone, Debug)]
pub struct OnlyPurpose;

impl Rows for OnlyPurpose {
    fn rows() -> impl Iterator<Item = &'static Setting> {
        [&PURPOSE].into_iter()
    }
}

/// Whether decisions part clusters, for the screens.
pub type DecidedArgs = TableOptions<OnlyDecided>;

/// What becomes of pairs that are decided to be different.
#[derive(Clone, Debug)]
pub struct OnlyDecided;

impl Rows for OnlyDecided {
    fn rows() -> impl Iterator<Item = &'static Setting> {
        [&DECIDED_DIFFERENT].into_iter()
    }
}

impl TableOptions<OnlyDecided> {
    /// What becomes of them.
    pub fn decided_different(&self) -> DecidedDifferent {
        self.config.decided_different
    }

    /// Whether they are apart: as an option or a config file says, or as `otherwise` does.
    pub fn are_apart_or(&self, otherwise: bool) -> bool {
        match self.has_value {
            true => self.decided_different() == DecidedDifferent::Apart,
            false => otherwise,
        }
    }
}

/// The options for rows of the table.
#[derive(Clone, Debug)]
pub struct TableOptions<R> {
    /// What they give, with defaults for all others.
    pub config: AnalysisConfig,
    /// The settings that were given, in the order of the help.
    pub(super) given: Vec<&'static Setting>,
    /// Whether any has a value: of its own, of a command line or of a config file.
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
        let arguments = in_order::<R>().into_iter().flat_map(arguments);
        command.args(arguments.map(|arg| arg.global(R::GLOBAL)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<R: Rows> FromArgMatches for TableOptions<R> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut config = defaults();
        let mut given = Vec::new();
        let mut has_value = false;
        for row in in_order::<R>() {
            has_value |= matches.value_source(row.option.long()).is_some();
            if matches.value_source(row.option.long()) == Some(ValueSource::CommandLine) {
                given.push(row);
            }
            take(row, matches, &mut config)?;
        }
        Ok(TableOptions {
            config,
            given,
            has_value,
            rows: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn in_order<R: Rows>() -> Vec<&'static Setting> {
    let mut rows = Vec::from_iter(R::rows());
    let place = |row: &Setting| ORDER.split(' ').position(|long| long == row.option.long());
    rows.sort_by_cached_key(|row| place(row).unwrap_or(usize::MAX));
    rows
}

/// The config without any option.
fn defaults() -> AnalysisConfig {
    let mut config = AnalysisConfig::default();
    // In MB, as the option counts.
    config.settings.reading.max_bytes = 256_000_000;
    config
}

/// The options of a setting: one, or those of bands and rows.
fn arguments(row: &'static Setting) -> Vec<Arg> {
    let default = row.value(&defaults());
    let help = match row.option {
        CliOption::Optional(..) if default != Value::Auto => {
            format!("{} [default: {}]", row.help, row.print(&default))
        }
        _ => row.help.to_owned(),
    };
    let long = row.option.long();
    let arg = Arg::new(long).long(long).help(help).help_heading(row.group);
    match row.option {
        CliOption::Flag(_) => vec![arg.action(ArgAction::SetTrue)],
        CliOption::Value(_, name) => {
            let arg = arg.value_name(name).value_parser(parser(row));
            let arg = for_copied_text(arg, row, &default);
            vec![arg.default_value(row.print(&default))]
        }
        CliOption::Optional(_, name) => {
            let arg = arg.value_name(name).value_parser(parser(row));
            if *row == BANDS {
                let rows = arg.clone().id("rows").long("rows").requires(long);
                let rows = rows.help("lsh: rows of a band");
                return vec![arg.requires("rows"), rows];
            }
            vec![match [&WIDTH, &NEEDED].contains(&row) {
                true => arg.conflicts_with("altavista"),
                false => arg,
            }]
        }
        CliOption::List(_, name) => {
            let arg = arg.value_name(name).action(ArgAction::Append);
            let arg = arg.num_args(0..=1).require_equals(true);
            let arg = arg.default_missing_value("en").value_delimiter(',');
            vec![arg.value_parser(PossibleValuesParser::new(STOPWORD_LISTS))]
        }
    }
}

/// Gives an option the default that it has with `--for copied-text`, if that is another one.
fn for_copied_text(arg: Arg, row: &'static Setting, default: &Value) -> Arg {
    let mut copied = defaults();
    copied.adopt(Purpose::CopiedText);
    if *row == PURPOSE || row.value(&copied) == *default {
        return arg;
    }
    arg.default_value_if(
        PURPOSE.option.long(),
        Purpose::CopiedText.name(),
        row.text(&copied),
    )
}

/// The parser of a setting's values.
fn parser(row: &'static Setting) -> ValueParser {
    let number = |(least, most): (u64, u64)| match i64::try_from(most) {
        Ok(most) if *row != MODULUS => RangedI64ValueParser::<u64>::new()
            .range(least as i64..=most)
            .map(Value::Number)
            .into(),
        // This parser says of a sign that it is no digit, the other one that it is out of range.
        _ => RangedU64ValueParser::<u64>::new()
            .range(least..=most)
            .map(Value::Number)
            .into(),
    };
    match &row.kind {
        ValueKind::Number { bounds, .. } => number(*bounds),
        ValueKind::Banding => number((1, Sketching::MOST as u64)),
        ValueKind::Probability(..) => {
            ValueParser::new(|text: &str| crate::cli::ranges::recall(text).map(Value::Probability))
        }
        ValueKind::Text(..) => StringValueParser::new().map(Value::Text).into(),
        ValueKind::OneOf(named) => {
            let mut names = named.names();
            if row.ordered() {
                names.reverse();
            }
            let described = |name| match Method::ALL.iter().find(|(method, _)| *method == name) {
                Some((_, method)) if *row == METHOD => {
                    PossibleValue::new(name).help(method.about().line)
                }
                _ => PossibleValue::new(name),
            };
            let index = |name| named.names().iter().position(|known| *known == name);
            PossibleValuesParser::new(names.into_iter().map(described))
                .try_map(move |name| index(name).map(Value::Name).ok_or("unknown"))
                .into()
        }
    }
}

/// Puts the value that was given for a setting, or the default, into `config`.
fn take(
    row: &'static Setting,
    matches: &ArgMatches,
    config: &mut AnalysisConfig,
) -> Result<(), Error> {
    let long = row.option.long();
    let value = match row.option {
        CliOption::Flag(_) => matches.get_flag(long).then_some(Value::Name(1)),
        CliOption::List(..) => {
            let lists = matches.get_many::<String>(long).unwrap_or_default();
            config.settings.normalisation.drop_stopwords = lists.cloned().collect();
            None
        }
        _ if *row == BANDS => {
            let number = |long| match matches.get_one(long) {
                Some(Value::Number(n)) => Some(*n as usize),
                _ => None,
            };
            let banding = number(long).zip(number("rows"));
            banding.map(|(bands, rows)| Value::Banding(Banding { bands, rows }))
        }
        _ => matches.get_one::<Value>(long).cloned(),
    };
    let set = value.map_or(Ok(()), |value| row.set(config, value));
    set.map_err(|wrong| Error::raw(ErrorKind::ValueValidation, wrong))
}

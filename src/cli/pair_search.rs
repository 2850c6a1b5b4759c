//! Options of the pair search, and checks that they apply to the selected method.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory};

use super::args::{Cli, threshold};
use super::ranges::named;
use crate::candidates::banding::{Banding, RECALL};
use crate::candidates::mod_p::MODULUS;
use crate::candidates::simhash::{MOST_DISTANT, SimHash, SimHashOf, SimHashSearch};
use crate::candidates::super_shingles::{self, ALTAVISTA_VALUES, SuperShingles};
use crate::candidates::{Method, MethodConfig};
use crate::settings::{DEFAULT_THRESHOLD, Sketching};
use crate::similarity::Measure;

/// How near-duplicates are found.
#[derive(Clone, Debug, Args)]
pub struct PairSearchArgs {
    /// Exact similarity at and above which two documents are near-duplicates
    #[arg(long, short, value_name = "J", default_value_t = DEFAULT_THRESHOLD, value_parser = threshold, help_heading = "Finding")]
    pub threshold: f64,
    /// How pairs are found
    #[arg(long, value_name = "NAME", default_value_t = Method::Auto, value_parser = method(), help_heading = "Finding")]
    pub method: Method,
    /// What the threshold is held against: jaccard, or containment (the greater of both ways)
    /// [default: jaccard]
    #[arg(long, value_name = "NAME", value_parser = named(&Measure::ALL), help_heading = "Finding")]
    pub measure: Option<Measure>,
    /// lsh, sorted-list, mod-p: probability of finding a pair right at the threshold [default: 0.99]
    #[arg(long, value_name = "P", value_parser = recall, help_heading = "Finding")]
    pub recall: Option<f64>,
    /// lsh: bands, instead of those chosen from threshold and recall
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), requires = "rows", help_heading = "Finding")]
    pub bands: Option<u16>,
    /// lsh: rows of a band
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), requires = "bands", help_heading = "Finding")]
    pub rows: Option<u16>,
    /// super-shingles: sorted sketch values in one [default: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with = "altavista", help_heading = "Finding")]
    pub super_width: Option<u16>,
    /// super-shingles: how many must be shared [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with = "altavista", help_heading = "Finding")]
    pub super_needed: Option<u16>,
    /// super-shingles: two equal of six groups of 14 values by position, as AltaVista had them
    #[arg(long, help_heading = "Finding")]
    pub altavista: bool,
    /// simhash: what fingerprints are of, terms or shingles [default: terms]
    #[arg(long, value_name = "WHAT", value_parser = named(&SimHashOf::ALL), help_heading = "Finding")]
    pub simhash_of: Option<SimHashOf>,
    /// simhash: bits of 64 that may differ, 0 to 16 [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_DISTANT)), help_heading = "Finding")]
    pub distance: Option<u32>,
    /// simhash: tables (finds all within the distance) or rotate (sorted neighbours) [default: tables]
    #[arg(long, value_name = "HOW", value_parser = named(&SimHashSearch::ALL), help_heading = "Finding")]
    pub simhash_search: Option<SimHashSearch>,
    /// mod-p: one shingle in so many is in the sample [default: 4]
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u64).range(1..=1_000_000), help_heading = "Finding")]
    pub modulus: Option<u64>,
    /// winnow: terms of a shared passage that make a candidate, k or more [default: k + 8]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = "Finding")]
    pub passage: Option<u32>,
}

impl PairSearchArgs {
    /// The method configuration for sketches made with `sketching`.
    ///
    /// # Errors
    /// A usage error: an option of another method, options that need more values than a sketch has, or
    /// a passage shorter than a shingle.
    pub fn method_config(&self, sketching: &Sketching) -> Result<MethodConfig, clap::Error> {
        let wrong = |message| Cli::command().error(ErrorKind::ArgumentConflict, message);
        if let Some((option, owners)) = self.foreign() {
            let owners: Vec<&str> = owners.iter().map(|method| method.name()).collect();
            return Err(wrong(format!(
                "{option} is an option of --method {}, not of {}; leave it out or choose another method",
                owners.join(", "),
                self.method
            )));
        }
        self.of_all_methods(sketching)
    }

    /// The options of all methods together, for a command that runs several methods.
    ///
    /// # Errors
    /// A usage error: options that need more values than a sketch has, or a passage shorter than a
    /// shingle.
    pub fn of_all_methods(&self, sketching: &Sketching) -> Result<MethodConfig, clap::Error> {
        let method_config = self.options();
        let message = self.contradiction();
        match message.or_else(|| self.too_much(&method_config, sketching)) {
            Some(message) => Err(Cli::command().error(ErrorKind::ArgumentConflict, message)),
            None => Ok(method_config),
        }
    }

    /// The first given option that does not belong to the selected method, with the methods it belongs
    /// to.
    fn foreign(&self) -> Option<(&'static str, &'static [Method])> {
        use Method::{Auto, Lsh, ModP, SimHash, SortedList, SuperShingles, Winnow};
        let options: [(&str, bool, &[Method]); 11] = [
            (
                "--recall",
                self.recall.is_some(),
                &[Lsh, SortedList, ModP, Auto],
            ),
            ("--bands", self.bands.is_some(), &[Lsh, Auto]),
            ("--rows", self.rows.is_some(), &[Lsh, Auto]),
            (
                "--super-width",
                self.super_width.is_some(),
                &[SuperShingles],
            ),
            (
                "--super-needed",
                self.super_needed.is_some(),
                &[SuperShingles],
            ),
            ("--altavista", self.altavista, &[SuperShingles]),
            ("--simhash-of", self.simhash_of.is_some(), &[SimHash]),
            ("--distance", self.distance.is_some(), &[SimHash]),
            (
                "--simhash-search",
                self.simhash_search.is_some(),
                &[SimHash],
            ),
            ("--modulus", self.modulus.is_some(), &[ModP]),
            ("--passage", self.passage.is_some(), &[Winnow]),
        ];
        let foreign =
            |(_, given, owners): &&(_, bool, &[Method])| *given && !owners.contains(&self.method);
        let found = options.iter().find(foreign);
        found.map(|(option, _, owners)| (*option, *owners))
    }

    /// The given options, with defaults for the others.
    fn options(&self) -> MethodConfig {
        let usual = SimHash::default();
        let super_shingles = match self.altavista {
            true => SuperShingles::AltaVista,
            false => SuperShingles::Sorted {
                width: self.super_width.map_or(super_shingles::WIDTH, usize::from),
                needed: self.super_needed.map_or(super_shingles::NEEDED, u32::from),
            },
        };
        MethodConfig {
            method: self.method,
            measure: self.method.measure(self.measure.unwrap_or_default()),
            recall: self.recall.unwrap_or(RECALL),
            banding: self.bands.zip(self.rows).map(|(bands, rows)| Banding {
                bands: bands.into(),
                rows: rows.into(),
            }),
            super_shingles,
            simhash: SimHash {
                of: self.simhash_of.unwrap_or(usual.of),
                distance: self.distance.unwrap_or(usual.distance),
                search: self.simhash_search.unwrap_or(usual.search),
            },
            modulus: self.modulus.unwrap_or(MODULUS),
            passage: self.passage.map(|terms| terms as usize),
        }
    }

    /// Why method and measure cannot both be meant, in a sentence.
    fn contradiction(&self) -> Option<String> {
        let asked = self.measure?;
        let measure = self.method.measure(asked);
        (measure != asked).then(|| {
            format!(
                "--method {} compares by {}; leave --measure {} out, or take --method exact",
                self.method,
                measure.name(),
                asked.name()
            )
        })
    }

    /// An error sentence if an option exceeds the sketch size or is inconsistent with k.
    fn too_much(&self, method_config: &MethodConfig, sketching: &Sketching) -> Option<String> {
        let values = sketching.permutations;
        if let Some(Banding { bands, rows }) = method_config.banding
            && bands * rows > values
        {
            return Some(format!(
                "{bands} bands of {rows} rows take {} values, but a sketch has {values}; give fewer, or more --permutations",
                bands * rows
            ));
        }
        if let Some(passage) = method_config.passage
            && passage < sketching.k
        {
            return Some(format!(
                "--passage {passage} is shorter than a shingle of {} terms; give {} or more, or a smaller --k",
                sketching.k, sketching.k
            ));
        }
        if self.method != Method::SuperShingles {
            return None;
        }
        match method_config.super_shingles {
            SuperShingles::AltaVista => (values < ALTAVISTA_VALUES).then(|| {
                format!(
                    "--altavista takes {ALTAVISTA_VALUES} values, but a sketch has {values}; give more --permutations"
                )
            }),
            SuperShingles::Sorted { width, needed } => {
                let there_are = (values + 1).saturating_sub(width);
                ((needed as usize) > there_are).then(|| {
                    format!(
                        "a sketch of {values} values has {there_are} super-shingles of {width}, fewer than the {needed} needed; give a smaller --super-width or --super-needed, or more --permutations"
                    )
                })
            }
        }
    }
}

/// Parser for method names; its help describes each method.
fn method() -> impl TypedValueParser<Value = Method> {
    let value = |(name, method): &(&'static str, Method)| {
        PossibleValue::new(*name).help(method.about().line)
    };
    PossibleValuesParser::new(Method::ALL.iter().map(value)).try_map(|name| name.parse::<Method>())
}

pub(super) fn recall(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value < 1.0 => Ok(value),
        _ => Err("give a probability above 0 and below 1, for example 0.99; `--method exact` finds every pair".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::simhash::DISTANCE;
    use crate::candidates::super_shingles::{NEEDED, WIDTH};

    #[test]
    fn the_help_names_the_defaults() {
        let command = Cli::command();
        let help = |id: &str| {
            let argument = command.get_arguments().find(|a| a.get_id() == id).unwrap();
            argument.get_help().unwrap().to_string()
        };
        for (id, default) in [
            ("recall", RECALL.to_string()),
            ("super_width", WIDTH.to_string()),
            ("super_needed", NEEDED.to_string()),
            ("distance", DISTANCE.to_string()),
            ("modulus", MODULUS.to_string()),
        ] {
            let said = help(id);
            assert!(said.ends_with(&format!("[default: {default}]")), "{said}");
        }
    }
}

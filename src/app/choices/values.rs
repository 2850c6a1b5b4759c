//! Setting values as text: the current value, all values for Left and Right, parsing.

use super::Field;
use Field as F;

use crate::candidates::Method;
use crate::candidates::banding::Banding;
use crate::candidates::simhash::{MOST_DISTANT, SimHashOf, SimHashSearch};
use crate::candidates::super_shingles::{NEEDED, SuperShingles, WIDTH};
use crate::cluster::Linkage;
use crate::engine::AnalysisConfig;
use crate::settings::{STOPWORD_LISTS, SketchKind, Unit};
use crate::similarity::Measure;
use crate::sketch::Layout;

/// The automatic value.
const AUTO: &str = "auto";

impl Field {
    /// The current value in `choice`.
    #[must_use]
    pub fn value(self, choice: &AnalysisConfig) -> String {
        let (n, s) = (&choice.settings.normalisation, &choice.settings.sketching);
        let method_config = &choice.method_config;
        match self {
            F::Method => method_config.method.name().into(),
            F::Groups => match method_config.super_shingles {
                SuperShingles::Sorted { .. } => "sorted".into(),
                SuperShingles::AltaVista => "altavista".into(),
            },
            F::Width => sorted(method_config.super_shingles).0.to_string(),
            F::Needed => sorted(method_config.super_shingles).1.to_string(),
            F::FingerprintOf => name_in(&SimHashOf::ALL, method_config.simhash.of),
            F::Distance => method_config.simhash.distance.to_string(),
            F::NearBy => name_in(&SimHashSearch::ALL, method_config.simhash.search),
            F::Modulus => method_config.modulus.to_string(),
            F::Passage => method_config
                .passage
                .map_or(AUTO.into(), |terms| terms.to_string()),
            F::Measure => method_config.measure.name().into(),
            F::Recall => method_config.recall.to_string(),
            F::Bands => method_config.banding.map_or(AUTO.into(), banding_name),
            F::Linkage => choice.linkage.name().into(),
            F::Unit => name_in(&Unit::ALL, n.unit),
            F::K => s.k.to_string(),
            F::Bag => pick(s.bag, "count", "once").into(),
            F::HashBits => s.hash_bits.to_string(),
            F::Case => pick(n.keep_case, "as written", "lower-cased").into(),
            F::LookAlikes => pick(n.fold_confusables, "folded", "as written").into(),
            F::Numbers => pick(n.drop_numbers, "left out", "kept").into(),
            F::StopWords if n.drop_stopwords.is_empty() => "kept".into(),
            F::StopWords => {
                let mut lists = n.drop_stopwords.clone();
                lists.sort();
                lists.dedup();
                format!("without {}", lists.join(" "))
            }
            F::Sketch => s.sketch.name().into(),
            F::Permutations => s.permutations.to_string(),
            F::Bits => s.bits.to_string(),
            F::Seed => s.seed.to_string(),
        }
    }

    /// The value in effect at `threshold` if the setting is automatic, `None` otherwise.
    #[must_use]
    pub fn automatic(self, choice: &AnalysisConfig, threshold: f64) -> Option<String> {
        let method_config = &choice.method_config;
        let layout = Layout::of(&choice.settings.sketching);
        match self {
            F::Bands if method_config.banding.is_none() => {
                let chosen = Banding::choose(layout, threshold, method_config.recall);
                Some(banding_name(chosen))
            }
            F::Passage if method_config.passage.is_none() => {
                let k = choice.settings.sketching.k;
                Some(method_config.passage(k).to_string())
            }
            _ => None,
        }
    }

    /// The values that Left and Right step through; may depend on the rest of `choice`.
    #[must_use]
    pub fn values(self, choice: &AnalysisConfig) -> Vec<String> {
        let own = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect();
        match self {
            F::Method => names(&Method::ALL),
            F::Groups => own(&["sorted", "altavista"]),
            F::Width => own(&["1", "2", "3", "4", "5", "6", "8", "10", "12", "14"]),
            F::Needed => own(&["1", "2", "3", "4", "6", "8", "12"]),
            F::FingerprintOf => names(&SimHashOf::ALL),
            F::Distance => (0..=MOST_DISTANT).map(|bits| bits.to_string()).collect(),
            F::NearBy => names(&SimHashSearch::ALL),
            F::Modulus => own(&["1", "2", "4", "8", "16", "32", "64", "128"]),
            F::Passage => {
                let all = [4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64];
                let k = choice.settings.sketching.k;
                let terms = all.iter().filter(|terms| **terms >= k);
                let terms = terms.map(ToString::to_string);
                std::iter::once(AUTO.to_owned()).chain(terms).collect()
            }
            F::Measure => names(&Measure::ALL),
            F::Recall => own(&["0.5", "0.8", "0.9", "0.95", "0.99", "0.995", "0.999"]),
            F::Bands => {
                let all = bandings(choice.settings.sketching.permutations);
                let all = all.into_iter().map(banding_name);
                std::iter::once(AUTO.to_owned()).chain(all).collect()
            }
            F::Linkage => names(&Linkage::ALL),
            F::Unit => names(&Unit::ALL),
            F::K => (1..=12).map(|k| k.to_string()).collect(),
            F::Bag => own(&["once", "count"]),
            F::HashBits => own(&["32", "64"]),
            F::Case => own(&["lower-cased", "as written"]),
            F::LookAlikes => own(&["as written", "folded"]),
            F::Numbers => own(&["kept", "left out"]),
            F::StopWords => {
                let mut sets: Vec<Vec<&str>> = (0..1 << STOPWORD_LISTS.len())
                    .map(|set: usize| {
                        let lists = STOPWORD_LISTS.iter().enumerate();
                        lists
                            .filter(|(i, _)| set >> i & 1 == 1)
                            .map(|(_, list)| *list)
                            .collect()
                    })
                    .collect();
                sets.sort_by_key(Vec::len);
                let name = |set: Vec<&str>| match set.as_slice() {
                    [] => "kept".to_owned(),
                    lists => format!("without {}", lists.join(" ")),
                };
                sets.into_iter().map(name).collect()
            }
            F::Sketch => names(&SketchKind::ALL),
            F::Permutations => own(&[
                "16", "32", "64", "100", "128", "200", "256", "400", "512", "1024",
            ]),
            F::Bits => own(&["1", "2", "4", "8", "16", "32"]),
            F::Seed => (0..10).map(|seed| seed.to_string()).collect(),
        }
    }

    /// Whether a number (or two for bands × rows) can be typed.
    #[must_use]
    pub fn typed(self) -> bool {
        matches!(
            self,
            F::Width
                | F::Needed
                | F::Distance
                | F::Modulus
                | F::Passage
                | F::Recall
                | F::Bands
                | F::K
                | F::Permutations
                | F::Seed
        )
    }

    /// Whether `c` can be part of a typed value.
    #[must_use]
    pub fn takes(self, c: char) -> bool {
        let auto = self.may_be_left() && AUTO.contains(c);
        let times = self == F::Bands && matches!(c, 'x' | 'X' | '×' | '*');
        self.typed() && (c.is_ascii_digit() || c == '.' || auto || times)
    }

    /// Sets one of the values, or a typed number.
    ///
    /// # Errors
    /// A sentence that says what is allowed.
    pub fn set(self, choice: &mut AnalysisConfig, value: &str) -> Result<(), String> {
        let value = value.trim();
        let method_config = &mut choice.method_config;
        let n = &mut choice.settings.normalisation;
        let s = &mut choice.settings.sketching;
        match self {
            F::Method => {
                method_config.method = value.parse().map_err(|e: anyhow::Error| e.to_string())?
            }
            F::Groups => {
                method_config.super_shingles = match value {
                    "altavista" => SuperShingles::AltaVista,
                    _ => SuperShingles::default(),
                }
            }
            F::Width | F::Needed => {
                let (mut width, mut needed) = sorted(method_config.super_shingles);
                match self {
                    F::Width => width = number(value, 1, s.permutations)?,
                    _ => needed = number(value, 1, 1024)?,
                }
                method_config.super_shingles = SuperShingles::Sorted { width, needed };
            }
            F::FingerprintOf => method_config.simhash.of = named(&SimHashOf::ALL, value)?,
            F::Distance => method_config.simhash.distance = number(value, 0, MOST_DISTANT)?,
            F::NearBy => method_config.simhash.search = named(&SimHashSearch::ALL, value)?,
            F::Modulus => method_config.modulus = number(value, 1, 1_000_000)?,
            F::Passage if value == AUTO => method_config.passage = None,
            F::Passage => method_config.passage = Some(number(value, s.k, 1_000_000)?),
            F::Measure => method_config.measure = named(&Measure::ALL, value)?,
            F::Recall => method_config.recall = recall(value)?,
            F::Bands if value == AUTO => method_config.banding = None,
            F::Bands => method_config.banding = Some(banding(value, s.permutations)?),
            F::Linkage => choice.linkage = named(&Linkage::ALL, value)?,
            F::Unit => n.unit = named(&Unit::ALL, value)?,
            F::K => s.k = number(value, 1, 1000)?,
            F::Bag => s.bag = value == "count",
            F::HashBits => s.hash_bits = number(value, 32, 64)?,
            F::Case => n.keep_case = value == "as written",
            F::LookAlikes => {
                n.fold_confusables = value == "folded";
                choice.settings.reading.drop_unseen = value == "folded";
            }
            F::Numbers => n.drop_numbers = value == "left out",
            F::StopWords => {
                let lists = value.strip_prefix("without ").unwrap_or_default();
                n.drop_stopwords = lists.split_whitespace().map(str::to_owned).collect();
            }
            F::Sketch => s.sketch = named(&SketchKind::ALL, value)?,
            F::Permutations => s.permutations = number(value, 16, 1024)?,
            F::Bits => s.bits = number(value, 1, 32)?,
            F::Seed => s.seed = number(value, 0, u64::MAX)?,
        }
        Ok(())
    }
}

/// All bandings of sketches with `values` values, for which no more rows fit with the same number of
/// bands; least strict first.
fn bandings(values: usize) -> Vec<Banding> {
    let cut = |rows: usize| Banding {
        bands: values / rows,
        rows,
    };
    let wider =
        |banding: &Banding| banding.rows < values && cut(banding.rows + 1).bands == banding.bands;
    (1..=values).map(cut).filter(|b| !wider(b)).collect()
}

fn banding_name(banding: Banding) -> String {
    format!("{}×{}", banding.bands, banding.rows)
}

/// Parses `20x10`; accepts several multiplication signs.
fn banding(text: &str, values: usize) -> Result<Banding, String> {
    let parts = text.split_once(['x', 'X', '×', '*']);
    let parsed = parts.and_then(|(bands, rows)| {
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| *n > 0);
        Some((number(bands)?, number(rows)?))
    });
    let Some((bands, rows)) = parsed else {
        return Err("type bands and rows like 20x10, or auto".into());
    };
    match bands.checked_mul(rows) {
        Some(needs) if needs <= values => Ok(Banding { bands, rows }),
        Some(needs) => Err(format!(
            "{bands}×{rows} takes {needs} values, but a sketch has {values}"
        )),
        None => Err(format!("a sketch has {values} values")),
    }
}

/// Width and required number of sorted super-shingles; their defaults for AltaVista.
fn sorted(form: SuperShingles) -> (usize, u32) {
    match form {
        SuperShingles::Sorted { width, needed } => (width, needed),
        SuperShingles::AltaVista => (WIDTH, NEEDED),
    }
}

fn pick<T>(on: bool, yes: T, no: T) -> T {
    if on { yes } else { no }
}

fn names<T>(all: &[(&'static str, T)]) -> Vec<String> {
    all.iter().map(|(name, _)| (*name).to_owned()).collect()
}

fn name_in<T: PartialEq>(all: &[(&'static str, T)], value: T) -> String {
    let found = all.iter().find(|(_, known)| *known == value);
    found.map_or("", |(name, _)| name).to_owned()
}

fn named<T: Copy>(all: &[(&'static str, T)], name: &str) -> Result<T, String> {
    let found = all.iter().find(|(known, _)| *known == name);
    let value = found.map(|(_, value)| *value);
    value.ok_or_else(|| format!("one of {}", names(all).join(", ")))
}

fn number<T>(text: &str, least: T, most: T) -> Result<T, String>
where
    T: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    match text.parse::<T>() {
        Ok(n) if n >= least && n <= most => Ok(n),
        _ => Err(format!("type a number from {least} to {most}")),
    }
}

fn recall(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(p) if p > 0.0 && p < 1.0 => Ok(p),
        _ => Err("type a probability above 0 and below 1, like 0.99".into()),
    }
}

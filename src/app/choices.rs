//! What the Settings dialog lists: every setting that decides the figures, as text to read and to
//! set. One row is one [`Field`]; a new setting is one more row and its arms below.

use crate::candidates::Method;
use crate::cluster::Linkage;
use crate::engine::Choice;
use crate::settings::{STOPWORD_LISTS, SketchKind, Unit};
use crate::similarity::Measure;

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Each is described once, in the table below.
pub enum Field {
    Method,
    Measure,
    Recall,
    Linkage,
    Unit,
    K,
    Bag,
    HashBits,
    Case,
    Numbers,
    StopWords,
    Sketch,
    Permutations,
    Bits,
    Seed,
}

/// A row of the dialog.
#[derive(Debug)]
pub struct Row {
    /// What it sets.
    pub field: Field,
    /// The heading it stands under.
    pub group: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it does, in a sentence, and where that comes from.
    pub about: &'static str,
}

use Field as F;

/// All rows, in their order on the screen; rows of one group stand together.
pub const ROWS: &[Row] = &[
    row(
        F::Method,
        "Finding",
        "method",
        "Proposes the pairs that are then counted exactly, so methods differ only in what they miss and what they cost.",
    ),
    row(
        F::Measure,
        "Finding",
        "measure",
        "The similarity that the threshold is held against, and that every figure of a pair or cluster is of. [Broder 1997]",
    ),
    row(
        F::Recall,
        "Finding",
        "recall",
        "Methods left to chance: the probability wanted of finding a pair right at the threshold; more of it costs more candidates. [Indyk, Motwani 1998]",
    ),
    row(
        F::Linkage,
        "Finding",
        "linkage",
        "How pairs become clusters: single joins whatever a chain of pairs joins; the others part what only chains hold together. [IIR, section 17.2]",
    ),
    row(
        F::Unit,
        "Shingles",
        "unit",
        "What a shingle has k of. [Broder 1997; Leskovec, Rajaraman, Ullman, section 3.2]",
    ),
    row(
        F::K,
        "Shingles",
        "k",
        "Units in a shingle: a greater k makes chance likeness rarer, and one changed unit costs k shingles. [Broder 1997]",
    ),
    row(
        F::Bag,
        "Shingles",
        "repeats",
        "Whether a shingle counts once, as in a set, or as often as it occurs, as in a bag. [Broder 1997]",
    ),
    row(
        F::HashBits,
        "Shingles",
        "hash bits",
        "Bits kept of a shingle's hash; with 32, one pair among 100,000 different shingles collides by chance. [Broder 1997]",
    ),
    row(
        F::Case,
        "Shingles",
        "letter case",
        "Whether A and a are the same letter. [IIR, section 2.2.3]",
    ),
    row(
        F::Numbers,
        "Shingles",
        "numbers",
        "Whether terms of numeric characters only count: dates, page and line numbers.",
    ),
    row(
        F::StopWords,
        "Shingles",
        "stop-words",
        "Whether very common words of a language are left out before shingles are made. [IIR, section 2.2.2]",
    ),
    row(
        F::Sketch,
        "Sketches",
        "sketch",
        "How the shingles of a document are cut down to a few values that estimate its likeness to others.",
    ),
    row(
        F::Permutations,
        "Sketches",
        "permutations",
        "Values in a sketch: the error of an estimate falls with the root of their number, time and space rise with it. [Broder 1997]",
    ),
    row(
        F::Bits,
        "Sketches",
        "value bits",
        "Lowest bits kept of each value: less space, and values that agree by chance, which the estimate takes back. [Li, König 2010]",
    ),
    row(
        F::Seed,
        "Sketches",
        "seed",
        "Another seed is another draw of hashes and permutations: estimates vary with it, exact figures do not.",
    ),
];

const fn row(field: Field, group: &'static str, name: &'static str, about: &'static str) -> Row {
    Row {
        field,
        group,
        name,
        about,
    }
}

/// What a change makes necessary, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Work {
    /// Clusters are made anew of the same pairs.
    Clusters,
    /// Pairs are looked for anew.
    Pairs,
    /// Sketches are made anew, then pairs.
    Sketches,
    /// Texts are read again.
    Texts,
}

impl Work {
    /// In a few words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Work::Clusters => "clusters are made anew",
            Work::Pairs => "pairs are looked for anew",
            Work::Sketches => "documents are sketched anew",
            Work::Texts => "texts are read again",
        }
    }
}

impl Field {
    /// The value it has in `choice`.
    #[must_use]
    pub fn value(self, choice: &Choice) -> String {
        let (n, s) = (&choice.settings.normalisation, &choice.settings.sketching);
        match self {
            F::Method => choice.recipe.method.name().into(),
            F::Measure => choice.recipe.measure.name().into(),
            F::Recall => choice.recipe.recall.to_string(),
            F::Linkage => choice.linkage.name().into(),
            F::Unit => name_in(&Unit::ALL, n.unit),
            F::K => s.k.to_string(),
            F::Bag => pick(s.bag, "count", "once").into(),
            F::HashBits => s.hash_bits.to_string(),
            F::Case => pick(n.keep_case, "as written", "lower-cased").into(),
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

    /// The values that Left and Right go through.
    #[must_use]
    pub fn values(self) -> Vec<String> {
        let own = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect();
        match self {
            F::Method => names(&Method::ALL),
            F::Measure => names(&Measure::ALL),
            F::Recall => own(&["0.5", "0.8", "0.9", "0.95", "0.99", "0.995", "0.999"]),
            F::Linkage => names(&Linkage::ALL),
            F::Unit => names(&Unit::ALL),
            F::K => (1..=12).map(|k| k.to_string()).collect(),
            F::Bag => own(&["once", "count"]),
            F::HashBits => own(&["64", "32"]),
            F::Case => own(&["lower-cased", "as written"]),
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
            F::Bits => own(&["32", "16", "8", "4", "2", "1"]),
            F::Seed => (0..10).map(|seed| seed.to_string()).collect(),
        }
    }

    /// What one of the values means, where its name does not say.
    #[must_use]
    pub fn about(self, value: &str) -> String {
        if let (F::Method, Ok(method)) = (self, value.parse::<Method>()) {
            let about = method.about();
            let source = match about.source {
                "" => String::new(),
                source => format!(" [{source}]"),
            };
            return format!("{}{source}", about.line);
        }
        let about = match (self, value) {
            (F::Measure, "jaccard") => "shared of all shingles: how much the two are the same",
            (F::Measure, "containment") => "shared of one's shingles: how much lies in the other",
            (F::Linkage, "single") => "one pair at the threshold is enough to join",
            (F::Linkage, "complete") => "every two members must be at the threshold",
            (F::Linkage, "average") => "members must be at the threshold on average",
            (F::Unit, "term") => "runs of letters and digits",
            (F::Unit, "char") => "characters of the normalised text",
            (F::Bag, "once") => "the set: a shingle counts once, however often it occurs",
            (F::Bag, "count") => "the bag: lesser counts over greater ones",
            (F::Sketch, "minhash") => "the least hash under each permutation [Broder 1997]",
            (F::Sketch, "fss") => "fast similarity sketching [Dahlgaard, Knudsen, Thorup 2017]",
            (F::Sketch, "oph") => {
                "one permutation, empty bins filled from others [Shrivastava 2017]"
            }
            (F::Sketch, "superminhash") => "permutations that differ: less error [Ertl 2017]",
            _ => "",
        };
        about.to_owned()
    }

    /// Whether a number can be typed instead.
    #[must_use]
    pub fn typed(self) -> bool {
        matches!(self, F::Recall | F::K | F::Permutations | F::Seed)
    }

    /// Sets it to one of its values, or to a number typed.
    ///
    /// # Errors
    /// Says what can be given instead.
    pub fn set(self, choice: &mut Choice, value: &str) -> Result<(), String> {
        let value = value.trim();
        let recipe = &mut choice.recipe;
        let n = &mut choice.settings.normalisation;
        let s = &mut choice.settings.sketching;
        match self {
            F::Method => recipe.method = value.parse().map_err(|e: anyhow::Error| e.to_string())?,
            F::Measure => recipe.measure = named(&Measure::ALL, value)?,
            F::Recall => recipe.recall = recall(value)?,
            F::Linkage => choice.linkage = named(&Linkage::ALL, value)?,
            F::Unit => n.unit = named(&Unit::ALL, value)?,
            F::K => s.k = number(value, 1, 1000)?,
            F::Bag => s.bag = value == "count",
            F::HashBits => s.hash_bits = number(value, 32, 64)?,
            F::Case => n.keep_case = value == "as written",
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

    /// Goes to the next of its values or the one before, round and round; from a number between two
    /// of them to the nearer side.
    pub fn step(self, choice: &mut Choice, forward: bool) {
        let (values, now) = (self.values(), self.value(choice));
        let len = values.len();
        let at = values.iter().position(|value| *value == now);
        let next = match at {
            Some(at) if forward => (at + 1) % len,
            Some(at) => (at + len - 1) % len,
            None => {
                let size = |text: &String| text.parse::<f64>().unwrap_or(0.0);
                let above = values.iter().position(|value| size(value) > size(&now));
                let above = above.unwrap_or(len);
                if forward {
                    above % len
                } else {
                    (above + len - 1) % len
                }
            }
        };
        // Its own values are always taken.
        let _ = self.set(choice, &values[next]);
    }
}

/// The rows in which two choices differ.
pub fn changed<'a>(a: &'a Choice, b: &'a Choice) -> impl Iterator<Item = &'static Row> + 'a {
    let differs = |row: &&Row| row.field.value(a) != row.field.value(b);
    ROWS.iter().filter(differs)
}

/// What going from one choice to another takes; `None` where nothing differs.
#[must_use]
pub fn work(from: &Choice, to: &Choice) -> Option<Work> {
    let (a, b) = (&from.settings, &to.settings);
    if a.reading != b.reading || a.normalisation != b.normalisation {
        Some(Work::Texts)
    } else if a.sketching != b.sketching {
        Some(Work::Sketches)
    } else if from.recipe != to.recipe {
        Some(Work::Pairs)
    } else {
        (from.linkage != to.linkage).then_some(Work::Clusters)
    }
}

/// `choice` with what cannot be together put right: bands and rows given for longer sketches are
/// chosen anew.
#[must_use]
pub fn fitted(mut choice: Choice) -> Choice {
    let values = choice.settings.sketching.permutations;
    choice.recipe.banding = choice
        .recipe
        .banding
        .filter(|banding| banding.bands * banding.rows <= values);
    choice
}

/// `choice` with every row as the program has it by default; what no row shows stays.
#[must_use]
pub fn defaults(choice: &Choice) -> Choice {
    let plain = Choice::default();
    let mut choice = choice.clone();
    for row in ROWS {
        // A default is a value like any other.
        let _ = row.field.set(&mut choice, &row.field.value(&plain));
    }
    choice
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_every_row_can_be_set_and_read_back() {
        for row in ROWS {
            let values = row.field.values();
            let plain = row.field.value(&Choice::default());
            assert!(values.contains(&plain), "{}: {plain}", row.name);
            for value in values {
                let mut choice = Choice::default();
                row.field.set(&mut choice, &value).unwrap();
                assert_eq!(row.field.value(&choice), value, "{}", row.name);
                assert_eq!(
                    changed(&choice, &Choice::default()).count(),
                    usize::from(value != plain)
                );
                assert_eq!(defaults(&choice), Choice::default());
            }
        }
    }

    #[test]
    fn steps_go_round_through_all_values_and_back() {
        for row in ROWS {
            let mut choice = Choice::default();
            let mut seen = std::collections::HashSet::new();
            for _ in row.field.values() {
                seen.insert(row.field.value(&choice));
                row.field.step(&mut choice, true);
            }
            assert_eq!(seen.len(), row.field.values().len(), "{}", row.name);
            assert_eq!(choice, Choice::default(), "{}", row.name);
            row.field.step(&mut choice, false);
            row.field.step(&mut choice, true);
            assert_eq!(choice, Choice::default(), "{}", row.name);
        }
    }

    #[test]
    fn a_number_between_two_values_goes_to_either() {
        let mut choice = Choice::default();
        F::Permutations.set(&mut choice, "150").unwrap();
        F::Permutations.step(&mut choice, false);
        assert_eq!(F::Permutations.value(&choice), "128");
        F::K.set(&mut choice, "40").unwrap();
        F::K.step(&mut choice, true);
        assert_eq!(F::K.value(&choice), "1");
        assert!(F::K.set(&mut choice, "0").is_err());
        assert!(F::Permutations.set(&mut choice, "15").is_err());
        assert!(F::Recall.set(&mut choice, "1").is_err());
    }

    #[test]
    fn a_change_takes_no_more_work_than_it_must() {
        let of = |field: Field, value: &str| {
            let mut choice = Choice::default();
            field.set(&mut choice, value).unwrap();
            work(&Choice::default(), &choice)
        };
        assert_eq!(of(F::Method, "auto"), None);
        assert_eq!(of(F::Linkage, "complete"), Some(Work::Clusters));
        assert_eq!(of(F::Method, "lsh"), Some(Work::Pairs));
        assert_eq!(of(F::Seed, "3"), Some(Work::Sketches));
        assert_eq!(of(F::Unit, "char"), Some(Work::Texts));
    }
}

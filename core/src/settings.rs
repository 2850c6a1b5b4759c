//! The settings of documents, terms and sketches, and their bounds. They are in one place because the
//! index records them and rebuilds only what a change affects.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Settings for extracting text from files. A change requires reading the files again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reading {
    /// Rows: name of the text field, or several with commas between, whose texts are joined. A nested field
    /// is named by its path, with dots. If empty, tables use a recognised column and JSON Lines the field `text`.
    pub text_field: String,
    /// Rows: name of the id field; if empty, it is `id`, and a row without it has its 1-based row number.
    pub id_field: String,
    /// Rows: name of the title field.
    pub title_field: String,
    /// Rows: name of the date field; if empty, none in JSON Lines and a recognised one in tables.
    pub date_field: String,
    /// Rows: name of the author field; if empty, none in JSON Lines and a recognised one in tables.
    pub author_field: String,
    /// Label of the encoding of files that are not UTF-8 and do not declare their encoding; empty to guess it.
    pub encoding: String,
    /// Drops text of HTML files that is hidden by attributes of its elements.
    pub drop_unseen: bool,
    /// Size limit in bytes for files and JSON Lines rows; larger ones are skipped and listed.
    pub max_bytes: u64,
    /// Time limit in seconds for reading and extracting one file or row; slower ones are skipped and
    /// listed.
    pub max_seconds: u32,
}

fn name_or<'a>(name: &'a str, default: &'a str) -> &'a str {
    if name.is_empty() { default } else { name }
}

impl Reading {
    /// Upper bound of [`Reading::max_bytes`]: text spans are stored as 32-bit offsets.
    pub const MAX_BYTES: u64 = 4_000_000_000;
    /// Maximum nesting of elements, far above any real page. Depth costs time, but no stack.
    pub const MAX_DEPTH: u32 = 10_000;
    /// Upper bound of [`Reading::max_seconds`].
    pub const MAX_SECONDS: u32 = 86_400;

    /// A packed file may unpack to this multiple of its size, plus [`Reading::max_bytes`]. gzip packs zeros 1,032 to 1;
    /// corpora of near-duplicates stay far below.
    pub const MAX_EXPANSION: u64 = 1000;
    /// Maximum levels of nested archives that are read.
    pub const MAX_ARCHIVES: u32 = 4;

    /// Whether an option names a column or field of a table.
    pub fn names_columns(&self) -> bool {
        let names = [
            &self.text_field,
            &self.id_field,
            &self.title_field,
            &self.date_field,
            &self.author_field,
        ];
        names.into_iter().any(|name| !name.is_empty())
    }

    /// The text field of JSON Lines: the named one, or `text`.
    pub fn text_name(&self) -> &str {
        name_or(&self.text_field, "text")
    }

    /// The id field of JSON Lines: the named one, or `id`.
    pub fn id_name(&self) -> &str {
        name_or(&self.id_field, "id")
    }

    /// The title field of JSON Lines: the named one, or `title`.
    pub fn title_name(&self) -> &str {
        name_or(&self.title_field, "title")
    }

    /// The names in [`Reading::text_name`], which commas separate.
    pub fn text_fields(&self) -> impl Iterator<Item = &str> {
        self.text_name().split(',').map(str::trim)
    }

    /// The encoding of files that are not UTF-8 and do not declare their encoding; `None` to guess it.
    pub fn encoding(&self) -> Option<&'static encoding_rs::Encoding> {
        encoding_rs::Encoding::for_label_no_replacement(self.encoding.as_bytes())
    }

    fn check(&self) -> Result<(), OutOfRange> {
        if !self.encoding.is_empty() && self.encoding().is_none() {
            let message = format!(
                "no encoding {:?} is known: labels such as windows-1251, iso-8859-2, shift_jis, gb18030 are listed at \
                 https://encoding.spec.whatwg.org/#names-and-labels",
                self.encoding
            );
            return Err(OutOfRange(message));
        }
        let mut names = std::collections::HashSet::new();
        if let Some(repeated) = self.text_fields().find(|name| !names.insert(*name)) {
            let message = format!("the fields of the text name {repeated:?} twice");
            return Err(OutOfRange(message));
        }
        within("the largest file", self.max_bytes, 1, Self::MAX_BYTES)?;
        let seconds = (self.max_seconds, Self::MAX_SECONDS);
        within("the time for a document", seconds.0, 1, seconds.1)
    }
}

impl Default for Reading {
    fn default() -> Self {
        Reading {
            text_field: String::new(),
            id_field: String::new(),
            title_field: String::new(),
            date_field: String::new(),
            author_field: String::new(),
            encoding: String::new(),
            drop_unseen: false,
            max_bytes: 256_000_000,
            max_seconds: 60,
        }
    }
}

/// Settings for splitting text into terms. A change requires tokenizing the texts again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Normalisation {
    /// Drops terms that consist of numeric characters only.
    pub drop_numbers: bool,
    /// Drops terms on the stop-word lists of these languages (`en`, `de`, …; see `assets/stopwords`).
    pub drop_stopwords: Vec<String>,
    /// Disables lower-casing of terms.
    pub keep_case: bool,
    /// Normalises to the visible text: folds look-alike letters and removes invisible characters.
    pub fold_confusables: bool,
    /// Joins words that a hyphen breaks at the end of a line.
    pub join_hyphens: bool,
    /// The unit that shingles consist of.
    pub unit: Unit,
}

/// Languages with a stop-word list.
pub const STOPWORD_LISTS: [&str; 3] = ["de", "en", "fr"];

/// Unit of a shingle: a k-shingle consists of k of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Terms, as defined in [`crate::text`].
    #[default]
    Term,
    /// Characters of the normalised text, i.e. its terms joined by single spaces, as in the SimHash
    /// literature. With this unit, "terms" of a document elsewhere means its characters.
    Char,
}

impl Unit {
    /// All units with their command-line names.
    pub const ALL: [(&'static str, Unit); 2] = [("term", Unit::Term), ("char", Unit::Char)];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Singular and plural noun for displaying counts.
    pub fn nouns(self) -> (&'static str, &'static str) {
        match self {
            Unit::Term => ("word", "words"),
            Unit::Char => ("character", "characters"),
        }
    }

    /// Heading of a column of counts, five letters.
    pub fn heading(self) -> &'static str {
        match self {
            Unit::Term => "words",
            Unit::Char => "chars",
        }
    }

    /// `n` with the matching noun, e.g. "3 words".
    pub fn counted(self, n: u64) -> String {
        let (singular, plural) = self.nouns();
        crate::base::units::counted(n, singular, plural)
    }
}

/// Sketching algorithm; details and sources are in [`crate::sketch`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SketchKind {
    /// Minimum shingle hash under each permutation (Broder 1997).
    #[default]
    Minhash,
    /// Fast similarity sketching: rounds of hashing into bins until no bin is empty (Dahlgaard, Knudsen,
    /// Thorup 2017).
    Fss,
    /// One-permutation hashing: one hash per shingle; empty bins are filled from others (Shrivastava
    /// 2017).
    Oph,
    /// SuperMinHash: a random permutation of the positions per shingle (Ertl 2017).
    Superminhash,
}

impl SketchKind {
    /// All sketch kinds with their command-line names.
    pub const ALL: [(&'static str, SketchKind); 4] = [
        ("minhash", SketchKind::Minhash),
        ("fss", SketchKind::Fss),
        ("oph", SketchKind::Oph),
        ("superminhash", SketchKind::Superminhash),
    ];

    /// Command-line name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// Settings for shingling and sketching. A change recomputes sketches from the stored terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sketching {
    /// Terms (or characters) per shingle, 1..=[`Sketching::MAX_K`].
    pub k: usize,
    /// Treats a document as a bag (multiset) of shingles instead of a set; resemblance is then Σmin/Σmax
    /// of the counts.
    pub bag: bool,
    /// Bits kept of a shingle hash: 64, or 32 to demonstrate the effect of collisions.
    pub hash_bits: u32,
    /// Sketching algorithm.
    pub sketch: SketchKind,
    /// Values per sketch, [`Sketching::MIN_PERMUTATIONS`]..=[`Sketching::MAX_PERMUTATIONS`].
    pub permutations: usize,
    /// Low bits kept of each value: 32, 16, 8, 4, 2 or 1 (b-bit minwise hashing, Li, König 2010).
    pub bits: u32,
    /// Seed of the shingle hash and of the permutations.
    pub seed: u64,
}

impl Sketching {
    /// Upper bound of `k`.
    pub const MAX_K: usize = 1000;
    /// Lower bound of `permutations`.
    pub const MIN_PERMUTATIONS: usize = 16;
    /// Upper bound of `permutations`.
    pub const MAX_PERMUTATIONS: usize = 1024;
    /// Values of `bag`, with their names.
    pub const BAGS: [(&'static str, bool); 2] = [("once", false), ("count", true)];
    /// Allowed values of `hash_bits`, with their names.
    pub const HASH_BITS: [(&'static str, u32); 2] = [("32", 32), ("64", 64)];
    /// Allowed values of `bits`, with their names.
    pub const BITS: [(&'static str, u32); 6] = [
        ("1", 1),
        ("2", 2),
        ("4", 4),
        ("8", 8),
        ("16", 16),
        ("32", 32),
    ];

    fn check(&self) -> Result<(), OutOfRange> {
        within("k", self.k, 1, Self::MAX_K)?;
        within(
            "permutations",
            self.permutations,
            Self::MIN_PERMUTATIONS,
            Self::MAX_PERMUTATIONS,
        )?;
        let is_listed = |all: &[(&str, u32)], bits| all.iter().any(|(_, other)| *other == bits);
        if !is_listed(&Self::HASH_BITS, self.hash_bits) {
            let bits = self.hash_bits;
            return Err(OutOfRange(format!("hash bits are 64 or 32, not {bits}")));
        }
        if !is_listed(&Self::BITS, self.bits) {
            let message = format!("value bits are 32, 16, 8, 4, 2 or 1, not {}", self.bits);
            return Err(OutOfRange(message));
        }
        Ok(())
    }
}

impl Default for Sketching {
    fn default() -> Self {
        Sketching {
            k: 4,
            bag: false,
            hash_bits: 64,
            sketch: SketchKind::default(),
            permutations: 200,
            bits: 32,
            seed: 0,
        }
    }
}

/// All settings recorded in the index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Text extraction.
    pub reading: Reading,
    /// Tokenization and normalisation.
    pub normalisation: Normalisation,
    /// Shingling and sketching.
    pub sketching: Sketching,
}

impl Settings {
    /// Checks that every value is within its allowed range.
    ///
    /// # Errors
    /// The first value out of range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        self.reading.check()?;
        let lists = &self.normalisation.drop_stopwords;
        if let Some(unknown) = lists.iter().find(|l| !STOPWORD_LISTS.contains(&l.as_str())) {
            let message = format!("there is no list of stop-words {unknown:?}");
            return Err(OutOfRange(message));
        }
        self.sketching.check()
    }
}

/// A setting is out of its range; the message names both.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct OutOfRange(String);

fn within<T>(what: &str, value: T, min: T, max: T) -> Result<(), OutOfRange>
where
    T: PartialOrd + std::fmt::Display,
{
    if value >= min && value <= max {
        Ok(())
    } else {
        Err(OutOfRange(format!(
            "{what} is {value}, but must be between {min} and {max}"
        )))
    }
}

/// Default similarity threshold for near-duplicates (inclusive).
pub const DEFAULT_THRESHOLD: f64 = 0.8;

/// Lowest similarity of stored pairs, if that is affordable: the threshold can then be changed without a new search.
pub const KEPT_FROM: f64 = 0.3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_value_out_of_range() {
        let message = |change: fn(&mut Settings)| {
            let mut settings = Settings::default();
            settings.check().expect("valid defaults");
            change(&mut settings);
            settings.check().expect_err("outside").to_string()
        };
        assert!(message(|s| s.sketching.k = 0).starts_with("k is 0"));
        assert!(message(|s| s.sketching.permutations = usize::MAX).contains("1024"));
        assert!(message(|s| s.sketching.bits = 3).contains("not 3"));
        assert!(message(|s| s.sketching.hash_bits = 0).contains("64 or 32"));
        assert!(message(|s| s.normalisation.drop_stopwords = vec!["xx".into()]).contains("xx"));
        assert!(message(|s| s.reading.max_bytes = u64::MAX).contains("largest file"));
        assert!(message(|s| s.reading.max_seconds = 0).contains("time"));
    }
}

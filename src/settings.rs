//! Everything a person can set that changes figures, in one place, because the store records it and
//! rebuilds just what a change touches.

mod check;

use serde::{Deserialize, Serialize};

/// Settings that decide what text a document has. A change re-reads the files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// JSON Lines: the field that holds the text.
    pub text_field: String,
    /// JSON Lines: the field that holds the id; a row without it is known by its 1-based number.
    pub id_field: String,
    /// JSON Lines: the field that holds the title.
    pub title_field: String,
    /// Keep the tags of HTML files as text instead of taking the visible text only.
    pub keep_html_tags: bool,
    /// Leave out the text of HTML files that attributes of its elements keep from being seen.
    #[serde(default)]
    pub drop_unseen: bool,
    /// Files, and rows of JSON Lines, above this many bytes are skipped and listed.
    pub max_bytes: u64,
    /// Pages whose elements, and rows whose brackets, stand in each other deeper than this are skipped
    /// and listed.
    #[serde(default = "depth")]
    pub max_depth: u32,
    /// A file or row that takes longer than this many seconds to be read and made text is skipped and
    /// listed.
    #[serde(default = "seconds")]
    pub max_seconds: u32,
}

fn depth() -> u32 {
    Reading::DEPTH
}

fn seconds() -> u32 {
    Reading::SECONDS
}

impl Reading {
    /// The most that [`Reading::max_bytes`] can be: spans of a text are counted in 32 bits.
    pub const MOST_BYTES: u64 = 4_000_000_000;
    /// [`Reading::max_depth`] unless told otherwise. No depth costs stack or time, so this is far more
    /// than any writer's page or row has, and still bounded.
    pub const DEPTH: u32 = 1_000_000;
    /// The most that [`Reading::max_depth`] can be.
    pub const MOST_DEPTH: u32 = 1_000_000_000;
    /// [`Reading::max_seconds`] unless told otherwise.
    pub const SECONDS: u32 = 60;
    /// The most that [`Reading::max_seconds`] can be.
    pub const MOST_SECONDS: u32 = 86_400;
}

impl Default for Reading {
    fn default() -> Self {
        Reading {
            text_field: "text".into(),
            id_field: "id".into(),
            title_field: "title".into(),
            keep_html_tags: false,
            drop_unseen: false,
            max_bytes: 256 << 20,
            max_depth: depth(),
            max_seconds: seconds(),
        }
    }
}

/// Settings that decide which terms a text has. A change makes terms anew from the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Normalisation {
    /// Terms that consist of numeric characters only are left out.
    pub drop_numbers: bool,
    /// Terms on these languages' lists (`en`, `de`, …; see `assets/stopwords`) are left out.
    pub drop_stopwords: Vec<String>,
    /// Terms are not lower-cased.
    pub keep_case: bool,
    /// Terms are made of what a reader sees: letters that only look the same are folded together and
    /// characters without a shape left out.
    #[serde(default)]
    pub fold_confusables: bool,
    /// What shingles are made of.
    #[serde(default)]
    pub unit: Unit,
}

/// The languages that have a list of stop-words.
pub const STOPWORD_LISTS: [&str; 3] = ["de", "en", "fr"];

/// What a shingle has k of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Terms, as the text part defines them.
    #[default]
    Term,
    /// Characters of the normalised text: its terms with one space between them, as the SimHash
    /// literature has it. Wherever else a document's terms are spoken of, its characters are meant.
    Char,
}

impl Unit {
    /// All of them, by the name they have on the command line.
    pub const ALL: [(&'static str, Unit); 2] = [("term", Unit::Term), ("char", Unit::Char)];

    /// What one of them, and several, are called where people read counts.
    #[must_use]
    pub fn nouns(self) -> (&'static str, &'static str) {
        match self {
            Unit::Term => ("word", "words"),
            Unit::Char => ("character", "characters"),
        }
    }

    /// So many of them, in words.
    #[must_use]
    pub fn counted(self, n: u64) -> String {
        let (one, many) = self.nouns();
        crate::base::units::counted(n, one, many)
    }
}

/// How a sketch is made; what each is, and its source, stands in the sketch part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SketchKind {
    /// The least shingle hash under each of so many permutations (Broder 1997).
    #[default]
    Minhash,
    /// Rounds of hashes into bins until none is empty (Dahlgaard, Knudsen, Thorup 2017).
    Fss,
    /// One hash a shingle; empty bins borrow from others (Shrivastava 2017).
    Oph,
    /// A shuffle of the positions for each shingle (Ertl 2017).
    Superminhash,
}

impl SketchKind {
    /// All of them, by the name they have on the command line.
    pub const ALL: [(&'static str, SketchKind); 4] = [
        ("minhash", SketchKind::Minhash),
        ("fss", SketchKind::Fss),
        ("oph", SketchKind::Oph),
        ("superminhash", SketchKind::Superminhash),
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(_, kind)| *kind == self);
        found.map_or("", |(name, _)| name)
    }
}

/// Settings that decide a document's sketch. A change makes sketches anew from the stored terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sketching {
    /// Terms in a shingle, 1 or more.
    pub k: usize,
    /// A document is the bag of its shingles instead of the set: repeats count, and resemblance is
    /// the sum of lesser counts over the sum of greater ones.
    #[serde(default)]
    pub bag: bool,
    /// Bits kept of a shingle's hash: 64, or 32 to show what that costs in collisions.
    #[serde(default = "all_hash_bits")]
    pub hash_bits: u32,
    /// How sketches are made.
    #[serde(default)]
    pub sketch: SketchKind,
    /// Values in a sketch, 16 to 1,024.
    pub permutations: usize,
    /// Lowest bits kept of each value: 32, 16, 8, 4, 2 or 1 (b-bit minwise hashing, Li, König 2010).
    #[serde(default = "all_value_bits")]
    pub bits: u32,
    /// Seed of the shingle hash and of the permutations.
    pub seed: u64,
}

impl Sketching {
    /// The greatest k.
    pub const MOST_K: usize = 1000;
    /// The fewest values of a sketch.
    pub const FEWEST: usize = 16;
    /// The most values of a sketch.
    pub const MOST: usize = 1024;
}

fn all_hash_bits() -> u32 {
    64
}

fn all_value_bits() -> u32 {
    32
}

impl Default for Sketching {
    fn default() -> Self {
        Sketching {
            k: 4,
            bag: false,
            hash_bits: all_hash_bits(),
            sketch: SketchKind::default(),
            permutations: 200,
            bits: all_value_bits(),
            seed: 0,
        }
    }
}

/// All settings that the store records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// How files become text.
    pub reading: Reading,
    /// How text becomes terms.
    pub normalisation: Normalisation,
    /// How terms become sketches.
    pub sketching: Sketching,
}

/// The similarity at and above which two documents count as near-duplicates unless told otherwise.
pub const DEFAULT_THRESHOLD: f64 = 0.8;

/// Pairs are kept down to this similarity where that is affordable, so that a threshold can move.
pub const KEPT_FROM: f64 = 0.3;

//! Everything a person can set that changes figures, in one place, because the store records it and
//! rebuilds just what a change touches.

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
    /// Files, and rows of JSON Lines, above this many bytes are skipped and listed.
    pub max_bytes: u64,
}

impl Default for Reading {
    fn default() -> Self {
        Reading {
            text_field: "text".into(),
            id_field: "id".into(),
            title_field: "title".into(),
            keep_html_tags: false,
            max_bytes: 256 << 20,
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
}

/// Settings that decide a document's sketch. A change makes sketches anew from the stored terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sketching {
    /// Terms in a shingle, 1 or more.
    pub k: usize,
    /// Values in a sketch, 16 to 1,024.
    pub permutations: usize,
    /// Seed of the shingle hash and of the permutations.
    pub seed: u64,
}

impl Default for Sketching {
    fn default() -> Self {
        Sketching {
            k: 4,
            permutations: 200,
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

//! Everything that decides what a stage shows.

use crate::settings::{DEFAULT_THRESHOLD, Sketching};

/// Seed of the lectures of the program: the first from 1 on with which the estimates of the race are off by no more than
/// theory says, in its run and over all its seats.
pub const SEED: u64 = 3;

/// The most texts of a lecture.
pub const MOST_TEXTS: usize = 6;

/// A text of the lecture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Its name.
    pub name: String,
    /// The text.
    pub text: String,
    /// Id of the document of a corpus that it is the text of; empty if it is none.
    pub document: String,
}

/// What the slides of a stage are a function of.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The texts: A, B, and further ones for the stages that take more, at most [`MOST_TEXTS`].
    pub texts: Vec<Text>,
    /// Whether the texts are called A, B, C … instead of by their names.
    pub names_hidden: bool,
    /// Length and counting of shingles, seed and kind of sketch.
    pub sketching: Sketching,
    /// The permutation looked at, from 0.
    pub permutation: usize,
    /// Permutations of a small signature matrix.
    pub few: usize,
    /// Draws after which the race is judged.
    pub draws: usize,
    /// Sketch values in a band.
    pub rows: usize,
    /// Threshold of near-duplicates in hundredths, 1..=100.
    pub threshold: u32,
    /// Bits by which fingerprints are rotated before they are sorted.
    pub rotation: u32,
    /// Documents of a collection, as an index into the sizes that the first stage knows.
    pub size: usize,
    /// Documents drawn from a collection.
    pub sample: usize,
    /// Values given instead of those of the texts, such as those of a textbook.
    pub example: Example,
}

/// Given values: sets, a matrix, orders of its rows, hash values. What is empty is computed from the texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// Two sets of numbers.
    pub sets: Vec<Vec<u64>>,
    /// Rows of zeros and ones, one column a document.
    pub matrix: Vec<Vec<bool>>,
    /// Permutations: for each, the new index of every row.
    pub orders: Vec<Vec<u64>>,
    /// Sequences in which the rows are visited: for each, row numbers from 1.
    pub visits: Vec<Vec<u64>>,
    /// Row hashes `(a, b, m)`: row x goes to `a·x + b mod m`, rows counted from 1.
    pub row_hashes: Vec<(u64, u64, u64)>,
    /// Fingerprints, or hash values of shingles.
    pub values: Vec<u64>,
    /// Bits of a fingerprint in `values`.
    pub bits: u32,
    /// Keep the values that are 0 modulo this; 0 for fingerprints.
    pub modulus: u64,
}

impl Default for Setup {
    fn default() -> Self {
        let text = |name: &str, text: &str| Text {
            name: name.to_owned(),
            text: text.to_owned(),
            document: name.to_owned(),
        };
        Setup {
            texts: vec![
                text("tiny/rose.txt", "a rose is a rose is a rose"),
                text("tiny/rose-that-is-it.txt", "A rose is a rose that is it"),
            ],
            names_hidden: true,
            sketching: Sketching::default(),
            permutation: 0,
            few: 4,
            draws: 200,
            rows: 7,
            threshold: (DEFAULT_THRESHOLD * 100.0) as u32,
            rotation: 0,
            size: 3,
            sample: 100,
            example: Example::default(),
        }
    }
}

impl Setup {
    /// The default parameters on these texts, with the [`SEED`] of the lectures.
    #[must_use]
    pub fn on(texts: Vec<Text>) -> Self {
        let mut setup = Setup {
            texts,
            ..Setup::default()
        };
        setup.sketching.seed = SEED;
        setup
    }

    /// The threshold as a similarity.
    #[must_use]
    pub fn threshold(&self) -> f64 {
        f64::from(self.threshold) / 100.0
    }

    /// How text `at` is called.
    #[must_use]
    pub fn name(&self, at: usize) -> String {
        let letter = || letter_of(at).to_string();
        match self.texts.get(at) {
            Some(text) if !self.names_hidden && !text.name.is_empty() => text.name.clone(),
            _ => letter(),
        }
    }
}

/// `A` for 0, `B` for 1, and so on.
fn letter_of(at: usize) -> char {
    char::from(b'A' + (at % 26) as u8)
}

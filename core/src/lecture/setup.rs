//! All input of a stage, and its parameter that the lecturer can change.

use crate::base::units::{self, counted};
use crate::settings::{DEFAULT_THRESHOLD, SketchKind, Sketching};

/// Seed of the built-in lectures: the lowest one for which the errors of estimates are within theory, in its own run
/// and over the 32 runs with the next seeds.
pub const SEED: u64 = 3;

/// Maximum number of texts of a lecture.
pub const MAX_TEXTS: usize = 6;

/// Values of a sketch: permutations that are drawn one after another, or values that are split into bands.
pub const VALUES: usize = 200;

/// Numbers of draws after which an estimate can be judged.
const DRAW_STEPS: [usize; 7] = [10, 20, 50, 100, 200, 500, 1000];

/// The input of the slides of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The texts: A, B, and further ones for stages with more texts, at most [`MAX_TEXTS`].
    pub texts: Vec<String>,
    /// Length and counting of shingles, and the seed.
    pub sketching: Sketching,
    /// The shown permutation, from 0.
    pub permutation: usize,
    /// Permutations of a small signature matrix.
    pub few: usize,
    /// Draws after which the estimate is judged.
    pub draws: usize,
    /// Sketch values in a band.
    pub rows: usize,
    /// Threshold of near-duplicates in hundredths, 1..=100.
    pub threshold: usize,
    /// Bits by which fingerprints are rotated before they are sorted.
    pub rotation: usize,
    /// Whether stages are shortened for a short lecture.
    pub is_brief: bool,
    /// Values used instead of the texts, such as values of a textbook.
    pub example: Example,
}

/// Example values: sets, a matrix, orders of its rows, hash values. Empty fields are computed from the texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// Two sets of numbers.
    pub sets: Vec<Vec<u64>>,
    /// Rows of zeros and ones, one column for each document.
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
        let texts = ["a rose is a rose is a rose", "A rose is a rose that is it"];
        Setup::with_texts(texts.map(String::from).to_vec())
    }
}

impl Setup {
    /// The initial parameters for `texts`.
    pub fn with_texts(texts: Vec<String>) -> Self {
        Setup {
            texts,
            sketching: Sketching {
                seed: SEED,
                ..Sketching::default()
            },
            permutation: 6,
            few: 4,
            draws: 200,
            rows: 7,
            threshold: (DEFAULT_THRESHOLD * 100.0) as usize,
            rotation: 0,
            is_brief: false,
            example: Example::default(),
        }
    }

    /// The initial parameters for example values.
    pub fn of_example(example: Example) -> Self {
        Setup {
            example,
            ..Setup::with_texts(Vec::new())
        }
    }

    /// The threshold as a similarity.
    pub fn threshold(&self) -> f64 {
        self.threshold as f64 / 100.0
    }

    /// Settings of a min-hash sketch with this number of values.
    pub fn minhash(&self, values: usize) -> Sketching {
        Sketching {
            sketch: SketchKind::Minhash,
            permutations: values,
            bits: 32,
            ..self.sketching.clone()
        }
    }
}

/// The parameter of a stage that the lecturer can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageParameter {
    /// Words in a shingle.
    K,
    /// The shown permutation.
    Permutation,
    /// Permutations of a small signature matrix.
    Few,
    /// Draws.
    Draws,
    /// Sketch values in a band.
    Rows,
    /// Threshold of near-duplicates.
    Threshold,
    /// Bits by which fingerprints are rotated.
    Rotation,
}

impl StageParameter {
    /// The setup with the value `by` places further, within the bounds.
    pub fn turned(self, setup: &Setup, by: isize) -> Setup {
        let mut turned = setup.clone();
        let bits = setup.example.bits.clamp(1, 64) as usize;
        let (value, values): (_, Vec<usize>) = match self {
            StageParameter::K => (&mut turned.sketching.k, (1..=20).collect()),
            StageParameter::Permutation => (&mut turned.permutation, (0..VALUES).collect()),
            StageParameter::Few => (&mut turned.few, (1..=12).collect()),
            StageParameter::Draws => (&mut turned.draws, DRAW_STEPS.to_vec()),
            StageParameter::Rows => (&mut turned.rows, (1..=25).collect()),
            StageParameter::Threshold => (&mut turned.threshold, (1..=100).collect()),
            StageParameter::Rotation => (&mut turned.rotation, (0..bits).collect()),
        };
        let at = values.partition_point(|other| other < value);
        *value = values[at.saturating_add_signed(by).min(values.len() - 1)];
        turned
    }

    /// Name and value as they are shown, such as `permutation 7`; empty if example values replace it.
    pub fn label(self, setup: &Setup) -> String {
        let example = &setup.example;
        let has_matrix = !example.matrix.is_empty();
        match self {
            StageParameter::K | StageParameter::Few if has_matrix || !example.sets.is_empty() => {
                String::new()
            }
            StageParameter::Rotation if example.values.is_empty() || example.modulus > 0 => {
                String::new()
            }
            StageParameter::K => format!("k {}", setup.sketching.k),
            StageParameter::Permutation => format!("permutation {}", setup.permutation + 1),
            StageParameter::Few => counted(setup.few as u64, "permutation", "permutations"),
            StageParameter::Draws => counted(setup.draws as u64, "draw", "draws"),
            StageParameter::Rows => counted(setup.rows as u64, "row in a band", "rows in a band"),
            StageParameter::Threshold => format!("threshold {}", units::share(setup.threshold())),
            StageParameter::Rotation => format!("rotated by {}", setup.rotation),
        }
    }
}

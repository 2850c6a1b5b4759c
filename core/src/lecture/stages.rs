//! One file a stage: the slides that it makes.

pub mod answer;
pub mod buckets;
pub mod chain;
pub mod mirrors;
pub mod own_text;
pub mod permutation;
pub mod race;
pub mod sets;
pub mod shingles;
pub mod signatures;
pub mod simhash;
pub mod why;

use super::compared::Compared;
use crate::sketch::{Scratch, Sketcher};

/// The sketches of all texts, from their sets.
fn sketches(texts: &Compared, sketcher: &Sketcher) -> Vec<Vec<u32>> {
    let mut scratch = Scratch::default();
    let sketches = texts.texts.iter().map(|text| {
        let mut sketch = Vec::new();
        sketcher.sketch(&text.set, &mut scratch, &mut sketch);
        sketch
    });
    sketches.collect()
}

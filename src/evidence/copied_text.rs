//! The pairs of a corpus of which one text stands in the other in part.

use super::Evidence;
use crate::similarity::{Bridging, Pair};

/// What counts as copied text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CopiedTextConfig {
    /// Terms in a shingle.
    pub k: usize,
    /// Least containment of one document in the other, 0..=1; or else
    pub share: f64,
    /// least number of words in one passage.
    pub passage: u32,
    /// How shared runs become passages.
    pub bridging: Bridging,
}

impl Default for CopiedTextConfig {
    fn default() -> Self {
        CopiedTextConfig {
            k: 3,
            share: 0.10,
            passage: 25,
            bridging: Bridging::default(),
        }
    }
}

/// A pair with its evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CopiedPair {
    /// The pair, with its overlap.
    pub pair: Pair,
    /// Its evidence.
    pub evidence: Evidence,
}

/// The pairs with copied text, by evidence falling, then a, then b.
#[derive(Clone, Debug, PartialEq)]
pub struct CopiedText {
    /// What they satisfy.
    pub config: CopiedTextConfig,
    /// The pairs.
    pub pairs: Vec<CopiedPair>,
    /// What limits the list, for the user; may be empty.
    pub note: String,
}

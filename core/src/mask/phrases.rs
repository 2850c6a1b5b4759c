//! Masks of phrases: every occurrence of a sequence of terms.
//!
//! A phrase is looked up by its hash among the hashes of all windows of its length, so the cost is the
//! number of terms times the number of different lengths, whatever the texts are.

use std::collections::BTreeMap;

use super::cover::{Cover, HashesSet};
use crate::base::Reason;
use crate::text::shingles;

/// Phrases by their length in terms.
#[derive(Debug, Default)]
pub(super) struct Phrases(BTreeMap<usize, HashesSet>);

impl Phrases {
    /// Adds a phrase; one without terms is nowhere and is ignored.
    pub fn add(&mut self, terms: &[u64]) {
        let mut hash = Vec::new();
        shingles::hashes(terms, terms.len().max(1), 0, &mut hash);
        self.0.entry(terms.len()).or_default().extend(hash);
    }

    /// Covers every occurrence in `terms`; `windows` is scratch space.
    pub fn cover(&self, terms: &[u64], reason: Reason, windows: &mut Vec<u64>, cover: &mut Cover) {
        let lengths = self.0.range(1..);
        for (&length, phrases) in lengths.take_while(|(length, _)| **length <= terms.len()) {
            windows.clear();
            shingles::hashes(terms, length, 0, windows);
            let found = windows.iter().map(|window| phrases.contains(window));
            cover.windows(length, reason, found);
        }
    }
}

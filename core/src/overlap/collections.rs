//! The collections that are measured, and which documents were found in which so far.

use crate::base::Cancel;
use std::collections::HashMap;
use std::sync::Mutex;

use rayon::prelude::*;

use super::Share;
use super::indexed_collection::{Document, IndexedCollection, Match};
use super::truth::presence;
use super::vocabulary::Lexicon;
use crate::base::lock;
use crate::similarity::Overlap;

/// Collections, with what is known of them.
pub struct Collections {
    pub(super) sides: Vec<IndexedCollection>,
    /// For each, the masks of [`presence`].
    pub(super) presence: Vec<Vec<u64>>,
    /// Whether documents were found, by collection sampled, collection asked and document.
    checked: Mutex<HashMap<(usize, usize, u32), bool>>,
}

impl Collections {
    /// Puts collections together, and finds out which documents have a near-duplicate (Jaccard at or above `threshold`) in
    /// which. At most 64 collections. Call it on the thread pool. `None` once `cancel` is stopped.
    pub fn new(sides: Vec<IndexedCollection>, threshold: f64, cancel: &Cancel) -> Option<Self> {
        let documents: Vec<_> = sides.iter().map(|side| side.documents.as_slice()).collect();
        let presence = presence(&documents, threshold, cancel)?;
        Some(Collections {
            sides,
            presence,
            checked: Mutex::default(),
        })
    }

    /// Number of documents of `side`.
    pub(super) fn documents(&self, side: usize) -> u32 {
        self.sides[side].documents.len() as u32
    }

    /// |left|/|right| in documents.
    pub(super) fn truth(&self, left: usize, right: usize) -> Option<f64> {
        let (left, right) = (self.documents(left), self.documents(right));
        (right > 0).then(|| f64::from(left) / f64::from(right))
    }

    /// Whether `document` of `side` has a near-duplicate in `other`.
    pub(super) fn has(&self, side: usize, other: usize, document: u32) -> bool {
        self.presence[side][document as usize] >> (other % 64) & 1 == 1
    }

    /// Share of all documents of `side` that have a near-duplicate in `other`.
    pub(super) fn share(&self, side: usize, other: usize) -> Share {
        let document_count = self.documents(side);
        let held_count = (0..document_count)
            .filter(|document| self.has(side, other, *document))
            .count();
        Share {
            hits: held_count as u32,
            trials: document_count,
        }
    }

    /// Which documents of `side` are found in `other`. Each document is looked for once.
    pub(super) fn check(
        &self,
        side: usize,
        other: usize,
        documents: &[u32],
        config: &CheckerConfig,
        cancel: &Cancel,
    ) -> anyhow::Result<Vec<bool>> {
        let mut new: Vec<u32> = documents.to_vec();
        new.sort_unstable();
        new.dedup();
        let cache = lock(&self.checked);
        new.retain(|document| !cache.contains_key(&(side, other, *document)));
        drop(cache);
        let one = |document: &u32| {
            if cancel.stopped() {
                return Ok((*document, false));
            }
            let (from, to) = (&self.sides[side], &self.sides[other]);
            let checked = check(from.document(*document), &from.lexicon, to, config)?;
            Ok((*document, checked))
        };
        let new_checks: Vec<(u32, bool)> = new
            .par_iter()
            .map(one)
            .collect::<anyhow::Result<Vec<_>>>()?;
        let mut cache = lock(&self.checked);
        cache.extend(
            new_checks
                .into_iter()
                .map(|(document, c)| ((side, other, document), c)),
        );
        let answer = |document: &u32| cache.get(&(side, other, *document)).copied();
        Ok(documents
            .iter()
            .map(|document| answer(document).unwrap_or_default())
            .collect())
    }
}

/// Parameters of checking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheckerConfig {
    /// Number of the rarest words in a query.
    pub words: usize,
    /// Number of hits that are compared.
    pub hits: usize,
    /// Jaccard from which a hit is a near-duplicate.
    pub threshold: f64,
}

impl Default for CheckerConfig {
    fn default() -> Self {
        CheckerConfig {
            words: 8,
            hits: 10,
            threshold: 0.8,
        }
    }
}

/// Whether `document` is in `other`: a near-duplicate among the first documents with most of its rarest words, which are those
/// of `lexicon` (the strong query). A changed header or address does not hide a copy.
///
/// # Errors
/// The index of `other` cannot be read.
pub(super) fn check(
    document: &Document,
    lexicon: &Lexicon,
    other: &IndexedCollection,
    config: &CheckerConfig,
) -> anyhow::Result<bool> {
    let words = lexicon.rarest(&document.words, config.words);
    if words.is_empty() || document.set.is_empty() {
        return Ok(false);
    }
    let is_near = |hit: &u32| {
        let overlap = Overlap::new(&document.set, &other.document(*hit).set);
        overlap.shared > 0 && overlap.jaccard() >= config.threshold
    };
    let (hits, _) = other.search(&words, Match::Any, config.hits)?;
    Ok(hits.iter().any(is_near))
}

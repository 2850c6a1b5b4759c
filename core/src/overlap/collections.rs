//! The collections that are measured, and the answers of the checkers so far.

use std::collections::HashMap;
use std::sync::Mutex;

use rayon::prelude::*;

use super::checker::{Checked, check};
use super::truth::presence;
use super::{CheckerConfig, IndexedCollection, Share};
use crate::base::lock;

/// Collections, with what is known of them.
pub struct Collections {
    pub(super) sides: Vec<IndexedCollection>,
    /// For each, the masks of [`presence`].
    pub(super) presence: Vec<Vec<u64>>,
    /// Answers of the checkers so far, by collection sampled, collection asked and document.
    checked: Mutex<HashMap<(usize, usize, u32), Checked>>,
}

impl Collections {
    /// Puts collections together, and finds out which documents have a near-duplicate (Jaccard at or above `threshold`) in
    /// which. At most 64 collections. Call it on the thread pool. `None` once `should_continue` returns `false`.
    pub fn new(
        sides: Vec<IndexedCollection>,
        threshold: f64,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let documents: Vec<_> = sides.iter().map(|side| side.documents.as_slice()).collect();
        let presence = presence(&documents, threshold, should_continue)?;
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
        let of = self.documents(side);
        let found = (0..of)
            .filter(|document| self.has(side, other, *document))
            .count();
        Share {
            found: found as u32,
            of,
        }
    }

    /// What the checkers say of documents of `side` in `other`. Each document is looked for once.
    pub(super) fn check(
        &self,
        side: usize,
        other: usize,
        documents: &[u32],
        config: &CheckerConfig,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> anyhow::Result<Vec<Checked>> {
        let mut new: Vec<u32> = documents.to_vec();
        new.sort_unstable();
        new.dedup();
        let known = lock(&self.checked);
        new.retain(|document| !known.contains_key(&(side, other, *document)));
        drop(known);
        let one = |document: &u32| {
            if !should_continue() {
                return Ok((*document, Checked::default()));
            }
            let (from, to) = (&self.sides[side], &self.sides[other]);
            let checked = check(from.document(*document), &from.lexicon, to, config)?;
            Ok((*document, checked))
        };
        let found: Vec<(u32, Checked)> = new
            .par_iter()
            .map(one)
            .collect::<anyhow::Result<Vec<_>>>()?;
        let mut known = lock(&self.checked);
        known.extend(
            found
                .into_iter()
                .map(|(document, c)| ((side, other, document), c)),
        );
        let answer = |document: &u32| known.get(&(side, other, *document)).copied();
        Ok(documents
            .iter()
            .map(|document| answer(document).unwrap_or_default())
            .collect())
    }
}

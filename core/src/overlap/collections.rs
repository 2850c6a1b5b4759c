//! The collections that are measured, and the answers of the checkers so far.

use std::collections::HashMap;
use std::sync::Mutex;

use rayon::prelude::*;

use super::{Checked, CheckerConfig, QueryError, Searchable, Share, check};
use crate::base::lock;

/// Collections, with what is known of them.
pub struct Collections<'a> {
    /// The collections.
    pub sides: Vec<&'a dyn Searchable>,
    /// For each, the masks of [`super::presence`]; `None` if it cannot be listed.
    pub presence: Vec<Option<Vec<u64>>>,
    /// Answers of the checkers so far, by collection sampled, collection asked and document.
    checked: Mutex<HashMap<(usize, usize, u32), Checked>>,
}

impl<'a> Collections<'a> {
    /// Puts collections together.
    #[must_use]
    pub fn new(sides: Vec<&'a dyn Searchable>, presence: Vec<Option<Vec<u64>>>) -> Self {
        Collections {
            sides,
            presence,
            checked: Mutex::default(),
        }
    }

    /// Number of documents of `side`; `None` if it cannot be listed.
    #[must_use]
    pub fn documents(&self, side: usize) -> Option<u32> {
        self.sides[side].listed()
    }

    /// Whether both can be listed, so that the truth is known.
    pub(super) fn known(&self, a: usize, b: usize) -> bool {
        self.presence[a].is_some() && self.presence[b].is_some()
    }

    /// |left|/|right| in documents.
    pub(super) fn truth(&self, left: usize, right: usize) -> Option<f64> {
        let (left, right) = (self.documents(left)?, self.documents(right)?);
        (right > 0).then(|| f64::from(left) / f64::from(right))
    }

    /// Whether `document` of `side` has a near-duplicate in `other`.
    pub(super) fn has(&self, side: usize, other: usize, document: u32) -> bool {
        let masks = self.presence[side].as_deref().unwrap_or_default();
        masks
            .get(document as usize)
            .is_some_and(|mask| mask >> (other % 64) & 1 == 1)
    }

    /// Share of all documents of `side` that have a near-duplicate in `other`.
    pub(super) fn share(&self, side: usize, other: usize) -> Share {
        let of = self.documents(side).unwrap_or(0);
        let found = (0..of)
            .filter(|document| self.has(side, other, *document))
            .count();
        Share {
            found: found as u32,
            of,
        }
    }

    /// What the checkers say of documents of `side` in `other`. Each document is asked for once; where both
    /// are at hand in parallel, otherwise with the main checker alone.
    pub(super) fn check(
        &self,
        side: usize,
        other: usize,
        documents: &[u32],
        config: &CheckerConfig,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Checked>, QueryError> {
        let both = self.known(side, other);
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
            let (from, to) = (self.sides[side], self.sides[other]);
            let checked = check(&from.document(*document), from.lexicon(), to, config, !both)?;
            Ok((*document, checked))
        };
        let found: Result<Vec<(u32, Checked)>, QueryError> = match both {
            true => new.par_iter().map(one).collect(),
            false => new.iter().map(one).collect(),
        };
        let mut known = lock(&self.checked);
        known.extend(
            found?
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

//! The measured collections, and the results of the searches so far.

use std::collections::HashMap;
use std::sync::Mutex;

use rayon::prelude::*;

use super::Share;
use super::indexed_collection::{IndexedCollection, IndexedDocument, Lexicon, Match};
use crate::base::{Cancel, DocNo, lock};
use crate::candidates::exact_join::{Items, Join, JoinPredicate, ShingleSets};
use crate::similarity::{Measure, Overlap};

/// Number of words in the query that searches for a document: its rarest words.
const QUERY_WORDS: usize = 8;

/// Number of hits of the query that are compared.
const MAX_HITS: usize = 10;

/// Collections with the results of searches.
pub struct Collections {
    pub(super) sides: Vec<IndexedCollection>,
    /// The masks of [`presence`] for each side.
    pub(super) presence: Vec<Vec<u64>>,
    /// Jaccard from which a document is a copy.
    threshold: f64,
    /// Search results, by sampled collection, searched collection and document.
    checked: Mutex<HashMap<(usize, usize, u32), bool>>,
}

impl Collections {
    /// Determines for each document which collections have a near-duplicate of it (Jaccard at or above `threshold`). At
    /// most 64 collections. Call it on the thread pool. `None` once `cancel` is stopped.
    pub fn new(sides: Vec<IndexedCollection>, threshold: f64, cancel: &Cancel) -> Option<Self> {
        let documents: Vec<_> = sides.iter().map(|side| side.documents.as_slice()).collect();
        let presence = presence(&documents, threshold, cancel)?;
        Some(Collections {
            sides,
            presence,
            threshold,
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
        let trials = self.documents(side);
        let present = (0..trials).filter(|document| self.has(side, other, *document));
        let hits = present.count() as u32;
        Share { hits, trials }
    }

    /// Searches for documents of `side` in `other`. Results are cached.
    pub(super) fn check(
        &self,
        side: usize,
        other: usize,
        documents: &[u32],
        cancel: &Cancel,
    ) -> anyhow::Result<Vec<bool>> {
        let (from, to) = (&self.sides[side], &self.sides[other]);
        let check = |document: &u32| -> anyhow::Result<bool> {
            let key = (side, other, *document);
            if let Some(is_found) = lock(&self.checked).get(&key) {
                return Ok(*is_found);
            }
            if cancel.stopped() {
                return Ok(false);
            }
            let is_found = is_in(from.document(*document), &from.lexicon, to, self.threshold)?;
            lock(&self.checked).insert(key, is_found);
            Ok(is_found)
        };
        documents.par_iter().map(check).collect()
    }
}

/// Whether `other` has a near-duplicate of `document` (Jaccard at or above `threshold`) among the first hits of the
/// strong query: the document's rarest words by `lexicon`. A copy with another header or address is found too.
///
/// # Errors
/// The index of `other` cannot be read.
fn is_in(
    document: &IndexedDocument,
    lexicon: &Lexicon,
    other: &IndexedCollection,
    threshold: f64,
) -> anyhow::Result<bool> {
    let words = lexicon.rarest(&document.words, QUERY_WORDS);
    if words.is_empty() || document.set.is_empty() {
        return Ok(false);
    }
    let is_near = |hit: &u32| {
        let overlap = Overlap::new(&document.set, &other.document(*hit).set);
        overlap.shared > 0 && overlap.jaccard() >= threshold
    };
    let (hits, _) = other.search(&words, Match::Any, MAX_HITS)?;
    Ok(hits.iter().any(is_near))
}

/// For each side and document a bit mask: bit i is set if side i has a document with Jaccard at or above `threshold`. A
/// document without shingles is similar to none, not even to itself. At most 64 sides. `None` once `cancel` is stopped.
pub(super) fn presence(
    sides: &[&[IndexedDocument]],
    threshold: f64,
    cancel: &Cancel,
) -> Option<Vec<Vec<u64>>> {
    // Documents with the same set are compared once, so a thousand copies cost as much as one.
    let mut numbers: HashMap<&[u64], usize> = HashMap::new();
    let mut texts: Vec<&[u64]> = Vec::new();
    let mut own_sides: Vec<u64> = Vec::new();
    let mut text_of: Vec<Vec<Option<usize>>> = Vec::with_capacity(sides.len());
    for (side, documents) in sides.iter().enumerate() {
        let mut side_texts = Vec::with_capacity(documents.len());
        for document in *documents {
            let set = document.set.as_slice();
            if set.is_empty() {
                side_texts.push(None);
                continue;
            }
            let number = *numbers.entry(set).or_insert_with(|| {
                texts.push(set);
                own_sides.push(0);
                texts.len() - 1
            });
            own_sides[number] |= 1 << (side % 64);
            side_texts.push(Some(number));
        }
        text_of.push(side_texts);
    }
    let mut near = own_sides.clone();
    if texts.len() > 1 {
        let documents: Vec<DocNo> = (0..texts.len() as u32).map(DocNo).collect();
        let shingles = texts.iter().map(|set| set.len()).sum();
        let sets = ShingleSets::gather(&documents, shingles, |doc, out| {
            out.extend_from_slice(texts[doc.index()]);
        });
        let items = Items::new(&sets);
        let join = Join::new(&items, JoinPredicate::new(Measure::Jaccard, threshold));
        let (pairs, _) = join.run(|(a, b, _)| (a, b), cancel);
        for (a, b) in pairs {
            near[a.index()] |= own_sides[b.index()];
            near[b.index()] |= own_sides[a.index()];
        }
    }
    let mask = |text: &Option<usize>| text.map_or(0, |number| near[number]);
    let masks = text_of.iter().map(|side| side.iter().map(mask).collect());
    let masks = masks.collect();
    (!cancel.stopped()).then_some(masks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::Overlap;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn masks_equal_a_comparison_of_all_pairs(
            sides in prop::collection::vec(
                prop::collection::vec(prop::collection::btree_set(0_u64..12, 0..8), 0..12), 1..4),
            percent in 0_u32..=100,
        ) {
            let threshold = f64::from(percent) / 100.0;
            let document = |set: &BTreeSet<u64>| IndexedDocument {
                set: set.iter().copied().collect(),
                ..IndexedDocument::default()
            };
            let sides: Vec<Vec<IndexedDocument>> =
                sides.iter().map(|side| side.iter().map(document).collect()).collect();
            let slices: Vec<&[IndexedDocument]> = sides.iter().map(Vec::as_slice).collect();
            let masks = presence(&slices, threshold, &Cancel::default()).unwrap();
            for (i, side) in sides.iter().enumerate() {
                for (d, document) in side.iter().enumerate() {
                    for (j, other) in sides.iter().enumerate() {
                        let is_near = |o: &IndexedDocument| {
                            let overlap = Overlap::new(&document.set, &o.set);
                            overlap.shared > 0 && overlap.jaccard() >= threshold
                        };
                        prop_assert_eq!(masks[i][d] >> j & 1 == 1, other.iter().any(is_near));
                    }
                }
            }
        }
    }
}

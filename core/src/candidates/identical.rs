//! Grouping of identical documents: first those with the same term sequence, then those with another
//! term sequence but the same shingle set. All documents of a group have the same overlap with every other
//! document, so the pairs of the representative give the pairs of the whole group.
//!
//! Documents are grouped by the fingerprint of the normalised text (128 bits, XXH3); the terms then
//! confirm equality, so a fingerprint collision cannot merge two documents (IIR 19.6). Different texts
//! can have the same set, for example one word repeated a different number of times, or repeats in
//! another order; these are grouped by equal sketches and confirmed by their sets. Cost: two sorts of
//! the documents, and the sets of the documents with equal sketches.

use std::collections::HashSet;

use rayon::prelude::*;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::scope::Proposed;
use crate::base::DocNo;
use crate::index::{Collection, first_of_text};

/// Number of 32-bit words of a sketch that are compared first. They separate most documents.
const PREFIX_WORDS: usize = 8;

/// Bytes of sketches read before mapped pages are released.
const BLOCK_BYTES: usize = 32 << 20;

/// Representative of each document.
#[derive(Clone, Debug, Default)]
pub struct Identical {
    /// For each document, the first document of its class with the same shingle set (itself if it is the first).
    representative: Vec<DocNo>,
    /// Representatives with terms, ascending; only these can have similar documents.
    distinct: Vec<DocNo>,
}

impl Identical {
    /// Groups the documents of `collection`. Documents without terms are never grouped, not even with
    /// each other.
    pub fn new(collection: &Collection) -> Self {
        let mut grouped = Self::of_texts(collection);
        let same_sets = same_set(collection, &grouped.distinct);
        if same_sets.is_empty() {
            return grouped;
        }
        let mut representative_of: Vec<DocNo> = collection.documents().collect();
        for (first, other) in same_sets {
            representative_of[other.index()] = first;
        }
        for first in &mut grouped.representative {
            *first = representative_of[first.index()];
        }
        Self::from_representatives(collection, grouped.representative)
    }

    /// Groups only documents with the same term sequence.
    pub fn of_texts(collection: &Collection) -> Self {
        Self::from_representatives(collection, first_of_text(collection))
    }

    /// Builds the value from known representatives.
    pub fn from_representatives(collection: &Collection, representative: Vec<DocNo>) -> Self {
        let distinct = collection
            .documents()
            .filter(|doc| representative[doc.index()] == *doc && collection.term_count(*doc) > 0)
            .collect();
        Identical {
            representative,
            distinct,
        }
    }

    /// For each document, the first document with the same shingle set.
    pub fn representatives(&self) -> &[DocNo] {
        &self.representative
    }

    /// Representatives with terms, ascending.
    pub fn distinct(&self) -> &[DocNo] {
        &self.distinct
    }

    /// For each group, the first document of every distinct text, ascending: for methods that depend on the order or the
    /// number of terms. Texts are compared by their digests.
    pub fn texts(&self, collection: &Collection) -> Vec<DocNo> {
        let digest = |doc: DocNo| collection.row(doc).normalised;
        let differs = |doc: &DocNo| digest(*doc) != digest(self.representative[doc.index()]);
        let others: Vec<DocNo> = collection.documents().filter(differs).collect();
        let mut seen = HashSet::new();
        let others = others.into_iter().filter(|doc| {
            let is_new = seen.insert((self.representative[doc.index()], digest(*doc)));
            is_new && collection.term_count(*doc) > 0
        });
        let mut texts: Vec<DocNo> = self.distinct.iter().copied().chain(others).collect();
        texts.sort_unstable();
        texts
    }

    /// Replaces each proposed document by the representative of its group and removes repeated pairs. `texts` must be
    /// [`Identical::texts`].
    pub fn folded(&self, texts: &[DocNo], proposed: Proposed) -> Proposed {
        if texts.len() == self.distinct.len() {
            return proposed;
        }
        let representative = |doc: DocNo| self.representative[doc.index()];
        let pairs = proposed.pairs.into_par_iter().map(|(a, b)| {
            let (a, b) = (representative(a), representative(b));
            (a.min(b), a.max(b))
        });
        let mut pairs: Vec<(DocNo, DocNo)> = pairs.filter(|(a, b)| a != b).collect();
        pairs.par_sort_unstable();
        pairs.dedup();
        Proposed { pairs, ..proposed }
    }
}

/// Returns the documents with the same shingle set as an earlier document of their class, as pairs (first, other).
/// `documents` must be ascending.
fn same_set(collection: &Collection, documents: &[DocNo]) -> Vec<(DocNo, DocNo)> {
    let key = |words: &[u32]| xxh3_64(bytemuck::cast_slice(words));
    let prefix_key = |sketch: &[u32]| key(&sketch[..sketch.len().min(PREFIX_WORDS)]);
    let candidates = with_equal_key(collection, documents.to_vec(), prefix_key);
    let candidates = with_equal_key(collection, candidates, key);
    let set_fingerprint = |doc| xxh3_128(bytemuck::cast_slice(&collection.shingle_set(doc)));
    let class = |doc| {
        collection
            .classes()
            .map_or(0, |classes| classes.number(doc))
    };
    let mut order: Vec<((u128, u32), DocNo)> = candidates
        .into_par_iter()
        .map(|doc| ((set_fingerprint(doc), class(doc)), doc))
        .collect();
    order.par_sort_unstable();
    let mut pairs = Vec::new();
    for group in order.chunk_by(|a, b| a.0 == b.0) {
        let ((_, first), others) = (group[0], &group[1..]);
        if others.is_empty() {
            continue;
        }
        // If fingerprints of different sets collide, sets that differ from the first remain ungrouped.
        // This costs time only.
        let set = collection.shingle_set(first);
        let equal = others.par_iter().map(|(_, doc)| *doc);
        let equal = equal.filter(|doc| collection.shingle_set(*doc) == set);
        pairs.par_extend(equal.map(|doc| (first, doc)));
    }
    pairs
}

/// Returns the documents whose sketch has the same `key` as the sketch of another document. Mapped sketches are
/// released block by block, because the sketches of a million documents take a gigabyte.
fn with_equal_key(
    collection: &Collection,
    documents: Vec<DocNo>,
    key: impl Fn(&[u32]) -> u64 + Sync,
) -> Vec<DocNo> {
    let width = collection.layout().words() * size_of::<u32>();
    let mut keyed: Vec<(u64, DocNo)> = Vec::with_capacity(documents.len());
    let documents = collection.in_file_order(&documents);
    for block in documents.chunks((BLOCK_BYTES / width.max(1)).max(1)) {
        let keys = block
            .par_iter()
            .map(|doc| (key(collection.sketch(*doc)), *doc));
        keyed.par_extend(keys);
        collection.release();
    }
    keyed.par_sort_unstable();
    let groups = keyed.chunk_by(|a, b| a.0 == b.0);
    groups
        .filter(|group| group.len() > 1)
        .flatten()
        .map(|(_, doc)| *doc)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_representative_is_the_first_document_with_the_same_set(
            // Few distinct terms, with repeats: equal texts, equal sets of different texts, empty texts.
            texts in prop::collection::vec(prop::collection::vec(0_u64..2, 0..7), 0..40),
            k in 1_usize..4,
            bag: bool,
            short: bool,
        ) {
            // One bit per value: many sketches agree by chance.
            let bits = if short { 1 } else { 32 };
            let sketching = Sketching { k, bag, bits, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let identical = Identical::new(&collection);
            let set = |i: usize| collection.shingle_set(DocNo::at(i));
            let mut distinct = Vec::new();
            for (i, text) in texts.iter().enumerate() {
                let first = (0..=i).find(|j| !text.is_empty() && set(*j) == set(i)).unwrap_or(i);
                prop_assert_eq!(identical.representatives()[i], DocNo::at(first));
                if first == i && !text.is_empty() {
                    distinct.push(DocNo::at(i));
                }
            }
            prop_assert_eq!(identical.distinct(), distinct);
        }
    }
}

//! Documents that stand for each other: first those whose terms are the same, one for one, then those
//! of different terms whose shingle sets are the same. Both share the same shingles with every other
//! document, so one of them is enough to find the pairs of all.
//!
//! The fingerprint of the normalised text (128 bits, XXH3) brings identical documents together and
//! the terms themselves confirm it, so a collision of fingerprints can never merge two documents
//! (IIR 19.6). A text of one word many times, or a list in another order of its repeats, has the set
//! of another text without being identical to it; equal sketches bring those together, and the sets
//! confirm it. Cost: two sorts of the documents, and the sets of those with equal sketches.

use rayon::prelude::*;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::base::DocNo;
use crate::collection::{Collection, same_text};

/// Words of a sketch by which most documents are told apart; the rest is read for few.
const FIRST_WORDS: usize = 8;

/// Bytes of sketches that are read before they are handed back to the system.
const READ_AT_ONCE: usize = 32 << 20;

/// Which documents stand for which.
#[derive(Clone, Debug, Default)]
pub struct Identical {
    /// For each document, the first document with the same shingle set (itself, if none).
    representative: Vec<DocNo>,
    /// The representatives that have terms, rising: those that can resemble anything.
    distinct: Vec<DocNo>,
}

impl Identical {
    /// Groups the documents of `collection`. Documents without terms stand alone: they resemble
    /// nothing, not even each other.
    #[must_use]
    pub fn of(collection: &Collection) -> Self {
        let mut representative: Vec<DocNo> = collection.documents().collect();
        let with_terms = collection
            .documents()
            .filter(|doc| !collection.terms(*doc).is_empty());
        for (first, others) in same_text(collection, with_terms.collect()) {
            for doc in others {
                representative[doc.index()] = first;
            }
        }
        let grouped = Self::from_representatives(collection, representative);
        let same_sets = same_set(collection, &grouped.distinct);
        if same_sets.is_empty() {
            return grouped;
        }
        let Identical {
            mut representative, ..
        } = grouped;
        let mut of_first: Vec<DocNo> = collection.documents().collect();
        for (first, other) in same_sets {
            of_first[other.index()] = first;
        }
        for first in &mut representative {
            *first = of_first[first.index()];
        }
        Self::from_representatives(collection, representative)
    }

    /// From a relation that is already known.
    #[must_use]
    pub fn from_representatives(collection: &Collection, representative: Vec<DocNo>) -> Self {
        let distinct = collection
            .documents()
            .filter(|doc| representative[doc.index()] == *doc && !collection.terms(*doc).is_empty())
            .collect();
        Identical {
            representative,
            distinct,
        }
    }

    /// For each document, the first document with the same shingle set.
    #[must_use]
    pub fn representatives(&self) -> &[DocNo] {
        &self.representative
    }

    /// The documents that stand for themselves and have terms, rising.
    #[must_use]
    pub fn distinct(&self) -> &[DocNo] {
        &self.distinct
    }

    /// The relation itself.
    #[must_use]
    pub fn into_representatives(self) -> Vec<DocNo> {
        self.representative
    }
}

/// Of `documents` (rising), those with the shingle set of one before: the first with it, and they.
fn same_set(collection: &Collection, documents: &[DocNo]) -> Vec<(DocNo, DocNo)> {
    let key = |words: &[u32]| xxh3_64(bytemuck::cast_slice(words));
    let begin = |sketch: &[u32]| key(&sketch[..sketch.len().min(FIRST_WORDS)]);
    let candidates = alike(collection, documents.to_vec(), begin);
    let candidates = alike(collection, candidates, key);
    let set_print = |doc| xxh3_128(bytemuck::cast_slice(&collection.shingle_set(doc)));
    let mut order: Vec<(u128, DocNo)> = candidates
        .into_par_iter()
        .map(|doc| (set_print(doc), doc))
        .collect();
    order.par_sort_unstable();
    let mut same = Vec::new();
    for group in order.chunk_by(|a, b| a.0 == b.0) {
        let ((_, first), others) = (group[0], &group[1..]);
        if others.is_empty() {
            continue;
        }
        // Where fingerprints of different sets collide, those that differ from the first stand for
        // themselves, which costs time and nothing else.
        let set = collection.shingle_set(first);
        let equal = others.par_iter().map(|(_, doc)| *doc);
        let equal = equal.filter(|doc| collection.shingle_set(*doc) == set);
        same.par_extend(equal.map(|doc| (first, doc)));
    }
    same
}

/// Those of `documents` that share a `key` made of their sketches with another. Sketches that lie in a
/// mapped file are handed back to the system block by block: those of a million documents are a gigabyte.
fn alike(
    collection: &Collection,
    documents: Vec<DocNo>,
    key: impl Fn(&[u32]) -> u64 + Sync,
) -> Vec<DocNo> {
    let width = collection.layout().words() * size_of::<u32>();
    let mut keyed: Vec<(u64, DocNo)> = Vec::with_capacity(documents.len());
    for block in documents.chunks((READ_AT_ONCE / width.max(1)).max(1)) {
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
    use crate::collection::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn documents_stand_for_each_other_exactly_when_their_sets_are_the_same(
            // Few terms and repeats of them: equal texts, equal sets of different texts, empty ones.
            texts in prop::collection::vec(prop::collection::vec(0_u64..2, 0..7), 0..40),
            k in 1_usize..4,
            bag: bool,
            short: bool,
        ) {
            // One bit of each value: sketches that agree say little.
            let bits = if short { 1 } else { 32 };
            let sketching = Sketching { k, bag, bits, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let identical = Identical::of(&collection);
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

//! In how many documents each shingle stands.
//!
//! The distinct shingles of all documents are sorted and counted, in as many passes as keep one pass
//! within a bound of memory; only shingles of two or more documents are kept. Near-linear in the number
//! of terms.

use rayon::prelude::*;

use crate::collection::Collection;
use crate::text::shingles;

/// Maximum number of shingles of one pass, about; 256 MB.
const PASS: u64 = 1 << 25;

/// The number of documents that hold a shingle, for each shingle of a collection.
#[derive(Clone, Debug)]
pub struct ShingleFrequency {
    width: usize,
    /// Shingles of two or more documents, ascending.
    shingles: Vec<u64>,
    /// For each, its number of documents.
    documents: Vec<u32>,
}

impl ShingleFrequency {
    /// Counts the shingles of `width` terms; `None` once `should_continue` returns false. Call on the
    /// rayon pool.
    #[must_use]
    pub fn of(
        collection: &Collection,
        width: usize,
        should_continue: &(impl Fn() -> bool + Sync + ?Sized),
    ) -> Option<Self> {
        Self::in_passes(
            collection,
            width,
            collection.terms_in_all() / PASS + 1,
            should_continue,
        )
    }

    fn in_passes(
        collection: &Collection,
        width: usize,
        passes: u64,
        should_continue: &(impl Fn() -> bool + Sync + ?Sized),
    ) -> Option<Self> {
        let documents: Vec<_> = collection.documents().collect();
        let mut frequency = ShingleFrequency {
            width: width.max(1),
            shingles: Vec::new(),
            documents: Vec::new(),
        };
        // The pass of a shingle by its upper bits, so that passes follow one another in order.
        let pass_of = |shingle: u64| ((u128::from(shingle) * u128::from(passes)) >> 64) as u64;
        for pass in 0..passes {
            let each = documents.par_iter().with_min_len(64);
            let mut all: Vec<u64> = each
                .fold(Vec::new, |mut all, doc| {
                    if should_continue() {
                        let from = all.len();
                        shingles::hashes(collection.terms(*doc), frequency.width, 0, &mut all);
                        if passes > 1 {
                            let mut to = from;
                            for at in from..all.len() {
                                if pass_of(all[at]) == pass {
                                    all[to] = all[at];
                                    to += 1;
                                }
                            }
                            all.truncate(to);
                        }
                        distinct(&mut all, from);
                    }
                    all
                })
                .reduce(Vec::new, |mut a, mut b| {
                    if a.len() < b.len() {
                        std::mem::swap(&mut a, &mut b);
                    }
                    a.append(&mut b);
                    a
                });
            if !should_continue() {
                return None;
            }
            all.par_sort_unstable();
            for same in all.chunk_by(|a, b| a == b).filter(|same| same.len() > 1) {
                frequency.shingles.push(same[0]);
                frequency.documents.push(same.len() as u32);
            }
            collection.release();
        }
        should_continue().then_some(frequency)
    }

    /// The number of terms in a shingle.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// For each shingle of a document with these terms, in text order, the number of documents that hold
    /// it; 1 for a shingle of no other document.
    #[must_use]
    pub fn in_order(&self, terms: &[u64]) -> Vec<u32> {
        let mut hashes = Vec::new();
        shingles::hashes(terms, self.width, 0, &mut hashes);
        let of = |shingle: &u64| match self.shingles.binary_search(shingle) {
            Ok(at) => self.documents[at],
            Err(_) => 1,
        };
        hashes.iter().map(of).collect()
    }

    /// The shingles that stand in more than `most` documents, at least two, with their numbers.
    pub fn above(&self, most: u32) -> impl Iterator<Item = (u64, u32)> {
        let counted = self
            .shingles
            .iter()
            .copied()
            .zip(self.documents.iter().copied());
        counted.filter(move |(_, documents)| *documents > most)
    }
}

/// Sorts `all[from..]` and drops its repeats.
fn distinct(all: &mut Vec<u64>, from: usize) {
    all[from..].sort_unstable();
    let mut to = from;
    for at in from..all.len() {
        if at == from || all[at] != all[to - 1] {
            all[to] = all[at];
            to += 1;
        }
    }
    all.truncate(to);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn frequencies_are_those_of_counting_every_document(
            texts in prop::collection::vec(prop::collection::vec(0_u64..5, 0..12), 1..12),
            width in 1_usize..4,
            passes in 1_u64..4,
        ) {
            let collection = made::collection(&texts, Sketching { permutations: 16, ..Sketching::default() });
            let frequency = ShingleFrequency::in_passes(&collection, width, passes, &|| true).unwrap();
            let windows = |text: &[u64]| -> Vec<Vec<u64>> {
                let width = width.min(text.len()).max(1);
                text.windows(width).map(<[u64]>::to_vec).collect()
            };
            for text in &texts {
                let want: Vec<u32> = windows(text)
                    .iter()
                    .map(|one| texts.iter().filter(|t| windows(t).contains(one)).count() as u32)
                    .collect();
                prop_assert_eq!(frequency.in_order(text), want);
            }
            prop_assert!(ShingleFrequency::of(&collection, width, &|| false).is_none());
        }
    }
}

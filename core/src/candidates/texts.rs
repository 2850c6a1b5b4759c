//! Distinct texts of a collection: reduces document pairs to one pair per two texts.
//!
//! A thousand copies of one text form 499,500 redundant document pairs, and a thousand more for every
//! other text that resembles it. Here each text is represented by one document.

use super::PairSet;
use crate::base::DocNo;
use crate::collection::{Collection, first_of_text};

/// Groups of documents with the same term sequence.
#[derive(Clone, Debug)]
pub struct Texts {
    /// For each document, the first document with the same terms (itself, if none).
    first: Vec<DocNo>,
    /// For each first document, the number of documents with its terms, itself included; 0 for all
    /// others.
    copies: Vec<u32>,
    /// Number of compared document pairs with the same text.
    pairs_of_one_text: u64,
}

impl Texts {
    /// Groups the documents of `collection` by their terms. Documents without terms are not grouped.
    /// Call on the rayon pool.
    #[must_use]
    pub fn of(collection: &Collection) -> Self {
        let first = first_of_text(collection);
        let mut copies = vec![0; first.len()];
        for first in &first {
            copies[first.index()] += 1;
        }
        let compared =
            |(doc, _): &(usize, &u32)| collection.compares(DocNo::at(*doc), DocNo::at(*doc));
        let compared = copies.iter().enumerate().filter(compared);
        let of_one_text =
            |(_, n): (usize, &u32)| u64::from(*n) * u64::from(n.saturating_sub(1)) / 2;
        Texts {
            pairs_of_one_text: compared.map(of_one_text).sum(),
            first,
            copies,
        }
    }

    /// Whether `doc` is the first document with its text.
    #[must_use]
    pub fn is_first(&self, doc: DocNo) -> bool {
        self.first[doc.index()] == doc
    }

    /// Number of documents with the text of `doc`, itself included.
    #[must_use]
    pub fn copies(&self, doc: DocNo) -> u32 {
        self.copies[self.first[doc.index()].index()]
    }

    /// Number of documents whose text also occurs in an earlier document.
    #[must_use]
    pub fn repeated(&self) -> u64 {
        self.copies.iter().filter(|copies| **copies == 0).count() as u64
    }

    /// Number of compared document pairs with the same text.
    #[must_use]
    pub fn pairs_of_one_text(&self) -> u64 {
        self.pairs_of_one_text
    }

    /// Number of pairs of different texts at or above `threshold`: the size of [`Texts::distinct`] of
    /// `pairs`.
    #[must_use]
    pub fn count(&self, pairs: &PairSet, threshold: f64) -> u64 {
        let mut texts = vec![0_u64; self.first.len()];
        for (doc, set) in pairs.representative.iter().enumerate() {
            texts[set.index()] += u64::from(self.is_first(DocNo::at(doc)));
        }
        let compared = texts.iter().enumerate();
        let compared = compared.filter(|(doc, _)| pairs.copies_are_pairs(DocNo::at(*doc)));
        let of_one_set: u64 = compared.map(|(_, n)| n * n.saturating_sub(1) / 2).sum();
        let found = pairs.at_least(threshold).iter();
        let found = found.map(|pair| texts[pair.a.index()] * texts[pair.b.index()]);
        of_one_set + found.sum::<u64>()
    }

    /// Restricts `pairs` to the first document of each text; all other documents have no pairs.
    #[must_use]
    pub fn distinct(&self, pairs: PairSet) -> PairSet {
        // The first document of a set is also the first of its text, so it stays the representative.
        let sets = pairs.representative.iter().enumerate();
        let alone = |(doc, set): (usize, &DocNo)| match DocNo::at(doc) {
            doc if self.is_first(doc) => *set,
            doc => doc,
        };
        let representative = sets.map(alone).collect();
        pairs.with_representatives(representative)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::{Identical, Method, MethodConfig, find};
    use crate::collection::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_two_different_texts_stand_once_with_their_copies(
            // Few distinct terms: copies, different texts with the same set, empty texts.
            texts in prop::collection::vec(prop::collection::vec(0_u64..3, 0..6), 0..24),
            threshold in 0.0..=1.0,
        ) {
            let sketching = Sketching { k: 1, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let method_config = MethodConfig { method: Method::Exact, ..MethodConfig::default() };
            let pairs = find(
                &collection, &Identical::of(&collection), &method_config, threshold, threshold, &|| true,
            );
            let all = |pairs: &PairSet| -> Vec<_> {
                let size = |doc| collection.shingle_set(doc).len() as u32;
                pairs.each(threshold, 16, size).collect()
            };
            let first = |doc: DocNo| match texts.iter().position(|t| *t == texts[doc.index()]) {
                Some(at) if !texts[at].is_empty() => DocNo::at(at),
                _ => doc,
            };
            let of = Texts::of(&collection);
            let every = all(&pairs);
            let want: Vec<_> = every.iter().filter(|p| first(p.a) == p.a && first(p.b) == p.b).collect();
            prop_assert_eq!(of.count(&pairs, threshold), want.len() as u64);
            let same = every.iter().filter(|p| first(p.a) == first(p.b)).count();
            prop_assert_eq!(of.pairs_of_one_text(), same as u64);
            let distinct = all(&of.distinct(pairs));
            prop_assert_eq!(distinct.iter().collect::<Vec<_>>(), want);
            for doc in collection.documents() {
                let copies = collection.documents().filter(|d| first(*d) == first(doc)).count();
                prop_assert_eq!(of.copies(doc) as usize, copies);
            }
        }
    }
}

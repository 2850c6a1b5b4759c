//! Distinct texts of a collection: reduces pairs of documents to pairs of distinct texts.
//!
//! A thousand copies of one text form 499,500 redundant document pairs, and a thousand more for every
//! other text that resembles it. Here each text is represented by one document.

use super::PairSet;
use crate::base::DocNo;
use crate::index::{Collection, first_of_text};

/// Groups of documents with the same term sequence.
#[derive(Clone, Debug)]
pub struct TextGroups {
    /// For each document, the first document with the same terms, which may be the document itself.
    first: Vec<DocNo>,
    /// For each first document of a text, the number of documents with its terms, itself included; 0 for other
    /// documents.
    copies: Vec<u32>,
}

impl TextGroups {
    /// Groups the documents of `collection`, which has no classes, by their terms. Documents without terms are not
    /// grouped. Call on the rayon pool.
    pub fn new(collection: &Collection) -> Self {
        let first = first_of_text(collection);
        let mut copies = vec![0; first.len()];
        for text in &first {
            copies[text.index()] += 1;
        }
        TextGroups { first, copies }
    }

    /// Whether a document is the first with its text.
    pub fn is_first(&self, doc: DocNo) -> bool {
        self.first[doc.index()] == doc
    }

    /// Number of documents with the text of `doc`, itself included.
    pub fn copies(&self, doc: DocNo) -> u32 {
        self.copies[self.first[doc.index()].index()]
    }

    /// Number of documents whose text also occurs in an earlier document.
    pub fn repeated(&self) -> u64 {
        self.copies.iter().filter(|copies| **copies == 0).count() as u64
    }

    /// Returns the number of pairs of different texts at or above `threshold`: the number of pairs after
    /// [`TextGroups::distinct`].
    pub fn count(&self, pairs: &PairSet, threshold: f64) -> u64 {
        let mut texts = vec![0_u64; self.first.len()];
        for (doc, set) in pairs.representative.iter().enumerate() {
            texts[set.index()] += u64::from(self.is_first(DocNo::at(doc)));
        }
        let within = texts.iter().map(|n| n * n.saturating_sub(1) / 2);
        let pairs_within_sets: u64 = within.sum();
        let listed = pairs.at_least(threshold).iter();
        let products = listed.map(|pair| texts[pair.a.index()] * texts[pair.b.index()]);
        pairs_within_sets + products.sum::<u64>()
    }

    /// Restricts `pairs` to the first document with each text; all other documents have no pairs.
    pub fn distinct(&self, pairs: PairSet) -> PairSet {
        // The first document of a set is also the first of its text, so it stays the representative.
        let sets = pairs.representative.iter().enumerate();
        let representative_of = |(doc, set): (usize, &DocNo)| match DocNo::at(doc) {
            doc if self.is_first(doc) => *set,
            doc => doc,
        };
        let representative = sets.map(representative_of).collect();
        pairs.with_representatives(representative)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Cancel;
    use crate::candidates::{Identical, Method, MethodConfig, find};
    use crate::index::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_pair_of_different_texts_is_listed_once(
            // Few distinct terms: copies, different texts with the same set, empty texts.
            texts in prop::collection::vec(prop::collection::vec(0_u64..3, 0..6), 0..24),
            threshold in 0.0..=1.0,
        ) {
            let sketching = Sketching { k: 1, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let method_config = MethodConfig { method: Method::Exact, ..MethodConfig::default() };
            let pairs = find(
                &collection, &Identical::new(&collection), &method_config, threshold, threshold, &Cancel::default(),
            );
            let all = |pairs: &PairSet| -> Vec<_> {
                let size = |doc| collection.shingle_set(doc).len() as u32;
                pairs.each(threshold, 16, size).collect()
            };
            let first = |doc: DocNo| match texts.iter().position(|t| *t == texts[doc.index()]) {
                Some(at) if !texts[at].is_empty() => DocNo::at(at),
                _ => doc,
            };
            let text_index = TextGroups::new(&collection);
            let every = all(&pairs);
            let want: Vec<_> = every.iter().filter(|p| first(p.a) == p.a && first(p.b) == p.b).collect();
            prop_assert_eq!(text_index.count(&pairs, threshold), want.len() as u64);
            let distinct = all(&text_index.distinct(pairs));
            prop_assert_eq!(distinct.iter().collect::<Vec<_>>(), want);
            for doc in collection.documents() {
                let copies = collection.documents().filter(|d| first(*d) == first(doc)).count();
                prop_assert_eq!(text_index.copies(doc) as usize, copies);
            }
        }
    }
}

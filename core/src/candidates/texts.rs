//! Distinct texts of a collection: reduces document pairs to one pair per two texts.
//!
//! A thousand copies of one text form 499,500 redundant document pairs, and a thousand more for every
//! other text that resembles it. Here each text is represented by one document.

use std::collections::{HashMap, HashSet};

use super::PairSet;
use crate::base::DocNo;
use crate::index::{Collection, first_of_any_class, first_of_text};

/// Groups of documents with the same term sequence.
#[derive(Clone, Debug)]
pub struct TextGroups {
    /// For each document, the first document of its class with the same terms (itself, if none).
    first: Vec<DocNo>,
    /// For each document, the first document with the same terms, whatever its class; `None` if there are no classes,
    /// where `first` says it.
    of_any_class: Option<Vec<DocNo>>,
    /// For each first document of a text, the number of documents with its terms, itself included; 0 for all
    /// others.
    copies: Vec<u32>,
    /// Number of compared document pairs with the same text.
    pairs_of_one_text: u64,
}

impl TextGroups {
    /// Groups the documents of `collection` by their terms. Documents without terms are not grouped.
    /// Call on the rayon pool.
    pub fn new(collection: &Collection) -> Self {
        let first = first_of_text(collection);
        let has_classes = collection.classes().is_some();
        let mut texts = TextGroups {
            copies: vec![0; first.len()],
            of_any_class: has_classes.then(|| first_of_any_class(collection)),
            pairs_of_one_text: 0,
            first,
        };
        for doc in collection.documents() {
            let text = texts.text(doc);
            texts.copies[text.index()] += 1;
        }
        texts.pairs_of_one_text = if has_classes {
            texts.pairs_over_classes(collection)
        } else {
            let two = |n: &u32| u64::from(*n) * u64::from(n.saturating_sub(1)) / 2;
            texts.copies.iter().map(two).sum()
        };
        texts
    }

    /// The compared pairs of documents with one text, of each class and between classes.
    fn pairs_over_classes(&self, collection: &Collection) -> u64 {
        // Of each text, the documents of each class: the first one, and how many.
        let mut texts: HashMap<DocNo, Vec<(DocNo, u64)>> = HashMap::new();
        for doc in collection.documents() {
            let classes_of_text = texts.entry(self.text(doc)).or_default();
            let first = self.first[doc.index()];
            match classes_of_text.iter_mut().find(|class| class.0 == first) {
                Some((_, n)) => *n += 1,
                None => classes_of_text.push((doc, 1)),
            }
        }
        let mut count = 0;
        for classes_of_text in texts.values() {
            for (at, (doc, n)) in classes_of_text.iter().enumerate() {
                if collection.compares(*doc, *doc) {
                    count += n * (n - 1) / 2;
                }
                let others = classes_of_text[at + 1..].iter();
                let compared = others.filter(|(other, _)| collection.compares(*doc, *other));
                count += compared.map(|(_, more)| n * more).sum::<u64>();
            }
        }
        count
    }

    /// The first document with the terms of `doc`, whatever its class.
    fn text(&self, doc: DocNo) -> DocNo {
        self.of_any_class.as_ref().unwrap_or(&self.first)[doc.index()]
    }

    /// Whether `doc` is the first document of its class with its text.
    fn is_first(&self, doc: DocNo) -> bool {
        self.first[doc.index()] == doc
    }

    /// Number of documents with the text of `doc`, itself included.
    pub fn copies(&self, doc: DocNo) -> u32 {
        self.copies[self.text(doc).index()]
    }

    /// Number of documents whose text also occurs in an earlier document.
    pub fn repeated(&self) -> u64 {
        self.copies.iter().filter(|copies| **copies == 0).count() as u64
    }

    /// Number of compared document pairs with the same text.
    pub fn pairs_of_one_text(&self) -> u64 {
        self.pairs_of_one_text
    }

    /// Whether a pair is the first that it is asked of with its two texts, and these are different; of the documents
    /// of a class, it is asked of the first with each text only.
    pub fn first_pairs(&self) -> impl FnMut(DocNo, DocNo) -> bool + '_ {
        let mut seen = HashSet::new();
        move |a, b| {
            let firsts = self.is_first(a) && self.is_first(b);
            if self.of_any_class.is_none() {
                return firsts;
            }
            let (a, b) = (self.text(a), self.text(b));
            firsts && a != b && seen.insert((a.min(b), a.max(b)))
        }
    }

    /// Number of pairs of different texts at or above `threshold`: the size of [`TextGroups::distinct`] of
    /// `pairs`, of which [`TextGroups::first_pairs`] takes each two texts once.
    pub fn count(&self, pairs: &PairSet, threshold: f64) -> u64 {
        if self.of_any_class.is_some() {
            return self.count_of_classes(pairs, threshold);
        }
        let mut texts = vec![0_u64; self.first.len()];
        for (doc, set) in pairs.representative.iter().enumerate() {
            texts[set.index()] += u64::from(self.is_first(DocNo::at(doc)));
        }
        let compared = texts.iter().enumerate();
        let compared = compared.filter(|(doc, _)| pairs.copies_are_pairs(DocNo::at(*doc)));
        let pairs_within_sets: u64 = compared.map(|(_, n)| n * n.saturating_sub(1) / 2).sum();
        let listed = pairs.at_least(threshold).iter();
        let products = listed.map(|pair| texts[pair.a.index()] * texts[pair.b.index()]);
        pairs_within_sets + products.sum::<u64>()
    }

    /// The same where two texts can meet in several classes.
    fn count_of_classes(&self, pairs: &PairSet, threshold: f64) -> u64 {
        let mut texts: HashMap<DocNo, Vec<DocNo>> = HashMap::new();
        for (doc, set) in pairs.representative.iter().enumerate() {
            if self.is_first(DocNo::at(doc)) {
                texts.entry(*set).or_default().push(DocNo::at(doc));
            }
        }
        let mut is_first = self.first_pairs();
        let mut count = 0;
        for (set, members) in &texts {
            if pairs.copies_are_pairs(*set) {
                let two = |(at, a)| members[at + 1..].iter().map(move |b| (a, b));
                let two = members.iter().enumerate().flat_map(two);
                count += two.filter(|(a, b)| is_first(**a, **b)).count() as u64;
            }
        }
        let none = Vec::new();
        for pair in pairs.at_least(threshold) {
            let [a, b] = [pair.a, pair.b].map(|set| texts.get(&set).unwrap_or(&none));
            let two = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
            count += two.filter(|(a, b)| is_first(**a, **b)).count() as u64;
        }
        count
    }

    /// Restricts `pairs` to the first document of each class with each text; all other documents have no pairs.
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
    use crate::base::Cancel;
    use crate::candidates::{Identical, Method, MethodConfig, find};
    use crate::index::{Class, Classes, ComparedWith, made};
    use crate::settings::Sketching;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::sync::Arc;

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
            let same = every.iter().filter(|p| first(p.a) == first(p.b)).count();
            prop_assert_eq!(text_index.pairs_of_one_text(), same as u64);
            let distinct = all(&text_index.distinct(pairs));
            prop_assert_eq!(distinct.iter().collect::<Vec<_>>(), want);
            for doc in collection.documents() {
                let copies = collection.documents().filter(|d| first(*d) == first(doc)).count();
                prop_assert_eq!(text_index.copies(doc) as usize, copies);
            }
        }

        #[test]
        fn each_two_different_texts_stand_once_whatever_the_classes(
            documents in prop::collection::vec((prop::collection::vec(0_u64..3, 0..5), 0_u8..3, any::<bool>()), 0..20),
            threshold in 0.0..=1.0,
        ) {
            let texts: Vec<Vec<u64>> = documents.iter().map(|(text, ..)| text.clone()).collect();
            let class = |(_, group, archive): &(Vec<u64>, u8, bool)| Class {
                archive: *archive,
                group: (*group > 0).then(|| group.to_string().into()),
            };
            let classes = Classes::new(ComparedWith::All, documents.iter().map(class));
            let sketching = Sketching { k: 1, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching).with_classes(Some(Arc::new(classes)));
            let method_config = MethodConfig { method: Method::Exact, ..MethodConfig::default() };
            let pairs = find(
                &collection, &Identical::new(&collection), &method_config, threshold, threshold, &Cancel::default(),
            );
            let all = |pairs: &PairSet| -> Vec<_> {
                let size = |doc| collection.shingle_set(doc).len() as u32;
                pairs.each(threshold, 16, size).map(|pair| (pair.a, pair.b)).collect()
            };
            let text_index = TextGroups::new(&collection);
            let two = |(a, b): &(DocNo, DocNo)| {
                let [a, b] = [a, b].map(|doc| texts[doc.index()].clone());
                (a.clone().min(b.clone()), a.max(b))
            };
            let every: Vec<_> = all(&pairs);
            let same = every.iter().map(two).filter(|(a, b)| a == b).count();
            prop_assert_eq!(text_index.pairs_of_one_text(), same as u64);
            let want: BTreeSet<_> = every.iter().map(two).filter(|(a, b)| a != b).collect();
            prop_assert_eq!(text_index.count(&pairs, threshold), want.len() as u64);
            let mut is_first = text_index.first_pairs();
            let rows: Vec<_> = all(&text_index.distinct(pairs)).into_iter().filter(|(a, b)| is_first(*a, *b)).collect();
            prop_assert_eq!(rows.len(), want.len());
            prop_assert_eq!(rows.iter().map(two).collect::<BTreeSet<_>>(), want);
            for doc in collection.documents().filter(|doc| !texts[doc.index()].is_empty()) {
                let copies = texts.iter().filter(|text| **text == texts[doc.index()]).count();
                prop_assert_eq!(text_index.copies(doc) as usize, copies);
            }
        }
    }
}

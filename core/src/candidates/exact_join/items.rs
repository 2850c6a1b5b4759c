//! Shingles that occur in two or more documents, grouped: shingles with the same document list form one
//! item, weighted by their number. The overlap of two sets is the total weight of their common items, so
//! no information is lost. A text that occurs in ten documents is one item rather than a thousand
//! shingles.

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::merge;
use super::sets::ShingleSets;
use crate::base::{DocNo, Lists};
use crate::similarity::Overlap;

/// Documents as lists of items. Items are ordered from rare to common; a document is identified by its position in the
/// order of set size.
#[derive(Debug)]
pub struct Items {
    /// The documents by position.
    pub documents: Vec<DocNo>,
    /// Number of distinct shingles per document, including those that no other document contains; ascending.
    pub sizes: Vec<u32>,
    weights: Vec<u32>,
    /// Posting list of each item: document positions, ascending.
    lists: Lists<u32>,
    /// Items of each document, ascending.
    forward: Lists<u32>,
    /// Total weight of the items of each document: its shingles that occur in other documents too.
    pub(super) common: Vec<u32>,
}

impl Items {
    /// Groups the shingles of `sets` into items.
    pub fn new(sets: &ShingleSets) -> Self {
        let merged = merge::merged(sets);
        let (documents, mut sizes) = (&sets.documents, sets.sizes());
        for (document, repeats) in &merged.repeats {
            sizes[*document as usize] -= repeats;
        }
        let mut order: Vec<u32> = (0..documents.len() as u32).collect();
        order.par_sort_unstable_by_key(|&i| (sizes[i as usize], documents[i as usize]));
        let items_by_document = merge::inverted(&merged.lists, documents.len());
        let in_order = || order.iter().map(|&i| items_by_document.get(i as usize));
        // The lists are inverted a second time, in the order of size, so that they need no sort.
        let lengths: Vec<u32> = merged.lists.iter().map(|list| list.len() as u32).collect();
        let entries = (0..).zip(in_order()).flat_map(|(at, items)| {
            let items = items.iter();
            items.map(move |item| (*item as usize, at))
        });
        let lists = Lists::filled(&lengths, entries);
        let mut values = Vec::with_capacity(items_by_document.values().len());
        in_order().for_each(|items| values.extend_from_slice(items));
        let forward = Lists::new(in_order().map(<[u32]>::len), values);
        let weights = merged.weights;
        let common = (0..documents.len())
            .into_par_iter()
            .map(|i| {
                forward
                    .get(i)
                    .iter()
                    .map(|item| weights[*item as usize])
                    .sum()
            })
            .collect();
        Items {
            documents: order.iter().map(|&i| documents[i as usize]).collect(),
            sizes: order.iter().map(|&i| sizes[i as usize]).collect(),
            weights,
            lists,
            forward,
            common,
        }
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Overlap of two documents that share `shared` shingles; side a is the smaller.
    #[inline]
    pub fn overlap(&self, smaller: usize, larger: usize, shared: u32) -> Overlap {
        Overlap {
            shared,
            size_a: self.sizes[smaller],
            size_b: self.sizes[larger],
        }
    }

    /// Returns the documents with the same set as an earlier document, as pairs of positions (first, other).
    pub fn same_sets(&self) -> Vec<(usize, usize)> {
        // Only a document without unique shingles can have the same set as another.
        let shared = |i: &usize| self.common[*i] == self.sizes[*i] && self.sizes[*i] > 0;
        let mut order: Vec<(u32, u64, usize)> = (0..self.len())
            .into_par_iter()
            .filter(shared)
            .map(|i| {
                let items = self.of_document(i);
                (self.sizes[i], xxh3_64(bytemuck::cast_slice(items)), i)
            })
            .collect();
        order.par_sort_unstable();
        let mut pairs = Vec::new();
        for group in order.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            // Has one entry, unless hashes collide.
            let mut firsts: Vec<usize> = Vec::new();
            for &(_, _, i) in group {
                let is_equal = |first: &&usize| self.of_document(**first) == self.of_document(i);
                match firsts.iter().find(is_equal) {
                    Some(first) => pairs.push((*first, i)),
                    None => firsts.push(i),
                }
            }
        }
        pairs
    }

    /// Returns a copy without the `dropped` documents. Each dropped document must have the same set as a remaining one.
    pub fn without(&self, dropped: &[bool]) -> Self {
        let mut position = vec![0_u32; self.len()];
        let mut remaining = Vec::new();
        for i in (0..self.len()).filter(|i| !dropped[*i]) {
            position[i] = remaining.len() as u32;
            remaining.push(i);
        }
        let is_kept = |document: &&u32| !dropped[**document as usize];
        let lengths = self
            .lists
            .iter()
            .map(|list| list.iter().filter(is_kept).count());
        let mut values = Vec::with_capacity(self.lists.values().len());
        let kept_values = self.lists.values().iter().filter(is_kept);
        values.extend(kept_values.map(|document| position[*document as usize]));
        let lists = Lists::new(lengths, values);
        let pick = |column: &[u32]| remaining.iter().map(|i| column[*i]).collect();
        Items {
            documents: remaining.iter().map(|i| self.documents[*i]).collect(),
            sizes: pick(&self.sizes),
            common: pick(&self.common),
            weights: self.weights.clone(),
            forward: merge::inverted(&lists, remaining.len()),
            lists,
        }
    }

    /// Returns a copy in which shingles that occur in more than `limit` documents count as if no other document
    /// contained them.
    pub fn rare(&self, limit: usize) -> Self {
        let is_rare = |item: &&u32| self.list(**item).len() <= limit;
        let rare_items: Vec<Vec<u32>> = (0..self.len())
            .into_par_iter()
            .map(|i| {
                self.of_document(i)
                    .iter()
                    .filter(is_rare)
                    .copied()
                    .collect()
            })
            .collect();
        let lists = self.lists.iter();
        let lists: Vec<&[u32]> = lists
            .map(|list| if list.len() <= limit { list } else { &[] })
            .collect();
        let weight = |items: &Vec<u32>| items.iter().map(|item| self.weight(*item)).sum();
        Items {
            documents: self.documents.clone(),
            sizes: self.sizes.clone(),
            weights: self.weights.clone(),
            common: rare_items.iter().map(weight).collect(),
            lists: Lists::new(lists.iter().map(|list| list.len()), lists.concat()),
            forward: Lists::new(rare_items.iter().map(Vec::len), rare_items.concat()),
        }
    }

    /// Items of document `i`, from rare to common.
    pub fn of_document(&self, i: usize) -> &[u32] {
        self.forward.get(i)
    }

    /// Number of shingles in an item.
    #[inline]
    pub fn weight(&self, item: u32) -> u32 {
        self.weights[item as usize]
    }

    /// Posting list of an item: document positions, ascending.
    #[inline]
    pub(super) fn list(&self, item: u32) -> &[u32] {
        self.lists.get(item as usize)
    }

    /// Number of items.
    pub fn count(&self) -> usize {
        self.weights.len()
    }

    /// Mean number of items per document.
    pub(super) fn mean_length(&self) -> u64 {
        self.forward.values().len() as u64 / self.len().max(1) as u64
    }

    /// Number of items of document `i` in its prefix of `length` shingles. Shingles that no other document contains
    /// come first; they belong to no item but count towards `length`.
    pub(super) fn prefix(&self, i: usize, length: u32) -> usize {
        let unique = self.sizes[i] - self.common[i];
        let mut remaining = length.saturating_sub(unique);
        let items = self.of_document(i);
        for (taken, &item) in items.iter().enumerate() {
            if remaining == 0 {
                return taken;
            }
            remaining = remaining.saturating_sub(self.weight(item));
        }
        items.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shingles::mix;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn documents_with_the_same_set_are_paired_and_can_be_dropped(
            sets in prop::collection::vec(prop::collection::btree_set(0_u64..4, 0..5), 0..24),
        ) {
            let items = |sets: &[BTreeSet<u64>]| {
                let documents: Vec<DocNo> = (0..sets.len()).map(DocNo::at).collect();
                Items::new(&ShingleSets::gather(&documents, 100, |doc, out| {
                    out.extend(sets[doc.index()].iter().map(|value| mix(*value)));
                }))
            };
            let all = items(&sets);
            let mut dropped = vec![false; sets.len()];
            for (first, other) in all.same_sets() {
                prop_assert!(all.documents[first] < all.documents[other] && !dropped[first]);
                dropped[other] = true;
            }
            for (i, dropped) in dropped.iter().enumerate() {
                let set = |i: usize| &sets[all.documents[i].index()];
                let again = (0..i).any(|j| !set(i).is_empty() && set(j) == set(i));
                prop_assert_eq!(*dropped, again);
            }
            let rest = all.without(&dropped);
            let weigh = |items: &Items, i: usize| -> u32 {
                items.of_document(i).iter().map(|item| items.weight(*item)).sum()
            };
            let kept: Vec<usize> = (0..all.len()).filter(|i| !dropped[*i]).collect();
            prop_assert_eq!(rest.len(), kept.len());
            for (at, &i) in kept.iter().enumerate() {
                prop_assert_eq!(rest.documents[at], all.documents[i]);
                prop_assert_eq!(rest.of_document(at), all.of_document(i));
                prop_assert_eq!((rest.sizes[at], weigh(&rest, at)), (all.sizes[i], rest.common[at]));
                for item in rest.of_document(at) {
                    prop_assert!(rest.list(*item).contains(&(at as u32)));
                }
            }
        }
    }
}

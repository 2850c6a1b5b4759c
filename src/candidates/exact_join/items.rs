//! Shingles that occur in two documents or more, put together: those with the very same documents are
//! one item, weighted by how many they are. The overlap of two sets is the weight of their common
//! items, so nothing is lost, and a text that stands in ten documents is one item rather than a
//! thousand shingles.

use rayon::prelude::*;

use super::merge::{self, Lists};
use super::sets::Sets;
use crate::base::DocNo;

/// Documents as items, from rare to common. Documents are ordered by size, and known by their place
/// in that order.
pub struct Items {
    documents: Vec<DocNo>,
    /// Number of distinct shingles, unique ones included.
    sizes: Vec<u32>,
    /// Shingles that an item stands for.
    weights: Vec<u32>,
    /// Documents of each item, rising.
    lists: Lists,
    /// Items of each document, rising.
    forward: Lists,
    /// Weight of all items of a document.
    common: Vec<u32>,
}

impl Items {
    /// Puts the shingles of `sets` together.
    #[must_use]
    pub fn of(sets: &Sets) -> Self {
        let merged = merge::merged(sets);
        let (documents, mut sizes) = (sets.documents(), sets.sizes());
        for (document, repeats) in &merged.repeats {
            sizes[*document as usize] -= repeats;
        }
        let mut order: Vec<u32> = (0..documents.len() as u32).collect();
        order.par_sort_unstable_by_key(|&i| (sizes[i as usize], documents[i as usize]));
        let mut position = vec![0_u32; documents.len()];
        for (at, &i) in order.iter().enumerate() {
            position[i as usize] = at as u32;
        }
        let mut lists = merged.lists;
        lists.each_mut(|list| {
            for document in list.iter_mut() {
                *document = position[*document as usize];
            }
            list.sort_unstable();
        });
        let forward = lists.inverted(documents.len());
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
    #[must_use]
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether there is no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// The document at place `i`.
    pub(super) fn document(&self, i: usize) -> DocNo {
        self.documents[i]
    }

    /// Sizes of all documents' sets, rising.
    pub(super) fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// Shingles of document `i` that other documents have too.
    pub(super) fn common(&self, i: usize) -> u32 {
        self.common[i]
    }

    /// Items of document `i`, from rare to common.
    pub(super) fn of_document(&self, i: usize) -> &[u32] {
        self.forward.get(i)
    }

    /// Shingles that an item stands for.
    #[inline]
    pub(super) fn weight(&self, item: u32) -> u32 {
        self.weights[item as usize]
    }

    /// Places of the documents that have an item, rising.
    #[inline]
    pub(super) fn list(&self, item: u32) -> &[u32] {
        self.lists.get(item as usize)
    }

    /// Number of items.
    pub(super) fn count(&self) -> usize {
        self.weights.len()
    }

    /// Items that a document has on average.
    pub(super) fn mean_length(&self) -> u64 {
        self.forward.values() as u64 / self.len().max(1) as u64
    }

    /// How many of document `i`'s items lie in its prefix of `length` shingles: those that occur
    /// nowhere else come first in the order and take their share of it.
    pub(super) fn prefix(&self, i: usize, length: u32) -> usize {
        let alone = self.sizes[i] - self.common[i];
        let mut left = length.saturating_sub(alone);
        let items = self.of_document(i);
        for (taken, &item) in items.iter().enumerate() {
            if left == 0 {
                return taken;
            }
            left = left.saturating_sub(self.weight(item));
        }
        items.len()
    }
}

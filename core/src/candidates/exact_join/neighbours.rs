//! All neighbours of one document at a time, for corpora with too many pairs for memory.

use std::cell::RefCell;
use std::sync::Arc;

use super::items::Items;
use super::join_predicate::JoinPredicate;
use super::prefixes::{PrefixPlan, Prefixes};
use super::visit::Visitor;
use crate::similarity::Overlap;

thread_local! {
    /// Counts of a lookup; all zero between lookups.
    static COUNTS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// An index that finds the neighbours of a document. Documents are positions in `items`.
#[derive(Debug)]
pub struct Neighbours {
    /// The documents.
    pub items: Arc<Items>,
    /// When two documents are neighbours.
    pub predicate: JoinPredicate,
    prefixes: Prefixes,
    /// Label of each document; the postings of an item are grouped by label.
    labels: Vec<u32>,
}

impl Neighbours {
    /// An index of all documents. Memory: 8 bytes per item of each prefix.
    pub fn new(items: Arc<Items>, predicate: JoinPredicate) -> Self {
        let plan = PrefixPlan::both_ways(&items, predicate);
        Neighbours {
            prefixes: Prefixes::new(&items, plan),
            labels: vec![0; items.len()],
            items,
            predicate,
        }
    }

    /// Gives each document a label, by which [`Neighbours::others`] excludes documents.
    pub fn label(&mut self, labels: Vec<u32>) {
        self.prefixes.group_by(&labels);
        self.labels = labels;
    }

    /// The neighbours of document `i`, unordered, with their overlap; side a is the earlier one. Documents with a
    /// label for which `is_together` holds are excluded.
    pub fn others(&self, i: usize, is_together: &dyn Fn(u32) -> bool) -> Vec<(usize, Overlap)> {
        if self.items.of_document(i).is_empty() {
            return Vec::new();
        }
        let mut visitor = Partners {
            index: self,
            document: i,
            partners: Vec::new(),
        };
        COUNTS.with_borrow_mut(|counts| {
            if counts.len() < self.items.len() {
                counts.resize(self.items.len(), 0);
            }
            let skip = (&*self.labels, is_together);
            let (items, predicate) = (&self.items, self.predicate);
            self.prefixes
                .probe_others(items, predicate, i, skip, counts, &mut visitor);
        });
        visitor.partners
    }
}

/// Collects the neighbours of a document.
struct Partners<'a> {
    index: &'a Neighbours,
    document: usize,
    partners: Vec<(usize, Overlap)>,
}

impl Visitor for Partners<'_> {
    fn pair(&mut self, larger: usize, smaller: usize, shared: u32) {
        let overlap = self.index.items.overlap(smaller, larger, shared);
        if self.index.predicate.met_by(&overlap) {
            self.partners
                .push((larger + smaller - self.document, overlap));
        }
    }

    fn row(&mut self, larger: usize, from: usize, shared: &[u32]) {
        for (smaller, shared) in (from..).zip(shared) {
            self.pair(larger, smaller, *shared);
        }
    }
}

//! The prefix-filter join, for thresholds at which partners share much.
//!
//! Two sufficiently similar sets share an item among the first few items of each, ordered from rare to
//! common, so only these prefixes are indexed and looked up. The position filter of PPJoin bounds the
//! overlap still possible after an item and prunes most candidates before verification.

use super::items::Items;
use super::join_predicate::JoinPredicate;
use super::join_predicate::Visitor;
use crate::base::Lists;
use crate::similarity::Overlap;
use std::cell::RefCell;
use std::sync::Arc;

/// Marks a candidate pruned by the position filter.
const PRUNED: u32 = u32::MAX;

/// Inverted index over the prefixes of all documents.
#[derive(Debug)]
pub struct Prefixes {
    postings: Lists<Posting>,
    /// Prefix lengths of each document in items: (indexed, looked up).
    lengths: Vec<(u32, u32)>,
}

/// A document with an item in its prefix.
#[derive(Clone, Copy, Debug, Default)]
struct Posting {
    document: u32,
    /// Total weight of the document's items after this one.
    rest: u32,
}

/// Prefix lengths of all documents, and the resulting cost.
pub struct PrefixPlan {
    lengths: Vec<(u32, u32)>,
    indexed: Vec<u32>,
    /// Estimated number of postings visited.
    pub postings: u64,
}

impl PrefixPlan {
    /// Plans a join for `predicate`.
    pub fn new(items: &Items, predicate: JoinPredicate) -> Self {
        Self::with(items, lengths(items, predicate))
    }

    /// Plans lookups of documents among all others, the larger ones too.
    pub fn both_ways(items: &Items, predicate: JoinPredicate) -> Self {
        let mut lengths = lengths(items, predicate);
        for (index, probe) in &mut lengths {
            *index = *probe;
        }
        Self::with(items, lengths)
    }

    fn with(items: &Items, lengths: Vec<(u32, u32)>) -> Self {
        let (mut indexed, mut probed) = (vec![0_u32; items.count()], vec![0_u32; items.count()]);
        for (i, &(index, probe)) in lengths.iter().enumerate() {
            let list = items.of_document(i);
            for item in &list[..index as usize] {
                indexed[*item as usize] += 1;
            }
            for item in &list[..probe as usize] {
                probed[*item as usize] += 1;
            }
        }
        // Of each pair, the larger document looks up the smaller one.
        let counts = indexed.iter().zip(&probed);
        let postings = counts.map(|(i, p)| u64::from(*i) * u64::from(*p) / 2).sum();
        PrefixPlan {
            lengths,
            indexed,
            postings,
        }
    }
}

fn lengths(items: &Items, predicate: JoinPredicate) -> Vec<(u32, u32)> {
    let mut lengths = Vec::with_capacity(items.len());
    // Sizes are ascending, and many documents have equal sizes.
    let mut previous = None;
    for (i, &size) in items.sizes.iter().enumerate() {
        if items.of_document(i).is_empty() {
            lengths.push((0, 0));
            continue;
        }
        let (index, probe) = match previous {
            Some((s, prefixes)) if s == size => prefixes,
            _ => (predicate.index_prefix(size), predicate.probe_prefix(size)),
        };
        previous = Some((size, (index, probe)));
        lengths.push((items.prefix(i, index) as u32, items.prefix(i, probe) as u32));
    }
    lengths
}

impl Prefixes {
    /// Builds the index according to `plan`.
    pub fn new(items: &Items, plan: PrefixPlan) -> Self {
        let of_document = |(i, &(index, _)): (u32, &(u32, u32))| {
            let mut rest = items.common[i as usize];
            let prefix = &items.of_document(i as usize)[..index as usize];
            prefix.iter().map(move |&item| {
                rest -= items.weight(item);
                let document = i;
                (item as usize, Posting { document, rest })
            })
        };
        let postings = (0..).zip(&plan.lengths).flat_map(of_document);
        let postings = Lists::filled(&plan.indexed, postings);
        Prefixes {
            postings,
            lengths: plan.lengths,
        }
    }

    /// Passes to `visitor` all partners of document `i` among the earlier documents from position `from`
    /// on, and all other candidates that survive the filters. `counts` is all zero before and after.
    pub fn probe(
        &self,
        items: &Items,
        predicate: JoinPredicate,
        i: usize,
        from: usize,
        counts: &mut [u32],
        visitor: &mut impl Visitor,
    ) {
        let earlier = |list: &[Posting], count: &mut dyn FnMut(&[Posting])| {
            let begin = list.partition_point(|posting| (posting.document as usize) < from);
            let end = list[begin..].partition_point(|posting| (posting.document as usize) < i);
            count(&list[begin..begin + end]);
        };
        self.probe_parts(items, predicate, i, earlier, counts, visitor);
    }

    /// Does the same as [`Prefixes::probe`], but among all documents outside the group of `i`. The postings of each
    /// item are grouped by label ([`Prefixes::group_by`]); `is_together` returns whether documents with a label are
    /// excluded. The index must be planned both ways.
    pub fn probe_others(
        &self,
        items: &Items,
        predicate: JoinPredicate,
        i: usize,
        (labels, is_together): (&[u32], &dyn Fn(u32) -> bool),
        counts: &mut [u32],
        visitor: &mut impl Visitor,
    ) {
        let label = |posting: &Posting| labels[posting.document as usize];
        let others = |list: &[Posting], count: &mut dyn FnMut(&[Posting])| {
            let mut rest = list;
            while let Some(first) = rest.first().map(label) {
                let end = rest.partition_point(|posting| label(posting) == first);
                if !is_together(first) {
                    count(&rest[..end]);
                }
                rest = &rest[end..];
            }
        };
        self.probe_parts(items, predicate, i, others, counts, visitor);
    }

    /// Groups the postings of each item by the label of their documents.
    pub fn group_by(&mut self, labels: &[u32]) {
        let label = |posting: &Posting| (labels[posting.document as usize], posting.document);
        for list in self.postings.iter_mut() {
            list.sort_unstable_by_key(label);
        }
    }

    /// Passes to `visitor` the candidates for partners of document `i` that survive the filters. `parts` selects the
    /// postings of an item that are counted.
    #[inline]
    fn probe_parts(
        &self,
        items: &Items,
        predicate: JoinPredicate,
        i: usize,
        parts: impl Fn(&[Posting], &mut dyn FnMut(&[Posting])),
        counts: &mut [u32],
        visitor: &mut impl Visitor,
    ) {
        let sizes = &items.sizes;
        let size = sizes[i];
        let mut touched: Vec<u32> = Vec::new();
        let mut rest = items.common[i];
        for &item in &items.of_document(i)[..self.lengths[i].1 as usize] {
            let weight = items.weight(item);
            rest -= weight;
            parts(self.postings.get(item as usize), &mut |part| {
                for posting in part {
                    let j = posting.document as usize;
                    let count = counts[j];
                    if count == 0 {
                        touched.push(posting.document);
                    } else if count == PRUNED {
                        continue;
                    }
                    let max_overlap = u64::from(count + weight) + u64::from(rest.min(posting.rest));
                    let (smaller, larger) = (sizes[j].min(size), sizes[j].max(size));
                    counts[j] = if (max_overlap as f64) < predicate.about(smaller, larger) - 1e-3 {
                        PRUNED
                    } else {
                        count + weight
                    };
                }
            });
        }
        for j in touched {
            let count = std::mem::take(&mut counts[j as usize]);
            let j = j as usize;
            if count != PRUNED && i != j {
                let (smaller, larger) = (i.min(j), i.max(j));
                visitor.pair(larger, smaller, count + self.rest(items, smaller, larger));
            }
        }
    }

    /// Returns the weight of the common items of `smaller` and `larger` after the end of the shorter prefix. The
    /// probe cannot have counted these items.
    fn rest(&self, items: &Items, smaller: usize, larger: usize) -> u32 {
        let (index, probe) = (
            self.lengths[smaller].0 as usize,
            self.lengths[larger].1 as usize,
        );
        let (a, b) = (items.of_document(smaller), items.of_document(larger));
        let end = a[index - 1].min(b[probe - 1]);
        let first_after = |list: &[u32], prefix: usize| {
            if list[prefix - 1] == end {
                prefix
            } else {
                list[..prefix].partition_point(|item| *item <= end)
            }
        };
        let (mut i, mut j, mut shared) = (first_after(a, index), first_after(b, probe), 0);
        while i < a.len() && j < b.len() {
            let (x, y) = (a[i], b[j]);
            if x == y {
                shared += items.weight(x);
            }
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        shared
    }
}

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
    /// Creates an index of all documents. Memory: 8 bytes per item of each prefix.
    pub fn new(items: Arc<Items>, predicate: JoinPredicate) -> Self {
        let plan = PrefixPlan::both_ways(&items, predicate);
        Neighbours {
            prefixes: Prefixes::new(&items, plan),
            labels: vec![0; items.len()],
            items,
            predicate,
        }
    }

    /// Sets the label of each document, by which [`Neighbours::others`] excludes documents.
    pub fn label(&mut self, labels: Vec<u32>) {
        self.prefixes.group_by(&labels);
        self.labels = labels;
    }

    /// Returns the neighbours of document `i`, unordered, with their overlap; side a is the earlier document. Documents
    /// with a label for which `is_together` returns `true` are excluded.
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
}

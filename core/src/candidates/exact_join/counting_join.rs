//! The counting join: counts every item of every document, so that the counts are the overlaps.

use super::dense::{BitColumns, DenseItems, LANES, OwnColumns};
use super::items::Items;
use super::join_predicate::{BLOCK, Visitor};

/// Approximate picoseconds per counted posting, including its share of evaluating the counts.
const POSTING_COST: u64 = 2_000;

/// Approximate picoseconds to add a column to the sums of [`LANES`] documents.
const COLUMN_COST: u64 = 1_200;

/// Approximate picoseconds to evaluate the counts of [`LANES`] documents.
const EVALUATION_COST: u64 = 160_000;

/// Documents counted in one batch, so that each column is loaded once per batch.
const BATCH: usize = 64;

/// Maximum number of counts per thread: 16 MB.
const MAX_COUNTS: usize = 4 << 20;

/// If a document has fewer postings than this fraction (1/`SPARSE`) of the number of earlier documents, the join
/// remembers which counts it changed, and visits only these.
const SPARSE: usize = 4;

/// Cost estimate of the counting join.
pub struct CostEstimate {
    dense_items: DenseItems,
    /// In nanoseconds of CPU time.
    pub cost: u64,
}

/// A prepared counting join.
pub struct CountingJoin(BitColumns);

/// Scratch counts of one thread; all zero between calls.
pub struct OverlapCounts(Vec<Slot>);

/// Scratch of one document of the batch.
#[derive(Clone, Default)]
struct Slot {
    /// First earlier document that qualifies.
    from: usize,
    /// Overlap with each earlier document, by items without a column.
    counts: Vec<u32>,
    /// Columns of the document; empty if it is counted by posting lists only.
    columns: OwnColumns,
}

impl Default for OverlapCounts {
    fn default() -> Self {
        OverlapCounts(vec![Slot::default(); BATCH])
    }
}

impl OverlapCounts {
    /// Returns counts for `documents`, all zero. The caller must reset them to zero after use.
    pub fn counts(&mut self, documents: usize) -> &mut [u32] {
        let counts = &mut self.0[0].counts;
        counts.resize(documents, 0);
        counts
    }
}

impl CostEstimate {
    /// Estimates the cost for all pairs of `items`.
    pub fn new(items: &Items) -> Self {
        let dense_items = DenseItems::new(items);
        let mut cost = 0;
        for i in 0..items.len() {
            // On average, half of the documents of a list, or half of all blocks, are before document `i`.
            let (mut listed, mut all_postings, mut columns) = (0, 0, 0);
            for &item in items.of_document(i) {
                let postings = items.list(item).len() as u64;
                all_postings += postings;
                match dense_items.column(item) {
                    Some(_) => columns += 1,
                    None => listed += postings,
                }
            }
            cost += if columns == 0 || is_sparse(all_postings as usize, items.len()) {
                all_postings / 2 * POSTING_COST
            } else {
                let blocks = (items.len() / LANES) as u64;
                listed / 2 * POSTING_COST + blocks * (columns * COLUMN_COST + EVALUATION_COST) / 2
            };
        }
        CostEstimate {
            dense_items,
            cost: cost / 1_000,
        }
    }
}

/// Whether the number of postings is small compared with the number of earlier documents.
fn is_sparse(postings: usize, earlier: usize) -> bool {
    postings < earlier / SPARSE
}

impl CountingJoin {
    /// Builds the columns chosen in the estimate.
    pub fn new(items: &Items, estimate: CostEstimate) -> Self {
        CountingJoin(BitColumns::new(items, estimate.dense_items))
    }

    /// Counts the overlap of each document in `range` with the earlier documents from position `from(i)`
    /// on, and passes the counts to `visitor`.
    pub fn count(
        &self,
        items: &Items,
        range: std::ops::Range<usize>,
        from: impl Fn(usize) -> usize,
        scratch: &mut OverlapCounts,
        visitor: &mut impl Visitor,
    ) {
        let batch_size = if self.0.is_empty() {
            1
        } else {
            (MAX_COUNTS / items.len().max(1)).clamp(1, BATCH)
        };
        for first in range.clone().step_by(batch_size) {
            let batch = first..(first + batch_size).min(range.end);
            let mut first_earlier = batch.end;
            for (slot, i) in batch.clone().enumerate() {
                let slot = &mut scratch.0[slot];
                slot.counts.resize(items.len(), 0);
                slot.from = from(i);
                if self.lists(items, i, slot, visitor) {
                    first_earlier = first_earlier.min(slot.from);
                }
            }
            // Loads each block of columns into the CPU cache once per batch. The sums of a block stay in the cache.
            for block in first_earlier / LANES..batch.end.div_ceil(LANES) {
                for (slot, i) in batch.clone().enumerate() {
                    self.report_block(block, i, &scratch.0[slot], visitor);
                }
            }
            for (slot, i) in batch.clone().enumerate() {
                let slot = &mut scratch.0[slot];
                if !slot.columns.is_empty() {
                    slot.counts[slot.from..i].fill(0);
                    slot.columns.clear();
                }
            }
        }
    }

    /// Reports the overlaps of document `i` with the documents of a block. Does nothing if document `i` has no columns.
    fn report_block(&self, block: usize, i: usize, slot: &Slot, visitor: &mut impl Visitor) {
        let begin = block * LANES;
        let (from, until) = (slot.from.max(begin), i.min(begin + LANES));
        if slot.columns.is_empty() || from >= until {
            return;
        }
        let mut counts = [0; LANES];
        self.0.add(block, &slot.columns, &mut counts);
        for (count, listed) in counts.iter_mut().zip(&slot.counts[begin..]) {
            *count += listed;
        }
        visitor.row(i, from, &counts[from - begin..until - begin]);
    }

    /// Counts the items of document `i` by posting lists: the items without a column, or all items if they have few
    /// postings. Returns `true` if columns must still be added to the counts. Otherwise reports the counts and resets
    /// them.
    fn lists(&self, items: &Items, i: usize, slot: &mut Slot, visitor: &mut impl Visitor) -> bool {
        let from = slot.from;
        // No binary search is needed if all earlier documents qualify.
        let earlier_of = |item: u32| {
            let list = items.list(item);
            let begin = match from {
                0 => 0,
                from => list.partition_point(|j| (*j as usize) < from),
            };
            list[begin..].iter().take_while(|j| (**j as usize) < i)
        };
        let own = items.of_document(i);
        let Slot {
            counts, columns, ..
        } = slot;
        let postings = own.iter().map(|item| items.list(*item).len()).sum();
        if is_sparse(postings, i - from) {
            let mut touched: Vec<u32> = Vec::new();
            for &item in own {
                let weight = items.weight(item);
                for &j in earlier_of(item) {
                    let count = &mut counts[j as usize];
                    if *count == 0 {
                        touched.push(j);
                    }
                    *count += weight;
                }
            }
            for j in touched {
                visitor.pair(i, j as usize, std::mem::take(&mut counts[j as usize]));
            }
            return false;
        }
        self.0.columns_of(items, own, columns);
        for &item in own.iter().filter(|item| !self.0.has(**item)) {
            let weight = items.weight(item);
            for &j in earlier_of(item) {
                counts[j as usize] += weight;
            }
        }
        if !columns.is_empty() {
            return true;
        }
        // Many counts have changed: scanning all of them is cheaper than recording the changed ones.
        for (block, counts) in counts[from..i].chunks_mut(BLOCK).enumerate() {
            if counts.iter().fold(0, |any, count| any | count) != 0 {
                visitor.row(i, from + block * BLOCK, counts);
                counts.fill(0);
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::ShingleSets;
    use super::*;
    use crate::base::DocNo;
    use crate::text::shingles::mix;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// Records every reported overlap.
    #[derive(Default)]
    struct Recorder(BTreeMap<(usize, usize), u32>);

    impl Visitor for Recorder {
        fn pair(&mut self, larger: usize, smaller: usize, shared: u32) {
            assert!(smaller < larger);
            assert!(self.0.insert((larger, smaller), shared).is_none());
        }
    }

    /// Documents as unions of shingle runs of different lengths: light and heavy, rare and common items.
    fn sets() -> impl Strategy<Value = Vec<BTreeSet<u64>>> {
        let set = prop::collection::btree_set(0_u64..14, 0..9).prop_map(|runs| {
            let length = |run: u64| [1, 1, 2, 60, 63, 64, 100][run as usize % 7];
            let shingles = runs
                .into_iter()
                .flat_map(|run| (0..length(run)).map(move |n| run * 1000 + n));
            shingles.map(mix).collect::<BTreeSet<u64>>()
        });
        prop::collection::vec(set, 3..150)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn counts_are_the_sizes_of_the_intersections(sets in sets(), skip in 0_usize..40) {
            let documents: Vec<DocNo> = (0..sets.len()).map(DocNo::at).collect();
            let gathered = ShingleSets::gather(&documents, 1_000, |doc, out| out.extend(&sets[doc.index()]));
            let items = Items::new(&gathered);
            let mut want = BTreeMap::new();
            for i in 0..sets.len() {
                for j in i.min(skip)..i {
                    let set = |i: usize| &sets[items.documents[i].index()];
                    let shared = set(i).intersection(set(j)).count() as u32;
                    if shared > 0 {
                        want.insert((i, j), shared);
                    }
                }
            }
            let join = CountingJoin::new(&items, CostEstimate::new(&items));
            let (mut recorder, mut scratch) = (Recorder::default(), OverlapCounts::default());
            let middle = sets.len() / 2;
            for range in [0..middle, middle..sets.len()] {
                join.count(&items, range, |i| i.min(skip), &mut scratch, &mut recorder);
            }
            prop_assert_eq!(recorder.0, want);
        }
    }
}

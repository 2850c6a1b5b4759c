//! Visitor of a join that counts all pairs at all thresholds by all measures without storing them.
//!
//! At low k there are hundreds of millions of pairs, and nearly all documents have one of a few
//! hundred set sizes. The similarity of two sets is a function of their sizes and the number of
//! shared shingles. So pairs are counted by (size, size, shared), and similarities are computed
//! once per count instead of once per pair.

use std::collections::HashMap;

use super::forest::{BLOCK, Forest, Level, Levels};
use super::input::SweepInput;
use crate::candidates::exact_join::{JoinPredicate, Visitor, sift};
use crate::similarity::Overlap;

/// Maximum number of counts in the table: 24 MB, of which only one class is used at a time. Small in tests, so that
/// they also cover the path without a table.
const MAX_TABLE: usize = if cfg!(test) { 1 << 7 } else { 1 << 20 };

/// Counters per number of shared shingles. Consecutive sets use them in turn, because most of these sets share the same
/// number, and an addition waits for the previous addition to the same counter.
const LANES: usize = 4;

/// Maximum number of pairs that are counted before the table is emptied, so that no counter overflows; few in tests.
const MAX_COUNTED: u64 = if cfg!(test) { 40 } else { u32::MAX as u64 };

/// Counts of one thread.
pub struct Tally<'a> {
    input: &'a SweepInput,
    levels: &'a Levels<'a>,
    /// Weakest join predicate that covers all measures.
    predicate: JoinPredicate,
    /// Results by measure.
    pub by_measure: Vec<MeasureCounts>,
    table: Option<Table>,
}

/// Results of one measure.
pub struct MeasureCounts {
    /// Document pairs by the highest level they reach; entry 0 is unused.
    pub pairs: Vec<u64>,
    /// Connected components at each level.
    pub forest: Forest,
    /// Document pairs by similarity, if requested.
    pub scores: Option<Bins>,
}

/// Counts of pairs by shared shingles, for one size of the larger set.
struct Table {
    /// Current size of the larger set; 0 initially.
    size: u32,
    /// Pairs of sets by class of the smaller set and number of shared shingles.
    sets: Vec<[u32; LANES]>,
    /// In the same order, pairs of documents minus pairs of sets.
    copies: Vec<u64>,
    /// Upper bound of the number of pairs of sets counted since the table was emptied.
    added: u64,
    /// For each class, the greatest number of shared shingles that is counted.
    max_shared: Vec<u32>,
    /// For each class, the offset of its counts.
    offsets: Vec<usize>,
    /// For each class, the larger size (0 for none) and the minimum number of shared shingles to reach any level by any
    /// measure.
    min_shared: Vec<(u32, u32)>,
    /// For each class, the larger size that its cuts were computed for; 0 for none. Most cuts are never
    /// needed.
    ready: Vec<u32>,
    /// Classes with non-zero counts.
    counted: Vec<usize>,
    /// By measure, class, and level from 0 to one above the highest: the minimum number of shared
    /// shingles that reaches the level.
    cuts: Vec<Vec<u32>>,
    /// Cache of the cuts of levels, by measure and decisive size.
    cut_cache: Vec<HashMap<u32, Box<[u32]>>>,
    /// Cache of [`Table::min_shared`], by decisive size.
    min_shared_cache: HashMap<u32, u32>,
}

impl<'a> Tally<'a> {
    /// Creates empty counts. With `bins`, one per measure, similarities are counted too.
    pub fn new(
        input: &'a SweepInput,
        levels: &'a Levels<'a>,
        predicate: JoinPredicate,
        bins: Option<&[Bins]>,
    ) -> Self {
        let by_measure = (0..levels.measures.len()).map(|at| MeasureCounts {
            pairs: vec![0; usize::from(levels.highest()) + 1],
            forest: Forest::new(input.items.len(), levels.highest()),
            scores: bins.map(|bins| bins[at].clone()),
        });
        Tally {
            input,
            levels,
            predicate,
            by_measure: by_measure.collect(),
            table: Table::new(input, levels),
        }
    }

    /// Adds the counts of another thread.
    pub fn merge(&mut self, mut other: Tally<'a>) {
        self.settle();
        other.settle();
        for (ours, theirs) in self.by_measure.iter_mut().zip(other.by_measure) {
            for (sum, count) in ours.pairs.iter_mut().zip(theirs.pairs) {
                *sum += count;
            }
            ours.forest.merge(theirs.forest);
            if let (Some(ours), Some(theirs)) = (&mut ours.scores, &theirs.scores) {
                ours.merge(theirs);
            }
        }
    }

    /// Converts the counts of the table into pairs by level.
    pub fn settle(&mut self) {
        if let Some(table) = &mut self.table {
            table.settle(self.input, self.levels, &mut self.by_measure);
        }
    }

    /// Processes a row of overlap counts; several of them may reach a level.
    fn rows(&mut self, larger: usize, from: usize, shared: &[u32]) {
        let Some(table) = &mut self.table else { return };
        let (input, levels) = (self.input, self.levels);
        let size = input.items.sizes[larger];
        if table.size != size || table.added + shared.len() as u64 > MAX_COUNTED {
            table.settle(input, levels, &mut self.by_measure);
            table.size = size;
        }
        table.added += shared.len() as u64;
        let step = usize::from(levels.highest()) + 2;
        let (mut at, end) = (from, from + shared.len());
        while at < end {
            let class = input.class_of[at] as usize;
            let stop = input.classes[class].end.min(end);
            let counts = &shared[at - from..stop - from];
            let max_count = greatest(counts);
            if max_count >= table.min_shared(class, self.predicate, input) {
                if table.ready[class] != size {
                    table.cut(class, input, levels);
                }
                table.max_shared[class] = table.max_shared[class].max(max_count);
                table.add(class, counts);
                table.add_copies(class, input, larger, (at, counts));
                for (measure, measured) in self.by_measure.iter_mut().enumerate() {
                    let cuts = &table.cuts[measure][class * step..(class + 1) * step];
                    edges(&mut measured.forest, cuts, larger, (at, counts), max_count);
                }
            }
            at = stop;
        }
    }
}

/// Adds the edges of `larger` with the consecutive sets of one class from position `from`, if they are not redundant in
/// the forest. `cuts` are the cuts of the class, `max_count` is the maximum of `counts`.
fn edges(
    forest: &mut Forest,
    cuts: &[u32],
    larger: usize,
    (from, counts): (usize, &[u32]),
    max_count: u32,
) {
    let end = from + counts.len();
    let mut at = from;
    while at < end {
        let stop = ((at / BLOCK + 1) * BLOCK).min(end);
        let top = forest.top(larger);
        let reached = top.min(forest.blocks[at / BLOCK]);
        let min_count = cuts[usize::from(reached) + 1];
        let counts = &counts[at - from..stop - from];
        if max_count >= min_count && greatest(counts) >= min_count {
            for (other, count) in (at..).zip(counts) {
                let reached = top.min(forest.top(other));
                if *count >= cuts[usize::from(reached) + 1] {
                    let level = cuts[1..].partition_point(|cut| cut <= count);
                    forest.edge(larger, other, level as Level);
                }
            }
        }
        at = stop;
    }
}

/// The greatest count. Scans all of them, so that it is vectorised.
#[inline]
fn greatest(counts: &[u32]) -> u32 {
    // Signed, because SIMD without SSE4 compares only signed integers; no count reaches 2^31.
    let counts = counts.iter().map(|count| *count as i32);
    counts.fold(0, i32::max) as u32
}

impl Visitor for Tally<'_> {
    fn pair(&mut self, larger: usize, smaller: usize, shared: u32) {
        let overlap = self.input.items.overlap(smaller, larger, shared);
        let weight = self.input.weight(larger, smaller);
        for (measure, measured) in self.levels.measures.iter().zip(&mut self.by_measure) {
            let score = measure.similarity(&overlap);
            let level = self.levels.level(score);
            if level > 0 {
                measured.pairs[usize::from(level)] += weight;
                measured.forest.edge(larger, smaller, level);
                if let Some(scores) = &mut measured.scores {
                    scores.add(score, weight);
                }
            }
        }
    }

    fn row(&mut self, larger: usize, from: usize, shared: &[u32]) {
        if self.table.is_some() {
            return self.rows(larger, from, shared);
        }
        let (input, predicate) = (self.input, self.predicate);
        sift(
            &input.items,
            predicate,
            larger,
            from,
            shared,
            |smaller, overlap| {
                self.pair(larger, smaller, overlap.shared);
            },
        );
    }
}

/// Maximum number of entries in a cache: a few megabytes. Corpora have hundreds of sizes, and equally few sums of
/// sizes.
const MAX_CACHED: usize = 1 << 15;

fn clear_if_full<T>(cache: &mut HashMap<u32, T>) {
    if cache.len() >= MAX_CACHED {
        cache.clear();
    }
}

impl Table {
    /// Allocates a table, unless there are too many sizes.
    fn new(input: &SweepInput, levels: &Levels<'_>) -> Option<Self> {
        let mut offsets = Vec::with_capacity(input.classes.len());
        let mut end = 0;
        for class in &input.classes {
            offsets.push(end);
            end += class.size as usize + 1;
        }
        let classes = input.classes.len();
        let cuts = classes * (usize::from(levels.highest()) + 2);
        (end <= MAX_TABLE && cuts <= MAX_TABLE).then(|| Table {
            size: 0,
            sets: vec![[0; LANES]; end],
            copies: vec![0; end],
            added: 0,
            max_shared: vec![0; classes],
            offsets,
            min_shared: vec![(0, 0); classes],
            ready: vec![0; classes],
            counted: Vec::new(),
            cuts: vec![vec![0; cuts]; levels.measures.len()],
            cut_cache: vec![HashMap::new(); levels.measures.len()],
            min_shared_cache: HashMap::new(),
        })
    }

    /// The minimum number of shared shingles to reach any level by any measure.
    fn min_shared(&mut self, class: usize, predicate: JoinPredicate, input: &SweepInput) -> u32 {
        let (size, min_shared) = self.min_shared[class];
        if size == self.size {
            return min_shared;
        }
        let decisive = predicate.decisive_size(input.classes[class].size, self.size);
        clear_if_full(&mut self.min_shared_cache);
        let entry = self.min_shared_cache.entry(decisive);
        let min_shared = *entry.or_insert_with(|| predicate.overlap_at(decisive));
        self.min_shared[class] = (self.size, min_shared);
        min_shared
    }

    /// Computes the cuts of a class and marks it as counted.
    fn cut(&mut self, class: usize, input: &SweepInput, levels: &Levels<'_>) {
        let step = usize::from(levels.highest()) + 2;
        let size = input.classes[class].size;
        let tables = self.cuts.iter_mut().zip(&mut self.cut_cache);
        for (measure, (cuts, cache)) in levels.measures.iter().zip(tables) {
            let predicate = |threshold: &f64| JoinPredicate::new(*measure, *threshold);
            let decisive = predicate(&0.0).decisive_size(size, self.size);
            clear_if_full(cache);
            let row = cache.entry(decisive).or_insert_with(|| {
                let min_shared = |threshold| predicate(threshold).overlap_at(decisive);
                let rows = levels.thresholds.iter().map(min_shared);
                [0].into_iter().chain(rows).chain([u32::MAX]).collect()
            });
            cuts[class * step..(class + 1) * step].copy_from_slice(row);
        }
        self.ready[class] = self.size;
        self.counted.push(class);
    }

    /// Counts a run of one class.
    fn add(&mut self, class: usize, counts: &[u32]) {
        let sets = &mut self.sets[self.offsets[class]..];
        let (chunks, rest) = counts.as_chunks::<LANES>();
        for counts in chunks {
            for (lane, count) in counts.iter().enumerate() {
                sets[*count as usize][lane] += 1;
            }
        }
        for count in rest {
            sets[*count as usize][0] += 1;
        }
    }

    /// Counts the pairs of documents of a run, minus one for each pair of sets.
    fn add_copies(
        &mut self,
        class: usize,
        input: &SweepInput,
        larger: usize,
        (from, counts): (usize, &[u32]),
    ) {
        let copies = &mut self.copies[self.offsets[class]..];
        let mut add = |other: usize| {
            copies[counts[other - from] as usize] += input.weight(larger, other) - 1;
        };
        let run = from..from + counts.len();
        if input.weights[larger] > 1 {
            return run.for_each(add);
        }
        let several = &input.several;
        let begin = several.partition_point(|set| (*set as usize) < run.start);
        let several = several[begin..].iter().map(|set| *set as usize);
        several.take_while(|set| *set < run.end).for_each(&mut add);
    }

    /// Empties the table into `by_measure`.
    fn settle(
        &mut self,
        input: &SweepInput,
        levels: &Levels<'_>,
        by_measure: &mut [MeasureCounts],
    ) {
        self.added = 0;
        if self.size == 0 {
            return;
        }
        let step = usize::from(levels.highest()) + 2;
        for at in std::mem::take(&mut self.counted) {
            self.ready[at] = 0;
            let class = &input.classes[at];
            let max_shared = std::mem::take(&mut self.max_shared[at]) as usize;
            let counted = self.offsets[at]..=self.offsets[at] + max_shared;
            let (sets, copies) = (&mut self.sets[counted.clone()], &mut self.copies[counted]);
            let pairs = |shared: usize| -> u64 {
                copies[shared] + sets[shared].iter().map(|n| u64::from(*n)).sum::<u64>()
            };
            for (m, measured) in by_measure.iter_mut().enumerate() {
                let cuts = &self.cuts[m][at * step..(at + 1) * step];
                for (level, cut) in cuts.windows(2).enumerate().skip(1) {
                    let (from, to) = (cut[0] as usize, (cut[1] as usize).min(max_shared + 1));
                    measured.pairs[level] += (from..to).map(pairs).sum::<u64>();
                }
                let Some(scores) = &mut measured.scores else {
                    continue;
                };
                for shared in cuts[1] as usize..=max_shared {
                    let count = pairs(shared);
                    if count > 0 {
                        let overlap = Overlap {
                            shared: shared as u32,
                            size_a: class.size,
                            size_b: self.size,
                        };
                        scores.add(levels.measures[m].similarity(&overlap), count);
                    }
                }
            }
            sets.fill([0; LANES]);
            copies.fill(0);
        }
    }
}

/// Histogram of pairs by similarity with bins at and between the values. For unlabelled pairs only their position
/// relative to the scores of labelled pairs matters.
#[derive(Clone, Debug, PartialEq)]
pub struct Bins {
    /// The values, ascending, each once.
    values: Vec<f64>,
    /// `2 · values.len() + 1` counts: below the first value, at it, between it and the next, and so
    /// on.
    counts: Vec<u64>,
    /// For each count the greatest value that was added to it.
    greatest: Vec<f64>,
}

impl Bins {
    /// Creates empty bins at and between `values`, in any order.
    pub fn new(mut values: Vec<f64>) -> Self {
        values.sort_unstable_by(f64::total_cmp);
        values.dedup();
        Bins {
            counts: vec![0; 2 * values.len() + 1],
            greatest: vec![0.0; 2 * values.len() + 1],
            values,
        }
    }

    /// Adds `count` at `value`.
    pub fn add(&mut self, value: f64, count: u64) {
        let at = self.slot(value);
        self.counts[at] += count;
        self.greatest[at] = self.greatest[at].max(value);
    }

    fn slot(&self, value: f64) -> usize {
        let below = self.values.partition_point(|other| *other < value);
        2 * below + usize::from(self.values.get(below) == Some(&value))
    }

    /// Subtracts one at `value`, if its bin is not empty.
    pub fn take(&mut self, value: f64) {
        let at = self.slot(value);
        self.counts[at] = self.counts[at].saturating_sub(1);
    }

    /// Adds the counts of other bins over the same values.
    pub fn merge(&mut self, other: &Bins) {
        debug_assert_eq!(self.values, other.values);
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum += count;
        }
        for (greatest, other) in self.greatest.iter_mut().zip(&other.greatest) {
            *greatest = greatest.max(*other);
        }
    }

    /// Sum of all counts.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Non-empty bins as (greatest value added, count).
    pub fn steps(&self) -> impl Iterator<Item = (f64, u64)> {
        let bins = self.greatest.iter().zip(&self.counts);
        bins.filter(|(_, count)| **count > 0)
            .map(|(value, count)| (*value, *count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_value_is_counted_in_its_bin(
            values in prop::collection::vec(0_u32..30, 0..12),
            counted in prop::collection::vec(0_u32..30, 0..40),
        ) {
            let share = |n: &u32| f64::from(*n) / 29.0;
            let values: Vec<f64> = values.iter().map(share).collect();
            let counted: Vec<f64> = counted.iter().map(share).collect();
            let mut bins = Bins::new(values.clone());
            counted.iter().for_each(|value| bins.add(*value, 1));
            prop_assert_eq!(bins.total(), counted.len() as u64);
            for value in values {
                let at_least = |n: &f64| *n >= value;
                let want = counted.iter().filter(|n| at_least(n)).count() as u64;
                let got: u64 = bins.steps().filter(|(n, _)| at_least(n)).map(|(_, c)| c).sum();
                prop_assert_eq!(got, want);
                let want = counted.iter().filter(|n| **n == value).count() as u64;
                let got: u64 = bins.steps().filter(|(n, _)| *n == value).map(|(_, c)| c).sum();
                prop_assert_eq!(got, want);
                // The next value below, where a plateau of thresholds ends.
                let next = |all: &mut dyn Iterator<Item = f64>| {
                    all.filter(|n| *n < value).max_by(f64::total_cmp)
                };
                let got = next(&mut bins.steps().map(|(n, _)| n));
                prop_assert_eq!(got, next(&mut counted.iter().copied()));
            }
        }
    }
}

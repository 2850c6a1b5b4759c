//! Visitor of a join that counts all pairs at all thresholds by all measures without storing them.
//!
//! At low k there are hundreds of millions of pairs, and nearly all documents have one of a few
//! hundred set sizes. The similarity of two sets is a function of their sizes and the number of
//! shared shingles. So pairs are counted by (size, size, shared), and similarities are computed
//! once per count instead of once per pair.

use super::bins::Bins;
use super::forest::{BLOCK, Forest, Level};
use super::input::SweepInput;
use super::levels::Levels;
use crate::candidates::exact_join::{JoinPredicate, Visitor, sift};
use crate::similarity::Overlap;

/// Maximum number of counts in the table: eight megabytes, of which one class at a time is in use.
/// Small in tests, so that they also cover the path without a table.
const TABLE: usize = if cfg!(test) { 1 << 7 } else { 1 << 20 };

/// Counts of one thread.
pub struct Tally<'a> {
    input: &'a SweepInput,
    levels: &'a Levels<'a>,
    /// Weakest join predicate that covers all measures.
    need: JoinPredicate,
    /// Results by measure.
    pub of: Vec<MeasureCounts>,
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
    /// Document pairs by class of the smaller set and number of shared shingles.
    counts: Vec<u64>,
    /// For each class, the offset of its counts.
    begins: Vec<usize>,
    /// For each class, the minimum number of shared shingles to reach any level by any measure.
    least: Vec<u32>,
    /// For each class, the larger size that its cuts were computed for; 0 for none. Most are never
    /// needed.
    ready: Vec<u32>,
    /// Classes with non-zero counts.
    counted: Vec<usize>,
    /// By measure, class, and level from 0 to one above the highest: the minimum number of shared
    /// shingles that reaches the level.
    cuts: Vec<Vec<u32>>,
}

impl<'a> Tally<'a> {
    /// Empty counts. With `bins`, one per measure, similarities are counted too.
    pub fn new(
        input: &'a SweepInput,
        levels: &'a Levels<'a>,
        need: JoinPredicate,
        bins: Option<&[Bins]>,
    ) -> Self {
        let of = (0..levels.measures.len()).map(|at| MeasureCounts {
            pairs: vec![0; usize::from(levels.highest()) + 1],
            forest: Forest::new(input.items.len(), levels.highest()),
            scores: bins.map(|bins| bins[at].clone()),
        });
        Tally {
            input,
            levels,
            need,
            of: of.collect(),
            table: Table::new(input, levels),
        }
    }

    /// Adds the counts of another thread.
    pub fn merge(&mut self, mut other: Tally<'a>) {
        self.settle();
        other.settle();
        for (ours, theirs) in self.of.iter_mut().zip(other.of) {
            for (sum, more) in ours.pairs.iter_mut().zip(theirs.pairs) {
                *sum += more;
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
            table.settle(self.input, self.levels, &mut self.of);
        }
    }

    /// Processes a row of overlap counts, several of which may reach a level.
    fn rows(&mut self, larger: usize, from: usize, shared: &[u32]) {
        let Some(table) = &mut self.table else { return };
        let (input, levels) = (self.input, self.levels);
        let size = input.items.sizes[larger];
        if table.size != size {
            table.settle(input, levels, &mut self.of);
            table.prepare(size, self.need, input);
        }
        let weight = u64::from(input.weights[larger]);
        let step = usize::from(levels.highest()) + 2;
        let (mut at, end) = (from, from + shared.len());
        while at < end {
            let class = input.class_of[at] as usize;
            // Up to the end of the class or of the block, whichever comes first.
            let stop = (at / BLOCK + 1) * BLOCK;
            let stop = stop.min(input.classes[class].end).min(end);
            let counts = &shared[at - from..stop - from];
            if any(counts, table.least[class]) {
                if table.ready[class] != size {
                    table.cut(class, input, levels);
                }
                let cuts = |measure: usize| &table.cuts[measure][class * step..(class + 1) * step];
                let of_class = &mut table.counts[table.begins[class]..];
                for (count, other) in counts.iter().zip(&input.weights[at..stop]) {
                    of_class[*count as usize] += weight * u64::from(*other);
                }
                for (measure, of) in self.of.iter_mut().enumerate() {
                    let (cuts, top) = (cuts(measure), of.forest.top(larger));
                    let known = top.min(of.forest.top_of_block(at / BLOCK));
                    if !any(counts, cuts[usize::from(known) + 1]) {
                        continue;
                    }
                    for (other, count) in (at..).zip(counts) {
                        let known = top.min(of.forest.top(other));
                        if *count >= cuts[usize::from(known) + 1] {
                            let level = cuts[1..].partition_point(|cut| cut <= count);
                            of.forest.edge(larger, other, level as Level);
                        }
                    }
                }
            }
            at = stop;
        }
    }
}

/// Whether any of the counts is at least `least`. Scans all of them, without early exit.
#[inline]
fn any(counts: &[u32], least: u32) -> bool {
    counts
        .iter()
        .fold(false, |any, count| any | (*count >= least))
}

impl Visitor for Tally<'_> {
    fn pair(&mut self, larger: usize, smaller: usize, shared: u32) {
        let overlap = self.input.items.overlap(smaller, larger, shared);
        let weight = self.input.weight(larger, smaller);
        for (measure, of) in self.levels.measures.iter().zip(&mut self.of) {
            let score = measure.of(&overlap);
            let level = self.levels.of(score);
            if level > 0 {
                of.pairs[usize::from(level)] += weight;
                of.forest.edge(larger, smaller, level);
                if let Some(scores) = &mut of.scores {
                    scores.add(score, weight);
                }
            }
        }
    }

    fn row(&mut self, larger: usize, from: usize, shared: &[u32]) {
        if self.table.is_some() {
            return self.rows(larger, from, shared);
        }
        let (input, need) = (self.input, self.need);
        sift(
            &input.items,
            need,
            larger,
            from,
            shared,
            |smaller, overlap| {
                self.pair(larger, smaller, overlap.shared);
            },
        );
    }
}

impl Table {
    /// Allocates a table, unless there are too many sizes.
    fn new(input: &SweepInput, levels: &Levels<'_>) -> Option<Self> {
        let mut begins = Vec::with_capacity(input.classes.len());
        let mut end = 0;
        for class in &input.classes {
            begins.push(end);
            end += class.size as usize + 1;
        }
        let classes = input.classes.len();
        let cuts = classes * (usize::from(levels.highest()) + 2);
        (end <= TABLE && cuts <= TABLE).then(|| Table {
            size: 0,
            counts: vec![0; end],
            begins,
            least: vec![0; classes],
            ready: vec![0; classes],
            counted: Vec::new(),
            cuts: vec![vec![0; cuts]; levels.measures.len()],
        })
    }

    /// Prepares the table for larger sets of another size.
    fn prepare(&mut self, size: u32, need: JoinPredicate, input: &SweepInput) {
        self.size = size;
        let smaller = input.classes.iter().take_while(|class| class.size <= size);
        for (class, least) in smaller.zip(&mut self.least) {
            *least = need.overlap(class.size, size);
        }
    }

    /// Computes the cuts of a class and marks it as counted.
    fn cut(&mut self, class: usize, input: &SweepInput, levels: &Levels<'_>) {
        let step = usize::from(levels.highest()) + 2;
        let size = input.classes[class].size;
        for (measure, cuts) in levels.measures.iter().zip(&mut self.cuts) {
            let cuts = &mut cuts[class * step..(class + 1) * step];
            for (threshold, cut) in levels.thresholds.iter().zip(&mut cuts[1..]) {
                *cut = JoinPredicate::new(*measure, *threshold).overlap(size, self.size);
            }
            cuts[step - 1] = u32::MAX;
        }
        self.ready[class] = self.size;
        self.counted.push(class);
    }

    fn settle(&mut self, input: &SweepInput, levels: &Levels<'_>, of: &mut [MeasureCounts]) {
        if self.size == 0 {
            return;
        }
        let step = usize::from(levels.highest()) + 2;
        for at in std::mem::take(&mut self.counted) {
            self.ready[at] = 0;
            let class = &input.classes[at];
            let counts = &mut self.counts[self.begins[at]..][..=class.size as usize];
            for (m, of) in of.iter_mut().enumerate() {
                let cuts = &self.cuts[m][at * step..(at + 1) * step];
                let mut level = 0;
                for (shared, count) in (0..).zip(counts.iter()) {
                    while cuts[level + 1] <= shared {
                        level += 1;
                    }
                    if level > 0 && *count > 0 {
                        of.pairs[level] += count;
                        if let Some(scores) = &mut of.scores {
                            let overlap = Overlap {
                                shared,
                                size_a: class.size,
                                size_b: self.size,
                            };
                            scores.add(levels.measures[m].of(&overlap), *count);
                        }
                    }
                }
            }
            counts.fill(0);
        }
    }
}

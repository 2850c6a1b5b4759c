//! Visitor of a join that counts the pairs that LSH finds. Each threshold has its own bands and
//! therefore its own pairs.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::forest::{Clusters, WeightedUnionFind};
use super::input::SweepInput;
use super::levels::Levels;
use super::lsh_predictor::{Agreement, LshPredictor};
use crate::candidates::exact_join::{JoinPredicate, Visitor, sift};
use crate::cluster::dendrogram::Dendrogram;

/// Pairs that a thread buffers per row before it takes the row's lock.
const GATHERED: usize = 4096;

/// Counts of the pairs that LSH finds, by measure and threshold. The visitors of all threads add to it.
pub struct LshCounts<'a> {
    input: &'a SweepInput,
    levels: &'a Levels<'a>,
    /// Predicate of the join that is visited.
    predicate: JoinPredicate,
    predictor: &'a LshPredictor<'a>,
    /// One lock per row.
    rows: Vec<Vec<Mutex<RowCounts>>>,
}

/// Result of one measure at one threshold.
struct RowCounts {
    pairs: u64,
    sets: WeightedUnionFind,
}

impl<'a> LshCounts<'a> {
    /// Empty counts.
    pub fn new(
        input: &'a SweepInput,
        levels: &'a Levels<'a>,
        predicate: JoinPredicate,
        predictor: &'a LshPredictor<'a>,
    ) -> Self {
        let row = |_: &f64| {
            Mutex::new(RowCounts {
                pairs: 0,
                sets: WeightedUnionFind::new(&input.weights),
            })
        };
        let rows = |_| levels.thresholds.iter().map(row).collect();
        LshCounts {
            input,
            levels,
            predicate,
            predictor,
            rows: levels.measures.iter().map(rows).collect(),
        }
    }

    /// A visitor of the join with empty buffers.
    pub fn finder(&'a self) -> Finder<'a> {
        let levels = self.levels;
        Finder {
            counts: self,
            agreement: Agreement::default(),
            gathered: vec![vec![Vec::new(); levels.thresholds.len()]; levels.measures.len()],
        }
    }

    fn row(&self, measure: usize, threshold: usize) -> MutexGuard<'_, RowCounts> {
        // A poisoned lock is usable: no update of a row can fail half-way.
        let row = self.rows[measure][threshold].lock();
        row.unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, measure: usize, threshold: usize, pairs: &mut Vec<(u32, u32)>) {
        let mut row = self.row(measure, threshold);
        for (a, b) in pairs.drain(..) {
            row.pairs += self.input.weight(a as usize, b as usize);
            row.sets.union(a, b);
        }
    }

    /// For each threshold of one measure: document pairs, copies included, and clusters.
    pub fn rows(&self, measure: usize) -> Vec<(u64, Clusters)> {
        let row = |(at, threshold): (usize, &f64)| {
            if let Some(listed) = self.predictor.listed(measure, at) {
                let step = Dendrogram::new(&listed.set).landscape().at(*threshold);
                let clusters = Clusters {
                    clusters: step.clusters.into(),
                    largest: step.largest.into(),
                    documents: step.documents.into(),
                };
                return (listed.set.count(*threshold), clusters);
            }
            let row = self.row(measure, at);
            (row.pairs + self.input.pairs_of_one_set(), row.sets.now)
        };
        self.levels.thresholds.iter().enumerate().map(row).collect()
    }
}

/// Per-thread visitor of the join.
pub struct Finder<'a> {
    counts: &'a LshCounts<'a>,
    agreement: Agreement,
    /// By measure and threshold: buffered pairs of set positions, not yet added to the counts.
    gathered: Vec<Vec<Vec<(u32, u32)>>>,
}

impl Finder<'_> {
    /// Adds the buffered pairs to the counts.
    pub fn finish(mut self) {
        for (measure, rows) in self.gathered.iter_mut().enumerate() {
            for (threshold, pairs) in rows.iter_mut().enumerate() {
                self.counts.add(measure, threshold, pairs);
            }
        }
    }
}

impl Visitor for Finder<'_> {
    fn pair(&mut self, larger: usize, smaller: usize, shared: u32) {
        let LshCounts {
            input,
            levels,
            predictor,
            ..
        } = self.counts;
        let items = &input.items;
        let overlap = items.overlap(smaller, larger, shared);
        let (a, b) = (items.documents[smaller], items.documents[larger]);
        let (a, b) = (a.min(b), a.max(b));
        let mut compared = false;
        for (m, measure) in levels.measures.iter().enumerate() {
            for threshold in 0..usize::from(levels.of(measure.of(&overlap))) {
                if predictor.listed(m, threshold).is_some() {
                    continue;
                }
                if !std::mem::replace(&mut compared, true) {
                    predictor.agreement(a, b, &mut self.agreement);
                }
                if predictor.finds((m, threshold), (a, b), &self.agreement) {
                    let gathered = &mut self.gathered[m][threshold];
                    gathered.push((larger as u32, smaller as u32));
                    if gathered.len() >= GATHERED {
                        self.counts.add(m, threshold, gathered);
                    }
                }
            }
        }
    }

    fn row(&mut self, larger: usize, from: usize, shared: &[u32]) {
        let LshCounts {
            input, predicate, ..
        } = self.counts;
        sift(
            &input.items,
            *predicate,
            larger,
            from,
            shared,
            |smaller, overlap| {
                self.pair(larger, smaller, overlap.shared);
            },
        );
    }
}

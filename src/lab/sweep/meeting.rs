//! Visitor of a join that counts the pairs that LSH finds. Each threshold has its own bands and
//! therefore its own pairs.

use std::sync::{Mutex, PoisonError};

use super::forest::{Clusters, Weighed};
use super::input::SweepInput;
use super::levels::Levels;
use super::lsh_predictor::{Agreement, LshPredictor};
use crate::candidates::exact_join::{JoinPredicate, Visitor, sift};
use crate::cluster::dendrogram::Dendrogram;

/// Pairs that a thread buffers per row before it takes the row's lock.
const GATHERED: usize = 4096;

/// Shared results by measure and threshold; one lock per row.
pub struct PairsByThreshold(Vec<Vec<Mutex<OfRow>>>);

/// Result of one measure at one threshold.
struct OfRow {
    pairs: u64,
    sets: Weighed,
}

/// Per-thread visitor of the join.
pub struct Finder<'a> {
    input: &'a SweepInput,
    levels: &'a Levels<'a>,
    need: JoinPredicate,
    predictor: &'a LshPredictor<'a>,
    found: &'a PairsByThreshold,
    agreement: Agreement,
    /// By measure and threshold: buffered pairs of set positions, not yet added to the shared
    /// results.
    gathered: Vec<Vec<Vec<(u32, u32)>>>,
}

impl PairsByThreshold {
    /// Empty results.
    pub fn new(input: &SweepInput, levels: &Levels<'_>) -> Self {
        let row = |_: &f64| {
            Mutex::new(OfRow {
                pairs: 0,
                sets: Weighed::new(&input.weights),
            })
        };
        let measures = levels.measures.iter();
        PairsByThreshold(
            measures
                .map(|_| levels.thresholds.iter().map(row).collect())
                .collect(),
        )
    }

    fn add(
        &self,
        measure: usize,
        threshold: usize,
        input: &SweepInput,
        pairs: &mut Vec<(u32, u32)>,
    ) {
        // A poisoned lock is usable: no update below can fail half-way.
        let row = self.0[measure][threshold].lock();
        let mut row = row.unwrap_or_else(PoisonError::into_inner);
        for (a, b) in pairs.drain(..) {
            row.pairs += input.weight(a as usize, b as usize);
            row.sets.union(a, b);
        }
    }

    /// For each threshold of one measure: document pairs, copies included, and clusters.
    pub fn rows(
        &self,
        measure: usize,
        input: &SweepInput,
        levels: &Levels<'_>,
        predictor: &LshPredictor<'_>,
    ) -> Vec<(u64, Clusters)> {
        let row = |(at, threshold): (usize, &f64)| {
            if let Some(listed) = predictor.listed(measure, at) {
                let step = Dendrogram::new(&listed.set).landscape().at(*threshold);
                let clusters = Clusters {
                    clusters: step.clusters.into(),
                    largest: step.largest.into(),
                    documents: step.documents.into(),
                };
                return (listed.set.count(*threshold), clusters);
            }
            let row = self.0[measure][at].lock();
            let row = row.unwrap_or_else(PoisonError::into_inner);
            (row.pairs + input.pairs_of_one_set(), row.sets.now)
        };
        levels.thresholds.iter().enumerate().map(row).collect()
    }
}

impl<'a> Finder<'a> {
    /// A visitor with empty buffers.
    pub fn new(
        input: &'a SweepInput,
        levels: &'a Levels<'a>,
        need: JoinPredicate,
        predictor: &'a LshPredictor<'a>,
        found: &'a PairsByThreshold,
    ) -> Self {
        Finder {
            input,
            levels,
            need,
            predictor,
            found,
            agreement: Agreement::default(),
            gathered: vec![vec![Vec::new(); levels.thresholds.len()]; levels.measures.len()],
        }
    }

    /// Flushes the buffers to the shared results.
    pub fn finish(mut self) {
        for (measure, rows) in self.gathered.iter_mut().enumerate() {
            for (threshold, pairs) in rows.iter_mut().enumerate() {
                self.found.add(measure, threshold, self.input, pairs);
            }
        }
    }
}

impl Visitor for Finder<'_> {
    fn pair(&mut self, larger: usize, smaller: usize, shared: u32) {
        let items = &self.input.items;
        let overlap = items.overlap(smaller, larger, shared);
        let (a, b) = (items.documents[smaller], items.documents[larger]);
        let (a, b) = (a.min(b), a.max(b));
        let mut compared = false;
        for (m, measure) in self.levels.measures.iter().enumerate() {
            for threshold in 0..usize::from(self.levels.of(measure.of(&overlap))) {
                if self.predictor.listed(m, threshold).is_some() {
                    continue;
                }
                if !std::mem::replace(&mut compared, true) {
                    self.predictor.agreement(a, b, &mut self.agreement);
                }
                if self
                    .predictor
                    .finds((m, threshold), (a, b), &self.agreement)
                {
                    let gathered = &mut self.gathered[m][threshold];
                    gathered.push((larger as u32, smaller as u32));
                    if gathered.len() >= GATHERED {
                        self.found.add(m, threshold, self.input, gathered);
                    }
                }
            }
        }
    }

    fn row(&mut self, larger: usize, from: usize, shared: &[u32]) {
        let (items, need) = (&self.input.items, self.need);
        sift(items, need, larger, from, shared, |smaller, overlap| {
            self.pair(larger, smaller, overlap.shared);
        });
    }
}

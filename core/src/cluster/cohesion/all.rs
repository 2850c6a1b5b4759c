//! Sums over all pairs of a cluster: known ones as they are, the others compared.

use super::figures::{Cohesion, ONE, figures, parts, similarities};
use crate::base::DocNo;
use crate::cluster::half_matrix::place;
use crate::collection::Collection;
use crate::similarity::Measure;

/// Sums over the pairs of a group so far.
pub(super) struct Sums {
    /// Number of documents that each member represents.
    weights: Vec<u64>,
    /// For each member, the sum of the similarities of one of its documents to the others, in units of 1 / `ONE`.
    of_member: Vec<u128>,
    min: f64,
    max: f64,
    /// Sum over the pairs of documents, in units of 1 / `ONE`.
    total: u128,
    /// Pairs of documents so far.
    measured: u64,
    /// The pairs of members so far, where others are to be found.
    known: Option<Vec<(u32, u32)>>,
}

impl Sums {
    /// Begins with the pairs of documents that have one shingle set; `weights` is the number of documents that each
    /// member represents. `listed` is the number of known pairs, if they are
    /// not all.
    pub(super) fn new(weights: Vec<u64>, listed: Option<usize>) -> Self {
        let others = |weight: &u64| parts(1.0) * u128::from(weight - 1);
        let copies = weights.iter().map(|weight| weight * (weight - 1) / 2).sum();
        let mut sums = Sums {
            of_member: weights.iter().map(others).collect(),
            min: 1.0,
            max: 0.0,
            total: 0,
            measured: 0,
            known: listed.map(Vec::with_capacity),
            weights,
        };
        sums.add(1.0, copies);
        sums
    }

    /// Adds so many pairs of documents of this similarity.
    fn add(&mut self, similarity: f64, documents: u64) {
        if documents > 0 {
            self.min = self.min.min(similarity);
            self.max = self.max.max(similarity);
            self.total += parts(similarity) * u128::from(documents);
            self.measured += documents;
        }
    }

    pub(super) fn add_known(&mut self, i: u32, j: u32, similarity: f64) {
        self.add_pair(i, j, similarity);
        if let Some(known) = &mut self.known {
            known.push((i, j));
        }
    }

    /// Adds a pair of members.
    fn add_pair(&mut self, i: u32, j: u32, similarity: f64) {
        let (i, j) = (i as usize, j as usize);
        let [of_i, of_j] = [self.weights[i], self.weights[j]];
        self.add(similarity, of_i * of_j);
        self.of_member[i] += parts(similarity) * u128::from(of_j);
        self.of_member[j] += parts(similarity) * u128::from(of_i);
    }

    /// The figures, once the pairs that are not known have been compared.
    pub(super) fn completed(
        mut self,
        collection: &Collection,
        measure: Measure,
        members: &[DocNo],
    ) -> Cohesion {
        if let Some(known) = self.known.take() {
            let unknown = others(members.len(), &known);
            drop(known);
            for (i, j, similarity) in similarities(collection, measure, members, &unknown) {
                self.add_pair(i, j, similarity);
            }
        }
        self.figures(members)
    }

    fn figures(&self, members: &[DocNo]) -> Cohesion {
        let documents: u64 = self.weights.iter().sum();
        let mean = self.total as f64 / ONE / self.measured.max(1) as f64;
        let measured = (self.measured, documents * documents.saturating_sub(1) / 2);
        let range = (self.min, self.max);
        figures(members, &self.of_member, documents, range, mean, measured)
    }
}

/// The pairs of `n` members that are not in `known`.
fn others(n: usize, known: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut marks = vec![0_u64; (n * n.saturating_sub(1) / 2).div_ceil(64)];
    for (i, j) in known {
        let at = place(n, *i as usize, *j as usize);
        marks[at / 64] |= 1 << (at % 64);
    }
    let every = (0..n as u32).flat_map(|i| (i + 1..n as u32).map(move |j| (i, j)));
    let every = every.enumerate();
    let others = every.filter(|(at, _)| marks[at / 64] & (1 << (at % 64)) == 0);
    others.map(|(_, pair)| pair).collect()
}

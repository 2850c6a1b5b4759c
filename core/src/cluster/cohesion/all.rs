//! Sums over all pairs of a cluster; pairs whose similarity is not known are compared.

use crate::base::DocNo;
use crate::cluster::half_matrix::{offset, shingle_sets};
use crate::index::Collection;
use crate::similarity::{Measure, Overlap};
use rayon::prelude::*;

/// Similarities are summed in units of 1 / `ONE`, so that a sum does not depend on the order.
pub(super) const ONE: f64 = (1_u64 << 60) as f64;

/// Figures over the pairs of a cluster's documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cohesion {
    /// The member with the greatest sum of exact similarities to the others; of several, the first. With a sample, the
    /// sums are estimates.
    pub medoid: DocNo,
    /// Lowest exact similarity of the measured pairs, 0..=1.
    pub min: f64,
    /// Mean exact similarity, 0..=1. With a sample, edges and other pairs are weighted by their numbers in the cluster.
    pub mean: f64,
    /// Highest exact similarity of the measured pairs, 0..=1.
    pub max: f64,
    /// (Number of measured pairs of documents, number of all pairs).
    pub measured: (u64, u64),
}

/// Computes exact similarities of `pairs`, positions in `members`, from the shingle sets.
pub(super) fn similarities(
    collection: &Collection,
    measure: Measure,
    members: &[DocNo],
    pairs: &[(u32, u32)],
) -> Vec<(u32, u32, f64)> {
    let mut needed = vec![false; members.len()];
    for (i, j) in pairs {
        (needed[*i as usize], needed[*j as usize]) = (true, true);
    }
    let sets = shingle_sets(collection, members, &needed);
    let each = pairs.par_iter();
    each.map(|(i, j)| {
        let overlap = Overlap::new(&sets[*i as usize], &sets[*j as usize]);
        (*i, *j, measure.similarity(&overlap))
    })
    .collect()
}

/// Converts a similarity to units of 1 / `ONE`.
pub(super) fn parts(similarity: f64) -> u128 {
    (similarity * ONE) as u128
}

/// Computes the figures of `members`, which represent `documents` documents, from the sum of each member in units of
/// 1 / `ONE`.
pub(super) fn figures(
    members: &[DocNo],
    member_sums: &[u128],
    documents: u64,
    (min, max): (f64, f64),
    mean: f64,
    measured: (u64, u64),
) -> Cohesion {
    // Sums within the rounding error of similarities are equal, and the first one counts.
    let rounding = u128::from(documents) << 8;
    let greatest = member_sums.iter().max().copied().unwrap_or_default();
    let mut best = members.iter().zip(member_sums);
    let best = best.find(|(_, sum)| **sum + rounding >= greatest);
    Cohesion {
        medoid: best.map_or(DocNo(0), |(doc, _)| *doc),
        min,
        mean: mean.clamp(min, max.max(min)),
        max,
        measured,
    }
}

/// Sums over the pairs of a group so far.
pub(super) struct Sums {
    /// Number of documents that each member represents.
    weights: Vec<u64>,
    /// For each member, the sum of the similarities of one of its documents to the others, in units of 1 / `ONE`.
    member_sums: Vec<u128>,
    min: f64,
    max: f64,
    /// Sum over the pairs of documents, in units of 1 / `ONE`.
    total: u128,
    /// Pairs of documents so far.
    measured: u64,
    /// The pairs of members so far; `None` if all pairs are known.
    known_pairs: Option<Vec<(u32, u32)>>,
}

impl Sums {
    /// Starts with the pairs of documents that have equal shingle sets. `weights` is the number of documents that each
    /// member represents, `known_count` the number of known pairs; `None` if all are known.
    pub(super) fn new(weights: Vec<u64>, known_count: Option<usize>) -> Self {
        let copies_sum = |weight: &u64| parts(1.0) * u128::from(weight - 1);
        let copies = weights.iter().map(|weight| weight * (weight - 1) / 2).sum();
        let mut sums = Sums {
            member_sums: weights.iter().map(copies_sum).collect(),
            min: 1.0,
            max: 0.0,
            total: 0,
            measured: 0,
            known_pairs: known_count.map(Vec::with_capacity),
            weights,
        };
        sums.add(1.0, copies);
        sums
    }

    /// Adds `pairs` pairs of documents with this similarity.
    fn add(&mut self, similarity: f64, pairs: u64) {
        if pairs > 0 {
            self.min = self.min.min(similarity);
            self.max = self.max.max(similarity);
            self.total += parts(similarity) * u128::from(pairs);
            self.measured += pairs;
        }
    }

    pub(super) fn add_known(&mut self, i: u32, j: u32, similarity: f64) {
        self.add_pair(i, j, similarity);
        if let Some(known_pairs) = &mut self.known_pairs {
            known_pairs.push((i, j));
        }
    }

    /// Adds a pair of members.
    fn add_pair(&mut self, i: u32, j: u32, similarity: f64) {
        let (i, j) = (i as usize, j as usize);
        let [weight_i, weight_j] = [self.weights[i], self.weights[j]];
        self.add(similarity, weight_i * weight_j);
        self.member_sums[i] += parts(similarity) * u128::from(weight_j);
        self.member_sums[j] += parts(similarity) * u128::from(weight_i);
    }

    /// Compares the unknown pairs and returns the figures.
    pub(super) fn completed(
        mut self,
        collection: &Collection,
        measure: Measure,
        members: &[DocNo],
    ) -> Cohesion {
        if let Some(known_pairs) = self.known_pairs.take() {
            let unknown = unknown_pairs(members.len(), &known_pairs);
            drop(known_pairs);
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
        figures(members, &self.member_sums, documents, range, mean, measured)
    }
}

/// The pairs of `n` members that are not in `known_pairs`.
fn unknown_pairs(n: usize, known_pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut marks = vec![0_u64; (n * n.saturating_sub(1) / 2).div_ceil(64)];
    for (i, j) in known_pairs {
        let at = offset(n, *i as usize, *j as usize);
        marks[at / 64] |= 1 << (at % 64);
    }
    let all = (0..n as u32).flat_map(|i| (i + 1..n as u32).map(move |j| (i, j)));
    let all = all.enumerate();
    let unknown = all.filter(|(at, _)| marks[at / 64] & (1 << (at % 64)) == 0);
    unknown.map(|(_, pair)| pair).collect()
}

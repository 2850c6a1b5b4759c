//! Cohesion of a cluster with too many pairs below the threshold: its edges count exactly, and random pairs of
//! documents represent the others. This affects the mean, and the sum of each member, which decides the representative.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::xxh3_128;

use super::all::{Cohesion, ONE, figures, parts, similarities};
use crate::base::DocNo;
use crate::index::Collection;
use crate::similarity::Measure;

/// Sums over the edges of a group so far, and the sample of its other pairs.
pub(super) struct SampledSums {
    /// Number of documents that each member represents.
    weights: Vec<u64>,
    /// For each member, the number of other documents with which it has an edge or an equal shingle set.
    known_weight: Vec<u64>,
    /// For each member, the sum of its similarities to these documents, in units of 1 / `ONE`.
    known_similarity: Vec<u128>,
    /// Minimum and maximum similarity.
    range: (f64, f64),
    pairs: DrawnPairs,
}

impl SampledSums {
    /// Starts with the pairs of documents that have equal shingle sets, and draws `draws` pairs.
    pub(super) fn new(weights: Vec<u64>, draws: u64) -> Self {
        let has_copies = weights.iter().any(|weight| *weight > 1);
        let copy_sums = weights.iter().map(|w| parts(1.0) * u128::from(w - 1));
        SampledSums {
            known_weight: weights.iter().map(|weight| weight - 1).collect(),
            known_similarity: copy_sums.collect(),
            range: (1.0, f64::from(u8::from(has_copies))),
            pairs: DrawnPairs::new(&weights, draws),
            weights,
        }
    }

    /// Adds an edge, or a pair at the threshold with the decision "different".
    pub(super) fn add_edge(&mut self, i: u32, j: u32, similarity: f64) {
        self.extend_range(similarity);
        self.pairs.mark_known(i, j);
        let (i, j) = (i as usize, j as usize);
        for (member, other) in [(i, j), (j, i)] {
            self.known_weight[member] += self.weights[other];
            self.known_similarity[member] += parts(similarity) * u128::from(self.weights[other]);
        }
    }

    fn extend_range(&mut self, similarity: f64) {
        let (min, max) = self.range;
        self.range = (min.min(similarity), max.max(similarity));
    }

    /// Compares the sample and returns the figures.
    pub(super) fn completed(
        mut self,
        collection: &Collection,
        measure: Measure,
        members: &[DocNo],
    ) -> Cohesion {
        let n = members.len();
        // Number and sum of the similarities of the drawn pairs, in total and for each member.
        let (mut pairs, mut total) = (0, 0);
        let (mut number, mut drawn_sums) = (vec![0_u64; n], vec![0_u128; n]);
        let unknown = self.pairs.unknown();
        for (i, j, similarity) in similarities(collection, measure, members, &unknown) {
            self.extend_range(similarity);
            let times = self.pairs.times(i, j);
            let sum = parts(similarity) * u128::from(times);
            pairs += times;
            total += sum;
            for member in [i as usize, j as usize] {
                number[member] += times;
                drawn_sums[member] += sum;
            }
        }
        let documents: u64 = self.weights.iter().sum();
        let all = documents * documents.saturating_sub(1) / 2;
        // Each known pair is counted at both of its documents.
        let (mut known_pairs, mut known_similarity) = (0, 0);
        for (i, weight) in self.weights.iter().enumerate() {
            known_pairs += weight * self.known_weight[i];
            known_similarity += u128::from(*weight) * self.known_similarity[i];
        }
        let (known_pairs, known_similarity) = (known_pairs / 2, known_similarity / 2);
        let mean_of_sample = total as f64 / ONE / pairs.max(1) as f64;
        let mean = known_similarity as f64 / ONE + mean_of_sample * (all - known_pairs) as f64;
        // Unknown pairs of a member count with the mean of its drawn pairs, or of all drawn pairs if it has none.
        let member_sums = (0..n).map(|i| {
            let others = u128::from(documents - 1 - self.known_weight[i]);
            let (sum, number) = match number[i] {
                0 => (total, pairs.max(1)),
                number => (drawn_sums[i], number),
            };
            self.known_similarity[i] + sum / u128::from(number) * others
        });
        let member_sums: Vec<u128> = member_sums.collect();
        figures(
            members,
            &member_sums,
            documents,
            self.range,
            mean / all.max(1) as f64,
            (known_pairs + pairs, all),
        )
    }
}

/// Drawn pairs, as pairs of the members that represent the documents.
pub(super) struct DrawnPairs {
    /// Pairs of members, the lower one first, with the number of draws and whether the pair is known.
    drawn: BTreeMap<(u32, u32), (u64, bool)>,
    /// One bit for the hash of each drawn pair, because most pairs are not drawn.
    filter: Vec<u64>,
}

/// Returns the numbers of the two documents of a draw; `None` if they are equal. They depend only on a hash of the
/// draw's number and on the number of documents.
pub(super) fn draw(number: u64, documents: u64) -> Option<(u64, u64)> {
    let hash = xxh3_128(&number.to_le_bytes());
    let scaled = |half: u64| ((u128::from(half) * u128::from(documents)) >> 64) as u64;
    let (a, b) = (scaled(hash as u64), scaled((hash >> 64) as u64));
    (a != b).then_some((a.min(b), a.max(b)))
}

impl DrawnPairs {
    /// Draws `draws` pairs of documents; `weights` is the number of documents of each member. Pairs within one member
    /// are known.
    pub(super) fn new(weights: &[u64], draws: u64) -> Self {
        let members = (0_u32..).zip(weights);
        let member_of: Vec<u32> = members
            .flat_map(|(member, weight)| std::iter::repeat_n(member, *weight as usize))
            .collect();
        let documents = member_of.len() as u64;
        let mut drawn = BTreeMap::new();
        for (a, b) in (0..draws).filter_map(|number| draw(number, documents)) {
            let (i, j) = (member_of[a as usize], member_of[b as usize]);
            if i != j {
                drawn.entry((i, j)).or_insert((0, false)).0 += 1;
            }
        }
        let bits = (16 * drawn.len()).next_power_of_two().max(64);
        let mut filter = vec![0; bits / 64];
        for (i, j) in drawn.keys() {
            let bit = bit(*i, *j, bits);
            filter[bit / 64] |= 1 << (bit % 64);
        }
        DrawnPairs { drawn, filter }
    }

    /// Marks a pair of members as known.
    pub(super) fn mark_known(&mut self, i: u32, j: u32) {
        let (i, j) = (i.min(j), i.max(j));
        let bit = bit(i, j, 64 * self.filter.len());
        if self.filter[bit / 64] & (1 << (bit % 64)) != 0
            && let Some((_, is_known)) = self.drawn.get_mut(&(i, j))
        {
            *is_known = true;
        }
    }

    /// The drawn pairs of members that are still unknown.
    pub(super) fn unknown(&self) -> Vec<(u32, u32)> {
        let unknown = self.drawn.iter().filter(|(_, (_, is_known))| !is_known);
        unknown.map(|(pair, _)| *pair).collect()
    }

    /// Number of draws of a pair of members.
    pub(super) fn times(&self, i: u32, j: u32) -> u64 {
        self.drawn
            .get(&(i.min(j), i.max(j)))
            .map_or(0, |drawn| drawn.0)
    }
}

/// Returns the bit of a pair in a filter of `bits` bits, a power of two.
fn bit(i: u32, j: u32, bits: usize) -> usize {
    let pair = (u64::from(i) << 32) | u64::from(j);
    (pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (bits - 1)
}

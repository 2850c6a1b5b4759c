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
    /// For each member, the number of other documents that it has an edge with or that have its shingle set.
    known_weight: Vec<u64>,
    /// For each member, the sum of its similarities to them, in units of 1 / `ONE`.
    known_similarity: Vec<u128>,
    /// Least and greatest similarity.
    range: (f64, f64),
    pairs: DrawnPairs,
}

impl SampledSums {
    /// Begins with the pairs of documents that have one shingle set. `most` pairs are drawn.
    pub(super) fn new(weights: Vec<u64>, most: u64) -> Self {
        let several = weights.iter().any(|weight| *weight > 1);
        let of_copies = weights.iter().map(|w| parts(1.0) * u128::from(w - 1));
        SampledSums {
            known_weight: weights.iter().map(|weight| weight - 1).collect(),
            known_similarity: of_copies.collect(),
            range: (1.0, f64::from(u8::from(several))),
            pairs: DrawnPairs::new(&weights, most),
            weights,
        }
    }

    /// Adds an edge, or a pair at the threshold with the decision "different".
    pub(super) fn add_edge(&mut self, i: u32, j: u32, similarity: f64) {
        self.in_range(similarity);
        self.pairs.mark_known(i, j);
        let (i, j) = (i as usize, j as usize);
        for (here, there) in [(i, j), (j, i)] {
            self.known_weight[here] += self.weights[there];
            self.known_similarity[here] += parts(similarity) * u128::from(self.weights[there]);
        }
    }

    fn in_range(&mut self, similarity: f64) {
        let (least, greatest) = self.range;
        self.range = (least.min(similarity), greatest.max(similarity));
    }

    /// The figures, once the sample has been compared.
    pub(super) fn completed(
        mut self,
        collection: &Collection,
        measure: Measure,
        members: &[DocNo],
    ) -> Cohesion {
        let n = members.len();
        // Number and sum of the similarities of the drawn pairs, of all and of each member.
        let (mut pairs, mut total) = (0, 0);
        let (mut number, mut drawn_sums) = (vec![0_u64; n], vec![0_u128; n]);
        let drawn = self.pairs.others();
        for (i, j, similarity) in similarities(collection, measure, members, &drawn) {
            self.in_range(similarity);
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
        // Both ends of each known pair count it.
        let (mut known_pairs, mut known_similarity) = (0, 0);
        for (i, weight) in self.weights.iter().enumerate() {
            known_pairs += weight * self.known_weight[i];
            known_similarity += u128::from(*weight) * self.known_similarity[i];
        }
        let (known_pairs, known_similarity) = (known_pairs / 2, known_similarity / 2);
        let mean_of_sample = total as f64 / ONE / pairs.max(1) as f64;
        let mean = known_similarity as f64 / ONE + mean_of_sample * (all - known_pairs) as f64;
        // The others of a member are as similar to it as those of its pairs that are drawn; where none is, as all.
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
    /// The lesser member first, with the number of draws of the pair and whether it is known.
    drawn: BTreeMap<(u32, u32), (u64, bool)>,
    /// One bit for the hash of each drawn pair, because most pairs are not drawn.
    filter: Vec<u64>,
}

/// The numbers of two of `documents` documents for each draw; `None` if they are the same. Hashes of the draw's number
/// decide, so the order of documents has no influence.
pub(super) fn draw(number: u64, documents: u64) -> Option<(u64, u64)> {
    let hash = xxh3_128(&number.to_le_bytes());
    let scaled = |half: u64| ((u128::from(half) * u128::from(documents)) >> 64) as u64;
    let (a, b) = (scaled(hash as u64), scaled((hash >> 64) as u64));
    (a != b).then_some((a.min(b), a.max(b)))
}

impl DrawnPairs {
    /// Draws `wanted` pairs of documents; each member represents a number of documents. Pairs within one member are
    /// known.
    pub(super) fn new(weights: &[u64], wanted: u64) -> Self {
        let members = (0_u32..).zip(weights);
        let member_of: Vec<u32> = members
            .flat_map(|(member, weight)| std::iter::repeat_n(member, *weight as usize))
            .collect();
        let documents = member_of.len() as u64;
        let mut drawn = BTreeMap::new();
        for (a, b) in (0..wanted).filter_map(|number| draw(number, documents)) {
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
    pub(super) fn others(&self) -> Vec<(u32, u32)> {
        let others = self.drawn.iter().filter(|(_, (_, is_known))| !is_known);
        others.map(|(pair, _)| *pair).collect()
    }

    /// How often a pair of members is drawn.
    pub(super) fn times(&self, i: u32, j: u32) -> u64 {
        self.drawn
            .get(&(i.min(j), i.max(j)))
            .map_or(0, |drawn| drawn.0)
    }
}

/// The bit of a pair among so many, a power of two.
fn bit(i: u32, j: u32, bits: usize) -> usize {
    let pair = (u64::from(i) << 32) | u64::from(j);
    (pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (bits - 1)
}

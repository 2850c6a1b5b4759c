//! Cohesion of a cluster whose pairs below the threshold are too many to compare: its edges count as they are. The mean
//! of the other pairs is that of pairs that are drawn at random; the sum of each member, by which one represents the
//! cluster, is from documents that are drawn and compared with all.

use xxhash_rust::xxh3::xxh3_64;

use super::drawn_pairs::DrawnPairs;
use super::figures::{Cohesion, ONE, figures, parts, similarities};
use crate::base::DocNo;
use crate::index::Collection;
use crate::similarity::Measure;

/// Sums over the edges of a group so far, and what of its other pairs is compared.
pub(super) struct SampledSums {
    /// Number of documents that each member represents.
    weights: Vec<u64>,
    /// How many documents of each member are drawn: pairs with one of them are compared.
    drawn: Vec<u64>,
    /// The members of which a document is drawn, ascending, and the edges of each: a bit for every member.
    rows: Vec<(usize, Vec<u64>)>,
    /// For each member, the number of other documents that it has an edge with or that have its shingle set.
    known_weight: Vec<u64>,
    /// For each member, the sum of its similarities to them, in units of 1 / `ONE`.
    known_similarity: Vec<u128>,
    /// Least and greatest similarity.
    range: (f64, f64),
    pairs: DrawnPairs,
}

/// Whether each of `documents` documents is drawn, of which `wanted` are: those whose number has the least hash, so
/// that no order of the documents decides.
pub(super) fn draw(documents: u64, wanted: u64) -> Vec<bool> {
    let mut order: Vec<(u64, u64)> = (0..documents)
        .map(|at| (xxh3_64(&at.to_le_bytes()), at))
        .collect();
    let wanted = wanted.min(documents) as usize;
    if wanted > 0 && wanted < order.len() {
        order.select_nth_unstable(wanted - 1);
    }
    let mut drawn = vec![false; documents as usize];
    for (_, at) in &order[..wanted] {
        drawn[*at as usize] = true;
    }
    drawn
}

impl SampledSums {
    /// Begins with the pairs of documents that have one shingle set. `most` pairs are drawn, and so many documents that
    /// members are compared in half of `most` to `most` pairs more.
    pub(super) fn new(weights: Vec<u64>, most: u64) -> Self {
        let n = weights.len();
        let wanted = (most / n as u64).max(1);
        let each = draw(weights.iter().sum(), wanted);
        let mut rest = &each[..];
        let mut drawn = Vec::with_capacity(n);
        for weight in &weights {
            let (own, others) = rest.split_at(*weight as usize);
            drawn.push(own.iter().filter(|drawn| **drawn).count() as u64);
            rest = others;
        }
        let rows = (0..n).filter(|member| drawn[*member] > 0);
        let several = weights.iter().any(|weight| *weight > 1);
        SampledSums {
            rows: rows
                .map(|member| (member, vec![0; n.div_ceil(64)]))
                .collect(),
            known_weight: weights.iter().map(|weight| weight - 1).collect(),
            known_similarity: weights
                .iter()
                .map(|w| parts(1.0) * u128::from(w - 1))
                .collect(),
            range: (1.0, f64::from(u8::from(several))),
            pairs: DrawnPairs::new(&weights, most),
            drawn,
            weights,
        }
    }

    /// Adds an edge, or a pair like it that is held apart.
    pub(super) fn add_edge(&mut self, i: u32, j: u32, similarity: f64) {
        let (i, j) = (i as usize, j as usize);
        self.in_range(similarity);
        self.pairs.mark_known(i as u32, j as u32);
        for (here, there) in [(i, j), (j, i)] {
            self.known_weight[here] += self.weights[there];
            self.known_similarity[here] += parts(similarity) * u128::from(self.weights[there]);
            if let Ok(row) = self.rows.binary_search_by_key(&here, |row| row.0) {
                self.rows[row].1[there / 64] |= 1 << (there % 64);
            }
        }
    }

    fn in_range(&mut self, similarity: f64) {
        let (least, greatest) = self.range;
        self.range = (least.min(similarity), greatest.max(similarity));
    }

    /// The pairs of members that are compared: those of one of which a document is drawn, that are no edges.
    fn compared(&self) -> Vec<(u32, u32)> {
        let n = self.weights.len();
        let pairs = self.rows.iter().flat_map(|(j, edges)| {
            let others = (0..n).filter(move |i| i != j && edges[i / 64] & (1 << (i % 64)) == 0);
            // Pairs of two drawn ones once.
            let others = others.filter(move |i| self.drawn[*i] == 0 || i > j);
            others.map(move |i| (i as u32, *j as u32))
        });
        pairs.collect()
    }

    /// The figures, once the sample has been compared.
    pub(super) fn completed(
        mut self,
        collection: &Collection,
        measure: Measure,
        members: &[DocNo],
    ) -> Cohesion {
        let n = members.len();
        // Of the drawn pairs: their number and the sum of their similarities.
        let (mut pairs, mut total) = (0, 0);
        let drawn = self.pairs.others();
        for (i, j, similarity) in similarities(collection, measure, members, &drawn) {
            self.in_range(similarity);
            let times = self.pairs.times(i, j);
            pairs += times;
            total += parts(similarity) * u128::from(times);
        }
        // For each member the number of drawn documents that it is compared with, and the sum.
        let (mut number, mut drawn_sums) = (vec![0_u64; n], vec![0_u128; n]);
        for (i, j, similarity) in similarities(collection, measure, members, &self.compared()) {
            self.in_range(similarity);
            let (i, j) = (i as usize, j as usize);
            for (here, there) in [(i, j), (j, i)] {
                number[here] += self.drawn[there];
                drawn_sums[here] += parts(similarity) * u128::from(self.drawn[there]);
            }
        }
        let documents: u64 = self.weights.iter().sum();
        let all = documents * documents.saturating_sub(1) / 2;
        // Both ends of each known pair count it.
        let each = || {
            self.weights
                .iter()
                .zip(&self.known_weight)
                .zip(&self.known_similarity)
        };
        let known_pairs = each()
            .map(|((weight, known_weight), _)| weight * known_weight)
            .sum::<u64>()
            / 2;
        let known_similarity = each().map(|((weight, _), sum)| u128::from(*weight) * sum);
        let known_similarity = known_similarity.sum::<u128>() / 2;
        let mean_of_sample = total as f64 / ONE / pairs.max(1) as f64;
        let mean = known_similarity as f64 / ONE + mean_of_sample * (all - known_pairs) as f64;
        // The others of a member are as similar to it as those that are drawn; where none is, as those of all members.
        let member_sums = (0..n).map(|i| {
            let others = u128::from(documents - self.weights[i] - self.edges(i));
            let others_sum = match number[i] {
                0 => total / u128::from(pairs.max(1)) * others,
                number => drawn_sums[i] / u128::from(number) * others,
            };
            self.known_similarity[i] + others_sum
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

    /// Number of documents that a member has an edge with.
    fn edges(&self, member: usize) -> u64 {
        self.known_weight[member] - (self.weights[member] - 1)
    }
}

//! How well a cluster holds together: the exact similarity of every two of its members, whether or
//! not they are an edge, because members that are together only through others are the field's
//! best-documented failure (chaining).

use std::collections::HashMap;

use rayon::prelude::*;

use super::agglomerate::HalfMatrix;
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::collection::Collection;
use crate::similarity::{Measure, Overlap, Pair};

/// Pairs of distinct members of one cluster that are counted at most. Larger clusters are compared
/// with an even sample of their members, and say so.
const PAIRS: usize = 500_000;

/// Figures over the pairs of a cluster's documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cohesion {
    /// The member with the greatest sum of exact similarity to the others.
    pub medoid: DocNo,
    /// Smallest exact similarity of any two members counted, 0..=1.
    pub min: f64,
    /// Mean over the pairs counted.
    pub mean: f64,
    /// Greatest.
    pub max: f64,
    /// Pairs of documents counted, of how many.
    pub measured: (u64, u64),
}

/// Exact similarity of pairs of representatives that are known already.
#[derive(Debug)]
pub struct Known(HashMap<(DocNo, DocNo), f64>);

impl Known {
    /// Those of a pair set for which `wanted` says yes.
    #[must_use]
    pub fn new(pairs: &PairSet, wanted: impl Fn(&Pair) -> bool) -> Self {
        let wanted = pairs.pairs.iter().filter(|pair| wanted(pair));
        Known(
            wanted
                .map(|pair| ((pair.a, pair.b), pairs.score(pair)))
                .collect(),
        )
    }

    fn get(&self, a: DocNo, b: DocNo) -> Option<f64> {
        self.0.get(&(a.min(b), a.max(b))).copied()
    }
}

/// The figures of the cluster of these distinct members (representatives, rising), each standing for
/// those of the same shingle set.
#[must_use]
pub fn measure(
    collection: &Collection,
    pairs: &PairSet,
    known: &Known,
    members: &[DocNo],
) -> Cohesion {
    let weights: Vec<u64> = members
        .iter()
        .map(|doc| pairs.copies(*doc).len() as u64)
        .collect();
    let documents: u64 = weights.iter().sum();
    let all = documents * (documents - 1) / 2;
    let n = members.len();
    // Every member against every `stride`-th; a stride of 1 compares every two.
    let stride = (n * n.saturating_sub(1) / 2).div_ceil(PAIRS).max(1);
    let sampled = stride > 1;
    let sets = Sets::of(collection, members, known, pairs.found.measure);
    let rows: Vec<Row> = (0..n)
        .into_par_iter()
        .map(|i| {
            let mut row = Row::default();
            // Documents of one shingle set among themselves.
            if weights[i] > 1 {
                let copies = weights[i] * (weights[i] - 1) / 2;
                row.add(1.0, copies);
                row.sum += (weights[i] - 1) as f64;
            }
            for j in (0..n).step_by(stride).filter(|j| *j != i) {
                let similarity = known
                    .get(members[i], members[j])
                    .unwrap_or_else(|| sets.similarity(i, j));
                row.sum += similarity * weights[j] as f64;
                // Each pair once; of a sampled row's pairs those whose mirror image is not sampled.
                if j < i || (sampled && i % stride != 0) {
                    row.add(similarity, weights[i] * weights[j]);
                }
            }
            row
        })
        .collect();
    let mut total = Row::default();
    for row in &rows {
        total.merge(row);
    }
    let best = rows
        .iter()
        .enumerate()
        .max_by(|(i, a), (j, b)| a.sum.total_cmp(&b.sum).then(j.cmp(i)));
    Cohesion {
        medoid: best.map_or(DocNo(0), |(i, _)| members[i]),
        min: total.min,
        mean: if total.pairs > 0 {
            total.total / total.pairs as f64
        } else {
            0.0
        },
        max: total.max,
        measured: (total.pairs, all),
    }
}

/// Exact similarity of every two of `members` (documents in any number of copies), row after row.
#[must_use]
pub fn matrix(collection: &Collection, pairs: &PairSet, members: &[DocNo]) -> Vec<f64> {
    let first: Vec<DocNo> = members
        .iter()
        .map(|doc| pairs.representative[doc.index()])
        .collect();
    let known = Known(HashMap::new());
    let sets = Sets::of(collection, &first, &known, pairs.found.measure);
    let n = members.len();
    let mut values = vec![1.0; n * n];
    values
        .par_chunks_mut(n.max(1))
        .enumerate()
        .for_each(|(i, row)| {
            for (j, value) in row.iter_mut().enumerate() {
                if first[i] != first[j] {
                    *value = sets.similarity(i, j);
                }
            }
        });
    values
}

/// Exact similarity of every two of these distinct members.
#[must_use]
pub fn half_matrix(
    collection: &Collection,
    pairs: &PairSet,
    known: &Known,
    members: &[DocNo],
) -> HalfMatrix {
    let sets = Sets::of(collection, members, known, pairs.found.measure);
    HalfMatrix::new(members.len(), |i, j| {
        known
            .get(members[i], members[j])
            .unwrap_or_else(|| sets.similarity(i, j))
    })
}

/// The members' shingle sets, made only where some pair is not known.
struct Sets {
    sets: Vec<Vec<u64>>,
    measure: Measure,
}

impl Sets {
    fn of(collection: &Collection, members: &[DocNo], known: &Known, measure: Measure) -> Self {
        let complete = members
            .iter()
            .enumerate()
            .all(|(i, a)| members[i + 1..].iter().all(|b| known.get(*a, *b).is_some()));
        let sets = if complete {
            Vec::new()
        } else {
            let each = members.par_iter();
            each.map(|doc| collection.shingle_set(*doc)).collect()
        };
        Sets { sets, measure }
    }

    fn similarity(&self, i: usize, j: usize) -> f64 {
        self.measure.of(&Overlap::of(&self.sets[i], &self.sets[j]))
    }
}

/// A member's part of the figures.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Sum of similarity to the other documents (or to the sampled ones).
    sum: f64,
    min: f64,
    max: f64,
    total: f64,
    pairs: u64,
}

impl Default for Row {
    fn default() -> Self {
        Row {
            sum: 0.0,
            min: 1.0,
            max: 0.0,
            total: 0.0,
            pairs: 0,
        }
    }
}

impl Row {
    fn add(&mut self, similarity: f64, pairs: u64) {
        self.min = self.min.min(similarity);
        self.max = self.max.max(similarity);
        self.total += similarity * pairs as f64;
        self.pairs += pairs;
    }

    fn merge(&mut self, other: &Row) {
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
        self.total += other.total;
        self.pairs += other.pairs;
    }
}

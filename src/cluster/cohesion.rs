//! Cohesion of a cluster: exact similarities of all pairs of its members, whether or not they are
//! edges. It exposes chaining, members that are connected only through others, the best-documented
//! failure of single linkage.

use std::collections::HashMap;

use rayon::prelude::*;

use super::agglomerate::HalfMatrix;
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::collection::Collection;
use crate::similarity::{Measure, Overlap, Pair};

/// Maximum number of pairs of distinct members up to which all pairs are compared. In larger
/// clusters, members are compared with an evenly spaced sample, and `measured` reports it.
const PAIRS: usize = 500_000;

/// Figures over the pairs of a cluster's documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cohesion {
    /// The member with the greatest sum of exact similarities to the others.
    pub medoid: DocNo,
    /// Lowest exact similarity among the pairs compared, 0..=1.
    pub min: f64,
    /// Mean exact similarity of the pairs compared, 0..=1.
    pub mean: f64,
    /// Highest exact similarity among the pairs compared, 0..=1.
    pub max: f64,
    /// (Pairs of documents compared, all pairs).
    pub measured: (u64, u64),
}

/// Exact similarities of pairs of representatives that are already known.
#[derive(Debug)]
pub struct Known(HashMap<(DocNo, DocNo), f64>);

impl Known {
    /// The pairs of a pair set that `wanted` accepts.
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

/// Figures of the cluster with these distinct members (representatives, ascending), each of which
/// represents the documents with its shingle set. Cost: at most about 2 × 500,000 set comparisons.
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
    // Every member is compared with every `stride`-th; a stride of 1 compares all pairs.
    let stride = (n * n.saturating_sub(1) / 2).div_ceil(PAIRS).max(1);
    let sampled = stride > 1;
    let sets = Sets::of(collection, members, known, pairs.found.measure);
    let rows: Vec<Row> = (0..n)
        .into_par_iter()
        .map(|i| {
            let mut row = Row::default();
            // Pairs of documents with the same shingle set.
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
                // Count each pair once: if j < i or, when sampling, if i is not sampled and so is
                // not in row j.
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

/// Exact similarities of all pairs of `members` (any documents, copies included): n × n, row by
/// row.
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

/// Exact similarities of all pairs of these distinct members, as a half matrix.
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

/// Shingle sets of the members; empty if all similarities are known.
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

/// Contribution of one member to the figures.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Sum of similarities to the other (or the sampled) documents.
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

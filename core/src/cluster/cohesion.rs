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
/// represents the documents with its shingle set. Cost: at most about 500,000 set comparisons, or twice as
/// many of a sample.
#[must_use]
pub fn measure(
    collection: &Collection,
    pairs: &PairSet,
    known: &Known,
    members: &[DocNo],
) -> Cohesion {
    let weights = weights(pairs, members);
    let documents: u64 = weights.iter().sum();
    let all = documents * (documents - 1) / 2;
    let n = members.len();
    // Every member is compared with every `stride`-th; a stride of 1 compares all pairs.
    let stride = (n * n.saturating_sub(1) / 2).div_ceil(PAIRS).max(1);
    let sampled = stride > 1;
    let similarities = Similarities::of(collection, pairs, known, members);
    // Unknown similarities are computed once for both members.
    let matrix = (!sampled && !similarities.sets.is_empty()).then(|| similarities.matrix());
    let similarity = |i, j| match &matrix {
        Some(matrix) => matrix.get(i, j),
        None => similarities.get(i, j),
    };
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
                let similarity = similarity(i, j);
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
    let first = members.iter().map(|doc| pairs.representative[doc.index()]);
    let first: Vec<DocNo> = first.collect();
    let half = half_matrix(collection, pairs, &Known(HashMap::new()), &first);
    let places = (0..members.len()).flat_map(|i| (0..members.len()).map(move |j| (i, j)));
    let values = places.map(|(i, j)| if i == j { 1.0 } else { half.get(i, j) });
    values.collect()
}

/// Exact similarities of all pairs of these members (representatives), as a half matrix.
#[must_use]
pub fn half_matrix(
    collection: &Collection,
    pairs: &PairSet,
    known: &Known,
    members: &[DocNo],
) -> HalfMatrix {
    Similarities::of(collection, pairs, known, members).matrix()
}

/// Number of documents that each member represents, itself included.
pub(super) fn weights(pairs: &PairSet, members: &[DocNo]) -> Vec<u64> {
    let copies = members.iter().map(|doc| pairs.copies(*doc).len() as u64);
    copies.collect()
}

/// Similarities of the members: known ones looked up, others computed from their shingle sets.
struct Similarities<'a> {
    members: &'a [DocNo],
    known: &'a Known,
    /// Shingle sets of the members; empty if all similarities are known.
    sets: Vec<Vec<u64>>,
    measure: Measure,
}

impl<'a> Similarities<'a> {
    fn of(
        collection: &Collection,
        pairs: &PairSet,
        known: &'a Known,
        members: &'a [DocNo],
    ) -> Self {
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
        Similarities {
            members,
            known,
            sets,
            measure: pairs.info.measure,
        }
    }

    fn get(&self, i: usize, j: usize) -> f64 {
        let (a, b) = (self.members[i], self.members[j]);
        if a == b {
            return 1.0;
        }
        let known = self.known.get(a, b);
        known.unwrap_or_else(|| self.measure.of(&Overlap::of(&self.sets[i], &self.sets[j])))
    }

    fn matrix(&self) -> HalfMatrix {
        HalfMatrix::new(self.members.len(), |i, j| self.get(i, j))
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

//! Similarities of all pairs of a few items, for example the members of a group.

use rayon::prelude::*;

use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::index::Collection;
use crate::similarity::{Overlap, Pair};

/// Pairwise similarities of `n` items: the half above the diagonal, row by row.
#[derive(Clone, Debug)]
pub struct HalfMatrix {
    pub(super) n: usize,
    pub(super) values: Vec<f64>,
}

impl HalfMatrix {
    /// Evaluates `similarity` for every `i < j`, in parallel on the caller's pool. Memory: 4n²
    /// bytes.
    pub fn new(n: usize, similarity: impl Fn(usize, usize) -> f64 + Sync) -> Self {
        let rows = (0..n).into_par_iter();
        let values = rows.flat_map_iter(|i| {
            let similarity = &similarity;
            (i + 1..n).map(move |j| similarity(i, j))
        });
        HalfMatrix {
            n,
            values: values.collect(),
        }
    }

    fn offset(&self, i: usize, j: usize) -> usize {
        offset(self.n, i, j)
    }

    /// Similarity of two different items.
    pub fn get(&self, i: usize, j: usize) -> f64 {
        self.values[self.offset(i, j)]
    }

    pub(super) fn set(&mut self, i: usize, j: usize, value: f64) {
        let offset = self.offset(i, j);
        self.values[offset] = value;
    }
}

/// Index of a pair of different items in the half above the diagonal of `n` items, row by row.
pub(super) fn offset(n: usize, i: usize, j: usize) -> usize {
    let (i, j) = (i.min(j), i.max(j));
    i * (2 * n - i - 1) / 2 + j - i - 1
}

/// Computes the shingle sets of the members that are `needed`; the others are empty.
pub(super) fn shingle_sets(
    collection: &Collection,
    members: &[DocNo],
    needed: &[bool],
) -> Vec<Vec<u64>> {
    let set = |(doc, needed): (&DocNo, &bool)| {
        if *needed {
            collection.shingle_set(*doc)
        } else {
            Vec::new()
        }
    };
    members.par_iter().zip(needed).map(set).collect()
}

/// Computes the exact similarities of all pairs of `members` (representatives, ascending), but reuses `known_pairs`.
pub fn of_group<'a>(
    collection: &Collection,
    pairs: &PairSet,
    known_pairs: impl Iterator<Item = &'a Pair>,
    members: &[DocNo],
) -> HalfMatrix {
    let n = members.len();
    let mut similarities = HalfMatrix {
        n,
        values: vec![f64::NAN; n * n.saturating_sub(1) / 2],
    };
    for pair in known_pairs {
        let positions = [pair.a, pair.b].map(|doc| members.binary_search(&doc));
        if let [Ok(i), Ok(j)] = positions {
            similarities.set(i, j, pairs.score(pair));
        }
    }
    let mut needed = vec![false; n];
    for i in 0..n {
        for j in (i + 1..n).filter(|j| similarities.get(i, *j).is_nan()) {
            (needed[i], needed[j]) = (true, true);
        }
    }
    let sets = shingle_sets(collection, members, &needed);
    let measure = pairs.info.measure;
    HalfMatrix::new(n, |i, j| match similarities.get(i, j) {
        similarity if similarity.is_nan() => measure.similarity(&Overlap::new(&sets[i], &sets[j])),
        similarity => similarity,
    })
}

/// Exact similarities of all pairs of `members` (any documents, copies included): n × n, row by
/// row.
pub fn square(collection: &Collection, pairs: &PairSet, members: &[DocNo]) -> Vec<f64> {
    let representatives = members.iter().map(|doc| pairs.representative[doc.index()]);
    let representatives: Vec<DocNo> = representatives.collect();
    let mut distinct = representatives.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let half = of_group(collection, pairs, std::iter::empty(), &distinct);
    let position = |doc: &DocNo| distinct.partition_point(|other| other < doc);
    let positions: Vec<usize> = representatives.iter().map(position).collect();
    let rows = positions
        .iter()
        .flat_map(|i| positions.iter().map(move |j| (i, j)));
    let values = rows.map(|(i, j)| if i == j { 1.0 } else { half.get(*i, *j) });
    values.collect()
}

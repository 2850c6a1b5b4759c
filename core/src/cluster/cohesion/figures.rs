//! Figures of a cluster, and what they are made from.

use rayon::prelude::*;

use crate::base::DocNo;
use crate::cluster::half_matrix::shingle_sets;
use crate::index::Collection;
use crate::similarity::{Measure, Overlap};

/// Similarities are summed as multiples of 1 / `ONE`, so that a sum does not depend on its order.
pub(super) const ONE: f64 = (1_u64 << 60) as f64;

/// Figures over the pairs of a cluster's documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cohesion {
    /// The member with the greatest sum of exact similarities to the others; of several, the first. With a sample, the
    /// sums are estimates.
    pub medoid: DocNo,
    /// Lowest exact similarity among the pairs that count, 0..=1.
    pub min: f64,
    /// Mean exact similarity, 0..=1; with a sample, edges and others have the weights that they have in the cluster.
    pub mean: f64,
    /// Highest exact similarity among the pairs that count, 0..=1.
    pub max: f64,
    /// (Pairs of documents that count, all pairs).
    pub measured: (u64, u64),
}

/// Exact similarities of `wanted`, pairs of places in `members`, from their shingle sets.
pub(super) fn similarities(
    collection: &Collection,
    measure: Measure,
    members: &[DocNo],
    wanted: &[(u32, u32)],
) -> Vec<(u32, u32, f64)> {
    let mut needed = vec![false; members.len()];
    for (i, j) in wanted {
        (needed[*i as usize], needed[*j as usize]) = (true, true);
    }
    let sets = shingle_sets(collection, members, &needed);
    let each = wanted.par_iter();
    each.map(|(i, j)| {
        let overlap = Overlap::new(&sets[*i as usize], &sets[*j as usize]);
        (*i, *j, measure.similarity(&overlap))
    })
    .collect()
}

/// A similarity in units of 1 / `ONE`.
pub(super) fn parts(similarity: f64) -> u128 {
    (similarity * ONE) as u128
}

/// The figures of these members, which represent so many `documents`, from the sum of each member, in units of
/// 1 / `ONE`.
pub(super) fn figures(
    members: &[DocNo],
    member_sums: &[u128],
    documents: u64,
    (min, max): (f64, f64),
    mean: f64,
    measured: (u64, u64),
) -> Cohesion {
    // Similarities are rounded: sums that differ by no more are equal, and the first counts.
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

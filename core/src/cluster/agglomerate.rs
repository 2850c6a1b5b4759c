//! Complete and average linkage by the nearest-neighbour chain algorithm: follow nearest neighbours
//! until two groups are mutually nearest; these can be merged at once (Benzécri 1982; Murtagh 1983;
//! as presented by Müllner 2011, algorithm 3).
//!
//! Both linkages are reducible: a merged group is no nearer to a third group than the nearer of its parts was. The
//! merges therefore equal those of the greedy algorithm, in another order. The greedy algorithm searches for the best
//! pair in every step and takes O(n³) time; this one takes O(n²) and one half matrix. Ties are broken by lowest member,
//! so the result is unique.

use super::half_matrix::HalfMatrix;
use super::linkage::Linkage;
use crate::base::union_find::UnionFind;

/// Tolerance for rounding errors in averages of similarities when compared with a threshold.
const ROUNDING: f64 = 1e-12;

/// A merge of two groups; a group is identified by its lowest member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupMerge {
    /// The group whose lowest member is lower.
    pub a: u32,
    /// The other group.
    pub b: u32,
    /// Similarity of the two groups by the linkage.
    pub similarity: f64,
}

/// All merges of a set of items, similarity descending.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Joins {
    linkage: Linkage,
    members: usize,
    joins: Vec<GroupMerge>,
}

impl Joins {
    /// Computes all merges of the items in `matrix`; item `i` represents `weights[i]` identical
    /// ones. `linkage` must not be single, which needs no matrix. Cost: O(n²) time.
    pub fn new(linkage: Linkage, weights: &[u64], matrix: HalfMatrix) -> Self {
        let mut joins = Chain::new(linkage, weights, matrix).run();
        // Documents without a common shingle are no pair at any threshold, so groups of similarity 0 stay apart.
        joins.retain(|join| join.similarity > 0.0);
        // The sort is stable: no merge precedes the merges that formed its groups.
        joins.sort_by(|x, y| y.similarity.total_cmp(&x.similarity));
        Joins {
            linkage,
            members: weights.len(),
            joins,
        }
    }

    /// The merges at or above `threshold`.
    fn at_least(&self, threshold: f64) -> &[GroupMerge] {
        let cutoff = match self.linkage {
            Linkage::Average => threshold - ROUNDING,
            Linkage::Single | Linkage::Complete => threshold,
        };
        let end = self.joins.partition_point(|join| join.similarity >= cutoff);
        &self.joins[..end]
    }

    /// The groups at `threshold`, singletons included; members ascending, groups by first member.
    pub fn cut(&self, threshold: f64) -> Vec<Vec<usize>> {
        let mut sets = UnionFind::new(self.members);
        for join in self.at_least(threshold) {
            sets.union(join.a, join.b);
        }
        let groups = sets.groups().into_iter();
        let indices = |group: Vec<u32>| group.into_iter().map(|i| i as usize).collect();
        groups.map(indices).collect()
    }

    /// Highest threshold at which items `i` and `j` are in one group; `None` if they never are. If `i` equals `j`, the
    /// highest threshold at which the item is merged with another.
    pub fn together(&self, i: usize, j: usize) -> Option<f64> {
        let (i, j) = (i as u32, j as u32);
        let mut sets = UnionFind::new(self.members);
        let merge = self.joins.iter().find(|join| {
            sets.union(join.a, join.b);
            sets.find(i) == sets.find(j) && (i != j || join.a == i || join.b == i)
        });
        merge.map(|join| join.similarity)
    }
}

/// State of the algorithm. A group is stored in the slot of its lowest member.
struct Chain {
    linkage: Linkage,
    /// Complete linkage: lowest similarity of two members. Average linkage: sum over document
    /// pairs.
    matrix: HalfMatrix,
    /// Number of documents in each group; 0 for slots that were merged into another.
    size: Vec<u64>,
    /// Similarity at which each group was formed.
    formed_at: Vec<f64>,
}

impl Chain {
    fn new(linkage: Linkage, weights: &[u64], mut matrix: HalfMatrix) -> Self {
        debug_assert!(linkage != Linkage::Single);
        let n = weights.len();
        if linkage == Linkage::Average {
            for i in 0..n {
                for j in i + 1..n {
                    let pairs = (weights[i] * weights[j]) as f64;
                    matrix.set(i, j, matrix.get(i, j) * pairs);
                }
            }
        }
        Chain {
            linkage,
            matrix,
            size: weights.to_vec(),
            formed_at: vec![1.0; n],
        }
    }

    fn run(mut self) -> Vec<GroupMerge> {
        let n = self.size.len();
        let mut joins = Vec::with_capacity(n.saturating_sub(1));
        let mut chain: Vec<usize> = Vec::new();
        let mut start = 0;
        while joins.len() + 1 < n {
            let top = match chain.last() {
                Some(top) => *top,
                None => {
                    while self.size[start] == 0 {
                        start += 1;
                    }
                    chain.push(start);
                    start
                }
            };
            let Some(nearest) = self.nearest(top) else {
                break;
            };
            if chain.len() < 2 || chain[chain.len() - 2] != nearest {
                // With rounded averages the neighbour can already be in the chain; continue from
                // its position.
                if let Some(at) = chain.iter().position(|slot| *slot == nearest) {
                    chain.truncate(at);
                }
                chain.push(nearest);
                continue;
            }
            chain.truncate(chain.len() - 2);
            joins.push(self.join(top.min(nearest), top.max(nearest)));
        }
        joins
    }

    fn similarity(&self, i: usize, j: usize) -> f64 {
        let value = self.matrix.get(i, j);
        match self.linkage {
            Linkage::Average => value / (self.size[i] * self.size[j]) as f64,
            Linkage::Single | Linkage::Complete => value,
        }
    }

    /// The group nearest to the group of `slot`; ties go to the lowest member.
    fn nearest(&self, slot: usize) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for other in (0..self.size.len()).filter(|other| *other != slot && self.size[*other] > 0) {
            let similarity = self.similarity(slot, other);
            if best.is_none_or(|(highest, _)| similarity > highest) {
                best = Some((similarity, other));
            }
        }
        best.map(|(_, other)| other)
    }

    /// Merges the group of `b` into the group of `a`. Cost: O(n).
    fn join(&mut self, a: usize, b: usize) -> GroupMerge {
        // Rounding must not give a merge a higher similarity than the merges that formed its groups.
        let similarity = self.similarity(a, b);
        let similarity = similarity.min(self.formed_at[a]).min(self.formed_at[b]);
        for k in (0..self.size.len()).filter(|k| *k != a && *k != b) {
            if self.size[k] > 0 {
                let (x, y) = (self.matrix.get(a, k), self.matrix.get(b, k));
                let merged = match self.linkage {
                    Linkage::Average => x + y,
                    Linkage::Single | Linkage::Complete => x.min(y),
                };
                self.matrix.set(a, k, merged);
            }
        }
        self.size[a] += self.size[b];
        self.size[b] = 0;
        self.formed_at[a] = similarity;
        GroupMerge {
            a: a as u32,
            b: b as u32,
            similarity,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LINKAGES: [Linkage; 2] = [Linkage::Complete, Linkage::Average];

    /// The greedy algorithm by definition: merges the two most similar groups; ties go to the lowest
    /// members.
    fn naive(linkage: Linkage, weights: &[u64], matrix: &HalfMatrix) -> Vec<GroupMerge> {
        let mut groups: Vec<Vec<usize>> = (0..weights.len()).map(|i| vec![i]).collect();
        let similarity = |x: &[usize], y: &[usize]| {
            let pairs = x.iter().flat_map(|i| y.iter().map(move |j| (*i, *j)));
            let weight = |i: usize, j: usize| (weights[i] * weights[j]) as f64;
            match linkage {
                Linkage::Average => {
                    let (sum, count) = pairs.fold((0.0, 0.0), |(sum, count), (i, j)| {
                        (sum + matrix.get(i, j) * weight(i, j), count + weight(i, j))
                    });
                    sum / count
                }
                _ => pairs.map(|(i, j)| matrix.get(i, j)).fold(1.0, f64::min),
            }
        };
        let mut joins = Vec::new();
        while groups.len() > 1 {
            let mut best = (0, 1, f64::NEG_INFINITY);
            for x in 0..groups.len() {
                for y in x + 1..groups.len() {
                    let s = similarity(&groups[x], &groups[y]);
                    if s > best.2 {
                        best = (x, y, s);
                    }
                }
            }
            let merged = groups.remove(best.1);
            joins.push(GroupMerge {
                a: groups[best.0][0] as u32,
                b: merged[0] as u32,
                similarity: best.2,
            });
            groups[best.0].extend(merged);
            groups[best.0].sort_unstable();
        }
        joins
    }

    fn sorted(mut joins: Vec<GroupMerge>) -> Vec<GroupMerge> {
        joins.sort_by(|x, y| {
            let order = y.similarity.total_cmp(&x.similarity);
            order.then((x.a, x.b).cmp(&(y.a, y.b)))
        });
        joins
    }

    /// Up to nine items of weight 1 to 3 with similarities in sixteenths: sums are exact, ties
    /// frequent.
    fn tied() -> impl Strategy<Value = (Vec<u64>, HalfMatrix)> {
        (2_usize..10).prop_flat_map(|n| {
            let weights = prop::collection::vec(1_u64..4, n);
            let values = prop::collection::vec(0_u32..=16, n * (n - 1) / 2);
            (weights, values).prop_map(move |(weights, values)| {
                let values = values.iter().map(|v| f64::from(*v) / 16.0).collect();
                (weights, HalfMatrix { n, values })
            })
        })
    }

    fn distinct() -> impl Strategy<Value = (Vec<u64>, HalfMatrix)> {
        (2_usize..12).prop_flat_map(|n| {
            let weights = prop::collection::vec(1_u64..4, n);
            let values = prop::collection::vec(0.0..1.0, n * (n - 1) / 2);
            (weights, values).prop_map(move |(weights, values)| (weights, HalfMatrix { n, values }))
        })
    }

    proptest! {
        #[test]
        fn the_chain_equals_the_greedy_algorithm_with_ties((weights, matrix) in tied()) {
            for linkage in LINKAGES {
                let got = Joins::new(linkage, &weights, matrix.clone());
                let mut want = naive(linkage, &weights, &matrix);
                want.retain(|join| join.similarity > 0.0);
                prop_assert_eq!(sorted(got.joins), sorted(want));
            }
        }

        #[test]
        fn rounding_changes_nothing_but_last_digits((weights, matrix) in distinct()) {
            for linkage in LINKAGES {
                let got = Joins::new(linkage, &weights, matrix.clone());
                let want = naive(linkage, &weights, &matrix);
                for (x, y) in got.joins.iter().zip(&want) {
                    prop_assert_eq!((x.a, x.b), (y.a, y.b));
                    prop_assert!((x.similarity - y.similarity).abs() < ROUNDING);
                }
                prop_assert_eq!(got.joins.len(), want.len());
            }
        }

        #[test]
        fn a_weight_equals_that_many_copies((weights, matrix) in tied()) {
            // Repeating each item by its weight, with similarity 1 between copies, gives the same
            // groups.
            let origin: Vec<usize> = weights.iter().enumerate()
                .flat_map(|(i, w)| std::iter::repeat_n(i, *w as usize)).collect();
            let expanded = HalfMatrix::new(origin.len(), |i, j| match (origin[i], origin[j]) {
                (a, b) if a == b => 1.0,
                // Below 1, so that copies are merged first in both cases.
                (a, b) => matrix.get(a, b) * 0.875,
            });
            let shrunk = HalfMatrix::new(weights.len(), |i, j| matrix.get(i, j) * 0.875);
            for linkage in LINKAGES {
                let short = Joins::new(linkage, &weights, shrunk.clone());
                let long = Joins::new(linkage, &vec![1; origin.len()], expanded.clone());
                for threshold in [0.2, 0.4, 0.5, 0.6, 0.8] {
                    let groups: Vec<Vec<usize>> = long.cut(threshold).into_iter().map(|group| {
                        let mut originals: Vec<usize> = group.into_iter().map(|i| origin[i]).collect();
                        originals.dedup();
                        originals
                    }).collect();
                    prop_assert_eq!(short.cut(threshold), groups);
                }
            }
        }

        #[test]
        fn items_are_in_one_group_from_their_merge_on((weights, matrix) in tied()) {
            for linkage in LINKAGES {
                let joins = Joins::new(linkage, &weights, matrix.clone());
                let with = |threshold| joins.cut(threshold).into_iter().find(|g| g[0] == 0).unwrap();
                let Some(at) = joins.together(0, 1) else {
                    // Groups of similarity 0 are apart at any threshold.
                    prop_assert!(!with(0.0).contains(&1));
                    continue;
                };
                prop_assert!(with(at).contains(&1));
                prop_assert!(!with(at + 2.0 * ROUNDING).contains(&1));
            }
        }
    }

    /// Three copies of one text with similarity 0.8 to another: their average is 0.8, despite the
    /// rounding of 3 × 0.8 / 3.
    #[test]
    fn rounding_does_not_lower_an_average() {
        for copies in 1..200 {
            let matrix = HalfMatrix::new(2, |_, _| 0.8);
            let joins = Joins::new(Linkage::Average, &[copies, 7], matrix);
            assert_eq!(joins.cut(0.8), [vec![0, 1]], "{copies}");
        }
    }
}

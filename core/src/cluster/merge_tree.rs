//! Merges of a few items by single linkage, from all pairwise similarities: the similarity of each merge, and an order
//! of the items in which the groups of any threshold are contiguous. [Gower, Ross 1969]

use std::ops::RangeInclusive;

/// Numbers of items for which a tree is shown.
pub const SHOWN: RangeInclusive<usize> = 3..=40;

/// Merges of items by single linkage.
#[derive(Clone, Debug, PartialEq)]
pub struct MergeTree {
    /// The items, in an order in which every merged group is a range.
    pub order: Vec<usize>,
    /// The merges, similarity descending.
    pub merges: Vec<TreeMerge>,
}

/// A merge of two groups of items, by their positions in the order of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeMerge {
    /// Positions of one group.
    pub left: Vec<usize>,
    /// Positions of the other group.
    pub right: Vec<usize>,
    /// Similarity at which they merge, 0..=1.
    pub similarity: f64,
}

impl MergeTree {
    /// Builds the tree of the items `0..size` by Kruskal's algorithm over all pairs, O(size² log size).
    pub fn new(size: usize, similarity: impl Fn(usize, usize) -> f64) -> Self {
        let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
        let mut pairs: Vec<(f64, usize, usize)> =
            pairs.map(|(a, b)| (similarity(a, b), a, b)).collect();
        pairs.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        let mut groups: Vec<Vec<usize>> = (0..size).map(|item| vec![item]).collect();
        let mut group_of: Vec<usize> = (0..size).collect();
        let mut merged = Vec::new();
        for (similarity, a, b) in pairs {
            let (first, second) = (group_of[a].min(group_of[b]), group_of[a].max(group_of[b]));
            if first == second {
                continue;
            }
            let right = std::mem::take(&mut groups[second]);
            for item in &right {
                group_of[*item] = first;
            }
            let left = groups[first].clone();
            groups[first].extend(&right);
            merged.push((left, right, similarity));
        }
        let order = groups.into_iter().find(|group| group.len() == size);
        let order = order.unwrap_or_default();
        let mut position = vec![0; size];
        for (at, item) in order.iter().enumerate() {
            position[*item] = at;
        }
        let positions = |items: Vec<usize>| items.iter().map(|item| position[*item]).collect();
        let merges = merged
            .into_iter()
            .map(|(left, right, similarity)| TreeMerge {
                left: positions(left),
                right: positions(right),
                similarity,
            });
        MergeTree {
            merges: merges.collect(),
            order,
        }
    }

    /// Builds the tree if the number of items is in [`SHOWN`].
    pub fn shown(size: usize, similarity: impl Fn(usize, usize) -> f64) -> Option<Self> {
        SHOWN
            .contains(&size)
            .then(|| MergeTree::new(size, similarity))
    }

    /// The highest threshold at which all items are one cluster; 1 for fewer than two.
    pub fn weakest(&self) -> f64 {
        self.merges.last().map_or(1.0, |merge| merge.similarity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// At any threshold, the merges at or above it give the components of the pairs at or above it.
        #[test]
        fn merges_give_the_components_at_each_threshold(
            values in prop::collection::vec(0.0_f64..1.0, 66), size in 2_usize..12, at in 0.0_f64..1.0,
        ) {
            let similarity = |a: usize, b: usize| {
                let (a, b) = (a.min(b), a.max(b));
                values[b * (b - 1) / 2 + a]
            };
            let MergeTree { order, merges } = MergeTree::new(size, similarity);
            prop_assert_eq!(merges.len(), size - 1);
            prop_assert!(merges.windows(2).all(|two| two[0].similarity >= two[1].similarity));
            let mut group: Vec<usize> = (0..size).collect();
            for merge in merges.iter().filter(|merge| merge.similarity >= at) {
                // Groups are contiguous, so that no lines cross.
                let mut positions = [&merge.left[..], &merge.right[..]].concat();
                positions.sort_unstable();
                prop_assert!(positions.windows(2).all(|two| two[0] + 1 == two[1]));
                let label = group[order[merge.left[0]]];
                for item in &merge.right {
                    group[order[*item]] = label;
                }
                for item in &merge.left {
                    group[order[*item]] = label;
                }
            }
            let mut reach: Vec<Vec<bool>> = (0..size)
                .map(|a| (0..size).map(|b| a == b || similarity(a, b) >= at).collect())
                .collect();
            for through in 0..size {
                for a in 0..size {
                    for b in 0..size {
                        if reach[a][through] && reach[through][b] {
                            reach[a][b] = true;
                        }
                    }
                }
            }
            for a in 0..size {
                for b in 0..size {
                    prop_assert_eq!(group[a] == group[b], reach[a][b]);
                }
            }
        }
    }
}

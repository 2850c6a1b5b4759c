//! The criteria of clustering: the linkage, which defines the similarity of two groups of documents, and whether pairs
//! with the decision "different" are edges.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Criterion by which groups of documents are merged (IIR, chapter 17; Manning, Raghavan, Schütze
/// 2008).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Linkage {
    /// Similarity of the most similar members: clusters are the connected components of the pairs.
    /// Computed by union-find from the pairs alone. Known weakness: chaining.
    #[default]
    Single,
    /// Similarity of the least similar members: all pairs of a cluster are at or above the
    /// threshold. Known weakness: one outlier keeps two groups apart.
    Complete,
    /// Mean similarity of the members (UPGMA, Sokal, Michener 1958): a compromise that has both
    /// weaknesses in mild form.
    Average,
}

impl Linkage {
    /// All linkages with their command-line names.
    pub const ALL: [(&'static str, Linkage); 3] = [
        ("single", Linkage::Single),
        ("complete", Linkage::Complete),
        ("average", Linkage::Average),
    ];

    /// Command-line name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

impl fmt::Display for Linkage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether pairs with the decision "different" connect clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedDifferent {
    /// They are not edges, however similar they are.
    #[default]
    Apart,
    /// They are edges like all others.
    Ignored,
}

impl DecidedDifferent {
    /// Both with their command-line names.
    pub const ALL: [(&'static str, DecidedDifferent); 2] = [
        ("apart", DecidedDifferent::Apart),
        ("ignored", DecidedDifferent::Ignored),
    ];
}

#[cfg(test)]
mod tests {
    use crate::base::DocNo;
    use crate::base::union_find::UnionFind;
    use crate::candidates::{CannotLink, PairSet};
    use crate::cluster::dendrogram::Dendrogram;
    use crate::cluster::fixture::{DOCUMENTS, documents, pair_sets, similarity};
    use proptest::prelude::*;
    use std::collections::BTreeMap;
    use std::sync::Arc;

    /// Pairs of groups of documents that may overlap, contain copies, or contain a document twice.
    fn decided() -> impl Strategy<Value = Vec<(Vec<usize>, Vec<usize>)>> {
        let group = || prop::collection::btree_set(0..DOCUMENTS, 1..3);
        let pairs = prop::collection::vec((group(), group()), 0..6);
        pairs.prop_map(|pairs| {
            let sides = pairs.into_iter();
            sides
                .map(|(a, b)| (Vec::from_iter(a), Vec::from_iter(b)))
                .collect()
        })
    }

    fn cannot_link(decided: &[(Vec<usize>, Vec<usize>)]) -> CannotLink {
        let group =
            |docs: &[usize]| -> Arc<[DocNo]> { docs.iter().map(|d| DocNo::at(*d)).collect() };
        decided.iter().map(|(a, b)| [group(a), group(b)]).collect()
    }

    /// Components of the edges without the decision "different"; copies count as one document.
    fn brute(
        pairs: &PairSet,
        decided: &[(Vec<usize>, Vec<usize>)],
        threshold: f64,
    ) -> Vec<Vec<DocNo>> {
        let class = |doc: DocNo| pairs.representative[doc.index()];
        let is_decided = |x: DocNo, y: DocNo| {
            decided.iter().any(|(a, b)| {
                let has =
                    |docs: &[usize], doc| docs.iter().any(|d| class(DocNo::at(*d)) == class(doc));
                class(x) != class(y) && (has(a, x) && has(b, y) || has(a, y) && has(b, x))
            })
        };
        let mut sets = UnionFind::new(DOCUMENTS);
        for x in documents() {
            for y in documents().filter(|y| *y > x) {
                if similarity(pairs, x, y) >= threshold && !is_decided(x, y) {
                    sets.union(x.0, y.0);
                }
            }
        }
        let mut groups: BTreeMap<u32, Vec<DocNo>> = BTreeMap::new();
        for doc in documents() {
            groups.entry(sets.find(doc.0)).or_default().push(doc);
        }
        let mut groups: Vec<_> = groups.into_values().filter(|g| g.len() > 1).collect();
        groups.sort();
        groups
    }

    proptest! {
        #[test]
        fn clusters_are_the_components_of_the_undecided_edges(
            pairs in pair_sets(), decided in decided(), threshold in 0.05_f64..1.0,
        ) {
            let cannot_link = cannot_link(&decided);
            let edges = pairs.without(&cannot_link);
            let mut clusters = crate::cluster::fixture::clusters(&edges, threshold);
            clusters.sort();
            let want = brute(&pairs, &decided, threshold);
            prop_assert_eq!(&clusters, &want);
            // The dendrogram counts the same clusters.
            let step = Dendrogram::new(&edges).landscape().at(threshold);
            prop_assert_eq!(step.clusters as usize, want.len());
            prop_assert_eq!(step.documents as usize, want.iter().map(Vec::len).sum::<usize>());
            // Excluded pairs are counted, and without decisions all pairs stay.
            let excluded = edges.count_held_apart(threshold);
            prop_assert_eq!(edges.count(threshold) + excluded, pairs.count(threshold));
            let unchanged = pairs.without(&CannotLink::default());
            prop_assert_eq!(&unchanged.pairs, &pairs.pairs);
        }
    }
}

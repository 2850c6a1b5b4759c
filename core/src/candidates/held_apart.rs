//! Pairs of documents that are no edges, however similar they are: people decided that they are different.

use std::collections::HashSet;
use std::sync::Arc;

use super::PairSet;
use crate::base::DocNo;
use crate::similarity::Pair;

/// Pairs of documents that are no edges. Documents come as groups with the same text, because a decision is about
/// texts: each document of one group is apart from each of the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldApart(Vec<[Arc<[DocNo]>; 2]>);

/// Two documents, the lesser first.
type Ends = (DocNo, DocNo);

impl FromIterator<[Arc<[DocNo]>; 2]> for HeldApart {
    fn from_iter<I: IntoIterator<Item = [Arc<[DocNo]>; 2]>>(groups: I) -> Self {
        HeldApart(groups.into_iter().collect())
    }
}

impl HeldApart {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of pairs of groups.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The pairs of representatives that stand for these documents. Documents of one representative have the same
    /// shingles; they are copies for every figure, and are not held apart.
    fn of(&self, representative: &[DocNo]) -> HashSet<Ends> {
        let stands = |group: &[DocNo]| {
            let known = group
                .iter()
                .filter_map(|doc| representative.get(doc.index()));
            let mut stands: Vec<DocNo> = known.copied().collect();
            stands.sort_unstable();
            stands.dedup();
            stands
        };
        let mut pairs = HashSet::new();
        for [left, right] in &self.0 {
            let (left, right) = (stands(left), stands(right));
            for (a, b) in left.iter().flat_map(|a| right.iter().map(move |b| (a, b))) {
                if a != b {
                    pairs.insert((*a.min(b), *a.max(b)));
                }
            }
        }
        pairs
    }
}

/// The pairs of representatives of a [`PairSet`] that are no edges.
#[derive(Clone, Debug, Default)]
pub(super) struct Left {
    /// All of them, the lesser first, whether or not they were found as a pair.
    pairs: HashSet<Ends>,
    /// Those that were found, in listing order.
    found: Vec<Pair>,
}

impl PairSet {
    /// The same pairs without those that are held apart. They are edges no more, while their similarity stays what
    /// it is.
    #[must_use]
    pub fn without(&self, held_apart: &HeldApart) -> Self {
        let mut rest = self.clone();
        let mut left = Left {
            pairs: held_apart.of(&self.representative),
            found: Vec::new(),
        };
        if !left.pairs.is_empty() {
            let is_left = |pair: &Pair| left.pairs.contains(&(pair.a, pair.b));
            left.found = rest.pairs.extract_if(.., |pair| is_left(pair)).collect();
        }
        rest.left = left;
        rest
    }

    /// Whether two representatives are no edge, however similar they are.
    #[must_use]
    pub fn is_held_apart(&self, a: DocNo, b: DocNo) -> bool {
        self.left.pairs.contains(&(a.min(b), a.max(b)))
    }

    /// All pairs of representatives that are no edge, the lesser first, in no order.
    pub fn held_apart(&self) -> impl Iterator<Item = (DocNo, DocNo)> + '_ {
        self.left.pairs.iter().copied()
    }

    /// Number of document pairs at or above `threshold` that are held apart, which [`PairSet::count`] leaves out.
    #[must_use]
    pub fn count_held_apart(&self, threshold: f64) -> u64 {
        let found = self.left.found.iter();
        let found = found.take_while(|pair| self.score(pair) >= threshold);
        found.map(|pair| self.weight(pair)).sum()
    }

    /// Whether the same pairs are held apart in both.
    #[must_use]
    pub fn holds_apart_as(&self, other: &PairSet) -> bool {
        self.left.pairs == other.left.pairs
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::cluster::dendrogram::Dendrogram;
    use crate::cluster::fixture::{DOCUMENTS, documents, pair_sets, similarity};
    use crate::cluster::union_find::UnionFind;

    /// Pairs of groups of documents of any kind: overlapping ones, copies, one document twice.
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

    fn held_apart(decided: &[(Vec<usize>, Vec<usize>)]) -> HeldApart {
        let group =
            |docs: &[usize]| -> Arc<[DocNo]> { docs.iter().map(|d| DocNo::at(*d)).collect() };
        decided.iter().map(|(a, b)| [group(a), group(b)]).collect()
    }

    /// Components by a union of every two documents that are an edge and are not decided, copies as one.
    fn brute(
        pairs: &PairSet,
        decided: &[(Vec<usize>, Vec<usize>)],
        threshold: f64,
    ) -> Vec<Vec<DocNo>> {
        let of = |doc: DocNo| pairs.representative[doc.index()];
        let is_decided = |x: DocNo, y: DocNo| {
            decided.iter().any(|(a, b)| {
                let has = |docs: &[usize], doc| docs.iter().any(|d| of(DocNo::at(*d)) == of(doc));
                of(x) != of(y) && (has(a, x) && has(b, y) || has(a, y) && has(b, x))
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
        fn what_is_left_makes_the_components_of_the_edges_less_the_decided(
            pairs in pair_sets(), decided in decided(), threshold in 0.05_f64..1.0,
        ) {
            let held = held_apart(&decided);
            let edges = pairs.without(&held);
            let mut found = crate::cluster::fixture::clusters(&edges, threshold);
            found.sort();
            let wanted = brute(&pairs, &decided, threshold);
            prop_assert_eq!(&found, &wanted);
            // The dendrogram counts the same clusters.
            let step = Dendrogram::new(&edges).landscape().at(threshold);
            prop_assert_eq!(step.clusters as usize, wanted.len());
            prop_assert_eq!(step.documents as usize, wanted.iter().map(Vec::len).sum::<usize>());
            // Nothing is lost: what is left out is counted, and no decision leaves all.
            let left = edges.count_held_apart(threshold);
            prop_assert_eq!(edges.count(threshold) + left, pairs.count(threshold));
            let whole = pairs.without(&HeldApart::default());
            prop_assert_eq!(&whole.pairs, &pairs.pairs);
        }
    }
}

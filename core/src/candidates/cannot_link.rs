//! Cannot-link constraints: pairs that a reviewer marked as different. Clustering ignores their edges.

use std::collections::HashSet;
use std::sync::Arc;

use super::pair_set::{NonEdges, PairSet};
use crate::base::DocNo;
use crate::similarity::Pair;

/// Pairs of documents that are not edges. A decision is about two texts, so an entry contains the documents of each
/// text and applies to every pair between the two groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CannotLink {
    different: Vec<[Arc<[DocNo]>; 2]>,
    /// Pairs with another decision. Documents with the same shingles count as one text, and one pair with another
    /// decision keeps the edge of the two texts.
    exceptions: Vec<[Arc<[DocNo]>; 2]>,
}

/// Two documents, the lower number first.
type Ends = (DocNo, DocNo);

impl FromIterator<[Arc<[DocNo]>; 2]> for CannotLink {
    fn from_iter<I: IntoIterator<Item = [Arc<[DocNo]>; 2]>>(groups: I) -> Self {
        CannotLink {
            different: groups.into_iter().collect(),
            exceptions: Vec::new(),
        }
    }
}

impl CannotLink {
    /// Whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        self.different.is_empty()
    }

    /// Returns these constraints, with the pairs of `exceptions` allowed again.
    pub fn except(self, exceptions: Vec<[Arc<[DocNo]>; 2]>) -> Self {
        CannotLink { exceptions, ..self }
    }

    /// Number of pairs of groups.
    pub fn len(&self) -> usize {
        self.different.len()
    }

    /// Returns the constrained pairs of representatives. Documents with the same representative have the same shingles,
    /// so they are copies and stay in one cluster.
    fn representative_pairs(&self, representative: &[DocNo]) -> HashSet<Ends> {
        let representatives_of = |group: &[DocNo]| {
            let representatives = group
                .iter()
                .filter_map(|doc| representative.get(doc.index()));
            let mut representatives: Vec<DocNo> = representatives.copied().collect();
            representatives.sort_unstable();
            representatives.dedup();
            representatives
        };
        let pairs = |groups: &[[Arc<[DocNo]>; 2]]| {
            let mut pairs = HashSet::new();
            for [left, right] in groups {
                let (left, right) = (representatives_of(left), representatives_of(right));
                for (a, b) in left.iter().flat_map(|a| right.iter().map(move |b| (a, b))) {
                    if a != b {
                        pairs.insert((*a.min(b), *a.max(b)));
                    }
                }
            }
            pairs
        };
        let mut different = pairs(&self.different);
        if !different.is_empty() {
            let exceptions = pairs(&self.exceptions);
            different.retain(|pair| !exceptions.contains(pair));
        }
        different
    }
}

impl PairSet {
    /// Returns this set without the constrained pairs, which keep their similarity but are no longer edges. Pairs of
    /// dense documents remain, because the set does not contain all of them.
    pub fn without(&self, cannot_link: &CannotLink) -> Self {
        let mut edges = self.clone();
        let mut pairs = cannot_link.representative_pairs(&self.representative);
        pairs.retain(|(a, _)| !self.is_dense(*a));
        let is_constrained = |pair: &mut Pair| pairs.contains(&(pair.a, pair.b));
        let measured = edges.pairs.extract_if(.., is_constrained).collect();
        edges.non_edges = NonEdges { pairs, measured };
        edges
    }

    /// Whether two representatives are constrained, so that they are not an edge.
    pub fn is_cannot_link(&self, a: DocNo, b: DocNo) -> bool {
        self.non_edges.pairs.contains(&(a.min(b), a.max(b)))
    }

    /// All constrained pairs of representatives, the lower document first, unordered.
    pub fn cannot_link(&self) -> impl Iterator<Item = (DocNo, DocNo)> + '_ {
        self.non_edges.pairs.iter().copied()
    }

    /// The constrained pairs at or above `threshold` that the search found.
    pub fn found_apart(&self, threshold: f64) -> impl Iterator<Item = &Pair> {
        let measured = self.non_edges.measured.iter();
        measured.take_while(move |pair| self.score(pair) >= threshold)
    }

    /// Number of constrained document pairs at or above `threshold`; [`PairSet::count`] excludes them.
    pub fn count_held_apart(&self, threshold: f64) -> u64 {
        let pairs = self.found_apart(threshold);
        pairs.map(|pair| self.weight(pair)).sum()
    }
}

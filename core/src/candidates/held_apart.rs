//! Pairs of documents that a person has decided to be different: they are no edges, however similar they are.

use std::collections::HashSet;
use std::sync::Arc;

use super::pair_set::{NonEdges, PairSet};
use super::verify::compared;
use crate::base::DocNo;
use crate::index::Collection;
use crate::similarity::Pair;

/// Pairs of documents that are no edges. A decision is about texts, so an entry has two groups of documents, each of
/// one text; it holds for every pair between the two groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldApart {
    different: Vec<[Arc<[DocNo]>; 2]>,
    /// Pairs with another decision. Documents with the same shingles count as one text: one such pair keeps their edge.
    otherwise: Vec<[Arc<[DocNo]>; 2]>,
}

/// Two documents, the lesser first.
type Ends = (DocNo, DocNo);

impl FromIterator<[Arc<[DocNo]>; 2]> for HeldApart {
    fn from_iter<I: IntoIterator<Item = [Arc<[DocNo]>; 2]>>(groups: I) -> Self {
        HeldApart {
            different: groups.into_iter().collect(),
            otherwise: Vec::new(),
        }
    }
}

impl HeldApart {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.different.is_empty()
    }

    /// The same without pairs whose representatives are also a pair of `otherwise`.
    pub fn except(self, otherwise: Vec<[Arc<[DocNo]>; 2]>) -> Self {
        HeldApart { otherwise, ..self }
    }

    /// Number of pairs of groups.
    pub fn len(&self) -> usize {
        self.different.len()
    }

    /// The pairs of representatives of these documents. Documents of one representative have the same shingles; they
    /// count as copies and are not held apart.
    fn representative_pairs(&self, representative: &[DocNo]) -> HashSet<Ends> {
        let stands = |group: &[DocNo]| {
            let representatives = group
                .iter()
                .filter_map(|doc| representative.get(doc.index()));
            let mut stands: Vec<DocNo> = representatives.copied().collect();
            stands.sort_unstable();
            stands.dedup();
            stands
        };
        let pairs = |groups: &[[Arc<[DocNo]>; 2]]| {
            let mut pairs = HashSet::new();
            for [left, right] in groups {
                let (left, right) = (stands(left), stands(right));
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
            let otherwise = pairs(&self.otherwise);
            different.retain(|pair| !otherwise.contains(pair));
        }
        different
    }
}

impl PairSet {
    /// The pairs without those held apart: these are no longer edges but keep their similarity. The links between
    /// the dense documents of `collection` are searched again.
    pub fn without(&self, collection: &Collection, held_apart: &HeldApart) -> Self {
        let mut rest = self.clone();
        let mut non_edges = NonEdges {
            pairs: held_apart.representative_pairs(&self.representative),
            measured: Vec::new(),
        };
        if !non_edges.pairs.is_empty() {
            let is_none = |pair: &Pair| non_edges.pairs.contains(&(pair.a, pair.b));
            non_edges.measured = rest.pairs.extract_if(.., |pair| is_none(pair)).collect();
        }
        if let Some(dense) = self
            .dense
            .as_deref()
            .filter(|_| !non_edges.pairs.is_empty())
        {
            let measured = non_edges.pairs.iter().filter_map(|(a, b)| {
                let partners = dense.partners(collection, *a);
                let (_, overlap) = partners.into_iter().find(|(other, _)| other == b)?;
                Some(compared(collection, *a, *b, overlap))
            });
            non_edges.measured = measured.collect();
            if let Some((pairs, dense)) = dense.without(collection, non_edges.pairs.clone()) {
                rest.dense = Some(Arc::new(dense));
                rest.extend(pairs);
            }
            let measured = &mut non_edges.measured;
            measured.sort_unstable_by(|a, b| a.order(b, self.info.measure));
        }
        rest.non_edges = non_edges;
        rest
    }

    /// Whether two representatives are no edge, however similar they are.
    pub fn is_held_apart(&self, a: DocNo, b: DocNo) -> bool {
        self.non_edges.pairs.contains(&(a.min(b), a.max(b)))
    }

    /// All pairs of representatives that are no edge, the lesser first, unordered.
    pub fn held_apart(&self) -> impl Iterator<Item = (DocNo, DocNo)> + '_ {
        self.non_edges.pairs.iter().copied()
    }

    /// The pairs at or above `threshold` that are held apart, as far as they were found.
    pub fn found_apart(&self, threshold: f64) -> impl Iterator<Item = &Pair> {
        let measured = self.non_edges.measured.iter();
        measured.take_while(move |pair| self.score(pair) >= threshold)
    }

    /// Number of document pairs at or above `threshold` that are held apart; [`PairSet::count`] excludes them.
    pub fn count_held_apart(&self, threshold: f64) -> u64 {
        let pairs = self.found_apart(threshold);
        pairs.map(|pair| self.weight(pair)).sum()
    }
}

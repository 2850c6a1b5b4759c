//! Verified pairs of a collection in compact form: one document represents all documents with the same shingle set,
//! and only pairs of representatives are stored.

use crate::base::Cancel;
use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::Dense;
use super::method::Method;
use super::verify::compared;
use crate::base::{DocNo, Lists, units};
use crate::index::{Collection, Generation, StoredPairs};
use crate::similarity::{Measure, Overlap, Pair};

/// The pairs of representatives that are not edges.
#[derive(Clone, Debug, Default)]
pub(super) struct NonEdges {
    /// All these pairs, the lower document first, whether or not the search found them.
    pub pairs: HashSet<(DocNo, DocNo)>,
    /// The pairs among them that the search found, in listing order.
    pub measured: Vec<Pair>,
}

/// How a pair set was found, and what it guarantees.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PairSetInfo {
    /// Command-line name of the method (`lsh`, `exact`, …).
    #[serde(deserialize_with = "method_name")]
    pub method: MethodName,
    /// Measure that floor and thresholds apply to.
    pub measure: Measure,
    /// Bands and rows, if the method has them.
    pub bands: Option<(usize, usize)>,
    /// Lowest exact similarity searched for.
    pub floor: f64,
    /// Whether every pair at or above the floor is present.
    pub complete: bool,
    /// Whether the search was stopped early: pairs that the method would have found may be missing.
    pub stopped: bool,
    /// Threshold for which the method's parameters were chosen, if they depend on it. Another threshold
    /// gives other candidates; below this threshold the set has fewer pairs than the method could find.
    pub chosen_for: Option<f64>,
    /// Number of candidates verified.
    pub candidates: u64,
    /// Number of candidates dropped because a bucket was too large or there were too many. A pair that
    /// collided several times may be counted several times.
    pub capped: u64,
    /// Further notes on the run for the user: what makes a candidate, which pairs cannot be found. May be empty.
    pub note: String,
}

/// Command-line name of a method. An alias hides the reference from serde, which would borrow it.
type MethodName = &'static str;

fn method_name<'de, D: Deserializer<'de>>(from: D) -> Result<MethodName, D::Error> {
    let name = String::deserialize(from)?;
    let method = Method::ALL.iter().find(|(other, _)| *other == name);
    let unknown = || D::Error::custom(format!("no method is called {name}"));
    method.map(|(name, _)| *name).ok_or_else(unknown)
}

impl PairSetInfo {
    /// Whether the set contains at `threshold` what a search for that threshold would find.
    pub fn serves(&self, threshold: f64) -> bool {
        self.floor <= threshold && self.chosen_for.is_none_or(|chosen| chosen == threshold)
    }
}

/// Verified pairs at or above a floor.
#[derive(Clone, Debug)]
pub struct PairSet {
    /// For each document, the first document with the same shingle set (itself if it is the first).
    pub representative: Vec<DocNo>,
    /// Pairs of representatives in listing order (similarity descending, then a, then b).
    pub pairs: Vec<Pair>,
    /// How the pairs were found.
    pub info: PairSetInfo,
    /// Documents of the group that each document represents, ascending; none if another document represents it.
    groups: Lists<DocNo>,
    /// For each document, whether the documents of the group that it represents are not compared with each
    /// other; empty if all documents are compared.
    apart: Vec<bool>,
    /// Excluded pairs within groups of documents: similarity and number of document pairs, most similar first.
    within_group: Vec<(f64, u64)>,
    /// Pairs that are not edges.
    pub(super) non_edges: NonEdges,
    /// The documents some of whose pairs are not in `pairs`. For a dense cluster, `pairs` has only the edges that
    /// connect it.
    pub dense: Option<Arc<Dense>>,
}

impl PairSet {
    /// Combines verified pairs of representatives, already in listing order, with the representative of
    /// each document.
    pub fn new(representative: Vec<DocNo>, pairs: Vec<Pair>, info: PairSetInfo) -> Self {
        let mut sizes = vec![0_u32; representative.len()];
        for first in &representative {
            sizes[first.index()] += 1;
        }
        let members = representative.iter().enumerate();
        let groups = Lists::filled(
            &sizes,
            members.map(|(doc, first)| (first.index(), DocNo::at(doc))),
        );
        PairSet {
            representative,
            pairs,
            info,
            groups,
            apart: Vec::new(),
            within_group: Vec::new(),
            non_edges: NonEdges::default(),
            dense: None,
        }
    }

    /// Returns the part of the set that an index stores; `None` for a dense set, whose pairs are searched again.
    pub fn to_stored(&self) -> Option<StoredPairs<'_>> {
        let info = serde_json::to_string(&self.info).ok()?;
        self.dense.is_none().then(|| StoredPairs {
            representative: self.representative.as_slice().into(),
            pairs: self.pairs.as_slice().into(),
            info,
        })
    }

    /// Returns the set that is stored with a generation; `None` if there is no set, or if `collection` has other
    /// documents or was sketched with other settings.
    pub fn from_index(generation: &Generation, collection: &Collection) -> Option<Self> {
        let stored = generation.pairs(collection)?;
        let info: PairSetInfo = serde_json::from_str(&stored.info).ok()?;
        let pairs = stored.pairs.into_owned();
        let in_order = |a: &Pair, b: &Pair| a.order(b, info.measure).is_lt();
        let is_sorted = pairs.is_sorted_by(in_order);
        is_sorted.then(|| PairSet::new(stored.representative.into_owned(), pairs, info))
    }

    /// Returns the same pairs with other groups. Each group must be part of a current group with the same
    /// representative, or a single document.
    pub fn with_representatives(self, representative: Vec<DocNo>) -> Self {
        PairSet {
            apart: self.apart,
            within_group: self.within_group,
            non_edges: self.non_edges,
            dense: self.dense,
            ..PairSet::new(representative, self.pairs, self.info)
        }
    }

    /// Returns the same pairs; for each document, `apart` says whether the copies that it represents are not compared.
    #[cfg(test)]
    pub fn with_copies_apart(self, apart: Vec<bool>) -> Self {
        PairSet { apart, ..self }
    }

    /// Adds pairs of representatives at or above the floor.
    pub(super) fn extend(&mut self, pairs: Vec<Pair>) {
        self.pairs.extend(pairs);
        let measure = self.info.measure;
        self.pairs.par_sort_unstable_by(|a, b| a.order(b, measure));
        self.pairs.dedup_by_key(|pair| (pair.a, pair.b));
    }

    /// Adds the pairs of each dense document with its `limit` (at least 1) most similar partners. Has no effect
    /// once cancelled.
    pub fn add_strongest(&mut self, collection: &Collection, limit: usize, cancel: &Cancel) {
        let Some(dense) = self.dense.clone() else {
            return;
        };
        if let Some(pairs) = dense.strongest(collection, limit, cancel) {
            self.extend(pairs);
            let partners = units::counted(limit as u64, "partner", "partners");
            let listed = format!("the {partners} most like each and the pairs that link them");
            self.info.note = dense.sentence(&listed);
        }
    }

    /// Removes the pairs that `collection` does not compare. [`PairSet::note_at`] reports the number of removed pairs
    /// within a group.
    pub fn restricted(mut self, collection: &Collection) -> Self {
        let Some(classes) = collection.classes() else {
            return self;
        };
        let of_group = |pair: &&Pair| classes.same_group(pair.a, pair.b);
        let excluded = self.pairs.iter().filter(of_group);
        let excluded = excluded.map(|pair| (self.score(pair), self.weight(pair)));
        let excluded: Vec<(f64, u64)> = excluded.collect();
        self.pairs.retain(|pair| classes.compares(pair.a, pair.b));
        self.apart = vec![false; self.representative.len()];
        let mut excluded_copies = 0;
        for doc in (0..self.representative.len()).map(DocNo::at) {
            let copies = self.groups.get(doc.index());
            if copies.len() > 1 && !classes.compares(doc, doc) {
                self.apart[doc.index()] = true;
                let n = copies.len() as u64;
                excluded_copies += u64::from(classes.same_group(doc, doc)) * (n * (n - 1) / 2);
            }
        }
        let copies = (excluded_copies > 0).then_some((1.0, excluded_copies));
        self.within_group = copies.into_iter().chain(excluded).collect();
        self
    }

    /// Returns the notes on the search, with the number of excluded pairs within groups at or above `threshold`.
    pub fn note_at(&self, threshold: f64) -> String {
        let excluded = self.within_group.iter();
        let excluded = excluded.take_while(|(similarity, _)| *similarity >= threshold);
        let excluded: u64 = excluded.map(|(_, pairs)| pairs).sum();
        let counted = units::counted(excluded, "pair", "pairs");
        let within = format!("{counted} within a group excluded");
        let parts = [self.info.note.as_str(), &within];
        let notes = match excluded {
            0 => &parts[..1],
            _ => &parts[..],
        };
        let notes: Vec<&str> = notes
            .iter()
            .copied()
            .filter(|part| !part.is_empty())
            .collect();
        notes.join("; ")
    }

    /// Whether the documents of the group that `doc` represents are pairs.
    pub fn copies_are_pairs(&self, doc: DocNo) -> bool {
        !self.apart.get(doc.index()).copied().unwrap_or(false)
    }

    /// Whether pairs of a representative may be missing from `pairs`.
    pub fn is_dense(&self, doc: DocNo) -> bool {
        let dense = self.dense.as_deref();
        dense.is_some_and(|dense| dense.documents.binary_search(&doc).is_ok())
    }

    /// Returns the documents of the group that `doc` represents, itself included, ascending; none if another document
    /// represents it.
    pub fn copies(&self, doc: DocNo) -> &[DocNo] {
        self.groups.get(doc.index())
    }

    /// Pairs of representatives at or above `threshold`.
    pub fn at_least(&self, threshold: f64) -> &[Pair] {
        &self.pairs[..self
            .pairs
            .partition_point(|pair| self.score(pair) >= threshold)]
    }

    /// Removes the pairs below `floor`, if the floor of the search was lower, so that figures that depend on the floor
    /// are always the same.
    pub fn raise_floor(&mut self, floor: f64) {
        if floor > self.info.floor {
            self.pairs.truncate(self.at_least(floor).len());
            self.info.floor = floor;
        }
    }

    /// Exact similarity of a pair by the measure of this set, 0..=1.
    pub fn score(&self, pair: &Pair) -> f64 {
        self.info.measure.similarity(&pair.overlap)
    }

    /// Number of document pairs that a pair of representatives represents.
    pub fn weight(&self, pair: &Pair) -> u64 {
        self.copies(pair.a).len() as u64 * self.copies(pair.b).len() as u64
    }

    /// Returns the number of document pairs with the same shingle set; most are identical texts.
    pub fn pairs_of_one_set(&self) -> u64 {
        let groups = self.groups.iter().enumerate();
        let groups = groups.filter(|(doc, _)| self.copies_are_pairs(DocNo::at(*doc)));
        let sizes = groups.map(|(_, group)| group.len() as u64);
        sizes.map(|n| n * n.saturating_sub(1) / 2).sum()
    }

    /// Returns the number of document pairs at or above `threshold`, pairs with the same shingle set included.
    pub fn count(&self, threshold: f64) -> u64 {
        let pairs: u64 = self
            .at_least(threshold)
            .iter()
            .map(|pair| self.weight(pair))
            .sum();
        pairs + self.pairs_of_one_set()
    }

    /// Returns the approximate number of document pairs at or above the threshold of the search, pairs of dense
    /// documents included.
    pub fn about(&self, dense: &Dense) -> u64 {
        let others = self.pairs.iter().filter(|pair| !self.is_dense(pair.a));
        let others: u64 = others.map(|pair| self.weight(pair)).sum();
        let groups = self.groups.iter().enumerate();
        let groups = groups.filter(|(doc, _)| !self.is_dense(DocNo::at(*doc)));
        let copies = groups.map(|(_, group)| group.len() as u64);
        let copies: u64 = copies.map(|n| n * n.saturating_sub(1) / 2).sum();
        dense.pairs.0.round() as u64 + others + copies
    }

    /// Iterates over all document pairs at or above `threshold`, pairs with the same shingle set included, in listing
    /// order: similarity descending, then a, then b. `size` returns the number of shingles of a document, for pairs
    /// with the same set. Only the pairs of one document are in memory at a time, so a hundred thousand copies of one
    /// text can be listed.
    pub fn each<'a>(
        &'a self,
        threshold: f64,
        permutations: usize,
        size: impl Fn(DocNo) -> u32 + 'a,
    ) -> impl Iterator<Item = Pair> + 'a {
        let pairs = self.at_least(threshold);
        let ones = pairs.partition_point(|pair| self.score(pair) >= 1.0);
        let identical = self.of_similarity_1(&pairs[..ones], permutations, size);
        let rest = pairs[ones..].chunk_by(|a, b| self.score(a) == self.score(b));
        identical.chain(rest.flat_map(|group| self.expand(group)))
    }

    /// Iterates over all document pairs at or above `threshold`, in the order of the documents, if the set has dense
    /// documents; otherwise over none. The pairs are computed for one document at a time.
    pub fn by_document<'a>(
        &'a self,
        collection: &'a Collection,
        threshold: f64,
    ) -> impl Iterator<Item = Pair> + 'a {
        let dense = self.dense.iter();
        let each = dense.flat_map(|dense| collection.documents().map(move |a| (dense, a)));
        each.flat_map(move |(dense, a)| {
            let first = self.representative[a.index()];
            let later = |group: DocNo| self.copies(group).iter().copied().filter(move |b| *b > a);
            let mut later_pairs: Vec<Pair> = Vec::new();
            if self.copies_are_pairs(first) {
                let set = collection.shingle_set(first);
                let overlap = Overlap::new(&set, &set);
                later_pairs.extend(later(first).map(|b| compared(collection, a, b, overlap)));
            }
            for (other, overlap) in dense.partners(collection, first) {
                if self.info.measure.similarity(&overlap) >= threshold {
                    later_pairs.extend(later(other).map(|b| compared(collection, a, b, overlap)));
                }
            }
            later_pairs.sort_unstable_by_key(|pair| pair.b);
            later_pairs
        })
    }

    /// Document pairs with similarity 1: copies of one text, different texts with the same set and, for containment,
    /// pairs in which one text contains all shingles of the other.
    fn of_similarity_1<'a>(
        &'a self,
        ones: &'a [Pair],
        permutations: usize,
        size: impl Fn(DocNo) -> u32 + 'a,
    ) -> impl Iterator<Item = Pair> + 'a {
        let mut linked: Vec<(DocNo, DocNo, u32)> = (0..)
            .zip(ones)
            .flat_map(|(at, pair)| [(pair.a, pair.b, at), (pair.b, pair.a, at)])
            .collect();
        linked.sort_unstable();
        // Documents of one set are often adjacent, and computing the size reads the whole text, so it is cached.
        let mut cached_size: Option<(DocNo, u32)> = None;
        (0..self.representative.len())
            .map(DocNo::at)
            .flat_map(move |a| {
                let first = self.representative[a.index()];
                let mut partners: Vec<(DocNo, Option<u32>)> = Vec::new();
                let later = |group: DocNo| self.copies(group).iter().filter(move |b| **b > a);
                if self.copies_are_pairs(first) {
                    partners.extend(later(first).map(|b| (*b, None)));
                }
                let from = linked.partition_point(|(doc, ..)| *doc < first);
                for &(_, other, at) in linked[from..].iter().take_while(|link| link.0 == first) {
                    partners.extend(later(other).map(|b| (*b, Some(at))));
                }
                partners.sort_unstable();
                let has_copies = partners.iter().any(|(_, at)| at.is_none());
                let shared = match cached_size {
                    _ if !has_copies => 0,
                    Some((doc, shared)) if doc == first => shared,
                    _ => size(first),
                };
                if has_copies {
                    cached_size = Some((first, shared));
                }
                partners.into_iter().map(move |(b, at)| match at {
                    None => Pair {
                        a,
                        b,
                        overlap: Overlap {
                            shared,
                            size_a: shared,
                            size_b: shared,
                        },
                        agreeing: permutations as u32,
                    },
                    Some(at) => match &ones[at as usize] {
                        pair if pair.a == first => between(pair, a, b),
                        pair => between(pair, b, a),
                    },
                })
            })
    }

    /// Expands pairs of representatives of equal similarity to all their document pairs, in listing order.
    fn expand(&self, group: &[Pair]) -> Vec<Pair> {
        let mut out = Vec::new();
        for pair in group {
            let copies = |doc| self.copies(doc).iter().copied();
            for x in copies(pair.a) {
                out.extend(copies(pair.b).map(|y| between(pair, x, y)));
            }
        }
        out.sort_unstable_by_key(|pair| (pair.a, pair.b));
        out
    }
}

/// The pair of a copy `x` of `pair.a` and a copy `y` of `pair.b`, in the order of numbers.
fn between(pair: &Pair, x: DocNo, y: DocNo) -> Pair {
    let overlap = if x < y {
        pair.overlap
    } else {
        pair.overlap.swapped()
    };
    Pair {
        a: x.min(y),
        b: x.max(y),
        overlap,
        ..*pair
    }
}

//! Pairs of trees from pairs of documents. Two similar documents with equal file names are at the same path below two
//! trees. Climbing both paths while the names are equal gives every such pair of trees, so only directories with such
//! documents are compared.

use foldhash::HashMap;

use super::forest::{Node, PathForest};
use super::similar_pairs::SimilarPairs;
use crate::base::{Cancel, DocNo};

/// Maximum number of documents with the same text and name of which all pairs are followed. If there are more, only
/// documents that are adjacent in the order of paths are paired.
const MAX_GROUP: usize = 256;

/// Pairs of trees with the number of similar documents at one path below both.
#[derive(Debug, Default)]
pub struct Aligned {
    /// For each pair of trees, the lesser node first, the number of pairs of documents.
    pub agreeing: HashMap<(Node, Node), u32>,
    /// Whether pairs were skipped because too many documents have the same text.
    pub capped: bool,
}

/// Requirements of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// Minimum number of documents of a tree.
    pub documents: usize,
    /// Minimum share of documents that two trees have in common, 0..=1.
    pub share: f64,
}

impl Aligned {
    /// Counts, for each pair of trees, the similar documents at one path below both. `None` once cancelled.
    pub fn count(
        forest: &PathForest,
        similar: &SimilarPairs<'_>,
        worth: Worth,
        cancel: &Cancel,
    ) -> Option<Self> {
        let mut climb = Climb {
            forest,
            worth,
            aligned: Aligned::default(),
        };
        let pairs = similar.pairs;
        for first in (0..pairs.representative.len()).map(DocNo::at) {
            if first.0.is_multiple_of(4096) && cancel.stopped() {
                return None;
            }
            let copies = pairs.copies(first);
            if copies.len() > 1 && pairs.copies_are_pairs(first) {
                climb.between(copies, copies);
            }
        }
        climb.without_terms(similar);
        for (i, pair) in similar.listed().iter().enumerate() {
            if i.is_multiple_of(4096) && cancel.stopped() {
                return None;
            }
            climb.between(pairs.copies(pair.a), pairs.copies(pair.b));
        }
        Some(climb.aligned)
    }
}

/// Number of documents of each of two trees. A tree that contains the other is counted without it.
pub fn sizes(forest: &PathForest, left: Node, right: Node) -> (usize, usize) {
    let below = |node| forest.documents_below(node).len();
    let (l, r) = (below(left), below(right));
    match () {
        () if forest.contains(left, right) => (l - r, r),
        () if forest.contains(right, left) => (l, r - l),
        () => (l, r),
    }
}

struct Climb<'a> {
    forest: &'a PathForest,
    worth: Worth,
    aligned: Aligned,
}

impl Climb<'_> {
    /// Pairs every document of one list with every document of the other, or every two documents of the same list.
    fn between(&mut self, left: &[DocNo], right: &[DocNo]) {
        if let ([a], [b]) = (left, right) {
            return self.pair(*a, *b);
        }
        let mut by_name: HashMap<u32, [Vec<DocNo>; 2]> = HashMap::default();
        // Documents at the tops of large trees; the names of such trees may differ.
        let mut pages = [Vec::new(), Vec::new()];
        for (side, documents) in [left, right].into_iter().enumerate() {
            for doc in documents {
                by_name.entry(self.name(*doc)).or_default()[side].push(*doc);
                if self.is_large_tree(self.forest.node(*doc)) {
                    pages[side].push(*doc);
                }
            }
        }
        let mut pairs = Vec::new();
        self.aligned.capped |= product(&pages[0], &pages[1], &mut pairs);
        pairs.retain(|(a, b)| self.name(*a) != self.name(*b));
        for [left, right] in by_name.values() {
            self.aligned.capped |= product(left, right, &mut pairs);
        }
        for (a, b) in pairs {
            self.pair(a, b);
        }
    }

    /// Pairs documents without terms, which are in no pair set, if their bytes are the same.
    fn without_terms(&mut self, similar: &SimilarPairs<'_>) {
        let collection = similar.collection;
        let documents = collection.documents();
        let empty = documents.filter(|doc| collection.term_count(*doc) == 0);
        let mut empty: Vec<DocNo> = empty.collect();
        empty.sort_by_key(|doc| similar.text(*doc));
        for group in empty.chunk_by(|a, b| similar.text(*a) == similar.text(*b)) {
            self.between(group, group);
        }
    }

    fn name(&self, doc: DocNo) -> u32 {
        self.forest.name_number(self.forest.node(doc))
    }

    fn is_large_tree(&self, node: Node) -> bool {
        let documents = self.forest.documents_below(node).len();
        self.forest.is_directory(node) && documents >= self.worth.documents
    }

    /// Counts two similar documents for every pair of trees below which they have the same path.
    fn pair(&mut self, a: DocNo, b: DocNo) {
        let forest = self.forest;
        let (mut left, mut right) = (forest.node(a), forest.node(b));
        while left != right {
            if self.is_large_tree(left) && self.is_large_tree(right) {
                let (l, r) = sizes(forest, left, right);
                let (min, max) = (l.min(r), l.max(r));
                if min >= self.worth.documents && min as f64 >= self.worth.share * max as f64 {
                    let key = (left.min(right), left.max(right));
                    *self.aligned.agreeing.entry(key).or_insert(0) += 1;
                }
            }
            if forest.name_number(left) != forest.name_number(right) {
                return;
            }
            let (Some(above), Some(other)) = (forest.parent(left), forest.parent(right)) else {
                return;
            };
            (left, right) = (above, other);
        }
    }
}

/// Adds every document of one list with every document of another, or every two documents of the same list. If there
/// are too many, adds only adjacent documents and returns true.
fn product(left: &[DocNo], right: &[DocNo], pairs: &mut Vec<(DocNo, DocNo)>) -> bool {
    let is_same = left == right;
    if left.len() * right.len() <= MAX_GROUP * MAX_GROUP {
        for a in left {
            let others = right.iter().filter(|b| !is_same || a < *b);
            pairs.extend(others.map(|b| (*a, *b)));
        }
        return false;
    }
    let mut sorted: Vec<(DocNo, bool)> = left.iter().map(|doc| (*doc, true)).collect();
    sorted.extend(right.iter().map(|doc| (*doc, false)));
    sorted.sort_unstable();
    sorted.dedup_by_key(|(doc, _)| *doc);
    let adjacent = sorted.windows(2).filter(|w| is_same || w[0].1 != w[1].1);
    pairs.extend(adjacent.map(|w| (w[0].0, w[1].0)));
    true
}

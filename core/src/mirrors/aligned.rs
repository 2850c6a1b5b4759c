//! Pairs of trees from pairs of documents. Two documents that are alike stand at one path below two trees
//! where the last names of their paths are equal; climbing both paths as long as the names are equal gives
//! every such pair of trees, so that no two directories are compared without a reason.

use foldhash::HashMap;

use super::forest::{Forest, Node};
use super::likeness::SimilarPairs;
use crate::base::{Cancel, DocNo};

/// Documents of one text and one name of which every two are looked at; of more, only those next to each
/// other in the order of their paths.
const TOGETHER: usize = 256;

/// Pairs of trees with the number of documents that are alike at one path below both.
#[derive(Debug, Default)]
pub struct Aligned {
    /// For each pair of trees, the lesser node first, the number of pairs of documents.
    pub agreeing: HashMap<(Node, Node), u32>,
    /// Whether some pairs were left out because too many documents have one text.
    pub capped: bool,
}

/// What a tree needs to count.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// Least number of documents of a tree.
    pub documents: usize,
    /// Least share of documents that two trees have in common, 0..=1.
    pub share: f64,
}

impl Aligned {
    /// Counts the pairs of trees of the documents that are alike. `None` once cancelled.
    pub fn count(
        forest: &Forest,
        alike: &SimilarPairs<'_>,
        worth: Worth,
        cancel: &Cancel,
    ) -> Option<Self> {
        let mut climb = Climb {
            forest,
            worth,
            aligned: Aligned::default(),
        };
        let pairs = alike.pairs();
        for first in (0..pairs.representative.len()).map(DocNo::at) {
            if first.0.is_multiple_of(4096) && cancel.stopped() {
                return None;
            }
            let copies = pairs.copies(first);
            if copies.len() > 1 && pairs.copies_are_pairs(first) {
                climb.between(copies, copies);
            }
        }
        climb.without_terms(alike);
        for (i, pair) in alike.listed().iter().enumerate() {
            if i.is_multiple_of(4096) && cancel.stopped() {
                return None;
            }
            climb.between(pairs.copies(pair.a), pairs.copies(pair.b));
        }
        Some(climb.aligned)
    }
}

/// Number of documents of each of two trees; of a tree that holds the other, without those of the other.
pub fn sizes(forest: &Forest, left: Node, right: Node) -> (usize, usize) {
    let below = |node| forest.documents_below(node).len();
    let (l, r) = (below(left), below(right));
    match () {
        () if forest.holds(left, right) => (l - r, r),
        () if forest.holds(right, left) => (l, r - l),
        () => (l, r),
    }
}

struct Climb<'a> {
    forest: &'a Forest,
    worth: Worth,
    aligned: Aligned,
}

impl Climb<'_> {
    /// Every document of one text with every one of another, or of the same text with the others.
    fn between(&mut self, left: &[DocNo], right: &[DocNo]) {
        if let ([a], [b]) = (left, right) {
            return self.pair(*a, *b);
        }
        let (left_order, right_order) = (self.by_name(left), self.by_name(right));
        let same_name = |a: &DocNo, b: &DocNo| self.name(*a) == self.name(*b);
        let mut runs = Vec::new();
        let mut others = right_order.chunk_by(same_name).peekable();
        for run in left_order.chunk_by(same_name) {
            let name = self.name(run[0]);
            while others.next_if(|other| self.name(other[0]) < name).is_some() {}
            let other = others.next_if(|other| self.name(other[0]) == name);
            runs.extend(other.map(|other| (run, other)));
        }
        let mut pairs = Vec::new();
        for (run, other) in runs {
            self.aligned.capped |= product(run, other, &mut pairs);
        }
        // Pages of their own of trees with other names.
        let (own_left, own_right) = (self.pages_of_trees(left), self.pages_of_trees(right));
        let first = pairs.len();
        self.aligned.capped |= product(&own_left, &own_right, &mut pairs);
        let own = pairs.split_off(first).into_iter();
        pairs.extend(own.filter(|(a, b)| self.name(*a) != self.name(*b)));
        for (a, b) in pairs {
            self.pair(a, b);
        }
    }

    /// Documents without terms, which no pair set has, are alike where their bytes are the same.
    fn without_terms(&mut self, alike: &SimilarPairs<'_>) {
        let collection = alike.collection();
        let empty = collection
            .documents()
            .filter(|doc| collection.term_count(*doc) == 0);
        let mut empty: Vec<(u32, DocNo)> = empty.map(|doc| (alike.text(doc), doc)).collect();
        empty.sort_unstable();
        for group in empty
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|group| group.len() > 1)
        {
            let documents: Vec<DocNo> = group.iter().map(|(_, doc)| *doc).collect();
            self.between(&documents, &documents);
        }
    }

    fn name(&self, doc: DocNo) -> u32 {
        self.forest.name_number(self.forest.node(doc))
    }

    /// The documents in the order of their last names.
    fn by_name(&self, documents: &[DocNo]) -> Vec<DocNo> {
        let mut order = documents.to_vec();
        order.sort_unstable_by_key(|doc| (self.name(*doc), *doc));
        order
    }

    /// Those of the documents that stand at a tree itself.
    fn pages_of_trees(&self, documents: &[DocNo]) -> Vec<DocNo> {
        let counts = |doc: &&DocNo| self.counts(self.forest.node(**doc));
        documents.iter().filter(counts).copied().collect()
    }

    fn counts(&self, node: Node) -> bool {
        let documents = self.forest.documents_below(node).len();
        self.forest.is_directory(node) && documents >= self.worth.documents
    }

    /// Counts two documents that are alike for every pair of trees below which they have one path.
    fn pair(&mut self, a: DocNo, b: DocNo) {
        let forest = self.forest;
        let (mut left, mut right) = (forest.node(a), forest.node(b));
        while left != right {
            if self.counts(left) && self.counts(right) {
                let (l, r) = sizes(forest, left, right);
                let (least, most) = (l.min(r), l.max(r));
                if least >= self.worth.documents && least as f64 >= self.worth.share * most as f64 {
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

/// Adds every document of one list with every one of another, or every two of the same list; of too many only those next
/// to each other, which it reports.
fn product(left: &[DocNo], right: &[DocNo], pairs: &mut Vec<(DocNo, DocNo)>) -> bool {
    let is_one = left == right;
    if left.len() * right.len() <= TOGETHER * TOGETHER {
        for a in left {
            let others = right.iter().filter(|b| !is_one || a < *b);
            pairs.extend(others.map(|b| (*a, *b)));
        }
        return false;
    }
    let mut all: Vec<(DocNo, bool)> = left.iter().map(|doc| (*doc, true)).collect();
    all.extend(right.iter().map(|doc| (*doc, false)));
    all.sort_unstable();
    all.dedup_by_key(|(doc, _)| *doc);
    let next = all.windows(2).filter(|two| is_one || two[0].1 != two[1].1);
    pairs.extend(next.map(|two| (two[0].0, two[1].0)));
    true
}

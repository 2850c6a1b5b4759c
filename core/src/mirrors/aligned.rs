//! Pairs of trees from pairs of documents. Two documents that are alike stand at one path below two trees
//! where the last names of their paths are equal; climbing both paths as long as the names are equal gives
//! every such pair of trees, so that no two directories are compared without a reason.

use std::ops::Range;

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
                climb.within(copies);
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
    /// Every two of these documents, which have one text.
    fn within(&mut self, documents: &[DocNo]) {
        if let [a, b] = documents {
            return self.pair(*a, *b);
        }
        let (order, runs) = self.by_name(documents);
        for run in runs {
            self.every_two(&order[run]);
        }
        // Pages of their own of trees with other names.
        let own = self.pages_of_trees(documents);
        self.every_two_with_other_names(&own);
    }

    fn every_two(&mut self, documents: &[DocNo]) {
        if documents.len() > TOGETHER {
            self.aligned.capped = true;
            for two in documents.windows(2) {
                self.pair(two[0], two[1]);
            }
            return;
        }
        for (i, a) in documents.iter().enumerate() {
            for b in &documents[i + 1..] {
                self.pair(*a, *b);
            }
        }
    }

    fn every_two_with_other_names(&mut self, documents: &[DocNo]) {
        let other = |a: &DocNo, b: &DocNo| self.name(*a) != self.name(*b);
        let mut pairs = Vec::new();
        if documents.len() > TOGETHER {
            let near = documents.windows(2).filter(|two| other(&two[0], &two[1]));
            pairs.extend(near.map(|two| (two[0], two[1])));
        } else {
            for (i, a) in documents.iter().enumerate() {
                pairs.extend(
                    documents[i + 1..]
                        .iter()
                        .filter(|b| other(a, b))
                        .map(|b| (*a, *b)),
                );
            }
        }
        self.aligned.capped |= documents.len() > TOGETHER;
        for (a, b) in pairs {
            self.pair(a, b);
        }
    }

    /// Every document of one text with every one of another.
    fn between(&mut self, left: &[DocNo], right: &[DocNo]) {
        if let ([a], [b]) = (left, right) {
            return self.pair(*a, *b);
        }
        let (left_order, left_runs) = self.by_name(left);
        let (right_order, right_runs) = self.by_name(right);
        let mut others = right_runs.iter().peekable();
        for run in left_runs {
            let name = self.name(left_order[run.start]);
            while others
                .peek()
                .is_some_and(|other| self.name(right_order[other.start]) < name)
            {
                others.next();
            }
            let Some(other) = others.peek() else { break };
            if self.name(right_order[other.start]) == name {
                self.all_pairs(&left_order[run], &right_order[Range::clone(other)]);
            }
        }
        let (own_left, own_right) = (self.pages_of_trees(left), self.pages_of_trees(right));
        if own_left.len() * own_right.len() > TOGETHER * TOGETHER / 2 {
            self.aligned.capped = true;
            for (a, b) in own_left.iter().zip(&own_right) {
                if self.name(*a) != self.name(*b) {
                    self.pair(*a, *b);
                }
            }
            return;
        }
        for a in &own_left {
            for b in &own_right {
                if self.name(*a) != self.name(*b) {
                    self.pair(*a, *b);
                }
            }
        }
    }

    fn all_pairs(&mut self, left: &[DocNo], right: &[DocNo]) {
        if left.len() * right.len() > TOGETHER * TOGETHER / 2 {
            self.aligned.capped = true;
            let mut all: Vec<(DocNo, bool)> = left.iter().map(|doc| (*doc, true)).collect();
            all.extend(right.iter().map(|doc| (*doc, false)));
            all.sort_unstable();
            let next = all.windows(2).filter(|two| two[0].1 != two[1].1);
            for (a, b) in next.map(|two| (two[0].0, two[1].0)).collect::<Vec<_>>() {
                self.pair(a, b);
            }
            return;
        }
        for a in left {
            for b in right {
                self.pair(*a, *b);
            }
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
            self.within(&documents);
        }
    }

    fn name(&self, doc: DocNo) -> u32 {
        self.forest.name_number(self.forest.node(doc))
    }

    /// The documents in the order of their last names, and the runs of equal ones.
    fn by_name(&self, documents: &[DocNo]) -> (Vec<DocNo>, Vec<Range<usize>>) {
        let mut order = documents.to_vec();
        order.sort_unstable_by_key(|doc| (self.name(*doc), *doc));
        let mut runs = Vec::new();
        let mut start = 0;
        for run in order.chunk_by(|a, b| self.name(*a) == self.name(*b)) {
            runs.push(start..start + run.len());
            start += run.len();
        }
        (order, runs)
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

//! Single-linkage clusters at several thresholds, computed from a stream of pairs that are not
//! stored: a maximum spanning forest whose edges carry the highest threshold they reach.
//!
//! Edges are buffered up to several times the size of a forest; then edges that close a cycle are
//! dropped (Kruskal's algorithm), which changes no cluster at any threshold. Most edges are not
//! even buffered: two documents that are connected to a hub document at some threshold are connected to each other at
//! that threshold.

use crate::base::union_find::UnionFind;
use crate::similarity::Measure;

/// Buffer capacity in edges per document; when full, cycles are removed.
const CAPACITY: usize = 4;

/// Documents per block; a block stores their lowest level.
pub const BLOCK: usize = 16;

/// Number of thresholds (ascending) that the similarity of two documents reaches; 0 for none.
pub type Level = u16;

/// The measures and thresholds of settings with the same shingles; every threshold applies to every measure.
pub struct Levels<'a> {
    /// Similarity measures, each once.
    pub measures: &'a [Measure],
    /// Thresholds, ascending.
    pub thresholds: &'a [f64],
}

impl Levels<'_> {
    /// Level of a similarity > 0: 0 if it is below all thresholds. Cost: a binary search.
    pub fn level(&self, score: f64) -> Level {
        self.thresholds.partition_point(|t| *t <= score) as Level
    }

    /// Level of a similarity that reaches all thresholds.
    pub fn highest(&self) -> Level {
        self.thresholds.len() as Level
    }

    /// The measure whose pairs include the pairs of all measures: containment is never less than Jaccard.
    pub fn widest(&self) -> Measure {
        if self.measures.contains(&Measure::Containment) {
            Measure::Containment
        } else {
            Measure::Jaccard
        }
    }
}

/// Maximum spanning forest over documents, built incrementally.
pub struct Forest {
    documents: usize,
    levels: Level,
    edges: Vec<(u32, u32, Level)>,
    /// For each document, the highest level at which it is known to be connected to the hub, a
    /// document with many connections.
    tops: Vec<Level>,
    /// Minimum of `tops` over each block of [`BLOCK`] documents.
    pub blocks: Vec<Level>,
}

/// Cluster counts at one threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThresholdClusters {
    /// Clusters of two documents or more.
    pub clusters: u64,
    /// Documents in the largest cluster.
    pub largest: u64,
    /// Documents in clusters.
    pub documents: u64,
}

impl Forest {
    /// Creates an empty forest over `documents` documents and `levels` thresholds.
    pub fn new(documents: usize, levels: Level) -> Self {
        Forest {
            documents,
            levels,
            edges: Vec::new(),
            tops: vec![0; documents],
            blocks: vec![0; documents.div_ceil(BLOCK)],
        }
    }

    /// Level of a document: an edge between two documents is redundant up to the minimum of their
    /// levels.
    #[inline]
    pub fn top(&self, document: usize) -> Level {
        self.tops[document]
    }

    /// Adds an edge between two documents that reach `level`.
    #[inline]
    pub fn edge(&mut self, a: usize, b: usize, level: Level) {
        if level > self.tops[a].min(self.tops[b]) {
            self.edges.push((a as u32, b as u32, level));
            if self.edges.len() >= (CAPACITY * self.documents).max(64) {
                self.drop_cycles();
                self.choose_hub();
            }
        }
    }

    /// Reduces the edges to a maximum spanning forest, highest levels first.
    fn drop_cycles(&mut self) {
        self.edges
            .sort_unstable_by_key(|edge| (std::cmp::Reverse(edge.2), edge.0, edge.1));
        let mut sets = UnionFind::new(self.documents);
        self.edges.retain(|edge| sets.union(edge.0, edge.1));
    }

    /// Chooses the hub and recomputes each document's highest level of connection to it.
    fn choose_hub(&mut self) {
        let documents = || 0..self.documents as u32;
        let mut sets = UnionFind::new(self.documents);
        for edge in &self.edges {
            sets.union(edge.0, edge.1);
        }
        // The hub is an end of the strongest edge of the largest component at the lowest threshold.
        let largest = self.edges.iter().map(|edge| sets.size(edge.0)).max();
        let hub = self
            .edges
            .iter()
            .map(|edge| edge.0)
            .find(|a| Some(sets.size(*a)) == largest);
        let Some(hub) = hub else { return };
        let mut sets = UnionFind::new(self.documents);
        let mut edges = self.edges.iter().peekable();
        self.tops.fill(0);
        for level in (1..=self.levels).rev() {
            let mut is_changed = false;
            while let Some(edge) = edges.next_if(|edge| edge.2 == level) {
                is_changed |= sets.union(edge.0, edge.1);
            }
            if is_changed {
                let root = sets.find(hub);
                for document in documents() {
                    let top = &mut self.tops[document as usize];
                    if *top == 0 && sets.find(document) == root {
                        *top = level;
                    }
                }
            }
        }
        for (block, tops) in self.blocks.iter_mut().zip(self.tops.chunks(BLOCK)) {
            *block = tops.iter().copied().min().unwrap_or(0);
        }
    }

    /// Adds the edges of another forest over the same documents.
    pub fn merge(&mut self, other: Forest) {
        self.edges.extend(other.edges);
        self.drop_cycles();
    }

    /// Clusters at each level, from 1 up; each element represents `weights` documents.
    pub fn clusters(&mut self, weights: &[u32]) -> Vec<ThresholdClusters> {
        self.drop_cycles();
        let mut sets = WeightedUnionFind::new(weights);
        let mut edges = self.edges.iter().peekable();
        let mut out = vec![ThresholdClusters::default(); usize::from(self.levels)];
        for level in (1..=self.levels).rev() {
            while let Some(edge) = edges.next_if(|edge| edge.2 == level) {
                sets.union(edge.0, edge.1);
            }
            out[usize::from(level) - 1] = sets.counts;
        }
        out
    }
}

/// Union-find over weighted elements, each of which represents several documents with equal shingle
/// sets.
struct WeightedUnionFind {
    sets: UnionFind,
    weights: Vec<u64>,
    /// Current cluster counts.
    pub counts: ThresholdClusters,
}

impl WeightedUnionFind {
    /// Creates sets in which only the documents of one element are connected.
    pub fn new(weights: &[u32]) -> Self {
        let weights: Vec<u64> = weights.iter().map(|weight| u64::from(*weight)).collect();
        let several = weights.iter().filter(|weight| **weight > 1);
        WeightedUnionFind {
            counts: ThresholdClusters {
                clusters: several.clone().count() as u64,
                largest: several.clone().copied().max().unwrap_or(0),
                documents: several.sum(),
            },
            sets: UnionFind::new(weights.len()),
            weights,
        }
    }

    /// Joins the sets of two elements.
    pub fn union(&mut self, a: u32, b: u32) {
        let (a, b) = (self.sets.find(a), self.sets.find(b));
        if !self.sets.union(a, b) {
            return;
        }
        let (x, y) = (self.weights[a as usize], self.weights[b as usize]);
        let root = self.sets.find(a) as usize;
        self.weights[root] = x + y;
        let single = u64::from(x == 1) + u64::from(y == 1);
        let counts = &mut self.counts;
        // Two clusters become one; a cluster and a document remain one; two documents form a new
        // one.
        counts.clusters = counts.clusters + single - 1;
        counts.documents += single;
        counts.largest = counts.largest.max(x + y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DOCUMENTS: usize = 18;
    const LEVELS: Level = 5;

    fn edges() -> impl Strategy<Value = Vec<(usize, usize, Level)>> {
        let edge = (0..DOCUMENTS, 0..DOCUMENTS, 1..=LEVELS);
        prop::collection::vec(edge, 0..600)
    }

    /// Components of at least two documents, by graph search.
    fn search(edges: &[(usize, usize, Level)], level: Level, weights: &[u32]) -> ThresholdClusters {
        let (mut seen, mut out) = ([false; DOCUMENTS], ThresholdClusters::default());
        for start in 0..DOCUMENTS {
            let (mut queue, mut size) = (vec![start], 0);
            while let Some(at) = queue.pop() {
                if !std::mem::replace(&mut seen[at], true) {
                    size += u64::from(weights[at]);
                    let edges_at_level = edges.iter().filter(|edge| edge.2 >= level);
                    queue.extend(edges_at_level.clone().filter(|e| e.0 == at).map(|e| e.1));
                    queue.extend(edges_at_level.filter(|e| e.1 == at).map(|e| e.0));
                }
            }
            if size > 1 {
                out.clusters += 1;
                out.largest = out.largest.max(size);
                out.documents += size;
            }
        }
        out
    }

    proptest! {
        #[test]
        fn clusters_equal_a_graph_search(
            edges in edges(),
            split in 0_usize..600,
            weights in prop::collection::vec(1_u32..4, DOCUMENTS),
        ) {
            let (first, second) = edges.split_at(split.min(edges.len()));
            let forest_of = |edges: &[(usize, usize, Level)]| {
                let mut forest = Forest::new(DOCUMENTS, LEVELS);
                edges.iter().filter(|e| e.0 != e.1).for_each(|e| forest.edge(e.0, e.1, e.2));
                forest
            };
            let mut forest = forest_of(first);
            forest.merge(forest_of(second));
            let clusters = forest.clusters(&weights);
            prop_assert!(forest.edges.len() < DOCUMENTS);
            for level in 1..=LEVELS {
                prop_assert_eq!(clusters[usize::from(level) - 1], search(&edges, level, &weights));
            }
        }
    }
}

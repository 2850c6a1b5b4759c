//! Single-linkage dendrogram: all merges from the most similar pair down to the floor of the pair
//! set.
//!
//! It is the maximum spanning forest of the pairs (Gower, Ross 1969), built by Kruskal's algorithm
//! over pairs sorted by similarity, descending. The clusters at any threshold are given by the
//! merges at or above it, so all thresholds together cost one pass. The path between two documents
//! in the forest maximises the weakest similarity on it.

use std::collections::HashMap;

use crate::base::DocNo;
use crate::base::union_find::UnionFind;
use crate::candidates::PairSet;
use crate::similarity::Pair;

/// A merge of two clusters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Merge {
    /// End of the merging pair in the first cluster, which has `left` documents before.
    pub a: DocNo,
    /// End of the merging pair in the second cluster.
    pub b: DocNo,
    /// Exact similarity of the pair; 1 for copies of one text.
    pub similarity: f64,
    /// Documents in the cluster of `a` before the merge.
    pub left: u32,
    /// Documents in the cluster of `b` before the merge.
    pub right: u32,
}

impl Merge {
    /// Documents in the merged cluster.
    pub fn size(&self) -> u32 {
        self.left + self.right
    }
}

/// All merges of single-linkage clustering; gives the clusters at every threshold.
#[derive(Clone, Debug)]
pub struct Dendrogram {
    /// For each document, its representative: the first document identical to it.
    representative: Vec<DocNo>,
    /// For each document, whether the copies that it represents are pairs.
    copies_are_pairs: Vec<bool>,
    /// Merges, similarity descending; copies first.
    merges: Vec<Merge>,
}

impl Dendrogram {
    /// Dendrogram of all documents of `pairs`.
    pub fn new(pairs: &PairSet) -> Self {
        Self::within(pairs, |_| true)
    }

    /// Dendrogram of the pairs for which `accepts` is true. Copies that are compared are merged at similarity 1, other
    /// copies at the first pair of any of them. Cost: one pass over the pairs.
    pub fn within(pairs: &PairSet, accepts: impl Fn(&Pair) -> bool) -> Self {
        let mut sets = UnionFind::new(pairs.representative.len());
        let mut merges = Vec::new();
        let mut join = |a: DocNo, b: DocNo, similarity: f64| {
            let (left, right) = (sets.size(a.0), sets.size(b.0));
            if sets.union(a.0, b.0) {
                merges.push(Merge {
                    a,
                    b,
                    similarity,
                    left,
                    right,
                });
            }
        };
        let documents = || (0..pairs.representative.len()).map(DocNo::at);
        let copies_are_pairs: Vec<bool> =
            documents().map(|doc| pairs.copies_are_pairs(doc)).collect();
        for (doc, first) in documents().zip(&pairs.representative) {
            if copies_are_pairs[first.index()] {
                join(*first, doc, 1.0);
            }
        }
        // Copies that are not compared have the same pairs; the first of these pairs merges them.
        let mut joined = copies_are_pairs.clone();
        for pair in pairs.pairs.iter().filter(|pair| accepts(pair)) {
            let similarity = pairs.score(pair);
            join(pair.a, pair.b, similarity);
            for (doc, other) in [(pair.a, pair.b), (pair.b, pair.a)] {
                if !std::mem::replace(&mut joined[doc.index()], true) {
                    for copy in pairs.copies(doc) {
                        join(*copy, other, similarity);
                    }
                }
            }
        }
        Dendrogram {
            representative: pairs.representative.clone(),
            copies_are_pairs,
            merges,
        }
    }

    /// Returns the documents on a path of pairs from `a` to `b`, both included; of all paths, one
    /// whose weakest pair is strongest. `None` if they are not connected.
    ///
    /// Inner nodes are representatives; they represent their copies, too. Cost: O(merges).
    pub fn path(&self, a: DocNo, b: DocNo) -> Option<Vec<DocNo>> {
        let first = |doc: DocNo| self.representative[doc.index()];
        if a == b {
            return Some(vec![a]);
        }
        let (from, to) = (first(a), first(b));
        if from == to && self.copies_are_pairs[from.index()] {
            return Some(vec![a, b]);
        }
        if from == to {
            let ends = self
                .merges
                .iter()
                .map(|merge| (first(merge.a), first(merge.b)));
            let mut others = ends.filter_map(|(x, y)| match (x == from, y == from) {
                (true, false) => Some(y),
                (false, true) => Some(x),
                _ => None,
            });
            return others.next().map(|other| vec![a, other, b]);
        }
        let is_between_texts = |merge: &&Merge| first(merge.a) != first(merge.b);
        let mut adjacent: HashMap<DocNo, Vec<DocNo>> = HashMap::new();
        for merge in self.merges.iter().filter(is_between_texts) {
            let (a, b) = (first(merge.a), first(merge.b));
            adjacent.entry(a).or_default().push(b);
            adjacent.entry(b).or_default().push(a);
        }
        // Search from the end, so that following `next` leads from a to b.
        let mut next: HashMap<DocNo, DocNo> = HashMap::from([(to, to)]);
        let mut queue = vec![to];
        while let Some(doc) = queue.pop().filter(|doc| *doc != from) {
            for other in adjacent.get(&doc).into_iter().flatten() {
                if !next.contains_key(other) {
                    next.insert(*other, doc);
                    queue.push(*other);
                }
            }
        }
        next.contains_key(&from).then(|| {
            let inner = std::iter::successors(Some(from), |doc| Some(next[doc]));
            let mut path: Vec<DocNo> = inner.take_while(|doc| *doc != to).collect();
            path[0] = a;
            path.push(b);
            path
        })
    }

    /// Cluster counts by descending threshold: one step per similarity at which clusters merge.
    pub fn landscape(&self) -> Landscape {
        let mut steps: Vec<DendrogramStep> = Vec::new();
        let mut step = DendrogramStep::default();
        for merge in &self.merges {
            match (merge.left, merge.right) {
                (1, 1) => step.clusters += 1,
                (1, _) | (_, 1) => {}
                _ => step.clusters -= 1,
            }
            step.documents += u32::from(merge.left == 1) + u32::from(merge.right == 1);
            step.largest = step.largest.max(merge.size());
            step.threshold = merge.similarity;
            match steps.last_mut() {
                Some(last) if last.threshold == step.threshold => *last = step,
                _ => steps.push(step),
            }
        }
        Landscape { steps }
    }
}

/// Cluster counts at a threshold, valid down to the next step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DendrogramStep {
    /// Highest threshold at which the counts apply.
    pub threshold: f64,
    /// Clusters of at least two documents.
    pub clusters: u32,
    /// Documents in the largest cluster.
    pub largest: u32,
    /// Documents in clusters.
    pub documents: u32,
}

/// Cluster counts as a step function of the threshold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Landscape {
    /// Steps, threshold descending, each threshold once.
    pub steps: Vec<DendrogramStep>,
}

impl Landscape {
    /// Counts at `threshold`; zero above the first step. Cost: a binary search.
    pub fn at(&self, threshold: f64) -> DendrogramStep {
        let count = self.steps.partition_point(|s| s.threshold >= threshold);
        let step = count.checked_sub(1).map(|at| self.steps[at]);
        DendrogramStep {
            threshold,
            ..step.unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::fixture::{DOCUMENTS, clusters, documents, pair_sets, similarity};
    use super::*;
    use proptest::prelude::*;

    /// The merges at or above `threshold`: a spanning forest of its clusters.
    fn edges(dendrogram: &Dendrogram, threshold: f64) -> &[Merge] {
        let merges = &dendrogram.merges;
        &merges[..merges.partition_point(|m| m.similarity >= threshold)]
    }

    /// Clusters of at least two documents at `threshold`, by the merges at or above it.
    fn cut(dendrogram: &Dendrogram, threshold: f64) -> Vec<Vec<DocNo>> {
        let mut sets = UnionFind::new(DOCUMENTS);
        for merge in edges(dendrogram, threshold) {
            sets.union(merge.a.0, merge.b.0);
        }
        let mut clusters: BTreeMap<u32, Vec<DocNo>> = BTreeMap::new();
        for doc in documents() {
            clusters.entry(sets.find(doc.0)).or_default().push(doc);
        }
        let mut clusters: Vec<_> = clusters.into_values().filter(|c| c.len() > 1).collect();
        clusters.sort();
        clusters
    }

    /// Every similarity that occurs, and a threshold between any two.
    fn thresholds() -> impl Iterator<Item = f64> {
        (1..=21).map(|i| f64::from(i) / 2.0 / (20.0 - f64::from(i) / 2.0))
    }

    /// Weakest pair on the best path between all pairs of documents (Floyd, Warshall).
    fn bottlenecks(pairs: &PairSet) -> Vec<Vec<f64>> {
        let row = |a| documents().map(|b| similarity(pairs, a, b)).collect();
        let mut best: Vec<Vec<f64>> = documents().map(row).collect();
        for via in 0..DOCUMENTS {
            for a in 0..DOCUMENTS {
                for b in 0..DOCUMENTS {
                    best[a][b] = best[a][b].max(best[a][via].min(best[via][b]));
                }
            }
        }
        best
    }

    proptest! {
        #[test]
        fn a_cut_equals_clustering_at_that_threshold(pairs in pair_sets()) {
            let dendrogram = Dendrogram::new(&pairs);
            for threshold in thresholds() {
                let want = clusters(&pairs, threshold);
                prop_assert_eq!(&cut(&dendrogram, threshold), &want);
                let documents: usize = want.iter().map(Vec::len).sum();
                // A forest: one edge fewer than documents in each cluster.
                prop_assert_eq!(edges(&dendrogram, threshold).len(), documents - want.len());
            }
        }

        #[test]
        fn the_landscape_has_the_counts_of_clustering_at_each_threshold(pairs in pair_sets()) {
            let landscape = Dendrogram::new(&pairs).landscape();
            for threshold in thresholds() {
                let want = clusters(&pairs, threshold);
                let step = landscape.at(threshold);
                prop_assert_eq!(step.clusters as usize, want.len());
                prop_assert_eq!(step.largest as usize, want.iter().map(Vec::len).max().unwrap_or(0));
                prop_assert_eq!(step.documents as usize, want.iter().map(Vec::len).sum::<usize>());
            }
        }

        #[test]
        fn no_path_has_a_stronger_weakest_pair(pairs in pair_sets()) {
            let dendrogram = Dendrogram::new(&pairs);
            let best = bottlenecks(&pairs);
            for a in documents() {
                for b in documents().filter(|b| *b != a) {
                    let want = best[a.index()][b.index()];
                    let Some(path) = dendrogram.path(a, b) else {
                        prop_assert_eq!(want, 0.0);
                        continue;
                    };
                    prop_assert_eq!((path[0], *path.last().unwrap()), (a, b));
                    let links = path.windows(2).map(|w| similarity(&pairs, w[0], w[1]));
                    prop_assert_eq!(links.fold(1.0, f64::min), want);
                    let mut distinct = path.clone();
                    distinct.sort_unstable();
                    distinct.dedup();
                    prop_assert_eq!(distinct.len(), path.len());
                }
            }
        }
    }
}

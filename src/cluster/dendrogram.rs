//! The whole single-link dendrogram: every merge from the most similar pair down to the floor that
//! pairs are known to.
//!
//! It is the maximum spanning forest of the pairs (Gower, Ross 1969), made by Kruskal's algorithm
//! over pairs that already fall in similarity. Whatever threshold one asks for, its clusters are the
//! merges at or above it, so all thresholds together cost one pass; and the way between two
//! documents in the forest is the way whose weakest pair is strongest.

use std::collections::HashMap;

use super::union_find::UnionFind;
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::similarity::Pair;

/// Two clusters become one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Merge {
    /// The pair that joins them: its end in the one, which holds `left` documents before.
    pub a: DocNo,
    /// Its end in the other.
    pub b: DocNo,
    /// Exact similarity of the pair; 1 for copies of one text.
    pub similarity: f64,
    /// Documents in the cluster of `a` before.
    pub left: u32,
    /// Documents in the cluster of `b` before.
    pub right: u32,
}

impl Merge {
    /// Documents in the cluster that comes of it.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.left + self.right
    }
}

/// All merges of single-link clustering, and with them the clusters at every threshold.
#[derive(Clone, Debug)]
pub struct Dendrogram {
    /// For each document, the first document identical to it.
    representative: Vec<DocNo>,
    /// Similarity falling; copies first.
    merges: Vec<Merge>,
}

impl Dendrogram {
    /// The dendrogram of all documents behind `pairs`.
    #[must_use]
    pub fn new(pairs: &PairSet) -> Self {
        Self::within(pairs, |_| true)
    }

    /// The dendrogram of those pairs for which `wanted` says yes. Copies hang together in any case.
    /// Cost: one pass over the pairs.
    #[must_use]
    pub fn within(pairs: &PairSet, wanted: impl Fn(&Pair) -> bool) -> Self {
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
        for (doc, first) in pairs.representative.iter().enumerate() {
            join(*first, DocNo::at(doc), 1.0);
        }
        for pair in pairs.pairs.iter().filter(|pair| wanted(pair)) {
            join(pair.a, pair.b, pairs.score(pair));
        }
        Dendrogram {
            representative: pairs.representative.clone(),
            merges,
        }
    }

    /// All merges, similarity falling.
    #[must_use]
    pub fn merges(&self) -> &[Merge] {
        &self.merges
    }

    /// The merges at or above `threshold`: as many as hold its clusters together, and no more.
    #[must_use]
    pub fn edges(&self, threshold: f64) -> &[Merge] {
        let end = self.merges.partition_point(|m| m.similarity >= threshold);
        &self.merges[..end]
    }

    /// The clusters at `threshold`: two documents or more each, rising, in the order of their first.
    #[must_use]
    pub fn cut(&self, threshold: f64) -> Vec<Vec<DocNo>> {
        let mut sets = UnionFind::new(self.representative.len());
        for merge in self.edges(threshold) {
            sets.union(merge.a.0, merge.b.0);
        }
        let mut place: HashMap<u32, usize> = HashMap::new();
        let mut clusters: Vec<Vec<DocNo>> = Vec::new();
        for doc in (0..self.representative.len()).map(DocNo::at) {
            let root = sets.find(doc.0);
            if sets.size(root) > 1 {
                let at = *place.entry(root).or_insert_with(|| {
                    clusters.push(Vec::new());
                    clusters.len() - 1
                });
                clusters[at].push(doc);
            }
        }
        clusters
    }

    /// The documents on the way from `a` to `b`, both included, each a pair with the next; of all
    /// ways this one's weakest pair is strongest. `None` where no way leads.
    ///
    /// Only representatives stand between the ends: what holds for them holds for their copies.
    #[must_use]
    pub fn path(&self, a: DocNo, b: DocNo) -> Option<Vec<DocNo>> {
        let first = |doc: DocNo| self.representative[doc.index()];
        if a == b {
            return Some(vec![a]);
        }
        let (from, to) = (first(a), first(b));
        if from == to {
            return Some(vec![a, b]);
        }
        let between = |merge: &&Merge| first(merge.a) != first(merge.b);
        let mut adjacent: HashMap<DocNo, Vec<DocNo>> = HashMap::new();
        for merge in self.merges.iter().filter(between) {
            adjacent.entry(merge.a).or_default().push(merge.b);
            adjacent.entry(merge.b).or_default().push(merge.a);
        }
        // From the end, so that following each document's next one leads from a to b.
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
            let mut way: Vec<DocNo> = inner.take_while(|doc| *doc != to).collect();
            way[0] = a;
            way.push(b);
            way
        })
    }

    /// How clusters come and go as the threshold falls: one step for each similarity at which some
    /// two become one.
    #[must_use]
    pub fn landscape(&self) -> Landscape {
        let mut steps: Vec<Step> = Vec::new();
        let mut now = Step::default();
        for merge in &self.merges {
            match (merge.left, merge.right) {
                (1, 1) => now.clusters += 1,
                (1, _) | (_, 1) => {}
                _ => now.clusters -= 1,
            }
            now.documents += u32::from(merge.left == 1) + u32::from(merge.right == 1);
            now.largest = now.largest.max(merge.size());
            now.threshold = merge.similarity;
            match steps.last_mut() {
                Some(last) if last.threshold == now.threshold => *last = now,
                _ => steps.push(now),
            }
        }
        Landscape { steps }
    }
}

/// What there is at a threshold, down to the next step below.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    /// The highest threshold at which it is so.
    pub threshold: f64,
    /// Clusters of two documents or more.
    pub clusters: u32,
    /// Documents in the largest of them.
    pub largest: u32,
    /// Documents in any of them.
    pub documents: u32,
}

/// Clusters against the threshold, for every threshold at once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Landscape {
    /// Thresholds falling, each once.
    pub steps: Vec<Step>,
}

impl Landscape {
    /// What there is at `threshold`; nothing above the first step.
    #[must_use]
    pub fn at(&self, threshold: f64) -> Step {
        let passed = self.steps.partition_point(|s| s.threshold >= threshold);
        let step = passed.checked_sub(1).map(|at| self.steps[at]);
        Step {
            threshold,
            ..step.unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{DOCUMENTS, pair_sets, similarity};
    use super::*;
    use proptest::prelude::*;

    fn documents() -> impl Iterator<Item = DocNo> + Clone {
        (0..DOCUMENTS).map(DocNo::at)
    }

    /// Components of two documents or more, by walking every two documents at the threshold.
    fn clusters(pairs: &PairSet, threshold: f64) -> Vec<Vec<DocNo>> {
        let mut seen = [false; DOCUMENTS];
        let mut out = Vec::new();
        for start in documents() {
            let (mut queue, mut members) = (vec![start], Vec::new());
            while let Some(doc) = queue.pop() {
                if !std::mem::replace(&mut seen[doc.index()], true) {
                    members.push(doc);
                    queue.extend(documents().filter(|d| similarity(pairs, doc, *d) >= threshold));
                }
            }
            members.sort_unstable();
            if members.len() > 1 {
                out.push(members);
            }
        }
        out
    }

    /// Every similarity there is, and a threshold between each two.
    fn thresholds() -> impl Iterator<Item = f64> {
        (1..=21).map(|i| f64::from(i) / 2.0 / (20.0 - f64::from(i) / 2.0))
    }

    /// The weakest pair of the best way between every two documents (Floyd, Warshall).
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
        fn a_cut_is_what_clustering_anew_would_give(pairs in pair_sets()) {
            let dendrogram = Dendrogram::new(&pairs);
            for threshold in thresholds() {
                let want = clusters(&pairs, threshold);
                prop_assert_eq!(&dendrogram.cut(threshold), &want);
                let documents: usize = want.iter().map(Vec::len).sum();
                // A forest: one edge less than documents in each cluster.
                prop_assert_eq!(dendrogram.edges(threshold).len(), documents - want.len());
            }
        }

        #[test]
        fn the_landscape_is_what_clustering_at_each_threshold_counts(pairs in pair_sets()) {
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
        fn merges_fall_and_say_how_large_what_they_join_is(pairs in pair_sets()) {
            let dendrogram = Dendrogram::new(&pairs);
            let mut members: Vec<Vec<DocNo>> = documents().map(|doc| vec![doc]).collect();
            let of = |members: &[Vec<DocNo>], doc| members.iter().position(|m| m.contains(&doc)).unwrap();
            prop_assert!(dendrogram.merges().is_sorted_by(|x, y| x.similarity >= y.similarity));
            for merge in dendrogram.merges() {
                let (a, b) = (of(&members, merge.a), of(&members, merge.b));
                prop_assert!(a != b);
                prop_assert_eq!((merge.left as usize, merge.right as usize), (members[a].len(), members[b].len()));
                prop_assert_eq!(merge.similarity, similarity(&pairs, merge.a, merge.b));
                let taken = std::mem::take(&mut members[b]);
                members[a].extend(taken);
            }
        }

        #[test]
        fn no_way_has_a_stronger_weakest_pair_than_the_path(pairs in pair_sets()) {
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
                    let mut once = path.clone();
                    once.sort_unstable();
                    once.dedup();
                    prop_assert_eq!(once.len(), path.len());
                }
            }
        }
    }
}

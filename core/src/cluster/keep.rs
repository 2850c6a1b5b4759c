//! Which documents stay if one copy of each near-duplicate is kept.
//!
//! Documents have an order of preference. *Direct*: in this order, a document stays unless it is a pair with a document
//! that stays already; the result is the lexicographically first maximal independent set of the graph of pairs. Every
//! dropped document is a pair with its keeper; a document linked only through dropped ones stays. *Chained*: the first
//! document of each connected component stays; others of the component may be far below the threshold to it.
//!
//! Documents with the same shingle set have the same neighbours, so only their representatives are computed. Cost of
//! [`direct`]: O(pairs). Cost of [`chained`]: O(pairs × u), where u is how often a shorter path to a document is found,
//! at most the number of steps of its longest path.

use std::collections::VecDeque;

use crate::base::union_find::UnionFind;
use crate::base::{DocNo, Lists};
use crate::candidates::PairSet;

/// The link of a dropped document to its keeper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeepLink {
    /// The document that stays.
    pub keeper: DocNo,
    /// Pairs on the path to the keeper: 1 if the two are a pair.
    pub steps: u32,
    /// Exact similarity of the weakest pair, 0..=1.
    pub weakest: f64,
}

/// For each document, `None` if it stays, otherwise the link to its keeper.
pub type Links = Vec<Option<KeepLink>>;

/// Keeps documents so that no two of them are a pair at `threshold`; `order` has every document once, the
/// preferred ones first. The keeper is the most similar neighbour that stays; ties go to the first in the order.
pub fn direct(pairs: &PairSet, threshold: f64, order: &[DocNo]) -> Links {
    let neighbours = neighbours(pairs, threshold);
    direct_among(pairs, order, |group| {
        neighbours.get(group.index()).iter().copied()
    })
}

/// Does the same as [`direct`]; `neighbours` returns the neighbours of a representative with their similarities. It
/// is called once for each representative that stays.
pub fn direct_among<I: Iterator<Item = (DocNo, f64)>>(
    pairs: &PairSet,
    order: &[DocNo],
    neighbours: impl Fn(DocNo) -> I,
) -> Links {
    let documents = pairs.representative.len();
    let rank = ranks(order);
    // By representative: the first of its copies that stays, and whether a neighbour stays.
    let mut first: Vec<Option<DocNo>> = vec![None; documents];
    let mut blocked = vec![false; documents];
    let mut links: Links = vec![None; documents];
    let mut dropped = Vec::new();
    // By representative: the most similar of the documents that stay.
    let mut keepers: Vec<Option<KeepLink>> = vec![None; documents];
    let mut offer = |group: DocNo, keeper: DocNo, similarity: f64| {
        let rank = |link: &KeepLink| rank[link.keeper.index()];
        let link = KeepLink {
            keeper,
            steps: 1,
            weakest: similarity,
        };
        let is_better = |current: &KeepLink| {
            let by_similarity = similarity.total_cmp(&current.weakest);
            by_similarity.then(rank(current).cmp(&rank(&link))).is_gt()
        };
        let best = &mut keepers[group.index()];
        if best.as_ref().is_none_or(is_better) {
            *best = Some(link);
        }
    };
    for doc in order {
        let group = pairs.representative[doc.index()];
        if blocked[group.index()] {
            dropped.push(*doc);
            continue;
        }
        if first[group.index()].is_some() {
            continue;
        }
        first[group.index()] = Some(*doc);
        for (other, similarity) in neighbours(group) {
            blocked[other.index()] = true;
            offer(other, *doc, similarity);
        }
        // Copies that are not compared with each other may all stay.
        if pairs.copies_are_pairs(group) {
            blocked[group.index()] = true;
            offer(group, *doc, 1.0);
        }
    }
    for doc in dropped {
        links[doc.index()] = keepers[pairs.representative[doc.index()].index()];
    }
    links
}

/// Keeps the first document in `order` of each connected component of the pairs at `threshold`. The link
/// is the path to the keeper whose weakest pair is strongest; ties go to the shortest path.
pub fn chained(pairs: &PairSet, threshold: f64, order: &[DocNo]) -> Links {
    let documents = pairs.representative.len();
    let mut components = Components::new(pairs, threshold);
    let mut keeper_of: Vec<Option<DocNo>> = vec![None; documents];
    let mut links: Links = vec![None; documents];
    let mut dropped = Vec::new();
    for doc in order {
        match &mut keeper_of[components.find(pairs, *doc)] {
            Some(keeper) => dropped.push((*doc, *keeper)),
            entry => *entry = Some(*doc),
        }
    }
    let keepers: Vec<DocNo> = keeper_of.into_iter().flatten().collect();
    let paths = paths(pairs, threshold, &keepers);
    for (doc, keeper) in dropped {
        let groups = [doc, keeper].map(|doc| pairs.representative[doc.index()]);
        let path = paths[groups[0].index()];
        let (steps, weakest) = if groups[0] != groups[1] {
            (path.steps, path.weakest)
        } else if pairs.copies_are_pairs(groups[0]) {
            (1, 1.0)
        } else {
            // Copies that are not compared are linked by a common neighbour.
            (2, path.strongest)
        };
        links[doc.index()] = Some(KeepLink {
            keeper,
            steps,
            weakest,
        });
    }
    links
}

/// Counts the documents accepted by `counts` that stay although another document of their component stays: only
/// a chain links the two.
pub fn linked_by_chains(
    pairs: &PairSet,
    threshold: f64,
    links: &Links,
    counts: impl Fn(DocNo) -> bool,
) -> u64 {
    let mut components = Components::new(pairs, threshold);
    let mut seen = vec![false; links.len()];
    let mut linked = 0;
    for (doc, _) in links.iter().enumerate().filter(|(_, link)| link.is_none()) {
        let component = components.find(pairs, DocNo::at(doc));
        let is_other = std::mem::replace(&mut seen[component], true);
        linked += u64::from(is_other && counts(DocNo::at(doc)));
    }
    linked
}

/// The documents that have a neighbour at `threshold`, ascending.
pub fn with_neighbours(pairs: &PairSet, threshold: f64) -> Vec<DocNo> {
    let mut components = Components::new(pairs, threshold);
    let mut documents: Vec<DocNo> = (0..pairs.representative.len()).map(DocNo::at).collect();
    documents.retain(|doc| {
        let component = components.find(pairs, *doc);
        components.sizes[component] > 1
    });
    documents
}

/// For each representative, its neighbours with their similarities.
fn neighbours(pairs: &PairSet, threshold: f64) -> Lists<(DocNo, f64)> {
    let edges = pairs.at_least(threshold);
    let mut sizes = vec![0_u32; pairs.representative.len()];
    for pair in edges {
        sizes[pair.a.index()] += 1;
        sizes[pair.b.index()] += 1;
    }
    let entries = edges.iter().flat_map(|pair| {
        let score = pairs.score(pair);
        [
            (pair.a.index(), (pair.b, score)),
            (pair.b.index(), (pair.a, score)),
        ]
    });
    Lists::filled(&sizes, entries)
}

/// For each document, its position in the order.
fn ranks(order: &[DocNo]) -> Vec<u32> {
    let mut ranks = vec![0; order.len()];
    for (rank, doc) in (0..).zip(order) {
        ranks[doc.index()] = rank;
    }
    ranks
}

/// Connected components of the pairs, copies included.
struct Components {
    sets: UnionFind,
    /// For each representative, whether its copies are in one component.
    copies_connected: Vec<bool>,
    /// For each component, its number of documents.
    sizes: Vec<u32>,
}

impl Components {
    fn new(pairs: &PairSet, threshold: f64) -> Self {
        let documents = pairs.representative.len();
        let mut sets = UnionFind::new(documents);
        let mut copies_connected: Vec<bool> = (0..documents)
            .map(|doc| pairs.copies_are_pairs(DocNo::at(doc)))
            .collect();
        for pair in pairs.at_least(threshold) {
            sets.union(pair.a.0, pair.b.0);
            copies_connected[pair.a.index()] = true;
            copies_connected[pair.b.index()] = true;
        }
        let mut components = Components {
            sets,
            copies_connected,
            sizes: vec![0; documents],
        };
        for doc in (0..documents).map(DocNo::at) {
            let component = components.find(pairs, doc);
            components.sizes[component] += 1;
        }
        components
    }

    /// Number of the component of `doc`, below the number of documents.
    fn find(&mut self, pairs: &PairSet, doc: DocNo) -> usize {
        let group = pairs.representative[doc.index()];
        if self.copies_connected[group.index()] {
            self.sets.find(group.0) as usize
        } else {
            doc.index()
        }
    }
}

/// The path from a representative to the keeper of its component.
#[derive(Clone, Copy, Debug, Default)]
struct KeeperPath {
    steps: u32,
    weakest: f64,
    /// Similarity of the strongest pair of the representative.
    strongest: f64,
}

/// For each representative, its path to the keeper.
///
/// Pairs are added from the strongest down. The first pair that links a document to its keeper is the weakest
/// of its path; the minimum steps are known after all pairs of the same similarity.
fn paths(pairs: &PairSet, threshold: f64, keepers: &[DocNo]) -> Vec<KeeperPath> {
    const UNREACHED: u32 = u32::MAX;
    let documents = pairs.representative.len();
    let mut paths = vec![KeeperPath::default(); documents];
    let mut steps = vec![UNREACHED; documents];
    for keeper in keepers {
        steps[pairs.representative[keeper.index()].index()] = 0;
    }
    let mut neighbours: Vec<Vec<DocNo>> = vec![Vec::new(); documents];
    let edges = pairs.at_least(threshold);
    for equal in edges.chunk_by(|a, b| pairs.score(a) == pairs.score(b)) {
        let score = equal.first().map_or(0.0, |pair| pairs.score(pair));
        let (mut queue, mut reached) = (VecDeque::new(), Vec::new());
        for pair in equal {
            for (from, to) in [(pair.a, pair.b), (pair.b, pair.a)] {
                neighbours[from.index()].push(to);
                let path = &mut paths[from.index()];
                path.strongest = path.strongest.max(score);
                if steps[from.index()] != UNREACHED {
                    queue.push_back(from);
                }
            }
        }
        while let Some(from) = queue.pop_front() {
            let next = steps[from.index()] + 1;
            for to in &neighbours[from.index()] {
                let before = steps[to.index()];
                if next < before {
                    steps[to.index()] = next;
                    queue.push_back(*to);
                    if before == UNREACHED {
                        reached.push(*to);
                    }
                }
            }
        }
        for doc in reached {
            let path = &mut paths[doc.index()];
            (path.steps, path.weakest) = (steps[doc.index()], score);
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::fixture::{DOCUMENTS, clusters, documents, pair_sets, similarity};
    use super::*;

    /// Pair sets with an order of their documents and a threshold.
    fn cases() -> impl Strategy<Value = (PairSet, Vec<DocNo>, f64)> {
        let order = Just(documents().collect::<Vec<_>>()).prop_shuffle();
        let threshold = (1..=10_u32).prop_map(|shared| f64::from(shared) / f64::from(20 - shared));
        (pair_sets(), order, threshold)
    }

    fn is_pair(pairs: &PairSet, a: DocNo, b: DocNo, threshold: f64) -> bool {
        a != b && similarity(pairs, a, b) >= threshold
    }

    /// The definition of [`direct`], pair by pair.
    fn direct_by_definition(pairs: &PairSet, threshold: f64, order: &[DocNo]) -> Links {
        let mut stays: Vec<DocNo> = Vec::new();
        for doc in order {
            if !stays.iter().any(|s| is_pair(pairs, *s, *doc, threshold)) {
                stays.push(*doc);
            }
        }
        let mut links = vec![None; DOCUMENTS];
        for doc in documents().filter(|doc| !stays.contains(doc)) {
            let mut best: Option<KeepLink> = None;
            for keeper in stays.iter().filter(|s| is_pair(pairs, **s, doc, threshold)) {
                let weakest = similarity(pairs, *keeper, doc);
                if best.is_none_or(|best| weakest > best.weakest) {
                    best = Some(KeepLink {
                        keeper: *keeper,
                        steps: 1,
                        weakest,
                    });
                }
            }
            links[doc.index()] = best;
        }
        links
    }

    /// Strength and steps of the best path to each document, by increasing number of steps.
    fn best_paths(pairs: &PairSet, threshold: f64, from: DocNo) -> Vec<Option<(f64, u32)>> {
        let mut best: Vec<Option<(f64, u32)>> = vec![None; DOCUMENTS];
        let mut now: Vec<Option<f64>> = vec![None; DOCUMENTS];
        now[from.index()] = Some(1.0);
        for steps in 1..=DOCUMENTS as u32 {
            let mut next: Vec<Option<f64>> = vec![None; DOCUMENTS];
            for (a, b) in documents().flat_map(|a| documents().map(move |b| (a, b))) {
                if let Some(so_far) = now[a.index()].filter(|_| is_pair(pairs, a, b, threshold)) {
                    let weakest = so_far.min(similarity(pairs, a, b));
                    if next[b.index()].is_none_or(|before| weakest > before) {
                        next[b.index()] = Some(weakest);
                    }
                }
            }
            for (strongest, weakest) in best.iter_mut().zip(&next) {
                if let Some(weakest) = weakest
                    && strongest.is_none_or(|(strength, _)| *weakest > strength)
                {
                    *strongest = Some((*weakest, steps));
                }
            }
            now = next;
        }
        best
    }

    proptest! {
        #[test]
        fn direct_follows_its_definition((pairs, order, threshold) in cases()) {
            let links = direct(&pairs, threshold, &order);
            prop_assert_eq!(&links, &direct_by_definition(&pairs, threshold, &order));
            // A second run over the remaining documents drops nothing.
            let stays: Vec<DocNo> = documents().filter(|doc| links[doc.index()].is_none()).collect();
            for (a, b) in stays.iter().flat_map(|a| stays.iter().map(move |b| (*a, *b))) {
                prop_assert!(!is_pair(&pairs, a, b, threshold));
            }
        }

        #[test]
        fn a_chain_is_the_shortest_of_the_strongest_paths((pairs, order, threshold) in cases()) {
            let links = chained(&pairs, threshold, &order);
            let components = clusters(&pairs, threshold);
            for doc in documents() {
                let singleton = [doc];
                let component = components.iter().find(|c| c.contains(&doc));
                let component = component.map_or(&singleton[..], Vec::as_slice);
                let first = order.iter().find(|doc| component.contains(doc));
                match links[doc.index()] {
                    None => prop_assert_eq!(first, Some(&doc)),
                    Some(link) => {
                        prop_assert_eq!(first, Some(&link.keeper));
                        let path = best_paths(&pairs, threshold, link.keeper)[doc.index()];
                        prop_assert_eq!(path, Some((link.weakest, link.steps)));
                    }
                }
            }
        }

        #[test]
        fn chains_are_counted_by_component((pairs, order, threshold) in cases()) {
            let links = direct(&pairs, threshold, &order);
            let stays = |doc: &&DocNo| links[doc.index()].is_none();
            let link_count = |c: &Vec<DocNo>| c.iter().filter(stays).count() as u64 - 1;
            let components = clusters(&pairs, threshold);
            let want: u64 = components.iter().map(link_count).sum();
            prop_assert_eq!(linked_by_chains(&pairs, threshold, &links, |_| true), want);
            prop_assert_eq!(linked_by_chains(&pairs, threshold, &chained(&pairs, threshold, &order), |_| true), 0);
            let mut all: Vec<DocNo> = components.concat();
            all.sort_unstable();
            prop_assert_eq!(with_neighbours(&pairs, threshold), all);
        }
    }
}

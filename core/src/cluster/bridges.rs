//! Bridges: edges whose removal splits their cluster. A chain breaks at its weakest bridge.

use super::Bridge;
use crate::base::DocNo;
use crate::base::union_find::UnionFind;
use crate::candidates::PairSet;
use crate::similarity::Pair;
use std::collections::HashMap;

/// Bridges of one cluster.
#[derive(Clone, Debug, Default)]
pub struct Bridges {
    /// The listed bridges, weakest first; ties in listing order.
    pub weakest: Vec<Bridge>,
    /// Total number of bridges, listed or not.
    pub total: usize,
}

/// Finds the bridges of the cluster with these representatives (ascending) and edges (in listing order), and lists the
/// `max_listed` weakest ones with the two parts of the cluster. An edge at a document with copies is no bridge. Cost:
/// one traversal of the edges, plus one per bridge listed.
pub fn all(pairs: &PairSet, members: &[DocNo], edges: &[Pair], max_listed: usize) -> Bridges {
    list(pairs, members, edges, |rank, _, _| rank < max_listed)
}

/// Returns the edge between documents `a < b` if it is a bridge of the cluster.
pub fn between(
    pairs: &PairSet,
    members: &[DocNo],
    edges: &[Pair],
    (a, b): (DocNo, DocNo),
) -> Option<Bridge> {
    let bridges = list(pairs, members, edges, |_, x, y| (x, y) == (a, b));
    bridges.weakest.into_iter().next()
}

/// Finds all bridges; lists those for which `is_listed(rank, a, b)` is true. The weakest has rank 0.
fn list(
    pairs: &PairSet,
    members: &[DocNo],
    edges: &[Pair],
    is_listed: impl Fn(usize, DocNo, DocNo) -> bool,
) -> Bridges {
    // Not all edges of a dense cluster are known, and a bridge is unlikely if documents have so many edges.
    if members.first().is_some_and(|doc| pairs.is_dense(*doc)) {
        return Bridges::default();
    }
    if let [text] = members {
        // Two copies of one text are connected by a single pair; three or more have no bridge.
        let &[a, b] = pairs.copies(*text) else {
            return Bridges::default();
        };
        if !pairs.copies_are_pairs(*text) {
            return Bridges::default();
        }
        let bridge = Bridge {
            a,
            b,
            similarity: 1.0,
            left: vec![a],
            right: vec![b],
        };
        return Bridges {
            weakest: is_listed(0, a, b).then_some(bridge).into_iter().collect(),
            total: 1,
        };
    }
    let position: HashMap<DocNo, usize> = members
        .iter()
        .enumerate()
        .map(|(i, doc)| (*doc, i))
        .collect();
    let mut adjacent: Vec<Vec<(usize, usize)>> = vec![Vec::new(); members.len()];
    for (e, pair) in edges.iter().enumerate() {
        let (a, b) = (position[&pair.a], position[&pair.b]);
        adjacent[a].push((b, e));
        adjacent[b].push((a, e));
    }
    let is_single = |doc: DocNo| pairs.copies(doc).len() == 1;
    let mut bridge_edges = of_graph(&adjacent);
    bridge_edges.retain(|edge| is_single(edges[*edge].a) && is_single(edges[*edge].b));
    bridge_edges.sort_by(|x, y| {
        let (x, y) = (&edges[*x], &edges[*y]);
        let order = pairs.score(x).total_cmp(&pairs.score(y));
        order.then((x.a, x.b).cmp(&(y.a, y.b)))
    });
    let copies = |docs: Vec<DocNo>| {
        let mut all: Vec<DocNo> = docs
            .iter()
            .flat_map(|doc| pairs.copies(*doc))
            .copied()
            .collect();
        all.sort_unstable();
        all
    };
    let cut = |edge: usize| {
        let pair = &edges[edge];
        let reached = reach(&adjacent, position[&pair.a], edge);
        let side = |on_side: bool| {
            let docs = members.iter().zip(&reached).filter(|(_, r)| **r == on_side);
            copies(docs.map(|(doc, _)| *doc).collect())
        };
        Bridge {
            a: pair.a,
            b: pair.b,
            similarity: pairs.score(pair),
            left: side(true),
            right: side(false),
        }
    };
    let listed = bridge_edges.iter().enumerate();
    let listed = listed.filter(|(rank, edge)| is_listed(*rank, edges[**edge].a, edges[**edge].b));
    Bridges {
        weakest: listed.map(|(_, edge)| cut(*edge)).collect(),
        total: bridge_edges.len(),
    }
}

/// Indices of the edges that are on no cycle (Tarjan 1974), without recursion: `adjacent` lists the neighbours of each
/// node, each with the index of the edge. Cost: O(V + E).
pub fn of_graph(adjacent: &[Vec<(usize, usize)>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let n = adjacent.len();
    let (mut bridges, mut time) = (Vec::new(), 0);
    let (mut entered, mut low) = (vec![UNSEEN; n], vec![UNSEEN; n]);
    for root in 0..n {
        if entered[root] != UNSEEN {
            continue;
        }
        // Stack of (node, edge that reached it, index of the next neighbour).
        let mut stack = vec![(root, UNSEEN, 0)];
        (entered[root], low[root]) = (time, time);
        time += 1;
        while let Some(&mut (node, entry_edge, ref mut next)) = stack.last_mut() {
            if let Some(&(other, edge)) = adjacent[node].get(*next) {
                *next += 1;
                if edge == entry_edge {
                    continue;
                }
                if entered[other] == UNSEEN {
                    (entered[other], low[other]) = (time, time);
                    time += 1;
                    stack.push((other, edge, 0));
                } else {
                    low[node] = low[node].min(entered[other]);
                }
            } else {
                stack.pop();
                if let Some(&(parent, ..)) = stack.last() {
                    low[parent] = low[parent].min(low[node]);
                    if low[node] > entered[parent] {
                        bridges.push(entry_edge);
                    }
                }
            }
        }
    }
    bridges
}

/// Which nodes are reachable from `from` without `edge`.
fn reach(adjacent: &[Vec<(usize, usize)>], from: usize, edge: usize) -> Vec<bool> {
    let mut reached = vec![false; adjacent.len()];
    let mut queue = vec![from];
    while let Some(node) = queue.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            queue.extend(
                adjacent[node]
                    .iter()
                    .filter(|(_, e)| *e != edge)
                    .map(|(other, _)| *other),
            );
        }
    }
    reached
}

/// Returns the edges of a spanning forest, and of a second one of the remaining edges (Nagamochi and Ibaraki 1992): at
/// most two for each of `documents`, in the order of `edges`.
///
/// Between any set of documents and the others, at least two edges are kept, or all if there are fewer. So components,
/// bridges, the two sides of a bridge, and documents with a single edge do not change.
pub fn certificate<'a>(documents: usize, edges: impl Iterator<Item = &'a Pair>) -> Vec<Pair> {
    let [mut first, mut second] = [(); 2].map(|()| UnionFind::new(documents));
    let kept = edges.filter(|e| first.union(e.a.0, e.b.0) || second.union(e.a.0, e.b.0));
    kept.copied().collect()
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{DOCUMENTS, clusters, documents, pair_sets, similarity};
    use super::*;
    use proptest::prelude::*;

    /// Documents reachable from `from` over pairs at the threshold, without the pair `cut`.
    fn piece(pairs: &PairSet, threshold: f64, from: DocNo, cut: (DocNo, DocNo)) -> Vec<DocNo> {
        let mut reached = vec![from];
        let mut at = 0;
        while let Some(&doc) = reached.get(at) {
            at += 1;
            for other in documents() {
                let is_cut = (doc.min(other), doc.max(other)) == cut;
                let edge = similarity(pairs, doc, other) >= threshold && !is_cut;
                if edge && !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        reached.sort_unstable();
        reached
    }

    proptest! {
        /// Removes every pair of documents of a cluster in turn, including copies.
        #[test]
        fn all_bridges_are_found_with_their_pieces(pairs in pair_sets()) {
            let threshold = 0.3;
            for members in clusters(&pairs, threshold) {
                let distinct: Vec<DocNo> = members.iter().copied()
                    .filter(|doc| pairs.representative[doc.index()] == *doc).collect();
                let edges: Vec<Pair> = pairs.at_least(threshold).iter().copied()
                    .filter(|pair| members.contains(&pair.a)).collect();
                let got = all(&pairs, &distinct, &edges, usize::MAX);
                let mut want = Vec::new();
                for (i, &a) in members.iter().enumerate() {
                    for &b in &members[i + 1..] {
                        let similarity = similarity(&pairs, a, b);
                        let left = piece(&pairs, threshold, a, (a, b));
                        let is_copied = [a, b].iter().any(|doc| {
                            pairs.copies(pairs.representative[doc.index()]).len() > 1
                        });
                        if is_copied && members.len() > 2 {
                            continue;
                        }
                        if similarity >= threshold && !left.contains(&b) {
                            want.push((a, b, similarity, left, piece(&pairs, threshold, b, (a, b))));
                        }
                    }
                }
                want.sort_by(|x, y| x.2.total_cmp(&y.2).then((x.0, x.1).cmp(&(y.0, y.1))));
                prop_assert_eq!(got.total, want.len());
                let few = all(&pairs, &distinct, &edges, 2);
                prop_assert_eq!((few.total, few.weakest.len()), (want.len(), want.len().min(2)));
                for (i, &a) in members.iter().enumerate() {
                    for &b in &members[i + 1..] {
                        let one = between(&pairs, &distinct, &edges, (a, b));
                        let is_one = want.iter().any(|w| (w.0, w.1) == (a, b));
                        prop_assert_eq!(one.map(|w| (w.a, w.b)), is_one.then_some((a, b)));
                    }
                }
                let got: Vec<_> = got.weakest.into_iter()
                    .map(|b| (b.a, b.b, b.similarity, b.left, b.right)).collect();
                prop_assert_eq!(got, want);
            }
        }
    }

    proptest! {
        #[test]
        fn a_certificate_has_the_bridges_of_all_edges(pairs in pair_sets(), threshold in 0.0..0.6) {
            let edges = pairs.at_least(threshold);
            let few = certificate(DOCUMENTS, edges.iter());
            prop_assert!(few.len() < 2 * DOCUMENTS);
            let members: Vec<DocNo> = (0..DOCUMENTS).map(DocNo::at)
                .filter(|doc| pairs.representative[doc.index()] == *doc).collect();
            let [all, few_edges] = [edges, &few[..]].map(|edges| {
                let listed = all(&pairs, &members, edges, usize::MAX);
                let each = listed.weakest.into_iter();
                let each = each.map(|b| (b.a, b.b, b.similarity, b.left, b.right));
                (listed.total, each.collect::<Vec<_>>())
            });
            prop_assert_eq!(all, few_edges);
        }
    }
}

//! Bridges: edges whose removal splits their cluster. The weakest one is where a chain would break.

use std::collections::HashMap;

use super::Bridge;
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::similarity::Pair;

/// The bridge with the smallest similarity of the cluster of these representatives (rising) and edges;
/// of equals the first in listing order. Where copies of a document hold it in two places, no edge
/// at it is a bridge.
#[must_use]
pub fn weakest(pairs: &PairSet, members: &[DocNo], edges: &[Pair]) -> Option<Bridge> {
    if let [only] = members {
        // Two copies of one text hang by the one pair they are; three hold each other.
        return match pairs.copies(*only) {
            [a, b] => Some(Bridge {
                a: *a,
                b: *b,
                similarity: 1.0,
                left: vec![*a],
                right: vec![*b],
            }),
            _ => None,
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
    let single = |doc: DocNo| pairs.copies(doc).len() == 1;
    let weakest = bridges(&adjacent)
        .into_iter()
        .filter(|e| single(edges[*e].a) && single(edges[*e].b))
        // Edges are in listing order, so the greatest index is the smallest similarity; of equals the
        // one listed first is wanted.
        .min_by(|x, y| {
            pairs
                .score(&edges[*x])
                .total_cmp(&pairs.score(&edges[*y]))
                .then(x.cmp(y))
        })?;
    let pair = edges[weakest];
    let reached = reach(&adjacent, position[&pair.a], weakest);
    let side = |wanted: bool| {
        let picked = members.iter().zip(&reached).filter(|(_, r)| **r == wanted);
        let mut side: Vec<DocNo> = picked
            .flat_map(|(doc, _)| pairs.copies(*doc))
            .copied()
            .collect();
        side.sort_unstable();
        side
    };
    Some(Bridge {
        a: pair.a,
        b: pair.b,
        similarity: pairs.score(&pair),
        left: side(true),
        right: side(false),
    })
}

/// Indices of the edges that lie on no cycle (Tarjan 1974), without recursion.
fn bridges(adjacent: &[Vec<(usize, usize)>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let n = adjacent.len();
    let (mut found, mut time) = (Vec::new(), 0);
    let (mut entered, mut low) = (vec![UNSEEN; n], vec![UNSEEN; n]);
    for root in 0..n {
        if entered[root] != UNSEEN {
            continue;
        }
        // Node, edge it was reached by, next neighbour to look at.
        let mut stack = vec![(root, UNSEEN, 0)];
        (entered[root], low[root]) = (time, time);
        time += 1;
        while let Some(&mut (node, by, ref mut next)) = stack.last_mut() {
            if let Some(&(other, edge)) = adjacent[node].get(*next) {
                *next += 1;
                if edge == by {
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
                if let Some(&(above, ..)) = stack.last() {
                    low[above] = low[above].min(low[node]);
                    if low[node] > entered[above] {
                        found.push(by);
                    }
                }
            }
        }
    }
    found
}

/// Which nodes are reached from `from` without `edge`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bridges_are_the_edges_that_split(pairs in prop::collection::btree_set((0_usize..12, 0_usize..12), 0..24)) {
            let edges: Vec<(usize, usize)> = pairs.into_iter().filter(|(a, b)| a < b).collect();
            let mut adjacent = vec![Vec::new(); 12];
            for (e, &(a, b)) in edges.iter().enumerate() {
                adjacent[a].push((b, e));
                adjacent[b].push((a, e));
            }
            let mut got = bridges(&adjacent);
            got.sort_unstable();
            let want: Vec<usize> = (0..edges.len())
                .filter(|e| !reach(&adjacent, edges[*e].0, *e)[edges[*e].1])
                .collect();
            prop_assert_eq!(got, want);
        }
    }
}

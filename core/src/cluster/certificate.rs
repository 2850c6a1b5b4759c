//! A few edges that tell the bridges of a graph of many.

use crate::base::union_find::UnionFind;
use crate::similarity::Pair;

/// Of the edges of a graph, those of a spanning forest and those of a spanning forest of the rest (Nagamochi and
/// Ibaraki 1992): at most two for each of the `documents`, in the order of `edges`.
///
/// Of the edges between any set of documents and the others, at least two are kept, or all. So components, bridges,
/// what lies on either side of a bridge, and which documents have a single edge are as with all edges.
pub fn certificate<'a>(documents: usize, edges: impl Iterator<Item = &'a Pair>) -> Vec<Pair> {
    let [mut first, mut second] = [(); 2].map(|()| UnionFind::new(documents));
    let kept = edges.filter(|e| first.union(e.a.0, e.b.0) || second.union(e.a.0, e.b.0));
    kept.copied().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::bridges;
    use super::super::fixture::{DOCUMENTS, pair_sets};
    use super::*;
    use crate::base::DocNo;

    proptest! {
        #[test]
        fn bridges_are_those_of_all_edges(pairs in pair_sets(), threshold in 0.0..0.6) {
            let edges = pairs.at_least(threshold);
            let few = certificate(DOCUMENTS, edges.iter());
            prop_assert!(few.len() < 2 * DOCUMENTS);
            let members: Vec<DocNo> = (0..DOCUMENTS).map(DocNo::at)
                .filter(|doc| pairs.representative[doc.index()] == *doc).collect();
            let [all, few_edges] = [edges, &few[..]].map(|edges| {
                let listed = bridges::all(&pairs, &members, edges, usize::MAX);
                let each = listed.weakest.into_iter();
                let each = each.map(|b| (b.a, b.b, b.similarity, b.left, b.right));
                (listed.total, each.collect::<Vec<_>>())
            });
            prop_assert_eq!(all, few_edges);
        }
    }
}

//! Nearest neighbours of a cluster: pairs of a document inside and one outside, most similar first.

use super::{Cluster, Clustering, Linkage, Outside};
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::similarity::Pair;

/// Sets the most similar outside document of each cluster. Cost: one pass over the pairs.
pub(super) fn nearest_of_each(
    pairs: &PairSet,
    threshold: f64,
    linkage: Linkage,
    cluster_of: &[Option<u32>],
    clusters: &mut [Cluster],
) {
    for pair in crossing(pairs, threshold, linkage, cluster_of) {
        for (doc, other) in [(pair.a, pair.b), (pair.b, pair.a)] {
            if let Some(cluster) =
                cluster_of[doc.index()].map(|index| &mut clusters[index as usize])
                && cluster.outside.is_none()
            {
                cluster.outside = Some(Outside {
                    document: other,
                    member: doc,
                    similarity: pairs.score(pair),
                });
            }
        }
    }
}

/// Returns the `limit` most similar pairs with exactly one document in the cluster `index`, similarity
/// descending. Each pair represents all copies of its documents. Cost: at most one pass over the
/// pairs.
pub fn nearest(pairs: &PairSet, clustering: &Clustering, index: u32, limit: usize) -> Vec<Outside> {
    let Clustering {
        threshold,
        linkage,
        cluster_of,
        ..
    } = clustering;
    let is_inside = |doc: DocNo| cluster_of[doc.index()] == Some(index);
    crossing(pairs, *threshold, *linkage, cluster_of)
        .filter_map(|pair| {
            let (member, document) = match (is_inside(pair.a), is_inside(pair.b)) {
                (true, _) => (pair.a, pair.b),
                (_, true) => (pair.b, pair.a),
                _ => return None,
            };
            Some(Outside {
                document,
                member,
                similarity: pairs.score(pair),
            })
        })
        .take(limit)
        .collect()
}

/// Pairs whose documents are not in the same cluster, similarity descending. With single linkage all are below the
/// threshold; other linkages separate some pairs above it.
fn crossing<'a>(
    pairs: &'a PairSet,
    threshold: f64,
    linkage: Linkage,
    cluster_of: &'a [Option<u32>],
) -> impl Iterator<Item = &'a Pair> {
    let from = match linkage {
        Linkage::Single => pairs.at_least(threshold).len(),
        Linkage::Complete | Linkage::Average => 0,
    };
    pairs.pairs[from..].iter().filter(|pair| {
        let (a, b) = (cluster_of[pair.a.index()], cluster_of[pair.b.index()]);
        a != b
    })
}

//! Builds the clusters of a pair set at a threshold: components, subdivided by the linkage, with
//! their figures, bridges and nearest outside documents.

use rayon::prelude::*;

use super::cohesion::{self, Cohesion, Group, PAIRS};
use super::{Cache, Cluster, Clustering, Linkage};
use super::{bridges, outside, parts};
use crate::base::DocNo;
use crate::base::union_find::UnionFind;
use crate::candidates::PairSet;
use crate::index::{Collection, same_text};
use crate::similarity::Pair;

/// Builds the clusters of `pairs` at `threshold`, by size, descending, then by representative.
pub fn build(
    collection: &Collection,
    pairs: &PairSet,
    threshold: f64,
    linkage: Linkage,
    cache: &mut Cache,
) -> Clustering {
    cache.serve(pairs, linkage);
    let edges = pairs.at_least(threshold);
    let mut sets = UnionFind::new(pairs.representative.len());
    for pair in edges {
        sets.union(pair.a.0, pair.b.0);
    }
    let components = components(pairs, &mut sets);
    let parts = parts::subdivide(collection, pairs, threshold, components, cache);
    let mut cluster_of = parts::index_of_members(pairs, &parts.groups);
    let group_of = |pair: &Pair| {
        let index = cluster_of[pair.a.index()]?;
        (cluster_of[pair.b.index()] == Some(index)).then_some(index as usize)
    };
    let mut similar = vec![0_u64; parts.groups.len()];
    let similar_pairs = edges.iter().chain(pairs.found_apart(threshold));
    for group in similar_pairs.filter_map(group_of) {
        similar[group] += 1;
    }
    let inner_edges = edges.iter().filter(|pair| group_of(pair).is_some());
    let mut certificates: Vec<Vec<Pair>> = vec![Vec::new(); parts.groups.len()];
    for pair in bridges::certificate(pairs.representative.len(), inner_edges) {
        certificates[group_of(&pair).unwrap_or_default()].push(pair);
    }
    let figures = figures(
        collection,
        pairs,
        threshold,
        (&parts.groups, &similar),
        cache,
    );
    let repeats = cache.repeats.take();
    let repeats = repeats.unwrap_or_else(|| self::repeats(collection, pairs));
    let each = parts.groups.par_iter().zip(&figures).zip(&certificates);
    let mut clusters: Vec<Cluster> = each
        .map(|((group, figures), edges)| cluster(pairs, group, edges, figures, &repeats))
        .collect();
    cache.repeats = Some(repeats);
    let index_of = |doc: DocNo| cluster_of[doc.index()];
    for (a, b) in pairs.cannot_link() {
        if let Some(index) = index_of(a).filter(|_| index_of(a) == index_of(b)) {
            let documents = [a, b].map(|doc| pairs.copies(doc).len() as u64);
            clusters[index as usize].cannot_link += documents[0] * documents[1];
        }
    }
    outside::nearest_of_each(pairs, threshold, linkage, &cluster_of, &mut clusters);
    let (clusters, index_of) = in_listing_order(clusters);
    for index in cluster_of.iter_mut().flatten() {
        *index = index_of[*index as usize];
    }
    let mut not_subdivided: Vec<u32> = parts.not_subdivided.iter().map(|i| index_of[*i]).collect();
    not_subdivided.sort_unstable();
    let cannot_link = pairs.count_held_apart(threshold);
    Clustering {
        threshold,
        measure: pairs.info.measure,
        linkage,
        clusters,
        cluster_of,
        pairs: pairs.count(threshold) + cannot_link,
        cannot_link,
        not_subdivided,
    }
}

/// Figures of each group, from the cache if possible; new ones are added to it.
fn figures(
    collection: &Collection,
    pairs: &PairSet,
    threshold: f64,
    (groups, similar): (&[Vec<DocNo>], &[u64]),
    cache: &mut Cache,
) -> Vec<Cohesion> {
    let groups = groups.iter().zip(similar);
    let groups = groups.map(|(members, &similar)| Group { members, similar });
    let groups: Vec<Group<'_>> = groups.collect();
    let cached = groups.iter().map(|group| cache.figures(group).cloned());
    let mut figures: Vec<Option<Cohesion>> = cached.collect();
    let (mut fresh, mut fresh_index_of) = (Vec::new(), vec![None; pairs.representative.len()]);
    for (group, _) in groups.iter().zip(&figures).filter(|(_, f)| f.is_none()) {
        for doc in group.members {
            fresh_index_of[doc.index()] = Some(fresh.len() as u32);
        }
        fresh.push(*group);
    }
    let cohesions = cohesion::of_groups(
        collection,
        pairs,
        threshold,
        (&fresh, &fresh_index_of),
        PAIRS,
    );
    let missing = figures.iter_mut().filter(|figures| figures.is_none());
    for ((figures, cohesion), group) in missing.zip(cohesions).zip(fresh) {
        cache.keep_figures(&group, cohesion.clone());
        *figures = Some(cohesion);
    }
    figures.into_iter().flatten().collect()
}

/// Sorts by size, descending, then by representative. Also returns the new index of each cluster, by its old index.
fn in_listing_order(clusters: Vec<Cluster>) -> (Vec<Cluster>, Vec<u32>) {
    let mut order: Vec<(usize, Cluster)> = clusters.into_iter().enumerate().collect();
    order.sort_by_key(|(_, c)| (std::cmp::Reverse(c.size()), c.representative));
    let mut index_of = vec![0; order.len()];
    for (new, (old, _)) in order.iter().enumerate() {
        index_of[*old] = new as u32;
    }
    let clusters = order.into_iter().map(|(_, cluster)| cluster).collect();
    (clusters, index_of)
}

/// Representatives of each component with at least two documents, ascending within each.
fn components(pairs: &PairSet, sets: &mut UnionFind) -> Vec<Vec<DocNo>> {
    let mut groups: Vec<Vec<DocNo>> = vec![Vec::new(); pairs.representative.len()];
    for (doc, first) in pairs.representative.iter().enumerate() {
        if first.index() == doc {
            groups[sets.find(doc as u32) as usize].push(*first);
        }
    }
    groups.retain(|group| parts::is_cluster(pairs, group));
    groups
}

/// For each document, whether an earlier one has the same terms. Such documents share a
/// representative; documents with different terms but equal shingle sets do, too.
fn repeats(collection: &Collection, pairs: &PairSet) -> Vec<bool> {
    let copied = collection
        .documents()
        .filter(|doc| pairs.copies(pairs.representative[doc.index()]).len() > 1);
    let mut repeats = vec![false; collection.len()];
    for (_, others) in same_text(collection, copied.collect()) {
        for doc in others {
            repeats[doc.index()] = true;
        }
    }
    repeats
}

fn cluster(
    pairs: &PairSet,
    group: &[DocNo],
    edges: &[Pair],
    figures: &Cohesion,
    repeats: &[bool],
) -> Cluster {
    let mut members: Vec<DocNo> = group
        .iter()
        .flat_map(|doc| pairs.copies(*doc))
        .copied()
        .collect();
    members.sort_unstable();
    let bridges = bridges::all(pairs, group, edges, 1);
    Cluster {
        identical: members.iter().filter(|doc| repeats[doc.index()]).count(),
        representative: figures.medoid,
        min: figures.min,
        mean: figures.mean,
        max: figures.max,
        measured: figures.measured,
        bridge: bridges.weakest.into_iter().next(),
        bridges: bridges.total,
        outside: None,
        cannot_link: 0,
        members,
    }
}

#[cfg(test)]
mod tests {
    use crate::base::Cancel;
    use std::sync::Arc;

    use super::*;
    use crate::candidates::{CannotLink, Identical, Method, MethodConfig, find};
    use crate::index::made;
    use crate::settings::Sketching;

    /// Five documents; each lacks one of the same six runs of 12 terms.
    fn documents() -> Vec<Vec<u64>> {
        let lacking = |n: u64| (0..72).filter(|term| term / 12 != n).collect();
        (0..5).map(lacking).collect()
    }

    #[test]
    fn a_pair_decided_different_is_connected_only_by_other_edges_and_never_by_complete_linkage() {
        let collection = made::collection(&documents(), Sketching::default());
        let method = MethodConfig::from(Method::Exact);
        let identical = Identical::new(&collection);
        let pairs = find(
            &collection,
            &identical,
            &method,
            0.4,
            0.1,
            &Cancel::default(),
        );
        let group = |doc: u32| -> Arc<[DocNo]> { [DocNo(doc)].into() };
        let decisions = |ends: &[(u32, u32)]| -> CannotLink {
            ends.iter().map(|(a, b)| [group(*a), group(*b)]).collect()
        };
        // One cache for all, as in the engine: it must not return merges of other decisions.
        let mut cache = Cache::default();
        for linkage in Linkage::ALL.map(|(_, linkage)| linkage) {
            let mut run = |apart: &CannotLink| {
                build(&collection, &pairs.without(apart), 0.4, linkage, &mut cache)
            };
            let all = run(&CannotLink::default());
            assert_eq!((all.clusters.len(), all.cannot_link), (1, 0), "{linkage}");
            let result = run(&decisions(&[(0, 1)]));
            let is_together = result.cluster_of[0] == result.cluster_of[1];
            assert_eq!(is_together, linkage != Linkage::Complete, "{linkage}");
            assert_eq!((result.pairs, result.cannot_link), (10, 1), "{linkage}");
            let inside: u64 = result.clusters.iter().map(|c| c.cannot_link).sum();
            assert_eq!(inside, u64::from(is_together), "{linkage}");
            // The figures do not depend on decisions.
            assert!(!is_together || result.clusters[0].min == all.clusters[0].min);
            // A document decided different from all others is in no cluster.
            let alone = run(&decisions(&[(0, 1), (0, 2), (0, 3), (0, 4)]));
            assert_eq!(alone.cluster_of[0], None, "{linkage}");
            assert_eq!(alone.clusters[0].members.len(), 4, "{linkage}");
            assert_eq!(run(&CannotLink::default()).clusters.len(), 1, "{linkage}");
        }
    }
}

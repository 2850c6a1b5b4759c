//! From verified pairs to clusters at a threshold: components, their figures, what lies just outside.

use std::collections::HashMap;

use rayon::prelude::*;

use super::bridges;
use super::cohesion::{self, Cohesion, Known};
use super::union_find::UnionFind;
use super::{Cluster, Clustering, Outside};
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::candidates::identical::same_text;
use crate::collection::Collection;
use crate::similarity::Pair;

/// Figures of clusters that were met before, by their members: a threshold that moves a little
/// leaves most clusters as they were.
#[derive(Debug, Default)]
pub struct Cache {
    figures: HashMap<Vec<DocNo>, Cohesion>,
    /// For each document, whether it repeats one before it term for term. No threshold changes that.
    repeats: Option<Vec<bool>>,
}

impl Cache {
    /// Clusters remembered before the cache is emptied.
    const LIMIT: usize = 200_000;
}

/// The clusters of `pairs` at `threshold`, largest first, then by representative.
#[must_use]
pub fn build(
    collection: &Collection,
    pairs: &PairSet,
    threshold: f64,
    cache: &mut Cache,
) -> Clustering {
    let edges = pairs.at_least(threshold);
    let mut sets = UnionFind::new(pairs.representative.len());
    for pair in edges {
        sets.union(pair.a.0, pair.b.0);
    }
    let components = components(pairs, &mut sets);
    let mut edges_of: Vec<Vec<Pair>> = vec![Vec::new(); components.len()];
    let mut cluster_of: Vec<Option<u32>> = vec![None; pairs.representative.len()];
    for (index, component) in components.iter().enumerate() {
        for &representative in component {
            for copy in pairs.copies(representative) {
                cluster_of[copy.index()] = Some(index as u32);
            }
        }
    }
    for pair in edges {
        if let Some(index) = cluster_of[pair.a.index()] {
            edges_of[index as usize].push(*pair);
        }
    }
    let known = Known::new(pairs);
    let repeats = cache
        .repeats
        .take()
        .unwrap_or_else(|| repeats(collection, pairs));
    let mut made: Vec<(Cluster, Option<Cohesion>)> = components
        .par_iter()
        .zip(&edges_of)
        .map(|(component, edges)| {
            let remembered = cache.figures.get(component);
            let fresh = remembered
                .is_none()
                .then(|| cohesion::measure(collection, pairs, &known, component));
            let figures = remembered.or(fresh.as_ref()).cloned().unwrap_or_default();
            (cluster(pairs, component, edges, &figures, &repeats), fresh)
        })
        .collect();
    cache.repeats = Some(repeats);
    if cache.figures.len() > Cache::LIMIT {
        cache.figures.clear();
    }
    for ((_, fresh), component) in made.iter_mut().zip(&components) {
        if let Some(figures) = fresh.take() {
            cache.figures.insert(component.clone(), figures);
        }
    }
    let mut clusters: Vec<Cluster> = made.into_iter().map(|(cluster, _)| cluster).collect();
    just_outside(pairs, threshold, &cluster_of, &mut clusters);
    // Into listing order, and the documents' indices with them.
    let mut order: Vec<usize> = (0..clusters.len()).collect();
    order.sort_by_key(|&i| {
        (
            std::cmp::Reverse(clusters[i].size()),
            clusters[i].representative,
        )
    });
    let mut index_of = vec![0; clusters.len()];
    for (new, &old) in order.iter().enumerate() {
        index_of[old] = new as u32;
    }
    for index in cluster_of.iter_mut().flatten() {
        *index = index_of[*index as usize];
    }
    let mut slots: Vec<Option<Cluster>> = clusters.into_iter().map(Some).collect();
    let clusters = order.into_iter().filter_map(|i| slots[i].take()).collect();
    Clustering {
        threshold,
        measure: pairs.found.measure,
        clusters,
        cluster_of,
        pairs: pairs.count(threshold),
    }
}

/// Representatives of each component that stands for two documents or more, rising within each.
fn components(pairs: &PairSet, sets: &mut UnionFind) -> Vec<Vec<DocNo>> {
    let mut groups: Vec<Vec<DocNo>> = vec![Vec::new(); pairs.representative.len()];
    for (doc, first) in pairs.representative.iter().enumerate() {
        if first.index() == doc {
            groups[sets.find(doc as u32) as usize].push(*first);
        }
    }
    groups.retain(|group| group.len() > 1 || group.iter().any(|doc| pairs.copies(*doc).len() > 1));
    groups
}

/// For each document, whether it repeats one before it term for term. Such documents stand for each
/// other, as do some of different terms.
fn repeats(collection: &Collection, pairs: &PairSet) -> Vec<bool> {
    let several = collection
        .documents()
        .filter(|doc| pairs.copies(pairs.representative[doc.index()]).len() > 1);
    let mut repeats = vec![false; collection.len()];
    for (_, others) in same_text(collection, several.collect()) {
        for doc in others {
            repeats[doc.index()] = true;
        }
    }
    repeats
}

fn cluster(
    pairs: &PairSet,
    component: &[DocNo],
    edges: &[Pair],
    figures: &Cohesion,
    repeats: &[bool],
) -> Cluster {
    let mut members: Vec<DocNo> = component
        .iter()
        .flat_map(|doc| pairs.copies(*doc))
        .copied()
        .collect();
    members.sort_unstable();
    Cluster {
        identical: members.iter().filter(|doc| repeats[doc.index()]).count(),
        representative: figures.medoid,
        min: figures.min,
        mean: figures.mean,
        max: figures.max,
        measured: figures.measured,
        bridge: bridges::weakest(pairs, component, edges),
        outside: None,
        members,
    }
}

/// For each cluster the nearest pair with one foot outside it. `pairs` fall in Jaccard, so the
/// first one met is the nearest.
fn just_outside(
    pairs: &PairSet,
    threshold: f64,
    cluster_of: &[Option<u32>],
    clusters: &mut [Cluster],
) {
    let below = &pairs.pairs[pairs.at_least(threshold).len()..];
    for pair in below {
        let (of_a, of_b) = (cluster_of[pair.a.index()], cluster_of[pair.b.index()]);
        if of_a == of_b {
            continue;
        }
        for (of, member, document) in [(of_a, pair.a, pair.b), (of_b, pair.b, pair.a)] {
            if let Some(cluster) = of.map(|of| &mut clusters[of as usize])
                && cluster.outside.is_none()
            {
                cluster.outside = Some(Outside {
                    document,
                    member,
                    similarity: pairs.score(pair),
                });
            }
        }
    }
}

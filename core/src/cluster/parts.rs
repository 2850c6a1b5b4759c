//! Subdivision of components by complete or average linkage. Both merge only documents that are
//! connected by pairs at the threshold, so each component is processed separately.

use rayon::prelude::*;

use super::Linkage;
use super::agglomerate::Joins;
use super::cache::Cache;
use super::cohesion;
use super::half_matrix::{self, HalfMatrix};
use crate::base::DocNo;
use crate::base::union_find::UnionFind;
use crate::candidates::PairSet;
use crate::index::Collection;
use crate::similarity::Pair;

/// Maximum number of distinct documents of a component to compare all pairs: 64 MB of similarities.
pub const MAX_MATRIX_DOCUMENTS: usize = 4_000;

/// Result of the subdivision.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// Representatives of each cluster, ascending.
    pub groups: Vec<Vec<DocNo>>,
    /// Indices of groups that are components too large to be subdivided.
    pub not_subdivided: Vec<usize>,
}

/// Whether these representatives represent at least two documents.
pub(super) fn is_cluster(pairs: &PairSet, group: &[DocNo]) -> bool {
    let copies = |doc: &DocNo| pairs.copies(*doc).len() > 1 && pairs.copies_are_pairs(*doc);
    group.len() > 1 || group.iter().any(copies)
}

/// Subdivides each of `components` into clusters by the linkage of `cache`; fills the cache.
pub(super) fn subdivide(
    collection: &Collection,
    pairs: &PairSet,
    threshold: f64,
    components: Vec<Vec<DocNo>>,
    cache: &mut Cache,
) -> Parts {
    let linkage = cache.linkage;
    if linkage == Linkage::Single {
        return Parts {
            groups: components,
            not_subdivided: Vec::new(),
        };
    }
    // One or two distinct documents form one cluster by any linkage.
    let is_subdivided = |component: &[DocNo]| (3..=MAX_MATRIX_DOCUMENTS).contains(&component.len());
    let uncached = components
        .iter()
        .map(|c| is_subdivided(c) && cache.joins(c).is_none());
    let uncached: Vec<bool> = uncached.collect();
    let pairs_by_component = pairs_of(pairs, &components, &uncached);
    let each = components.par_iter().zip(&uncached).zip(pairs_by_component);
    let fresh: Vec<Option<Joins>> = each
        .map(|((component, uncached), component_pairs)| {
            uncached.then(|| {
                joins(
                    collection,
                    pairs,
                    component_pairs.iter(),
                    component,
                    linkage,
                )
            })
        })
        .collect();
    let mut parts = Parts::default();
    for (component, fresh) in components.into_iter().zip(fresh) {
        if !is_subdivided(&component) {
            if component.len() > MAX_MATRIX_DOCUMENTS {
                parts.not_subdivided.push(parts.groups.len());
            }
            parts.groups.push(component);
            continue;
        }
        if let Some(joins) = fresh.as_ref().or(cache.joins(&component)) {
            let pieces = joins.cut(threshold).into_iter();
            let pieces = pieces.map(|piece| piece.into_iter().map(|i| component[i]).collect());
            parts
                .groups
                .extend(pieces.filter(|piece: &Vec<DocNo>| is_cluster(pairs, piece)));
        }
        if let Some(joins) = fresh {
            cache.keep_joins(component, joins);
        }
    }
    parts
}

/// Returns the known pairs of each of `components`; none for a component that is not `uncached`.
fn pairs_of(pairs: &PairSet, components: &[Vec<DocNo>], uncached: &[bool]) -> Vec<Vec<Pair>> {
    let component_of = index_of_members(pairs, components);
    let mut by_component: Vec<Vec<Pair>> = vec![Vec::new(); components.len()];
    for pair in &pairs.pairs {
        let [a, b] = [pair.a, pair.b].map(|doc| component_of[doc.index()]);
        if let Some(index) = a.filter(|index| a == b && uncached[*index as usize]) {
            by_component[index as usize].push(*pair);
        }
    }
    by_component
}

/// For each document, the index of the group that contains its representative.
pub(super) fn index_of_members(pairs: &PairSet, groups: &[Vec<DocNo>]) -> Vec<Option<u32>> {
    let mut index_of: Vec<Option<u32>> = vec![None; pairs.representative.len()];
    for (index, group) in groups.iter().enumerate() {
        for copy in group.iter().flat_map(|doc| pairs.copies(*doc)) {
            index_of[copy.index()] = Some(index as u32);
        }
    }
    index_of
}

/// Computes the merges of these distinct members, each representing its copies, from the exact similarities of all
/// pairs; 0 for pairs with the decision "different".
pub(super) fn joins<'a>(
    collection: &Collection,
    pairs: &PairSet,
    known_pairs: impl Iterator<Item = &'a Pair>,
    members: &[DocNo],
    linkage: Linkage,
) -> Joins {
    let weights = cohesion::weights(pairs, members);
    let matrix = matrix(collection, pairs, known_pairs, members);
    Joins::new(linkage, &weights, matrix)
}

/// The exact similarities of all pairs of these distinct members; 0 for pairs with the decision "different".
fn matrix<'a>(
    collection: &Collection,
    pairs: &PairSet,
    known_pairs: impl Iterator<Item = &'a Pair>,
    members: &[DocNo],
) -> HalfMatrix {
    let mut matrix = half_matrix::of_group(collection, pairs, known_pairs, members);
    for (a, b) in pairs.cannot_link() {
        if let (Ok(i), Ok(j)) = (members.binary_search(&a), members.binary_search(&b)) {
            matrix.set(i, j, 0.0);
        }
    }
    matrix
}

/// Returns the highest threshold at which two documents of one cluster by `linkage` (not single) are
/// together. `members` are all its distinct documents; others did not influence its merges. 1 for copies of
/// one text, if copies are pairs; otherwise the threshold at which they are merged with a third.
pub fn together_within(
    collection: &Collection,
    pairs: &PairSet,
    linkage: Linkage,
    members: &[DocNo],
    (a, b): (DocNo, DocNo),
) -> Option<f64> {
    let position = |doc: DocNo| members.binary_search(&pairs.representative[doc.index()]);
    let (a, b) = (position(a).ok()?, position(b).ok()?);
    if a == b && pairs.copies_are_pairs(members[a]) {
        return Some(1.0);
    }
    joins(collection, pairs, pairs.pairs.iter(), members, linkage).together(a, b)
}

/// Does the same as [`together_within`], if some pairs are not compared. Only compared pairs connect documents, so the
/// component of the two documents is subdivided separately at each threshold. `members` are all distinct documents
/// connected to the two at the floor.
fn together_by_components(
    collection: &Collection,
    pairs: &PairSet,
    linkage: Linkage,
    members: &[DocNo],
    (a, b): (DocNo, DocNo),
) -> Option<f64> {
    let position = |doc: DocNo| members.binary_search(&pairs.representative[doc.index()]);
    let (a, b) = (position(a).ok()?, position(b).ok()?);
    if a == b && pairs.copies_are_pairs(members[a]) {
        return Some(1.0);
    }
    let weights = cohesion::weights(pairs, members);
    let matrix = matrix(collection, pairs, pairs.pairs.iter(), members);
    // In the order of the pairs: similarity descending.
    let edges = pairs.pairs.iter().filter_map(|pair| {
        let ends = (position(pair.a).ok()? as u32, position(pair.b).ok()? as u32);
        Some((pairs.score(pair), ends))
    });
    let edges: Vec<(f64, (u32, u32))> = edges.collect();
    let mut sets = UnionFind::new(members.len());
    let (mut size, mut joined) = (0, None);
    let mut equals = edges.chunk_by(|x, y| x.0 == y.0).peekable();
    while let Some(equal) = equals.next() {
        for (_, (i, j)) in equal {
            sets.union(*i, *j);
        }
        let root = sets.find(a as u32);
        if sets.find(b as u32) != root {
            continue;
        }
        if sets.size(root) != size {
            size = sets.size(root);
            let all = 0..members.len();
            let part: Vec<usize> = all.filter(|at| sets.find(*at as u32) == root).collect();
            let similarity = |i: usize, j: usize| matrix.get(part[i], part[j]);
            let weights: Vec<u64> = part.iter().map(|at| weights[*at]).collect();
            let joins = Joins::new(linkage, &weights, HalfMatrix::new(part.len(), similarity));
            let at = |member: usize| part.binary_search(&member).ok();
            joined = joins.together(at(a)?, at(b)?);
        }
        // The component does not change down to the next similarity.
        let at = joined.map(|at| at.min(equal[0].0));
        let next = equals.peek().map(|equal| equal[0].0);
        if let Some(at) = at.filter(|at| next.is_none_or(|next| *at > next)) {
            return Some(at);
        }
    }
    None
}

/// Does the same as [`together_within`] for any two documents, down to the floor of `pairs`. `Ok(None)`
/// if they are not together at or above it.
///
/// # Errors
/// The number of distinct documents connected to them at the floor, if too many to compare all pairs.
pub fn together(
    collection: &Collection,
    pairs: &PairSet,
    linkage: Linkage,
    (a, b): (DocNo, DocNo),
) -> Result<Option<f64>, usize> {
    let mut sets = UnionFind::new(pairs.representative.len());
    for pair in &pairs.pairs {
        sets.union(pair.a.0, pair.b.0);
    }
    let root = sets.find(pairs.representative[a.index()].0);
    if sets.find(pairs.representative[b.index()].0) != root {
        return Ok(None);
    }
    let size = sets.size(root) as usize;
    if size > MAX_MATRIX_DOCUMENTS {
        return Err(size);
    }
    let members: Vec<DocNo> = (0..pairs.representative.len() as u32)
        .filter(|doc| sets.find(*doc) == root)
        .map(DocNo)
        .collect();
    let at = match collection.classes() {
        Some(_) => together_by_components(collection, pairs, linkage, &members, (a, b)),
        None => together_within(collection, pairs, linkage, &members, (a, b)),
    };
    // Below the floor, other documents could be merged first, so the result is unknown.
    Ok(at.filter(|at| *at >= pairs.info.floor))
}

//! Clusters of an audit.

use std::collections::HashMap;

use super::data::{Edge, Group};
use super::decision_summary::decision_summary;
use super::names::Names;
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::cluster::{Cluster, Clustering};
use crate::collection::Collection;
use crate::review::ReviewState;
use crate::similarity::{Measure, Pair};

/// Clusters that are drawn.
const MOST: usize = 24;

/// Members of a cluster that are drawn.
const MEMBERS: usize = 24;

/// Pairs between two questions whether to go on.
const POLL: usize = 4096;

/// The clusters of a report, and the pairs that they are made of.
#[derive(Clone, Copy)]
pub struct ClustersOfPairs<'a> {
    /// The clusters.
    pub clustering: &'a Clustering,
    /// All pairs of the corpus down to their threshold or further.
    pub pairs: &'a PairSet,
    /// The measure of the threshold.
    pub measure: Measure,
}

/// The first clusters, with all pairs between their members that satisfy the rule; `listed` are those of the report. With
/// `only_decided`, clusters without a decision and without a pair of the report are left out; with `only_of_pairs`, all
/// without such a pair. Also says how many there are. `None` once it should not continue.
pub(super) fn groups(
    collection: &Collection,
    clusters: ClustersOfPairs<'_>,
    listed: &[Pair],
    (state, only_decided, only_of_pairs): (&ReviewState, bool, bool),
    names: &Names<'_>,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<(Vec<Group>, usize)> {
    let clustering = clusters.clustering;
    let all = clustering.clusters.iter().enumerate();
    let kept: Vec<(usize, &Cluster)> = all
        .filter(|(at, cluster)| {
            let judged = || {
                let said = state.cluster(collection, &cluster.members);
                said.decision().is_some()
            };
            let has = |pair: &Pair| {
                let is_in = |doc| clustering.cluster_of(doc).is_some_and(|(of, _)| of == *at);
                is_in(pair.a) && is_in(pair.b)
            };
            match only_of_pairs {
                true => listed.iter().any(has),
                false => !only_decided || judged() || listed.iter().any(has),
            }
        })
        .collect();
    let count = kept.len();
    let mut places: HashMap<DocNo, (usize, usize)> = HashMap::new();
    let mut groups: Vec<Group> = Vec::new();
    for (at, cluster) in kept.into_iter().take(MOST) {
        let members = &cluster.members[..cluster.size().min(MEMBERS)];
        for (place, doc) in members.iter().enumerate() {
            places.insert(*doc, (groups.len(), place));
        }
        groups.push(Group {
            number: at + 1,
            size: cluster.size(),
            members: members.iter().map(|doc| names.of(*doc)).collect(),
            min: cluster.min,
            max: cluster.max,
            measured: cluster.measured,
            chain: cluster.is_chain(clustering.threshold),
            edges: Vec::new(),
            said: decision_summary(&state.cluster(collection, &cluster.members), names),
        });
    }
    let positions = collection.settings().sketching.permutations;
    let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
    let all = clusters.pairs.count(clustering.threshold);
    let pairs: Box<dyn Iterator<Item = Pair>> = match listed.len() as u64 == all {
        true => Box::new(listed.iter().copied()),
        false => Box::new(clusters.pairs.each(clustering.threshold, positions, size)),
    };
    for (at, pair) in pairs.enumerate() {
        (!at.is_multiple_of(POLL) || should_continue()).then_some(())?;
        let ends = places.get(&pair.a).zip(places.get(&pair.b));
        if let Some((a, b)) = ends.filter(|(a, b)| a.0 == b.0) {
            groups[a.0].edges.push(Edge {
                a: a.1,
                b: b.1,
                similarity: clusters.measure.of(&pair.overlap),
            });
        }
    }
    Some((groups, count))
}

//! Clusters of an audit.

use std::collections::HashMap;

use super::data::{Edge, Group};
use super::decision_summary::decision_summary;
use super::names::Names;
use crate::base::DocNo;
use crate::cluster::{Cluster, Clustering};
use crate::collection::Collection;
use crate::review::ReviewState;
use crate::similarity::{Measure, Pair};

/// Clusters that are drawn.
const MOST: usize = 24;

/// Members of a cluster that are drawn.
const MEMBERS: usize = 24;

/// The first clusters, with the pairs between their members; `pairs` are those of the report. With `only_decided`,
/// clusters without a decision and without a pair of the report are left out; with `only_of_pairs`, all without such a
/// pair. Also says how many there are.
pub(super) fn groups(
    collection: &Collection,
    clustering: &Clustering,
    pairs: &[Pair],
    measure: Measure,
    (state, only_decided, only_of_pairs): (&ReviewState, bool, bool),
    names: &Names<'_>,
) -> (Vec<Group>, usize) {
    let all = clustering.clusters.iter().enumerate();
    let kept: Vec<(usize, &Cluster)> = all
        .filter(|(at, cluster)| {
            let judged = || {
                let said = state.cluster(collection, &cluster.members);
                said.decision().is_some()
            };
            let has = |pair: &Pair| {
                let of = clustering.cluster_of(pair.a);
                of.is_some_and(|(of, _)| of == *at)
            };
            match only_of_pairs {
                true => pairs.iter().any(has),
                false => !only_decided || judged() || pairs.iter().any(has),
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
            representative: names.of(cluster.representative),
            min: cluster.min,
            mean: cluster.mean,
            max: cluster.max,
            measured: cluster.measured,
            chain: cluster.is_chain(clustering.threshold),
            edges: Vec::new(),
            said: decision_summary(&state.cluster(collection, &cluster.members), names),
        });
    }
    for pair in pairs {
        let ends = places.get(&pair.a).zip(places.get(&pair.b));
        if let Some((a, b)) = ends.filter(|(a, b)| a.0 == b.0) {
            groups[a.0].edges.push(Edge {
                a: a.1,
                b: b.1,
                similarity: measure.of(&pair.overlap),
            });
        }
    }
    (groups, count)
}

//! The first clusters, with their documents and the range of their similarities.

use serde::Serialize;

use super::decisions::DecisionSummary;
use super::question::ReportInput;
use crate::cluster::{Cluster, Clustering};
use crate::similarity::Pair;

const MAX_CLUSTERS: usize = 24;

const MAX_MEMBERS: usize = 24;

/// A cluster of documents.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct ClusterEntry {
    /// Number, from 1, as `clusters --decided-different apart` numbers them.
    pub number: usize,
    /// Number of documents.
    pub size: usize,
    /// The first documents, by name or alias.
    pub members: Vec<String>,
    /// Lowest exact similarity of two documents.
    pub min: f64,
    /// Highest exact similarity of two documents.
    pub max: f64,
    /// Number of pairs that these figures are computed from, and of all pairs.
    pub measured: (u64, u64),
    /// Whether two documents are below the threshold.
    pub chain: bool,
    /// The decision on it.
    pub decision: Option<DecisionSummary>,
}

/// The first clusters, and their total number; `listed` are the pairs of the report. If the report is about some
/// documents only, clusters without a listed pair are excluded. If it is about decided pairs only, clusters without a
/// listed pair and without a decision are excluded.
pub(super) fn clusters(
    source: &ReportInput<'_>,
    clustering: &Clustering,
    listed: &[Pair],
    is_restricted: bool,
) -> (Vec<ClusterEntry>, usize) {
    let collection = source.collection;
    let numbered = clustering.clusters.iter().enumerate();
    let selected: Vec<(usize, &Cluster)> = numbered
        .filter(|(at, cluster)| {
            let is_in = |doc| {
                clustering
                    .cluster_of(doc)
                    .is_some_and(|(index, _)| index == *at)
            };
            let has_pair = || listed.iter().any(|pair| is_in(pair.a) && is_in(pair.b));
            let is_decided = || {
                let current = source.state.cluster(collection, &cluster.members);
                current.and_then(|current| current.decision()).is_some()
            };
            if is_restricted {
                has_pair()
            } else {
                !source.question.only_decided || is_decided() || has_pair()
            }
        })
        .collect();
    let count = selected.len();
    let entry = |(at, cluster): (usize, &Cluster)| {
        let members = cluster.members.iter().take(MAX_MEMBERS);
        let decision = source.state.cluster(collection, &cluster.members);
        ClusterEntry {
            number: at + 1,
            size: cluster.size(),
            members: members.map(|doc| source.names.name_of(*doc)).collect(),
            min: cluster.min,
            max: cluster.max,
            measured: cluster.measured,
            chain: cluster.is_chain(clustering.threshold),
            decision: DecisionSummary::current(decision, &cluster.members, source),
        }
    };
    let first = selected.into_iter().take(MAX_CLUSTERS);
    (first.map(entry).collect(), count)
}

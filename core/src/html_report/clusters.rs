//! Clusters, each with a map: its documents on a circle, and lines for its pairs.

use std::collections::HashMap;
use std::f64::consts::TAU;

use serde::Serialize;

use super::decisions::DecisionSummary;
use super::question::ReportInput;
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::cluster::{Cluster, Clustering};
use crate::similarity::Pair;

/// Clusters that are drawn.
const MOST: usize = 24;

/// Members of a cluster that are drawn.
const MEMBERS: usize = 24;

/// Pairs between two questions whether to go on.
const POLL: usize = 4096;

/// A cluster of documents.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct ClusterEntry {
    /// Number, from 1, as `clusters --decided-different apart` numbers them.
    pub number: usize,
    /// Number of documents.
    pub size: usize,
    /// The first documents, by name or alias.
    pub members: Vec<String>,
    /// Lowest exact similarity of two members.
    pub min: f64,
    /// Highest exact similarity of two members.
    pub max: f64,
    /// Pairs of members that these figures are from, and all of them.
    pub measured: (u64, u64),
    /// Whether two members are below the threshold.
    pub chain: bool,
    /// The places of the members on the map.
    pub nodes: Vec<Node>,
    /// The pairs between them.
    pub lines: Vec<MapLine>,
    /// The decision on it.
    pub decision: Option<DecisionSummary>,
}

/// A document on a map.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Node {
    pub x: f64,
    pub y: f64,
}

/// A pair on a map.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct MapLine {
    pub a: Node,
    pub b: Node,
    /// How thick it is: `e1`, `e2` or `e3`.
    pub class: &'static str,
}

/// The first clusters, with all pairs between their members that satisfy the rule; `listed` are those of the report.
/// Clusters without a pair of the report are excluded if the report is of only some documents; if it is of only decided
/// pairs, those that have no decision either. Also says how many there are. `None` once it should not continue.
pub(super) fn clusters(
    source: &ReportInput<'_>,
    (pairs, clustering): (&PairSet, &Clustering),
    listed: &[Pair],
    is_of_some: bool,
) -> Option<(Vec<ClusterEntry>, usize)> {
    let collection = source.collection;
    let all = clustering.clusters.iter().enumerate();
    let kept: Vec<(usize, &Cluster)> = all
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
            if is_of_some {
                has_pair()
            } else {
                !source.question.only_decided || is_decided() || has_pair()
            }
        })
        .collect();
    let count = kept.len();
    let mut places: HashMap<DocNo, (usize, usize)> = HashMap::new();
    let mut entries: Vec<ClusterEntry> = Vec::new();
    for (at, cluster) in kept.into_iter().take(MOST) {
        let members = &cluster.members[..cluster.size().min(MEMBERS)];
        for (index, doc) in members.iter().enumerate() {
            places.insert(*doc, (entries.len(), index));
        }
        let decision = source.state.cluster(collection, &cluster.members);
        entries.push(ClusterEntry {
            number: at + 1,
            size: cluster.size(),
            members: members
                .iter()
                .map(|doc| source.names.name_of(*doc))
                .collect(),
            min: cluster.min,
            max: cluster.max,
            measured: cluster.measured,
            chain: cluster.is_chain(clustering.threshold),
            nodes: (0..members.len())
                .map(|index| node(index, members.len()))
                .collect(),
            lines: Vec::new(),
            decision: DecisionSummary::current(decision, source.names),
        });
    }
    let threshold = clustering.threshold;
    let positions = collection.settings().sketching.permutations;
    let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
    let pairs: Box<dyn Iterator<Item = Pair>> = if listed.len() as u64 == pairs.count(threshold) {
        Box::new(listed.iter().copied())
    } else {
        Box::new(pairs.each(threshold, positions, size))
    };
    let measure = source.question.method_config.measure;
    for (at, pair) in pairs.enumerate() {
        (!at.is_multiple_of(POLL) || !source.cancel.stopped()).then_some(())?;
        let ends = places.get(&pair.a).zip(places.get(&pair.b));
        if let Some((a, b)) = ends.filter(|(a, b)| a.0 == b.0) {
            let entry = &mut entries[a.0];
            let above =
                (measure.similarity(&pair.overlap) - threshold) / (1.0 - threshold).max(0.001);
            entry
                .lines
                .push(line(entry.nodes[a.1], entry.nodes[b.1], above));
        }
    }
    Some((entries, count))
}

/// The place of a document on a circle with `n` of them.
fn node(at: usize, n: usize) -> Node {
    let angle = TAU * at as f64 / n as f64 - TAU / 4.0;
    let round = |value: f64| (value * 10.0).round() / 10.0;
    Node {
        x: round(100.0 + 84.0 * angle.cos()),
        y: round(100.0 + 84.0 * angle.sin()),
    }
}

/// The line of a pair: `above` is where its similarity is between the threshold, 0, and the highest, 1.
fn line(a: Node, b: Node, above: f64) -> MapLine {
    MapLine {
        a,
        b,
        class: match above {
            above if above < 0.34 => "e1",
            above if above < 0.67 => "e2",
            _ => "e3",
        },
    }
}

//! Filtering and sorting of the cluster list.

use crate::app::command_list::Matcher;
use crate::base::DocNo;
use crate::cluster::{Cluster, Clustering};
use crate::filter::Filter;
use crate::index::Collection;
use crate::review::ReviewState;

/// Sort column of the cluster list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClusterColumn {
    /// Number of members.
    #[default]
    Size,
    /// Number of identical copies.
    Same,
    /// Minimum similarity within the cluster.
    Min,
    /// Mean similarity within the cluster.
    Mean,
    /// Maximum similarity within the cluster.
    Max,
    /// Id of the representative.
    Name,
}

impl ClusterColumn {
    /// All columns in display order, with their names.
    const ALL: [(ClusterColumn, &'static str); 6] = [
        (ClusterColumn::Size, "size"),
        (ClusterColumn::Same, "identical copies"),
        (ClusterColumn::Min, "lowest similarity"),
        (ClusterColumn::Mean, "mean similarity"),
        (ClusterColumn::Max, "highest similarity"),
        (ClusterColumn::Name, "name"),
    ];

    /// Its name in words.
    pub fn name(self) -> &'static str {
        ClusterColumn::ALL[self as usize].1
    }

    /// The next column, wrapping around.
    pub fn next(self) -> Self {
        ClusterColumn::ALL[(self as usize + 1) % ClusterColumn::ALL.len()].0
    }

    /// Whether the order is ascending: names ascend, numbers descend.
    pub fn rises(self) -> bool {
        self == ClusterColumn::Name
    }
}

/// A row of the cluster list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Index of the cluster in the clustering.
    pub cluster: usize,
    /// The document whose id is displayed: the representative, or the best match of the filter.
    pub named: DocNo,
    /// Character positions of the filter match in that id.
    pub matched: Vec<usize>,
    /// Match score.
    pub score: i64,
}

/// The clusters that match `rest` and have a member whose id matches `text`, which may be empty.
pub(super) fn filtered(
    collection: &Collection,
    clustering: &Clustering,
    text: &str,
    rest: &Filter,
    review: Option<&ReviewState>,
) -> Vec<Listed> {
    let matcher = Matcher::new(text);
    let all = text.trim().is_empty();
    let line = |(index, cluster): (usize, &Cluster)| {
        let linked = (cluster, clustering.threshold);
        if rest.matches_cluster(collection, linked, review) != Some(true) {
            return None;
        }
        let (named, (score, matched)) = if all {
            (cluster.representative, (0, Vec::new()))
        } else {
            best_member(collection, cluster, &matcher)?
        };
        Some(Listed {
            cluster: index,
            named,
            matched,
            score,
        })
    };
    let clusters = clustering.clusters.iter().enumerate();
    clusters.filter_map(line).collect()
}

/// The best matching member; ties go to the representative, then to the first member.
fn best_member(
    collection: &Collection,
    cluster: &Cluster,
    matcher: &Matcher,
) -> Option<(DocNo, (i64, Vec<usize>))> {
    let members = cluster.members.iter().rev().copied();
    let scored = members
        .chain([cluster.representative])
        .filter_map(|doc| Some((doc, matcher.score(collection.id(doc))?)));
    let (doc, _) = scored.max_by_key(|(_, score)| *score)?;
    Some((doc, matcher.find(collection.id(doc))?))
}

/// Sorts rows by a column; ties are ordered by cluster index. Each cluster is looked at once, because a hundred
/// thousand are sorted while a key waits.
pub(super) fn sort(listed: &mut [Listed], clustering: &Clustering, column: ClusterColumn) {
    // The bits of numbers from 0 on are in the order of the numbers.
    let falling = |similarity: f64| !similarity.to_bits().cast_signed();
    let key = |cluster: &Cluster| match column {
        ClusterColumn::Size => !(cluster.size() as i64),
        ClusterColumn::Same => !(cluster.identical as i64),
        ClusterColumn::Min => falling(cluster.min),
        ClusterColumn::Mean => falling(cluster.mean),
        ClusterColumn::Max => falling(cluster.max),
        // Documents are numbered in the order of their ids.
        ClusterColumn::Name => i64::from(cluster.representative.0),
    };
    listed.sort_by_cached_key(|row| (key(&clustering.clusters[row.cluster]), row.cluster));
}

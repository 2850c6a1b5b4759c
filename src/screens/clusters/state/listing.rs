//! Filtering and sorting of the cluster list.

use crate::app::command_list::{Match, Matcher};
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
    /// All columns in display order.
    pub const ALL: [ClusterColumn; 6] = [
        ClusterColumn::Size,
        ClusterColumn::Same,
        ClusterColumn::Min,
        ClusterColumn::Mean,
        ClusterColumn::Max,
        ClusterColumn::Name,
    ];

    /// Column heading.
    pub fn name(self) -> &'static str {
        match self {
            ClusterColumn::Size => "size",
            ClusterColumn::Same => "same",
            ClusterColumn::Min => "min",
            ClusterColumn::Mean => "mean",
            ClusterColumn::Max => "max",
            ClusterColumn::Name => "representative",
        }
    }

    /// The next column, wrapping around.
    pub fn next(self) -> Self {
        let at = ClusterColumn::ALL
            .iter()
            .position(|c| *c == self)
            .unwrap_or(0);
        ClusterColumn::ALL[(at + 1) % ClusterColumn::ALL.len()]
    }

    /// Whether the default order is ascending: names ascend, numbers descend.
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

/// The clusters of `among` that match `rest` and have a member whose id matches `text`, which may be empty.
pub(super) fn filtered(
    collection: &Collection,
    clustering: &Clustering,
    among: Vec<usize>,
    text: &str,
    rest: &Filter,
    review: Option<&ReviewState>,
) -> Vec<Listed> {
    let matcher = Matcher::new(text);
    let all = text.trim().is_empty();
    let line = |index: usize| {
        let cluster = clustering.clusters.get(index)?;
        let linked = (cluster, clustering.threshold);
        if rest.matches_cluster(collection, linked, review) != Some(true) {
            return None;
        }
        let (named, best) = if all {
            (cluster.representative, Match::default())
        } else {
            best_member(collection, cluster, &matcher)?
        };
        Some(Listed {
            cluster: index,
            named,
            matched: best.indices,
            score: best.score,
        })
    };
    among.into_iter().filter_map(line).collect()
}

/// The best matching member; ties go to the representative, then to the first member.
fn best_member(
    collection: &Collection,
    cluster: &Cluster,
    matcher: &Matcher,
) -> Option<(DocNo, Match)> {
    let mut best: Option<(DocNo, i64)> = None;
    let first = std::iter::once(cluster.representative);
    for doc in first.chain(cluster.members.iter().copied()) {
        if let Some(score) = matcher.score(collection.id(doc))
            && best.is_none_or(|(_, b)| score > b)
        {
            best = Some((doc, score));
        }
    }
    let (doc, _) = best?;
    Some((doc, matcher.find(collection.id(doc))?))
}

/// Sorts rows by a column; ties are ordered by cluster index. Each cluster is looked at once, because a hundred
/// thousand are sorted while a key waits.
pub(super) fn sort(
    listed: &mut [Listed],
    clustering: &Clustering,
    column: ClusterColumn,
    reversed: bool,
) {
    let key = |cluster: &Cluster| match column {
        ClusterColumn::Size => !(cluster.size() as i64),
        ClusterColumn::Same => !(cluster.identical as i64),
        ClusterColumn::Min => !in_total_order(cluster.min),
        ClusterColumn::Mean => !in_total_order(cluster.mean),
        ClusterColumn::Max => !in_total_order(cluster.max),
        // Documents are numbered in the order of their ids.
        ClusterColumn::Name => i64::from(cluster.representative.0),
    };
    listed.sort_by_cached_key(|row| {
        let key = key(&clustering.clusters[row.cluster]);
        (if reversed { !key } else { key }, row.cluster)
    });
}

/// A number that is ordered as [`f64::total_cmp`] orders `value`.
fn in_total_order(value: f64) -> i64 {
    let bits = value.to_bits().cast_signed();
    bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::in_total_order;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_in_the_order_of_their_values(a in any::<f64>(), b in any::<f64>()) {
            prop_assert_eq!(in_total_order(a).cmp(&in_total_order(b)), a.total_cmp(&b));
        }
    }
}

//! Filter and order of the list of clusters.

use crate::app::fuzzy::{Match, Matcher};
use crate::base::DocNo;
use crate::cluster::{Cluster, Clustering};
use crate::collection::Collection;

/// A column to sort by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// Number of members.
    #[default]
    Size,
    /// Identical copies.
    Same,
    /// Smallest similarity inside.
    Min,
    /// Mean similarity inside.
    Mean,
    /// Greatest similarity inside.
    Max,
    /// Name of the representative.
    Name,
}

impl Column {
    /// All, in their order on the screen.
    pub const ALL: [Column; 6] = [
        Column::Size,
        Column::Same,
        Column::Min,
        Column::Mean,
        Column::Max,
        Column::Name,
    ];

    /// Its heading.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Column::Size => "size",
            Column::Same => "same",
            Column::Min => "min",
            Column::Mean => "mean",
            Column::Max => "max",
            Column::Name => "representative",
        }
    }

    /// The next to the right, and from the last to the first.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Column::ALL.iter().position(|c| *c == self).unwrap_or(0);
        Column::ALL[(at + 1) % Column::ALL.len()]
    }

    /// Whether its own order rises: names do, figures begin with the greatest.
    #[must_use]
    pub fn rises(self) -> bool {
        self == Column::Name
    }
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Index of the cluster.
    pub cluster: usize,
    /// The document whose name stands there: the representative, or the member that matched best.
    pub named: DocNo,
    /// Characters of that name that matched the filter.
    pub matched: Vec<usize>,
    /// How well it matched.
    pub score: i64,
}

/// The clusters among `among` of which a member's name matches `text`; all for an empty text.
pub(super) fn filtered(
    collection: &Collection,
    clustering: &Clustering,
    among: Vec<usize>,
    text: &str,
) -> Vec<Listed> {
    let matcher = Matcher::new(text);
    let all = text.trim().is_empty();
    let line = |index: usize| {
        let cluster = clustering.clusters.get(index)?;
        let (named, found) = if all {
            (cluster.representative, Match::default())
        } else {
            best_member(collection, cluster, &matcher)?
        };
        Some(Listed {
            cluster: index,
            named,
            matched: found.indices,
            score: found.score,
        })
    };
    among.into_iter().filter_map(line).collect()
}

/// The member that matches best; of equals the representative, then the first.
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

/// Orders lines by a column; equal ones keep the order of the clusters' numbers.
pub(super) fn sort(
    listed: &mut [Listed],
    collection: &Collection,
    clustering: &Clustering,
    column: Column,
    reversed: bool,
) {
    let cluster = |l: &Listed| &clustering.clusters[l.cluster];
    listed.sort_by(|x, y| {
        let (a, b) = (cluster(x), cluster(y));
        let order = match column {
            Column::Size => b.size().cmp(&a.size()),
            Column::Same => b.identical.cmp(&a.identical),
            Column::Min => b.min.total_cmp(&a.min),
            Column::Mean => b.mean.total_cmp(&a.mean),
            Column::Max => b.max.total_cmp(&a.max),
            Column::Name => collection
                .id(a.representative)
                .cmp(collection.id(b.representative)),
        };
        let order = if reversed { order.reverse() } else { order };
        order.then(x.cluster.cmp(&y.cluster))
    });
}

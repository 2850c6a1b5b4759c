//! Clusters that were pinned, and what became of them, as rows of a list that open what they name.

use std::sync::Arc;

use crate::base::DocNo;
use crate::cluster::Clustering;
use crate::engine::AnalysisConfig;
use crate::engine::message::Changes;

/// Clusters to compare others with.
#[derive(Clone, Debug)]
pub struct Pin {
    /// The clusters.
    pub clustering: Arc<Clustering>,
    /// The settings they are of; their threshold is the clusters' own.
    pub choice: AnalysisConfig,
}

/// A row of the list of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeRow {
    /// A change, by its index among all.
    Change(usize),
    /// A document of that change that is in a cluster now and was in none.
    Came(usize, DocNo),
    /// One that was in a cluster and is in none now.
    Went(usize, DocNo),
}

/// Documents of one change that are listed; how many there are is said in its row.
const LISTED: usize = 20;

impl ChangeRow {
    /// Every change, each followed by the documents that came and went.
    #[must_use]
    pub fn all(changes: &Changes) -> Vec<ChangeRow> {
        let mut rows = Vec::new();
        for (i, change) in changes.changes.iter().enumerate() {
            rows.push(ChangeRow::Change(i));
            let came = change.came.iter().take(LISTED);
            rows.extend(came.map(|doc| ChangeRow::Came(i, *doc)));
            let went = change.went.iter().take(LISTED);
            rows.extend(went.map(|doc| ChangeRow::Went(i, *doc)));
        }
        rows
    }

    /// The document to open: its own, or one of the first cluster of its change.
    #[must_use]
    pub fn document(self, changes: &Changes) -> Option<DocNo> {
        match self {
            ChangeRow::Came(_, doc) | ChangeRow::Went(_, doc) => Some(doc),
            ChangeRow::Change(i) => {
                let change = changes.changes.get(i)?;
                let of = |clustering: &Clustering, clusters: &[usize]| {
                    let cluster = clustering.clusters.get(*clusters.first()?)?;
                    Some(cluster.representative)
                };
                of(&changes.after, &change.after).or_else(|| of(&changes.before, &change.before))
            }
        }
    }
}

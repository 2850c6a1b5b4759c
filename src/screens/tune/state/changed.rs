//! Pinned clusters and their changes as rows of a list.

use std::sync::Arc;

use crate::base::DocNo;
use crate::cluster::Clustering;
use crate::engine::AnalysisConfig;
use crate::engine::message::Changes;

/// A clustering to compare others with.
#[derive(Clone, Debug)]
pub struct Pin {
    /// The pinned clustering.
    pub clustering: Arc<Clustering>,
    /// Its configuration; its threshold is stored in the clustering.
    pub analysis_config: AnalysisConfig,
}

/// A row of the list of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeRow {
    /// A change, by index.
    Change(usize),
    /// A document that is in a cluster now and was in none, with the index of its change.
    Came(usize, DocNo),
    /// A document that was in a cluster and is in none now, with the index of its change.
    Went(usize, DocNo),
}

/// Maximum number of documents listed per change and direction; the change's row has the total.
const LISTED: usize = 20;

impl ChangeRow {
    /// All changes, each followed by the documents that came and went.
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

    /// The document to open: that of the row, or for a change the representative of its first cluster.
    pub fn document(self, changes: &Changes) -> Option<DocNo> {
        match self {
            ChangeRow::Came(_, doc) | ChangeRow::Went(_, doc) => Some(doc),
            ChangeRow::Change(i) => {
                let change = changes.changes.get(i)?;
                let representative = |clustering: &Clustering, clusters: &[usize]| {
                    let cluster = clustering.clusters.get(*clusters.first()?)?;
                    Some(cluster.representative)
                };
                representative(&changes.after, &change.after)
                    .or_else(|| representative(&changes.before, &change.before))
            }
        }
    }
}

//! Pinned clusters, and what has changed since.

use std::sync::Arc;

use crate::base::DocNo;
use crate::cluster::Clustering;
use crate::engine::AnalysisConfig;
use crate::engine::message::Changes;

/// Maximum number of documents listed per change and direction.
const LISTED: usize = 20;

/// A row of the list of changes: a change, or one of the documents that came or went with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeRow {
    /// Index of the change.
    pub change: usize,
    /// The document, and whether it came.
    pub document: Option<(DocNo, bool)>,
}

/// Clusters that the current ones are compared with.
#[derive(Clone, Debug)]
pub struct Pin {
    /// The pinned clusters.
    pub clustering: Arc<Clustering>,
    /// Their settings; their threshold is in `clustering`.
    pub analysis_config: AnalysisConfig,
    /// The clusters that a comparison was requested with last.
    pub requested: Option<Arc<Clustering>>,
    /// What changed, once it is known.
    pub changes: Option<Arc<Changes>>,
    /// The rows of the list of changes.
    pub rows: Vec<ChangeRow>,
}

impl Pin {
    /// Pins clusters.
    pub fn new(clustering: Arc<Clustering>, analysis_config: AnalysisConfig) -> Pin {
        Pin {
            clustering,
            analysis_config,
            requested: None,
            changes: None,
            rows: Vec::new(),
        }
    }

    /// Takes an answer, unless it is about clusters that were pinned before these.
    pub fn set_changes(&mut self, changes: Arc<Changes>) {
        if !Arc::ptr_eq(&self.clustering, &changes.before) {
            return;
        }
        self.rows.clear();
        for (change, group) in changes.changes.iter().enumerate() {
            let row = |document| ChangeRow { change, document };
            let came = group.came.iter().take(LISTED).map(|doc| Some((*doc, true)));
            let went = group.went.iter().take(LISTED);
            let went = went.map(|doc| Some((*doc, false)));
            self.rows.push(row(None));
            self.rows.extend(came.chain(went).map(row));
        }
        self.changes = Some(changes);
    }

    /// The document of a row: for a change the representative of its first cluster.
    pub fn document(&self, row: ChangeRow) -> Option<DocNo> {
        if let Some((document, _)) = row.document {
            return Some(document);
        }
        let changes = self.changes.as_ref()?;
        let change = changes.changes.get(row.change)?;
        let (clustering, cluster) = match change.after.first() {
            Some(cluster) => (&changes.after, cluster),
            None => (&changes.before, change.before.first()?),
        };
        Some(clustering.clusters.get(*cluster)?.representative)
    }
}

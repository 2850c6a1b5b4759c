//! Latest engine results, as complete snapshots. Document numbers are valid within one collection only, so a newer
//! collection is not displayed until its clusters have arrived.

use std::collections::HashMap;
use std::sync::Arc;

use super::names::NamedDocuments;
use super::state::histogram::Histogram;
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::cluster::Clustering;
use crate::corpus::Dated;
use crate::engine::message::{Disguised, DocumentView, MaskSurvey, Seams};
use crate::engine::{Progress, Stage, Why};
use crate::evidence::{CopiedText, CopiedTextProgress};
use crate::index::Collection;

/// The latest snapshot of each kind.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// The collection that everything displayed refers to.
    pub collection: Option<Arc<Collection>>,
    /// The same documents with the names that screens show.
    pub named: Option<NamedDocuments>,
    /// Newer collection whose clusters have not arrived yet.
    pub incoming: Option<Arc<Collection>>,
    /// Latest pair set.
    pub pairs: Option<Arc<PairSet>>,
    /// Histogram of the latest pair set.
    pub histogram: Histogram,
    /// Latest clustering.
    pub clustering: Option<Arc<Clustering>>,
    /// The pairs with copied text; `None` until they are counted.
    pub copied: Option<Arc<CopiedText>>,
    /// Progress of a long search for copied text.
    pub counting: Option<CopiedTextProgress>,
    /// Progress of the report that is being written.
    pub writing: Option<String>,
    /// The document last received.
    pub document: Option<Arc<DocumentView>>,
    /// Dates of documents, as far as they were requested.
    pub dates: HashMap<DocNo, Dated>,
    /// Answer to the last query why two documents share a cluster or do not.
    pub why: Option<Arc<Why>>,
    /// Answer to the last query about the pairs that connect a cluster.
    pub seams: Option<Arc<Seams>>,
    /// The text that each mask covers by itself.
    pub masks: Option<Arc<MaskSurvey>>,
    /// The block of common text that was mentioned to the user: its words and documents.
    pub block: Option<(u32, u32)>,
    /// The disguised documents of the collection; `None` until they are counted.
    pub disguised: Option<Arc<Disguised>>,
    /// Number of documents in the full-text index; `None` until it can be searched.
    pub full_text: Option<usize>,
    /// Latest progress sample; `None` while no work runs.
    pub progress: Option<Progress>,
    /// Set when the analysis has ended: whether it was stopped.
    pub finished: Option<bool>,
    /// Why the corpus could not be read the last time; `None` if it was.
    pub unread: Option<String>,
    /// Whether the corpus has changed on disk since it was listed.
    pub edited: bool,
    /// Whether the user has requested a stop that has not completed.
    pub stopping: bool,
}

impl Data {
    /// Whether the document is known to be disguised.
    pub fn is_disguised(&self, doc: DocNo) -> bool {
        self.disguised.as_ref().is_some_and(|d| d.count(doc) > 0)
    }

    /// Whether the pair search was stopped, so that pairs may be missing.
    pub fn search_stopped(&self) -> bool {
        self.pairs.as_ref().is_some_and(|pairs| pairs.info.stopped)
    }

    /// Whether the analysis is running.
    pub fn working(&self) -> bool {
        self.finished.is_none()
    }

    /// Number of documents in the newest collection, displayed or not.
    pub fn documents(&self) -> usize {
        let newest = self.incoming.as_ref().or(self.collection.as_ref());
        newest.map_or(0, |c| c.len())
    }

    /// Records that the work has ended, by itself or because it was stopped.
    pub fn set_finished(&mut self, stopped: bool) {
        (self.finished, self.progress) = (Some(stopped), None);
        self.stopping = false;
    }

    /// Stores a progress sample. With `calm`, samples within the same step are ignored.
    pub fn set_progress(&mut self, progress: Progress, calm: bool) {
        if progress.stage == Stage::Done {
            self.progress = None;
            return;
        }
        self.finished = None;
        store_progress(&mut self.progress, progress, calm);
    }
}

/// Replaces the progress that is shown. With `calm`, samples within the same step are ignored.
pub fn store_progress(current: &mut Option<Progress>, progress: Progress, calm: bool) {
    let before = current.as_ref();
    if !(calm && before.is_some_and(|before| before.is_in_step_with(&progress))) {
        *current = Some(progress);
    }
}

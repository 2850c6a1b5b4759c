//! State of the engine: the current results, and the current and requested parameters. Data only; [`super::Shared`]
//! guards it with one lock.

use std::sync::{Arc, Weak};
use std::time::Instant;

use crate::base::Cancel;
use crate::candidates::{CannotLink, PairSet};
use crate::cluster::{Cache, Clustering};
use crate::engine::message::{AnalysisConfig, LabelsFile};
use crate::engine::options::PairSearchConfig;
use crate::engine::review;
use crate::index::{Collection, FullText};
use crate::review::Journal;

/// Snapshot of the current results.
#[derive(Clone, Default)]
pub struct Current {
    /// The current documents.
    pub collection: Option<Arc<Collection>>,
    /// The documents of the index build from which `collection` was computed; equal to `collection`
    /// without a re-analysis.
    pub base: Option<Arc<Collection>>,
    /// Pairs over `collection`.
    pub pairs: Option<Arc<PairSet>>,
    /// `pairs` without the pairs with the decision "different": the edges of the clusters.
    pub edges: Option<Arc<PairSet>>,
    /// The pairs that are missing in `edges`.
    pub cannot_link: Arc<CannotLink>,
    /// Clusters of `edges`, or of the previous edges while new clusters are computed.
    pub clustering: Option<Arc<Clustering>>,
    /// The full-text index, once it is ready for queries.
    pub full_text: Option<FullText>,
}

/// Results of the index build, with the parameters of the program start.
#[derive(Clone, Default)]
pub struct Base {
    /// The documents.
    pub collection: Option<Arc<Collection>>,
    /// Pairs over these documents.
    pub pairs: Option<Arc<PairSet>>,
}

/// Version stamp of the current results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultsVersion {
    /// Epoch for [`super::Shared::send_of`].
    pub epoch: u64,
    pub(super) obsoletions: u64,
}

/// A requested re-analysis.
pub struct RequestedAnalysis {
    /// The requested parameters.
    pub analysis_config: AnalysisConfig,
    /// Set once other parameters are requested, or the user stops the work.
    pub cancel: Cancel,
    /// Start time of the re-analysis.
    pub start: Instant,
}

/// Contents of a label file, stored to evaluate later results.
#[derive(Clone)]
pub struct LabelsText {
    /// The file.
    pub file: LabelsFile,
    /// Its decoded text.
    pub text: Arc<str>,
}

/// The results, with their parameters.
pub(super) struct State {
    pub(super) results: Results,
    pub(super) config: ConfigState,
}

/// The results of the index build and the current ones.
#[derive(Default)]
pub(super) struct Results {
    /// Number of changes of documents or parameters.
    pub(super) epoch: u64,
    pub(super) base: Base,
    pub(super) current: Current,
    /// The last results under the other purpose, with their parameters: a change of tab uses them again.
    pub(super) other: Option<(AnalysisConfig, Current)>,
}

/// The current and the requested parameters.
pub(super) struct ConfigState {
    /// Configuration of the current results.
    pub(super) search_config: PairSearchConfig,
    /// The requested parameters.
    pub(super) requested: AnalysisConfig,
    /// Cancels the re-analysis for `requested`.
    pub(super) cancel: Cancel,
}

impl ConfigState {
    /// Whether the current results have the requested parameters, i.e. no re-analysis is pending.
    pub(super) fn is_settled(&self) -> bool {
        self.requested == self.search_config.analysis
    }
}

/// Data of the thread that changes the results, in addition to [`State`]. It is locked during the complete change,
/// which may take seconds; see [`super::Shared`].
#[derive(Default)]
pub(super) struct ChangeData {
    /// Figures of clusters that later clusterings reuse.
    pub(super) clusters: Cache,
    cannot_link: Option<(Arc<Journal>, Weak<Collection>, Arc<CannotLink>)>,
}

impl ChangeData {
    /// The cannot-link constraints in `journal`. O(documents + acts) if the journal or the collection has changed.
    pub(super) fn cannot_link(
        &mut self,
        journal: &Arc<Journal>,
        collection: &Arc<Collection>,
    ) -> Arc<CannotLink> {
        if let Some((last_journal, documents, pairs)) = &self.cannot_link
            && Arc::ptr_eq(last_journal, journal)
            && std::ptr::eq(documents.as_ptr(), Arc::as_ptr(collection))
        {
            return pairs.clone();
        }
        let pairs = Arc::new(review::cannot_link(journal, collection));
        let documents = Arc::downgrade(collection);
        self.cannot_link = Some((journal.clone(), documents, pairs.clone()));
        pairs
    }
}

//! What the engine has said so far, as whole snapshots. Numbers of documents hold within one
//! collection only, so a newer collection waits until the clusters made of it have come too.

use std::sync::Arc;
use std::time::Duration;

use super::state::histogram::Histogram;
use crate::candidates::PairSet;
use crate::cluster::Clustering;
use crate::collection::Collection;
use crate::engine::message::{DocumentView, Seams};
use crate::engine::{Progress, Stage, Why};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// The documents that everything shown speaks of.
    pub collection: Option<Arc<Collection>>,
    /// Newer documents whose clusters are still to come.
    pub incoming: Option<Arc<Collection>>,
    /// The newest pairs.
    pub pairs: Option<Arc<PairSet>>,
    /// The newest pairs, counted.
    pub histogram: Histogram,
    /// The newest clusters.
    pub clustering: Option<Arc<Clustering>>,
    /// The document last asked for.
    pub document: Option<Arc<DocumentView>>,
    /// Why the two documents last asked about are in one cluster, or are not.
    pub why: Option<Arc<Why>>,
    /// What holds the cluster last asked about together.
    pub seams: Option<Arc<Seams>>,
    /// Documents that can be searched by full text; `None` while none can.
    pub full_text: Option<usize>,
    /// The newest sample of the work's state; `None` while none runs.
    pub progress: Option<Progress>,
    /// How long each stage took, or has taken so far.
    pub times: Vec<(Stage, Duration)>,
    /// The long work has ended: whether it was stopped, and how long it took.
    pub finished: Option<(bool, Duration)>,
    /// The corpus is no longer as it was when it was listed.
    pub edited: bool,
    /// The person has asked for a stop that has not come yet.
    pub stopping: bool,
}

impl Data {
    /// Whether long work runs.
    #[must_use]
    pub fn working(&self) -> bool {
        self.finished.is_none()
    }

    /// Number of documents known, be they shown or still to come.
    #[must_use]
    pub fn documents(&self) -> usize {
        let newest = self.incoming.as_ref().or(self.collection.as_ref());
        newest.map_or(0, |c| c.len())
    }

    /// Takes a sample of the work's state; with `calm` only one that is a step further.
    pub fn set_progress(&mut self, progress: Progress, calm: bool) {
        if progress.stage == Stage::Done {
            self.progress = None;
            return;
        }
        self.finished = None;
        let time = self.times.iter_mut().find(|(s, _)| *s == progress.stage);
        match time {
            Some((_, elapsed)) => *elapsed = progress.elapsed,
            None => self.times.push((progress.stage, progress.elapsed)),
        }
        let known = self.progress.as_ref();
        if !(calm && known.is_some_and(|known| known.is_in_step_with(&progress))) {
            self.progress = Some(progress);
        }
    }
}

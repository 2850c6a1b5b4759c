//! Engine results for the Tune screen, and the requests sent, so that nothing is requested twice.

use std::sync::Arc;

use crate::candidates::banding::Banding;
use crate::cluster::Clustering;
use crate::engine::message::{Changes, CheapestBanding, IntervalsAt, OfLabels, SweepSoFar};
use crate::engine::progress::Progress;
use crate::lab::banded::BandingEvaluation;
use crate::lab::by_k::ByK;
use crate::lab::tuning::Tuning;
use crate::lab::{LabelIntervals, LabelMetrics};

/// Latest results of each kind.
#[derive(Clone, Debug, Default)]
pub struct TuneResults {
    /// Exact pairs and derived statistics of the current results.
    pub tuning: Option<Arc<Tuning>>,
    /// Measurements of a banding.
    pub banded: Option<Arc<BandingEvaluation>>,
    /// Counts at every k.
    pub by_k: Option<Arc<ByK>>,
    /// Changes against the pinned clusters.
    pub changes: Option<Arc<Changes>>,
    /// Labels evaluated on the current results.
    pub labelled: Option<Arc<LabelMetrics>>,
    /// The cheapest banding for a recall; [`TuneResults::cheapest_at`] tells whether it is current.
    pub cheapest: Option<Arc<CheapestBanding>>,
    /// Intervals of labels at a threshold; [`TuneResults::intervals_at`] tells whether they are current.
    pub intervals: Option<Arc<IntervalsAt>>,
    /// The sweep, possibly incomplete.
    pub sweep: Option<Arc<SweepSoFar>>,
    /// Progress of the exact pairs below the floor of `tuning`, while they are being found.
    pub deepening: Option<Progress>,
    /// Whether documents or pairs have changed since `tuning` was computed.
    pub outdated: bool,
}

/// Requests sent for the current results.
#[derive(Clone, Debug, Default)]
pub struct SentRequests {
    /// Whether tuning data was requested; once is enough, the engine resends it after every change.
    pub tuning: bool,
    /// The banding whose measurements were requested.
    pub banding: Option<Banding>,
    /// Whether counts at every k were requested.
    pub by_k: bool,
    /// The threshold and the recall for which the cheapest banding was requested.
    pub cheapest: Option<(f64, f64)>,
    /// The labels and the threshold whose intervals were requested.
    pub intervals: Option<(OfLabels, f64)>,
    /// The clustering for which changes were requested.
    pub changes: Option<Arc<Clustering>>,
}

impl SentRequests {
    /// Resets the requests after new results, so that data is requested again when displayed; `tuning`
    /// is kept.
    pub fn again(&mut self) {
        *self = SentRequests {
            tuning: self.tuning,
            ..SentRequests::default()
        };
    }
}

impl TuneResults {
    /// Whether the data of the plots has not arrived or is outdated.
    #[must_use]
    pub fn waiting(&self) -> bool {
        self.outdated || self.tuning.is_none()
    }

    /// The cheapest banding for `recall` at `threshold`, once it is known.
    #[must_use]
    pub fn cheapest_at(&self, threshold: f64, recall: f64) -> Option<&CheapestBanding> {
        let known = self.cheapest.as_deref()?;
        (known.threshold == threshold && known.recall == recall).then_some(known)
    }

    /// The intervals of the current labels at `threshold`, once they are known.
    #[must_use]
    pub fn intervals_at(&self, threshold: f64) -> Option<&LabelIntervals> {
        let (known, labelled) = self.intervals.as_ref().zip(self.labelled.as_ref())?;
        let is_current = Arc::ptr_eq(&known.labels.0, labelled) && known.threshold == threshold;
        known.intervals.as_ref().filter(|_| is_current)
    }

    /// Whether the measurements are of `banding`.
    #[must_use]
    pub fn measured(&self, banding: Banding) -> bool {
        self.banded.as_ref().is_some_and(|b| b.banding == banding)
    }
}

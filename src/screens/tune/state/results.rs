//! The plots of the Tune screen, the engine results that they show, and the requests sent, so that nothing is requested
//! twice.

use std::sync::Arc;

use crate::candidates::banding::Banding;
use crate::engine::message::SweepSoFar;
use crate::engine::progress::Progress;
use crate::lab::LabelMetrics;
use crate::lab::banded::BandingEvaluation;
use crate::lab::by_k::ByK;
use crate::lab::tuning::Tuning;

/// The plots of the Tune screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// Probability of becoming a candidate pair by similarity, over the histogram of pairs.
    #[default]
    SCurve,
    /// Estimates against exact values.
    Estimates,
    /// Number of clusters and pairs by threshold.
    Thresholds,
    /// Number of clusters and pairs by k.
    ByK,
    /// Precision and recall from labels.
    Labels,
    /// Heat map of a grid of settings.
    Sweep,
}

impl View {
    /// All plots in display order, with the question that each answers.
    pub const ALL: [(View, &'static str); 6] = [
        (View::SCurve, "missed by LSH?"),
        (View::Estimates, "estimates?"),
        (View::Thresholds, "threshold?"),
        (View::ByK, "which k?"),
        (View::Labels, "labels?"),
        (View::Sweep, "settings?"),
    ];

    /// The plot that follows; after the last comes the first.
    pub fn next(self) -> View {
        View::ALL[(self as usize + 1) % View::ALL.len()].0
    }
}

/// Latest results of each kind.
#[derive(Clone, Debug, Default)]
pub struct TuneResults {
    /// Exact pairs and derived statistics of the current results.
    pub tuning: Option<Arc<Tuning>>,
    /// Measurements of a banding.
    pub banded: Option<Arc<BandingEvaluation>>,
    /// Counts at every k.
    pub by_k: Option<Arc<ByK>>,
    /// Labels evaluated on the current results.
    pub labelled: Option<Arc<LabelMetrics>>,
    /// The sweep, possibly incomplete.
    pub sweep: Option<Arc<SweepSoFar>>,
    /// Progress of the exact pairs below the floor of `tuning`, while they are being found.
    pub deepening: Option<Progress>,
    /// Whether documents or pairs have changed since `tuning` was computed.
    pub outdated: bool,
}

impl TuneResults {
    /// Whether the data of the plots has not arrived or is outdated.
    pub fn waiting(&self) -> bool {
        self.outdated || self.tuning.is_none()
    }

    /// Whether the measurements are of `banding`.
    pub fn measured(&self, banding: Banding) -> bool {
        self.banded.as_ref().is_some_and(|b| b.banding == banding)
    }
}

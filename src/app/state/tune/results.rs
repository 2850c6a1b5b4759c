//! What the engine has said for the Tune screen, and what it was asked, so that nothing is asked twice.

use std::sync::Arc;

use crate::candidates::banding::Banding;
use crate::cluster::Clustering;
use crate::engine::message::{Annotations, Changes, Labelled, SweepSoFar};
use crate::lab::banded::Banded;
use crate::lab::by_k::ByK;
use crate::lab::tuning::Tuning;

/// The newest of everything.
#[derive(Clone, Debug, Default)]
pub struct TuneResults {
    /// The picture's truth.
    pub tuning: Option<Arc<Tuning>>,
    /// What was measured of a banding.
    pub banded: Option<Arc<Banded>>,
    /// The corpus at every k.
    pub by_k: Option<Arc<ByK>>,
    /// What became of the pinned clusters.
    pub changes: Option<Arc<Changes>>,
    /// Labels, held against the picture.
    pub labelled: Option<Arc<Labelled>>,
    /// What is kept with the corpus.
    pub kept: Arc<Annotations>,
    /// A sweep.
    pub sweep: Option<Arc<SweepSoFar>>,
    /// The documents or pairs have changed since the tuning was made.
    pub outdated: bool,
}

/// What the engine was asked for the picture at hand.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Everything about the picture, once; it comes again unasked.
    pub tuning: bool,
    /// What this banding does.
    pub banding: Option<Banding>,
    /// The corpus at every k.
    pub by_k: bool,
    /// What became of the pinned clusters in these.
    pub changes: Option<Arc<Clustering>>,
}

impl Asked {
    /// Another picture: what was asked of the one before is to be asked again where it is looked at.
    pub fn again(&mut self) {
        *self = Asked {
            tuning: self.tuning,
            ..Asked::default()
        };
    }
}

impl TuneResults {
    /// Whether what the plots are made of is still to come, or of a picture that has changed.
    #[must_use]
    pub fn waiting(&self) -> bool {
        self.outdated || self.tuning.is_none()
    }

    /// Whether what was measured is of `banding`.
    #[must_use]
    pub fn measured(&self, banding: Banding) -> bool {
        self.banded.as_ref().is_some_and(|b| b.banding == banding)
    }
}

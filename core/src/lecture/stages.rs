//! The stages of a lecture: one file per stage creates its slides.

mod buckets;
mod chain;
mod estimate;
mod permutation;
pub mod race;
pub mod sets;
mod shingles;
pub mod signatures;
mod simhash;

use super::setup::{Setup, StageParameter};
use super::slide::Slide;

/// The function that creates the slides of a stage.
type Slides = fn(&Setup) -> anyhow::Result<Vec<Slide>>;

/// A stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StageKind {
    /// All pairs of a collection one by one, against buckets.
    Race,
    /// Shingles, sets and bags.
    Shingles,
    /// Jaccard and containment.
    Sets,
    /// One permutation and its minima, then many.
    Permutation,
    /// The estimate from many permutations, and its error.
    Estimate,
    /// The signature matrix and its computation.
    Signatures,
    /// Bands and buckets.
    Buckets,
    /// Union-find, linkage and chains.
    Chain,
    /// SimHash fingerprints.
    SimHash,
    /// The question of the first stage, answered.
    Answer,
}

impl StageKind {
    /// All stages in their order.
    pub const ALL: [StageKind; 10] = [
        StageKind::Race,
        StageKind::Shingles,
        StageKind::Sets,
        StageKind::Permutation,
        StageKind::Estimate,
        StageKind::Signatures,
        StageKind::Buckets,
        StageKind::Chain,
        StageKind::SimHash,
        StageKind::Answer,
    ];

    /// Its title, the parameter that can be changed, and the function that creates its slides.
    fn entry(self) -> (&'static str, StageParameter, Slides) {
        match self {
            StageKind::Race => ("The race", StageParameter::Rows, race::slides),
            StageKind::Shingles => ("Shingles", StageParameter::K, shingles::slides),
            StageKind::Sets => ("Jaccard and containment", StageParameter::K, sets::slides),
            StageKind::Permutation => (
                "Permutations",
                StageParameter::Permutation,
                permutation::slides,
            ),
            StageKind::Estimate => ("The estimate", StageParameter::Draws, estimate::slides),
            StageKind::Signatures => ("Signature matrix", StageParameter::Few, signatures::slides),
            StageKind::Buckets => ("Buckets", StageParameter::Rows, buckets::slides),
            StageKind::Chain => ("A chain", StageParameter::Threshold, chain::slides),
            StageKind::SimHash => ("SimHash", StageParameter::Rotation, simhash::slides),
            StageKind::Answer => ("The answer", StageParameter::Rows, race::answer),
        }
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        self.entry().0
    }

    /// The parameter that the lecturer can change.
    pub fn parameter(self) -> StageParameter {
        self.entry().1
    }

    pub(super) fn slides(self, setup: &Setup) -> anyhow::Result<Vec<Slide>> {
        self.entry().2(setup)
    }
}

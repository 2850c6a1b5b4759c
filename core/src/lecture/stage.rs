//! The stages of a lecture, and the slides of each.

use super::dial::{Dial, Parameter};
use super::setup::Setup;
use super::slide::Slide;
use super::stages::{
    answer, buckets, chain, mirrors, own_text, permutation, race, sets, shingles, signatures,
    simhash, why,
};
use crate::settings::Sketching;

/// A stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StageKind {
    /// How many pairs there are.
    Why,
    /// Shingles, sets and bags.
    Shingles,
    /// Jaccard and containment.
    Sets,
    /// One permutation and its minima.
    Permutation,
    /// Many permutations: the estimate and its error.
    Race,
    /// The signature matrix and its computation.
    Signatures,
    /// Bands and buckets.
    Buckets,
    /// Union-find, linkage and chains.
    Chain,
    /// SimHash fingerprints.
    SimHash,
    /// Relative sizes of collections from samples.
    Mirrors,
    /// Any two texts through all figures.
    OwnText,
    /// The question of the first stage, answered.
    Answer,
}

impl StageKind {
    /// All stages in their order.
    pub const ALL: [StageKind; 12] = [
        StageKind::Why,
        StageKind::Shingles,
        StageKind::Sets,
        StageKind::Permutation,
        StageKind::Race,
        StageKind::Signatures,
        StageKind::Buckets,
        StageKind::Chain,
        StageKind::SimHash,
        StageKind::Mirrors,
        StageKind::OwnText,
        StageKind::Answer,
    ];

    /// Its title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            StageKind::Why => "Why",
            StageKind::Shingles => "Shingles",
            StageKind::Sets => "Jaccard and containment",
            StageKind::Permutation => "One permutation",
            StageKind::Race => "The race",
            StageKind::Signatures => "Signature matrix",
            StageKind::Buckets => "Buckets",
            StageKind::Chain => "A chain",
            StageKind::SimHash => "SimHash",
            StageKind::Mirrors => "Sizes and mirrors",
            StageKind::OwnText => "Your own text",
            StageKind::Answer => "The answer",
        }
    }
}

/// The slides of a stage: at least one, each with at least one block.
///
/// # Errors
/// A setup out of its range: shingles without words, no values in a band.
pub fn slides(kind: StageKind, setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let k = setup.sketching.k;
    anyhow::ensure!(
        (1..=Sketching::MOST_K).contains(&k),
        "k is {k}, but lies between 1 and {}",
        Sketching::MOST_K
    );
    match kind {
        StageKind::Why => Ok(why::slides(setup)),
        StageKind::Shingles => shingles::slides(setup),
        StageKind::Sets => sets::slides(setup),
        StageKind::Permutation => permutation::slides(setup),
        StageKind::Race => race::slides(setup),
        StageKind::Signatures => signatures::slides(setup),
        StageKind::Buckets => buckets::slides(setup),
        StageKind::Chain => chain::slides(setup),
        StageKind::SimHash => simhash::slides(setup),
        StageKind::Mirrors => Ok(mirrors::slides(setup)),
        StageKind::OwnText => own_text::slides(setup),
        StageKind::Answer => Ok(answer::slides(setup)),
    }
}

/// The parameter of a stage that is turned while it is shown.
#[must_use]
pub fn dial(kind: StageKind, setup: &Setup) -> Dial {
    let parameter = match kind {
        StageKind::Why => Parameter::Size,
        StageKind::Shingles | StageKind::Sets | StageKind::OwnText => Parameter::K,
        StageKind::Permutation => Parameter::Permutation,
        StageKind::Race => Parameter::Draws,
        StageKind::Signatures => Parameter::Few,
        StageKind::Buckets | StageKind::Answer => Parameter::Rows,
        StageKind::Chain => Parameter::Threshold,
        StageKind::SimHash => Parameter::Rotation,
        StageKind::Mirrors => Parameter::Sample,
    };
    Dial::of(parameter, setup)
}

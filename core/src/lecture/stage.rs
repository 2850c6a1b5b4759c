//! The stages of a lecture, and the slides of each.

use super::dial::{Dial, Parameter};
use super::setup::Setup;
use super::slide::Slide;
use super::stages::{
    b_bit, buckets, chain, containment_sketches, mirrors, own_text, permutation, race, sets,
    shingles, signatures, simhash, sketches, why, winnowing,
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
    /// Side branch of the race: sketches of few bits a value.
    BBit,
    /// Side branch of the race: kinds of sketches.
    Sketches,
    /// Side branch of Jaccard and containment: samples of shingles.
    ContainmentSketches,
    /// Side branch of shingles: the least hash of each window.
    Winnowing,
}

impl StageKind {
    /// All stages in their order.
    pub const ALL: [StageKind; 11] = [
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
    ];

    /// Side branches, each with the stage that it hangs from.
    pub const BRANCHES: [(StageKind, StageKind); 4] = [
        (StageKind::BBit, StageKind::Race),
        (StageKind::Sketches, StageKind::Race),
        (StageKind::ContainmentSketches, StageKind::Sets),
        (StageKind::Winnowing, StageKind::Shingles),
    ];

    /// The side branches that hang from the stage.
    #[must_use]
    pub fn branches(self) -> Vec<StageKind> {
        let of = Self::BRANCHES.iter().filter(|(_, from)| *from == self);
        of.map(|(kind, _)| *kind).collect()
    }

    /// All stages and side branches.
    #[cfg(test)]
    pub fn every() -> impl Iterator<Item = StageKind> {
        let branches = Self::BRANCHES.iter().map(|(kind, _)| *kind);
        Self::ALL.into_iter().chain(branches)
    }

    /// Its number in the order of the stages, from 0; that of a side branch has a letter, such as `4b`.
    #[must_use]
    pub fn number(self) -> String {
        let from = Self::BRANCHES.iter().find(|(kind, _)| *kind == self);
        let Some((_, from)) = from else {
            return (self as usize).to_string();
        };
        let at = from.branches().iter().position(|kind| *kind == self);
        let letter = char::from(b'a' + at.unwrap_or(0) as u8);
        format!("{}{letter}", from.number())
    }

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
            StageKind::BBit => "Sketches of few bits",
            StageKind::Sketches => "Kinds of sketches",
            StageKind::ContainmentSketches => "Samples for containment",
            StageKind::Winnowing => "Winnowing",
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
        StageKind::BBit => b_bit::slides(setup),
        StageKind::Sketches => sketches::slides(setup),
        StageKind::ContainmentSketches => containment_sketches::slides(setup),
        StageKind::Winnowing => winnowing::slides(setup),
    }
}

/// The parameter of a stage that is turned while it is shown.
#[must_use]
pub fn dial(kind: StageKind, setup: &Setup) -> Dial {
    let parameter = match kind {
        StageKind::Why => Parameter::Size,
        StageKind::Shingles | StageKind::Sets | StageKind::OwnText => Parameter::K,
        StageKind::Permutation => Parameter::Permutation,
        StageKind::Race | StageKind::Sketches => Parameter::Draws,
        StageKind::Signatures => Parameter::Few,
        StageKind::Buckets => Parameter::Rows,
        StageKind::Chain => Parameter::Threshold,
        StageKind::SimHash => Parameter::Rotation,
        StageKind::Mirrors => Parameter::Sample,
        StageKind::BBit => Parameter::Bits,
        StageKind::ContainmentSketches => Parameter::Modulus,
        StageKind::Winnowing => Parameter::Window,
    };
    Dial::of(parameter, setup)
}

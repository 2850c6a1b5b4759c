//! The stages of a lecture, and the slides of each.

use super::dial::{Dial, Parameter};
use super::setup::Setup;
use super::slide::Slide;
use super::stages::{
    b_bit, buckets, chain, containment_sketches, mirrors, own_text, permutation, race, sets,
    shingles, signatures, simhash, sketches, why, winnowing,
};
use super::teller::Teller;
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
    /// All stages in their order, with their names in lecture files.
    pub const ALL: [(&'static str, StageKind); 11] = [
        ("why", StageKind::Why),
        ("shingles", StageKind::Shingles),
        ("sets", StageKind::Sets),
        ("permutation", StageKind::Permutation),
        ("race", StageKind::Race),
        ("signatures", StageKind::Signatures),
        ("buckets", StageKind::Buckets),
        ("chain", StageKind::Chain),
        ("simhash", StageKind::SimHash),
        ("mirrors", StageKind::Mirrors),
        ("own-text", StageKind::OwnText),
    ];

    /// Side branches with their names in lecture files, each with the stage that it hangs from.
    pub const BRANCHES: [(&'static str, StageKind, StageKind); 4] = [
        ("b-bit", StageKind::BBit, StageKind::Race),
        ("sketches", StageKind::Sketches, StageKind::Race),
        (
            "containment-sketches",
            StageKind::ContainmentSketches,
            StageKind::Sets,
        ),
        ("winnowing", StageKind::Winnowing, StageKind::Shingles),
    ];

    /// All stages and side branches with their names.
    pub fn every() -> impl Iterator<Item = (&'static str, StageKind)> {
        let branches = Self::BRANCHES.iter().map(|(name, kind, _)| (*name, *kind));
        Self::ALL.into_iter().chain(branches)
    }

    /// Its name in lecture files.
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut every = Self::every();
        every
            .find(|(_, kind)| *kind == self)
            .map_or("", |(name, _)| name)
    }

    /// The side branches that hang from the stage.
    #[must_use]
    pub fn branches(self) -> Vec<StageKind> {
        let of = Self::BRANCHES.iter().filter(|(_, _, from)| *from == self);
        of.map(|(_, kind, _)| *kind).collect()
    }

    /// Its number in the order of the stages, from 0; that of a side branch has a letter, such as `4b`.
    #[must_use]
    pub fn number(self) -> String {
        let from = Self::BRANCHES.iter().find(|(_, kind, _)| *kind == self);
        let Some((_, _, from)) = from else {
            return (self as usize).to_string();
        };
        let at = from.branches().iter().position(|kind| *kind == self);
        let letter = char::from(b'a' + at.unwrap_or(0) as u8);
        format!("{}{letter}", from.number())
    }

    /// Its title in the language of `setup`.
    #[must_use]
    pub fn title(self, setup: &Setup) -> String {
        let key = format!("stage-{}", self.name());
        super::slide::said(&Teller::new(setup).line(&key, &[]))
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
    let teller = Teller::new(setup);
    match kind {
        StageKind::Why => Ok(why::slides(setup, teller)),
        StageKind::Shingles => shingles::slides(setup, teller),
        StageKind::Sets => sets::slides(setup, teller),
        StageKind::Permutation => permutation::slides(setup, teller),
        StageKind::Race => race::slides(setup, teller),
        StageKind::Signatures => signatures::slides(setup, teller),
        StageKind::Buckets => buckets::slides(setup, teller),
        StageKind::Chain => chain::slides(setup, teller),
        StageKind::SimHash => simhash::slides(setup, teller),
        StageKind::Mirrors => Ok(mirrors::slides(setup, teller)),
        StageKind::OwnText => own_text::slides(setup, teller),
        StageKind::BBit => b_bit::slides(setup, teller),
        StageKind::Sketches => sketches::slides(setup, teller),
        StageKind::ContainmentSketches => containment_sketches::slides(setup, teller),
        StageKind::Winnowing => winnowing::slides(setup, teller),
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

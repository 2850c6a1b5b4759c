//! The table of pairs.

use serde::Serialize;

use super::decisions::DecisionSummary;
use super::question::ReportInput;
use crate::base::{DocNo, MaskedRange};
use crate::evidence::CopiedPair;
use crate::similarity::Estimate;

/// A pair with its figures.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct PairEntry {
    /// Place in the list, from 1.
    pub number: usize,
    /// The document that comes first by name.
    pub a: SideFigures,
    /// The other.
    pub b: SideFigures,
    /// Jaccard estimated from the sketches.
    pub estimate: f64,
    /// Its 95 % interval.
    pub interval: (f64, f64),
    /// Exact Jaccard.
    pub jaccard: f64,
    /// Exact containment of a in b.
    pub containment_a_in_b: f64,
    /// Exact containment of b in a.
    pub containment_b_in_a: f64,
    /// Words copied: those in passages that are the same on both sides.
    pub words: u32,
    /// Such words of one passage, at most.
    pub longest: u32,
    /// Number of passages.
    pub passages: u32,
    /// What all of them are; may be empty.
    pub only: &'static str,
    /// The decision on it.
    pub decision: Option<DecisionSummary>,
}

/// One document of a pair.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct SideFigures {
    /// Its name, or its alias.
    pub name: String,
    /// Its words, without masked ones.
    pub words: usize,
    /// Words of it in passages that are the same in the other.
    pub copied: u32,
    /// Their share of its words, 0..=1.
    pub share: f64,
    /// Words of it that are masked.
    pub masked: usize,
}

impl PairEntry {
    pub(super) fn new(
        source: &ReportInput<'_>,
        number: usize,
        CopiedPair { pair, evidence }: &CopiedPair,
    ) -> Self {
        let collection = source.collection;
        let estimate = Estimate::new(collection.layout(), pair.agreeing);
        let side = |doc: DocNo, copied: u32| {
            let words = collection.term_count(doc);
            let masked = collection.masked_ranges(doc).iter();
            SideFigures {
                name: source.names.name_of(doc),
                words,
                copied,
                share: f64::from(copied) / words.max(1) as f64,
                masked: masked.map(MaskedRange::words).sum(),
            }
        };
        PairEntry {
            number,
            a: side(pair.a, evidence.words_a),
            b: side(pair.b, evidence.words_b),
            estimate: estimate.value(),
            interval: estimate.interval(),
            jaccard: pair.overlap.jaccard(),
            containment_a_in_b: pair.overlap.containment_a_in_b(),
            containment_b_in_a: pair.overlap.containment_b_in_a(),
            words: evidence.words(),
            longest: evidence.longest,
            passages: evidence.passages,
            only: evidence.only,
            decision: DecisionSummary::current(source.state.pair(pair.a, pair.b), source.names),
        }
    }
}

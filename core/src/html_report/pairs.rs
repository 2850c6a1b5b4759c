//! The table of pairs.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::decisions::DecisionSummary;
use super::question::ReportInput;
use crate::base::{DocNo, MaskedRange};
use crate::evidence::CopiedPair;
use crate::figures::{Figure, PairData};
use crate::report::Cell;

/// A pair with its figures.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct PairEntry {
    /// Place in the list, from 1.
    pub number: usize,
    /// The document with the first name.
    pub a: SideFigures,
    /// The other document.
    pub b: SideFigures,
    /// The 95 % interval of the estimate.
    pub interval: (f64, f64),
    /// Its figures by name.
    #[serde(flatten)]
    pub figures: BTreeMap<&'static str, Value>,
    /// The common kind of all passages; may be empty.
    pub only: String,
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
    /// Its words in passages that are the same in the other document.
    pub copied: u32,
    /// Its masked words.
    pub masked: usize,
}

impl PairEntry {
    pub(super) fn new(
        source: &ReportInput<'_>,
        number: usize,
        CopiedPair { pair, evidence }: &CopiedPair,
    ) -> Self {
        let collection = source.collection;
        let data = PairData::new(collection, pair, Some(evidence));
        let side = |doc: DocNo, copied: u32| SideFigures {
            name: source.names.name_of(doc),
            words: collection.term_count(doc),
            copied,
            masked: collection
                .masked_ranges(doc)
                .iter()
                .map(MaskedRange::words)
                .sum(),
        };
        PairEntry {
            number,
            a: side(pair.a, evidence.words_a),
            b: side(pair.b, evidence.words_b),
            interval: data.estimate.interval(),
            figures: figures(&data),
            only: evidence.only.of_a_and_b(),
            decision: DecisionSummary::current(
                source.state.pair(pair.a, pair.b),
                &[pair.a, pair.b],
                source,
            ),
        }
    }
}

/// The figures of a pair that filters can use, by name.
pub(super) fn figures(data: &PairData<'_>) -> BTreeMap<&'static str, Value> {
    let figures = Figure::of_pairs().filter(|figure| !figure.targets.is_empty());
    let value = |figure: &Figure| Cell::figure(figure.kind, figure.of_pair(data)).json();
    figures.map(|figure| (figure.name, value(figure))).collect()
}

//! Value parsers for names, numbers, lists and ranges.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::lab::sweep::ranges;

/// Parser for one of the given names.
pub(super) fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let names = all.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(names).try_map(move |name| {
        let known = all.iter().find(|(known, _)| *known == name);
        known.map(|(_, value)| *value).ok_or("unknown")
    })
}

/// Values of k from a comma-separated list of numbers and ranges; ascending and distinct.
#[derive(Clone, Debug, PartialEq)]
pub struct Ks(pub Vec<usize>);

/// Thresholds from a comma-separated list of numbers and ranges; ascending and distinct.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds(pub Vec<f64>);

/// Parser for values of k.
pub(super) fn ks(text: &str) -> anyhow::Result<Ks> {
    ranges::ks(text).map(Ks)
}

/// Parser for thresholds.
pub(super) fn thresholds(text: &str) -> anyhow::Result<Thresholds> {
    ranges::thresholds(text).map(Thresholds)
}

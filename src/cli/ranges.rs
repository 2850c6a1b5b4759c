//! Value parsers for names, numbers, lists and ranges.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::lab::sweep::ranges;

/// Parser for one of the given names.
pub(super) fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|(name, _)| *name)).map(move |name| {
        all.iter()
            .find(|(n, _)| *n == name)
            .map_or(all[0].1, |(_, value)| *value)
    })
}

/// Parser for one of the given numbers.
pub(super) fn one_of<const N: usize>(all: [&'static str; N]) -> impl TypedValueParser<Value = u32> {
    PossibleValuesParser::new(all).map(|number| number.parse().unwrap_or_default())
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

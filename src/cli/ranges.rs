//! Values that are given as one of some names, as a list, or as a range.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::lab::sweep::ranges;

/// A parser for one of some names.
pub(super) fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|(name, _)| *name)).map(move |name| {
        all.iter()
            .find(|(n, _)| *n == name)
            .map_or(all[0].1, |(_, value)| *value)
    })
}

/// A parser for one of some numbers.
pub(super) fn one_of<const N: usize>(all: [&'static str; N]) -> impl TypedValueParser<Value = u32> {
    PossibleValuesParser::new(all).map(|number| number.parse().unwrap_or_default())
}

/// Values of k: numbers and ranges of them with commas between, rising, each once.
#[derive(Clone, Debug, PartialEq)]
pub struct Ks(pub Vec<usize>);

/// Thresholds: numbers and ranges of them with commas between, rising, each once.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds(pub Vec<f64>);

/// A parser for values of k.
pub(super) fn ks(text: &str) -> Result<Ks, String> {
    ranges::ks(text).map(Ks)
}

/// A parser for thresholds.
pub(super) fn thresholds(text: &str) -> Result<Thresholds, String> {
    ranges::thresholds(text).map(Thresholds)
}

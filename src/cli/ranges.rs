//! Value parsers for names, numbers, lists and ranges.

use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Parser for one of the given names.
pub(super) fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let names = all.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(names).try_map(move |name| {
        let entry = all.iter().find(|(key, _)| *key == name);
        entry.map(|(_, value)| *value).ok_or("unknown")
    })
}

/// Parser for a share of something, 0 to 1.
pub(super) fn share(text: &str) -> anyhow::Result<f64> {
    let advice = "give a share between 0 and 1, for example 0.1";
    number(text, |share| (0.0..=1.0).contains(&share), advice)
}

/// Parser for a share above 0.
pub(super) fn positive_share(text: &str) -> anyhow::Result<f64> {
    let advice = "give a share above 0 and up to 1, for example 0.6 or 60%";
    number(text, |share| share > 0.0 && share <= 1.0, advice)
}

/// Parser for the probability of finding a pair at the threshold.
pub(super) fn recall(text: &str) -> anyhow::Result<f64> {
    let advice = "give a probability above 0 and below 1, for example 0.99; `--method exact` finds every pair";
    number(text, |recall| recall > 0.0 && recall < 1.0, advice)
}

/// Parser for a threshold.
pub fn threshold(text: &str) -> anyhow::Result<f64> {
    let advice = "give a threshold between 0 and 1, for example 0.8";
    number(text, |share| (0.0..=1.0).contains(&share), advice)
}

/// Parses a number, also in per cent, that `is_valid` accepts.
fn number(text: &str, is_valid: fn(f64) -> bool, advice: &'static str) -> anyhow::Result<f64> {
    let parsed = match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().map(|value| value / 100.0),
        None => text.parse(),
    };
    match parsed {
        Ok(value) if is_valid(value) => Ok(value),
        _ => bail!(advice),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_lies_between_0_and_1() {
        assert_eq!(threshold("0.8").unwrap(), 0.8);
        assert_eq!(threshold("80%").unwrap(), 0.8);
        for wrong in ["1.5", "-0.1", "NaN", "high", "101%", "%"] {
            assert!(threshold(wrong).is_err(), "{wrong}");
        }
    }
}

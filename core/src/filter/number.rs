//! Comparisons and the numbers that they compare with.

use std::cmp::Ordering::{self, Equal, Greater, Less};

/// A comparison of a figure with a number.
pub(super) type NumberComparison = &'static [Ordering];

/// Operators and their comparisons, longer ones before their prefixes.
const FORMS: [(&str, NumberComparison); 10] = [
    (">=", &[Greater, Equal]),
    ("≥", &[Greater, Equal]),
    (">", &[Greater]),
    ("<=", &[Less, Equal]),
    ("≤", &[Less, Equal]),
    ("<", &[Less]),
    ("!=", &[Less, Greater]),
    ("≠", &[Less, Greater]),
    ("==", &[Equal]),
    ("=", &[Equal]),
];

/// Returns the comparison at the start of `text`, and its length in bytes.
pub(super) fn comparison(text: &str) -> Option<(NumberComparison, usize)> {
    let form = FORMS.iter().find(|(form, _)| text.starts_with(form))?;
    Some((form.1, form.0.len()))
}

/// Maximum length of a number, and of a word quoted in a message.
const MAX_CHARS: usize = 24;

/// Parses a share: `20%`, `.2` or `0.2`. A percentage is the same number as its fraction.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let (digits, exponent) = match text.strip_suffix('%') {
        Some(digits) => (digits, "e-2"),
        None => (text, ""),
    };
    match decimal(digits, exponent) {
        Some(value) if value <= 1.0 => Ok(value),
        Some(value) if exponent.is_empty() && value <= 100.0 => Err(format!(
            "a share is between 0 and 1; for per cent write {text}%"
        )),
        Some(_) => Err("a share is between 0 and 1, or 0% and 100%".to_owned()),
        None => Err(format!("{} is not a share; write 20% or .2", quoted(text))),
    }
}

/// Parses a number without `%`.
pub(super) fn count(text: &str) -> Result<f64, String> {
    if let Some(digits) = text.strip_suffix('%') {
        let message = "this is a number, not a share; write it without %";
        return Err(format!("{message}: {}", digits.trim_end_matches('%')));
    }
    decimal(text, "").ok_or_else(|| format!("{} is not a number; write digits", quoted(text)))
}

/// Parses a number that consists of digits and at most one point.
fn decimal(digits: &str, exponent: &str) -> Option<f64> {
    let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let is_valid = plain && digits.len() <= MAX_CHARS && digits.bytes().any(|b| b.is_ascii_digit());
    is_valid
        .then(|| format!("{digits}{exponent}").parse().ok())
        .flatten()
}

/// Quotes the start of a word, for a message.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("\"{}…\"", &text[..end]),
        None => format!("\"{text}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_and_its_fraction_are_the_same_number() {
        for (percent, fraction) in [
            ("20%", ".2"),
            ("33.3%", "0.333"),
            ("7%", "0.07"),
            ("100%", "1"),
        ] {
            assert_eq!(share(percent), share(fraction), "{percent}");
        }
        for wrong in [
            "20", "120%", "", "%", ".", "1.2.3", "NaN", "inf", "1e-3", "-.2", "0,5",
        ] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
        assert_eq!(count("50"), Ok(50.0));
        assert!(count("50%").is_err() && count("5,000").is_err());
    }
}

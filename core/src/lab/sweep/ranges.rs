//! Parser of user input for k values and thresholds: numbers, lists and ranges. Shared by the
//! command line and the dialog.

use anyhow::{Context, bail, ensure};

use crate::settings::Sketching;

const MAX_THRESHOLDS: usize = 1000;

const DEFAULT_STEP: &str = "0.05";

/// Parses k values, 1..=1000: numbers and ranges separated by commas (`2,4-8`). The result is
/// ascending, without duplicates.
///
/// # Errors
/// A sentence that quotes the invalid part and states the accepted form.
pub fn ks(text: &str) -> anyhow::Result<Vec<usize>> {
    let number = |text: &str| match text.trim().parse::<usize>() {
        Ok(0) => bail!("k is 0, but a shingle has 1 term or more"),
        Ok(k) if k <= Sketching::MAX_K => Ok(k),
        Ok(_) => bail!("k is {} at most", Sketching::MAX_K),
        Err(_) => {
            bail!("{text:?} is not a whole number; give numbers and ranges, such as 1-8 or 2,4,8")
        }
    };
    let mut values = Vec::new();
    for part in text.split(',').map(str::trim) {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        let (low, high) = (number(low)?, number(high)?);
        ensure!(
            low <= high,
            "the range {part} is reversed; give {high}-{low}"
        );
        values.extend(low..=high);
    }
    values.sort_unstable();
    values.dedup();
    Ok(values)
}

/// Parses thresholds, 0..=1: numbers and ranges separated by commas, with an optional step after a
/// colon (`0.1-0.9:0.1`; default 0.05). The result is ascending, without duplicates.
///
/// # Errors
/// A sentence that quotes the invalid part and states the accepted form.
pub fn thresholds(text: &str) -> anyhow::Result<Vec<f64>> {
    let mut values: Vec<f64> = Vec::new();
    for part in text.split(',').map(str::trim) {
        let (range, step) = match part.split_once(':') {
            None => (part, None),
            Some((range, step)) => (range, Some(step)),
        };
        let Some((low, high)) = range.split_once('-').filter(|(low, _)| !low.is_empty()) else {
            ensure!(
                step.is_none(),
                "{part:?} has a step but no range; give for example 0.1-0.9:0.1"
            );
            values.push(threshold(range)?);
            continue;
        };
        let (low, high) = (threshold(low)?, threshold(high)?);
        let step = number(step.unwrap_or(DEFAULT_STEP))?;
        ensure!(
            step > 0.0,
            "the step of {part:?} is 0; give one above 0, for example 0.05"
        );
        ensure!(
            low <= high,
            "the range {part} is reversed; give {high}-{low}"
        );
        let count = ((high - low) / step + 1e-6) as usize + 1;
        ensure!(
            count <= MAX_THRESHOLDS,
            "{part:?} means {count} thresholds; the maximum is {MAX_THRESHOLDS}"
        );
        values.extend((0..count).map(|at| rounded(low + at as f64 * step)));
    }
    values.sort_unstable_by(f64::total_cmp);
    values.dedup();
    ensure!(
        values.len() <= MAX_THRESHOLDS,
        "{text:?} means {} thresholds; the maximum is {MAX_THRESHOLDS}",
        values.len()
    );
    Ok(values)
}

fn threshold(text: &str) -> anyhow::Result<f64> {
    let threshold = number(text)?;
    ensure!(
        threshold <= 1.0,
        "{text} is not a threshold; a threshold is between 0 and 1, for example 0.8"
    );
    Ok(threshold)
}

/// A decimal number of at most nine decimals.
fn number(text: &str) -> anyhow::Result<f64> {
    let text = text.trim();
    let is_decimal = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number = text.parse().ok().filter(|_| is_decimal);
    let number: f64 = number.with_context(|| {
        format!("{text:?} is not a number; give numbers and ranges between 0 and 1, for example 0.8 or 0.1-0.95:0.05")
    })?;
    ensure!(
        number == rounded(number),
        "{text:?} has too many digits; nine after the point are the maximum"
    );
    Ok(number)
}

/// The number to nine decimals, so that multiples of a step equal typed values: 0.3, not 0.30000000000000004.
fn rounded(number: f64) -> f64 {
    (number * 1e9).round() / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_k_are_numbers_and_ranges() {
        let parsed = |text: &str| ks(text).unwrap();
        assert_eq!(parsed("4"), [4]);
        assert_eq!(parsed("1-4"), [1, 2, 3, 4]);
        assert_eq!(parsed("8,2-3, 3"), [2, 3, 8]);
        for (wrong, expected) in [
            ("", "not a whole number"),
            ("0", "k is 0"),
            ("0-3", "k is 0"),
            ("5-2", "2-5"),
            ("1001", "1000 at most"),
            ("1-", "not a whole number"),
            ("a", "not a whole number"),
            ("1,,2", "not a whole number"),
        ] {
            let message = ks(wrong).unwrap_err().to_string();
            assert!(message.contains(expected), "{wrong}: {message}");
        }
    }

    #[test]
    fn thresholds_equal_typed_values() {
        let parsed = |text: &str| thresholds(text).unwrap();
        assert_eq!(parsed("0.8"), [0.8]);
        assert_eq!(parsed("0.1-0.5:0.1"), [0.1, 0.2, 0.3, 0.4, 0.5]);
        let values = parsed(".9-1:.02,0.5");
        assert_eq!(values, [0.5, 0.9, 0.92, 0.94, 0.96, 0.98, 1.0]);
        let default_steps = parsed("0.1-0.95");
        assert_eq!(default_steps.len(), 18);
        for (at, value) in default_steps.iter().enumerate() {
            assert_eq!(
                *value,
                format!("0.{:02}", 10 + 5 * at).parse::<f64>().unwrap()
            );
        }
        assert_eq!(parsed("0-0.999:0.001").len(), MAX_THRESHOLDS);
    }

    #[test]
    fn wrong_thresholds_are_reported() {
        for (wrong, expected) in [
            ("", "not a number"),
            ("1.5", "between 0 and 1"),
            ("-0.1", "not a number"),
            ("0.9-0.1", "0.1-0.9"),
            ("0.1-0.9:0", "step"),
            ("0.1-1.1", "between 0 and 1"),
            ("0.5:0.1", "no range"),
            ("0-1:0.0001", "maximum is 1000"),
            ("NaN", "not a number"),
            ("0.1-0.2-0.3", "not a number"),
            ("0.12345678901", "digits"),
        ] {
            let message = thresholds(wrong).unwrap_err().to_string();
            assert!(message.contains(expected), "{wrong}: {message}");
        }
    }
}

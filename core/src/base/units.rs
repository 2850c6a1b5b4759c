//! Human-readable numbers: counts with separators, bytes with units, durations.

use std::time::Duration;

/// Count with thousands separators: `1204` becomes `1,204`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Count with its noun: `1 document`, `1,204 documents`.
pub fn counted(n: u64, singular: &str, plural: &str) -> String {
    format!("{} {}", count(n), if n == 1 { singular } else { plural })
}

/// Size in bytes with a decimal unit: `812 B`, `4.2 kB`, `1.6 MB`.
pub fn bytes(n: u64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    if n < 1000 {
        return format!("{n} B");
    }
    let mut value = n as f64 / 1000.0;
    let mut unit = 0;
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// A share of 0..=1 in thousandths, rounded: 1000 only for 1, 0 only for 0, so that a pair that differs
/// is never shown as identical. Differences below 1e-9 are floating-point errors.
pub fn thousandths(share: f64) -> u32 {
    const TOLERANCE: f64 = 1e-9;
    match (share.clamp(0.0, 1.0) * 1000.0).round() as u32 {
        1000 if share < 1.0 - TOLERANCE => 999,
        0 if share > TOLERANCE => 1,
        rounded => rounded,
    }
}

/// A share of 0..=1 in whole per cent: `100` only for 1, `0` only for 0, `<1` below half a per cent.
pub fn per_cent(share: f64) -> String {
    match thousandths(share) {
        1000 => "100".into(),
        0 => "0".into(),
        _ if share < 0.005 => "<1".into(),
        _ => ((share * 100.0).round() as u32).min(99).to_string(),
    }
}

/// A share of 0..=1 as a percentage to one place: `98.7`; rounded like [`thousandths`].
pub fn tenths_of_per_cent(share: f64) -> String {
    let thousandths = thousandths(share);
    format!("{}.{}", thousandths / 10, thousandths % 10)
}

/// A similarity to three places without leading zero, for sentences and tables: `.931`, `1.000`; `<.001` and `>.999`
/// for values that would round to 0 or 1. An estimate outside 0..=1 is written as it is.
pub fn share(value: f64) -> String {
    if !(0.0..=1.0).contains(&value) {
        return format!("{value:.3}");
    }
    match (thousandths(value), (value * 1000.0).round() as u32) {
        (1000, _) => "1.000".to_owned(),
        (999, 1000) => ">.999".to_owned(),
        (1, 0) => "<.001".to_owned(),
        (thousandths, _) => format!(".{thousandths:03}"),
    }
}

/// [`share`] with a leading zero, for text that is read aloud: `0.931`, `1.000`.
pub fn spoken_share(value: f64) -> String {
    let share = share(value);
    match share.split_once('.') {
        Some((sign @ ("" | "<" | ">"), digits)) => format!("{sign}0.{digits}"),
        _ => share,
    }
}

/// Duration in clock format: `0.42 s`, `17 s`, `1:05`, `2:03:09`.
pub fn duration(d: Duration) -> String {
    let seconds = d.as_secs();
    if d < Duration::from_secs(10) {
        return format!("{:.2} s", d.as_secs_f64());
    }
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!(
            "{}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        ),
    }
}

/// Duration in its largest whole unit: `40 seconds`, `1 minute`, `5 hours`, `12 days`.
pub fn long_duration(d: Duration) -> String {
    let seconds = d.as_secs();
    match seconds {
        0..60 => counted(seconds, "second", "seconds"),
        60..3600 => counted(seconds / 60, "minute", "minutes"),
        3600..86_400 => counted(seconds / 3600, "hour", "hours"),
        _ => counted(seconds / 86_400, "day", "days"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_percentages_are_rounded_once() {
        for (part, total, shown) in [
            (19, 21, "90"),
            (835, 1_025, "81"),
            (1, 8, "13"),
            (9_999, 10_000, "99"),
            (49, 10_000, "<1"),
            (1, 200, "1"),
            (3, 3, "100"),
            (0, 3, "0"),
        ] {
            let share = f64::from(part) / f64::from(total);
            assert_eq!(per_cent(share), shown, "{part} of {total}");
        }
    }

    #[test]
    fn a_percentage_to_one_place_is_rounded_and_100_only_for_all() {
        for (part, total, shown) in [
            (74, 75, "98.7"),
            (26, 34, "76.5"),
            (9_999, 10_000, "99.9"),
            (1, 10_000, "0.1"),
            (3, 3, "100.0"),
            (0, 3, "0.0"),
        ] {
            let share = f64::from(part) / f64::from(total);
            assert_eq!(tenths_of_per_cent(share), shown, "{part} of {total}");
        }
    }

    #[test]
    fn only_1_is_written_as_1() {
        assert_eq!(share(0.9996), ">.999");
        assert_eq!(share(0.9994), ".999");
        assert_eq!(share(1.0), "1.000");
        assert_eq!(share(0.0004), "<.001");
        assert_eq!(share(0.0006), ".001");
        assert_eq!(share(0.0), ".000");
        assert_eq!(share(0.9654), ".965");
        assert_eq!(share(-0.0312), "-0.031");
        assert_eq!(spoken_share(0.9996), ">0.999");
        assert_eq!(spoken_share(0.931), "0.931");
        assert_eq!(spoken_share(1.0), "1.000");
    }

    #[test]
    fn counts_are_grouped_by_three_digits() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_204), "1,204");
        assert_eq!(count(12_345_678), "12,345,678");
        assert_eq!(counted(1, "document", "documents"), "1 document");
    }

    #[test]
    fn bytes_change_unit_before_they_need_four_digits() {
        assert_eq!(bytes(812), "812 B");
        assert_eq!(bytes(4_200), "4.2 kB");
        assert_eq!(bytes(999_960), "1.0 MB");
        assert_eq!(bytes(3_000_000_000), "3.0 GB");
    }

    #[test]
    fn durations_read_like_a_clock() {
        assert_eq!(duration(Duration::from_millis(420)), "0.42 s");
        assert_eq!(duration(Duration::from_secs(65)), "1:05");
        assert_eq!(duration(Duration::from_secs(7389)), "2:03:09");
        assert_eq!(long_duration(Duration::from_secs(7389)), "2 hours");
        assert_eq!(long_duration(Duration::from_secs(86_400)), "1 day");
    }
}

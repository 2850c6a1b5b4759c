//! Similarities and the chain flag as the lists of this screen write them.

use crate::typeset::figures::Glyphs;

/// A similarity in four columns: `1.00` or ` .97`. Only what is 1 is written as 1.
#[must_use]
pub fn two(value: f64) -> String {
    let hundredths = (value.clamp(0.0, 1.0) * 100.0).round() as u32;
    match hundredths {
        100 if value >= 1.0 => "1.00".into(),
        100 => " .99".into(),
        0 if value > 0.0 => " .01".into(),
        h => format!(" .{h:02}"),
    }
}

/// [`two`], except that what lies below `threshold` is never rounded up to it.
#[must_use]
pub fn two_beside(value: f64, threshold: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    if value < threshold && rounded >= threshold {
        return two((value * 100.0).floor() / 100.0);
    }
    two(value)
}

/// The flag of a cluster that holds a pair below the threshold.
#[must_use]
pub fn chain_flag(glyphs: Glyphs) -> &'static str {
    glyphs.pick("⚠ chain", "! chain")
}

#[cfg(test)]
mod tests {
    use super::{two, two_beside};

    #[test]
    fn what_lies_below_the_threshold_does_not_look_as_if_it_reached_it() {
        assert_eq!(two_beside(0.7996, 0.8), " .79");
        assert_eq!(two_beside(0.8, 0.8), " .80");
        assert_eq!(two_beside(0.7996, 0.7), " .80");
    }

    #[test]
    fn only_one_is_written_as_one() {
        assert_eq!(two(1.0), "1.00");
        assert_eq!(two(0.9999), " .99");
        assert_eq!(two(0.6), " .60");
        assert_eq!(two(0.0001), " .01");
        assert_eq!(two(0.0), " .00");
    }
}

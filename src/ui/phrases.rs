//! Phrases that several screens use, and the choice of a wording that fits.

use crate::base::units::{count, counted};
use crate::typeset::figures::Glyphs;

/// `1 document`, `2,041 documents`.
#[must_use]
pub fn documents(n: usize) -> String {
    counted(n as u64, "document", "documents")
}

/// `3 of 2,041`.
#[must_use]
pub fn out_of(n: u64, all: u64) -> String {
    format!("{} of {}", count(n), count(all))
}

/// The place of the item at `index` in a list of `len`: `1 of 17`.
#[must_use]
pub fn position(index: usize, len: usize) -> String {
    out_of(index as u64 + 1, len as u64)
}

/// The first of `wordings` (the longest first) that `fits`.
pub fn first_fitting(wordings: Vec<String>, fits: impl Fn(&str) -> bool) -> Option<String> {
    wordings.into_iter().find(|wording| fits(wording))
}

/// The direction in which a list is sorted.
#[must_use]
pub fn sort_arrow(ascending: bool, glyphs: Glyphs) -> &'static str {
    match ascending {
        true => glyphs.pick("▴", "^"),
        false => glyphs.pick("▾", "v"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_from_one_and_the_longest_wording_that_fits_is_taken() {
        assert_eq!(position(0, 2041), "1 of 2,041");
        assert_eq!(documents(1), "1 document");
        let wordings = || vec!["long".to_owned(), "short".to_owned(), "s".to_owned()];
        let fitting = |room| first_fitting(wordings(), |text| text.len() <= room);
        assert_eq!(fitting(4).as_deref(), Some("long"));
        assert_eq!(fitting(3).as_deref(), Some("s"));
        assert_eq!(fitting(0), None);
    }
}

/// The sign before the name of a disguised document in lists.
#[must_use]
pub fn disguise_sign(glyphs: Glyphs) -> &'static str {
    glyphs.pick("‡ ", "% ")
}

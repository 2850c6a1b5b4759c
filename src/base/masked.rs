//! Ranges of terms that are left out of the comparison, with the reason.

use serde::{Deserialize, Serialize};

/// Why a span is masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A quotation.
    Quotation,
    /// A list of references.
    References,
    /// Text of a template or task.
    Template,
    /// Text that many documents share.
    Common,
    /// A phrase of a list, or a passage masked by hand.
    Phrase,
}

impl Reason {
    /// All reasons. Where ranges overlap, a term belongs to the first in this order.
    pub const ALL: [Reason; 5] = [
        Reason::References,
        Reason::Quotation,
        Reason::Template,
        Reason::Phrase,
        Reason::Common,
    ];

    /// Name for a reader, singular.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reason::Quotation => "quotation",
            Reason::References => "references",
            Reason::Template => "template",
            Reason::Common => "common text",
            Reason::Phrase => "phrase",
        }
    }
}

/// A run of masked terms, `start..end` as positions in the unmasked document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaskedRange {
    /// Position of the first masked term.
    pub start: u32,
    /// Position after the last.
    pub end: u32,
    /// Why it is masked.
    pub reason: Reason,
}

impl MaskedRange {
    /// Number of terms.
    #[must_use]
    pub fn words(&self) -> usize {
        (self.end - self.start) as usize
    }
}

/// The values of a document without those at masked positions. `ranges` are ascending and disjoint.
pub fn without_masked<T: Copy>(values: &[T], ranges: &[MaskedRange], out: &mut Vec<T>) {
    let mut from = 0;
    for range in ranges {
        let (start, end) = (range.start as usize, range.end as usize);
        out.extend_from_slice(values.get(from..start).unwrap_or_default());
        from = end.max(from);
    }
    out.extend_from_slice(values.get(from..).unwrap_or_default());
}

/// Where the terms that are not masked stand in the whole document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholePositions {
    /// For each masked range, the number of unmasked terms before it and of masked terms up to its end; both
    /// ascending.
    masked: Box<[(u32, u32)]>,
}

impl WholePositions {
    /// Those of a document without the terms in `ranges`, which are ascending and disjoint.
    #[must_use]
    pub fn new(ranges: &[MaskedRange]) -> Self {
        let mut words = 0;
        let masked = ranges.iter().map(|range| {
            let before = range.start - words;
            words += range.end - range.start;
            (before, words)
        });
        WholePositions {
            masked: masked.collect(),
        }
    }

    /// Position in the whole document of the term at `position` of the unmasked ones.
    #[must_use]
    pub fn term(&self, position: u32) -> u32 {
        let before = self.masked.partition_point(|(start, _)| *start <= position);
        let words = before.checked_sub(1).map_or(0, |last| self.masked[last].1);
        position + words
    }

    /// Positions `start..end` of unmasked terms as positions of the whole document: from the first of the terms to
    /// behind the last, so that no end is masked. Masked terms between them are inside. An empty range stays empty.
    #[must_use]
    pub fn range(&self, (start, end): (u32, u32)) -> (u32, u32) {
        let first = self.term(start);
        match end > start {
            true => (first, self.term(end - 1) + 1),
            false => (first, first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn whole_positions_are_those_of_the_terms_that_stay(
            masked in prop::collection::vec(any::<bool>(), 0..40),
            alike: bool,
        ) {
            // Neighbouring ranges may touch, as those of two reasons do.
            let mut ranges: Vec<MaskedRange> = Vec::new();
            for (at, _) in masked.iter().enumerate().filter(|(_, masked)| **masked) {
                let at = at as u32;
                match ranges.last_mut() {
                    Some(last) if alike && last.end == at => last.end += 1,
                    _ => ranges.push(MaskedRange { start: at, end: at + 1, reason: Reason::Common }),
                }
            }
            let all: Vec<u32> = (0..masked.len() as u32).collect();
            let mut left = Vec::new();
            without_masked(&all, &ranges, &mut left);
            let whole = WholePositions::new(&ranges);
            for (position, want) in left.iter().enumerate() {
                prop_assert_eq!(whole.term(position as u32), *want);
            }
            for start in 0..left.len() {
                for end in start + 1..=left.len() {
                    let got = whole.range((start as u32, end as u32));
                    prop_assert_eq!(got, (left[start], left[end - 1] + 1));
                }
            }
        }
    }

    #[test]
    fn values_outside_of_the_ranges_stay_in_order() {
        let range = |start, end| MaskedRange {
            start,
            end,
            reason: Reason::Phrase,
        };
        let mut out = Vec::new();
        without_masked(&[0, 1, 2, 3, 4, 5], &[range(0, 2), range(3, 4)], &mut out);
        assert_eq!(out, [2, 4, 5]);
        out.clear();
        without_masked(&[0, 1], &[range(0, 2)], &mut out);
        assert!(out.is_empty());
        without_masked(&[0, 1], &[], &mut out);
        assert_eq!(out, [0, 1]);
    }
}

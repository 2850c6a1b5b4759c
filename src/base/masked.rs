//! Ranges of terms that are left out of the comparison, with the reason.

use serde::{Deserialize, Serialize};

use super::page_block::PageBlock;

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
    /// A block of a page.
    #[serde(untagged)]
    Block(PageBlock),
}

impl Reason {
    /// All reasons; headings are never masked. Where ranges overlap, a term belongs to the first in this
    /// order.
    pub const ALL: [Reason; 11] = [
        Reason::Block(PageBlock::Navigation),
        Reason::Block(PageBlock::Header),
        Reason::Block(PageBlock::Footer),
        Reason::Block(PageBlock::Aside),
        Reason::Block(PageBlock::Advertisement),
        Reason::Block(PageBlock::Outside),
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
            Reason::Block(block) => block.name(),
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

#[cfg(test)]
mod tests {
    use super::*;

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

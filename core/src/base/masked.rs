//! Ranges of terms that are excluded from the comparison, with the reason.

use serde::{Deserialize, Serialize};

/// Why a range of terms is masked.
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

    /// Display name, singular.
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

    /// Display name of a passage in text that is masked for this reason.
    pub fn of_passage(self) -> &'static str {
        match self {
            Reason::References => "reference list",
            other => other.name(),
        }
    }
}

/// A run of masked terms, `start..end` as positions in the complete document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaskedRange {
    /// Position of the first masked term.
    pub start: u32,
    /// Position after the last masked term.
    pub end: u32,
    /// Why it is masked.
    pub reason: Reason,
}

impl MaskedRange {
    /// Number of terms.
    pub fn words(&self) -> usize {
        (self.end - self.start) as usize
    }
}

/// Converts ranges of the complete document to ranges of the document without `masked`, which is ascending and
/// disjoint. Ranges that are completely masked are dropped.
pub fn among_unmasked(ranges: &[MaskedRange], masked: &[MaskedRange]) -> Vec<MaskedRange> {
    let position = |at: u32| {
        let before = masked.iter().take_while(|range| range.start < at);
        at - before
            .map(|range| range.end.min(at) - range.start)
            .sum::<u32>()
    };
    let converted = ranges.iter().map(|range| MaskedRange {
        start: position(range.start),
        end: position(range.end),
        reason: range.reason,
    });
    converted.filter(|range| range.start < range.end).collect()
}

/// Why the terms `start..end` may be shared: the first reason whose disjoint ranges cover at least four fifths of them;
/// `None` if no reason does. A passage often continues for a word or two after a quotation.
pub fn reason_of(ranges: &[MaskedRange], (start, end): (u32, u32)) -> Option<Reason> {
    let covered = |reason: &Reason| {
        let matching = ranges.iter().filter(|range| range.reason == *reason);
        let words = matching.map(|range| range.end.min(end).saturating_sub(range.start.max(start)));
        words.map(u64::from).sum::<u64>()
    };
    let total = u64::from(end.saturating_sub(start));
    let applies = |reason: &Reason| total > 0 && covered(reason) * 5 >= total * 4;
    Reason::ALL.into_iter().find(applies)
}

/// Appends to `out` the values of a document at unmasked positions. `ranges` are ascending and disjoint.
pub fn without_masked<T: Copy>(values: &[T], ranges: &[MaskedRange], out: &mut Vec<T>) {
    let mut from = 0;
    for range in ranges {
        let (start, end) = (range.start as usize, range.end as usize);
        out.extend_from_slice(values.get(from..start).unwrap_or_default());
        from = end.max(from);
    }
    out.extend_from_slice(values.get(from..).unwrap_or_default());
}

/// Maps positions of unmasked terms to positions in the complete document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholePositions {
    /// For each masked range: the number of unmasked terms before it, and of masked terms up to its end. Both ascend.
    masked: Box<[(u32, u32)]>,
}

impl WholePositions {
    /// Creates the map for a document without the terms in `ranges`, which are ascending and disjoint.
    pub fn new(ranges: &[MaskedRange]) -> Self {
        let mut masked_words = 0;
        let masked = ranges.iter().map(|range| {
            let before = range.start - masked_words;
            masked_words += range.end - range.start;
            (before, masked_words)
        });
        WholePositions {
            masked: masked.collect(),
        }
    }

    /// Position in the complete document of the unmasked term number `position`.
    pub fn term(&self, position: u32) -> u32 {
        let before = self.masked.partition_point(|(start, _)| *start <= position);
        let masked_words = before.checked_sub(1).map_or(0, |last| self.masked[last].1);
        position + masked_words
    }

    /// Converts the range `start..end` of unmasked terms to a range of the complete document. The range begins and ends
    /// with an unmasked term; masked terms between them are inside. An empty range stays empty.
    pub fn range(&self, (start, end): (u32, u32)) -> (u32, u32) {
        let first = self.term(start);
        if end > start {
            (first, self.term(end - 1) + 1)
        } else {
            (first, first)
        }
    }
}

/// The role of a part of a page. All other text is body text, in the main part if the page marks one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageBlock {
    /// A heading outside of the other blocks.
    Heading,
    /// Navigation: menus, breadcrumbs, pagination, lists of links.
    Navigation,
    /// The header of the page, not of an article or section.
    Header,
    /// The footer of the page.
    Footer,
    /// Text next to the main text: sidebars, related pages.
    Aside,
    /// An advertisement.
    Advertisement,
    /// Other text outside of the main part, on pages that mark one.
    Outside,
}

impl PageBlock {
    /// All blocks.
    pub const ALL: [PageBlock; 7] = [
        PageBlock::Heading,
        PageBlock::Navigation,
        PageBlock::Header,
        PageBlock::Footer,
        PageBlock::Aside,
        PageBlock::Advertisement,
        PageBlock::Outside,
    ];

    /// Display name, singular.
    pub fn name(self) -> &'static str {
        match self {
            PageBlock::Heading => "heading",
            PageBlock::Navigation => "navigation",
            PageBlock::Header => "page header",
            PageBlock::Footer => "page footer",
            PageBlock::Aside => "aside",
            PageBlock::Advertisement => "advertisement",
            PageBlock::Outside => "outside of the main part",
        }
    }
}

/// A block as a byte span of the text of its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSpan {
    /// Byte offset of the start.
    pub start: usize,
    /// Byte offset of the end (exclusive).
    pub end: usize,
    /// The role of the block.
    pub block: PageBlock,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn unmasked_terms_map_to_positions_in_the_complete_document(
            masked in prop::collection::vec(any::<bool>(), 0..40),
            merge: bool,
        ) {
            // Adjacent ranges may touch, as ranges of two reasons do.
            let mut ranges: Vec<MaskedRange> = Vec::new();
            for (at, _) in masked.iter().enumerate().filter(|(_, masked)| **masked) {
                let at = at as u32;
                match ranges.last_mut() {
                    Some(last) if merge && last.end == at => last.end += 1,
                    _ => ranges.push(MaskedRange { start: at, end: at + 1, reason: Reason::Common }),
                }
            }
            let all: Vec<u32> = (0..masked.len() as u32).collect();
            let mut unmasked = Vec::new();
            without_masked(&all, &ranges, &mut unmasked);
            let positions = WholePositions::new(&ranges);
            for (position, want) in unmasked.iter().enumerate() {
                prop_assert_eq!(positions.term(position as u32), *want);
            }
            for start in 0..unmasked.len() {
                for end in start + 1..=unmasked.len() {
                    let got = positions.range((start as u32, end as u32));
                    prop_assert_eq!(got, (unmasked[start], unmasked[end - 1] + 1));
                }
            }
        }
    }

    #[test]
    fn a_passage_has_the_reason_that_covers_four_fifths_of_it() {
        let range = |start, end, reason| MaskedRange { start, end, reason };
        let masked = [
            range(0, 10, Reason::Quotation),
            range(12, 20, Reason::Quotation),
            range(30, 60, Reason::References),
        ];
        // Computes the reason word by word, from the definition.
        for start in 0..64 {
            for end in start..64 {
                let covered = |reason: Reason| {
                    let ranges = masked.iter().filter(|r| r.reason == reason);
                    let words: Vec<u32> = ranges.flat_map(|r| r.start..r.end).collect();
                    (start..end).filter(|at| words.contains(at)).count() as u32
                };
                let inside = |r: &Reason| end > start && 5 * covered(*r) >= 4 * (end - start);
                let want = Reason::ALL.into_iter().find(inside);
                assert_eq!(reason_of(&masked, (start, end)), want, "{start}..{end}");
            }
        }
        assert_eq!(reason_of(&masked, (0, 20)), Some(Reason::Quotation));
        let reason = reason_of(&masked, (30, 40)).map(Reason::of_passage);
        assert_eq!(reason, Some("reference list"));
    }

    #[test]
    fn ranges_shift_by_the_masked_terms_before_them() {
        let range = |start, end| MaskedRange {
            start,
            end,
            reason: Reason::Quotation,
        };
        let masked = [range(2, 4), range(6, 9)];
        // The unmasked terms, in order.
        let mut unmasked = Vec::new();
        without_masked(&(0..12).collect::<Vec<u32>>(), &masked, &mut unmasked);
        for start in 0..12 {
            for end in start + 1..=12 {
                let got = among_unmasked(&[range(start, end)], &masked);
                let got: Vec<u32> = got.iter().flat_map(|r| r.start..r.end).collect();
                let inside = |at: &u32| (start..end).contains(&unmasked[*at as usize]);
                let want: Vec<u32> = (0..unmasked.len() as u32).filter(inside).collect();
                assert_eq!(got, want, "{start}..{end}");
            }
        }
    }
}

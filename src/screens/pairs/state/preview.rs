//! The preview of a pair: its best passage in both texts.

use std::ops::Range;
use std::sync::Arc;

use crate::base::DocNo;
use crate::engine::message::{Comparison, Side};
use crate::evidence::pair;
use crate::similarity::BridgedPassage;
use crate::typeset::reflow::reflowed;

/// A pair of documents at its best passage.
#[derive(Clone, Debug)]
pub struct Preview {
    comparison: Arc<Comparison>,
    /// What can be in sight of either text, with hard-wrapped paragraphs reflowed, and the byte where it begins.
    excerpts: [(String, usize); 2],
    /// Byte span of the passage on either side; `None` if the two share none.
    spans: Option<[(usize, usize); 2]>,
    /// The byte of either text from which on it is shown: where both have the same words first.
    shown_at: [usize; 2],
    /// 1-based line of that byte.
    lines: [usize; 2],
    words: u32,
    only: &'static str,
}

/// A text of a pair at its best passage.
#[derive(Clone, Debug)]
pub struct PreviewSide<'a> {
    /// What can be in sight, with hard-wrapped paragraphs reflowed.
    pub text: &'a str,
    /// Bytes of the passage in it; `None` if the two share none.
    pub passage: Option<Range<usize>>,
    /// The byte from which on it is shown.
    pub shown_at: usize,
    /// Its line in the document, 1-based.
    pub line: usize,
}

impl Preview {
    /// The preview of a comparison.
    pub fn new(comparison: Arc<Comparison>) -> Self {
        let best = best_passage(&comparison);
        let sides = [&comparison.left, &comparison.right];
        let terms = best.map(|best| [best.left, best.right]);
        let spans = terms.map(|terms| [0, 1].map(|i| bytes(sides[i], terms[i])));
        let first = best.map(|best| <[u32; 2]>::from(best.first_in_order()));
        let shown_at =
            [0, 1].map(|i| first.map_or(0, |first| bytes(sides[i], (first[i], first[i])).0));
        let line = |i: usize| {
            let before = &sides[i].text.as_bytes()[..shown_at[i]];
            1 + before.iter().filter(|byte| **byte == b'\n').count()
        };
        Preview {
            words: best.map_or(0, BridgedPassage::same),
            only: pair::only(comparison.kinds.iter().copied()),
            excerpts: [0, 1].map(|i| excerpt(&sides[i].text, shown_at[i])),
            lines: [line(0), line(1)],
            shown_at,
            spans,
            comparison,
        }
    }

    /// The documents.
    pub fn documents(&self) -> (DocNo, DocNo) {
        (self.comparison.left.doc, self.comparison.right.doc)
    }

    /// The comparison.
    pub fn comparison(&self) -> &Arc<Comparison> {
        &self.comparison
    }

    /// A text (0 or 1) at the passage.
    pub fn side(&self, side: usize) -> PreviewSide<'_> {
        let (text, begin) = &self.excerpts[side];
        let inside = |byte: usize| byte.saturating_sub(*begin).min(text.len());
        let span = self.spans.map(|spans| spans[side]);
        PreviewSide {
            text,
            passage: span.map(|(start, end)| inside(start)..inside(end)),
            shown_at: inside(self.shown_at[side]),
            line: self.lines[side],
        }
    }

    /// Words of the passage that are the same, as the list has them; 0 if the two share none.
    pub fn words(&self) -> u32 {
        self.words
    }

    /// What all passages of the two are; may be empty.
    pub fn only(&self) -> &'static str {
        self.only
    }
}

/// Bytes of a text before the passage, and from it on, that are considered: more than a screen shows.
const BEFORE: usize = 4 << 10;
const BEHIND: usize = 64 << 10;

/// The part of `text` around byte `start`, reflowed, and the byte where it begins: that of a paragraph, or of a line.
fn excerpt(text: &str, start: usize) -> (String, usize) {
    let start = text.floor_char_boundary(start);
    let far = text.floor_char_boundary(start.saturating_sub(BEFORE));
    let before = &text[far..start];
    let paragraph = before.rfind("\n\n").map(|at| far + at + 2);
    let line = || before.find('\n').map(|at| far + at + 1);
    let begin = match far {
        0 => paragraph.unwrap_or(0),
        _ => paragraph.or_else(line).unwrap_or(far),
    };
    let end = text.floor_char_boundary(start.saturating_add(BEHIND).min(text.len()));
    let part = &text[begin..end];
    (reflowed(part).unwrap_or_else(|| part.to_owned()), begin)
}

/// The passage with most words that are the same; of equal ones the first.
fn best_passage(comparison: &Comparison) -> Option<&BridgedPassage> {
    let passages = comparison.bridged.iter().rev();
    passages.max_by_key(|passage| passage.same())
}

/// Byte span of a range of terms.
fn bytes(side: &Side, (start, end): (u32, u32)) -> (usize, usize) {
    let length = side.text.len();
    let term = |at: u32| side.spans.get(at as usize);
    let from = term(start).map_or(length, |span| span.0 as usize);
    let last = term(end.saturating_sub(1).max(start));
    (from, last.map_or(length, |span| span.1 as usize).max(from))
}

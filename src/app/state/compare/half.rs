//! One text of a comparison, prepared for display: byte spans of shared passages and changed words,
//! viewport, and alignment with the other text.

use std::sync::Arc;

use super::links::{self, Link, seen_from};
use crate::engine::message::{Comparison, DiffRun, Side};
use crate::similarity::Passage;
use crate::typeset::{Flow, Pane, Piece, Stretch};

/// Words shown on either side of a change when the rest is folded.
const CONTEXT: u32 = 6;
/// Minimum number of words worth folding.
const WORTH_FOLDING: u32 = 8;

/// One text of a comparison.
#[derive(Clone, Debug)]
pub struct Text {
    /// Viewport.
    pub pane: Pane,
    /// Shared spans, ascending and disjoint.
    pub stretches: Vec<Stretch>,
    /// Byte spans of words that only this text has, ascending.
    pub changed: Vec<(usize, usize)>,
    /// Complete byte span of each passage, by passage number; spans may overlap.
    pub passages: Vec<(usize, usize)>,
    /// Passage numbers ordered by start, and the running maximum of their ends.
    by_start: Vec<usize>,
    reach: Vec<usize>,
    /// The comparison, and whether this is its right side.
    whole: Arc<Comparison>,
    second: bool,
    shared_links: Vec<Link>,
    kept_links: Vec<Link>,
}

impl Text {
    /// Prepares the left text of a comparison, or the right one if `second`.
    #[must_use]
    pub fn new(comparison: &Arc<Comparison>, second: bool) -> Self {
        let side = side(comparison, second);
        let span = |from: u32, to: u32| bytes(side, from, to);
        let shared_links = links::of_passages(&comparison.passages, second);
        let mut stretches: Vec<Stretch> = Vec::with_capacity(shared_links.len());
        for link in &shared_links {
            let passage = link.passage.unwrap_or_default();
            let (mut start, end) = span(link.from, link.from + link.length);
            let p = comparison.passages[passage];
            let (begins, _) = seen_from((p.left, p.right), second);
            // Rest of a passage whose first words belong to the previous one: the spans are joined.
            if let (true, Some(last)) = (link.from > begins, stretches.last()) {
                start = start.min(last.end);
            }
            stretches.push(Stretch {
                start,
                end,
                passage,
            });
        }
        let passage = |p: &Passage| {
            let (start, _) = seen_from((p.left, p.right), second);
            span(start, start + p.length)
        };
        let passages: Vec<(usize, usize)> = comparison.passages.iter().map(passage).collect();
        let mut by_start: Vec<usize> = (0..passages.len()).collect();
        by_start.sort_by_key(|i| passages[*i].0);
        let mut furthest = 0;
        let reach = |i: &usize| {
            furthest = passages[*i].1.max(furthest);
            furthest
        };
        let reach = by_start.iter().map(reach).collect();
        let changed = |run: &DiffRun| match (*run, second) {
            (DiffRun::Left((a, b)), false) | (DiffRun::Right((a, b)), true) if a < b => {
                Some(span(a, b))
            }
            _ => None,
        };
        let changed = comparison.diff.runs.iter().filter_map(changed).collect();
        Text {
            pane: Pane::new(Arc::clone(&side.text)),
            stretches,
            changed,
            passages,
            by_start,
            reach,
            whole: Arc::clone(comparison),
            second,
            shared_links,
            kept_links: links::of_diff(&comparison.diff, second),
        }
    }

    /// Numbers (0-based) of all passages that overlap these bytes, ordered by start.
    #[must_use]
    pub fn passages_in(&self, start: usize, end: usize) -> Vec<usize> {
        let before_end = |i: &usize| self.passages[*i].0 < end.max(start + 1);
        let until = self.by_start.partition_point(before_end);
        let from = self.reach.partition_point(|reach| *reach <= start);
        let reached = self.by_start[from.min(until)..until].iter().copied();
        reached.filter(|i| self.passages[*i].1 > start).collect()
    }

    /// Whether these bytes contain a word that only this text has.
    #[must_use]
    pub fn has_change(&self, start: usize, end: usize) -> bool {
        let at = self.changed.partition_point(|c| c.1 <= start);
        self.changed.get(at).is_some_and(|c| c.0 < end)
    }

    /// Byte offset in the other text that aligns with `byte`: by shared passages, or by kept words if
    /// `by_words`. If `byte` lies in the passage `current`, that passage decides.
    #[must_use]
    pub fn across(&self, byte: usize, by_words: bool, current: Option<usize>) -> usize {
        let sides = (&self.whole.left, &self.whole.right);
        let (here, there) = seen_from(sides, self.second);
        let until = here.spans.partition_point(|s| s.0 as usize <= byte);
        let term = until.saturating_sub(1) as u32;
        if byte == 0 || there.spans.is_empty() {
            return 0;
        }
        let passage = current
            .filter(|_| !by_words)
            .and_then(|i| self.whole.passages.get(i));
        let answer = passage.and_then(|p| {
            let (from, to) = seen_from((p.left, p.right), self.second);
            (from <= term && term < from + p.length).then(|| to + (term - from))
        });
        let links = if by_words {
            &self.kept_links
        } else {
            &self.shared_links
        };
        let other = answer
            .unwrap_or_else(|| links::across(links, term, here.spans.len(), there.spans.len()));
        there
            .spans
            .get(other as usize)
            .map_or(there.text.len(), |s| s.0 as usize)
    }

    /// Flow of the whole text, or of the differences with `CONTEXT` words around them.
    #[must_use]
    pub fn flow(&self, only_differences: bool) -> Flow {
        let side = side(&self.whole, self.second);
        if !only_differences {
            return Flow::whole(&side.text);
        }
        let mut pieces = Vec::new();
        let mut shown = 0;
        let runs = &self.whole.diff.runs;
        for (i, run) in runs.iter().enumerate() {
            let DiffRun::Kept { left, right } = *run else {
                continue;
            };
            let ((from, to), _) = seen_from((left, right), self.second);
            let before = if i == 0 { 0 } else { CONTEXT };
            let after = if i + 1 == runs.len() { 0 } else { CONTEXT };
            let folded = (to - from).saturating_sub(before + after);
            if folded < WORTH_FOLDING {
                continue;
            }
            let start = match before {
                0 => 0,
                before => bytes(side, from, from + before).1,
            };
            let end = match after {
                0 => side.text.len(),
                after => bytes(side, to - after, to).0,
            };
            if shown < start {
                pieces.push(Piece::Text(shown, start));
            }
            pieces.push(Piece::Fold(start, end, folded));
            shown = end;
        }
        if shown < side.text.len() || pieces.is_empty() {
            pieces.push(Piece::Text(shown, side.text.len()));
        }
        Flow::of(&side.text, &pieces)
    }

    /// 1-based number of the line that contains `byte`; O(`byte`).
    #[must_use]
    pub fn line_of(&self, byte: usize) -> usize {
        let bytes = self.pane.text().bytes().take(byte);
        1 + bytes.filter(|b| *b == b'\n').count()
    }
}

/// The left side of the comparison, or the right one if `second`.
#[must_use]
pub fn side(comparison: &Comparison, second: bool) -> &Side {
    seen_from((&comparison.left, &comparison.right), second).0
}

/// Byte span of the terms `from..to`; empty, at the position of `from`, if the range is empty.
#[must_use]
pub fn bytes(side: &Side, from: u32, to: u32) -> (usize, usize) {
    let length = side.text.len();
    let start = side.spans.get(from as usize);
    let start = start.map_or(length, |s| s.0 as usize);
    if to <= from {
        return (start, start);
    }
    let end = side.spans.get(to as usize - 1);
    let end = end.map_or(length, |s| s.1 as usize);
    (start, end.max(start))
}

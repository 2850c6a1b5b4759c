//! One text of a comparison, prepared for display: passages, byte spans of changed words,
//! viewport, and alignment with the other text.

use std::sync::Arc;

use super::marks::{PassageMarks, bytes};
use crate::engine::message::{Comparison, DiffRun};
use crate::similarity::BridgedPassage;
use crate::typeset::{Pane, TextPiece};

/// Words shown on either side of a change when the rest is folded.
const CONTEXT: u32 = 6;
/// Minimum number of words worth folding.
const WORTH_FOLDING: u32 = 8;

/// One text of a comparison.
#[derive(Clone, Debug)]
pub struct ComparedText {
    /// Viewport.
    pub pane: Pane,
    /// Byte spans of words that only this text has, ascending.
    pub changed: Vec<(usize, usize)>,
    /// The bridged passages, as a reader would mark them, and the exact ones: the shared shingles, which the score counts.
    pub marks: [PassageMarks; 2],
    /// The comparison, and the column of this text.
    comparison: Arc<Comparison>,
    column: usize,
}

impl ComparedText {
    /// Prepares the text of a column.
    pub fn new(comparison: &Arc<Comparison>, exact: &[BridgedPassage], column: usize) -> Self {
        let side = comparison.sides()[column];
        let changed = |run: &DiffRun| match (*run, column) {
            (DiffRun::Left(words), 0) | (DiffRun::Right(words), 1) if words.0 < words.1 => {
                Some(bytes(side, words))
            }
            _ => None,
        };
        let changed = comparison.diff.runs.iter().filter_map(changed).collect();
        ComparedText {
            pane: Pane::new(Arc::clone(&side.text)),
            changed,
            marks: [&comparison.bridged, exact].map(|all| PassageMarks::new(all, side, column)),
            comparison: Arc::clone(comparison),
            column,
        }
    }

    /// Byte offset in the other text that aligns with `byte`, by the words that both keep.
    pub fn across(&self, byte: usize) -> usize {
        let sides = self.comparison.sides();
        let (here, there) = (sides[self.column], sides[1 - self.column]);
        let until = here.spans.partition_point(|s| s.0 as usize <= byte);
        let term = until.saturating_sub(1) as u32;
        if byte == 0 || there.spans.is_empty() {
            return 0;
        }
        let other = self.term_across(term, (here.spans.len() as u32, there.spans.len() as u32));
        bytes(there, (other, other)).0
    }

    /// The term of the other text that aligns with `term`; between kept words in proportion. `ends`: numbers of terms.
    fn term_across(&self, term: u32, ends: (u32, u32)) -> u32 {
        let mut before = (0, 0);
        let runs = self.comparison.diff.runs.iter();
        let kept = runs.filter_map(|run| match *run {
            DiffRun::Kept { left, right } => {
                let words = [left, right];
                Some((words[self.column], words[1 - self.column]))
            }
            DiffRun::Left(_) | DiffRun::Right(_) => None,
        });
        for (here, there) in kept.chain([((ends.0, ends.0), (ends.1, ends.1))]) {
            if term < here.0 {
                let gap = u64::from(here.0 - before.0);
                let other_gap = u64::from(there.0.saturating_sub(before.1));
                let into = u64::from(term - before.0);
                return before.1 + (other_gap * into / gap) as u32;
            }
            if term < here.1 {
                return there.0 + (term - here.0);
            }
            before = (here.1, there.1);
        }
        ends.1
    }

    /// The comparison that the text is of.
    pub fn comparison(&self) -> &Comparison {
        &self.comparison
    }

    /// Pieces of the whole text, or of the differences with `CONTEXT` words around them.
    pub fn pieces(&self, only_differences: bool) -> Vec<TextPiece> {
        let side = self.comparison.sides()[self.column];
        let mut pieces = Vec::new();
        let mut shown = 0;
        let runs = &self.comparison.diff.runs;
        for (i, run) in runs.iter().enumerate().filter(|_| only_differences) {
            let DiffRun::Kept { left, right } = *run else {
                continue;
            };
            let (from, to) = [left, right][self.column];
            let before = if i == 0 { 0 } else { CONTEXT };
            let after = if i + 1 == runs.len() { 0 } else { CONTEXT };
            let folded = (to - from).saturating_sub(before + after);
            if folded < WORTH_FOLDING {
                continue;
            }
            let start = match before {
                0 => 0,
                before => bytes(side, (from, from + before)).1,
            };
            let end = match after {
                0 => side.text.len(),
                after => bytes(side, (to - after, to)).0,
            };
            if shown < start {
                pieces.push(TextPiece::Text(shown, start));
            }
            pieces.push(TextPiece::Fold(start, end, folded));
            shown = end;
        }
        if shown < side.text.len() || pieces.is_empty() {
            pieces.push(TextPiece::Text(shown, side.text.len()));
        }
        pieces
    }
}

//! Positions of spans in a text for reports: bytes, characters and lines, each under a name that says what it
//! counts.

use serde_json::{Value, json};

use crate::engine::message::Side;

/// A text of a comparison with its terms, prepared for looking up positions.
pub struct Offsets<'a> {
    side: &'a Side,
    /// Byte offset of the start of each line.
    lines: Vec<usize>,
    /// Number of characters before the start of each term, and before its end.
    characters: Vec<(usize, usize)>,
}

impl<'a> Offsets<'a> {
    /// Counts lines and characters of the text once.
    pub fn of(side: &'a Side) -> Self {
        let breaks = side.text.match_indices('\n').map(|(at, _)| at + 1);
        let (mut at, mut before) = (0, 0);
        // Terms ascend, so that the text is counted in one pass; terms that one character was folded into
        // share its span.
        let mut up_to = |byte: u32| {
            let byte = byte as usize;
            let count = |from, to| side.text.get(from..to).unwrap_or_default().chars().count();
            before += count(at.min(byte), byte);
            before -= count(byte.min(at), at);
            at = byte;
            before
        };
        let spans = side.spans.iter();
        Offsets {
            side,
            lines: std::iter::once(0).chain(breaks).collect(),
            characters: spans.map(|s| (up_to(s.0), up_to(s.1))).collect(),
        }
    }

    /// The terms `from..to`, counted without masked ones, as an object whose terms are counted with them. Ends
    /// are exclusive, except that `end_line` is the line of the last character.
    pub fn span(&self, from: u32, to: u32) -> Value {
        let last = (to as usize).saturating_sub(1);
        let start = self.side.spans.get(from as usize).map_or(0, |s| s.0);
        let end = self.side.spans.get(last).map_or(start, |s| s.1);
        let start_char = self.characters.get(from as usize).map_or(0, |c| c.0);
        let end_char = self.characters.get(last).map_or(start_char, |c| c.1);
        let line = self.line_of(start as usize);
        let last_line = self.line_of((end as usize).saturating_sub(1).max(start as usize));
        let (start_term, end_term) = self.side.positions.range((from, to));
        json!({
            "start_byte": start, "end_byte": end,
            "start_char": start_char, "end_char": end_char,
            "start_line": line, "end_line": last_line,
            "start_term": start_term, "end_term": end_term,
        })
    }

    /// 1-based number of the line that contains `byte`.
    fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|at| *at <= byte)
    }
}

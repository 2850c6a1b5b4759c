//! Viewport on a text: size and top row. Movement is exact to the row and its cost depends on the
//! visible part, not on the text length.

use std::sync::Arc;

use super::flow::{Flow, TextPosition, TextRow};

/// A text in a viewport.
#[derive(Clone, Debug)]
pub struct Pane {
    text: Arc<str>,
    source: Arc<str>,
    /// Where the lines of the source begin, while its hard-wrapped paragraphs are reflowed.
    starts: Option<Vec<usize>>,
    flow: Flow,
    width: usize,
    height: usize,
    top: TextPosition,
    /// Top row at which the viewport shows the end of the text; valid for the current size.
    lowest: TextPosition,
}

impl Pane {
    /// Viewport at the beginning of `text` with a default size of 76 × 20.
    pub fn new(text: Arc<str>) -> Self {
        let flow = Flow::of_text(&text);
        let mut pane = Pane {
            source: Arc::clone(&text),
            starts: None,
            text,
            flow,
            width: 76,
            height: 20,
            top: TextPosition::default(),
            lowest: TextPosition::default(),
        };
        pane.update_top(0);
        pane
    }

    /// Shows hard-wrapped paragraphs reflowed, or the lines of the source. Resets the flow to the whole text and keeps
    /// the top position. Lines are counted as in the source in any case.
    pub fn set_reflowed(&mut self, enabled: bool) {
        let reflowed = enabled
            .then(|| super::reflow::reflowed(&self.source))
            .flatten();
        (self.text, self.starts) = match reflowed {
            Some(text) => {
                let breaks = self.source.match_indices('\n').map(|(at, _)| at + 1);
                let starts = std::iter::once(0).chain(breaks);
                let starts = starts.filter(|at| *at < self.source.len()).collect();
                (text.into(), Some(starts))
            }
            None => (Arc::clone(&self.source), None),
        };
        self.set_flow(Flow::of_text(&self.text));
    }

    /// The 0-based line of the source that contains `byte`; `line` is the line of the shown text.
    fn source_line(&self, line: usize, byte: usize) -> usize {
        match &self.starts {
            Some(starts) => starts
                .partition_point(|start| *start <= byte)
                .saturating_sub(1),
            None => line,
        }
    }

    /// A row with the line number of its first byte in the source. In a reflowed paragraph, only the first row begins a
    /// line.
    fn numbered(&self, row: TextRow) -> TextRow {
        if row.blank {
            row
        } else {
            TextRow {
                line: self.source_line(row.line, row.start),
                ..row
            }
        }
    }

    /// The 1-based number of the line of the source that contains `byte`.
    pub fn line_of(&self, byte: usize) -> usize {
        let position = self.flow.place_of(&self.text, byte, self.width);
        let row = self.flow.row(&self.text, position, self.width);
        self.source_line(row.line, byte) + 1
    }

    /// The complete text, as it is shown.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of lines of the document.
    pub fn lines(&self) -> usize {
        self.starts.as_ref().map_or(self.flow.lines(), Vec::len)
    }

    /// Size in columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Resizes the viewport and keeps its top position. Returns whether the size changed.
    pub fn resize(&mut self, width: usize, height: usize) -> bool {
        let (width, height) = (width.max(1), height.max(1));
        let is_resized = (width, height) != (self.width, self.height);
        if is_resized {
            let byte = self.top.byte();
            (self.width, self.height) = (width, height);
            self.update_top(byte);
        }
        is_resized
    }

    /// Replaces the flow (pieces of the same text) and keeps the top position.
    pub fn set_flow(&mut self, flow: Flow) {
        self.flow = flow;
        self.update_top(self.top.byte());
    }

    fn update_top(&mut self, byte: usize) {
        let last = self.flow.last(&self.text, self.width);
        (self.lowest, _) = self
            .flow
            .back(&self.text, last, self.height - 1, self.width);
        self.top = self
            .flow
            .place_of(&self.text, byte, self.width)
            .min(self.lowest);
    }

    /// Scrolls by rows; positive is down.
    pub fn scroll(&mut self, rows: i64) {
        if rows < 0 {
            let rows = usize::try_from(rows.unsigned_abs()).unwrap_or(usize::MAX);
            (self.top, _) = self.flow.back(&self.text, self.top, rows, self.width);
            return;
        }
        for _ in 0..rows {
            match self.flow.after(&self.text, self.top, self.width) {
                Some(next) if self.top < self.lowest => self.top = next,
                _ => return,
            }
        }
    }

    /// Scrolls to the beginning, blank rows before the text included.
    pub fn show_start(&mut self) {
        self.top = self.flow.first().min(self.lowest);
    }

    /// Scrolls to the end.
    pub fn show_end(&mut self) {
        self.top = self.lowest;
    }

    /// Scrolls so that the row with `byte` is `row` rows below the top, as far as the ends allow.
    pub fn show(&mut self, byte: usize, row: usize) {
        let position = self.flow.place_of(&self.text, byte, self.width);
        let (top, _) = self.flow.back(&self.text, position, row, self.width);
        self.top = top.min(self.lowest);
    }

    /// The rows in a viewport of this size; the size of the pane has no effect.
    pub fn rows(&self, width: usize, height: usize) -> Vec<TextRow> {
        let width = width.max(1);
        let mut at = Some(if width == self.width {
            self.top
        } else {
            self.flow.place_of(&self.text, self.top.byte(), width)
        });
        let mut rows = Vec::with_capacity(height);
        while let (Some(position), true) = (at, rows.len() < height) {
            let row = self.flow.row(&self.text, position, width);
            rows.push(self.numbered(row));
            at = self.flow.after(&self.text, position, width);
        }
        rows
    }

    /// The visible rows.
    pub fn visible(&self) -> Vec<TextRow> {
        self.rows(self.width, self.height)
    }

    /// Number of rows above the viewport, counted up to `max`.
    pub fn above(&self, max: usize) -> usize {
        self.flow.back(&self.text, self.top, max, self.width).1
    }

    /// Number of rows below the viewport, counted up to `max`.
    pub fn below(&self, max: usize) -> usize {
        let mut at = self.top;
        for n in 0..max {
            match self.flow.after(&self.text, at, self.width) {
                Some(next) if at < self.lowest => at = next,
                _ => return n,
            }
        }
        max
    }

    /// The visible row that contains `byte`; `None` if it is not visible.
    pub fn row_of(&self, byte: usize) -> Option<usize> {
        let rows = self.visible();
        let is_inside = rows.first()?.start <= byte && byte <= rows.last()?.end;
        is_inside.then(|| rows.partition_point(|r| r.start <= byte).saturating_sub(1))
    }

    /// Byte offset of the top row.
    pub fn top_byte(&self) -> usize {
        self.top.byte()
    }

    /// 1-based line number of the document at the top.
    pub fn line(&self) -> usize {
        let row = self.flow.row(&self.text, self.top, self.width);
        self.source_line(row.line, row.start) + 1
    }

    /// Whether the whole text is visible.
    pub fn shows_all(&self) -> bool {
        self.lowest == self.flow.back(&self.text, self.lowest, 1, self.width).0
    }

    /// Visible part of the text as fractions (start, end) of its bytes, 0..=1.
    pub fn extent(&self, width: usize, height: usize) -> (f64, f64) {
        let length = self.text.len().max(1) as f64;
        let rows = self.rows(width, height);
        let start = rows.first().map_or(0, |r| r.start);
        let end = rows.last().map_or(0, |r| r.end);
        // A line break after the last row does not count as remaining text.
        let rest = self.text.get(end..).unwrap_or_default();
        let end = if rest.trim_end_matches(['\r', '\n']).is_empty() {
            self.text.len()
        } else {
            end
        };
        (start as f64 / length, (end as f64 / length).min(1.0))
    }
}

#[cfg(test)]
mod tests;

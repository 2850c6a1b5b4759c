//! Text as it is put together from paragraphs, cells and pages.

/// A text in the making: a paragraph is a line, a row of a table is a line with tabs between its cells.
#[derive(Debug, Default)]
pub(super) struct Flow {
    text: String,
    /// Open cells; a paragraph inside of one does not end the line.
    cells: usize,
}

impl Flow {
    /// Length so far, in bytes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Adds text to the paragraph.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds text in which a run of white space is one space.
    pub fn push_collapsed(&mut self, text: &str) {
        for c in text.chars() {
            if !c.is_ascii_whitespace() {
                self.text.push(c);
            } else if !self.text.is_empty() && !self.text.ends_with([' ', '\n', '\t']) {
                self.text.push(' ');
            }
        }
    }

    /// Ends a line inside of a paragraph.
    pub fn break_line(&mut self) {
        self.text.push(if self.cells > 0 { ' ' } else { '\n' });
    }

    /// Ends a paragraph, unless nothing stands in it.
    pub fn end_paragraph(&mut self) {
        if self.cells > 0 {
            if !self.text.ends_with([' ', '\t', '\n']) {
                self.text.push(' ');
            }
        } else if !self.text.is_empty() && !self.text.ends_with(['\n', '\u{c}']) {
            self.text.push('\n');
        }
    }

    /// Begins a cell of a table.
    pub fn begin_cell(&mut self) {
        self.cells += 1;
    }

    /// Ends a cell of a table.
    pub fn end_cell(&mut self) {
        self.cells = self.cells.saturating_sub(1);
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\t');
    }

    /// Ends a row of a table.
    pub fn end_row(&mut self) {
        let kept = self.text.trim_end_matches(['\t', ' ']).len();
        self.text.truncate(kept);
        self.end_paragraph();
    }

    /// Begins a page or slide; `number` is 0 for the first.
    pub fn begin_page(&mut self, number: usize) {
        if number > 0 {
            self.end_paragraph();
            self.text.push('\u{c}');
        }
    }

    /// The whole text.
    pub fn finish(mut self) -> String {
        self.end_paragraph();
        self.text
    }
}

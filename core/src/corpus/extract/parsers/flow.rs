//! Text as it is put together from paragraphs, cells and notes.

/// A text in the making: lines, cells of a table parted by tabs, and notes that come after the text.
#[derive(Debug, Default)]
pub(super) struct Flow {
    text: String,
    /// Open cells; a paragraph inside of one does not end the line.
    cells: usize,
}

impl Flow {
    /// Adds text to the paragraph.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds text in which a run of white space is one space.
    pub fn push_collapsed(&mut self, text: &str) {
        for c in text.chars() {
            match c.is_ascii_whitespace() {
                false => self.text.push(c),
                true if self.text.ends_with([' ', '\n', '\t']) || self.text.is_empty() => {}
                true => self.text.push(' '),
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
        let kept = self.text.trim_end_matches(' ').len();
        self.text.truncate(kept);
        self.text.push('\t');
    }

    /// Ends a row of a table.
    pub fn end_row(&mut self) {
        let kept = self.text.trim_end_matches(['\t', ' ']).len();
        self.text.truncate(kept);
        self.end_paragraph();
    }

    /// Begins a page or slide, unless it is the first.
    pub fn begin_page(&mut self, number: usize) {
        if number > 0 {
            self.end_paragraph();
            self.text.push('\u{c}');
        }
    }

    /// Length so far, in bytes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Takes out the text after the first `length` bytes.
    pub fn split_off(&mut self, length: usize) -> String {
        // The text before may have lost blanks at its end.
        let at = self.text.floor_char_boundary(length);
        self.text.split_off(at)
    }

    /// The text with the notes after it.
    pub fn with_notes<'n>(mut self, notes: impl IntoIterator<Item = &'n str>) -> String {
        self.cells = 0;
        self.end_paragraph();
        for note in notes {
            self.text.push_str(note.trim());
            self.end_paragraph();
        }
        self.text
    }
}

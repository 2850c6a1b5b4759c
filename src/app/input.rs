//! Single-line text field with a cursor, which moves by graphemes, and the editing commands of common shells.

use unicode_segmentation::UnicodeSegmentation;

use super::commands::Command;

/// A text field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextField {
    text: String,
    /// Byte offset of the cursor, on a grapheme boundary.
    cursor: usize,
    /// Whether the complete text is selected, so that typing replaces it.
    pub selected: bool,
}

impl TextField {
    /// Creates a field with the cursor after `text`.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        TextField {
            cursor: text.len(),
            text,
            selected: false,
        }
    }

    /// Selects the complete text, so that typing replaces it. A key that moves the cursor ends the selection.
    pub fn select_all(&mut self) {
        self.cursor = self.text.len();
        self.selected = !self.text.is_empty();
    }

    /// Current text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Text before and after the cursor.
    pub fn halves(&self) -> (&str, &str) {
        self.text.split_at(self.cursor)
    }

    /// Replaces the text; the cursor is after it.
    pub fn set(&mut self, text: &str) {
        *self = TextField::new(text);
    }

    /// Clears the text.
    pub fn clear(&mut self) {
        self.text.clear();
        (self.cursor, self.selected) = (0, false);
    }

    /// Inserts `text` at the cursor; control characters such as line breaks and tabs become spaces.
    pub fn insert(&mut self, text: &str) {
        let line = text.replace(char::is_control, " ");
        if self.selected {
            self.clear();
        }
        self.text.insert_str(self.cursor, &line);
        self.cursor += line.len();
    }

    /// Replaces a range of bytes by `text` and puts the cursor after it.
    pub fn replace(&mut self, range: std::ops::Range<usize>, text: &str) {
        self.selected = false;
        self.cursor = range.start + text.len();
        self.text.replace_range(range, text);
    }

    /// Runs `command` if it is an editing command; returns whether it is one.
    pub fn edit(&mut self, command: Command) -> bool {
        match command {
            Command::CursorLeft => self.cursor = self.left(),
            Command::CursorRight => self.cursor = self.right(),
            Command::WordLeft => self.cursor = self.word_left(),
            Command::WordRight => self.cursor = self.word_right(),
            Command::LineStart => self.cursor = 0,
            Command::LineEnd => self.cursor = self.text.len(),
            Command::DeleteLeft | Command::DeleteRight if self.selected => self.clear(),
            Command::DeleteLeft => self.cut(self.left(), self.cursor),
            Command::DeleteRight => self.cut(self.cursor, self.right()),
            Command::DeleteWord => self.cut(self.word_left(), self.cursor),
            Command::DeleteToStart => self.cut(0, self.cursor),
            Command::DeleteToEnd => self.cut(self.cursor, self.text.len()),
            _ => return false,
        }
        self.selected = false;
        true
    }

    fn cut(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.cursor = from;
    }

    fn left(&self) -> usize {
        let mut before = self.text[..self.cursor].grapheme_indices(true);
        before.next_back().map_or(0, |(at, _)| at)
    }

    fn right(&self) -> usize {
        let mut after = self.text[self.cursor..].graphemes(true);
        self.cursor + after.next().map_or(0, str::len)
    }

    fn word_left(&self) -> usize {
        let mut before = self.text[..self.cursor].unicode_word_indices();
        before.next_back().map_or(0, |(at, _)| at)
    }

    fn word_right(&self) -> usize {
        let next = self.text[self.cursor..].unicode_word_indices().next();
        next.map_or(self.text.len(), |(at, word)| self.cursor + at + word.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::key::Key;
    use crate::app::keymap::Keymap;
    use crate::app::screen::Context;

    #[test]
    fn typing_replaces_selected_text() {
        let typed_into = |mut input: TextField| {
            input.insert("x");
            assert!(!input.selected);
            input.text().to_owned()
        };
        let mut input = TextField::new("old words");
        input.select_all();
        assert_eq!(typed_into(input), "x");
        let edited = |command: Command| {
            let mut input = TextField::new("old words");
            input.select_all();
            assert!(input.edit(command));
            typed_into(input)
        };
        assert_eq!(edited(Command::DeleteLeft), "x");
        assert_eq!(edited(Command::CursorLeft), "old wordxs");
        let mut empty = TextField::default();
        empty.select_all();
        assert!(!empty.selected);
    }

    #[test]
    fn editing_keys_step_over_graphemes_and_words() {
        let keymap = Keymap::default();
        let press = |input: &mut TextField, key: &str| {
            let command = keymap.command(Context::Text, key.parse::<Key>().unwrap());
            command.is_some_and(|command| input.edit(command))
        };
        let mut input = TextField::default();
        input.insert("naïve e\u{301}té 👩‍👩‍👧\n");
        assert_eq!(input.text(), "naïve e\u{301}té 👩‍👩‍👧 ");
        press(&mut input, "Backspace");
        press(&mut input, "Backspace");
        assert_eq!(input.text(), "naïve e\u{301}té ");
        press(&mut input, "ctrl-w");
        assert_eq!(input.text(), "naïve ");
        press(&mut input, "ctrl-a");
        press(&mut input, "Delete");
        assert_eq!(input.halves(), ("", "aïve "));
        assert!(!press(&mut input, "Enter"));
    }
}

//! Single-line text field with a cursor between graphemes and the editing commands of common shells.

use unicode_segmentation::UnicodeSegmentation;

use super::commands::Command;

/// A text field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    text: String,
    /// Byte offset of the cursor, on a grapheme boundary.
    cursor: usize,
}

impl Input {
    /// Creates a field with the cursor after `text`.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Input {
            cursor: text.len(),
            text,
        }
    }

    /// Current text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Text before and after the cursor.
    #[must_use]
    pub fn halves(&self) -> (&str, &str) {
        self.text.split_at(self.cursor)
    }

    /// Replaces the text; the cursor is behind it.
    pub fn set(&mut self, text: &str) {
        *self = Input::new(text);
    }

    /// Clears the text.
    pub fn clear(&mut self) {
        self.text.clear();
        self.cursor = 0;
    }

    /// Inserts `text` at the cursor; control characters such as line breaks and tabs become spaces.
    pub fn insert(&mut self, text: &str) {
        let line: String = text
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        self.text.insert_str(self.cursor, &line);
        self.cursor += line.len();
    }

    /// Replaces a range of bytes by `text` and puts the cursor behind it.
    pub fn replace(&mut self, range: std::ops::Range<usize>, text: &str) {
        self.cursor = range.start + text.len();
        self.text.replace_range(range, text);
    }

    /// Runs an editing command. Returns whether the command was one.
    pub fn edit(&mut self, command: Command) -> bool {
        match command {
            Command::CursorLeft => self.cursor = self.left(),
            Command::CursorRight => self.cursor = self.right(),
            Command::WordLeft => self.cursor = self.word_left(),
            Command::WordRight => self.cursor = self.word_right(),
            Command::LineStart => self.cursor = 0,
            Command::LineEnd => self.cursor = self.text.len(),
            Command::DeleteLeft => self.cut(self.left(), self.cursor),
            Command::DeleteRight => self.cut(self.cursor, self.right()),
            Command::DeleteWord => self.cut(self.word_left(), self.cursor),
            Command::DeleteToStart => self.cut(0, self.cursor),
            Command::DeleteToEnd => self.cut(self.cursor, self.text.len()),
            _ => return false,
        }
        true
    }

    fn cut(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.cursor = from;
    }

    fn left(&self) -> usize {
        self.text[..self.cursor]
            .grapheme_indices(true)
            .next_back()
            .map_or(0, |(at, _)| at)
    }

    fn right(&self) -> usize {
        self.text[self.cursor..]
            .graphemes(true)
            .next()
            .map_or(self.cursor, |g| self.cursor + g.len())
    }

    fn word_left(&self) -> usize {
        self.text[..self.cursor]
            .unicode_word_indices()
            .next_back()
            .map_or(0, |(at, _)| at)
    }

    fn word_right(&self) -> usize {
        self.text[self.cursor..]
            .unicode_word_indices()
            .next()
            .map_or(self.text.len(), |(at, w)| self.cursor + at + w.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::context::Context;
    use crate::app::keymap::Keymap;

    #[test]
    fn editing_keys_step_over_graphemes_and_words() {
        let keymap = Keymap::default();
        let press = |input: &mut Input, key: &str| {
            let command = keymap.command(Context::Text, key.parse().unwrap());
            command.is_some_and(|command| input.edit(command))
        };
        let mut input = Input::default();
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

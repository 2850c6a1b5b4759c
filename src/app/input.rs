//! Single-line text field with a cursor between graphemes and the editing keys of common shells.

use unicode_segmentation::UnicodeSegmentation;

use super::key::{Code, Key};

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

    /// Handles an editing key. Returns whether the key was one.
    pub fn key(&mut self, key: Key) -> bool {
        match (key.ctrl, key.alt, key.code) {
            (false, false, Code::Char(c)) => self.insert(c.encode_utf8(&mut [0; 4])),
            (false, false, Code::Backspace) | (true, false, Code::Char('h')) => {
                let from = self.left();
                self.cut(from, self.cursor);
            }
            (false, false, Code::Delete) => {
                let to = self.right();
                self.cut(self.cursor, to);
            }
            (false, false, Code::Left) | (true, false, Code::Char('b')) => {
                self.cursor = self.left()
            }
            (false, false, Code::Right) | (true, false, Code::Char('f')) => {
                self.cursor = self.right();
            }
            (false, false, Code::Home) | (true, false, Code::Char('a')) => self.cursor = 0,
            (false, false, Code::End) | (true, false, Code::Char('e')) => {
                self.cursor = self.text.len();
            }
            (true, false, Code::Char('u')) => self.cut(0, self.cursor),
            (true, false, Code::Char('k')) => self.cut(self.cursor, self.text.len()),
            (true, false, Code::Char('w')) | (false, true, Code::Backspace) => {
                let from = self.word_left();
                self.cut(from, self.cursor);
            }
            (false, true, Code::Char('b')) | (true, false, Code::Left) => {
                self.cursor = self.word_left();
            }
            (false, true, Code::Char('f')) | (true, false, Code::Right) => {
                self.cursor = self.word_right();
            }
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

    #[test]
    fn editing_keys_step_over_graphemes_and_words() {
        let mut input = Input::default();
        input.insert("naïve e\u{301}té 👩‍👩‍👧\n");
        assert_eq!(input.text(), "naïve e\u{301}té 👩‍👩‍👧 ");
        input.key(Key::plain(Code::Backspace));
        input.key(Key::plain(Code::Backspace));
        assert_eq!(input.text(), "naïve e\u{301}té ");
        input.key(Key::ctrl('w'));
        assert_eq!(input.text(), "naïve ");
        input.key(Key::ctrl('a'));
        input.key(Key::plain(Code::Delete));
        assert_eq!(input.halves(), ("", "aïve "));
        assert!(!input.key(Key::plain(Code::Enter)));
    }
}

//! Forms of several fields; each is a text field or a choice from a short list.

use super::input::Input;
use super::key::{Code, Key};

/// Value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Typed text.
    Text(Input),
    /// Index into a list of words.
    One(&'static [&'static str], usize),
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Label.
    pub name: &'static str,
    /// One-sentence description.
    pub about: &'static str,
    /// Current value.
    pub answer: Answer,
}

/// A form with a focused field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The fields, in display order.
    pub lines: Vec<Line>,
    /// Index of the focused field.
    pub at: usize,
}

impl Form {
    /// Adds a text field with the initial value `text`.
    #[must_use]
    pub fn text(
        mut self,
        name: &'static str,
        text: impl Into<String>,
        about: &'static str,
    ) -> Self {
        let answer = Answer::Text(Input::new(text));
        self.lines.push(Line {
            name,
            about,
            answer,
        });
        self
    }

    /// Adds a choice field with the `at`-th of `words` selected.
    #[must_use]
    pub fn one(
        mut self,
        name: &'static str,
        (words, at): (&'static [&'static str], usize),
        about: &'static str,
    ) -> Self {
        let answer = Answer::One(words, at);
        self.lines.push(Line {
            name,
            about,
            answer,
        });
        self
    }

    /// Value of the field `name`, trimmed; empty if there is no such field.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        let line = self.lines.iter().find(|line| line.name == name);
        match line.map(|line| &line.answer) {
            Some(Answer::Text(input)) => input.text().trim(),
            Some(Answer::One(words, at)) => words.get(*at).copied().unwrap_or_default(),
            None => "",
        }
    }

    /// Whether the focused field is a text field.
    #[must_use]
    pub fn typing(&self) -> bool {
        let line = self.lines.get(self.at);
        line.is_some_and(|line| matches!(line.answer, Answer::Text(_)))
    }

    /// Moves the focus by `by` fields, wrapping around.
    pub fn step(&mut self, by: i64) {
        let len = self.lines.len().max(1) as i64;
        self.at = (self.at as i64 + by).rem_euclid(len) as usize;
    }

    /// Handles a key in the focused field. Returns whether the key was used.
    pub fn key(&mut self, key: Key) -> bool {
        let Some(line) = self.lines.get_mut(self.at) else {
            return false;
        };
        // With a modifier, a letter does not select a choice; text fields handle modifiers themselves.
        let plain = !key.ctrl && !key.alt;
        match (&mut line.answer, key.code) {
            (_, Code::Up | Code::BackTab) => self.step(-1),
            (_, Code::Down | Code::Tab) => self.step(1),
            (Answer::Text(input), _) => return input.key(key),
            (Answer::One(words, at), Code::Left | Code::Char('h')) if plain => {
                *at = (*at + words.len() - 1) % words.len();
            }
            (Answer::One(words, at), Code::Right | Code::Char('l' | ' ')) if plain => {
                *at = (*at + 1) % words.len();
            }
            _ => return false,
        }
        true
    }

    /// Inserts pasted text into the focused field if it is a text field.
    pub fn paste(&mut self, text: &str) {
        if let Some(Answer::Text(input)) = self.lines.get_mut(self.at).map(|l| &mut l.answer) {
            input.insert(text.trim_end_matches(['\r', '\n']));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_turned_by_plain_keys_alone() {
        let mut form =
            Form::default().one("rest", (&["no", "yes", "maybe"], 0), "what of the rest");
        for code in [
            Code::Char('l'),
            Code::Char('h'),
            Code::Char(' '),
            Code::Right,
        ] {
            for (ctrl, alt) in [(true, false), (false, true)] {
                assert!(!form.key(Key { code, ctrl, alt }), "{code:?}");
                assert_eq!(form.get("rest"), "no");
            }
        }
        form.key(Key::char('l'));
        assert_eq!(form.get("rest"), "yes");
    }

    #[test]
    fn lines_are_typed_or_chosen() {
        let mut form = Form::default().text("file", "a", "where it is").one(
            "rest",
            (&["no", "yes"], 0),
            "what of the rest",
        );
        form.key(Key::char('b'));
        assert!(form.typing());
        form.key(Key::plain(Code::Tab));
        assert!(!form.typing());
        form.key(Key::plain(Code::Left));
        assert_eq!((form.get("file"), form.get("rest")), ("ab", "yes"));
        assert!(!form.key(Key::char('x')));
        form.paste("nowhere");
        form.key(Key::plain(Code::Down));
        form.paste("/c d\n");
        assert_eq!(form.get("file"), "ab/c d");
        assert_eq!(form.get("nothing"), "");
    }
}

//! A few lines to fill in together: each is typed, or chosen from a short list.

use super::input::Input;
use super::key::{Code, Key};

/// What stands in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Text that is typed.
    Text(Input),
    /// One of a few words.
    One(&'static [&'static str], usize),
}

/// A line of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What is asked for.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub about: &'static str,
    /// What stands in it.
    pub answer: Answer,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The lines.
    pub lines: Vec<Line>,
    /// The one that keys go to.
    pub at: usize,
}

impl Form {
    /// The form with one more line that is typed, beginning with `text`.
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

    /// The form with one more line that is chosen, the `at`-th of `words` to begin with.
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

    /// What stands in the line of this name, blanks around it left out.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        let line = self.lines.iter().find(|line| line.name == name);
        match line.map(|line| &line.answer) {
            Some(Answer::Text(input)) => input.text().trim(),
            Some(Answer::One(words, at)) => words.get(*at).copied().unwrap_or_default(),
            None => "",
        }
    }

    /// Whether the line that keys go to is typed.
    #[must_use]
    pub fn typing(&self) -> bool {
        let line = self.lines.get(self.at);
        line.is_some_and(|line| matches!(line.answer, Answer::Text(_)))
    }

    /// To another line, round and round.
    pub fn step(&mut self, by: i64) {
        let len = self.lines.len().max(1) as i64;
        self.at = (self.at as i64 + by).rem_euclid(len) as usize;
    }

    /// A key in the line that keys go to. Says whether it meant something there.
    pub fn key(&mut self, key: Key) -> bool {
        let Some(line) = self.lines.get_mut(self.at) else {
            return false;
        };
        // With a modifier a letter is another key; in a typed line it may mean something.
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

    /// Text that was pasted.
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

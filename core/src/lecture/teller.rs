//! Sentences with inked values: the values of a message keep their ink in the sentence.

use fluent_bundle::FluentArgs;

use super::setup::Setup;
use super::slide::{Block, Ink, Line, Question, Span};
use super::words::of_lecture;
use crate::base::{sanitise, units};
use crate::words::{Language, Words};

/// Begin of an inked value in a formatted message; its index follows as one character. Values are sanitised, so
/// that they contain neither sign.
const OPEN: char = '\u{1}';
/// End of an inked value.
const CLOSE: char = '\u{2}';

/// A value of a message.
#[derive(Clone, Debug)]
pub enum Value {
    /// A count, written as the language writes it; messages choose their form by it.
    Count(u64),
    /// Text with an ink.
    Inked(Span),
}

impl From<usize> for Value {
    fn from(n: usize) -> Self {
        Value::Count(n as u64)
    }
}

impl From<u64> for Value {
    fn from(n: u64) -> Self {
        Value::Count(n)
    }
}

impl From<u32> for Value {
    fn from(n: u32) -> Self {
        Value::Count(n.into())
    }
}

impl From<Span> for Value {
    fn from(span: Span) -> Self {
        Value::Inked(span)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Inked(Span::plain(text))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Inked(Span::plain(text))
    }
}

/// Says the sentences of a lecture.
#[derive(Clone, Copy)]
pub struct Teller {
    language: Language,
    words: &'static Words,
}

impl Teller {
    /// A teller in the language of `setup`.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        Teller::in_language(setup.language)
    }

    /// A teller in `language`.
    #[must_use]
    pub fn in_language(language: Language) -> Self {
        Teller {
            language,
            words: of_lecture(language),
        }
    }

    /// The message `key` with its values.
    #[must_use]
    pub fn line(&self, key: &str, values: &[(&'static str, Value)]) -> Line {
        let mut args = FluentArgs::new();
        for (at, (name, value)) in values.iter().enumerate() {
            match value {
                Value::Count(n) => args.set(*name, *n),
                Value::Inked(span) => {
                    let index = char::from(b'0' + at as u8);
                    let text = sanitise::line(&span.text);
                    args.set(*name, format!("{OPEN}{index}{text}{CLOSE}"));
                }
            }
        }
        let formatted = self.words.say(key, &args);
        let mut line = Line::new();
        for (at, part) in formatted.split(OPEN).enumerate() {
            let (inked, after) = match part.split_once(CLOSE) {
                Some(two) if at > 0 => two,
                _ => ("", part),
            };
            let mut inked = inked.chars();
            let index = inked
                .next()
                .map_or(usize::MAX, |c| c as usize - '0' as usize);
            if let Some((_, Value::Inked(span))) = values.get(index) {
                line.push(Span::new(inked.as_str(), span.ink));
            }
            if !after.is_empty() {
                line.push(Span::plain(after));
            }
        }
        line.retain(|span| !span.text.is_empty());
        line
    }

    /// The message as a block.
    #[must_use]
    pub fn text(&self, key: &str, values: &[(&'static str, Value)]) -> Block {
        Block::Text(self.line(key, values))
    }

    /// A question by its key and values, with answers of which the one at `right` is right.
    #[must_use]
    pub fn question(
        &self,
        key: &str,
        values: &[(&'static str, Value)],
        answers: Vec<Line>,
        right: usize,
    ) -> Option<Question> {
        let right = (right < answers.len()).then_some(right);
        Some(Question {
            text: self.line(key, values),
            answers,
            right,
        })
    }

    /// A similarity or share to three places: `.333` in English, `0,333` elsewhere.
    #[must_use]
    pub fn share(&self, value: f64) -> String {
        match self.language {
            Language::English => units::share(value),
            _ => self.words.share(value),
        }
    }

    /// A number to `places` places, with the decimal sign of the language.
    #[must_use]
    pub fn number(&self, value: f64, places: usize) -> String {
        let text = format!("{value:.places$}");
        match self.language {
            Language::English => text,
            _ => text.replace('.', ","),
        }
    }

    /// Text with numbers as English writes them, with those of the language: `1,000 in .128` is `1.000 in 0,128` in
    /// German.
    #[must_use]
    pub fn with_numbers(&self, text: &str) -> String {
        if self.language == Language::English {
            return text.to_owned();
        }
        let group = self.count(1_000);
        let group = group.trim_matches(|c: char| c.is_ascii_digit());
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let mut out = String::with_capacity(text.len());
        let mut before = None;
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            let follows = is_digit(rest.peek().copied());
            match c {
                ',' if is_digit(before) && follows => out.push_str(group),
                '.' if follows => out.push_str(if is_digit(before) { "," } else { "0," }),
                c => out.push(c),
            }
            before = Some(c);
        }
        out
    }

    /// A count as the language writes it.
    #[must_use]
    pub fn count(&self, n: u64) -> String {
        self.words.count(n)
    }
}

/// A line of one piece.
#[must_use]
pub fn one(text: impl AsRef<str>, ink: Ink) -> Line {
    vec![Span::new(text, ink)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lecture::slide::said;

    #[test]
    fn numbers_of_plots_are_written_as_the_language_writes_them() {
        let text = "draws 1,000, 95 of 100 runs .128 – .172, at 1.000 of 2,345,678; J 190.5 MB.";
        let said = |language| Teller::in_language(language).with_numbers(text);
        assert_eq!(said(Language::English), text);
        assert_eq!(
            said(Language::German),
            "draws 1.000, 95 of 100 runs 0,128 – 0,172, at 1,000 of 2.345.678; J 190,5 MB."
        );
    }

    #[test]
    fn values_keep_their_ink_and_foreign_text_cannot_break_out() {
        let teller = Teller::new(&Setup::default());
        let foreign = Span::new("x\u{1}0y\u{2}\u{1b}[31m", Ink::OnlyA);
        let line = teller.line("text-without-words", &[("name", foreign.into())]);
        let inked: Vec<_> = line.iter().filter(|span| span.ink == Ink::OnlyA).collect();
        assert_eq!(inked.len(), 1, "{line:?}");
        assert_eq!(inked[0].text, "x␁0y␂␛[31m");
        assert!(!said(&line).chars().any(char::is_control));
    }
}

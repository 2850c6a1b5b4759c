//! Characters of the normalised text, for shingles of characters instead of terms.
//!
//! The normalised text consists of the terms separated by single spaces, except where they are adjacent
//! in the original, as in scripts without spaces. Each character keeps its byte span in the original; a
//! space has the span of the text between the terms.

use unicode_normalization::UnicodeNormalization;

use super::presentation::{plain_arabic, undo};
use super::term::{Term, TermSink};
use crate::text::shingles::mix;

/// Distinguishes character hashes from term hashes.
const SALT: u64 = 0x6368_6172_6163_7465;

/// Receives the terms of a text and hands on each character of its normalised form: as a reader sees them where
/// look-alikes are folded, as the terms are then.
pub(super) struct NormalisedCharacters<'a, F> {
    text: &'a str,
    keep_case: bool,
    fold: bool,
    sink: F,
    /// End of the term before.
    before: Option<u32>,
    /// Start of the last character: terms of a run normalised as a whole can share a span, and the spans of their
    /// characters must still ascend.
    reached: u32,
}

impl<'a, F: FnMut(Term)> NormalisedCharacters<'a, F> {
    /// For the terms of `text`, with the case kept or not and look-alikes folded or not.
    pub fn new(text: &'a str, (keep_case, fold): (bool, bool), sink: F) -> Self {
        NormalisedCharacters {
            text,
            keep_case,
            fold,
            sink,
            before: None,
            reached: 0,
        }
    }

    fn unit(&mut self, c: char, start: u32, end: u32) {
        let start = start.max(self.reached);
        self.reached = start;
        (self.sink)(Term {
            hash: hash(c),
            start,
            end: end.max(start),
        });
    }
}

impl<F: FnMut(Term)> TermSink for NormalisedCharacters<'_, F> {
    fn take(&mut self, term: Term, word: Option<&str>, apart: bool) {
        if let Some(end) = self.before.filter(|_| apart) {
            self.unit(' ', end, term.start);
        }
        self.before = Some(term.end);
        let original = &self.text[term.start as usize..term.end as usize];
        let Some(word) = word else {
            for (at, c) in (term.start..).zip(original.chars()) {
                let c = if self.keep_case {
                    c
                } else {
                    c.to_ascii_lowercase()
                };
                self.unit(c, at, at + 1);
            }
            return;
        };
        // If normalisation adds characters, the surplus ones share the last span.
        let fold = self.fold;
        let mut spans = original.char_indices().flat_map(|(at, c)| {
            let mut count = 0;
            undo(c, |c| {
                count += usize::from(!fold || plain_arabic(c).is_some());
            });
            let start = term.start + at as u32;
            std::iter::repeat_n((start, start + c.len_utf8() as u32), count)
        });
        let mut span = (term.start, term.end);
        let mut characters = word.chars().peekable();
        while let Some(c) = characters.next() {
            span = spans.next().unwrap_or(span);
            let end = match characters.peek() {
                Some(_) => span.1,
                None => term.end,
            };
            self.unit(c, span.0, end);
        }
    }
}

/// The hash of the blank between words.
pub fn blank() -> u64 {
    hash(' ')
}

/// The character that `unit`, a term of [`Unit::Char`](crate::settings::Unit::Char) of `text`, is compared as. For a
/// character that was folded into another script, the characters of the source.
pub fn character(text: &str, unit: &Term) -> String {
    let original = text.get(unit.start as usize..unit.end as usize);
    let original = original.unwrap_or_default();
    let has_hash = |c: &char| hash(*c) == unit.hash;
    let lower = original.chars().flat_map(char::to_lowercase);
    let composed = original.nfkc().flat_map(char::to_lowercase);
    let mut all = std::iter::once(' ')
        .chain(original.chars())
        .chain(lower)
        .chain(composed)
        .chain(original.nfkc());
    all.find(has_hash)
        .map_or_else(|| original.to_owned(), String::from)
}

fn hash(c: char) -> u64 {
    mix(SALT ^ u64::from(u32::from(c)))
}

#[cfg(test)]
mod tests {
    use crate::settings::{Normalisation, Unit};
    use crate::text::{Normaliser, Term};
    use proptest::prelude::*;

    fn characters(text: &str) -> Vec<Term> {
        let options = Normalisation {
            unit: Unit::Char,
            ..Normalisation::default()
        };
        Normaliser::new(&options).unwrap().terms(text)
    }

    #[test]
    fn characters_are_written_as_they_are_compared() {
        let written = |text: &str| {
            let terms = characters(text);
            let all = terms.iter().map(|t| super::character(text, t));
            all.collect::<String>()
        };
        assert_eq!(written("A  thin\n LINE, ﬁrst É."), "a thin line first é");
        assert_eq!(written("\u{65e5}\u{672c}"), "\u{65e5}\u{672c}");
    }

    #[test]
    fn folded_characters_are_those_that_a_reader_sees() {
        let hashes = |fold_confusables, text: &str| {
            let options = Normalisation {
                unit: Unit::Char,
                fold_confusables,
                ..Normalisation::default()
            };
            let terms = Normaliser::new(&options).unwrap().terms(text);
            terms.iter().map(|t| t.hash).collect::<Vec<_>>()
        };
        for (disguised, plain) in [
            ("Pe\u{430}\u{441}e of mind", "peace of mind"),
            ("\u{627}\u{64e}\u{628}\u{6cc}", "\u{627}\u{628}\u{64a}"),
        ] {
            assert_eq!(hashes(true, disguised), hashes(true, plain), "{plain}");
            assert_ne!(hashes(false, disguised), hashes(false, plain), "{plain}");
        }
        for (disguised, plain) in [
            ("al\u{200b}pha beta", "alpha beta"),
            ("the \u{fb01}n", "the fin"),
        ] {
            for folds in [true, false] {
                assert_eq!(hashes(folds, disguised), hashes(folds, plain), "{plain}");
            }
        }
    }

    #[test]
    fn characters_are_those_of_the_terms_with_one_space_between() {
        let (a, b) = (characters("It's  a ROSE!"), characters("it s a rose"));
        let hashes = |terms: &[Term]| terms.iter().map(|t| t.hash).collect::<Vec<_>>();
        assert_eq!(hashes(&a), hashes(&b));
        assert_eq!(a.len(), 11);
        let spans: Vec<&str> = a
            .iter()
            .map(|t| &"It's  a ROSE!"[t.start as usize..t.end as usize])
            .collect();
        assert_eq!(
            spans,
            ["I", "t", "'", "s", "  ", "a", " ", "R", "O", "S", "E"]
        );
        assert_eq!(characters("語彙").len(), 2);
    }

    proptest! {
        #[test]
        fn spans_rise_and_lie_on_characters(text in "(\\PC|[e\u{301}İß \u{1100}\u{1161}]){0,40}") {
            let units = characters(&text);
            let mut at = 0;
            for unit in units {
                prop_assert!(unit.start >= at && unit.start <= unit.end);
                prop_assert!(text.get(unit.start as usize..unit.end as usize).is_some());
                at = unit.start;
            }
        }
    }
}

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

/// Receives the terms of a text and passes on each character of its normalised form. If look-alikes are folded in the
/// terms, they are also folded in the characters.
pub(super) struct NormalisedCharacters<'a, F> {
    text: &'a str,
    keep_case: bool,
    fold: bool,
    sink: F,
    /// End of the previous term.
    previous_end: Option<u32>,
    /// Start of the last character. Terms that were normalised together can share a span, but the spans of their
    /// characters must ascend.
    last_start: u32,
}

impl<'a, F: FnMut(Term)> NormalisedCharacters<'a, F> {
    /// Creates a receiver for the terms of `text`, which have these options.
    pub fn new(text: &'a str, (keep_case, fold): (bool, bool), sink: F) -> Self {
        NormalisedCharacters {
            text,
            keep_case,
            fold,
            sink,
            previous_end: None,
            last_start: 0,
        }
    }

    fn unit(&mut self, c: char, start: u32, end: u32) {
        let start = start.max(self.last_start);
        self.last_start = start;
        (self.sink)(Term {
            hash: hash(c),
            start,
            end: end.max(start),
        });
    }
}

impl<F: FnMut(Term)> TermSink for NormalisedCharacters<'_, F> {
    fn take(&mut self, term: Term, word: Option<&str>, apart: bool) {
        if let Some(end) = self.previous_end.filter(|_| apart) {
            self.unit(' ', end, term.start);
        }
        self.previous_end = Some(term.end);
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
        // If normalisation adds characters, the surplus characters share the last span.
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

/// The hash of the space between words.
pub fn blank() -> u64 {
    hash(' ')
}

/// Returns the character as which `unit`, a term of [`Unit::Char`](crate::settings::Unit::Char) of `text`, is compared.
/// If it was folded into another script, returns the original characters.
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
        let compared = |text: &str| {
            let terms = characters(text);
            let all = terms.iter().map(|t| super::character(text, t));
            all.collect::<String>()
        };
        assert_eq!(compared("A  thin\n LINE, ﬁrst É."), "a thin line first é");
        assert_eq!(compared("\u{65e5}\u{672c}"), "\u{65e5}\u{672c}");
    }

    #[test]
    fn folded_characters_equal_those_that_a_reader_sees() {
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
    fn characters_are_the_terms_separated_by_one_space() {
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
        fn spans_ascend_on_character_boundaries(text in "(\\PC|[e\u{301}İß \u{1100}\u{1161}]){0,40}") {
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

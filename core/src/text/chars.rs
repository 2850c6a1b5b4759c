//! Characters of the normalised text, for shingles of characters instead of terms.
//!
//! The normalised text consists of the terms separated by single spaces, except where they are adjacent
//! in the original, as in scripts without spaces. Each character keeps its byte span in the original; a
//! space has the span of the text between the terms.

use unicode_normalization::UnicodeNormalization;
use unicode_script::Script;

use super::disguise;
use super::term::{Term, term_text};
use crate::text::shingles::mix;

/// Distinguishes character hashes from term hashes.
const SALT: u64 = 0x6368_6172_6163_7465;

/// A sink for the terms of `text`, in order, that calls `sink` with each character of its normalised
/// form: as a reader sees them with `fold`, as the terms are then.
pub(super) fn of_terms(
    text: &str,
    (keep_case, fold): (bool, bool),
    mut sink: impl FnMut(Term),
) -> impl FnMut(Term) {
    let script = match fold && !text.is_ascii() {
        true => disguise::script_of(text),
        false => None,
    };
    let mut before: Option<u32> = None;
    // Terms of a run normalised as a whole have the same span; the spans of their characters must still
    // ascend.
    let mut reached = 0;
    let mut sink = move |mut unit: Term| {
        unit.start = unit.start.max(reached);
        unit.end = unit.end.max(unit.start);
        reached = unit.start;
        sink(unit);
    };
    move |term| {
        if let Some(end) = before.filter(|end| *end < term.start) {
            sink(unit(' ', end, term.start));
        }
        before = Some(term.end);
        let original = &text[term.start as usize..term.end as usize];
        let normal = match fold {
            true => seen((original, script), keep_case),
            false => term_text(text, &term, keep_case),
        };
        // If normalisation adds characters, the surplus ones share the last span.
        let shaped = original
            .char_indices()
            .filter(|(_, c)| !(fold && disguise::is_shapeless(*c)));
        let mut spans = shaped.map(|(at, c)| {
            let start = term.start + at as u32;
            (start, start + c.len_utf8() as u32)
        });
        let mut span = (term.start, term.end);
        let mut characters = normal.chars().peekable();
        while let Some(c) = characters.next() {
            span = spans.next().unwrap_or(span);
            let end = if characters.peek().is_none() {
                term.end
            } else {
                span.1
            };
            sink(unit(c, span.0, end));
        }
    }
}

/// The hash of the blank between words.
#[must_use]
pub fn blank() -> u64 {
    hash(' ')
}

/// The character that `unit` stands for, a term of [`Unit::Char`](crate::settings::Unit::Char) of `text`, as it is
/// compared; of one that was folded into another script the characters of the source.
#[must_use]
pub fn character(text: &str, unit: &Term) -> String {
    let original = text.get(unit.start as usize..unit.end as usize);
    let original = original.unwrap_or_default();
    let known = |c: &char| hash(*c) == unit.hash;
    let lower = original.chars().flat_map(char::to_lowercase);
    let composed = original.nfkc().flat_map(char::to_lowercase);
    let mut all = std::iter::once(' ')
        .chain(original.chars())
        .chain(lower)
        .chain(composed)
        .chain(original.nfkc());
    all.find(known)
        .map_or_else(|| original.to_owned(), String::from)
}

/// A term as a reader sees it.
fn seen((original, script): (&str, Option<Script>), keep_case: bool) -> String {
    let shaped = original.chars().filter(|c| !disguise::is_shapeless(*c));
    let plain: String = shaped.nfc().collect();
    let seen = disguise::fold_in(&plain, script).unwrap_or(plain);
    match keep_case {
        true => seen,
        false => seen.to_lowercase(),
    }
}

fn unit(c: char, start: u32, end: u32) -> Term {
    Term {
        hash: hash(c),
        start,
        end,
    }
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
        assert_eq!(written("A  thin\n LINE, ﬁrst É."), "a thin line ﬁrst é");
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
            ("al\u{200b}pha beta", "alpha beta"),
            ("Pe\u{430}\u{441}e of mind", "peace of mind"),
            ("the \u{fb01}n", "the fin"),
        ] {
            assert_eq!(hashes(true, disguised), hashes(true, plain), "{plain}");
            assert_ne!(hashes(false, disguised), hashes(false, plain), "{plain}");
            assert_eq!(hashes(true, plain), hashes(false, plain), "{plain}");
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

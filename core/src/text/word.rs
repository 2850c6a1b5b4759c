//! The word of a term, from the text that it spans.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization;

use super::slow_path::scan;
use super::term::{Term, TermOptions, hash};

/// Normalised form of the text that a term spans, for display.
#[must_use]
pub fn term_text(text: &str, term: &Term, keep_case: bool) -> String {
    let span = text
        .get(term.start as usize..term.end as usize)
        .unwrap_or_default();
    let normal: String = span.nfc().collect();
    word_of(&normal, term.hash, |word| match keep_case {
        true => word.to_owned(),
        false => word.to_lowercase(),
    })
}

/// The word with this hash in the normalised text of its span, which `finish` lower-cases; all of it if none has it. A
/// span in which a letter and a mark that does not compose with it are normalised together holds both.
pub(crate) fn word_of(normal: &str, hash: u64, finish: impl Fn(&str) -> String) -> String {
    let is_hashed = |text: &String| self::hash(text.as_bytes()) == hash;
    let whole = finish(normal);
    if is_hashed(&whole) {
        return whole;
    }
    let mut words = Vec::new();
    let plain = TermOptions {
        keep_case: true,
        drop_numbers: false,
        fold: false,
        stop: HashSet::new(),
    };
    let mut keep = |term: Term| {
        words.push(finish(&normal[term.start as usize..term.end as usize]));
    };
    scan(&plain, (normal, None), 0, normal.len(), &mut keep);
    words.into_iter().find(is_hashed).unwrap_or(whole)
}

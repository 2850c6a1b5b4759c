//! The word of a term, from the text that it spans.

use super::line_hyphens::JoinedText;
use super::slow_path::scan;
use super::term::{Term, TermOptions, TermSink};

/// Normalised form of the text that a term spans, for display.
pub fn term_text(text: &str, term: &Term, keep_case: bool) -> String {
    let span = text.get(term.start as usize..term.end as usize);
    word_of(span.unwrap_or_default(), term.hash, keep_case)
}

/// The word with this hash in the text that it spans; all words of it if none has it, as where look-alikes are folded.
/// A span in which a letter and a mark that does not compose with it are normalised together holds both.
pub(crate) fn word_of(span: &str, hash: u64, keep_case: bool) -> String {
    // Only a broken word has a line end in it.
    if let Some(joined) = JoinedText::join(span) {
        return word_of(&joined.text, hash, keep_case);
    }
    let words = |fold_arabic| {
        let options = TermOptions {
            keep_case,
            fold_arabic,
            ..TermOptions::default()
        };
        let mut words = Words::default();
        scan(&options, (span, None), 0, span.len(), &mut words);
        words.0
    };
    let is_hashed = |(own, _): &(u64, String)| *own == hash;
    let mut all = words(false);
    if !span.is_ascii() && !all.iter().any(is_hashed) {
        let folded = words(true);
        if folded.iter().any(is_hashed) {
            all = folded;
        }
    }
    match all.iter().position(is_hashed) {
        Some(at) => all.swap_remove(at).1,
        None => all.into_iter().map(|(_, word)| word).collect(),
    }
}

/// Words with their hashes.
#[derive(Default)]
struct Words(Vec<(u64, String)>);

impl TermSink for Words {
    fn take(&mut self, term: Term, word: Option<&str>, _: bool) {
        self.0
            .push((term.hash, word.unwrap_or_default().to_owned()));
    }
}

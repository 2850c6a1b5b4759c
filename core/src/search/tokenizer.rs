//! Tantivy tokenizer that produces the program's terms, so that a search finds the words that shingles
//! consist of.
//!
//! It always uses the same options: numbers and stop words stay searchable even if they are excluded from sketches,
//! a change of normalisation does not affect the full-text index, and vowel signs of Arabic, the two forms of yeh and
//! those of kaf make no difference, in texts or in queries.

use std::sync::Arc;

use crate::text::{Normaliser, Term, is_as_written, plain_arabic, word_of};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Splits text into terms (see [`crate::text::terms`]), in lower case and NFC, with byte spans in the
/// original.
#[derive(Clone)]
pub struct TermTokenizer {
    normaliser: Arc<Normaliser>,
    /// Terms of the current non-ASCII run; reused between texts to avoid allocation.
    terms: Vec<Term>,
}

impl Default for TermTokenizer {
    fn default() -> Self {
        TermTokenizer {
            normaliser: Arc::new(Normaliser::for_search()),
            terms: Vec::new(),
        }
    }
}

impl Tokenizer for TermTokenizer {
    type TokenStream<'a> = TermStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> TermStream<'a> {
        self.terms.clear();
        TermStream {
            text,
            at: 0,
            normaliser: &self.normaliser,
            terms: &mut self.terms,
            next: 0,
            stretch: 0,
            token: Token::default(),
        }
    }
}

/// Token stream over one text. Plain ASCII words are emitted directly; a run with non-ASCII bytes goes
/// through the normaliser, up to the next ASCII punctuation or space.
pub struct TermStream<'a> {
    text: &'a str,
    /// Position up to which the text is processed.
    at: usize,
    normaliser: &'a Normaliser,
    /// Terms of the last non-ASCII run, and the index of the next one.
    terms: &'a mut Vec<Term>,
    next: usize,
    /// Start of that run.
    stretch: usize,
    token: Token,
}

/// Byte class for word segmentation.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    /// ASCII other than letters and digits.
    Separator,
    /// An ASCII letter or digit.
    Word,
    /// Part of a non-ASCII character.
    Beyond,
}

static CLASS: [Class; 256] = {
    let mut class = [Class::Beyond; 256];
    let mut byte = 0;
    while byte < 128 {
        class[byte] = if (byte as u8).is_ascii_alphanumeric() {
            Class::Word
        } else {
            Class::Separator
        };
        byte += 1;
    }
    class
};

impl TermStream<'_> {
    /// First position from `at` on whose class satisfies `stop`, or the end of the text.
    #[inline]
    fn find(&self, mut at: usize, stop: impl Fn(Class) -> bool) -> usize {
        let bytes = self.text.as_bytes();
        while at < bytes.len() && !stop(CLASS[usize::from(bytes[at])]) {
            at += 1;
        }
        at
    }

    fn begin_token(&mut self, start: usize, end: usize) {
        self.token.text.clear();
        self.token.offset_from = start;
        self.token.offset_to = end;
        self.token.position = self.token.position.wrapping_add(1);
    }
}

impl TokenStream for TermStream<'_> {
    fn advance(&mut self) -> bool {
        loop {
            if let Some(term) = self.terms.get(self.next).copied() {
                let start = self.stretch + term.start as usize;
                let end = self.stretch + term.end as usize;
                self.next += 1;
                self.begin_token(start, end);
                push_normal(&mut self.token.text, &self.text[start..end], term.hash);
                return true;
            }
            let start = self.find(self.at, |class| class != Class::Separator);
            if start == self.text.len() {
                self.at = start;
                return false;
            }
            let end = self.find(start, |class| class != Class::Word);
            if end == self.text.len() || self.text.as_bytes()[end].is_ascii() {
                self.at = end;
                self.begin_token(start, end);
                self.token.text.push_str(&self.text[start..end]);
                self.token.text.make_ascii_lowercase();
                return true;
            }
            let end = self.find(end, |class| class == Class::Separator);
            (self.at, self.stretch, self.next) = (end, start, 0);
            self.terms.clear();
            let terms = &mut *self.terms;
            self.normaliser
                .scan(&self.text[start..end], |term| terms.push(term));
        }
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

/// Appends the term of `span` that has this hash.
pub(super) fn push_normal(out: &mut String, span: &str, hash: u64) {
    if !is_as_written(span) {
        out.push_str(&word_of(span, hash, false));
    } else if span.contains('Σ') {
        // The only letter whose lower case depends on its position in the word.
        let word: String = span.chars().filter_map(plain_arabic).collect();
        out.push_str(&word.to_lowercase());
    } else {
        let letters = span.chars().filter_map(plain_arabic);
        out.extend(letters.flat_map(char::to_lowercase));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tokens(text: &str) -> Vec<(String, usize, usize, usize)> {
        let mut tokenizer = TermTokenizer::default();
        let mut stream = tokenizer.token_stream(text);
        let mut out = Vec::new();
        stream.process(&mut |t| out.push((t.text.clone(), t.offset_from, t.offset_to, t.position)));
        out
    }

    #[test]
    fn tokens_are_the_programs_terms_with_spans_and_positions() {
        assert_eq!(
            tokens("A Rose—isn't Ä日本"),
            [
                ("a".into(), 0, 1, 0),
                ("rose".into(), 2, 6, 1),
                ("isn".into(), 9, 12, 2),
                ("t".into(), 13, 14, 3),
                ("ä".into(), 15, 17, 4),
                ("日".into(), 17, 20, 5),
                ("本".into(), 20, 23, 6),
            ]
        );
        assert!(tokens("").is_empty());
        assert!(tokens("…").is_empty());
    }

    fn same_as_one_scan(text: &str) {
        let terms = Normaliser::for_search().terms(text);
        let want: Vec<_> = terms
            .iter()
            .enumerate()
            .map(|(i, t)| {
                let mut word = String::new();
                let span = &text[t.start as usize..t.end as usize];
                push_normal(&mut word, span, t.hash);
                (word, t.start as usize, t.end as usize, i)
            })
            .collect();
        assert_eq!(tokens(text), want);
    }

    #[test]
    fn a_long_text_gives_the_same_terms_as_one_scan() {
        same_as_one_scan(&"Zwölf Boxkämpfer, jagen 日本 x2; ".repeat(10_000));
        same_as_one_scan(&"Plain words; PLAIN words. ".repeat(10_000));
        same_as_one_scan(&"東京".repeat(10_000));
    }

    proptest! {
        #[test]
        fn any_text_gives_the_same_terms_as_one_scan(
            parts in prop::collection::vec(
                prop_oneof!["[a-zA-Z0-9 .,]{0,40}", "[ΣσςäÖé\u{301}\u{308}日ก่]{0,5}", "[\u{ad}ﬁﷺ\u{feb3}\u{ff21}\u{628}\u{64b}\u{6cc}Σ]{0,5}", any::<String>()],
                0..20,
            ),
            times in 1..60_usize,
        ) {
            same_as_one_scan(&parts.concat().repeat(times));
        }
    }
}

//! The program's terms as a tantivy tokenizer, so that a search finds the very words that shingles
//! are made of.
//!
//! Always with the default options: a corpus sketched without numbers or stop-words can still be
//! searched for them, and another normalisation leaves the full-text index as it is.

use std::sync::Arc;

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::settings::Normalisation;
use crate::text::{Normaliser, Term};

/// Bytes of text that are cut into terms at a time: what bounds the memory for one huge document, and
/// small enough that a few letters beyond ASCII slow only their surroundings.
const CHUNK: usize = 2 << 10;

/// Cuts text into terms (see [`crate::text::terms`]), each lower-cased and in NFC, with its byte
/// span in the original.
#[derive(Clone)]
pub struct TermTokenizer {
    normaliser: Arc<Normaliser>,
    /// Terms of the chunk at hand; kept from text to text for its memory.
    terms: Vec<Term>,
}

impl Default for TermTokenizer {
    fn default() -> Self {
        let normaliser = Normaliser::new(&Normalisation::default())
            .expect("the default options name no stop-word list that could be missing");
        TermTokenizer {
            normaliser: Arc::new(normaliser),
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
            normaliser: &self.normaliser,
            terms: &mut self.terms,
            next: 0,
            chunk: 0..0,
            ascii: true,
            token: Token::default(),
        }
    }
}

/// The terms of one text, one after the other.
pub struct TermStream<'a> {
    text: &'a str,
    normaliser: &'a Normaliser,
    terms: &'a mut Vec<Term>,
    /// Index into `terms` of the next token.
    next: usize,
    /// Where in `text` the chunk of `terms` lies.
    chunk: std::ops::Range<usize>,
    /// Whether that chunk is plain ASCII.
    ascii: bool,
    token: Token,
}

impl TermStream<'_> {
    /// Cuts the next chunk into terms; false where the text is at its end.
    fn refill(&mut self) -> bool {
        let start = self.chunk.end;
        if start >= self.text.len() {
            return false;
        }
        // No term reaches across ASCII punctuation or space, so any such place is a good cut.
        let bytes = self.text.as_bytes();
        let end = bytes
            .iter()
            .enumerate()
            .skip(start + CHUNK)
            .find(|(_, b)| b.is_ascii() && !b.is_ascii_alphanumeric())
            .map_or(bytes.len(), |(at, _)| at);
        self.chunk = start..end;
        self.terms.clear();
        self.next = 0;
        let (chunk, terms) = (&self.text[start..end], &mut *self.terms);
        self.ascii = chunk.is_ascii();
        if self.ascii {
            ascii_runs(chunk.as_bytes(), terms);
        } else {
            self.normaliser.scan(chunk, |term| terms.push(term));
        }
        true
    }
}

impl TokenStream for TermStream<'_> {
    fn advance(&mut self) -> bool {
        while self.next == self.terms.len() {
            if !self.refill() {
                return false;
            }
        }
        let term = self.terms[self.next];
        self.next += 1;
        let chunk = &self.text[self.chunk.clone()];
        let span = &chunk[term.start as usize..term.end as usize];
        let token = &mut self.token;
        token.text.clear();
        if self.ascii || span.is_ascii() {
            token.text.push_str(span);
            token.text.make_ascii_lowercase();
        } else {
            push_normal(&mut token.text, span);
        }
        token.offset_from = self.chunk.start + term.start as usize;
        token.offset_to = self.chunk.start + term.end as usize;
        token.position = token.position.wrapping_add(1);
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

/// The terms of plain ASCII, without the hashes that nobody asks for here.
fn ascii_runs(text: &[u8], out: &mut Vec<Term>) {
    let mut at = 0;
    while let Some(skipped) = text[at..].iter().position(u8::is_ascii_alphanumeric) {
        let start = at + skipped;
        let rest = text[start..].iter();
        let length = rest.take_while(|b| b.is_ascii_alphanumeric()).count();
        at = start + length;
        out.push(Term {
            hash: 0,
            start: start as u32,
            end: at as u32,
        });
    }
}

/// Appends a term's span in NFC and lower case.
fn push_normal(out: &mut String, span: &str) {
    if is_nfc_quick(span.chars()) != IsNormalized::Yes {
        let normal: String = span.nfc().collect();
        out.push_str(&normal.to_lowercase());
    } else if span.contains('Σ') {
        // The one letter whose lower case depends on where in the word it stands.
        out.push_str(&span.to_lowercase());
    } else {
        out.extend(span.chars().flat_map(char::to_lowercase));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::term_text;
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
        let whole = Normaliser::new(&Normalisation::default())
            .unwrap()
            .terms(text);
        let want: Vec<_> = whole
            .iter()
            .enumerate()
            .map(|(i, t)| {
                (
                    term_text(text, t, false),
                    t.start as usize,
                    t.end as usize,
                    i,
                )
            })
            .collect();
        assert_eq!(tokens(text), want);
    }

    #[test]
    fn a_text_of_many_chunks_gives_the_same_terms_as_one_scan() {
        same_as_one_scan(&"Zwölf Boxkämpfer, jagen 日本 x2; ".repeat(10_000));
        same_as_one_scan(&"Plain words; PLAIN words. ".repeat(10_000));
        same_as_one_scan(&"東京".repeat(10_000));
    }

    proptest! {
        #[test]
        fn any_text_gives_the_same_terms_as_one_scan(
            parts in prop::collection::vec(
                prop_oneof!["[a-zA-Z0-9 .,]{0,40}", "[ΣσςäÖé\u{301}\u{308}日ก่]{0,5}", any::<String>()],
                0..20,
            ),
            times in 1..60_usize,
        ) {
            same_as_one_scan(&parts.concat().repeat(times));
        }
    }
}

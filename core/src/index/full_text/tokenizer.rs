//! Tantivy tokenizer that produces the program's terms, so that a search finds the words that shingles
//! consist of.
//!
//! It always uses the same options: numbers and stop words stay searchable even if they are excluded from sketches,
//! a change of normalisation does not affect the full-text index, and vowel signs of Arabic and the two forms of yeh
//! and of kaf make no difference, in texts or in queries.

use std::sync::Arc;

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use crate::text::{Normaliser, Term, is_as_written, plain_arabic, word_of};

/// Splits text into terms (see [`crate::text::terms`]), in lower case and NFC, with byte spans in the
/// original.
#[derive(Clone)]
pub struct TermTokenizer {
    normaliser: Arc<Normaliser>,
    /// Terms of the current text; reused between texts to avoid allocation.
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
        self.normaliser.scan(text, |term| self.terms.push(term));
        TermStream {
            text,
            terms: self.terms.iter(),
            token: Token::default(),
        }
    }
}

/// The terms of one text.
pub struct TermStream<'a> {
    text: &'a str,
    terms: std::slice::Iter<'a, Term>,
    token: Token,
}

impl TokenStream for TermStream<'_> {
    fn advance(&mut self) -> bool {
        let Some(term) = self.terms.next() else {
            return false;
        };
        let (start, end) = (term.start as usize, term.end as usize);
        self.token.text.clear();
        push_normal(&mut self.token.text, &self.text[start..end], term.hash);
        self.token.offset_from = start;
        self.token.offset_to = end;
        self.token.position = self.token.position.wrapping_add(1);
        true
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
    if span.is_ascii() {
        out.push_str(span);
        let start = out.len() - span.len();
        out[start..].make_ascii_lowercase();
    } else if !is_as_written(span) {
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

    #[test]
    fn tokens_are_the_programs_terms_with_spans_and_positions() {
        let mut tokenizer = TermTokenizer::default();
        let mut tokens = |text: &str| {
            let mut stream = tokenizer.token_stream(text);
            let mut out = Vec::new();
            stream.process(&mut |t| {
                out.push((t.text.clone(), t.offset_from, t.offset_to, t.position));
            });
            out
        };
        assert_eq!(
            tokens("A Rose—isn't Ä日本 ΣΑΣ"),
            [
                ("a".into(), 0, 1, 0),
                ("rose".into(), 2, 6, 1),
                ("isn".into(), 9, 12, 2),
                ("t".into(), 13, 14, 3),
                ("ä".into(), 15, 17, 4),
                ("日".into(), 17, 20, 5),
                ("本".into(), 20, 23, 6),
                ("σας".into(), 24, 30, 7),
            ]
        );
        assert!(tokens("").is_empty());
        assert!(tokens("…").is_empty());
    }
}

//! What a query looks for in one field, as words and phrases, and where these stand in a text.

use std::collections::{HashMap, VecDeque};

use tantivy::Term;
use tantivy::query::{BooleanQuery, Occur, PhraseQuery, Query, TermQuery};
use tantivy::schema::Field;
use tantivy::tokenizer::{TokenStream, Tokenizer};

use super::TermTokenizer;

/// Maximum number of words and phrases that are looked for.
const MOST: usize = 64;

/// Words and phrases of a query.
#[derive(Clone, Debug, Default)]
pub(super) struct Needles {
    /// Each as its terms; a word is a phrase of one.
    phrases: Vec<Vec<u32>>,
    /// The number of each term that occurs in a needle.
    numbers: HashMap<String, u32>,
}

/// A place where a needle stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NeedlePlace {
    /// Byte offset of the start.
    pub start: usize,
    /// Byte offset of the end (exclusive).
    pub end: usize,
    /// Index of the needle.
    pub needle: usize,
}

impl Needles {
    /// What `query` looks for in `field`; excluded parts are left out.
    pub fn from_query(query: &dyn Query, field: Field) -> Self {
        let mut needles = Needles::default();
        needles.gather(query, field);
        needles
    }

    /// The words of the phrases, for texts in which no phrase stands as it is written, as with a slop.
    pub fn words(&self) -> Self {
        let mut words: Vec<Vec<u32>> = Vec::new();
        for word in self.phrases.iter().flatten() {
            if !words.iter().any(|other| other[0] == *word) && words.len() < MOST {
                words.push(vec![*word]);
            }
        }
        Needles {
            phrases: words,
            numbers: self.numbers.clone(),
        }
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// Number of terms of a needle.
    pub fn length(&self, needle: usize) -> usize {
        self.phrases.get(needle).map_or(0, Vec::len)
    }

    /// Number of terms of the longest needle.
    pub fn longest(&self) -> usize {
        self.phrases.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn gather(&mut self, query: &dyn Query, field: Field) {
        if let Some(boolean) = query.downcast_ref::<BooleanQuery>() {
            for (occur, clause) in boolean.clauses() {
                if *occur != Occur::MustNot {
                    self.gather(&**clause, field);
                }
            }
        } else if let Some(phrase) = query.downcast_ref::<PhraseQuery>() {
            self.add(&phrase.phrase_terms(), field);
        } else if let Some(term) = query.downcast_ref::<TermQuery>() {
            self.add(std::slice::from_ref(term.term()), field);
        } else {
            // Other kinds of queries do not show their parts; their terms are looked for one by one.
            let mut terms: Vec<Term> = Vec::new();
            query.query_terms(&mut |term, _| terms.push(term.clone()));
            for term in &terms {
                self.add(std::slice::from_ref(term), field);
            }
        }
    }

    fn add(&mut self, terms: &[Term], field: Field) {
        let of_field = terms.iter().all(|term| term.field() == field);
        if terms.is_empty() || !of_field || self.phrases.len() == MOST {
            return;
        }
        let mut phrase = Vec::with_capacity(terms.len());
        for term in terms {
            let Some(word) = term.value().as_str().map(str::to_owned) else {
                return;
            };
            let next = self.numbers.len() as u32;
            phrase.push(*self.numbers.entry(word).or_insert(next));
        }
        if !self.phrases.contains(&phrase) {
            self.phrases.push(phrase);
        }
    }

    /// Calls `found` for each place where a needle ends, in the order of their ends, until it returns `false`.
    pub fn find(&self, text: &str, mut visit: impl FnMut(NeedlePlace) -> bool) {
        let longest = self.longest();
        if longest == 0 {
            return;
        }
        let mut tokenizer = TermTokenizer::default();
        let mut tokens = tokenizer.token_stream(text);
        let mut last: VecDeque<(Option<u32>, usize)> = VecDeque::with_capacity(longest + 1);
        while tokens.advance() {
            let token = tokens.token();
            let number = self.numbers.get(token.text.as_str()).copied();
            last.push_back((number, token.offset_from));
            if last.len() > longest {
                last.pop_front();
            }
            if number.is_none() {
                continue;
            }
            for (needle, phrase) in self.phrases.iter().enumerate() {
                let Some(from) = last.len().checked_sub(phrase.len()) else {
                    continue;
                };
                let here = last.iter().skip(from).map(|(number, _)| *number);
                if here.eq(phrase.iter().copied().map(Some)) {
                    let occurrence = NeedlePlace {
                        start: last[from].1,
                        end: token.offset_to,
                        needle,
                    };
                    if !visit(occurrence) {
                        return;
                    }
                }
            }
        }
    }
}

//! The words of one field of a segment, and their postings.
//!
//! Tantivy's own writer looks up the bytes of each word in a table and appends to the list of that word; these
//! lists are scattered in memory. Here the words of all documents are one sequence of numbers. When the segment is written, a counting sort
//! makes the lists of all words from it in two passes.

use std::io;

use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::InvertedIndexSerializer;
use tantivy::schema::Field;
use tantivy::tokenizer::MAX_TOKEN_LEN;

use super::dictionary::Dictionary;
use super::tokenizer::push_normal;
use crate::index::number_table::BATCH;
use crate::text::{Normaliser, Term};

/// Number of a word that is too long to be searched for; the word has only a position.
const TOO_LONG: u32 = u32::MAX;
/// Maximum length of a span whose normal form is certainly not too long.
const MAX_SHORT: usize = MAX_TOKEN_LEN / 12;
/// Interval of positions at which [`Scratch::documents`] has an entry.
const STRIDE: usize = 128;

/// Words of a field, document after document.
#[derive(Debug, Default)]
pub(super) struct Inverted {
    dictionary: Dictionary,
    /// Numbers of the words in text order.
    words: Vec<u32>,
    /// End of each document in `words`.
    ends: Vec<u32>,
    /// Terms of the document that is being added.
    terms: Vec<Term>,
}

/// Memory that is reused for each field and segment.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Positions in [`Inverted::words`], grouped by word.
    places: Vec<u32>,
    /// Document of every [`STRIDE`]th position in [`Inverted::words`].
    documents: Vec<u32>,
    /// The documents of one word, with its frequency in each.
    postings: Vec<(u32, u32)>,
    /// For one word, the distance of each position from the previous one.
    deltas: Vec<u32>,
}

impl Inverted {
    /// Appends a document; returns the number of its words that can be searched for.
    pub fn add(&mut self, normaliser: &Normaliser, text: &str) -> u32 {
        let mut too_long = 0;
        self.terms.clear();
        normaliser.scan(text, |term| self.terms.push(term));
        for terms in self.terms.chunks(BATCH) {
            let guesses = self.dictionary.guesses(terms.iter().map(|term| term.hash));
            for (guess, term) in guesses.into_iter().zip(terms) {
                let span = &text[term.start as usize..term.end as usize];
                let is_word = span.len() <= MAX_SHORT || !is_too_long(span, term.hash);
                too_long += usize::from(!is_word);
                self.words.push(if is_word {
                    self.dictionary.count(guess, term.hash, span)
                } else {
                    TOO_LONG
                });
            }
        }
        self.ends.push(self.words.len() as u32);
        (self.terms.len() - too_long) as u32
    }

    /// Size in bytes, with the memory that writing takes.
    pub fn bytes(&self) -> usize {
        let lists = self.ends.len() + self.dictionary.len() * 2;
        (self.words.len() * 2 + lists) * size_of::<u32>() + self.dictionary.bytes()
    }

    /// Removes all documents and keeps the memory.
    pub fn clear(&mut self) {
        self.dictionary.clear();
        self.words.clear();
        self.ends.clear();
    }

    /// Writes words, postings and positions of `field`.
    pub fn write(
        &self,
        serializer: &mut InvertedIndexSerializer,
        field: Field,
        norms: Option<FieldNormReader>,
        scratch: &mut Scratch,
    ) -> io::Result<()> {
        if self.dictionary.len() == 0 {
            return Ok(());
        }
        let starts = self.group(scratch);
        let total = u64::from(starts[self.dictionary.len()]);
        let mut field = serializer.new_field(field, total, norms)?;
        for number in self.dictionary.in_order() {
            let range = starts[number as usize] as usize..starts[number as usize + 1] as usize;
            self.look_up(range, scratch);
            let documents = scratch.postings.len() as u32;
            field.new_term(self.dictionary.word(number), documents, true)?;
            let mut deltas = &scratch.deltas[..];
            for &(document, times) in &scratch.postings {
                let (here, later) = deltas.split_at(times as usize);
                field.write_doc(document, times, here);
                deltas = later;
            }
            field.close_term()?;
        }
        field.close()
    }

    /// Groups the positions by word; returns the start of each word, and the end.
    fn group(&self, scratch: &mut Scratch) -> Vec<u32> {
        let mut starts = vec![0];
        for count in self.dictionary.counts() {
            starts.push(starts[starts.len() - 1] + count);
        }
        let mut next = starts.clone();
        scratch.places.resize(self.words.len(), 0);
        for (at, &number) in (0..).zip(&self.words) {
            if number != TOO_LONG {
                let next = &mut next[number as usize];
                scratch.places[*next as usize] = at;
                *next += 1;
            }
        }
        scratch.documents.clear();
        let mut document = 0;
        for at in (0..self.words.len() as u32).step_by(STRIDE) {
            document = self.document_at(at, document);
            scratch.documents.push(document);
        }
        starts
    }

    /// Returns the document that contains position `at`. The search starts at `document`.
    fn document_at(&self, at: u32, mut document: u32) -> u32 {
        while self.ends[document as usize] <= at {
            document += 1;
        }
        document
    }

    /// Looks up documents and positions of the word with these `places`.
    fn look_up(&self, places: std::ops::Range<usize>, scratch: &mut Scratch) {
        scratch.postings.clear();
        scratch.deltas.clear();
        let (mut end, mut previous, mut document) = (0, 0, 0);
        for &at in &scratch.places[places] {
            if at >= end {
                let near = document.max(scratch.documents[at as usize / STRIDE]);
                document = self.document_at(at, near);
                end = self.ends[document as usize];
                previous = document.checked_sub(1).map_or(0, |d| self.ends[d as usize]);
                scratch.postings.push((document, 0));
            }
            if let Some((_, times)) = scratch.postings.last_mut() {
                *times += 1;
            }
            scratch.deltas.push(at - previous);
            previous = at;
        }
    }
}

#[cold]
fn is_too_long(span: &str, hash: u64) -> bool {
    let mut normal = String::new();
    push_normal(&mut normal, span, hash);
    normal.len() > MAX_TOKEN_LEN
}

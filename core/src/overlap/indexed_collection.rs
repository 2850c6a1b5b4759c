//! A collection with a full-text index in memory: queries in, documents out.

use crate::base::Cancel;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use anyhow::Context;

use super::vocabulary::{Lexicon, Vocabulary};
use crate::base::lock;
use crate::index::{FullText, FullTextWriter, create_in_memory};
use crate::text::{Normaliser, Term, term_text};

/// Words of all collections of a measurement.
pub type SharedVocabulary = Arc<Mutex<Vocabulary>>;

/// A document that is put into a collection.
#[derive(Clone, Debug, Default)]
pub struct DocumentText {
    /// Its text, which is searched.
    pub text: Arc<str>,
    /// Number of its terms under the settings.
    pub terms: u32,
    /// Its distinct shingle hashes under the settings, sorted.
    pub set: Vec<u64>,
}

/// What is compared of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Document {
    /// Number of its terms, repeats included.
    pub terms: u32,
    /// Its distinct words, as numbers of the [`Vocabulary`], ascending.
    pub words: Vec<u32>,
    /// Its distinct shingle hashes, sorted.
    pub set: Vec<u64>,
}

/// Which documents a query asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Match {
    /// Those with all words.
    All,
    /// Those with any of the words, the ones with all words first.
    Any,
}

/// A collection that is searched.
pub struct IndexedCollection {
    pub(super) name: String,
    pub(super) documents: Vec<Document>,
    /// The words that queries are drawn from.
    pub(super) lexicon: Lexicon,
    full_text: FullText,
    vocabulary: SharedVocabulary,
}

impl IndexedCollection {
    /// Indexes `texts`, on one thread, so that ties among hits do not depend on the number of threads.
    /// `None` once `cancel` is stopped.
    ///
    /// # Errors
    /// The index cannot be made.
    pub fn new(
        name: String,
        texts: Vec<DocumentText>,
        vocabulary: &SharedVocabulary,
        cancel: &Cancel,
    ) -> anyhow::Result<Option<Self>> {
        let index = create_in_memory()?;
        let mut writer = FullTextWriter::new(&index, 1)?;
        let normaliser = Normaliser::for_search();
        // By hash, so that the text of a word is made once.
        let mut numbers: HashMap<u64, u32> = HashMap::new();
        let mut documents = Vec::with_capacity(texts.len());
        for (key, text) in (0..).zip(texts) {
            if cancel.stopped() {
                return Ok(None);
            }
            let words = words(&normaliser, &text.text, vocabulary, &mut numbers);
            writer
                .add(key, String::new(), String::new(), text.text.to_string())
                .with_context(|| format!("{name} cannot be indexed"))?;
            documents.push(Document {
                terms: text.terms,
                words,
                set: text.set,
            });
        }
        writer.commit("")?;
        writer.finish()?;
        Ok(Some(IndexedCollection {
            name,
            lexicon: Lexicon::from_documents(
                documents.iter().map(|document| document.words.as_slice()),
            ),
            full_text: FullText::open(&index)?,
            documents,
            vocabulary: Arc::clone(vocabulary),
        }))
    }

    /// The best `limit` documents that match these words, and the number of all that do.
    ///
    /// # Errors
    /// The index cannot be read.
    pub(super) fn search(
        &self,
        words: &[u32],
        how: Match,
        limit: usize,
    ) -> anyhow::Result<(Vec<u32>, usize)> {
        let words: Vec<Arc<str>> = {
            let vocabulary = lock(&self.vocabulary);
            words.iter().map(|word| vocabulary.word(*word)).collect()
        };
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        let matches = self.full_text.with_words(&words, how == Match::All, limit);
        let (keys, total) = matches.with_context(|| self.name.clone())?;
        Ok((keys.into_iter().map(|key| key as u32).collect(), total))
    }

    pub(super) fn document(&self, number: u32) -> &Document {
        &self.documents[number as usize]
    }
}

/// Numbers of the distinct words of a text, ascending. `known` has the numbers of words by their hashes.
fn words(
    normaliser: &Normaliser,
    text: &str,
    vocabulary: &SharedVocabulary,
    numbers: &mut HashMap<u64, u32>,
) -> Vec<u32> {
    let mut vocabulary = lock(vocabulary);
    let terms = normaliser.terms(text);
    let number = |term: &Term| {
        let new = || vocabulary.number(&term_text(text, term, false));
        *numbers.entry(term.hash).or_insert_with(new)
    };
    let mut words: Vec<u32> = terms.iter().map(number).collect();
    words.sort_unstable();
    words.dedup();
    words
}

//! A collection with all its texts at hand, searched through a full-text index in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use anyhow::Context;

use crate::base::lock;
use crate::overlap::{Document, Lexicon, Match, QueryAnswer, QueryError, Searchable, Vocabulary};
use crate::search::{Budget, FullText, FullTextWriter, create_in_memory};
use crate::settings::Normalisation;
use crate::text::{Normaliser, Term, term_text};

/// Words of all collections of a measurement.
pub type SharedVocabulary = Arc<Mutex<Vocabulary>>;

/// A document of such a collection.
#[derive(Clone, Debug, Default)]
pub struct SideText {
    /// Its text, which is searched.
    pub text: Arc<str>,
    /// Number of its terms under the settings.
    pub terms: u32,
    /// Its distinct shingle hashes under the settings, sorted.
    pub set: Vec<u64>,
}

/// A collection that is searched and listed.
pub struct IndexedSide {
    name: String,
    documents: Vec<Arc<Document>>,
    lexicon: Lexicon,
    full_text: FullText,
    vocabulary: SharedVocabulary,
}

impl IndexedSide {
    /// Indexes `texts`, on one thread, so that ties among hits do not depend on the number of threads.
    /// `None` once `should_continue` returns `false`.
    ///
    /// # Errors
    /// The index cannot be made.
    pub fn new(
        name: String,
        texts: Vec<SideText>,
        vocabulary: &SharedVocabulary,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> anyhow::Result<Option<Self>> {
        let index = create_in_memory()?;
        let mut writer = FullTextWriter::new(&index, Budget::default())?;
        let normaliser = Normaliser::new(&Normalisation::default())?;
        // By hash, so that the text of a word is made once.
        let mut numbers: HashMap<u64, u32> = HashMap::new();
        let mut documents = Vec::with_capacity(texts.len());
        for (key, text) in (0..).zip(texts) {
            if !should_continue() {
                return Ok(None);
            }
            let words = words(&normaliser, &text.text, vocabulary, &mut numbers);
            writer
                .add(key, String::new(), String::new(), text.text.to_string())
                .with_context(|| format!("{name} cannot be indexed"))?;
            documents.push(Arc::new(Document {
                terms: text.terms,
                words,
                set: text.set,
            }));
        }
        writer.commit("")?;
        writer.finish()?;
        Ok(Some(IndexedSide {
            name,
            lexicon: Lexicon::of(documents.iter().map(|document| document.words.as_slice())),
            full_text: FullText::open(&index)?,
            documents,
            vocabulary: Arc::clone(vocabulary),
        }))
    }

    /// All documents, in the order of their numbers.
    #[must_use]
    pub fn documents(&self) -> &[Arc<Document>] {
        &self.documents
    }
}

/// Numbers of the distinct words of a text, ascending. `known` has the numbers of words by their hashes.
pub(super) fn words(
    normaliser: &Normaliser,
    text: &str,
    vocabulary: &SharedVocabulary,
    known: &mut HashMap<u64, u32>,
) -> Vec<u32> {
    let mut vocabulary = lock(vocabulary);
    let terms = normaliser.terms(text);
    let number = |term: &Term| {
        let new = || vocabulary.number(&term_text(text, term, false));
        *known.entry(term.hash).or_insert_with(new)
    };
    let mut words: Vec<u32> = terms.iter().map(number).collect();
    words.sort_unstable();
    words.dedup();
    words
}

impl Searchable for IndexedSide {
    fn name(&self) -> &str {
        &self.name
    }

    fn search(&self, words: &[u32], how: Match, limit: usize) -> Result<QueryAnswer, QueryError> {
        let words: Vec<Arc<str>> = {
            let vocabulary = lock(&self.vocabulary);
            words.iter().map(|word| vocabulary.word(*word)).collect()
        };
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        let found = self.full_text.with_words(&words, how == Match::All, limit);
        let (keys, total) = found.map_err(|error| QueryError {
            collection: self.name.clone(),
            problem: error.to_string(),
        })?;
        Ok(QueryAnswer {
            documents: keys.into_iter().map(|key| key as u32).collect(),
            total: Some(total),
        })
    }

    fn document(&self, number: u32) -> Arc<Document> {
        self.documents
            .get(number as usize)
            .cloned()
            .unwrap_or_default()
    }

    fn listed(&self) -> Option<u32> {
        Some(self.documents.len() as u32)
    }

    fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }
}

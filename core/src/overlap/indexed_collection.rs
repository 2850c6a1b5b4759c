//! A collection with a full-text index in memory: queries in, documents out.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use anyhow::Context;
use fastrand::Rng;

use crate::base::{Cancel, lock};
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

/// The data of a document for comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct IndexedDocument {
    /// Number of its terms, repeats included.
    pub terms: u32,
    /// Its distinct words, as numbers of the [`Vocabulary`], ascending.
    pub words: Vec<u32>,
    /// Its distinct shingle hashes, sorted.
    pub set: Vec<u64>,
}

/// The operator between the words of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Match {
    /// Documents with all words.
    All,
    /// Documents with any of the words, the documents with all words first.
    Any,
}

/// A collection that is searched.
pub struct IndexedCollection {
    pub(super) name: String,
    pub(super) documents: Vec<IndexedDocument>,
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
    /// The index cannot be created.
    pub fn new(
        name: String,
        texts: Vec<DocumentText>,
        vocabulary: &SharedVocabulary,
        cancel: &Cancel,
    ) -> anyhow::Result<Option<Self>> {
        let index = create_in_memory()?;
        let mut writer = FullTextWriter::new(&index, 1)?;
        let mut documents = Vec::with_capacity(texts.len());
        for (key, text) in (0..).zip(texts) {
            if cancel.stopped() {
                return Ok(None);
            }
            let words = lock(vocabulary).numbers(&text.text);
            writer
                .add(key, String::new(), String::new(), text.text.to_string())
                .with_context(|| format!("{name} cannot be indexed"))?;
            documents.push(IndexedDocument {
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

    /// The best `limit` documents that match these words, and the number of all matches.
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
            let vocabulary = &lock(&self.vocabulary).words;
            words
                .iter()
                .map(|word| vocabulary[*word as usize].clone())
                .collect()
        };
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        let matches = self.full_text.with_words(&words, how == Match::All, limit);
        let (keys, total) = matches.with_context(|| self.name.clone())?;
        Ok((keys.into_iter().map(|key| key as u32).collect(), total))
    }

    pub(super) fn document(&self, number: u32) -> &IndexedDocument {
        &self.documents[number as usize]
    }
}

/// Words and their numbers, shared by all collections of a measurement.
#[derive(Debug)]
pub struct Vocabulary {
    normaliser: Normaliser,
    /// By the hash of a word, so that its text is created once.
    numbers: HashMap<u64, u32>,
    words: Vec<Arc<str>>,
}

impl Default for Vocabulary {
    fn default() -> Self {
        Vocabulary {
            normaliser: Normaliser::for_search(),
            numbers: HashMap::new(),
            words: Vec::new(),
        }
    }
}

impl Vocabulary {
    /// The numbers of the distinct words of a text, ascending; a new word gets the next number.
    pub fn numbers(&mut self, text: &str) -> Vec<u32> {
        let (all, words) = (&mut self.numbers, &mut self.words);
        let terms = self.normaliser.terms(text).into_iter();
        let number = |term: Term| {
            *all.entry(term.hash).or_insert_with(|| {
                words.push(Arc::from(term_text(text, &term, false)));
                words.len() as u32 - 1
            })
        };
        let mut numbers: Vec<u32> = terms.map(number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// Document frequencies of words. Queries are drawn from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lexicon {
    documents: u32,
    frequency: HashMap<u32, u32>,
    /// Words for queries, as (frequency, word), ascending.
    usable: Vec<(u32, u32)>,
}

impl Lexicon {
    /// Counts the distinct words of each document. Queries use the words that occur in at least two documents and at
    /// most half of all; if there are none, all words.
    pub fn from_documents<'a>(documents: impl IntoIterator<Item = &'a [u32]>) -> Self {
        let mut lexicon = Lexicon::default();
        for words in documents {
            lexicon.documents += 1;
            for word in words {
                *lexicon.frequency.entry(*word).or_default() += 1;
            }
        }
        let max = lexicon.documents / 2;
        let all = lexicon.frequency.iter().map(|(word, n)| (*n, *word));
        lexicon.usable = all.clone().filter(|(n, _)| (2..=max).contains(n)).collect();
        if lexicon.usable.is_empty() {
            lexicon.usable = all.collect();
        }
        lexicon.usable.sort_unstable();
        lexicon
    }

    /// Number of documents that contain `word`.
    pub fn frequency(&self, word: u32) -> u32 {
        self.frequency.get(&word).copied().unwrap_or(0)
    }

    /// A random conjunctive query of two words: the first is any word, the second is so frequent that one document is
    /// expected to have both if words are independent (the product rule of Bharat and Broder). One word or none if the
    /// collection has no more.
    pub fn query(&self, rng: &mut Rng) -> Vec<u32> {
        if self.usable.is_empty() {
            return Vec::new();
        }
        let (n, first) = self.usable[rng.usize(..self.usable.len())];
        let min_frequency = self.documents.div_ceil(n.max(1));
        let from = self.usable.partition_point(|(m, _)| *m < min_frequency);
        // If no word is frequent enough, the most frequent hundredth is used.
        let last = self.usable.len() - self.usable.len().div_ceil(100);
        let (_, second) = self.usable[rng.usize(from.min(last)..self.usable.len())];
        if first == second {
            vec![first]
        } else {
            vec![first, second]
        }
    }

    /// The `n` words of `words` in the fewest documents, rarest first.
    pub fn rarest(&self, words: &[u32], n: usize) -> Vec<u32> {
        let mut words: Vec<(u32, u32)> = words.iter().map(|w| (self.frequency(*w), *w)).collect();
        words.sort_unstable();
        words.truncate(n);
        words.into_iter().map(|(_, word)| word).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_use_words_of_two_documents_to_half_of_all() {
        // Word 0 in all ten documents, 1 in five, 2 in two, 10.. in one.
        let documents: Vec<Vec<u32>> = (0..10)
            .map(|d| {
                let mut words = vec![0, 10 + d];
                words.extend((d < 5).then_some(1));
                words.extend((d < 2).then_some(2));
                words
            })
            .collect();
        let lexicon = Lexicon::from_documents(documents.iter().map(Vec::as_slice));
        let frequencies = [0, 1, 2, 10, 99].map(|w| lexicon.frequency(w));
        assert_eq!(frequencies, [10, 5, 2, 1, 0]);
        assert_eq!(lexicon.rarest(&[0, 1, 2, 13], 2), [13, 2]);
        let mut rng = Rng::with_seed(1);
        for _ in 0..100 {
            let query = lexicon.query(&mut rng);
            assert!(query.iter().all(|word| [1, 2].contains(word)), "{query:?}");
        }
        let single = Lexicon::from_documents([&[7][..]]);
        assert_eq!(single.query(&mut rng), [7]);
        assert!(Lexicon::default().query(&mut rng).is_empty());
    }
}

//! Words as numbers, and how many documents of a collection hold each.

use std::collections::HashMap;
use std::sync::Arc;

use fastrand::Rng;

/// Words and their numbers, shared by all collections of a measurement.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    numbers: HashMap<Arc<str>, u32>,
    words: Vec<Arc<str>>,
}

impl Vocabulary {
    /// The number of `word`; a new word gets the next one.
    pub fn number(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let (number, word) = (self.words.len() as u32, Arc::<str>::from(word));
        self.words.push(word.clone());
        self.numbers.insert(word, number);
        number
    }

    /// The word with this number; empty if there is none.
    pub fn word(&self, number: u32) -> Arc<str> {
        let word = self.words.get(number as usize);
        word.cloned().unwrap_or_else(|| Arc::from(""))
    }
}

/// Document frequencies of words. Queries are drawn from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lexicon {
    documents: u32,
    frequency: HashMap<u32, u32>,
    /// Words that queries are made of, as (frequency, word), ascending.
    drawn: Vec<(u32, u32)>,
}

impl Lexicon {
    /// Counts the distinct words of each document. Queries are made of the words in two documents or more
    /// and in at most half of all; of all words where there is none such.
    pub fn from_documents<'a>(documents: impl IntoIterator<Item = &'a [u32]>) -> Self {
        let mut lexicon = Lexicon::default();
        for words in documents {
            lexicon.documents += 1;
            for word in words {
                *lexicon.frequency.entry(*word).or_default() += 1;
            }
        }
        let most = lexicon.documents / 2;
        let all = lexicon.frequency.iter().map(|(word, n)| (*n, *word));
        lexicon.drawn = all
            .clone()
            .filter(|(n, _)| (2..=most).contains(n))
            .collect();
        if lexicon.drawn.is_empty() {
            lexicon.drawn = all.collect();
        }
        lexicon.drawn.sort_unstable();
        lexicon
    }

    /// Number of documents that hold `word`; 0 for a word that no document holds.
    pub fn frequency(&self, word: u32) -> u32 {
        self.frequency.get(&word).copied().unwrap_or(0)
    }

    /// A random conjunctive query of two words: the first any word, the second so frequent that one
    /// document is expected to hold both if words are independent (the product rule of Bharat and Broder).
    /// One word if there is only one; none if there is none.
    pub fn query(&self, rng: &mut Rng) -> Vec<u32> {
        if self.drawn.is_empty() {
            return Vec::new();
        }
        let (n, first) = self.drawn[rng.usize(..self.drawn.len())];
        let least = self.documents.div_ceil(n.max(1));
        let from = self.drawn.partition_point(|(m, _)| *m < least);
        // Where no word is frequent enough, the hundredth of the most frequent ones.
        let last = self.drawn.len() - self.drawn.len().div_ceil(100);
        let (_, second) = self.drawn[rng.usize(from.min(last)..self.drawn.len())];
        if first == second {
            vec![first]
        } else {
            vec![first, second]
        }
    }

    /// The `n` words of `words` that fewest documents hold, rarest first.
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
    fn words_keep_their_numbers() {
        let mut vocabulary = Vocabulary::default();
        let numbers = ["a", "b", "a"].map(|word| vocabulary.number(word));
        assert_eq!(numbers, [0, 1, 0]);
        assert_eq!((&*vocabulary.word(1), &*vocabulary.word(7)), ("b", ""));
    }

    #[test]
    fn queries_are_of_words_in_two_documents_and_at_most_half() {
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
        assert_eq!(
            [0, 1, 2, 10, 99].map(|w| lexicon.frequency(w)),
            [10, 5, 2, 1, 0]
        );
        assert_eq!(lexicon.rarest(&[0, 1, 2, 13], 2), [13, 2]);
        let mut rng = Rng::with_seed(1);
        for _ in 0..100 {
            let query = lexicon.query(&mut rng);
            assert!(query.iter().all(|word| [1, 2].contains(word)), "{query:?}");
        }
        let one = Lexicon::from_documents([&[7][..]]);
        assert_eq!(one.query(&mut rng), [7]);
        assert!(Lexicon::default().query(&mut rng).is_empty());
    }
}

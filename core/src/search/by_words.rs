//! Queries of single words of the text, as a program asks them: no syntax, no snippets.

use std::cmp::Reverse;

use tantivy::Term;
use tantivy::collector::Count;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::IndexRecordOption;

use super::{FullText, SearchError, ranking};

impl FullText {
    /// Keys of the best `limit` documents whose text has all of `words`, or any of them, by descending BM25
    /// score, then by key; and the number of all documents that match. Words are terms as
    /// [`super::TermTokenizer`] makes them; no words match nothing.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn with_words(
        &self,
        words: &[&str],
        all: bool,
        limit: usize,
    ) -> Result<(Vec<u64>, usize), SearchError> {
        if words.is_empty() {
            return Ok((Vec::new(), 0));
        }
        let occur = match all {
            true => Occur::Must,
            false => Occur::Should,
        };
        let clause = |word: &&str| -> (Occur, Box<dyn Query>) {
            let term = Term::from_field_text(self.fields.body, word);
            (
                occur,
                Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)),
            )
        };
        let query = BooleanQuery::new(words.iter().map(clause).collect());
        let (best, total) = self
            .searcher
            .search(&query, &(ranking::best(&self.searcher, limit)?, Count))?;
        let keys = best.into_iter().map(|((_, Reverse(key)), _)| key);
        Ok((keys.take(limit).collect(), total))
    }
}

#[cfg(test)]
mod tests {
    use crate::search::{Budget, FullText, FullTextWriter, create_in_memory};

    #[test]
    fn all_words_or_any_and_the_number_of_all_matches() {
        let index = create_in_memory().unwrap();
        let mut writer = FullTextWriter::new(&index, Budget::LEAST).unwrap();
        let texts = ["red green", "Green blue", "green red blue", "AND (red"];
        for (key, text) in (0..).zip(texts) {
            writer
                .add(key, String::new(), String::new(), text.to_owned())
                .unwrap();
        }
        writer.commit("").unwrap();
        writer.finish().unwrap();
        let text = FullText::open(&index).unwrap();
        let sorted = |words: &[&str], all| {
            let (mut keys, total) = text.with_words(words, all, 9).unwrap();
            keys.sort_unstable();
            (keys, total)
        };
        assert_eq!(sorted(&["red", "green"], true), (vec![0, 2], 2));
        assert_eq!(sorted(&["red", "blue"], false), (vec![0, 1, 2, 3], 4));
        assert_eq!(sorted(&["and"], true), (vec![3], 1));
        assert_eq!(sorted(&["no-word"], false), (vec![], 0));
        assert_eq!(sorted(&[], true), (vec![], 0));
        let (first, total) = text.with_words(&["green"], true, 1).unwrap();
        assert_eq!((first.len(), total), (1, 3));
    }
}

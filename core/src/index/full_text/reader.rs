//! Queries on the full-text index, as of the time it was opened.

use std::cmp::Reverse;

use tantivy::collector::{Collector, Count, DocSetCollector, TopDocs};
use tantivy::query::{BooleanQuery, ConstScoreQuery, Occur, Query, QueryParser, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{
    DocAddress, Index, ReloadPolicy, Searcher, SegmentReader, TantivyDocument, TantivyError, Term,
};

use super::parse;
use super::schema::{Fields, build};
use super::snippets::{Hit, Snippets};
use crate::index::IndexError;

/// Boost of title matches relative to text matches.
const TITLE_BOOST: f32 = 2.0;
/// Number of decompressed blocks of stored texts in the cache; a block has 64 KB, or one text if that is longer.
const CACHED_BLOCKS: usize = 16;

/// Read access to the full-text index of one generation. Cheap to clone; a snapshot.
#[derive(Clone)]
pub struct FullText {
    pub(super) searcher: Searcher,
    pub(super) fields: Fields,
    /// Without an operator between words, a document must contain any of them.
    parser: QueryParser,
    /// Without an operator between words, a document must contain all of them.
    strict: QueryParser,
}

/// Result of a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hits {
    /// Best matches: first documents with all words of the query, then others; each part by descending score, then
    /// ascending key.
    pub hits: Vec<Hit>,
    /// Total number of matching documents.
    pub total: usize,
    /// Parts of the query that were not understood, one sentence each.
    pub ignored: Vec<String>,
}

impl FullText {
    /// Opens the last commit of `index`.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if its files cannot be read.
    pub fn open(index: &Index) -> Result<Self, IndexError> {
        let fields = build().1;
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(CACHED_BLOCKS)
            .try_into()?;
        let mut parser =
            QueryParser::for_index(index, vec![fields.title, fields.body, fields.path]);
        parser.set_field_boost(fields.title, TITLE_BOOST);
        let mut strict = parser.clone();
        strict.set_conjunction_by_default();
        Ok(FullText {
            searcher: reader.searcher(),
            fields,
            parser,
            strict,
        })
    }

    /// Number of documents in the index.
    pub fn documents(&self) -> usize {
        usize::try_from(self.searcher.num_docs()).unwrap_or(usize::MAX)
    }

    /// Keys of the documents in the index, ascending.
    pub fn keys(&self) -> Result<Vec<u64>, IndexError> {
        let mut out = Vec::with_capacity(self.documents());
        for segment in self.searcher.segment_readers() {
            let keys = segment.fast_fields().u64("key")?;
            out.extend(segment.doc_ids_alive().filter_map(|doc| keys.first(doc)));
        }
        out.sort_unstable();
        Ok(out)
    }

    /// Stored text of the document with this key; `None` if it is not in the index.
    pub fn body(&self, key: u64) -> Result<Option<String>, IndexError> {
        let key = Term::from_field_u64(self.fields.key, key);
        let query = TermQuery::new(key, IndexRecordOption::Basic);
        let addresses = self.searcher.search(&query, &DocSetCollector)?;
        let Some(address) = addresses.into_iter().next() else {
            return Ok(None);
        };
        let document: TantivyDocument = self.searcher.doc(address)?;
        Ok(Some(stored(&document, self.fields.body).to_owned()))
    }

    /// The best `limit` documents that match `query`.
    ///
    /// Words are searched in title, text and path. Supported syntax: `"a phrase"`, `title:word`,
    /// `body:`, `path:`, `id:`, `+must`, `-not`, `AND`, `OR` and brackets. No input is an error:
    /// unsupported parts are searched as words or ignored, and reported in [`Hits::ignored`].
    pub fn search(&self, query: &str, limit: usize) -> Result<Hits, IndexError> {
        let (parsed, mut ignored) = parse::lenient(&self.parser, query);
        let (all, _) = parse::lenient(&self.strict, query);
        let hits = match self.run(&*parsed, &*all, limit) {
            Ok(hits) => hits,
            Err(error @ TantivyError::IoError(_)) => return Err(error.into()),
            Err(_) => {
                ignored.push("the query is not valid syntax, so its words are searched".to_owned());
                let any = parse::words(&self.parser, query);
                let all = parse::words(&self.strict, query);
                self.run(&*any, &*all, limit)?
            }
        };
        Ok(Hits { ignored, ..hits })
    }

    /// Returns the best matches of `any`; matches of `all` are first.
    fn run(&self, any: &dyn Query, all: &dyn Query, limit: usize) -> Result<Hits, TantivyError> {
        let is_same = format!("{any:?}") == format!("{all:?}");
        let (mut best, total) = if is_same {
            self.best(any, limit)?
        } else {
            // With a negation, more documents may match all words than any word; documents without any match are
            // excluded.
            let any_unscored = ConstScoreQuery::new(any.box_clone(), 0.0);
            let both = BooleanQuery::intersection(vec![all.box_clone(), Box::new(any_unscored)]);
            let (best, _) = self.best(&both, limit)?;
            (best, self.searcher.search(any, &Count)?)
        };
        if !is_same && best.len() < limit {
            let rest = parse::guarded(Box::new(BooleanQuery::new(vec![
                (Occur::Must, any.box_clone()),
                (Occur::MustNot, all.box_clone()),
            ])));
            best.extend(self.best(&*rest, limit)?.0);
        }
        let snippets = Snippets::new(any, &self.fields);
        let hits = best.into_iter().take(limit);
        let hits = hits.map(|((score, Reverse(key)), address)| {
            let document: TantivyDocument = self.searcher.doc(address)?;
            let fields = [self.fields.body, self.fields.title, self.fields.id];
            let [body, title, id] = fields.map(|field| stored(&document, field));
            Ok(Hit {
                key,
                score,
                ..snippets.hit(body, title, id)
            })
        });
        Ok(Hits {
            hits: hits.collect::<Result<_, TantivyError>>()?,
            total,
            ignored: Vec::new(),
        })
    }

    /// The best `limit` documents that match `query`, best first, and the number of all matches.
    fn best(
        &self,
        query: &dyn Query,
        limit: usize,
    ) -> Result<(Vec<(Rank, DocAddress)>, usize), TantivyError> {
        self.searcher.search(query, &(ranked(limit), Count))
    }

    /// Returns the keys of the best `limit` documents whose text contains all or any of `words`, by descending BM25
    /// score, then by key; and the number of all matching documents. Words are terms of `TermTokenizer`; an empty list
    /// matches nothing.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn with_words(
        &self,
        words: &[&str],
        all: bool,
        limit: usize,
    ) -> Result<(Vec<u64>, usize), IndexError> {
        if words.is_empty() {
            return Ok((Vec::new(), 0));
        }
        let occur = if all { Occur::Must } else { Occur::Should };
        let clauses = words.iter().map(|word| -> (Occur, Box<dyn Query>) {
            let term = Term::from_field_text(self.fields.body, word);
            let query = TermQuery::new(term, IndexRecordOption::WithFreqs);
            (occur, Box::new(query))
        });
        let query = BooleanQuery::new(clauses.collect());
        let (best, total) = self.best(&query, limit)?;
        let keys = best.into_iter().map(|((_, Reverse(key)), _)| key);
        Ok((keys.take(limit).collect(), total))
    }
}

fn stored(document: &TantivyDocument, field: Field) -> &str {
    let value = document.get_first(field);
    value.and_then(|value| value.as_str()).unwrap_or_default()
}

impl std::fmt::Debug for FullText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FullText({} documents)", self.documents())
    }
}

/// Rounded score and key: the greater, the better.
type Rank = (f32, Reverse<u64>);

/// Collects the best `limit` documents, best first.
fn ranked(limit: usize) -> impl Collector<Fruit = Vec<(Rank, DocAddress)>> {
    TopDocs::with_limit(limit.max(1)).tweak_score(|segment: &SegmentReader| {
        let keys = segment.fast_fields().u64("key");
        let keys = keys.expect("every segment has a column of keys");
        let keys = keys.first_or_default_col(u64::MAX);
        move |doc, score: f32| -> Rank { (rounded(score), Reverse(keys.get_val(doc))) }
    })
}

/// Rounds `score` to 16 binary digits of its significand, so that sums of the same parts in another order are equal.
fn rounded(score: f32) -> f32 {
    f32::from_bits((score.to_bits() + 0x80) & !0xff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::full_text::tests::of_documents;

    #[test]
    fn after_rounding_only_sums_of_the_same_parts_are_equal() {
        let part = |n: u16| 1.0 / f32::from(n);
        let forward: f32 = (1..200).map(part).sum();
        let backward: f32 = (1..200).rev().map(part).sum();
        assert_ne!(
            forward.to_bits(),
            backward.to_bits(),
            "the sums must differ in the last digit"
        );
        assert_eq!(rounded(forward), rounded(backward));
        assert!(rounded(1.001) > rounded(1.0) && rounded(0.0) == 0.0);
        assert!((rounded(forward) - forward).abs() < forward * 1e-4);
    }

    #[test]
    fn documents_with_all_or_any_words_are_found_and_counted() {
        let texts = ["red green", "Green blue", "green red blue", "AND (red"];
        let text = of_documents(texts.map(|text| ("", "", text)));
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

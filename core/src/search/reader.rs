//! Queries on the full-text index, as of the time it was opened.

use std::cmp::Reverse;

use tantivy::collector::Count;
use tantivy::query::{BooleanQuery, ConstScoreQuery, Occur, Query, QueryParser, TermSetQuery};
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::{
    DocAddress, DocSet, Index, ReloadPolicy, Searcher, TERMINATED, TantivyDocument, TantivyError,
    Term,
};

use super::schema::{Fields, build};
use super::snippets::{Snippet, Snippets};
use super::{SearchError, excluded, parse, ranking};

/// Boost of title matches relative to text matches.
const TITLE_BOOST: f32 = 2.0;
/// Number of decompressed blocks of stored texts in the cache; a block has 16 KB, or one text if that is
/// longer.
const CACHED_BLOCKS: usize = 16;

/// Read access to the full-text index of one generation. Cheap to clone; a snapshot.
#[derive(Clone)]
pub struct FullText {
    pub(super) searcher: Searcher,
    pub(super) fields: Fields,
    /// Without an operator between words, one of them is enough.
    parser: QueryParser,
    /// The same, but all of them are needed.
    strict: QueryParser,
}

/// A document that matches a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Key of the document.
    pub key: u64,
    /// BM25 score.
    pub score: f32,
    /// Excerpt of the text around the matches, unmodified.
    pub snippet: String,
    /// Byte spans of the matches in the snippet, ascending and disjoint.
    pub marks: Vec<(usize, usize)>,
    /// Byte offset of the snippet in the text; `None` if it is the title or the path, because only these match.
    pub at: Option<usize>,
}

/// Result of a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hits {
    /// Best matches: those with all words of the query first, each part by descending score, then ascending
    /// key.
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
    /// [`SearchError::Damaged`] if its files are inconsistent.
    pub fn open(index: &Index) -> Result<Self, SearchError> {
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
        let full_text = FullText {
            searcher: reader.searcher(),
            fields,
            parser,
            strict,
        };
        full_text.check()?;
        Ok(full_text)
    }

    /// Checks that the parts of each segment have the same number of documents.
    fn check(&self) -> Result<(), SearchError> {
        for segment in self.searcher.segment_readers() {
            let keys = segment.fast_fields().u64("key")?;
            let rows = keys.num_docs();
            let alive = segment.alive_bitset().map_or(rows, |alive| {
                u32::try_from(alive.num_alive_docs()).unwrap_or(u32::MAX)
            });
            if rows != segment.max_doc() || alive != segment.num_docs() {
                return Err(SearchError::Damaged(
                    "its parts hold different numbers of documents".to_owned(),
                ));
            }
        }
        Ok(())
    }

    /// Number of documents in the index.
    pub fn documents(&self) -> usize {
        usize::try_from(self.searcher.num_docs()).unwrap_or(usize::MAX)
    }

    /// Keys of the documents in the index, ascending.
    pub fn keys(&self) -> Result<Vec<u64>, SearchError> {
        let mut out = Vec::with_capacity(self.documents());
        for segment in self.searcher.segment_readers() {
            let keys = segment.fast_fields().u64("key")?;
            out.extend(segment.doc_ids_alive().filter_map(|doc| keys.first(doc)));
        }
        out.sort_unstable();
        Ok(out)
    }

    /// Stored text of the document with this key; `None` if it is not in the index.
    pub fn body(&self, key: u64) -> Result<Option<String>, SearchError> {
        let term = Term::from_field_u64(self.fields.key, key);
        for (ord, segment) in self.searcher.segment_readers().iter().enumerate() {
            let keys = segment.inverted_index(self.fields.key)?;
            let Some(mut found) = keys
                .read_postings(&term, IndexRecordOption::Basic)
                .map_err(TantivyError::from)?
            else {
                continue;
            };
            let mut doc = found.doc();
            while doc != TERMINATED {
                if !segment.is_deleted(doc) {
                    return Ok(Some(self.stored(DocAddress::new(ord as u32, doc))?));
                }
                doc = found.advance();
            }
        }
        Ok(None)
    }

    /// The best `limit` documents that match `query`, restricted to the keys in `within` if given.
    ///
    /// Words are searched in title, text and path. Supported syntax: `"a phrase"`, `title:word`,
    /// `body:`, `path:`, `id:`, `+must`, `-not`, `AND`, `OR` and brackets. No input is an error:
    /// unsupported parts are searched as words or ignored, and reported in [`Hits::ignored`].
    pub fn search(
        &self,
        query: &str,
        within: Option<&[u64]>,
        limit: usize,
    ) -> Result<Hits, SearchError> {
        let (parsed, mut ignored) = parse::lenient(&self.parser, query);
        let (all, _) = parse::lenient(&self.strict, query);
        let found = match self.run(&*parsed, &*all, within, limit) {
            Ok(found) => found,
            Err(TantivyError::IoError(e)) => return Err(TantivyError::IoError(e).into()),
            Err(_) => {
                ignored.push("the query is no query syntax, so its words are searched".to_owned());
                let any = parse::words(&self.parser, query);
                let all = parse::words(&self.strict, query);
                self.run(&*any, &*all, within, limit)?
            }
        };
        Ok(Hits { ignored, ..found })
    }

    /// The best matches of `any`, those of `all` first.
    fn run(
        &self,
        any: &dyn Query,
        all: &dyn Query,
        within: Option<&[u64]>,
        limit: usize,
    ) -> Result<Hits, TantivyError> {
        let one_way = format!("{any:?}") == format!("{all:?}");
        let (mut best, total) = if one_way {
            let whole = self.within(any.box_clone(), within);
            self.searcher
                .search(&*whole, &(ranking::best(&self.searcher, limit)?, Count))?
        } else {
            // With a negation more documents may match all words than any: what does not match any is left out.
            let of_any = ConstScoreQuery::new(any.box_clone(), 0.0);
            let both = Box::new(BooleanQuery::new(vec![
                (Occur::Must, all.box_clone()),
                (Occur::Must, Box::new(of_any) as Box<dyn Query>),
            ]));
            let (whole, both) = (
                self.within(any.box_clone(), within),
                self.within(both, within),
            );
            let best = self
                .searcher
                .search(&*both, &ranking::best(&self.searcher, limit)?)?;
            (best, self.searcher.search(&*whole, &Count)?)
        };
        if !one_way && best.len() < limit {
            let rest = excluded::guarded(Box::new(BooleanQuery::new(vec![
                (Occur::Must, any.box_clone()),
                (Occur::MustNot, all.box_clone()),
            ])));
            let rest = self.within(rest, within);
            best.extend(
                self.searcher
                    .search(&*rest, &ranking::best(&self.searcher, limit)?)?,
            );
        }
        let snippets = Snippets::new(any, &self.fields);
        let mut hits = Vec::with_capacity(best.len().min(limit));
        for ((score, Reverse(key)), address) in best.into_iter().take(limit) {
            let document: TantivyDocument = self.searcher.doc(address)?;
            let [body, title, id] =
                [self.fields.body, self.fields.title, self.fields.id].map(|field| {
                    document
                        .get_first(field)
                        .and_then(|value| value.as_str())
                        .unwrap_or("")
                });
            let Snippet { text, marks, at } = snippets.of(body, title, id);
            hits.push(Hit {
                key,
                score,
                snippet: text,
                marks,
                at,
            });
        }
        Ok(Hits {
            hits,
            total,
            ignored: Vec::new(),
        })
    }

    /// `query`, restricted to the documents with these keys if any are given.
    fn within(&self, query: Box<dyn Query>, keys: Option<&[u64]>) -> Box<dyn Query> {
        let Some(keys) = keys else { return query };
        let keys = keys
            .iter()
            .map(|&key| Term::from_field_u64(self.fields.key, key));
        let keys = ConstScoreQuery::new(Box::new(TermSetQuery::new(keys)), 0.0);
        Box::new(BooleanQuery::new(vec![
            (Occur::Must, query),
            (Occur::Must, Box::new(keys) as Box<dyn Query>),
        ]))
    }

    fn stored(&self, address: DocAddress) -> Result<String, TantivyError> {
        let document: TantivyDocument = self.searcher.doc(address)?;
        let body = document.get_first(self.fields.body);
        Ok(body.and_then(|b| b.as_str()).unwrap_or_default().to_owned())
    }
}

impl std::fmt::Debug for FullText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FullText({} documents)", self.documents())
    }
}

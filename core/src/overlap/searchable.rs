//! A collection as a search engine shows it: queries in, documents out.

use std::sync::Arc;

use thiserror::Error;

use super::Lexicon;

/// What is compared of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Number of its terms, repeats included.
    pub terms: u32,
    /// Its distinct words, as numbers of the [`super::Vocabulary`], ascending.
    pub words: Vec<u32>,
    /// Its distinct shingle hashes, sorted.
    pub set: Vec<u64>,
}

/// Which documents a query asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// Those with all words.
    All,
    /// Those with any of the words, the ones with all words first.
    Any,
}

/// Answer to a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryAnswer {
    /// Numbers of the documents, best first.
    pub documents: Vec<u32>,
    /// Number of all documents that match; `None` if the collection does not say.
    pub total: Option<usize>,
}

/// A query could not be answered.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{collection}: {problem}")]
pub struct QueryError {
    /// Name of the collection.
    pub collection: String,
    /// What happened, and what can be done.
    pub problem: String,
}

/// A collection that can be queried.
pub trait Searchable: Sync {
    /// Name of the collection.
    fn name(&self) -> &str;

    /// The best `limit` documents that match these words.
    ///
    /// # Errors
    /// The collection does not answer.
    fn search(&self, words: &[u32], how: Match, limit: usize) -> Result<QueryAnswer, QueryError>;

    /// A document that a query returned; empty for an unknown number.
    fn document(&self, number: u32) -> Arc<Document>;

    /// Number of documents if all of them can be listed, numbered from 0; `None` if they are seen through
    /// queries only.
    fn listed(&self) -> Option<u32>;

    /// The words that queries are drawn from.
    fn lexicon(&self) -> &Lexicon;
}

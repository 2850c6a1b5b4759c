//! What the full-text index holds of a document, and the two places an index can live in.

use std::path::Path;

use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::TextAnalyzer;
use tantivy::{Index, IndexBuilder, TantivyError};

use super::folder::Folder;
use super::{SearchError, TermTokenizer};

/// The name by which the schema refers to [`TermTokenizer`].
const TERMS: &str = "terms";

/// The fields of the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    /// The document's key.
    pub key: Field,
    /// Its id, whole.
    pub id: Field,
    /// Its id as terms.
    pub path: Field,
    /// Its title as terms.
    pub title: Field,
    /// Its text as terms.
    pub body: Field,
}

impl Fields {
    /// The names that a query may give before a colon.
    pub const NAMES: [&str; 4] = ["title", "body", "path", "id"];
}

/// The schema: key (indexed, fast, stored), id (whole, stored), path (terms of the id), title and
/// body (terms with positions, stored).
#[must_use]
pub fn schema() -> Schema {
    build().0
}

pub(super) fn build() -> (Schema, Fields) {
    let terms = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer(TERMS)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions),
    );
    let mut builder = Schema::builder();
    let fields = Fields {
        key: builder.add_u64_field("key", INDEXED | FAST | STORED),
        id: builder.add_text_field("id", STRING | STORED),
        path: builder.add_text_field("path", terms.clone()),
        title: builder.add_text_field("title", terms.clone() | STORED),
        body: builder.add_text_field("body", terms | STORED),
    };
    (builder.build(), fields)
}

fn builder() -> IndexBuilder {
    Index::builder().schema(schema())
}

fn with_terms(index: Index) -> Index {
    index
        .tokenizers()
        .register(TERMS, TextAnalyzer::from(TermTokenizer::default()));
    index
}

/// An empty index in memory; no file is written anywhere.
///
/// # Errors
/// Whatever tantivy reports.
pub fn create_in_memory() -> Result<Index, SearchError> {
    Ok(with_terms(builder().create_in_ram()?))
}

/// The index in `folder`; `None` where there is none yet.
///
/// # Errors
/// [`SearchError::Damaged`] where it has another schema or cannot be read.
pub fn open(folder: &Path) -> Result<Option<Index>, SearchError> {
    if !folder.is_dir() {
        return Ok(None);
    }
    let directory = Folder::open(folder).map_err(TantivyError::from)?;
    if !Index::exists(&directory).map_err(TantivyError::from)? {
        return Ok(None);
    }
    // Looked at before tantivy does: a field named twice ends the program there.
    if !has_our_schema(folder) {
        return Err(SearchError::Damaged("another schema".to_owned()));
    }
    Ok(Some(with_terms(Index::open(directory)?)))
}

/// Whether the last commit in `folder` is one of an index with our fields.
fn has_our_schema(folder: &Path) -> bool {
    let meta = std::fs::read(folder.join("meta.json")).unwrap_or_default();
    let meta: Option<serde_json::Value> = serde_json::from_slice(&meta).ok();
    let ours = serde_json::to_value(schema()).ok();
    meta.zip(ours)
        .is_some_and(|(meta, ours)| meta["schema"] == ours)
}

/// The index in `folder`, which exists; made there if there is none yet.
///
/// # Errors
/// As [`open`].
pub fn open_or_create(folder: &Path) -> Result<Index, SearchError> {
    if let Some(index) = open(folder)? {
        return Ok(index);
    }
    let directory = Folder::open(folder).map_err(TantivyError::from)?;
    Ok(with_terms(builder().open_or_create(directory)?))
}

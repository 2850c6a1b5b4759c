//! Schema of the full-text index, and its creation in memory or in a folder.

use std::path::Path;

use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::store::{Compressor, ZstdCompressor};
use tantivy::tokenizer::TextAnalyzer;
use tantivy::{Index, IndexBuilder, IndexSettings, TantivyError};

use super::directory::Folder;
use super::tokenizer::TermTokenizer;
use crate::index::IndexError;

/// Name of [`TermTokenizer`] in the schema.
const TERMS: &str = "terms";

/// Fields of the schema.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    /// Document key.
    pub key: Field,
    /// Document id, untokenised.
    pub id: Field,
    /// Document id, tokenised.
    pub path: Field,
    /// Title, tokenised.
    pub title: Field,
    /// Text, tokenised.
    pub body: Field,
}

impl Fields {
    /// Field names allowed in queries.
    pub const NAMES: [&str; 4] = ["title", "body", "path", "id"];
}

/// The schema: key (indexed, fast, stored), id (untokenised, stored), path (tokenised id), title and
/// body (tokenised with positions, stored).
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

/// Bytes of stored text that are compressed together: larger blocks take less space, smaller blocks are read faster.
const STORED_BLOCK: usize = 64 << 10;

fn builder() -> IndexBuilder {
    let zstd = ZstdCompressor {
        compression_level: Some(1),
    };
    let settings = IndexSettings {
        docstore_compression: Compressor::Zstd(zstd),
        docstore_blocksize: STORED_BLOCK,
        ..IndexSettings::default()
    };
    Index::builder().schema(build().0).settings(settings)
}

fn with_terms(index: Index) -> Index {
    let terms = TextAnalyzer::from(TermTokenizer::default());
    index.tokenizers().register(TERMS, terms);
    index
}

/// Creates an empty index in memory; writes no files.
pub fn create_in_memory() -> Result<Index, IndexError> {
    Ok(with_terms(builder().create_in_ram()?))
}

/// Opens the index in `folder`; [`super::Commit::last`] must have verified the last commit.
///
/// # Errors
/// [`IndexError::Damaged`] if it is corrupt; [`IndexError::Io`] if it cannot be read.
pub fn open(folder: &Path) -> Result<Index, IndexError> {
    let directory = Folder::open(folder).map_err(TantivyError::from)?;
    Ok(with_terms(Index::open(directory)?))
}

/// Opens the index in the existing folder `folder`, or creates it.
///
/// # Errors
/// As `open`.
pub fn open_or_create(folder: &Path) -> Result<Index, IndexError> {
    let directory = Folder::open(folder).map_err(TantivyError::from)?;
    Ok(with_terms(builder().open_or_create(directory)?))
}

//! Full-text search: the tantivy index of a corpus, indexing of documents and execution of queries.
//! Documents are identified by their keys only, so this module depends neither on the document table nor
//! on the location of the index.

mod dictionary;
mod entry;
mod excluded;
mod folder;
mod inverted;
mod merging;
mod needles;
mod parse;
mod reader;
mod schema;
mod seal;
mod segment_builder;
mod snippets;
mod tokenizer;
mod writer;

pub use folder::{is_index_file, is_segment_file};
pub use reader::{FullText, Hit, Hits};
pub use schema::{create_in_memory, open, open_or_create, schema};
pub use seal::{FileRecord, sealed_files, unsealed};
pub use tokenizer::TermTokenizer;
pub use writer::{Budget, FullTextWriter};

use tantivy::TantivyError;
use thiserror::Error;

/// Error of the full-text index.
#[derive(Debug, Error)]
pub enum SearchError {
    /// A system error while reading or writing the index.
    #[error("the full-text index cannot be read or written: {0}")]
    Io(std::io::Error),
    /// The index is corrupt or has another format.
    #[error("the full-text index is damaged: {0}")]
    Damaged(String),
    /// Any other error of tantivy.
    #[error("the full-text index failed: {0}")]
    Failed(String),
}

impl From<TantivyError> for SearchError {
    fn from(error: TantivyError) -> Self {
        use tantivy::directory::error::{LockError, OpenReadError, OpenWriteError};
        let io = |e: &std::io::Error| match e.raw_os_error() {
            Some(code) => std::io::Error::from_raw_os_error(code),
            None => std::io::Error::new(e.kind(), e.to_string()),
        };
        let io = |e: &std::io::Error| match e.kind() {
            std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof => {
                SearchError::Damaged(e.to_string())
            }
            _ => SearchError::Io(io(e)),
        };
        match &error {
            TantivyError::IoError(e) => io(e),
            TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. })
            | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) => {
                io(io_error)
            }
            TantivyError::LockFailure(LockError::IoError(io_error), _) => io(io_error),
            TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(path)) => {
                SearchError::Damaged(format!("its file {} is missing", path.display()))
            }
            TantivyError::DataCorruption(what) => SearchError::Damaged(format!("{what:?}")),
            TantivyError::IncompatibleIndex(what) => SearchError::Damaged(format!("{what:?}")),
            TantivyError::DeserializeError(what) => SearchError::Damaged(what.to_string()),
            _ => SearchError::Failed(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests;

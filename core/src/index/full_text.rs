//! Full-text search: the tantivy index of a corpus, indexing of documents and execution of queries.
//! Documents are identified by their keys only.

mod dictionary;
mod directory;
mod inverted;
mod parse;
mod reader;
mod schema;
mod seal;
mod segment_builder;
mod snippets;
mod tokenizer;
mod writer;

pub(super) use directory::{is_index_file, is_segment_file};
pub use reader::{FullText, Hits};
pub use schema::{create_in_memory, open, open_or_create};
pub(super) use seal::Commit;
pub use snippets::Hit;
pub use writer::FullTextWriter;

#[cfg(test)]
mod tests;

//! The on-disk index: one folder per corpus with the tantivy full-text index and, next to it, the
//! document table, terms, sketches and verified pairs as files of records. Records have a fixed width, except
//! terms (numbers of one byte or more, LEB128) and the strings of the document table.
//!
//! ```text
//! shinglescope.toml    marker: identifies the folder as an index and states its format
//! lock                 locked by the writing process; contains its process id
//! full-text/           the tantivy index; the payload of its last commit is the manifest
//! segments/            NAME.documents, .strings, .starts, .terms, .sketches; NAME.pairs …
//! extracted/           text that parsers have taken out of documents, so that each is parsed once
//! ```
//!
//! A *generation* is the documents, pairs and full text that one commit of the tantivy index names. A commit may
//! also name what an interrupted run has read since; readers do not see that. All files are written
//! under new names and synced before the commit. The commit is atomic: a reader sees the complete
//! generation or none of it, even if the writer is killed. Files are immutable once written. The next
//! writer removes files that the last commit does not name; readers that have them mapped can still use
//! them.
//!
//! The manifest lists every file with its length and XXH3 checksum, the files of the full-text index
//! included. The files and folders named above, and what these folders contain, are plain files and folders,
//! readable by their owner only. An index with a symbolic link in one of these places is rejected, and so is one
//! that belongs to another user, unless that is root. Only files whose names follow the program's patterns are
//! ever removed (`clean.rs`); whatever else lies there stays.
//!
//! Everything can be recomputed from the documents. Any inconsistency is therefore
//! reported as an error, and [`Start::Afresh`] rebuilds the folder.

mod check;
mod clean;
mod columns;
mod describe;
mod error;
mod file;
mod folder;
mod generation;
mod guard;
mod last_commit;
mod lock;
mod manifest;
mod merge;
mod names;
mod pairs;
mod record;
mod segment_reader;
mod segment_registry;
mod segment_writer;
mod sources;
mod writer;

pub use check::{Checked, check};
pub use columns::temporary_folder;
pub use error::StoreError;
pub use folder::{corpus_name, default_dir, extracted_dir};
pub use generation::Generation;
pub use names::FORMAT;
pub use segment_writer::SegmentWriter;
pub use sources::StoredSources;
pub use writer::{Start, Writer};

#[cfg(target_endian = "big")]
compile_error!("the store maps little-endian files as they are; this machine would misread them");

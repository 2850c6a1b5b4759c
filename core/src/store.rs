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
mod managed;
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

pub use check::Checked;
pub use columns::temporary_folder;
pub use error::StoreError;
pub use folder::{corpus_name, default_dir, extracted_dir};
pub use generation::Generation;
pub use names::FORMAT;
pub use segment_writer::SegmentWriter;
pub use sources::StoredSources;
pub use writer::{Start, Writer};

use std::path::{Path, PathBuf};

#[cfg(target_endian = "big")]
compile_error!("the store maps little-endian files as they are; this machine would misread them");

/// Opens and creates indexes.
#[derive(Clone, Copy, Debug)]
pub struct Store;

impl Store {
    /// Opens the newest generation in `dir` and verifies length and checksum of each of its files except
    /// those of the full-text index, in parallel on the caller's rayon pool. Returns `None` if there is no complete generation: the
    /// folder is missing or empty, or the first run was interrupted before it had read the corpus.
    ///
    /// The full-text index is opened and verified only by [`Generation::full_text`].
    ///
    /// # Errors
    /// [`StoreError::NotOurs`], [`StoreError::NotPlain`], [`StoreError::NotYours`],
    /// [`StoreError::OtherVersion`], [`StoreError::Damaged`], [`StoreError::Io`].
    pub fn open(dir: &Path) -> Result<Option<Generation>, StoreError> {
        let newest = Generation::open(dir)?;
        Ok(newest.filter(Generation::is_complete))
    }

    /// Opens the generation that a run can build on: the newest one or, if the first run was
    /// interrupted, an empty generation that carries only what that run has read
    /// ([`Generation::interrupted`]).
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn base(dir: &Path) -> Result<Option<Generation>, StoreError> {
        Generation::open(dir)
    }

    /// Verifies the newest generation in `dir`: marker, manifest, every file of the store and of the
    /// full-text index, and that pairs and full text refer to its documents. `None` if nothing was
    /// committed; an interrupted first run counts as committed ([`Checked::complete`] is false). Does not read
    /// the corpus.
    ///
    /// # Errors
    /// As [`Store::open`]; [`StoreError::Damaged`] names the file.
    pub fn check(dir: &Path) -> Result<Option<Checked>, StoreError> {
        check::check(dir)
    }

    /// Locks `dir` for writing the corpus at `roots` (absolute paths as the user gave them). Creates the
    /// folder if it is missing and removes files left by killed runs.
    ///
    /// # Errors
    /// As [`Store::open`]; [`StoreError::InUse`] while another process writes;
    /// [`StoreError::OtherCorpus`] if the folder holds the index of another corpus. [`Start::Afresh`]
    /// avoids [`StoreError::OtherVersion`], [`StoreError::Damaged`] and [`StoreError::OtherCorpus`].
    pub fn writer(dir: &Path, roots: &[PathBuf], start: Start) -> Result<Writer, StoreError> {
        Writer::open(dir, roots, start)
    }

    /// Creates a store in memory; writes no files.
    pub fn in_memory(roots: &[PathBuf]) -> Result<Writer, StoreError> {
        Writer::in_memory(roots)
    }
}

//! The store: one folder for each corpus, holding its full-text index and, beside it, the document
//! table, terms, sketches and verified pairs as files of fixed-width records.
//!
//! ```text
//! shinglescope.toml    says that the folder is ours, and which format it has
//! lock                 held by the process that writes; its number is inside
//! full-text/           the tantivy index; the payload of its last commit is the manifest
//! segments/            NAME.documents, .strings, .starts, .terms, .sketches; NAME.pairs …
//! kept/                what a person has told the program; not ours to remove
//! ```
//!
//! A *generation* is everything that one commit of the tantivy index names. Its files are written
//! under new names and synced first; the commit is the only moment at which it begins to exist, so a
//! reader sees all of a generation or none of it, whenever the writer is killed. Files are never
//! changed once written. Those that the last commit does not name are removed by the next writer;
//! readers that have them mapped keep them.
//!
//! The commit names every file, those of the full-text index too, with length and checksum. In the
//! folder there are plain files and folders only, which nobody else may read; one with a link in it, or
//! of another user, is refused, and a file that is not ours is never removed.
//!
//! Nothing here but `kept` is worth more than the time to make it again: whatever does not fit is an
//! error that says so, and [`Start::Afresh`] builds the folder anew.

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

pub use check::Checked;
pub use columns::temporary_folder;
pub use error::StoreError;
pub use folder::{check_kept, default_dir, is_store, kept_dir, make_kept};
pub use generation::{Counts, Generation};
pub use names::FORMAT;
pub use segment_writer::SegmentWriter;
pub use sources::StoredSources;
pub use writer::{Start, Writer};

use std::path::{Path, PathBuf};

#[cfg(target_endian = "big")]
compile_error!("the store maps little-endian files as they are; this machine would misread them");

/// The doors into the store.
#[derive(Clone, Copy, Debug)]
pub struct Store;

impl Store {
    /// The newest generation in `dir`, every file of it checked against its length and checksum
    /// (in parallel on the rayon pool this is called in). `None` where there is none yet: no folder,
    /// an empty one, or one whose first run was interrupted before it had read the corpus.
    ///
    /// The full-text index is opened and checked by [`Generation::full_text`] only.
    ///
    /// # Errors
    /// [`StoreError::NotOurs`], [`StoreError::OtherVersion`], [`StoreError::Damaged`],
    /// [`StoreError::Io`].
    pub fn open(dir: &Path) -> Result<Option<Generation>, StoreError> {
        let newest = Generation::open(dir)?;
        Ok(newest.filter(Generation::is_complete))
    }

    /// What a run can build on in `dir`: the newest generation, or, where the first run was
    /// interrupted, one without documents that has only what that run read
    /// ([`Generation::interrupted`]).
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn base(dir: &Path) -> Result<Option<Generation>, StoreError> {
        Generation::open(dir)
    }

    /// Reads through everything that the newest generation in `dir` consists of: marker and manifest,
    /// every file of the store and of the full-text index, and whether pairs and full text are of these
    /// documents. `None` as for [`Store::open`]. The corpus is not looked at.
    ///
    /// # Errors
    /// As [`Store::open`]; damage names the file.
    pub fn check(dir: &Path) -> Result<Option<Checked>, StoreError> {
        check::check(dir)
    }

    /// Takes `dir` for writing the corpus that lies at `roots` (absolute paths, as given by the
    /// person). Makes the folder where there is none and removes what killed runs have left.
    ///
    /// # Errors
    /// As [`Store::open`], and [`StoreError::InUse`] while another process writes. Where the folder
    /// holds another corpus [`StoreError::OtherCorpus`]. With [`Start::Afresh`] only
    /// [`StoreError::NotOurs`], [`StoreError::InUse`] and [`StoreError::Io`] remain.
    pub fn writer(dir: &Path, roots: &[PathBuf], start: Start) -> Result<Writer, StoreError> {
        Writer::open(dir, roots, start)
    }

    /// A store that lives in memory: no file is written anywhere.
    ///
    /// # Errors
    /// Whatever tantivy reports.
    pub fn in_memory(roots: &[PathBuf]) -> Result<Writer, StoreError> {
        Writer::in_memory(roots)
    }
}

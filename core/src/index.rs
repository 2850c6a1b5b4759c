//! The index of a corpus: the rows, terms and sketches of its documents, in memory or mapped from files, the verified
//! pairs, and the full text. On disk it is one folder; one atomic commit creates each of its states.
//!
//! ```text
//! shinglescope.toml    marker: identifies the folder as an index and states its format
//! lock                 locked by the writing process; contains its process id
//! full-text/           the tantivy index; the payload of its last commit is the manifest
//! segments/            NAME.rows, .starts, .terms, .sketches; NAME.pairs …
//! extracted/           text that parsers extracted from documents, so that each document is parsed once
//! ```
//!
//! A *generation* is the documents, pairs and full text that one commit of the tantivy index names. A commit may
//! also name documents that an interrupted run has read since; readers do not see them. All files are written
//! under new names and synced before the commit. The commit is atomic: a reader sees the complete
//! generation or none of it, even if the writer is killed. Files are immutable once written. The next
//! writer removes files that the last commit does not name; readers that have mapped them can still use
//! them.
//!
//! The manifest lists every file with its length and XXH3 checksum; the last line of the payload lists the files of the
//! full-text index. The files and folders named above, and the content of these folders, are plain files and folders,
//! readable by their owner only. An index with a symbolic link in one of these places is rejected, and so is one that
//! belongs to another user, unless that is root. Only files whose names follow the program's patterns are ever removed
//! (`clean.rs`); all other files stay.
//!
//! Everything can be recomputed from the documents. Any inconsistency is therefore reported as an error, and
//! [`Start::Afresh`] rebuilds the folder.

mod clean;
mod collection;
mod column;
mod compaction;
mod error;
mod file;
mod folder;
mod full_text;
mod generation;
mod guard;
mod manifest;
mod number_table;
mod pairs;
mod rows;
mod segment;
mod segment_writer;
mod term_column;
mod writer;

pub use collection::{
    Class, Classes, Collection, ComparedWith, NotCompared, Summary, first_of_text, made, same_text,
};
pub use error::IndexError;
pub use folder::{corpus_name, default_dir, extracted_dir};
pub use full_text::{FullText, FullTextWriter, Hit, Hits, create_in_memory, open_or_create};
pub use generation::{Checked, Generation, StoredSources, check};
pub use guard::FORMAT;
pub use pairs::StoredPairs;
pub use segment::Segment;
pub use segment_writer::SegmentWriter;
pub use writer::{Start, Writer};

#[cfg(target_endian = "big")]
compile_error!("the index maps little-endian files as they are; this machine would misread them");

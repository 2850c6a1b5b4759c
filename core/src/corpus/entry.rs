//! A file to read, as discovery lists it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::SourceLocation;
use super::packing::FileForm;
use crate::base::Stamp;

/// Names of the folders of version-control systems.
pub(super) const VERSION_CONTROL: [&str; 4] = [".git", ".hg", ".svn", ".jj"];

/// Location of an entry's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A file on disk.
    Disk(PathBuf),
    /// A file of the demo corpus, with its content.
    Demo(&'static [u8]),
}

/// A file to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Id of its document, or prefix of the ids of its rows.
    pub id: String,
    /// Location of its content.
    pub location: Location,
    /// File stamp at the time of discovery.
    pub stamp: Stamp,
    /// Start of reading. Earlier rows were read by a previous run from the same state of the file.
    pub start: RowStart,
    /// The 1-based numbers of the rows of a table that are read, ascending; `None` for all rows.
    pub rows: Option<Arc<[u64]>>,
}

/// Start position in a file of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowStart {
    /// Number of preceding rows.
    pub lines: u64,
    /// Number of preceding bytes, unpacked.
    pub offset: u64,
}

impl Entry {
    /// A file on disk, which is read from its beginning.
    pub fn file(id: String, path: PathBuf, stamp: Stamp) -> Self {
        Entry {
            id,
            location: Location::Disk(path),
            stamp,
            start: RowStart::default(),
            rows: None,
        }
    }

    /// Content within the program.
    pub fn in_program(id: String, bytes: &'static [u8]) -> Self {
        let stamp = Stamp {
            bytes: bytes.len() as u64,
            ..Stamp::default()
        };
        Entry {
            location: Location::Demo(bytes),
            ..Entry::file(id, PathBuf::new(), stamp)
        }
    }

    /// Path of the file on disk; `None` for the demo corpus.
    pub fn path(&self) -> Option<&Path> {
        match &self.location {
            Location::Disk(path) => Some(path),
            Location::Demo(_) => None,
        }
    }

    /// The location of the file.
    pub fn document_location(&self) -> SourceLocation {
        match &self.location {
            Location::Disk(path) => SourceLocation::file(path),
            Location::Demo(_) => SourceLocation::in_program(&self.id),
        }
    }

    /// The format by the name of the file.
    pub fn form(&self) -> FileForm {
        FileForm::from_path(self.path().unwrap_or(Path::new(&self.id)))
    }

    /// Whether the file may contain many documents, by its name: rows of JSON Lines or of a table, records of a
    /// WARC file, members of an archive.
    pub fn has_rows(&self) -> bool {
        self.form().format.has_rows()
    }
}

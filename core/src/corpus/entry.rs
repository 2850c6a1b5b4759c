//! A file to read, as discovery lists it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Stamp;
use super::packing::Form;

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
    /// Path of the file on disk; `None` for the demo corpus.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.location {
            Location::Disk(path) => Some(path),
            Location::Demo(_) => None,
        }
    }

    /// The form that the name of the file says.
    #[must_use]
    pub fn form(&self) -> Form {
        Form::of(match &self.location {
            Location::Disk(path) => path.as_path(),
            Location::Demo(_) => Path::new(&self.id),
        })
    }

    /// Whether the file may hold many documents, by its name: rows of JSON Lines or of a table, records of a
    /// WARC file, members of an archive.
    #[must_use]
    pub fn has_rows(&self) -> bool {
        self.form().format.has_rows()
    }
}

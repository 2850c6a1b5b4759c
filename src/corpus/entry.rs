//! A file to read, as discovery lists it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::file_kind::{is_json_lines, is_mailbox};
use super::{Stamp, warc};

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

/// Start position in a JSON Lines file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowStart {
    /// Number of preceding lines.
    pub lines: u64,
    /// Number of preceding bytes.
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

    /// Whether the file holds documents as its rows: lines of JSON, records of a WARC file or messages of a
    /// mailbox (by file extension).
    #[must_use]
    pub fn has_rows(&self) -> bool {
        self.is_json_lines()
            || self
                .path()
                .is_some_and(|path| warc::is_warc(path) || is_mailbox(path))
    }

    /// Whether each line is a document of its own (by file extension).
    #[must_use]
    pub fn is_json_lines(&self) -> bool {
        let name = match &self.location {
            Location::Disk(path) => path.as_path(),
            Location::Demo(_) => Path::new(&self.id),
        };
        is_json_lines(name)
    }
}

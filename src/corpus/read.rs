//! From an entry to its documents: bytes, text, title; row by row for JSON Lines.

mod again;
mod made;
mod rows;

use std::ops::{Deref, Range};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use again::{Again, again, given};
use made::{from_file, from_row};
pub use rows::work;

use super::discover::{Entry, Location, RowStart};
use super::limits::Clock;
use super::{Document, Place, Skipped, Stamp, opened};
use crate::settings::Reading;

/// A piece of reading that one thread can do on its own.
#[derive(Debug)]
pub enum Work {
    /// A whole file.
    File(Entry),
    /// A row of a JSON Lines file.
    Row {
        /// The file's id.
        file: String,
        /// Where the row is.
        place: Place,
        /// State of the file.
        stamp: Stamp,
        /// The line, without its end.
        line: Line,
    },
    /// Something that turned out not to be readable before any thread saw it.
    Skip(Skipped),
}

/// An entry whose reading was stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfinished {
    /// Its id.
    pub id: String,
    /// [`Stamp::digest`] of its file, and the first row that was not read; `None` where reading must begin
    /// anew.
    pub rest: Option<(u64, RowStart)>,
}

impl Unfinished {
    /// Whether `id` names the entry or a row of it.
    #[must_use]
    pub fn is_file_of(&self, id: &str) -> bool {
        let rest = id.strip_prefix(self.id.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['#', ':']))
    }
}

/// A line of a file. Lines that stand together share one block of memory: a block is allocated by
/// the thread that reads and freed by one that sketches, for which both have to wait for each other.
#[derive(Clone, Debug)]
pub struct Line {
    block: Arc<Vec<u8>>,
    place: Range<usize>,
}

impl Deref for Line {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.block[self.place.clone()]
    }
}

impl Work {
    /// The entry that it is, or is a row of, as one of which this and all that follows was not read.
    #[must_use]
    pub fn unfinished(&self) -> Unfinished {
        match self {
            Work::Row {
                file,
                place: Place::Row { line, offset, .. },
                stamp,
                ..
            } => Unfinished {
                id: file.clone(),
                rest: Some((
                    stamp.digest(),
                    RowStart {
                        lines: line - 1,
                        offset: *offset,
                    },
                )),
            },
            Work::Row { file, .. } => Unfinished {
                id: file.clone(),
                rest: None,
            },
            Work::File(entry) => Unfinished {
                id: entry.id.clone(),
                rest: None,
            },
            Work::Skip(skipped) => Unfinished {
                id: skipped.file_of_row().unwrap_or(&skipped.id).to_owned(),
                rest: None,
            },
        }
    }

    /// Bytes that it will read.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Work::File(entry) => entry.stamp.bytes,
            Work::Row { line, .. } => line.len() as u64,
            Work::Skip(_) => 0,
        }
    }
}

/// Does a piece of work: a document, or why there is none.
///
/// # Errors
/// What was not read, and why.
pub fn document(work: Work, reading: &Reading) -> Result<Document, Skipped> {
    let clock = Clock::start(reading);
    match work {
        Work::Skip(skipped) => Err(skipped),
        Work::File(mut entry) => {
            let (bytes, place) = match entry.location.clone() {
                Location::Demo(bytes) => (Ok(bytes.to_vec()), Place::Demo(entry.id.clone())),
                Location::Disk(path) => {
                    let bytes = opened::settled(&mut entry, &path, reading, &clock);
                    (bytes, Place::File(path))
                }
            };
            let read = bytes.and_then(|bytes| from_file(&entry.id, bytes, place, reading, &clock));
            match read {
                Ok(document) => Ok(stamped(document, entry.stamp)),
                Err(reason) => Err(Skipped {
                    id: entry.id,
                    reason,
                }),
            }
        }
        Work::Row {
            file,
            place,
            stamp,
            line,
        } => {
            let number = line_number(&place);
            let read = from_row(&file, number, &line, place, reading);
            match read {
                Ok(document) => Ok(stamped(document, stamp)),
                Err(reason) => Err(Skipped {
                    id: format!("{file}:{number}"),
                    reason,
                }),
            }
        }
    }
}

fn stamped(document: Document, stamp: Stamp) -> Document {
    Document {
        modified: stamp.modified,
        stamp: stamp.digest(),
        ..document
    }
}

fn line_number(place: &Place) -> u64 {
    match place {
        Place::Row { line, .. } | Place::DemoRow(_, line) => *line,
        Place::File(_) | Place::Demo(_) => 1,
    }
}

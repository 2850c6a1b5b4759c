//! Conversion of entries to documents: bytes, text, title; row by row for JSON Lines.

mod again;
mod made;
mod messages;
mod records;
mod rows;

use std::ops::{Deref, Range};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use again::{Again, again, given};
use made::{from_file, from_row};
pub use rows::work;

use super::entry::{Entry, Location, RowStart};
use super::limits::Clock;
use super::{Document, Place, Skipped, Stamp, opened};
use crate::settings::Reading;

/// A unit of reading for one worker thread.
#[derive(Debug)]
pub enum Work {
    /// A whole file.
    File(Entry),
    /// A row of a JSON Lines file.
    Row {
        /// Id of the file.
        file: String,
        /// Location of the row.
        place: Place,
        /// Stamp of the file.
        stamp: Stamp,
        /// The line without its line end.
        line: Line,
    },
    /// An entry or row that was rejected before reaching a worker thread.
    Skip(Skipped),
}

/// An entry whose reading was interrupted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfinished {
    /// Id of the entry.
    pub id: String,
    /// [`Stamp::digest`] of the file and the first unread row; `None` if the file must be read from the
    /// beginning.
    pub rest: Option<(u64, RowStart)>,
}

impl Unfinished {
    /// Whether `id` names the entry or one of its rows.
    #[must_use]
    pub fn is_file_of(&self, id: &str) -> bool {
        let rest = id.strip_prefix(self.id.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['#', ':']))
    }
}

/// A line of a file. Adjacent lines share one block of memory, because a block is allocated by the
/// reading thread and freed by a sketching thread, and each such pair of calls contends for the
/// allocator.
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
    /// The entry of this unit, marked as unread from this unit on.
    #[must_use]
    pub fn unfinished(&self) -> Unfinished {
        let (id, rest) = match self {
            Work::Row {
                file,
                place: Place::Row { line, offset, .. },
                stamp,
                ..
            } => {
                let (lines, offset) = (line - 1, *offset);
                let start = RowStart { lines, offset };
                (file.as_str(), Some((stamp.digest(), start)))
            }
            Work::Row { file, .. } => (file.as_str(), None),
            Work::File(entry) => (entry.id.as_str(), None),
            Work::Skip(skipped) => (skipped.file_of_row().unwrap_or(&skipped.id), None),
        };
        let id = id.to_owned();
        Unfinished { id, rest }
    }

    /// Number of bytes to read.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Work::File(entry) => entry.stamp.bytes,
            Work::Row { line, .. } => line.len() as u64,
            Work::Skip(_) => 0,
        }
    }
}

/// Processes a unit of work into a document.
///
/// # Errors
/// The skipped entry with its reason.
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
            let read = read.map(|document| stamped(document, entry.stamp));
            read.map_err(|reason| Skipped {
                id: entry.id,
                reason,
            })
        }
        Work::Row {
            file,
            place,
            stamp,
            line,
        } => {
            let number = line_number(&place);
            let read = from_row(&file, number, &line, place, reading);
            let read = read.map(|document| stamped(document, stamp));
            read.map_err(|reason| Skipped {
                id: format!("{file}:{number}"),
                reason,
            })
        }
    }
}

fn stamped(mut document: Document, stamp: Stamp) -> Document {
    // A record of a crawl has a date of its own.
    if document.row.modified == 0 {
        document.row.modified = stamp.modified;
    }
    document.row.stamp = stamp.digest();
    document
}

fn line_number(place: &Place) -> u64 {
    match place {
        Place::Row { line, .. } | Place::DemoRow(_, line) => *line,
        Place::File(_) | Place::Demo(_) => 1,
    }
}

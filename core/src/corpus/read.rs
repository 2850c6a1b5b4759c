//! Conversion of entries to documents: bytes, text, title; row by row for JSON Lines and tables, member by
//! member for archives.

mod again;
mod made;
mod messages;
mod open_file;
mod records;
mod rows;
pub(super) mod table_units;
mod units;

use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use again::{DocumentReader, again, read_path};
pub use made::beginning;
use made::{from_fields, from_file, from_row};
pub use rows::LineBlocks;
pub use table_units::columns;
pub use units::{work, work_until};

use super::entry::{Entry, Location, RowStart};
use super::formats::FileFormat;
use super::limits::Clock;
use super::packing::{FileForm, SEPARATOR, archive_of};
use super::table::TableRow;
use super::{Document, Kind, SkipReason, Skipped, SourceLocation, opened};
use crate::base::Stamp;
use crate::settings::Reading;

/// Increase this when the same bytes become other documents, or when other data is kept about unread entries. An index
/// of an earlier version then reads all documents again. The text that a parser extracts has a separate version in
/// [`extract::kept`](super::extract::kept).
pub const VERSION: u32 = 25;

/// [`VERSION`] with the user's readers: other readers may give other texts.
pub fn version() -> u32 {
    VERSION ^ crate::corpus::extract::readers::digest()
}

/// A unit of reading for one worker thread.
#[derive(Debug)]
pub enum Work {
    /// A complete file.
    File(Entry),
    /// A row of a file, or a file in an archive.
    Part(Part),
    /// An entry or row that was rejected before reaching a worker thread.
    Skip(Skipped),
}

/// A row of a file, or a file in an archive.
#[derive(Debug)]
pub struct Part {
    /// Id of the file itself, or of the file that contains the row.
    pub file: String,
    /// Its location.
    pub location: SourceLocation,
    /// Stamp of the file or archive on disk.
    pub stamp: Stamp,
    /// The result of reading.
    pub content: Content,
}

/// The result of reading a [`Part`].
#[derive(Debug)]
pub enum Content {
    /// A line without its line end, a record of a crawl, or a message.
    Line(FileLine),
    /// A row of a table.
    Fields(Box<TableRow>),
    /// A file, unpacked.
    Bytes(Vec<u8>),
}

/// Units of work in order.
pub type Works = Box<dyn Iterator<Item = Work> + Send>;

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
    /// Whether `id` names the entry, or one of its rows or members.
    pub fn is_file_of(&self, id: &str) -> bool {
        let rest = id.strip_prefix(self.id.as_str());
        rest.is_some_and(|rest| {
            rest.is_empty() || rest.starts_with(['#', ':']) || rest.starts_with(SEPARATOR)
        })
    }
}

/// A line of a file. Adjacent lines share one block of memory, because a block is allocated by the
/// reading thread and freed by a sketching thread, and each such pair of calls contends for the
/// allocator.
#[derive(Clone, Debug)]
pub struct FileLine {
    block: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl Deref for FileLine {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.block[self.range.clone()]
    }
}

impl From<Vec<u8>> for FileLine {
    fn from(bytes: Vec<u8>) -> Self {
        FileLine {
            range: 0..bytes.len(),
            block: Arc::new(bytes),
        }
    }
}

impl FileLine {
    /// The line with its line end, if it has one.
    pub fn with_end(&self) -> &[u8] {
        let rest = &self.block[self.range.end..];
        let end = rest.iter().position(|byte| *byte == b'\n');
        &self.block[self.range.start..self.range.end + end.map_or(rest.len(), |at| at + 1)]
    }
}

impl Work {
    /// The entry of this unit, marked as unread from this unit on.
    pub fn unfinished(&self) -> Unfinished {
        let (id, rest) = match self {
            Work::Part(part) => {
                let row = part.location.row;
                let is_row = part.location.view().is_row() && !part.location.in_program;
                let start = is_row.then(|| RowStart {
                    lines: row.line - 1,
                    offset: row.offset,
                });
                let rest = start.map(|start| (part.stamp.digest(), start));
                (listed(&part.file), rest)
            }
            Work::File(entry) => (entry.id.as_str(), None),
            Work::Skip(skipped) => {
                let file = skipped.file_of_row().unwrap_or(&skipped.id);
                (listed(file), None)
            }
        };
        let id = id.to_owned();
        Unfinished { id, rest }
    }

    /// Number of bytes to read.
    pub fn bytes(&self) -> u64 {
        match self {
            Work::File(entry) => entry.stamp.bytes,
            Work::Part(part) => match &part.content {
                Content::Line(line) => line.len() as u64,
                Content::Fields(row) => row.bytes(),
                Content::Bytes(bytes) => bytes.len() as u64,
            },
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
    let (file, line, stamp, read) = match work {
        Work::Skip(skipped) => return Err(skipped),
        Work::File(mut entry) => {
            let bytes = match entry.location.clone() {
                Location::Demo(bytes) => Ok(bytes.to_vec()),
                Location::Disk(path) => content(&mut entry, &path, reading, &clock),
            };
            let location = entry.document_location();
            let read =
                bytes.and_then(|bytes| from_file(&entry.id, bytes, location, reading, &clock));
            (entry.id, 0, entry.stamp, read)
        }
        Work::Part(part) => {
            let (file, line, location) = (part.file, part.location.row.line, part.location);
            let read = match part.content {
                Content::Bytes(bytes) => from_file(&file, bytes, location, reading, &clock),
                Content::Line(row) => from_row(&file, &row, location, reading),
                Content::Fields(row) => {
                    let details = (Kind::TableRow, row.bytes(), row.fingerprint());
                    from_fields(&file, *row, location, details)
                }
            };
            (file, line, part.stamp, read)
        }
    };
    match read {
        Ok(mut document) => {
            if !document.row.has_own_date {
                document.row.modified = stamp.modified;
            }
            document.row.stamp = stamp.digest();
            Ok(document)
        }
        Err(reason) => {
            let id = match line {
                0 => file,
                line => format!("{file}:{line}"),
            };
            Err(Skipped::new(id, reason).of_file(stamp))
        }
    }
}

/// Reads a file that is a document, and unpacks it; updates the stamp of `entry`.
///
/// # Errors
/// The file cannot be read in a consistent state, exceeds a limit or is damaged.
pub fn content(
    entry: &mut Entry,
    path: &Path,
    reading: &Reading,
    clock: &Clock,
) -> Result<Vec<u8>, SkipReason> {
    let bytes = opened::settled(entry, path, reading, clock)?;
    unpacked_file(path, bytes, reading, clock)
}

/// Unpacks the bytes of a file that is a document.
fn unpacked_file(
    path: &Path,
    bytes: Vec<u8>,
    reading: &Reading,
    clock: &Clock,
) -> Result<Vec<u8>, SkipReason> {
    let form = FileForm::from_path(path);
    let is_document = form.format == FileFormat::Document || form.format.is_separated();
    match form.packing.filter(|_| is_document) {
        Some(packing) => packing.unpack(bytes, reading, clock),
        None => Ok(bytes),
    }
}

/// The id of the listed file that contains `id`; for a member of an archive, the archive.
fn listed(id: &str) -> &str {
    archive_of(id).unwrap_or(id)
}

//! An open file, and the data that its rows or members share.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use super::{Content, Part, Work, Works};
use crate::base::Stamp;
use crate::base::cancel::{Cancel, Stoppable};
use crate::corpus::entry::RowStart;
use crate::corpus::limits::{Budget, Clock, within_limit};
use crate::corpus::packing::SEPARATOR;
use crate::corpus::random_access::RandomAccess;
use crate::corpus::{Entry, RowSpan, SkipReason, Skipped, SourceLocation};
use crate::settings::Reading;

/// A file, or a member of an archive, with the data that its contents share.
#[derive(Clone)]
pub(super) struct FileOrigin {
    /// Id of the file, with the path in the archive if it is a member.
    pub id: String,
    /// The file, or the member.
    pub location: SourceLocation,
    /// Stamp of the file or archive.
    pub stamp: Stamp,
    /// Settings of reading.
    pub reading: Arc<Reading>,
    /// The rest of the budget for unpacking.
    pub budget: Arc<Budget>,
    /// Number of archives around the content.
    pub depth: u32,
    /// Path in the archive of the only member to read.
    pub only: Option<Arc<str>>,
    /// Once it is stopped, reading in order fails.
    pub cancel: Cancel,
}

impl FileOrigin {
    /// The origin of the file of `entry`.
    pub fn new(entry: &Entry, reading: &Reading, only: Option<Arc<str>>, cancel: &Cancel) -> Self {
        FileOrigin {
            id: entry.id.clone(),
            location: entry.document_location(),
            stamp: entry.stamp,
            reading: Arc::new(reading.clone()),
            budget: Budget::new(entry.stamp.bytes, reading),
            depth: 0,
            only,
            cancel: cancel.clone(),
        }
    }

    /// A member of this archive.
    pub fn member(&self, name: &str) -> Self {
        FileOrigin {
            id: [&self.id, SEPARATOR, name].concat(),
            location: self.location.member(name),
            ..self.clone()
        }
    }

    /// A row of the file, or the complete file.
    pub fn part(&self, row: RowSpan, content: Content) -> Work {
        Work::Part(Part {
            file: self.id.clone(),
            location: self.location.row(row),
            stamp: self.stamp,
            content,
        })
    }

    /// Reports the file as skipped.
    pub fn skipped(&self, reason: SkipReason) -> Work {
        Work::Skip(Skipped::new(&self.id, reason))
    }

    /// Reports a row as skipped.
    pub fn row_skipped(&self, line: u64, reason: SkipReason) -> Work {
        let id = format!("{}:{line}", self.id);
        Work::Skip(Skipped::new(id, reason))
    }
}

/// The content of a file.
pub(super) enum Input {
    /// A file of this length, which is read from its current position.
    File(Arc<File>, u64),
    /// A stream; no row begins at or after this offset.
    Stream(Box<dyn Read + Send>, u64),
}

impl Input {
    /// Reads in order, until `cancel` is stopped.
    pub fn read(self, cancel: &Cancel) -> Box<dyn Read + Send> {
        let cancel = cancel.clone();
        match self {
            Input::File(content, _) => Box::new(Stoppable { content, cancel }),
            Input::Stream(content, _) => Box::new(Stoppable { content, cancel }),
        }
    }

    /// Provides random access. A stream is read into memory.
    pub fn random(self, reading: &Reading) -> Result<RandomAccess, SkipReason> {
        match self {
            Input::File(file, length) => Ok(RandomAccess::file(file, length)),
            Input::Stream(stream, _) => {
                let bytes = within_limit(stream, reading, &Clock::start(reading))?;
                Ok(RandomAccess::bytes(bytes))
            }
        }
    }
}

/// An open file.
pub(super) struct OpenFile {
    pub input: Input,
    pub origin: FileOrigin,
    /// Its first unread row.
    pub start: RowStart,
}

impl OpenFile {
    /// Reads the file in order, from its first unread row.
    pub fn cursor(self) -> Cursor {
        let (Input::File(_, end) | Input::Stream(_, end)) = self.input;
        let input = self.input.read(&self.origin.cancel);
        Cursor {
            origin: self.origin,
            input: BufReader::with_capacity(1 << 20, input),
            end,
            offset: self.start.offset,
            number: self.start.lines,
            ended: false,
        }
    }
}

/// A file that is read in order, row by row.
pub(super) struct Cursor {
    pub origin: FileOrigin,
    pub input: BufReader<Box<dyn Read + Send>>,
    /// No row begins at or after this offset, so that reading ends even if the file grows faster than it is read.
    pub end: u64,
    /// Bytes that were read.
    pub offset: u64,
    /// Number of rows that were begun.
    pub number: u64,
    pub ended: bool,
}

impl Cursor {
    /// The current row, which begins at `offset`.
    pub fn part(&self, offset: u64, length: u64, content: Content) -> Work {
        let line = self.number;
        let row = RowSpan {
            line,
            offset,
            length,
        };
        self.origin.part(row, content)
    }

    /// Reports the current row as skipped.
    pub fn skipped(&self, reason: SkipReason) -> Work {
        self.origin.row_skipped(self.number, reason)
    }
}

impl Read for Cursor {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(into)?;
        self.offset += read as u64;
        Ok(read)
    }
}

impl BufRead for Cursor {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.offset += bytes as u64;
        self.input.consume(bytes);
    }
}

/// The units of a file or member with this id; if there are none, the reason `Empty`.
pub(super) fn or_empty(mut works: Works, id: String) -> Works {
    let mut empty = Some(Work::Skip(Skipped::new(id, SkipReason::Empty)));
    Box::new(std::iter::from_fn(move || {
        let empty = empty.take();
        works.next().or(empty)
    }))
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::corpus::read::{Work, document, work_until};
    use crate::corpus::{Source, discover};

    #[test]
    fn nothing_is_read_after_cancellation() {
        let folder = tempfile::tempdir().unwrap();
        let mail = "From a@b Mon Jan  1 00:00:00 2024\nSubject: x\n\nbody\n\n";
        for (name, content) in [
            ("a.jsonl", "{\"text\":\"one\"}\n".repeat(2)),
            ("a.csv", "text\none\ntwo\n".to_owned()),
            ("a.mbox", mail.repeat(2)),
        ] {
            std::fs::write(folder.path().join(name), content).unwrap();
        }
        let reading = Reading::default();
        let source = Source::Paths(vec![folder.path().to_owned()]);
        let works = |cancel: &Cancel| -> Vec<Work> {
            let listing = discover(&source, &reading, |_| true).unwrap();
            let works = |entry| work_until(entry, &reading, cancel);
            listing.entries.into_iter().flat_map(works).collect()
        };
        let read = works(&Cancel::default());
        assert_eq!(read.len(), 6);
        assert!(
            read.into_iter()
                .all(|work| document(work, &reading).is_ok())
        );
        let cancelled = Cancel::after(0);
        let stopped = works(&cancelled);
        assert!(stopped.len() >= 3);
        let is_skipped = |work: &Work| matches!(work, Work::Skip(_));
        assert!(stopped.iter().all(is_skipped), "{stopped:?}");
    }
}

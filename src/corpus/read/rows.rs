//! Rows of a JSON Lines file, read in blocks of lines, with a length limit per line.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::messages::Messages;
use super::records::Records;
use super::{Line, Work};
use crate::corpus::entry::{Entry, Location, RowStart};
use crate::corpus::file_kind::is_mailbox;
use crate::corpus::limits::{Clock, PIECE};
use crate::corpus::{Place, SkipReason, Skipped, opened, warc};
use crate::settings::Reading;

/// Bytes of lines per block; a longer line has its own block.
const BLOCK: usize = 64 << 10;

/// The units of work of an entry: the file itself, or its rows.
#[must_use]
pub fn work(mut entry: Entry, reading: &Reading) -> Box<dyn Iterator<Item = Work> + Send> {
    if !entry.has_rows() {
        return Box::new(std::iter::once(Work::File(entry)));
    }
    let input = match entry.location.clone() {
        Location::Demo(bytes) => Input::Demo(Cursor::new(bytes)),
        Location::Disk(path) => match opened_at_start(&mut entry, &path) {
            Ok(file) if warc::is_warc(&path) => {
                return Box::new(Records::new(entry, &path, file, reading));
            }
            Ok(file) if is_mailbox(&path) => {
                return Box::new(Messages::new(entry, &path, file, reading));
            }
            Ok(file) => Input::Disk(BufReader::with_capacity(1 << 20, file)),
            Err(reason) => {
                let id = entry.id;
                return Box::new(std::iter::once(Work::Skip(Skipped { id, reason })));
            }
        },
    };
    let path = match &entry.location {
        Location::Disk(path) => Some(Arc::from(path.as_path())),
        Location::Demo(_) => None,
    };
    let RowStart { lines, offset } = entry.start;
    Box::new(Rows {
        entry,
        path,
        input,
        line: lines,
        offset,
        reading: reading.clone(),
        ended: false,
        checked: false,
        ready: VecDeque::new(),
    })
}

/// Opens the file of `entry` and seeks to the first unread row.
fn opened_at_start(entry: &mut Entry, path: &Path) -> Result<File, SkipReason> {
    let listed = entry.stamp;
    let mut file = opened::listed(entry, path)?;
    if entry.start != RowStart::default() {
        // The previously read rows are from another state of the file.
        if entry.stamp != listed {
            return Err(SkipReason::Changed);
        }
        let start = SeekFrom::Start(entry.start.offset);
        file.seek(start)?;
    }
    Ok(file)
}

/// Source of lines.
enum Input {
    Disk(BufReader<File>),
    Demo(Cursor<&'static [u8]>),
}

impl Input {
    fn lines(&mut self) -> &mut dyn BufRead {
        match self {
            Input::Disk(file) => file,
            Input::Demo(bytes) => bytes,
        }
    }
}

/// Iterator over the lines of a JSON Lines file.
struct Rows {
    entry: Entry,
    /// Path of the file on disk.
    path: Option<Arc<Path>>,
    input: Input,
    line: u64,
    offset: u64,
    reading: Reading,
    ended: bool,
    /// Whether the stamp was checked again after the end of the file.
    checked: bool,
    /// Units read but not yet returned.
    ready: VecDeque<Work>,
}

/// Entry of a block that is not yet shared: the range of a row, or a skipped row.
enum BlockLine {
    Row(Place, Range<usize>),
    Skip(Work),
}

impl Rows {
    /// Stops reading the file for this reason.
    fn given_up(&mut self, reason: SkipReason) -> BlockLine {
        self.ended = true;
        BlockLine::Skip(self.skipped(reason))
    }

    fn skipped(&self, reason: SkipReason) -> Work {
        Work::Skip(Skipped {
            id: format!("{}:{}", self.entry.id, self.line),
            reason,
        })
    }
}

impl Iterator for Rows {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        // A block of blank lines yields no units, and there may be many before the next row.
        while self.ready.is_empty() && !self.ended {
            self.read_block();
        }
        if self.ready.is_empty() && !self.checked {
            self.checked = true;
            return self.changed();
        }
        self.ready.pop_front()
    }
}

impl Rows {
    /// Reports a file that changed since it was opened: its rows may be of two states.
    fn changed(&self) -> Option<Work> {
        let Input::Disk(input) = &self.input else {
            return None;
        };
        let reason = match opened::is_as_listed(input.get_ref(), &self.entry) {
            Ok(true) => return None,
            Ok(false) => SkipReason::Changed,
            Err(error) => error.into(),
        };
        let id = self.entry.id.clone();
        Some(Work::Skip(Skipped { id, reason }))
    }

    /// Reads lines until a block is full, and queues them.
    fn read_block(&mut self) {
        let (mut block, mut found) = (Vec::new(), Vec::new());
        while !self.ended && block.len() < BLOCK {
            found.extend(self.read_line(&mut block));
        }
        block.shrink_to_fit();
        let block = Arc::new(block);
        let (file, stamp) = (&self.entry.id, self.entry.stamp);
        self.ready
            .extend(found.into_iter().map(|found| match found {
                BlockLine::Skip(work) => work,
                BlockLine::Row(place, range) => Work::Row {
                    file: file.clone(),
                    place,
                    stamp,
                    line: Line {
                        block: Arc::clone(&block),
                        place: range,
                    },
                },
            }));
    }

    /// Reads one line to the end of `block`; `None` for a blank line, which may have a
    /// byte-order mark, or at the end of the file. A file
    /// that has grown ends with the line that contains its original end: a file that is written faster
    /// than it is read would never end.
    fn read_line(&mut self, block: &mut Vec<u8>) -> Option<BlockLine> {
        self.line += 1;
        let (start, begin) = (self.offset, block.len());
        if start >= self.entry.stamp.bytes {
            self.ended = true;
            return None;
        }
        let clock = Clock::start(&self.reading);
        let limit = self.reading.max_bytes;
        loop {
            let room = limit + 1 - (block.len() - begin) as u64;
            let piece = self.input.lines().take(room.min(PIECE));
            let read = match { piece }.read_until(b'\n', block) {
                Ok(read) => read,
                Err(error) => return Some(self.given_up(error.into())),
            };
            self.offset += read as u64;
            let length = (block.len() - begin) as u64;
            if length > limit {
                block.truncate(begin);
                block.shrink_to(BLOCK);
                let rest = self.input.lines().skip_until(b'\n').unwrap_or(0) as u64;
                self.offset += rest;
                let reason = SkipReason::TooLarge(length + rest, limit);
                return Some(BlockLine::Skip(self.skipped(reason)));
            }
            if read == 0 || block.last() == Some(&b'\n') {
                break;
            }
            if let Err(reason) = clock.check() {
                block.truncate(begin);
                return Some(self.given_up(reason));
            }
        }
        if block.len() == begin {
            self.ended = true;
            return None;
        }
        let line = &block[begin..];
        let ends = |b: &u8| matches!(b, b'\n' | b'\r');
        let end = begin + line.iter().rposition(|b| !ends(b)).map_or(0, |at| at + 1);
        let line = &block[begin..end];
        let unmarked = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        if unmarked.iter().all(u8::is_ascii_whitespace) {
            return None;
        }
        let place = match &self.path {
            Some(path) => Place::Row {
                path: Arc::clone(path),
                line: self.line,
                offset: start,
                length: (end - begin) as u64,
            },
            None => Place::DemoRow(self.entry.id.clone(), self.line),
        };
        Some(BlockLine::Row(place, begin..end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Line numbers of the rows read from a file with content `bytes`.
    fn lines(bytes: &[u8]) -> Vec<u64> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.jsonl");
        std::fs::write(&path, bytes).unwrap();
        let reading = Reading::default();
        let source = crate::corpus::Source::Paths(vec![path]);
        let listing = crate::corpus::discover(&source, &reading, |_| true).unwrap();
        let works = listing.entries.into_iter().flat_map(|e| work(e, &reading));
        let lines = works.map(|work| match work {
            Work::Row { place, .. } => super::super::line_number(&place),
            other => panic!("{other:?}"),
        });
        lines.collect()
    }

    #[test]
    fn rows_after_a_block_of_blank_lines_are_read() {
        let row = "{\"text\":\"some words\"}\n";
        let blank = "\n".repeat(200_000);
        let bytes = [row, row, &blank, row, row].concat();
        assert_eq!(lines(bytes.as_bytes()), [1, 2, 200_003, 200_004]);
    }

    #[test]
    fn a_line_with_only_a_byte_order_mark_is_blank() {
        let row = "{\"text\":\"some words\"}\n";
        let bytes = ["\u{feff}\n", row, "\u{feff} \r\n", "\u{feff}", row].concat();
        assert_eq!(lines(bytes.as_bytes()), [2, 4]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn blank_lines_of_any_number_and_kind_lose_no_row(
            runs in prop::collection::vec((0..140_000_usize, 0..3_usize, any::<bool>()), 1..6),
            last_ends in any::<bool>(),
        ) {
            let (mut bytes, mut expected, mut line) = (Vec::new(), Vec::new(), 0);
            for (blank, kind, crlf) in runs {
                let blank_line: &[u8] = [b"\n".as_slice(), b"\r\n", b" \t\n"][kind];
                bytes.extend(blank_line.repeat(blank));
                bytes.extend(b"{\"text\":\"a row\"}");
                bytes.extend(if crlf { b"\r\n".as_slice() } else { b"\n" });
                line += blank as u64 + 1;
                expected.push(line);
            }
            if !last_ends {
                while bytes.last().is_some_and(u8::is_ascii_whitespace) {
                    bytes.pop();
                }
            }
            prop_assert_eq!(lines(&bytes), expected);
        }
    }
}

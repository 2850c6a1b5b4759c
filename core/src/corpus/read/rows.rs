//! Rows of a JSON Lines file, read in blocks of lines, with a length limit per line.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::ops::Range;
use std::sync::Arc;

use super::open_file::{Cursor, FileOrigin, Input, OpenFile};
use super::{Content, FileLine, Work};
use crate::base::Stamp;
use crate::base::cancel::Cancel;
use crate::corpus::entry::{Entry, RowStart};
use crate::corpus::limits::{Clock, PIECE};
use crate::corpus::packing::Packing;
use crate::corpus::{RowSpan, SkipReason, decode};
use crate::settings::Reading;

/// Bytes of lines per block; a longer line has its own block.
const BLOCK: usize = 64 << 10;

/// Iterator over the lines of a JSON Lines file.
pub(super) struct JsonLinesReader {
    cursor: Cursor,
    /// Whether the rows are the elements of an array: white space around a row does not belong to it.
    is_array: bool,
    /// Whether nothing was read yet.
    is_begin: bool,
    /// Whether reading was given up before the end of the file.
    is_given_up: bool,
    /// Units read but not yet returned.
    ready: VecDeque<Work>,
}

/// Entry of a block that is not yet shared: the range of a row, or a skipped row.
enum BlockLine {
    Row(RowSpan, Range<usize>),
    Skip(Work),
}

impl Iterator for JsonLinesReader {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        // A block of blank lines yields no units, and there may be many before the next row.
        let clock = Clock::start(&self.cursor.origin.reading);
        while self.ready.is_empty() && !self.cursor.ended {
            self.read_block();
            if self.ready.is_empty()
                && let Err(reason) = clock.check()
            {
                let reason = self.give_up(reason);
                self.ready.push_back(self.cursor.skipped(reason));
            }
        }
        if self.ready.is_empty() && std::mem::take(&mut self.is_given_up) {
            self.cursor.number += 1;
            return Some(self.cursor.skipped(SkipReason::RestUnread));
        }
        self.ready.pop_front()
    }
}

impl JsonLinesReader {
    /// The rows of a file; with `is_array`, the lines are the elements of an array.
    pub fn new(file: OpenFile, is_array: bool) -> Self {
        JsonLinesReader {
            cursor: file.cursor(),
            is_array,
            is_begin: true,
            is_given_up: false,
            ready: VecDeque::new(),
        }
    }

    /// Stops reading the file for this reason.
    fn give_up(&mut self, reason: SkipReason) -> SkipReason {
        (self.cursor.ended, self.is_given_up) = (true, true);
        reason
    }

    /// Reads to the next line feed, at most `max` bytes. Returns whether it reached the end of the line or file.
    fn read_piece(&mut self, max: u64, into: &mut Vec<u8>) -> Result<bool, SkipReason> {
        let read = (&mut self.cursor).take(max).read_until(b'\n', into)?;
        Ok(read == 0 || into.ends_with(b"\n"))
    }

    /// Skips the rest of a line that is too long.
    fn skip_line(&mut self, clock: &Clock) -> Result<(), SkipReason> {
        let mut piece = Vec::new();
        while !self.read_piece(PIECE, &mut piece)? {
            piece.clear();
            clock.check()?;
        }
        Ok(())
    }

    /// Reads lines until a block is full or all available bytes are read, and queues them.
    fn read_block(&mut self) {
        // In most files, the last line of a block is not longer than a quarter of the block.
        let rest = self.cursor.end.saturating_sub(self.cursor.offset);
        let capacity = rest.min(BLOCK as u64 * 5 / 4) as usize;
        let (mut block, mut lines) = (Vec::with_capacity(capacity), Vec::new());
        while !self.cursor.ended && block.len() < BLOCK {
            if !lines.is_empty() && self.cursor.input.buffer().is_empty() {
                break;
            }
            match self.read_line(&mut block) {
                Ok(Some((row, range))) => lines.push(BlockLine::Row(row, range)),
                Ok(None) => {}
                Err(reason) => lines.push(BlockLine::Skip(self.cursor.skipped(reason))),
            }
        }
        block.shrink_to_fit();
        let block = Arc::new(block);
        let origin = &self.cursor.origin;
        self.ready.extend(lines.into_iter().map(|line| match line {
            BlockLine::Skip(work) => work,
            BlockLine::Row(row, range) => {
                let block = Arc::clone(&block);
                origin.part(row, Content::Line(FileLine { block, range }))
            }
        }));
    }

    /// Appends one line to `block`; returns its place in the file and the block, or why it is not read. `None` for a
    /// blank line, which may have a byte-order mark, or at the end of the file. A file that has grown ends with the
    /// line that contains its original end.
    fn read_line(
        &mut self,
        block: &mut Vec<u8>,
    ) -> Result<Option<(RowSpan, Range<usize>)>, SkipReason> {
        self.cursor.number += 1;
        let (start, begin) = (self.cursor.offset, block.len());
        if start >= self.cursor.end {
            self.cursor.ended = true;
            return Ok(None);
        }
        let clock = Clock::start(&self.cursor.origin.reading);
        let limit = self.cursor.origin.reading.max_bytes;
        if std::mem::take(&mut self.is_begin) {
            match self.cursor.fill_buf() {
                Ok(begin) if decode::begins_wide(begin) => {
                    let why = "rows in UTF-16 or UTF-32: convert it to UTF-8, as iconv does";
                    return Err(self.give_up(SkipReason::Unsupported(why.to_owned())));
                }
                Ok(_) => {}
                Err(error) => return Err(self.give_up(error.into())),
            }
        }
        loop {
            let before = block.len() - begin;
            let max = (limit + 1).saturating_sub(before as u64).clamp(1, PIECE);
            let is_end = self.read_piece(max, block);
            let is_end = is_end.map_err(|reason| self.give_up(reason))?;
            if (block.len() - begin) as u64 > limit {
                block.truncate(begin);
                block.shrink_to(BLOCK);
                if !is_end {
                    let outcome = self.skip_line(&clock);
                    outcome.map_err(|reason| self.give_up(reason))?;
                }
                return Err(SkipReason::TooLarge(self.cursor.offset - start, limit));
            }
            if is_end {
                break;
            }
            if let Err(reason) = clock.check() {
                block.truncate(begin);
                return Err(self.give_up(reason));
            }
        }
        let line = &block[begin..];
        self.cursor.ended = line.is_empty();
        let ends = |b: &u8| matches!(b, b'\n' | b'\r');
        let end = line.iter().rposition(|b| !ends(b)).map_or(0, |at| at + 1);
        let mut line = &line[..end];
        let mut indent = 0;
        if self.is_array {
            indent = line.len() - line.trim_ascii_start().len();
            line = line.trim_ascii();
        }
        let without_mark = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let row = RowSpan {
            line: self.cursor.number,
            offset: start + indent as u64,
            length: line.len() as u64,
        };
        let range = begin + indent..begin + indent + line.len();
        let is_blank = without_mark.iter().all(u8::is_ascii_whitespace);
        Ok((!is_blank).then_some((row, range)))
    }
}

/// Iterator over the blocks of lines of a stream of JSON Lines, which may be packed. Each block has at least one
/// unit: a line, or the reason why a line is not read.
pub struct LineBlocks(JsonLinesReader);

impl LineBlocks {
    /// The lines of `content`; `id` names it in the ids of its rows.
    ///
    /// # Errors
    /// The first bytes cannot be read.
    pub fn new(
        content: Box<dyn Read + Send>,
        id: &str,
        reading: &Reading,
    ) -> std::io::Result<Self> {
        let mut begin = Vec::new();
        let mut content = BufReader::new(content);
        (&mut content).take(6).read_to_end(&mut begin)?;
        let packing = Packing::of_content(&begin);
        let content = std::io::Cursor::new(begin).chain(content);
        let content: Box<dyn Read + Send> = match packing {
            Some(packing) => packing.decoder(content)?,
            None => Box::new(content),
        };
        Ok(LineBlocks(stream(content, u64::MAX, id, reading)))
    }
}

/// The rows of a stream in which no row begins at or after the offset `end`.
fn stream(content: Box<dyn Read + Send>, end: u64, id: &str, reading: &Reading) -> JsonLinesReader {
    let entry = Entry::file(id.to_owned(), id.into(), Stamp::default());
    let file = OpenFile {
        input: Input::Stream(content, end),
        origin: FileOrigin::new(&entry, reading, None, &Cancel::default()),
        start: RowStart::default(),
    };
    JsonLinesReader::new(file, false)
}

impl Iterator for LineBlocks {
    type Item = Vec<Work>;

    fn next(&mut self) -> Option<Vec<Work>> {
        let first = self.0.next()?;
        let rest = self.0.ready.drain(..);
        Some(std::iter::once(first).chain(rest).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The units of a file with content `bytes`.
    fn works(bytes: &[u8]) -> Vec<Work> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.jsonl");
        std::fs::write(&path, bytes).unwrap();
        let reading = Reading::default();
        let source = crate::corpus::Source::Paths(vec![path]);
        let listing = crate::corpus::discover(&source, &reading, |_| true).unwrap();
        let entries = listing.entries.into_iter();
        entries
            .flat_map(|e| super::super::work(e, &reading))
            .collect()
    }

    /// Line numbers of the rows read from a file with content `bytes`.
    fn lines(bytes: &[u8]) -> Vec<u64> {
        let line = |work| match work {
            Work::Part(part) => part.location.row.line,
            other => panic!("{other:?}"),
        };
        works(bytes).into_iter().map(line).collect()
    }

    #[test]
    fn a_file_of_only_blank_lines_is_listed_as_empty() {
        for bytes in [&b"\n\n \r\n"[..], b"\xef\xbb\xbf\n", b" "] {
            let works = works(bytes);
            assert!(
                matches!(&works[..], [Work::Skip(skipped)] if skipped.reason == SkipReason::Empty),
                "{works:?}"
            );
        }
    }

    #[test]
    fn endless_blank_lines_are_abandoned_at_the_time_limit() {
        struct Blank;
        impl Read for Blank {
            fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
                into.fill(b'\n');
                Ok(into.len())
            }
        }
        let reading = Reading {
            max_seconds: 1,
            ..Reading::default()
        };
        let read = units_in(Box::new(Blank), u64::MAX, &reading);
        assert_eq!(
            read,
            [Err(SkipReason::TooSlow(1)), Err(SkipReason::RestUnread)]
        );
    }

    /// Each unit: the number of a row, or the reason why it was not read.
    fn units_in(
        content: Box<dyn Read + Send>,
        end: u64,
        reading: &Reading,
    ) -> Vec<Result<u64, SkipReason>> {
        let rows = stream(content, end, "rows.jsonl", reading);
        let unit = |work| match work {
            Work::Part(part) => Ok(part.location.row.line),
            Work::Skip(skipped) => Err(skipped.reason),
            other => panic!("{other:?}"),
        };
        rows.map(unit).collect()
    }

    /// Each unit of `bytes` read under a limit.
    fn units(bytes: &[u8], max_bytes: u64) -> Vec<Result<u64, SkipReason>> {
        let reading = Reading {
            max_bytes,
            ..Reading::default()
        };
        let content = std::io::Cursor::new(bytes.to_vec());
        units_in(Box::new(content), bytes.len() as u64, &reading)
    }

    #[test]
    fn only_rows_above_the_limit_are_skipped() {
        let row = "{\"text\":\"some words\"}";
        for spaces in 0..4 {
            let long = format!("{row}{}", " ".repeat(spaces));
            let bytes = [&long, "\n", row, "\n", row].concat();
            let read = units(bytes.as_bytes(), row.len() as u64 + 1);
            assert_eq!(read[1..], [Ok(2), Ok(3)], "{spaces} spaces");
            assert_eq!(read[0].is_ok(), spaces == 0, "{:?}", read[0]);
        }
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

//! Rows of a JSON Lines file, read in blocks of lines, with a length limit per line.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::ops::Range;
use std::sync::Arc;

use super::open_file::Origin;
use super::{Content, Line, Work};
use crate::corpus::entry::RowStart;
use crate::corpus::jsonl::ArrayRows;
use crate::corpus::limits::repetition;
use crate::corpus::limits::{Clock, PIECE};
use crate::corpus::packing::Packing;
use crate::corpus::{Place, RowSpan, SkipReason, Stamp, decode};
use crate::settings::Reading;

/// Bytes of lines per block; a longer line has its own block.
const BLOCK: usize = 64 << 10;

/// Iterator over the lines of a JSON Lines file.
pub(super) struct Rows {
    origin: Origin,
    input: BufReader<Box<dyn Read + Send>>,
    /// Offset from which no row begins: a file that is written faster than it is read would never end.
    end: u64,
    line: u64,
    offset: u64,
    reading: Reading,
    /// Whether blanks around a row are none of it.
    is_array: bool,
    /// Whether nothing was read yet.
    is_begin: bool,
    ended: bool,
    /// Whether the file ended before its end.
    is_given_up: bool,
    /// Units read but not yet returned.
    ready: VecDeque<Work>,
}

/// Entry of a block that is not yet shared: the range of a row, or a skipped row.
enum BlockLine {
    Row(RowSpan, Range<usize>),
    Skip(Work),
}

impl Rows {
    /// The rows in `content`, which stands at `start`; no row begins from the offset `end` on.
    pub fn new(
        content: Box<dyn Read + Send>,
        end: u64,
        origin: Origin,
        start: RowStart,
        reading: &Reading,
    ) -> Self {
        Rows {
            origin,
            input: BufReader::with_capacity(1 << 20, content),
            end,
            line: start.lines,
            offset: start.offset,
            reading: reading.clone(),
            is_array: false,
            is_begin: true,
            ended: false,
            is_given_up: false,
            ready: VecDeque::new(),
        }
    }

    /// The objects of an array.
    pub fn of_array(
        content: Box<dyn Read + Send>,
        end: u64,
        origin: Origin,
        start: RowStart,
        reading: &Reading,
    ) -> Self {
        let lines = Box::new(ArrayRows::new(content, start.offset > 0));
        Rows {
            is_array: true,
            ..Rows::new(lines, end, origin, start, reading)
        }
    }

    /// Stops reading the file for this reason.
    fn given_up(&mut self, reason: SkipReason) -> BlockLine {
        (self.ended, self.is_given_up) = (true, true);
        BlockLine::Skip(self.skipped(reason))
    }

    fn skipped(&self, reason: SkipReason) -> Work {
        self.origin.row_skipped(self.line, reason)
    }
}

impl Iterator for Rows {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        // A block of blank lines yields no units, and there may be many before the next row.
        let clock = Clock::start(&self.reading);
        while self.ready.is_empty() && !self.ended {
            self.read_block();
            if let (true, Err(reason)) = (self.ready.is_empty(), clock.check()) {
                (self.ended, self.is_given_up) = (true, true);
                self.ready.push_back(self.skipped(reason));
            }
        }
        if self.ready.is_empty() && std::mem::take(&mut self.is_given_up) {
            self.line += 1;
            return Some(self.skipped(SkipReason::RestUnread));
        }
        self.ready.pop_front()
    }
}

impl Rows {
    /// Reads to the next line feed, at most `most` bytes. Returns whether the line or the file ends there.
    fn read_piece(&mut self, most: u64, into: &mut Vec<u8>) -> Result<bool, SkipReason> {
        let read = (&mut self.input).take(most).read_until(b'\n', into)?;
        self.offset += read as u64;
        Ok(read == 0 || into.ends_with(b"\n"))
    }

    /// Passes over the rest of a line that is too long, of which `before` bytes were read; returns its length.
    fn skip_line(&mut self, before: u64, clock: &Clock) -> Result<u64, SkipReason> {
        let mut length = before;
        let mut piece = Vec::new();
        loop {
            piece.clear();
            let is_end = self.read_piece(PIECE, &mut piece)?;
            length += piece.len() as u64;
            if is_end {
                return Ok(length);
            }
            clock.check()?;
        }
    }

    /// The next units, at least one; `None` at the end.
    pub fn next_block(&mut self) -> Option<Vec<Work>> {
        let first = self.next()?;
        Some(std::iter::once(first).chain(self.ready.drain(..)).collect())
    }

    /// Reads lines until a block is full or what has arrived is read, and queues them.
    fn read_block(&mut self) {
        // Of most files the last line of a block is no longer than a quarter of it.
        let rest = self.end.saturating_sub(self.offset);
        let capacity = rest.min(BLOCK as u64 * 5 / 4) as usize;
        let (mut block, mut found) = (Vec::with_capacity(capacity), Vec::new());
        let goes_on = |rows: &Self, found: &[BlockLine], block: &[u8]| {
            let waits = !found.is_empty() && rows.input.buffer().is_empty();
            !rows.ended && !waits && block.len() < BLOCK
        };
        while goes_on(self, &found, &block) {
            found.extend(self.read_line(&mut block));
        }
        block.shrink_to_fit();
        let block = Arc::new(block);
        let origin = &self.origin;
        self.ready
            .extend(found.into_iter().map(|found| match found {
                BlockLine::Skip(work) => work,
                BlockLine::Row(row, place) => {
                    let block = Arc::clone(&block);
                    origin.part(row, Content::Line(Line { block, place }))
                }
            }));
    }

    /// Reads one line to the end of `block`; `None` for a blank line, which may have a
    /// byte-order mark, or at the end of the file. A file
    /// that has grown ends with the line that contains its original end: a file that is written faster
    /// than it is read would never end.
    fn read_line(&mut self, block: &mut Vec<u8>) -> Option<BlockLine> {
        self.line += 1;
        let (start, begin) = (self.offset, block.len());
        if start >= self.end {
            self.ended = true;
            return None;
        }
        let clock = Clock::start(&self.reading);
        let limit = self.reading.max_bytes;
        if std::mem::take(&mut self.is_begin) {
            match self.input.fill_buf() {
                Ok(begin) if decode::begins_wide(begin) => {
                    let why = "rows in UTF-16 or UTF-32: convert it to UTF-8, as iconv does";
                    return Some(self.given_up(SkipReason::Unsupported(why.to_owned())));
                }
                Ok(_) => {}
                Err(error) => return Some(self.given_up(error.into())),
            }
        }
        loop {
            let before = (block.len() - begin) as u64;
            let most = (limit + 1).saturating_sub(before).clamp(1, PIECE);
            let is_end = match self.read_piece(most, block) {
                Ok(is_end) => is_end,
                Err(reason) => return Some(self.given_up(reason)),
            };
            let length = (block.len() - begin) as u64;
            let repeats = repetition(&block[begin..], (length - before) as usize);
            if length > limit || repeats.is_some() {
                block.truncate(begin);
                block.shrink_to(BLOCK);
                let length = match is_end {
                    true => Ok(length),
                    false => self.skip_line(length, &clock),
                };
                return Some(match length {
                    Ok(length) => {
                        let too_large = || SkipReason::TooLarge(length, limit);
                        BlockLine::Skip(self.skipped(repeats.unwrap_or_else(too_large)))
                    }
                    Err(reason) => self.given_up(reason),
                });
            }
            if is_end {
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
        let end = line.iter().rposition(|b| !ends(b)).map_or(0, |at| at + 1);
        let mut line = &line[..end];
        let mut blank = 0;
        if self.is_array {
            blank = line.len() - line.trim_ascii_start().len();
            line = line.trim_ascii();
        }
        let unmarked = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let row = RowSpan {
            line: self.line,
            offset: start + blank as u64,
            length: line.len() as u64,
        };
        let place = begin + blank..begin + blank + line.len();
        let is_blank = unmarked.iter().all(u8::is_ascii_whitespace);
        (!is_blank).then_some(BlockLine::Row(row, place))
    }
}

/// Iterator over the blocks of lines of a stream of JSON Lines, which may be packed. Each has at least one unit:
/// a line, or a line that is not read with the reason.
pub struct LineBlocks(Rows);

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
        let origin = Origin {
            id: id.to_owned(),
            place: Place::file(id),
            stamp: Stamp::default(),
        };
        let start = RowStart::default();
        Ok(LineBlocks(Rows::new(
            content,
            u64::MAX,
            origin,
            start,
            reading,
        )))
    }
}

impl Iterator for LineBlocks {
    type Item = Vec<Work>;

    fn next(&mut self) -> Option<Vec<Work>> {
        self.0.next_block()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Line numbers of the rows read from a file with content `bytes`.
    fn lines(bytes: &[u8]) -> Vec<u64> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.jsonl");
        std::fs::write(&path, bytes).unwrap();
        let reading = Reading::default();
        let source = crate::corpus::Source::Paths(vec![path]);
        let listing = crate::corpus::discover(&source, &reading, |_| true).unwrap();
        let works = listing
            .entries
            .into_iter()
            .flat_map(|e| super::super::work(e, &reading));
        let lines = works.map(|work| match work {
            Work::Part(part) => part.place.row.line,
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
    fn a_file_of_blank_lines_alone_is_listed_as_empty() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.jsonl");
        std::fs::write(&path, "\n \n\n").unwrap();
        let reading = Reading::default();
        let source = crate::corpus::Source::Paths(vec![path]);
        let listing = crate::corpus::discover(&source, &reading, |_| true).unwrap();
        let entries = listing.entries.into_iter();
        let works: Vec<Work> = entries
            .flat_map(|entry| super::super::work(entry, &reading))
            .collect();
        assert!(
            matches!(&works[..], [Work::Skip(skipped)] if skipped.reason == SkipReason::Empty),
            "{works:?}"
        );
    }

    #[test]
    fn blank_lines_without_end_are_given_up_in_time() {
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
        let origin = Origin {
            id: "rows.jsonl".into(),
            place: crate::corpus::Place::file("rows.jsonl"),
            stamp: crate::corpus::stamp::Stamp::default(),
        };
        let rows = Rows::new(content, end, origin, RowStart::default(), reading);
        let unit = |work| match work {
            Work::Part(part) => Ok(part.place.row.line),
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
    fn rows_in_utf_16_are_refused_with_the_way_out() {
        let text = "{\"text\":\"words\"}\n".repeat(2);
        for mark in ["", "\u{feff}"] {
            let wide = mark.encode_utf16().chain(text.encode_utf16());
            let bytes: Vec<u8> = wide.flat_map(u16::to_le_bytes).collect();
            let read = units(&bytes, Reading::default().max_bytes);
            let said = read[0].as_ref().unwrap_err().to_string();
            assert!(said.contains("convert it to UTF-8"), "{said}");
        }
    }

    #[test]
    fn a_row_of_any_length_about_the_limit_costs_itself_only() {
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
    fn a_row_of_the_same_bytes_over_and_over_is_given_up_and_the_next_is_read() {
        let row = "{\"text\":\"some words\"}\n";
        let bomb = "word ".repeat(crate::corpus::limits::REPEATS_AFTER / 5 + 1000);
        let bytes = ["{\"text\":\"", &bomb, "\"}\n", row].concat();
        let read = units(bytes.as_bytes(), Reading::default().max_bytes);
        assert!(
            matches!(&read[..], [Err(SkipReason::Damaged(why)), Ok(2)] if why.contains("over and over")),
            "{read:?}"
        );
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

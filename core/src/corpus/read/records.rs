//! Records of a WARC file, one after another, with a length limit per record. After damage reading goes on at the
//! next record that is found.

mod record;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use super::input::Input;
use super::open_file::Origin;
use super::{Content, Work};
use crate::corpus::entry::RowStart;
use crate::corpus::limits::StopFlag;
use crate::corpus::{RowSpan, SkipReason, warc};
use crate::settings::Reading;

/// A gzip member is given up when this many bytes, or four times the limit, were unpacked.
const LEAST_GIVEN_UP: u64 = 1 << 30;

/// Iterator over the pages of a WARC file.
pub(super) struct Records {
    /// Offset from which no record begins: a file that is written faster than it is read would never end.
    end: u64,
    origin: Origin,
    input: Counted,
    /// Number of records so far.
    number: u64,
    reading: Reading,
    stop: StopFlag,
    ended: bool,
    /// What is reported next.
    then: Option<Work>,
}

/// A reader that knows how far it has read.
struct Counted {
    content: BufReader<Box<dyn Read + Send>>,
    /// What it reads, if it can go back there.
    file: Option<Arc<File>>,
    offset: u64,
}

impl Counted {
    fn new(content: Box<dyn Read + Send>, file: Option<Arc<File>>, offset: u64) -> Self {
        Counted {
            content: BufReader::with_capacity(1 << 20, content),
            file,
            offset,
        }
    }

    /// Goes to `offset`; returns whether it can.
    fn go_to(&mut self, offset: u64) -> io::Result<bool> {
        let Some(file) = self.file.clone() else {
            return Ok(false);
        };
        (&*file).seek(SeekFrom::Start(offset))?;
        *self = Counted::new(Box::new(Arc::clone(&file)), Some(file), offset);
        Ok(true)
    }
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(into)?;
        self.offset += read as u64;
        Ok(read)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.content.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.offset += bytes as u64;
        self.content.consume(bytes);
    }
}

/// A record as read.
enum Record {
    /// It may hold a page.
    Page(Vec<u8>),
    /// It holds none.
    Other,
}

/// Why a record was not read.
enum Trouble {
    /// The next record begins at the position of the input.
    Record(SkipReason),
    /// Where the next record begins has to be searched.
    Lost(SkipReason),
    /// The run was stopped within the record.
    Stopped,
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Lost(error.into())
    }
}

fn bad(why: &str) -> SkipReason {
    SkipReason::BadRow(why.to_owned())
}

impl Records {
    /// The records of an open file from its position on, `entry.start`. Once `stop` is set, the
    /// record at hand is reported as not read, and the iterator ends.
    /// The records of `input`, which stands at `start`.
    pub fn new(input: Input, origin: Origin, start: RowStart, reading: &Reading) -> Self {
        let (file, stop, end) = (input.as_file(), input.stop.clone(), input.end);
        Records {
            end,
            origin,
            input: Counted::new(input.read(), file, start.offset),
            number: start.lines,
            reading: reading.clone(),
            stop,
            ended: false,
            then: None,
        }
    }

    /// Reports a record that begins at `begin`, and goes on with the next one that is found after it.
    fn lost(&mut self, begin: u64, reason: SkipReason) -> Work {
        let next = self.next_after(begin).unwrap_or(None);
        self.ended = next.is_none();
        if self.stop.is_set() {
            return self.stopped();
        }
        let said = match next {
            Some(at) => format!("read on at byte {at}"),
            None => "what follows it in the file was not read".to_owned(),
        };
        match reason {
            SkipReason::BadRow(why) => {
                self.skipped(SkipReason::BadRow([&why, "; ", &said].concat()))
            }
            reason => {
                let work = self.skipped(reason);
                if self.ended {
                    let why = "no record was found after the one before";
                    self.number += 1;
                    self.then = Some(self.skipped(bad(&format!("{why}; {said}"))));
                }
                work
            }
        }
    }

    /// Goes to the first record that begins after `begin`, and returns its place.
    fn next_after(&mut self, begin: u64) -> io::Result<Option<u64>> {
        if !self.input.go_to(begin + 1)? {
            return Ok(None);
        }
        let before = bytes_before_next(&mut self.input, &self.stop)?;
        let next = before.map(|before| begin + 1 + before);
        let next = next.filter(|at| *at < self.end);
        if let Some(at) = next {
            self.input.go_to(at)?;
        }
        Ok(next)
    }

    /// The record at hand of a run that was stopped. It is read again by the next one.
    fn stopped(&mut self) -> Work {
        self.ended = true;
        self.skipped(SkipReason::Unreadable("interrupted".to_owned()))
    }

    fn skipped(&self, reason: SkipReason) -> Work {
        self.origin.row_skipped(self.number, reason)
    }
}

impl Iterator for Records {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        if let Some(work) = self.then.take() {
            return Some(work);
        }
        while !self.ended {
            let offset = self.input.offset;
            self.number += 1;
            match self.record() {
                Ok(Some(Record::Other)) => {}
                Ok(Some(Record::Page(bytes))) => {
                    let row = RowSpan {
                        line: self.number,
                        offset,
                        length: self.input.offset - offset,
                    };
                    let is_cut_short = warc::is_cut_short(&bytes);
                    self.then = is_cut_short.then(|| self.skipped(SkipReason::CutShort));
                    return Some(self.origin.part(row, Content::Line(bytes.into())));
                }
                Ok(None) => {
                    self.ended = true;
                    return None;
                }
                Err(Trouble::Record(reason)) => return Some(self.skipped(reason)),
                Err(Trouble::Lost(reason)) => return Some(self.lost(offset, reason)),
                Err(Trouble::Stopped) => return Some(self.stopped()),
            }
        }
        None
    }
}

/// Bytes read at a time.
const PIECE: usize = 1 << 20;
/// Bytes of a gzip member that are enough to unpack the first word of its record.
const ENOUGH: usize = 4 << 10;
/// The first word of a record.
const WORD: &[u8] = b"WARC/";
/// The first bytes of a gzip member.
const MAGIC: [u8; 3] = [0x1f, 0x8b, 0x08];

/// Number of bytes of `input` before the next record; `None` if there is none, or once `stop` is
/// set.
///
/// # Errors
/// Read errors.
pub(super) fn bytes_before_next(mut input: impl Read, stop: &StopFlag) -> io::Result<Option<u64>> {
    let (mut piece, mut passed) = (Vec::with_capacity(PIECE + ENOUGH), 0);
    while !stop.is_set() {
        let before = piece.len();
        input.by_ref().take(PIECE as u64).read_to_end(&mut piece)?;
        let is_end = piece.len() == before;
        // What begins close to the end is looked at together with what follows.
        let until = match is_end {
            true => piece.len(),
            false => piece.len().saturating_sub(ENOUGH),
        };
        if let Some(at) = (0..until).find_map(|at| record_at(&piece, at, stop)) {
            return Ok(Some(passed + at as u64));
        }
        if is_end {
            return Ok(None);
        }
        piece.drain(..until);
        passed += until as u64;
    }
    Ok(None)
}

/// Place of the record that begins at `at`, or after the line end there.
fn record_at(bytes: &[u8], at: usize, stop: &StopFlag) -> Option<usize> {
    let rest = &bytes[at..];
    let (at, begins) = match rest[0] {
        0x1f => (
            at,
            rest.starts_with(&MAGIC) && !stop.is_set() && is_member(rest),
        ),
        b'\n' => (at + 1, is_record(&rest[1..])),
        _ => return None,
    };
    begins.then_some(at)
}

fn is_record(bytes: &[u8]) -> bool {
    bytes.starts_with(WORD) && bytes.get(WORD.len()).is_some_and(u8::is_ascii_digit)
}

/// Whether a gzip member begins here and unpacks to a record.
fn is_member(bytes: &[u8]) -> bool {
    let mut word = [0; WORD.len() + 1];
    let mut unpacked = flate2::read::GzDecoder::new(&bytes[..bytes.len().min(ENOUGH)]);
    unpacked.read_exact(&mut word).is_ok() && is_record(&word)
}

#[cfg(test)]
mod tests;

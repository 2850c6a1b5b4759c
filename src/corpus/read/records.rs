//! Records of a WARC file, one after another, with a length limit per record. After damage reading goes on at the
//! next record that is found.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use super::next_record::bytes_before_next;
use super::{Line, Work};
use crate::base::units;
use crate::corpus::Entry;
use crate::corpus::limits::{Clock, PIECE};
use crate::corpus::warc::{self, Head, MOST_HEADERS};
use crate::corpus::{Place, SkipReason, Skipped, opened};
use crate::settings::Reading;

/// A gzip member is given up when this many bytes, or four times the limit, were unpacked.
const LEAST_GIVEN_UP: u64 = 1 << 30;

/// Iterator over the pages of a WARC file.
pub(super) struct Records<'a> {
    entry: Entry,
    path: Arc<Path>,
    input: Counted,
    /// Number of records so far.
    number: u64,
    reading: Reading,
    should_continue: &'a (dyn Fn() -> bool + Sync),
    ended: bool,
    /// What is reported next.
    then: Option<Work>,
}

/// A reader that knows how far it has read.
struct Counted {
    file: BufReader<File>,
    offset: u64,
}

impl Counted {
    fn go_to(&mut self, offset: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(offset))?;
        self.offset = offset;
        Ok(())
    }
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(into)?;
        self.offset += read as u64;
        Ok(read)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.file.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.offset += bytes as u64;
        self.file.consume(bytes);
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

impl<'a> Records<'a> {
    /// The records of an open file from its position on, `entry.start`. Once `should_continue` returns `false`, the
    /// record at hand is reported as not read, and the iterator ends.
    pub fn new(
        entry: Entry,
        path: &Path,
        file: File,
        reading: &Reading,
        should_continue: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        Records {
            input: Counted {
                file: BufReader::with_capacity(1 << 20, file),
                offset: entry.start.offset,
            },
            number: entry.start.lines,
            path: Arc::from(path),
            reading: reading.clone(),
            should_continue,
            entry,
            ended: false,
            then: None,
        }
    }

    fn limit(&self) -> u64 {
        self.reading.max_bytes + 2 * MOST_HEADERS as u64
    }

    /// Reads the next record; `None` at the end of the file.
    fn record(&mut self) -> Result<Option<Record>, Trouble> {
        let begin = self.input.fill_buf()?;
        let first = begin.first().copied();
        // A file that grows ends with the record that contains its original end.
        if first.is_none() || self.input.offset >= self.entry.stamp.bytes {
            return Ok(None);
        }
        match first {
            Some(0x1f) => self.member().map(Some),
            Some(b'\r' | b'\n') => {
                self.input.consume(1);
                self.number -= 1;
                Ok(Some(Record::Other))
            }
            _ => self.plain().map(Some),
        }
    }

    /// A record that is one gzip member.
    fn member(&mut self) -> Result<Record, Trouble> {
        let (limit, most) = (self.limit(), self.reading.max_bytes);
        let clock = Clock::start(&self.reading);
        let mut packed = flate2::bufread::GzDecoder::new(&mut self.input);
        let mut bytes = Vec::new();
        let damaged = |error: io::Error| Trouble::Lost(bad(&format!("not unpacked: {error}")));
        let mut rest = 0;
        loop {
            let room = (limit + 1 - bytes.len() as u64).min(PIECE);
            let read = match room {
                0 => io::copy(&mut packed.by_ref().take(PIECE), &mut io::sink()),
                room => {
                    let piece = packed.by_ref().take(room).read_to_end(&mut bytes);
                    piece.map(|read| read as u64)
                }
            };
            let read = read.map_err(damaged)?;
            if read == 0 {
                break;
            }
            rest += if room == 0 { read } else { 0 };
            if read == PIECE {
                if !(self.should_continue)() {
                    return Err(Trouble::Stopped);
                }
                clock.check().map_err(Trouble::Lost)?;
            }
            if rest > LEAST_GIVEN_UP.max(4 * limit) {
                return Err(Trouble::Lost(bad(&format!(
                    "too large: more than {} unpacked where at most {} is read (--max-size)",
                    units::bytes(rest),
                    units::bytes(most)
                ))));
            }
        }
        if rest == 0 && bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(Record::Other);
        }
        let head = warc::head(&bytes).map_err(Trouble::Record)?;
        if bytes.len() as u64 + rest > limit {
            let reason = SkipReason::TooLarge(bytes.len() as u64 + rest, most);
            return match head.may_be_page() {
                true => Err(Trouble::Record(reason)),
                false => Self::other(&head),
            };
        }
        let end = head.body.saturating_add(head.length as u64);
        let after = bytes.get(usize::try_from(end).unwrap_or(usize::MAX)..);
        if after.is_some_and(|after| after.iter().any(|b| !b.is_ascii_whitespace())) {
            return Err(Trouble::Record(bad(
                "several records in one gzip member; pack each by itself, as `gunzip` and then a WARC tool do",
            )));
        }
        Self::sorted(bytes, &head)
    }

    /// A record that is not packed.
    fn plain(&mut self) -> Result<Record, Trouble> {
        let mut bytes = Vec::new();
        loop {
            let before = bytes.len();
            let room = (MOST_HEADERS + 1 - before) as u64;
            (&mut self.input).take(room).read_until(b'\n', &mut bytes)?;
            let line = &bytes[before..];
            if bytes.len() > MOST_HEADERS {
                let why = "the headers of the record are too long";
                return Err(Trouble::Lost(bad(why)));
            }
            if line.is_empty() || before == 0 && !bytes.starts_with(b"WARC/") {
                let why = warc::head(&bytes).err();
                return Err(Trouble::Lost(why.unwrap_or_else(|| bad("no record"))));
            }
            if matches!(line, b"\r\n" | b"\n") {
                break;
            }
        }
        let head = warc::head(&bytes).map_err(Trouble::Lost)?;
        let most = self.reading.max_bytes;
        let early = || Trouble::Lost(bad("the record ends early"));
        if head.body > most || !head.may_be_page() {
            if self.pass(head.body)? < head.body {
                return Err(early());
            }
            self.is_whole()?;
            return match head.may_be_page() {
                true => Err(Trouble::Record(SkipReason::TooLarge(head.body, most))),
                false => Self::other(&head),
            };
        }
        let read = (&mut self.input).take(head.body).read_to_end(&mut bytes)?;
        if (read as u64) < head.body {
            return Err(early());
        }
        self.is_whole()?;
        Self::sorted(bytes, &head)
    }

    /// Checks that the record ends where its length says: with a line end, at another record, or with the file.
    fn is_whole(&mut self) -> Result<(), Trouble> {
        match self.input.fill_buf()?.first() {
            None | Some(b'\r' | b'\n' | b'W') => Ok(()),
            Some(_) => Err(Trouble::Lost(bad(
                "the record does not end where its Content-Length says",
            ))),
        }
    }

    /// Passes over `bytes` bytes; returns how many there were.
    fn pass(&mut self, bytes: u64) -> Result<u64, Trouble> {
        let mut passed = 0;
        while passed < bytes {
            let piece = PIECE.min(bytes - passed);
            let read = io::copy(&mut (&mut self.input).take(piece), &mut io::sink())?;
            if read == 0 {
                break;
            }
            passed += read;
            if !(self.should_continue)() {
                return Err(Trouble::Stopped);
            }
        }
        Ok(passed)
    }

    /// Reports a record that begins at `begin`, and goes on with the next one that is found after it.
    fn lost(&mut self, begin: u64, reason: SkipReason) -> Work {
        let next = self.next_after(begin).unwrap_or(None);
        self.ended = next.is_none();
        if !(self.should_continue)() {
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
        self.input.go_to(begin + 1)?;
        let before = bytes_before_next(&mut self.input, &self.should_continue)?;
        let next = before.map(|before| begin + 1 + before);
        let next = next.filter(|at| *at < self.entry.stamp.bytes);
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

    fn sorted(bytes: Vec<u8>, head: &Head) -> Result<Record, Trouble> {
        match head.may_be_page() {
            true => Ok(Record::Page(bytes)),
            false => Self::other(head),
        }
    }

    /// A record that holds no page: passed over, or listed with the reason.
    fn other(head: &Head) -> Result<Record, Trouble> {
        match head.reason() {
            Some(reason) => Err(Trouble::Record(reason)),
            None => Ok(Record::Other),
        }
    }

    fn skipped(&self, reason: SkipReason) -> Work {
        Work::Skip(Skipped {
            id: format!("{}:{}", self.entry.id, self.number),
            reason,
        })
    }

    /// Reports a file that changed since it was opened: its records may be of two states.
    fn changed(&self) -> Option<Work> {
        let reason = match opened::is_as_listed(self.input.file.get_ref(), &self.entry) {
            Ok(true) => return None,
            Ok(false) => SkipReason::Changed,
            Err(error) => error.into(),
        };
        Some(Work::Skip(Skipped {
            id: self.entry.id.clone(),
            reason,
        }))
    }
}

impl Iterator for Records<'_> {
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
                    let place = Place::Row {
                        path: self.path.clone(),
                        line: self.number,
                        offset,
                        length: self.input.offset - offset,
                    };
                    let range = 0..bytes.len();
                    return Some(Work::Row {
                        file: self.entry.id.clone(),
                        place,
                        stamp: self.entry.stamp,
                        line: Line {
                            block: Arc::new(bytes),
                            place: range,
                        },
                    });
                }
                Ok(None) => {
                    self.ended = true;
                    return self.changed();
                }
                Err(Trouble::Record(reason)) => return Some(self.skipped(reason)),
                Err(Trouble::Lost(reason)) => return Some(self.lost(offset, reason)),
                Err(Trouble::Stopped) => return Some(self.stopped()),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;

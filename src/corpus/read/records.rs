//! Records of a WARC file, one after another, with a length limit per record.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use super::{Line, Work};
use crate::corpus::Entry;
use crate::corpus::warc::{self, Head, MOST_HEADERS};
use crate::corpus::{Place, SkipReason, Skipped, opened};
use crate::settings::Reading;

/// Iterator over the pages of a WARC file.
pub(super) struct Records {
    entry: Entry,
    path: Arc<Path>,
    input: Counted,
    /// Number of records so far.
    number: u64,
    reading: Reading,
    ended: bool,
}

/// A reader that knows how far it has read.
struct Counted {
    file: BufReader<File>,
    offset: u64,
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

impl Records {
    /// The records of an open file from its position on, `entry.start`.
    pub fn new(entry: Entry, path: &Path, file: File, reading: &Reading) -> Self {
        Records {
            input: Counted {
                file: BufReader::with_capacity(1 << 20, file),
                offset: entry.start.offset,
            },
            number: entry.start.lines,
            path: Arc::from(path),
            reading: reading.clone(),
            entry,
            ended: false,
        }
    }

    fn limit(&self) -> u64 {
        self.reading.max_bytes + 2 * MOST_HEADERS as u64
    }

    /// Reads the next record; `None` at the end of the file.
    fn record(&mut self) -> Result<Option<Record>, SkipReason> {
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
    fn member(&mut self) -> Result<Record, SkipReason> {
        let (limit, most) = (self.limit(), self.reading.max_bytes);
        let mut packed = flate2::bufread::GzDecoder::new(&mut self.input);
        let mut bytes = Vec::new();
        let unpacked = |error: io::Error| SkipReason::BadRow(format!("not unpacked: {error}"));
        packed
            .by_ref()
            .take(limit + 1)
            .read_to_end(&mut bytes)
            .map_err(unpacked)?;
        let rest = io::copy(&mut packed, &mut io::sink()).map_err(unpacked)?;
        let head = warc::head(&bytes)?;
        if bytes.len() as u64 + rest > limit {
            return Err(SkipReason::TooLarge(bytes.len() as u64 + rest, most));
        }
        let end = head.body.saturating_add(head.length as u64);
        let after = bytes.get(usize::try_from(end).unwrap_or(usize::MAX)..);
        if after.is_some_and(|after| after.iter().any(|b| !b.is_ascii_whitespace())) {
            return Err(SkipReason::BadRow(
                "several records in one gzip member; pack each by itself, as `gunzip` and then a WARC tool do".into(),
            ));
        }
        Ok(Self::sorted(bytes, &head))
    }

    /// A record that is not packed.
    fn plain(&mut self) -> Result<Record, SkipReason> {
        let mut bytes = Vec::new();
        loop {
            let before = bytes.len();
            let room = (MOST_HEADERS + 1 - before) as u64;
            (&mut self.input).take(room).read_until(b'\n', &mut bytes)?;
            let line = &bytes[before..];
            if bytes.len() > MOST_HEADERS || line.is_empty() {
                return Err(warc::head(&bytes).err().unwrap_or(SkipReason::BadRow(
                    "the headers of the record are too long".into(),
                )));
            }
            if before == 0 && !bytes.starts_with(b"WARC/") {
                return Err(SkipReason::BadRow("not a record of a WARC file".into()));
            }
            if matches!(line, b"\r\n" | b"\n") {
                break;
            }
        }
        let head = warc::head(&bytes)?;
        let most = self.reading.max_bytes;
        if head.body > most || !head.may_be_page() {
            let passed = io::copy(&mut (&mut self.input).take(head.body), &mut io::sink())?;
            let is_page = head.may_be_page() && passed == head.body;
            return match is_page {
                true => Err(SkipReason::TooLarge(head.body, most)),
                false => Ok(Record::Other),
            };
        }
        (&mut self.input).take(head.body).read_to_end(&mut bytes)?;
        Ok(Self::sorted(bytes, &head))
    }

    fn sorted(bytes: Vec<u8>, head: &Head) -> Record {
        match head.may_be_page() {
            true => Record::Page(bytes),
            false => Record::Other,
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

impl Iterator for Records {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
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
                // After one record that is too large, the next can be found; otherwise none can.
                Err(reason) => {
                    self.ended = !matches!(reason, SkipReason::TooLarge(..));
                    return Some(self.skipped(reason));
                }
            }
        }
        None
    }
}

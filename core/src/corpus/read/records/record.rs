//! Reading one record: a gzip member, or what its Content-Length says.

use std::io::{self, BufRead, Read};

use super::{LEAST_GIVEN_UP, Record, Records, Trouble, bad};
use crate::base::units;
use crate::corpus::SkipReason;
use crate::corpus::limits::{Clock, PIECE};
use crate::corpus::warc::{self, Head, MOST_HEADERS};

impl Records {
    fn limit(&self) -> u64 {
        self.reading.max_bytes + 2 * MOST_HEADERS as u64
    }

    /// Reads the next record; `None` at the end of the file.
    pub(super) fn record(&mut self) -> Result<Option<Record>, Trouble> {
        let begin = self.input.fill_buf()?;
        let first = begin.first().copied();
        // A file that grows ends with the record that contains its original end.
        if first.is_none() || self.input.offset >= self.end {
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
                if self.stop.is_set() {
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
            if self.stop.is_set() {
                return Err(Trouble::Stopped);
            }
        }
        Ok(passed)
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
}

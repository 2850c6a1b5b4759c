//! Messages of a mailbox (mbox), one after another, with a length limit per message.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use super::{Line, Work};
use crate::corpus::limits::PIECE;
use crate::corpus::{Entry, Place, SkipReason, Skipped, opened};
use crate::settings::Reading;

/// Iterator over the messages of a mailbox. A message begins with a line `From ` at the start of the file or
/// after a blank line.
pub(super) struct Messages {
    entry: Entry,
    path: Arc<Path>,
    input: BufReader<File>,
    /// Bytes before the line in `next`.
    offset: u64,
    /// The first line of the next message, once it has been read.
    next: Vec<u8>,
    /// Number of messages so far.
    number: u64,
    reading: Reading,
    ended: bool,
    /// Whether the stamp was checked again after the end of the file.
    checked: bool,
}

impl Messages {
    /// The messages of an open file from its position on, `entry.start`.
    pub fn new(entry: Entry, path: &Path, file: File, reading: &Reading) -> Self {
        Messages {
            input: BufReader::with_capacity(1 << 20, file),
            offset: entry.start.offset,
            number: entry.start.lines,
            path: Arc::from(path),
            next: Vec::new(),
            reading: reading.clone(),
            entry,
            ended: false,
            checked: false,
        }
    }

    /// Reads a line to the end of `into`, or a part of a line that is long; 0 at the end of the file.
    fn line(&mut self, into: &mut Vec<u8>) -> Result<usize, SkipReason> {
        let piece = (&mut self.input).take(PIECE);
        Ok({ piece }.read_until(b'\n', into)?)
    }

    /// The next message; `None` at the end of the file.
    fn message(&mut self) -> Result<Option<Vec<u8>>, SkipReason> {
        let mut message = std::mem::take(&mut self.next);
        let (limit, mut lost) = (self.reading.max_bytes as usize, 0_u64);
        let mut blank = false;
        loop {
            let before = message.len();
            // A file that grows ends with the message that contains its original end.
            let at = self.offset + lost + before as u64;
            let read = match at < self.entry.stamp.bytes || before == 0 {
                true => self.line(&mut message)?,
                false => 0,
            };
            if read == 0 {
                self.ended = true;
                break;
            }
            let line = &message[before..];
            if blank && line.starts_with(b"From ") {
                self.next = message.split_off(before);
                break;
            }
            blank = matches!(line, b"\n" | b"\r\n");
            if message.len() > limit {
                lost += message.len() as u64;
                message.clear();
            }
        }
        let length = message.len() as u64 + lost;
        self.offset += length;
        match (length, lost) {
            (0, _) => Ok(None),
            (_, 0) => Ok(Some(message)),
            _ => Err(SkipReason::TooLarge(length, self.reading.max_bytes)),
        }
    }

    fn skipped(&self, reason: SkipReason) -> Work {
        Work::Skip(Skipped {
            id: format!("{}:{}", self.entry.id, self.number),
            reason,
        })
    }

    /// Reports a file that changed since it was opened: its messages may be of two states.
    fn changed(&self) -> Option<Work> {
        let reason = match opened::is_as_listed(self.input.get_ref(), &self.entry) {
            Ok(true) => return None,
            Ok(false) => SkipReason::Changed,
            Err(error) => error.into(),
        };
        let id = self.entry.id.clone();
        Some(Work::Skip(Skipped { id, reason }))
    }
}

impl Iterator for Messages {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        while !self.ended {
            let offset = self.offset;
            self.number += 1;
            match self.message() {
                Ok(Some(message)) if message.iter().all(u8::is_ascii_whitespace) => {
                    self.number -= 1;
                }
                Ok(Some(message)) => {
                    let place = Place::Row {
                        path: self.path.clone(),
                        line: self.number,
                        offset,
                        length: message.len() as u64,
                    };
                    let range = 0..message.len();
                    return Some(Work::Row {
                        file: self.entry.id.clone(),
                        place,
                        stamp: self.entry.stamp,
                        line: Line {
                            block: Arc::new(message),
                            place: range,
                        },
                    });
                }
                Ok(None) => {}
                Err(reason @ SkipReason::TooLarge(..)) => return Some(self.skipped(reason)),
                Err(reason) => {
                    self.ended = true;
                    return Some(self.skipped(reason));
                }
            }
        }
        match std::mem::replace(&mut self.checked, true) {
            false => self.changed(),
            true => None,
        }
    }
}

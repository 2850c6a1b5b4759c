//! Lines of a mailbox, which can be given back.

use std::io::{BufRead, BufReader, Cursor, Read};

use crate::corpus::SkipReason;
use crate::corpus::limits::PIECE;

/// Lines of a stream. They end with line feeds, or with carriage returns if the first one does so.
pub(super) struct Lines {
    /// What was given back.
    back: Cursor<Vec<u8>>,
    input: BufReader<Box<dyn Read + Send>>,
    /// The last byte of a line, once it is known.
    end: Option<u8>,
    /// Why the stream cannot be read on.
    failed: Option<SkipReason>,
}

impl Lines {
    pub fn new(content: Box<dyn Read + Send>) -> Self {
        Lines {
            back: Cursor::default(),
            input: BufReader::with_capacity(1 << 20, content),
            end: None,
            failed: None,
        }
    }

    /// Reads a line to the end of `into`, or a part of a line that is long; returns its length, 0 at the end.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub fn next(&mut self, into: &mut Vec<u8>) -> Result<usize, SkipReason> {
        let begin = into.len();
        let end = match self.end {
            Some(end) => end,
            None => {
                let first = self.input.fill_buf()?;
                *self.end.insert(line_end(first))
            }
        };
        self.back.read_until(end, into)?;
        if into.len() == begin || !into.ends_with(&[end]) {
            if let Some(reason) = self.failed.take() {
                return Err(reason);
            }
            let piece = (&mut self.input).take(PIECE);
            { piece }.read_until(end, into)?;
        }
        Ok(into.len() - begin)
    }

    /// Gives back what was read last: it is read again first.
    pub fn back(&mut self, bytes: Vec<u8>) {
        let at = self.back.position() as usize;
        let rest = &self.back.get_ref()[at..];
        self.back = Cursor::new(match rest.is_empty() {
            true => bytes,
            false => [&bytes, rest].concat(),
        });
    }

    /// Lets the stream end with this reason behind what was given back.
    pub fn fail(&mut self, reason: SkipReason) {
        self.failed = Some(reason);
    }
}

/// The last byte of the first line in `begin`.
fn line_end(begin: &[u8]) -> u8 {
    let at = begin.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    let ends = at.map_or(&[][..], |at| &begin[at..]);
    // Some programs end a line with several carriage returns and a line feed.
    let behind = ends.iter().find(|byte| **byte != b'\r');
    match ends.starts_with(b"\r") && behind.is_some_and(|byte| *byte != b'\n') {
        true => b'\r',
        false => b'\n',
    }
}

//! `keep -`: standard input as it comes, and where its lines go.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::time::Duration;

use anyhow::{Result, ensure};

use super::outputs::{DropList, Outputs, Sink};
use crate::base::Cancel;
use crate::base::pipes::ready;
use crate::base::unique_names::UniqueNames;
use crate::corpus::decode;
use crate::engine::keep::stream::Decided;

/// Time between two looks at the cancellation.
const PATIENCE: Duration = Duration::from_millis(50);

/// Reads standard input until it ends or the work is cancelled, which is an error: it may be idle for ever.
pub struct CancellableInput {
    /// Set when the work is to end.
    pub cancel: Cancel,
}

impl Read for CancellableInput {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let input = io::stdin();
        loop {
            if self.cancel.stopped() {
                return Err(io::Error::other("interrupted"));
            }
            if ready([Some(input.as_fd())], PATIENCE)? == [true] {
                break;
            }
        }
        // Not through the buffer of `Stdin`, which would hide bytes from `poll`.
        Ok(rustix::io::read(&input, into)?)
    }
}

/// What a stream is written to, and how many documents were.
pub struct StreamOutput {
    /// The lines that stay, unless standard output is for the list.
    lines: Option<Sink>,
    list: Option<DropList>,
    /// The ids of the list and of what stands before it in the stream.
    ids: UniqueNames,
    /// Documents that were kept, and dropped.
    pub counts: (u64, u64),
}

impl StreamOutput {
    /// The files that were asked for, or else standard output.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn new(outputs: &Outputs) -> Result<Self> {
        let list = DropList::new(outputs)?;
        let is_for_list = list.as_ref().is_some_and(DropList::is_printed);
        let out = outputs.out.as_deref();
        let lines = (out.is_some() || !is_for_list).then(|| Sink::new(out, outputs.force));
        Ok(StreamOutput {
            lines: lines.transpose()?,
            list,
            ids: UniqueNames::default(),
            counts: (0, 0),
        })
    }

    /// Writes what is decided of the documents that have arrived, and passes it on.
    ///
    /// # Errors
    /// Output errors; an id that no list can name.
    pub fn block(&mut self, decided: Vec<Decided>) -> Result<()> {
        for document in decided {
            let (kept, dropped) = &mut self.counts;
            *(if document.is_kept { kept } else { dropped }) += 1;
            if let Some(list) = &mut self.list {
                let id = self.ids.give(document.id);
                if !document.is_kept {
                    list.id(&id)?;
                }
            }
            if document.is_kept {
                self.line(document.line.with_end())?;
            }
        }
        self.lines.as_mut().map_or(Ok(()), Sink::flush_printed)?;
        self.list.as_mut().map_or(Ok(()), DropList::flush_printed)
    }

    /// Writes a line without the byte-order mark that the first may have.
    fn line(&mut self, line: &[u8]) -> Result<()> {
        ensure!(
            !decode::begins_wide(line),
            "standard input is UTF-16 or UTF-32, of which no line is passed on: convert it to UTF-8"
        );
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let lines = self.lines.as_mut();
        lines.map_or(Ok(()), |lines| Ok(lines.write_all(line)?))
    }

    /// Ends the output: files appear.
    ///
    /// # Errors
    /// Output errors.
    pub fn finish(self) -> Result<()> {
        self.lines.map_or(Ok(()), Sink::finish)?;
        self.list.map_or(Ok(()), DropList::finish)
    }
}

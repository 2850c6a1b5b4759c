//! The bytes of an archive, read in one pass.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use crate::corpus::packing::{MOST_ZEROS, too_many_zeros};
use crate::corpus::unpacked::damaged;

/// Bytes of a block: headers and contents begin at multiples of it.
pub(super) const BLOCK: u64 = 512;

/// The archive, shared by the iterator and the content of the present member.
pub(super) struct Stream {
    read: Box<dyn Read + Send>,
    at: u64,
    /// Bytes of the present member that are not read.
    pub left: u64,
    /// Whether the end mark was read, a block of zeros.
    pub has_end: bool,
}

impl Stream {
    /// The archive with this content.
    pub fn new(content: Box<dyn Read + Send>) -> Self {
        Stream {
            read: content,
            at: 0,
            left: 0,
            has_end: false,
        }
    }

    /// Whether the bytes end where members begin, without an end mark behind them.
    pub fn is_cut(&self) -> bool {
        !self.has_end && self.at > 0
    }

    /// Reads what comes next, whatever it is.
    pub fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.read.read(into)?;
        self.at += read as u64;
        Ok(read)
    }

    /// Passes over what is left of the present member, and to the next block.
    pub fn pass(&mut self) -> io::Result<()> {
        let end = self.at.saturating_add(self.left);
        let end = end.checked_next_multiple_of(BLOCK).unwrap_or(u64::MAX);
        self.left = 0;
        let mut piece = [0; 16 << 10];
        while self.at < end {
            let room = (end - self.at).min(piece.len() as u64) as usize;
            if self.read(&mut piece[..room])? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(())
    }

    /// Reads to the end. Returns whether there is anything but zeros.
    ///
    /// # Errors
    /// A system error, or more zeros than are passed over.
    pub fn drain(&mut self) -> io::Result<bool> {
        let mut piece = [0; 16 << 10];
        let mut any = false;
        let begin = self.at;
        loop {
            match self.read(&mut piece) {
                Ok(0) => return Ok(any),
                Ok(read) => any |= piece[..read].iter().any(|byte| *byte != 0),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            match any {
                _ if self.at - begin <= MOST_ZEROS => {}
                true => return Ok(true),
                false => return Err(too_many_zeros()),
            }
        }
    }
}

/// The content of the present member, as it is stored.
pub(super) struct Content(Arc<Mutex<Stream>>);

impl Content {
    /// Of the member at which the archive stands.
    pub fn of(stream: Arc<Mutex<Stream>>) -> Self {
        Content(stream)
    }
}

impl Read for Content {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = stream.left.min(into.len() as u64) as usize;
        if room == 0 {
            return Ok(0);
        }
        let read = stream.read(&mut into[..room])?;
        stream.left -= read as u64;
        match read {
            0 => Err(damaged(io::ErrorKind::UnexpectedEof.into(), "tar")),
            read => Ok(read),
        }
    }
}

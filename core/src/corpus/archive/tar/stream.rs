//! The bytes of an archive, read in one pass.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use crate::corpus::unpacked::damaged;

/// Bytes of a block: headers and contents begin at multiples of it.
pub(super) const BLOCK: u64 = 512;

/// The archive, shared by the iterator and the content of the present member.
pub(super) struct Stream {
    read: Box<dyn Read + Send>,
    at: u64,
    /// Bytes of the present member that are not read.
    pub left: u64,
    /// Bytes of the headers of the present member behind its first block.
    headers: u64,
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
            headers: 0,
            has_end: false,
        }
    }

    /// Whether the bytes end where members begin, without an end mark behind them.
    pub fn is_cut(&self) -> bool {
        !self.has_end && self.at > 0
    }

    /// Reads the first block of a member; `None` at the end of the archive.
    pub fn block(&mut self) -> io::Result<Option<[u8; BLOCK as usize]>> {
        self.headers = 0;
        let mut block = [0; BLOCK as usize];
        let mut length = 0;
        while length < block.len() {
            match self.read(&mut block[length..]) {
                Ok(0) if length == 0 => return Ok(None),
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.has_end = block.iter().all(|byte| *byte == 0);
        Ok((!self.has_end).then_some(block))
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
    /// A system error, or a packing whose end is damaged.
    pub fn drain(&mut self) -> io::Result<bool> {
        let mut rest = Vec::new();
        let mut any = false;
        while self.read.by_ref().take(16 << 10).read_to_end(&mut rest)? > 0 {
            any |= rest.iter().any(|byte| *byte != 0);
            rest.clear();
        }
        Ok(any)
    }
}

/// Most bytes of the headers of one member, long names included.
const MOST_HEADERS: u64 = 1 << 20;

/// The headers of the present member behind its first block.
pub(super) struct HeaderBytes(Arc<Mutex<Stream>>);

impl HeaderBytes {
    /// Of the member at which the archive stands.
    pub fn of(stream: Arc<Mutex<Stream>>) -> Self {
        HeaderBytes(stream)
    }
}

impl Read for HeaderBytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let read = stream.read(into)?;
        stream.headers += read as u64;
        match stream.headers > MOST_HEADERS {
            true => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "its headers are too long",
            )),
            false => Ok(read),
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

//! Bytes that are read in any order: a file, a part of memory, or what another process has.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

/// A cheap handle on such bytes, with a position of its own.
#[derive(Clone)]
pub struct RandomAccess {
    content: Arc<Content>,
    at: u64,
    length: u64,
}

/// Reads bytes from an offset on; 0 at the end.
type ReadAt = dyn Fn(u64, &mut [u8]) -> io::Result<usize> + Send + Sync;

enum Content {
    /// Handles share the position of the file, which the lock keeps.
    File(Arc<File>, Mutex<()>),
    Bytes(Vec<u8>),
    Elsewhere(Box<ReadAt>),
}

impl RandomAccess {
    /// Of a file of `length` bytes; what is appended later is not seen.
    #[must_use]
    pub fn file(file: Arc<File>, length: u64) -> Self {
        RandomAccess {
            content: Arc::new(Content::File(file, Mutex::new(()))),
            at: 0,
            length,
        }
    }

    /// Of bytes in memory.
    #[must_use]
    pub fn bytes(bytes: Vec<u8>) -> Self {
        RandomAccess {
            length: bytes.len() as u64,
            content: Arc::new(Content::Bytes(bytes)),
            at: 0,
        }
    }

    /// Of `length` bytes that `read_at` reads from an offset on.
    #[must_use]
    pub fn elsewhere(
        length: u64,
        read_at: impl Fn(u64, &mut [u8]) -> io::Result<usize> + Send + Sync + 'static,
    ) -> Self {
        RandomAccess {
            content: Arc::new(Content::Elsewhere(Box::new(read_at))),
            at: 0,
            length,
        }
    }

    /// Length in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Another handle, which stands at `at`.
    #[must_use]
    pub fn at(&self, at: u64) -> Self {
        RandomAccess { at, ..self.clone() }
    }
}

impl Read for RandomAccess {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = self.length.saturating_sub(self.at);
        let room = into.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        if room == 0 {
            return Ok(0);
        }
        let into = &mut into[..room];
        let read = match &*self.content {
            Content::File(file, lock) => {
                let _held = lock.lock().unwrap_or_else(PoisonError::into_inner);
                let mut file = &**file;
                file.seek(SeekFrom::Start(self.at))?;
                file.read(into)?
            }
            Content::Bytes(bytes) => {
                let from = self.at as usize;
                into.copy_from_slice(&bytes[from..from + room]);
                room
            }
            Content::Elsewhere(read_at) => read_at(self.at, into)?,
        };
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for RandomAccess {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

//! Bytes that are read in any order: a file or a part of memory.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::sync::{Arc, OnceLock};

use super::SkipReason;

/// A cheap handle on these bytes, with its own position.
#[derive(Clone)]
pub struct RandomAccess {
    read_at: Arc<ReadAt>,
    /// The first system error of any handle. Parsers often report it as damage.
    failure: Arc<OnceLock<SkipReason>>,
    at: u64,
    length: u64,
}

/// Reads bytes from an offset; the range is never beyond the end.
type ReadAt = dyn Fn(&mut [u8], u64) -> io::Result<usize> + Send + Sync;

impl RandomAccess {
    /// Access to a file of `length` bytes; bytes appended later are ignored.
    pub fn file(file: Arc<File>, length: u64) -> Self {
        RandomAccess {
            read_at: Arc::new(move |into, at| file.read_at(into, at)),
            failure: Arc::default(),
            at: 0,
            length,
        }
    }

    /// Access to bytes in memory.
    pub fn bytes(bytes: Vec<u8>) -> Self {
        Self::failing(bytes, || Ok(()))
    }

    /// Access to bytes in memory; each read may fail.
    pub fn failing(
        bytes: Vec<u8>,
        check: impl Fn() -> io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        RandomAccess {
            length: bytes.len() as u64,
            read_at: Arc::new(move |into, at| {
                check()?;
                into.copy_from_slice(&bytes[at as usize..at as usize + into.len()]);
                Ok(into.len())
            }),
            failure: Arc::default(),
            at: 0,
        }
    }

    /// The first system error of any handle on these bytes.
    pub fn failure(&self) -> Option<SkipReason> {
        self.failure.get().cloned()
    }

    /// Length in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Another handle, at position `at`.
    pub fn at(&self, at: u64) -> Self {
        RandomAccess { at, ..self.clone() }
    }
}

impl Read for RandomAccess {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let rest = self.length.saturating_sub(self.at);
        let length = into.len().min(usize::try_from(rest).unwrap_or(usize::MAX));
        if length == 0 {
            return Ok(0);
        }
        let read = (self.read_at)(&mut into[..length], self.at).inspect_err(|error| {
            let is_of_system =
                error.raw_os_error().is_some() && error.kind() != io::ErrorKind::Interrupted;
            if is_of_system {
                // Only the first error is kept.
                let _ = self.failure.set(SkipReason::from_io_error(error));
            }
        })?;
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

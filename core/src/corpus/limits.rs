//! Limits per document: bytes and time (both configurable), and growth by unpacking. The skip reason names the limit.
//! Time is checked between pieces of work; a blocking system call is not interrupted.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::SkipReason;
use crate::settings::Reading;

/// Bytes read between two checks of the clock.
pub(super) const PIECE: u64 = 1 << 20;

/// Time limit of one document.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    seconds: u32,
}

impl Clock {
    /// Starts the clock now.
    pub fn start(reading: &Reading) -> Self {
        Clock {
            start: Instant::now(),
            seconds: reading.max_seconds,
        }
    }

    /// # Errors
    /// [`SkipReason::TooSlow`] when the time limit is exceeded.
    pub fn check(&self) -> Result<(), SkipReason> {
        if self.start.elapsed() < Duration::from_secs(self.seconds.into()) {
            Ok(())
        } else {
            Err(SkipReason::TooSlow(self.seconds))
        }
    }
}

/// Reads the rest of a file of `length` bytes, which may have grown since and may still grow.
///
/// # Errors
/// A system error, or a limit of `reading` is exceeded.
pub fn read_file(
    file: &mut File,
    length: u64,
    reading: &Reading,
    clock: &Clock,
) -> Result<Vec<u8>, SkipReason> {
    let limit = reading.max_bytes;
    let buffer = Vec::with_capacity(length.min(limit) as usize + 1);
    let read = read_within(file, buffer, limit, clock)?;
    read.ok_or(SkipReason::TooLarge(length.max(limit + 1), limit))
}

/// Reads `content` to its end into `bytes`; `None` if it has more than `limit` bytes.
fn read_within(
    mut content: impl Read,
    mut bytes: Vec<u8>,
    limit: u64,
    clock: &Clock,
) -> Result<Option<Vec<u8>>, SkipReason> {
    loop {
        let piece = (limit + 1 - bytes.len() as u64).min(PIECE);
        let read = content.by_ref().take(piece).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return Ok(None);
        }
        // A short read means the end.
        if (read as u64) < piece {
            return Ok(Some(bytes));
        }
        clock.check()?;
    }
}

/// The bytes that a packed file may still unpack to, archives in archives included.
#[derive(Debug)]
pub struct Budget {
    remaining: AtomicU64,
    total: u64,
}

impl Budget {
    /// Creates the budget for a file of `packed` bytes.
    pub fn new(packed: u64, reading: &Reading) -> Arc<Self> {
        let total = packed.saturating_mul(Reading::MAX_EXPANSION);
        let total = total.saturating_add(reading.max_bytes);
        let remaining = AtomicU64::new(total);
        Arc::new(Budget { remaining, total })
    }

    /// Checks that `bytes` bytes remain.
    ///
    /// # Errors
    /// [`SkipReason::Expands`].
    pub fn check(&self, bytes: u64) -> Result<(), SkipReason> {
        if bytes <= self.remaining.load(Ordering::Relaxed) {
            Ok(())
        } else {
            Err(SkipReason::Expands(self.total))
        }
    }

    /// Subtracts `bytes` from the remaining bytes.
    ///
    /// # Errors
    /// [`SkipReason::Expands`] once nothing remains.
    pub fn spend(&self, bytes: u64) -> Result<(), SkipReason> {
        let take = |remaining: u64| Some(remaining.saturating_sub(bytes));
        let relaxed = Ordering::Relaxed;
        let (Ok(remaining) | Err(remaining)) = self.remaining.fetch_update(relaxed, relaxed, take);
        if bytes <= remaining {
            Ok(())
        } else {
            Err(SkipReason::Expands(self.total))
        }
    }
}

/// A reader of unpacked bytes within a [`Budget`]. Its errors contain a [`SkipReason`], unless the system reports them.
pub struct Unpacked {
    /// Decodes the bytes.
    pub(super) inner: Box<dyn Read + Send>,
    /// The budget.
    pub(super) budget: Arc<Budget>,
    /// The name of the format, for errors.
    pub(super) name: &'static str,
}

impl Read for Unpacked {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into).map_err(|e| damaged(e, self.name))?;
        self.budget.spend(read as u64).map_err(io::Error::other)?;
        Ok(read)
    }
}

/// Converts an error of a decoder to [`SkipReason::Damaged`]. Errors of the system and of inner readers are unchanged.
pub(super) fn damaged(error: io::Error, name: &str) -> io::Error {
    let is_ours = error
        .get_ref()
        .is_some_and(|inner| inner.is::<SkipReason>());
    if is_ours || error.raw_os_error().is_some() || error.kind() == io::ErrorKind::Interrupted {
        return error;
    }
    let why = match error.kind() {
        io::ErrorKind::UnexpectedEof => "it ends too early".to_owned(),
        _ => error.to_string(),
    };
    io::Error::other(SkipReason::Damaged(format!("{name}: {why}")))
}

/// All bytes of `content`, which is the unpacked content of one document.
///
/// # Errors
/// The content is damaged, or larger than [`Reading::max_bytes`].
pub fn within_limit(
    content: impl Read,
    reading: &Reading,
    clock: &Clock,
) -> Result<Vec<u8>, SkipReason> {
    let limit = reading.max_bytes;
    let read = read_within(content, Vec::new(), limit, clock)?;
    read.ok_or(SkipReason::Expands(limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limits() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        std::fs::write(&path, vec![b'x'; 3_000_000]).unwrap();
        let read = |max_bytes, max_seconds| {
            let reading = Reading {
                max_bytes,
                max_seconds,
                ..Reading::default()
            };
            let mut file = File::open(&path).unwrap();
            read_file(&mut file, 3_000_000, &reading, &Clock::start(&reading))
                .map(|bytes| bytes.len())
        };
        assert_eq!(read(3_000_000, 60), Ok(3_000_000));
        let large = SkipReason::TooLarge(3_000_000, 2_999_999);
        assert_eq!(read(2_999_999, 60), Err(large));
        assert_eq!(read(3_000_000, 0), Err(SkipReason::TooSlow(0)));
    }
}

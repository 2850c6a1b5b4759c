//! Limits per document: bytes, nesting depth and time. Each is configurable and named in the skip
//! reason. Time is checked between pieces of work; a blocking system call is not interrupted.

use std::fs::File;
use std::io::Read;
use std::time::{Duration, Instant};

use super::SkipReason;
use crate::settings::Reading;

/// Bytes read between two checks of the clock.
pub(super) const PIECE: u64 = 1 << 20;

/// Time limit of one document.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    begun: Instant,
    seconds: u32,
}

impl Clock {
    /// Starts the clock now.
    pub fn start(reading: &Reading) -> Self {
        Clock {
            begun: Instant::now(),
            seconds: reading.max_seconds,
        }
    }

    /// # Errors
    /// [`SkipReason::TooSlow`] when the time limit is exceeded.
    pub fn check(&self) -> Result<(), SkipReason> {
        if self.begun.elapsed() < Duration::from_secs(self.seconds.into()) {
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
    let mut bytes = Vec::with_capacity(length.min(limit) as usize + 1);
    loop {
        let piece = (limit + 1 - bytes.len() as u64).min(PIECE);
        let read = file.take(piece).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return Err(SkipReason::TooLarge(length.max(limit + 1), limit));
        }
        // Less than was asked for: the end.
        if (read as u64) < piece {
            return Ok(bytes);
        }
        clock.check()?;
    }
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

//! Limits per document: bytes, nesting depth and time. Each is configurable and named in the skip
//! reason. Time is checked between pieces of work; a blocking system call is not interrupted.

use std::fs::File;
use std::io::Read;
use std::time::{Duration, Instant};

use super::SkipReason;
use crate::base::units;
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

/// Bytes of one document or row after which it must not be a repetition.
pub(super) const REPEATS_AFTER: usize = 64 << 20;

/// Times that a piece of a repetition packs to at least: text of people packs to a tenth, logs and tables to a
/// hundredth.
const REPEATS: usize = 500;

/// Whether `piece` is the same few bytes over and over, which is how bombs unpack.
fn is_repetition(piece: &[u8]) -> bool {
    let packed = zstd::bulk::compress(piece, 1);
    packed.is_ok_and(|packed| packed.len().saturating_mul(REPEATS) < piece.len())
}

/// Why content whose last `new` bytes were just read is given up: with them it reached 64 MiB, or a multiple, and
/// its last MiB is a repetition.
pub(super) fn repetition(content: &[u8], new: usize) -> Option<SkipReason> {
    let full = content.len() / REPEATS_AFTER;
    if full == (content.len() - new) / REPEATS_AFTER {
        return None;
    }
    let last = &content[content.len().saturating_sub(PIECE as usize)..];
    is_repetition(last).then(|| {
        SkipReason::Damaged(format!(
            "{} of it are the same over and over; if that is meant, give it as a text file of its own, not packed",
            units::bytes((full * REPEATS_AFTER) as u64)
        ))
    })
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

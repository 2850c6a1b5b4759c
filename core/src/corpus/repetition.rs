//! Content that is the same few bytes over and over, which is how bombs unpack.

use super::SkipReason;
use super::limits::PIECE;
use crate::base::units;

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

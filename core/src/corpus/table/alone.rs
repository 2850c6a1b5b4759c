//! Whether a Parquet or Arrow IPC file is one file: of two that were joined the end belongs to the second, whose places
//! are then those of the first.

use std::io::{self, Read};

use crate::corpus::random_access::RandomAccess;

/// Bytes that may stand between what the end of a file names and the end: the marker of a stream, filled up.
const MARKER: u64 = 16;

/// Whether the table of `content` begins behind its first byte. The end of the file names bytes up to `named` and stands
/// itself at `footer`; a file begins with `magic` and ends with its first `end` bytes.
///
/// # Errors
/// The content cannot be read.
pub(super) fn is_joined(
    content: &RandomAccess,
    (named, footer): (u64, u64),
    magic: &[u8],
    end: usize,
) -> io::Result<bool> {
    let Some(between) = footer.checked_sub(named).filter(|between| *between > 0) else {
        return Ok(false);
    };
    // Its first byte if nothing but a marker follows what is named.
    for marker in (0..=MARKER).step_by(4) {
        let mut begin = vec![0; magic.len()];
        if let Some(at) = between.checked_sub(marker).filter(|at| *at > 0)
            && at + magic.len() as u64 <= content.length()
        {
            content.at(at).read_exact(&mut begin)?;
            if begin == magic {
                return Ok(true);
            }
        }
    }
    let seam = [&magic[..end], magic].concat();
    let mut rest = content.at(named).take(between);
    let mut piece = Vec::new();
    loop {
        let kept = piece.len().min(seam.len() - 1);
        piece.drain(..piece.len() - kept);
        if (&mut rest).take(64 << 10).read_to_end(&mut piece)? == 0 {
            return Ok(false);
        }
        if piece.windows(seam.len()).any(|at| at == seam) {
            return Ok(true);
        }
    }
}

/// What is said of such a file.
pub(super) const JOINED: &str =
    "another file stands before its table, as where two were joined: take them apart";

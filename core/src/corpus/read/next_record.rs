//! The next record of a WARC file after damage: where a gzip member begins that unpacks to a record, or a line
//! that begins one.

use std::io::{self, Read};

use crate::corpus::limits::StopFlag;

/// Bytes read at a time.
const PIECE: usize = 1 << 20;
/// Bytes of a gzip member that are enough to unpack the first word of its record.
const ENOUGH: usize = 4 << 10;
/// The first word of a record.
const WORD: &[u8] = b"WARC/";
/// The first bytes of a gzip member.
const MAGIC: [u8; 3] = [0x1f, 0x8b, 0x08];

/// Number of bytes of `input` before the next record; `None` if there is none, or once `stop` is
/// set.
///
/// # Errors
/// Read errors.
pub(super) fn bytes_before_next(mut input: impl Read, stop: &StopFlag) -> io::Result<Option<u64>> {
    let (mut piece, mut passed) = (Vec::with_capacity(PIECE + ENOUGH), 0);
    while !stop.is_set() {
        let before = piece.len();
        input.by_ref().take(PIECE as u64).read_to_end(&mut piece)?;
        let is_end = piece.len() == before;
        // What begins close to the end is looked at together with what follows.
        let until = match is_end {
            true => piece.len(),
            false => piece.len().saturating_sub(ENOUGH),
        };
        if let Some(at) = (0..until).find_map(|at| record_at(&piece, at, stop)) {
            return Ok(Some(passed + at as u64));
        }
        if is_end {
            return Ok(None);
        }
        piece.drain(..until);
        passed += until as u64;
    }
    Ok(None)
}

/// Place of the record that begins at `at`, or after the line end there.
fn record_at(bytes: &[u8], at: usize, stop: &StopFlag) -> Option<usize> {
    let rest = &bytes[at..];
    let (at, begins) = match rest[0] {
        0x1f => (
            at,
            rest.starts_with(&MAGIC) && !stop.is_set() && is_member(rest),
        ),
        b'\n' => (at + 1, is_record(&rest[1..])),
        _ => return None,
    };
    begins.then_some(at)
}

fn is_record(bytes: &[u8]) -> bool {
    bytes.starts_with(WORD) && bytes.get(WORD.len()).is_some_and(u8::is_ascii_digit)
}

/// Whether a gzip member begins here and unpacks to a record.
fn is_member(bytes: &[u8]) -> bool {
    let mut word = [0; WORD.len() + 1];
    let mut unpacked = flate2::read::GzDecoder::new(&bytes[..bytes.len().min(ENOUGH)]);
    unpacked.read_exact(&mut word).is_ok() && is_record(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn before(bytes: &[u8]) -> Option<u64> {
        bytes_before_next(bytes, &StopFlag::default()).unwrap()
    }

    #[test]
    fn the_next_record_is_found_across_pieces_and_nothing_else_is() {
        use std::io::Write;
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(b"WARC/1.0\r\nWARC-Type: x\r\n").unwrap();
        let member = packed.finish().unwrap();
        for gap in [0, 1, 5, PIECE - ENOUGH - 3, PIECE - 1, PIECE, 2 * PIECE + 7] {
            let damage = [
                &b"\x1f\x8b\x08 WARC/1.0 \x1f\x8b\x08\x00"[..],
                &[b'.'; 8_000],
            ]
            .concat();
            let damage = damage.repeat(gap / damage.len() + 1);
            let bytes = [&damage[..gap], &member, b"more"].concat();
            assert_eq!(before(&bytes), Some(gap as u64));
            let bytes = [&damage[..gap], b"\nWARC/1.1\r\n"].concat();
            assert_eq!(before(&bytes), Some(gap as u64 + 1));
            assert_eq!(before(&damage[..gap]), None);
        }
        assert_eq!(before(b"\nWARC/x\nWARC"), None);
        let set = StopFlag::from(Arc::new(AtomicBool::new(true)));
        assert_eq!(bytes_before_next(&member[..], &set).unwrap(), None);
    }
}

//! Text of documents in formats that need a parser: word processors, slides, e-books, PDF, mail.
//!
//! The parsers run in a [child process](super::child), so a parser that fails affects only its document. If no program
//! is set for child processes (`set_program`), for example in a test, the parsers run in the current process, where
//! only panics are caught. Extracted text is cached ([`kept`]), so that a file is parsed once.

pub mod kept;
pub mod readers;

use std::path::Path;

use super::child;
use super::extracted::{Extracted, Limits};
use super::formats::FileFormat;
use crate::corpus::SkipReason;
use crate::settings::Reading;

/// Returns the text of a document with these bytes and their digest, from the cache if possible.
///
/// # Errors
/// The reason why there is no text.
pub fn extract(
    format: FileFormat,
    bytes: &[u8],
    fingerprint: u128,
    reading: &Reading,
) -> Result<Extracted, SkipReason> {
    let limits = Limits::new(reading);
    cached_or(format, fingerprint, &limits, || {
        child::extract(format, bytes, &limits)
    })
}

/// Returns the text that `command`, a configured reader, prints for the file at `path` with this digest, from the
/// cache if possible.
///
/// # Errors
/// The reason why there is no text.
pub fn by_reader(
    command: &str,
    path: &Path,
    fingerprint: u128,
    reading: &Reading,
) -> Result<Extracted, SkipReason> {
    let limits = Limits {
        reader: readers::digest_of(command),
        ..Limits::new(reading)
    };
    let read = || readers::read(command, path, &limits);
    cached_or(FileFormat::External, fingerprint, &limits, read)
}

fn cached_or(
    format: FileFormat,
    fingerprint: u128,
    limits: &Limits,
    read: impl FnOnce() -> Result<Extracted, SkipReason>,
) -> Result<Extracted, SkipReason> {
    if let Some(extracted) = kept::find(format, fingerprint, limits) {
        kept::note(format, fingerprint, &extracted);
        return Ok(extracted);
    }
    let extracted = read()?;
    kept::keep(format, fingerprint, &extracted, limits);
    kept::note(format, fingerprint, &extracted);
    Ok(extracted)
}

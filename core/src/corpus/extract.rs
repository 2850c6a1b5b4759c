//! Text of documents in formats that need a parser: word processors, slides, e-books, PDF, mail.
//!
//! The parsers run in a [child process](super::child): a parser that fails costs its document and nothing else. In a
//! process that names no program for its children (`set_program`), such as a test, they run in the process itself, where
//! panics are caught and nothing else is.
//! Text that was taken out is kept ([`kept`]), so that a file is parsed once.

pub mod kept;
pub mod readers;

use std::path::Path;

use super::child;
use super::extracted::{Extracted, Limits};
use super::formats::FileFormat;
use crate::corpus::SkipReason;
use crate::settings::Reading;

/// The text of a document with these bytes and this digest of them: as it was kept, or taken out now.
///
/// # Errors
/// Why the document has no text for us.
pub fn extract(
    format: FileFormat,
    bytes: &[u8],
    fingerprint: u128,
    reading: &Reading,
) -> Result<Extracted, SkipReason> {
    let limits = Limits::new(reading);
    kept_or(format, fingerprint, &limits, || {
        child::extract(format, bytes, &limits)
    })
}

/// The text of the file at `path` with this digest of its bytes, as a reader of the user prints it: as it was kept, or
/// printed now.
///
/// # Errors
/// Why there is none.
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
    kept_or(FileFormat::External, fingerprint, &limits, read)
}

fn kept_or(
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

//! What parsers say of documents that they cannot read.

use crate::base::units;
use crate::corpus::SkipReason;

/// The reason for a document that is not built as its format asks.
pub(super) fn damaged(why: impl std::fmt::Display) -> SkipReason {
    SkipReason::Damaged(why.to_string())
}

/// First bytes of the files of old Office programs, which encrypted new ones are wrapped into.
pub(super) const COMPOUND_FILE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Why the bytes before a zip archive are not read: of two that were joined, the end of the file names the second.
pub(in crate::corpus) fn before_zip(bytes: u64) -> SkipReason {
    SkipReason::Unsupported(format!(
        "{} stand before the zip archive, as where two were joined, and were not read: take them apart",
        units::bytes(bytes)
    ))
}

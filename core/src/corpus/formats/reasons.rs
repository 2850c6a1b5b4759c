//! What parsers say of documents that they cannot read.

use crate::corpus::SkipReason;

/// The reason for a document that is not built as its format asks.
pub(super) fn damaged(why: impl std::fmt::Display) -> SkipReason {
    SkipReason::Damaged(why.to_string())
}

/// First bytes of the files of old Office programs, which encrypted new ones are wrapped into.
pub(super) const COMPOUND_FILE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

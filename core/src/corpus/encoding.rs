//! The encoding that was assumed for a document.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Encoding that was assumed for a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
pub enum Encoding {
    /// Valid UTF-8, with or without byte-order mark.
    #[default]
    Utf8,
    /// UTF-8 with invalid sequences, each replaced by U+FFFD.
    Utf8Damaged,
    /// UTF-16, declared by a byte-order mark.
    Marked(&'static str),
    /// Declared by the document or detected from the bytes: a guess, displayed as such.
    Detected(&'static str),
    /// Named by the user for what is not UTF-8.
    Named(&'static str),
}

impl Encoding {
    /// The encoding that bytes are decoded in which are not UTF-8, where the user may have named one.
    pub(super) fn other(
        used: &'static encoding_rs::Encoding,
        named: Option<&'static encoding_rs::Encoding>,
    ) -> Self {
        match named {
            Some(named) if named == used => Encoding::Named(used.name()),
            _ => Encoding::Detected(used.name()),
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Encoding::Utf8 => f.write_str("UTF-8"),
            Encoding::Utf8Damaged => f.write_str("UTF-8 with invalid bytes"),
            Encoding::Marked(name) => write!(f, "{name} by its byte-order mark"),
            Encoding::Detected(name) => write!(f, "{name}, detected"),
            Encoding::Named(name) => write!(f, "{name}, as --encoding says"),
        }
    }
}

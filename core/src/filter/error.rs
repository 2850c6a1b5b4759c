//! What is wrong with a filter, and where.

use std::fmt;
use std::ops::Range;

/// Why a text is no filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterError {
    /// Bytes of the text that are wrong; empty at its end if something is missing there.
    pub span: Range<usize>,
    /// What is wrong, and what to write.
    pub message: String,
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FilterError {}

//! A member of an archive.

use std::io::Read;

use crate::corpus::SkipReason;

/// A member of an archive.
pub struct Member {
    /// Its path in the archive, safe and unique there.
    pub name: String,
    /// Its content, or why it has none. A member that is not read to its end is passed over.
    pub content: Result<Box<dyn Read + Send>, SkipReason>,
}

//! What stands in the folder of an index, and the number of its format.

/// The format of the folder. Another number means another layout; there is no conversion.
pub const FORMAT: u32 = 7;

/// Says that the folder is one, and which format it has.
pub(super) const MARKER: &str = "shinglescope.toml";
/// The file of the lock.
pub(super) const LOCK: &str = "lock";
pub(super) const FULL_TEXT: &str = "full-text";
pub(super) const SEGMENTS: &str = "segments";
/// Text that was taken out of documents by parsers.
pub(super) const EXTRACTED: &str = "extracted";

/// The names of files and folders in the folder of an index.
pub(super) const FILES: [&str; 2] = [MARKER, LOCK];
pub(super) const FOLDERS: [&str; 3] = [FULL_TEXT, SEGMENTS, EXTRACTED];

//! Opening of discovered files, which may have been replaced since. Does not block on pipes, and checks
//! the opened file rather than the path.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

use super::SkipReason;
use super::entry::Entry;
use super::limits::{Clock, read_file};
use super::skip_reason::Shortage;
use crate::base::Stamp;
use crate::base::files::{open, special};
use crate::settings::Reading;

impl SkipReason {
    /// Converts an I/O error. If the error contains a reason, returns this reason.
    pub fn from_io_error(error: &io::Error) -> Self {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
        match (inner, error.kind(), error.raw_os_error()) {
            (Some(reason), ..) => Self::clone(reason),
            (_, io::ErrorKind::OutOfMemory, _) => SkipReason::Exhausted(Shortage::Memory),
            (.., Some(libc::EMFILE | libc::ENFILE)) => SkipReason::Exhausted(Shortage::Files),
            _ => SkipReason::Unreadable(error.to_string()),
        }
    }
}

impl From<io::Error> for SkipReason {
    fn from(error: io::Error) -> Self {
        SkipReason::from_io_error(&error)
    }
}

/// Opens a regular file. Does not block on pipes.
///
/// # Errors
/// A system error; [`SkipReason::NotRegular`].
pub fn regular(path: &Path) -> Result<(File, Metadata), SkipReason> {
    let (file, metadata) = open(path)?;
    if metadata.is_file() {
        Ok((file, metadata))
    } else {
        Err(SkipReason::NotRegular(special(&metadata).to_owned()))
    }
}

/// Does the same as [`regular`] for the file of `entry`, and updates the stamp of `entry`.
///
/// # Errors
/// A system error; [`SkipReason::Changed`] if it is no longer a file, or a link to another file has replaced it.
pub fn listed(entry: &mut Entry, path: &Path) -> Result<File, SkipReason> {
    let (file, metadata) = match regular(path) {
        Err(SkipReason::NotRegular(_)) => return Err(SkipReason::Changed),
        opened => opened?,
    };
    let current = stamp(entry, &metadata);
    if current.inode != entry.stamp.inode && path.is_symlink() {
        return Err(SkipReason::Changed);
    }
    entry.stamp = current;
    Ok(file)
}

/// Whether an open file still has the stamp of `entry`.
pub fn is_as_listed(file: &File, entry: &Entry) -> io::Result<bool> {
    Ok(stamp(entry, &file.metadata()?) == entry.stamp)
}

/// The current stamp of the file of `entry`, with the rows of the old stamp.
fn stamp(entry: &Entry, metadata: &Metadata) -> Stamp {
    Stamp {
        rows: entry.stamp.rows,
        ..Stamp::from_metadata(metadata)
    }
}

/// Reads the file of `entry` at `path` in a consistent state and updates the stamp of `entry`.
///
/// # Errors
/// As [`listed`] and [`read_file`]; [`SkipReason::Changed`] if the file changes during reading.
pub fn settled(
    entry: &mut Entry,
    path: &Path,
    reading: &Reading,
    clock: &Clock,
) -> Result<Vec<u8>, SkipReason> {
    let mut file = listed(entry, path)?;
    let bytes = read_file(&mut file, entry.stamp.bytes, reading, clock)?;
    if is_as_listed(&file, entry)? {
        Ok(bytes)
    } else {
        Err(SkipReason::Changed)
    }
}

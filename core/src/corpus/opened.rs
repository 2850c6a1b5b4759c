//! Opening of discovered files, which may have been replaced since. Does not block on pipes, and checks
//! the opened file rather than the path.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

use super::entry::Entry;
use super::file_kind::special;
use super::limits::{Clock, whole};
use super::{SkipReason, Stamp, skip_reason::Shortage};
use crate::settings::Reading;

/// Maximum number of attempts to read a file that changes while it is read.
const ATTEMPTS: usize = 3;

impl SkipReason {
    /// Converts an I/O error.
    #[must_use]
    pub fn of(error: &io::Error) -> Self {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
        if let Some(OpenError(reason)) = inner {
            return reason.clone();
        }
        match shortage(error) {
            Some(shortage) => SkipReason::Exhausted(shortage),
            None => SkipReason::Unreadable(error.to_string()),
        }
    }
}

impl From<io::Error> for SkipReason {
    fn from(error: io::Error) -> Self {
        SkipReason::of(&error)
    }
}

/// A reason as an error of a reader, which [`SkipReason::of`] finds again.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct OpenError(SkipReason);

impl OpenError {
    /// The error.
    pub fn error(reason: SkipReason) -> io::Error {
        io::Error::other(OpenError(reason))
    }
}

/// The exhausted resource, if that is why a call failed.
fn shortage(error: &io::Error) -> Option<Shortage> {
    if error.kind() == io::ErrorKind::OutOfMemory {
        return Some(Shortage::Memory);
    }
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let number = error.raw_os_error()?;
        let files = [Errno::MFILE, Errno::NFILE].map(Errno::raw_os_error);
        if files.contains(&number) {
            return Some(Shortage::Files);
        }
    }
    None
}

/// Opens a file of any kind. Does not block on pipes.
pub(super) fn open(path: &Path) -> io::Result<(File, Metadata)> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // The standard library sets close-on-exec in addition.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    Ok((file, metadata))
}

/// Opens a regular file. Does not block on pipes.
///
/// # Errors
/// A system error; [`SkipReason::NotRegular`].
pub fn regular(path: &Path) -> Result<(File, Metadata), SkipReason> {
    let (file, metadata) = open(path)?;
    match metadata.is_file() {
        true => Ok((file, metadata)),
        false => Err(SkipReason::NotRegular(special(&metadata).to_owned())),
    }
}

/// As [`regular`], for the file of `entry`, whose stamp becomes that of the opened file.
///
/// # Errors
/// A system error; [`SkipReason::Changed`] if the file is none any more, or a link to another file has replaced it.
pub fn listed(entry: &mut Entry, path: &Path) -> Result<File, SkipReason> {
    let (file, metadata) = match regular(path) {
        Err(SkipReason::NotRegular(_)) => return Err(SkipReason::Changed),
        opened => opened?,
    };
    let now = stamp(entry, &metadata);
    if now.inode != entry.stamp.inode && path.is_symlink() {
        return Err(SkipReason::Changed);
    }
    entry.stamp = now;
    Ok(file)
}

/// Whether an open file still has the stamp of `entry`.
pub fn is_as_listed(file: &File, entry: &Entry) -> io::Result<bool> {
    Ok(stamp(entry, &file.metadata()?) == entry.stamp)
}

/// The stamp of the file of `entry` as it is now, of the same rows.
fn stamp(entry: &Entry, metadata: &Metadata) -> Stamp {
    Stamp {
        rows: entry.stamp.rows,
        ..Stamp::of(metadata)
    }
}

/// Reads the file of `entry` at `path` in a consistent state and updates the stamp of `entry`.
///
/// # Errors
/// As [`listed`] and [`whole`]; [`SkipReason::Changed`] if the file changes during every attempt.
pub fn settled(
    entry: &mut Entry,
    path: &Path,
    reading: &Reading,
    clock: &Clock,
) -> Result<Vec<u8>, SkipReason> {
    for _ in 0..ATTEMPTS {
        let mut file = listed(entry, path)?;
        let bytes = whole(&mut file, entry.stamp.bytes, reading, clock)?;
        if is_as_listed(&file, entry)? {
            return Ok(bytes);
        }
    }
    Err(SkipReason::Changed)
}

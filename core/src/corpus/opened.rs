//! Opening of discovered files, which may have been replaced since. Does not block on pipes, and checks
//! the opened file rather than the path.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::entry::Entry;
use super::limits::{Clock, whole};
use super::packing::special;
use super::skip_reason::Shortage;
use super::{SkipReason, Stamp};
use crate::base::units;
use crate::settings::Reading;

/// Maximum number of attempts to read a file that changes while it is read.
const ATTEMPTS: usize = 3;

impl SkipReason {
    /// Converts an I/O error: a reason that a reader passes on as an error is that reason.
    pub fn of(error: &io::Error) -> Self {
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
        SkipReason::of(&error)
    }
}

/// Opens a file of any kind. Does not block on pipes.
pub(super) fn open(path: &Path) -> io::Result<(File, Metadata)> {
    let mut options = OpenOptions::new();
    options.read(true);
    use std::os::unix::fs::OpenOptionsExt;
    // The standard library sets close-on-exec in addition.
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
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

/// Most bytes that are read of such a file; the default limit of a document.
pub const LIMIT: u64 = 256 << 20;

/// The content of a regular file of at most [`LIMIT`] bytes. Does not block on pipes.
///
/// # Errors
/// A system error, among them that there is no such file; a file that is not regular or too large. The
/// message does not name the file.
pub fn whole_file(path: &Path) -> io::Result<Vec<u8>> {
    whole_file_of_at_most(path, LIMIT)
}

/// As [`whole_file`], with another limit in bytes.
///
/// # Errors
/// As [`whole_file`].
pub fn whole_file_of_at_most(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let (file, metadata) = open(path)?;
    if !metadata.is_file() {
        let what = special(&metadata).to_owned();
        return Err(io::Error::other(SkipReason::NotRegular(what)));
    }
    let mut bytes = Vec::new();
    if metadata.len() <= limit {
        // The file may grow while it is read.
        file.take(limit + 1).read_to_end(&mut bytes)?;
    }
    let length = metadata.len().max(bytes.len() as u64);
    if length > limit {
        let (length, limit) = (units::bytes(length), units::bytes(limit));
        return Err(io::Error::other(format!(
            "too large: {length} where at most {limit} is read"
        )));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_the_limit_and_what_is_no_file_not_at_all() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("labels.csv");
        let missing = whole_file_of_at_most(&path, 4).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        std::fs::write(&path, "1234").unwrap();
        assert_eq!(whole_file_of_at_most(&path, 4).unwrap(), b"1234");
        let large = whole_file_of_at_most(&path, 3).unwrap_err().to_string();
        assert!(large.contains("4 B") && large.contains("3 B"), "{large}");
        let folder = whole_file_of_at_most(temp.path(), 4)
            .unwrap_err()
            .to_string();
        assert!(folder.contains("a folder"), "{folder}");
        let device = whole_file(Path::new("/dev/zero")).unwrap_err().to_string();
        assert!(device.contains("a device"), "{device}");
    }
}

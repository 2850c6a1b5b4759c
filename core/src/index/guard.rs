//! The layout of the folder, and access to it: keeps reads and writes inside the index folder, the folder private, and
//! its writers to one process at a time.
//!
//! The index folder itself may be reached through a link, because its creator chose the location. Inside it, our files
//! and folders and their content must be plain files and folders. Anyone who could once write there could have placed a
//! link that redirects writes and removals, so an index with such a link is rejected. An index that belongs to a user
//! other than the current one or root is rejected too, because that user can change it at any time.

use std::fs::{self, File, FileType, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use super::IndexError;

/// The format of the folder. Another number means another layout; there is no conversion.
pub const FORMAT: u32 = 11;

/// Marks the folder as an index, with its format.
pub(super) const MARKER: &str = "shinglescope.toml";
/// The file of the lock.
pub(super) const LOCK: &str = "lock";
pub(super) const FULL_TEXT: &str = "full-text";
pub(super) const SEGMENTS: &str = "segments";
/// Text that parsers extracted from documents.
pub(super) const EXTRACTED: &str = "extracted";

/// How files of the index are opened.
pub(super) use crate::base::files::options;

/// Checks that every entry of `dir` with one of our names is a plain file or folder. Fails with
/// [`IndexError::NotPlain`] at the first other entry.
pub(super) fn check_plain(dir: &Path) -> Result<(), IndexError> {
    for name in [MARKER, LOCK] {
        check(&dir.join(name), FileType::is_file, "no plain file")?;
    }
    for name in [FULL_TEXT, SEGMENTS, EXTRACTED] {
        let folder = dir.join(name);
        check(&folder, FileType::is_dir, "no plain folder")?;
        // An unreadable folder is reported later, where its content is needed.
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let is_plain = |kind: &FileType| kind.is_file() || kind.is_dir();
            if entry.file_type().is_ok_and(|kind| !is_plain(&kind)) {
                check(&entry.path(), is_plain, "no plain file")?;
            }
        }
    }
    Ok(())
}

/// Checks that `folder`, if it exists, is a folder and not a link to one.
pub(super) fn check_folder(folder: &Path) -> Result<(), IndexError> {
    check(folder, FileType::is_dir, "no plain folder")
}

fn check(
    path: &Path,
    is_plain: impl Fn(&FileType) -> bool,
    what: &'static str,
) -> Result<(), IndexError> {
    let kind = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.file_type(),
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(());
        }
        Err(e) => return Err(IndexError::io("read", path)(e)),
    };
    if is_plain(&kind) {
        return Ok(());
    }
    Err(IndexError::NotPlain {
        path: path.to_owned(),
        what: if kind.is_symlink() { "a link" } else { what },
    })
}

/// Checks that `dir`, if it exists, belongs to the current user or root.
pub(super) fn check_owner(dir: &Path) -> Result<(), IndexError> {
    use std::os::unix::fs::MetadataExt;
    let owner = match fs::metadata(dir) {
        Ok(metadata) => metadata.uid(),
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(IndexError::io("read", dir)(e)),
    };
    if owner == 0 || owner == rustix::process::geteuid().as_raw() {
        return Ok(());
    }
    let dir = dir.to_owned();
    Err(IndexError::NotYours { dir, owner })
}

/// Reads a file of the index without following links.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut file = options().read(true).open(path)?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The exclusive right to write in a folder, until the value is dropped or the process ends in any way.
#[derive(Debug)]
pub(super) struct WriteLock(File);

impl WriteLock {
    /// Locks the index folder `dir` and writes the process id into the file of the lock.
    pub fn take(dir: &Path) -> Result<Self, IndexError> {
        let path = dir.join(LOCK);
        let failed = || IndexError::io("write", &path);
        let mut options = options();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(failed())?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.read_to_string(&mut holder);
                return Err(IndexError::InUse {
                    dir: dir.to_owned(),
                    pid: holder.trim().parse().ok(),
                });
            }
            Err(TryLockError::Error(e)) => return Err(IndexError::io("lock", &path)(e)),
        }
        let mut lock = WriteLock(file);
        let signed = lock.0.set_len(0);
        let signed = signed.and_then(|()| writeln!(lock.0, "{}", std::process::id()));
        signed.map_err(failed())?;
        Ok(lock)
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        let _ = self.0.set_len(0);
        // Closing is not enough: a child process that was just forked shares the handle until it
        // executes its program, and would keep the lock that long.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_names_its_holder_and_ends_with_it() {
        let temp = tempfile::tempdir().unwrap();
        let lock = WriteLock::take(temp.path()).unwrap();
        match WriteLock::take(temp.path()) {
            Err(IndexError::InUse { pid, .. }) => assert_eq!(pid, Some(std::process::id())),
            other => panic!("{other:?}"),
        }
        drop(lock);
        WriteLock::take(temp.path()).unwrap();
    }
}

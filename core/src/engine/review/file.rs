//! Reads and appends to the file of a journal.
//!
//! One write appends all lines, under an advisory lock, and is synced; a failed write is truncated again. Programs that
//! append at the same time therefore do not mix their lines, and a killed program loses at most the lines of its last
//! write.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use super::location::JournalLocation;
use crate::base::files;
use crate::review::{DatedLine, Journal, JournalLine, addition};

/// Maximum wait for another program's lock before appending.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum wait before reading. An append takes milliseconds, and an incomplete line is skipped.
const READ_TIMEOUT: Duration = Duration::from_secs(1);

/// Reads the journal for `reviewer`; an empty one if there is no file.
///
/// # Errors
/// The file cannot be read, is not a journal, or has a later version.
pub fn read(location: &JournalLocation, reviewer: &str) -> anyhow::Result<Journal> {
    match fs::symlink_metadata(&location.path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Journal::default()),
        _ => read_existing(location, reviewer),
    }
}

/// Does the same as [`read`], but a missing file is an error.
///
/// # Errors
/// The same as for [`read`], and there is no file.
pub fn read_existing(location: &JournalLocation, reviewer: &str) -> anyhow::Result<Journal> {
    let shown = location.path.display();
    // Links are followed only if the user named the file: a corpus may be untrusted.
    let file = files::options_with(location.named)
        .read(true)
        .open(&location.path);
    let mut file = file.with_context(|| format!("cannot read {shown}"))?;
    check_regular(&file, &location.path)?;
    // With the lock, no line is incomplete. Without it, an incomplete line is skipped.
    let (try_lock, path) = (File::try_lock_shared, &location.path);
    let _ = lock(try_lock, &file, path, READ_TIMEOUT);
    let mut bytes = Vec::new();
    let read = file.read_to_end(&mut bytes);
    let _ = file.unlock();
    read.with_context(|| format!("cannot read {shown}"))?;
    Journal::parse(&bytes, reviewer).with_context(|| shown.to_string())
}

/// Appends acts, and creates the journal if it is missing. An act that is not later than the last one is dated just
/// after it, because the clock may have been set back. Returns the new journal for `reviewer`.
///
/// # Errors
/// The file cannot be written, is not a journal, or has a later version; it stays unchanged.
pub fn append(
    location: &JournalLocation,
    reviewer: &str,
    acts: Vec<impl DatedLine>,
) -> anyhow::Result<Journal> {
    let path = &location.path;
    let shown = path.display();
    if location.private
        && let Some(folder) = path.parent()
    {
        files::create_folders(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let (mut file, is_locked) = open(location)?;
    let mut existing = Vec::new();
    file.read_to_end(&mut existing)
        .with_context(|| format!("cannot read {shown}"))?;
    let journal = Journal::parse(&existing, reviewer).with_context(|| shown.to_string())?;
    let mut last = journal.last();
    let lines = acts.into_iter().map(|mut act| {
        let when = act.when();
        *when = last.map_or(*when, |last| last.next().max(*when));
        last = Some(*when);
        JournalLine::new(act).raw
    });
    let lines: Vec<String> = lines.collect();
    let bytes = addition(&existing, lines.iter().map(String::as_bytes));
    let result = file.write_all(&bytes).and_then(|()| file.sync_data());
    if let Err(error) = result {
        // Removes an incomplete line; if this fails, the next program completes the line. Without a lock, others may
        // have appended meanwhile, so nothing is removed.
        if is_locked {
            let _ = file.set_len(existing.len() as u64);
            if existing.is_empty() {
                let _ = fs::remove_file(path);
            }
        }
        let state = "it is unchanged, and the new decisions are not saved";
        return Err(error).with_context(|| format!("cannot write {shown}; {state}"));
    }
    if existing.is_empty() {
        sync_folder(path);
    }
    // A child process that was just forked shares the handle and would keep the lock.
    let _ = file.unlock();
    existing.extend(bytes);
    Journal::parse(&existing, reviewer).with_context(|| shown.to_string())
}

/// Opens the file, which is created if it is missing. Returns it, and whether it is locked.
fn open(location: &JournalLocation) -> anyhow::Result<(File, bool)> {
    let path = &location.path;
    // Only the user may read a new file, because it contains text of the documents.
    let mut options = files::options_with(location.named);
    options.read(true).append(true).create(true);
    loop {
        let shown = path.display();
        let file = options.open(path);
        let file = file
            .with_context(|| format!("cannot write {shown}; --journal FILE names another file"))?;
        check_regular(&file, path)?;
        let is_locked = lock(File::try_lock, &file, path, WRITE_TIMEOUT)?;
        // Another program may have removed or replaced it meanwhile.
        if is_at(&file, path) {
            return Ok((file, is_locked));
        }
    }
}

fn check_regular(file: &File, path: &Path) -> anyhow::Result<()> {
    ensure!(
        file.metadata().is_ok_and(|metadata| metadata.is_file()),
        "{} is not a regular file; name one with --journal",
        path.display()
    );
    Ok(())
}

/// Takes a lock, and waits for programs that hold it. Returns `false` if the file system has no locks: appending
/// without one is better than losing a decision.
fn lock(
    try_lock: fn(&File) -> Result<(), TryLockError>,
    file: &File,
    path: &Path,
    timeout: Duration,
) -> anyhow::Result<bool> {
    let start = Instant::now();
    loop {
        match try_lock(file) {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) if start.elapsed() < timeout => {
                thread::sleep(Duration::from_millis(2));
            }
            Err(TryLockError::WouldBlock) => bail!(
                "another program has held {} for {} s; end it, or name another file with --journal",
                path.display(),
                timeout.as_secs()
            ),
            Err(TryLockError::Error(_)) => return Ok(false),
        }
    }
}

/// Whether `path` still names `file`.
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let inode = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let (open, named) = (file.metadata(), fs::metadata(path));
    open.map(inode).ok() == named.map(inode).ok()
}

/// Syncs the directory entry of a new file.
fn sync_folder(path: &Path) {
    let folder = File::open(files::folder(path));
    // An error is ignored, because the lines themselves are synced.
    let _ = folder.and_then(|folder| folder.sync_all());
}

#[cfg(test)]
mod tests;

//! Reads and appends to the file of a journal.
//!
//! Lines are appended by one write to a file opened for appending, under an advisory lock, and synced. A write that
//! fails is taken back. So programs that append at the same time do not mix their lines, and a killed one loses at
//! most what it was about to write.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use super::location::JournalPlace;
use crate::base::files;
use crate::review::{DatedLine, Journal, JournalLine, addition};

/// Longest time to wait for another program that appends, before appending.
const PATIENCE: Duration = Duration::from_secs(10);

/// Longest time to wait for it before reading: it appends in milliseconds, and a line that is half written is skipped.
const READERS_PATIENCE: Duration = Duration::from_secs(1);

/// The journal as `reviewer` reads it; an empty one if there is no file.
///
/// # Errors
/// A file that cannot be read, is no journal, or one of a later version.
pub fn read(location: &JournalPlace, reviewer: &str) -> anyhow::Result<Journal> {
    match fs::symlink_metadata(&location.path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Journal::default()),
        _ => read_existing(location, reviewer),
    }
}

/// The journal as `reviewer` reads it.
///
/// # Errors
/// As [`read`], and no file.
pub fn read_existing(location: &JournalPlace, reviewer: &str) -> anyhow::Result<Journal> {
    let shown = location.path.display();
    // Of a file that the user named, links are followed; in a corpus, which comes from others, they are not.
    let file = files::options_with(location.named)
        .read(true)
        .open(&location.path);
    let mut file = file.with_context(|| format!("cannot read {shown}"))?;
    check_regular(&file, &location.path)?;
    // So that no line is seen that is half written. Where the file cannot be locked, such a line is skipped.
    let (take, path) = (File::try_lock_shared, &location.path);
    let _ = is_locked(take, &file, path, READERS_PATIENCE);
    let mut bytes = Vec::new();
    let read = file.read_to_end(&mut bytes);
    let _ = file.unlock();
    read.with_context(|| format!("cannot read {shown}"))?;
    Journal::parse(&bytes, reviewer).with_context(|| shown.to_string())
}

/// Appends acts, and makes the journal if there is none. An act that is not later than the last one is
/// dated right after it, since the clock may have been set back. Returns the journal with the acts, as `reviewer` reads
/// it.
///
/// # Errors
/// A file that cannot be written, is no journal, or one of a later version; it is left as it was.
pub fn append(
    location: &JournalPlace,
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
    let (mut file, locked) = opened(location)?;
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
    let written = file.write_all(&bytes).and_then(|()| file.sync_data());
    if let Err(error) = written {
        // Nothing half is left; if that fails too, the next program ends the line. Without a lock, others may have
        // appended meanwhile.
        if locked {
            let _ = file.set_len(existing.len() as u64);
            if existing.is_empty() {
                let _ = fs::remove_file(path);
            }
        }
        let kept = "it stays as it was, and what was to be added is not kept";
        return Err(error).with_context(|| format!("cannot write {shown}; {kept}"));
    }
    if existing.is_empty() {
        sync_folder(path);
    }
    // A child process that was just forked shares the handle and would keep the lock.
    let _ = file.unlock();
    existing.extend(bytes);
    Journal::parse(&existing, reviewer).with_context(|| shown.to_string())
}

/// The file, made if need be, and whether it is locked.
fn opened(location: &JournalPlace) -> anyhow::Result<(File, bool)> {
    let path = &location.path;
    // A new file can be read by its user alone, since words of the documents are in it.
    let mut options = files::options_with(location.named);
    options.read(true).append(true).create(true);
    loop {
        let shown = path.display();
        let file = options.open(path);
        let file = file
            .with_context(|| format!("cannot write {shown}; --journal FILE names another file"))?;
        check_regular(&file, path)?;
        let locked = is_locked(File::try_lock, &file, path, PATIENCE)?;
        // Another program may have removed or replaced it meanwhile.
        if is_at(&file, path) {
            return Ok((file, locked));
        }
    }
}

fn check_regular(file: &File, path: &Path) -> anyhow::Result<()> {
    ensure!(
        file.metadata().is_ok_and(|metadata| metadata.is_file()),
        "{} is no regular file; a journal is one: name a file with --journal",
        path.display()
    );
    Ok(())
}

/// Takes a lock, waiting for programs that hold it. Returns whether there is one: some file systems have none, and
/// there it is better to append without one than to lose a decision.
fn is_locked(
    take: fn(&File) -> Result<(), TryLockError>,
    file: &File,
    path: &Path,
    patience: Duration,
) -> anyhow::Result<bool> {
    let begun = Instant::now();
    loop {
        match take(file) {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) if begun.elapsed() < patience => {
                thread::sleep(Duration::from_millis(2));
            }
            Err(TryLockError::WouldBlock) => bail!(
                "another program has held {} for {} s; end it, or name another file with --journal",
                path.display(),
                patience.as_secs()
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
    // The lines are on disk; of the name, an error cannot tell more than the file system keeps.
    let _ = folder.and_then(|folder| folder.sync_all());
}

#[cfg(test)]
mod tests;

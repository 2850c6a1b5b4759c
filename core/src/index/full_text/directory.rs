//! The tantivy directory of an index. Differences from [`MmapDirectory`]:
//!
//! - It supports readers without write permission. A reader normally takes a lock so that no file is
//!   deleted while it opens them. If the lock file cannot be created (read-only or full disk, another
//!   owner), it continues without the lock; a file deleted meanwhile then causes an error, and the index is opened
//!   again.
//! - Each file is hashed while it is written, and each commit lists its files with length and hash
//!   ([`super::seal`]).
//! - If a link has replaced the folder, nothing is written to it. Only tantivy's own files are removed. New files are
//!   readable by their owner only.

use std::fs::{Permissions, set_permissions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tantivy::directory::error::{
    DeleteError, LockError, OpenDirectoryError, OpenReadError, OpenWriteError,
};
use tantivy::directory::{
    AntiCallToken, Directory, DirectoryLock, FileHandle, Lock, META_LOCK, MmapDirectory,
    TerminatingWrite, WatchCallback, WatchHandle, WritePtr,
};

use super::seal::{Commit, Files, META, sealed};
use crate::base::lock;
use crate::index::file::FileWriter;
use crate::index::{IndexError, guard};

/// Tantivy directory with hashing and access checks; see the module.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    inner: MmapDirectory,
    path: PathBuf,
    files: Arc<Files>,
}

impl Folder {
    /// Opens the existing folder at `path`.
    pub fn open(path: &Path) -> Result<Self, OpenDirectoryError> {
        let inner = MmapDirectory::open(path)?;
        // A problem with the commit is reported when it is read.
        let commit = Commit::last(path).ok().flatten();
        let files = commit.into_iter().flat_map(|commit| commit.files);
        let files = files.map(|file| (file.name.clone(), file)).collect();
        Ok(Folder {
            inner,
            path: path.to_owned(),
            files: Arc::new(Files::new(files)),
        })
    }

    /// Fails if the folder is a link: a program may have replaced the folder since it was opened.
    fn check(&self) -> io::Result<()> {
        guard::check_folder(&self.path).map_err(to_io)
    }
}

/// Whether a file of this name can only belong to a segment of tantivy.
pub fn is_segment_file(name: &str) -> bool {
    let lower_hex = |c: u8| matches!(c, b'0'..=b'9' | b'a'..=b'f');
    name.split_at_checked(32).is_some_and(|(id, rest)| {
        let deletes = rest.strip_prefix('.').and_then(|r| r.strip_suffix(".del"));
        let is_number = |n: &str| !n.is_empty() && n.bytes().all(|c| c.is_ascii_digit());
        let has_known_suffix = match rest {
            ".idx" | ".pos" | ".term" | ".store" | ".store.temp" | ".fast" | ".fieldnorm" => true,
            _ => deletes.is_some_and(is_number),
        };
        id.bytes().all(lower_hex) && has_known_suffix
    })
}

/// Whether a file of this name can only be a tantivy file in our index.
pub fn is_index_file(name: &str) -> bool {
    let is_temporary = name
        .strip_prefix(".tmp")
        .is_some_and(|rest| rest.len() == 6 && rest.bytes().all(|c| c.is_ascii_alphanumeric()));
    let is_common = matches!(
        name,
        META | ".managed.json" | ".tantivy-writer.lock" | ".tantivy-meta.lock"
    );
    is_segment_file(name) || is_temporary || is_common
}

impl Directory for Folder {
    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        self.check().map_err(LockError::wrap_io_error)?;
        match self.inner.acquire_lock(lock) {
            Err(LockError::IoError(_)) if lock.filepath == META_LOCK.filepath => {
                Ok(DirectoryLock::from(Box::new(())))
            }
            Ok(acquired) => {
                // Ignored on file systems without permissions.
                let _ = set_permissions(
                    self.path.join(&lock.filepath),
                    Permissions::from_mode(0o600),
                );
                Ok(acquired)
            }
            failed => failed,
        }
    }

    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.inner.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        // The list of removable files is in the folder too, and a manipulated one could name any file.
        let Some(name) = path.to_str().filter(|name| is_index_file(name)) else {
            return Err(DeleteError::FileDoesNotExist(path.to_owned()));
        };
        lock(&self.files).remove(name);
        self.inner.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.inner.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let name = path.to_string_lossy().into_owned();
        match FileWriter::create(&self.path, name) {
            Ok(file) => Ok(BufWriter::new(Box::new(HashedFile {
                file: Some(file),
                files: Arc::clone(&self.files),
            }))),
            Err(IndexError::Io { error, .. }) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(OpenWriteError::FileAlreadyExists(path.to_owned()))
            }
            Err(error) => Err(OpenWriteError::wrap_io_error(to_io(error), path.to_owned())),
        }
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.inner.atomic_read(path)
    }

    /// Tantivy writes to a temporary file with mode 0600 and renames it.
    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.check()?;
        if path == Path::new(META) {
            return self.inner.atomic_write(path, &sealed(data, &self.files)?);
        }
        self.inner.atomic_write(path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.inner.sync_directory()
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.inner.watch(callback)
    }
}

/// A file of tantivy that is hashed while it is written.
struct HashedFile {
    /// `None` once it is complete.
    file: Option<FileWriter>,
    files: Arc<Files>,
}

impl Write for HashedFile {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let file = self.file.as_mut();
        let pushed = file.map_or(Ok(()), |file| file.push(data));
        pushed.map(|()| data.len()).map_err(to_io)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TerminatingWrite for HashedFile {
    fn terminate_ref(&mut self, _: AntiCallToken) -> io::Result<()> {
        if let Some(file) = self.file.take() {
            let record = file.finish().map_err(to_io)?.record;
            lock(&self.files).insert(record.name.clone(), record);
        }
        Ok(())
    }
}

/// Returns the error of the system, or else an error with the message.
fn to_io(error: IndexError) -> io::Error {
    match error {
        IndexError::Io { error, .. } => error,
        other => io::Error::other(other.to_string()),
    }
}

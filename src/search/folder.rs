//! The folder of an index, for readers who may not write in it as well. A reader takes a lock so that
//! no file goes while it opens them; where the lock's file cannot be made, because the disk is
//! read-only, full or somebody else's, it does without: a file that goes meanwhile is an error then,
//! and the store opens the index again.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tantivy::Result;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, Lock, META_LOCK, MmapDirectory, WatchCallback,
    WatchHandle, WritePtr,
};

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Folder(pub MmapDirectory);

impl Directory for Folder {
    fn acquire_lock(&self, lock: &Lock) -> std::result::Result<DirectoryLock, LockError> {
        match self.0.acquire_lock(lock) {
            Err(LockError::IoError(_)) if lock.filepath == META_LOCK.filepath => {
                Ok(DirectoryLock::from(Box::new(())))
            }
            taken => taken,
        }
    }

    fn get_file_handle(
        &self,
        path: &Path,
    ) -> std::result::Result<Arc<dyn FileHandle>, OpenReadError> {
        self.0.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> std::result::Result<(), DeleteError> {
        self.0.delete(path)
    }

    fn exists(&self, path: &Path) -> std::result::Result<bool, OpenReadError> {
        self.0.exists(path)
    }

    fn open_write(&self, path: &Path) -> std::result::Result<WritePtr, OpenWriteError> {
        self.0.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> std::result::Result<Vec<u8>, OpenReadError> {
        self.0.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.0.atomic_write(path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.0.sync_directory()
    }

    fn watch(&self, callback: WatchCallback) -> Result<WatchHandle> {
        self.0.watch(callback)
    }
}

//! The write lock of an index folder: one writing process at a time, identified by its process id.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use super::IndexError;
use super::guard::{self, LOCK};

/// The right to write in a folder. It ends with the value, and with the process however that ends.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Lock {
    /// Acquires the lock of the index folder `dir`.
    pub fn take(dir: &Path) -> Result<Self, IndexError> {
        let path = dir.join(LOCK);
        let mut file = guard::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(IndexError::io("write", &path))?;
        match file.try_lock() {
            Ok(()) => {
                let mut lock = Lock { file };
                lock.sign().map_err(IndexError::io("write", &path))?;
                Ok(lock)
            }
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.read_to_string(&mut holder);
                Err(IndexError::InUse {
                    dir: dir.to_owned(),
                    pid: holder.trim().parse().ok(),
                })
            }
            Err(TryLockError::Error(e)) => Err(IndexError::io("lock", &path)(e)),
        }
    }

    /// Writes the process id into the file.
    fn sign(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        writeln!(self.file, "{}", std::process::id())
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.file.set_len(0);
        // Closing is not enough: a child process that was just forked shares the handle until it
        // executes its program, and would keep the lock that long.
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_names_its_holder_and_ends_with_it() {
        let temp = tempfile::tempdir().unwrap();
        let lock = Lock::take(temp.path()).unwrap();
        match Lock::take(temp.path()) {
            Err(IndexError::InUse { pid, .. }) => assert_eq!(pid, Some(std::process::id())),
            other => panic!("{other:?}"),
        }
        drop(lock);
        Lock::take(temp.path()).unwrap();
    }
}

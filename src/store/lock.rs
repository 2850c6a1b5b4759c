//! The lock: one process writes in a folder at a time, and says which it is.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

use super::{StoreError, guard};

/// The file of the lock.
pub(super) const NAME: &str = "lock";

/// The right to write in a folder. It ends with the value, and with the process however that ends.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Lock {
    /// Takes the lock of `dir`, which is ours.
    pub fn take(dir: &Path) -> Result<Self, StoreError> {
        let path = dir.join(NAME);
        let mut file = guard::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(StoreError::io("write", &path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.read_to_string(&mut holder);
                return Err(StoreError::InUse {
                    dir: dir.to_owned(),
                    pid: holder.trim().parse().ok(),
                });
            }
            Err(TryLockError::Error(e)) => return Err(StoreError::io("lock", &path)(e)),
        }
        let written = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        written.map_err(StoreError::io("write", &path))?;
        Ok(Lock(file))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.0.set_len(0);
        // Closing is not enough: a program being started just now has a copy of the handle until it
        // runs, and would hold the lock that long.
        let _ = self.0.unlock();
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
            Err(StoreError::InUse { pid, .. }) => assert_eq!(pid, Some(std::process::id())),
            other => panic!("{other:?}"),
        }
        drop(lock);
        Lock::take(temp.path()).unwrap();
    }
}

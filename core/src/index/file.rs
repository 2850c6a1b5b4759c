//! A single file of the index: written once while its checksum is computed, verified by plain reads
//! before use, then memory-mapped.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::column::Column;
use super::{IndexError, guard};

/// Size in bytes of the write buffer, and of the read buffer during verification.
const BUFFER: usize = 256 << 10;

/// Name, length and checksum of a file as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// File name inside its folder.
    pub name: String,
    /// Length in bytes.
    pub bytes: u64,
    /// XXH3 checksum of the content.
    pub xxh3: u64,
}

impl FileRecord {
    /// Path of the file in `folder`. Fails if the name could lead out of the folder.
    pub(super) fn path(&self, folder: &Path) -> Result<PathBuf, IndexError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        if self.name.is_empty() || self.name.starts_with('.') || !self.name.chars().all(plain) {
            let what = "is said to hold an impossible file name";
            return Err(IndexError::damaged(folder, what));
        }
        Ok(folder.join(&self.name))
    }

    /// Opens the file and reads it completely; returns the handle if length and checksum match.
    pub(super) fn verified(&self, folder: &Path) -> Result<File, IndexError> {
        let path = self.path(folder)?;
        let mut file = self.open(&path)?;
        let mut hash = Xxh3::new();
        let mut buffer = vec![0; BUFFER];
        let mut bytes = 0;
        loop {
            match file.read(&mut buffer) {
                Ok(0) => break,
                Ok(n) => {
                    hash.update(&buffer[..n]);
                    bytes += n as u64;
                }
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(e) => return Err(IndexError::io("read", &path)(e)),
            }
        }
        self.check(&path, bytes, hash.digest())?;
        file.rewind().map_err(IndexError::io("read", &path))?;
        Ok(file)
    }

    /// Opens the file, if length and checksum match, and maps it as an array of numbers.
    ///
    /// # Errors
    /// A file that is missing, damaged, or cannot be read.
    pub fn map<T: bytemuck::Pod>(&self, folder: &Path) -> Result<Column<T>, IndexError> {
        map(&self.verified(folder)?, &self.path(folder)?)
    }

    /// Content of the file, if length and checksum match.
    pub(super) fn read(&self, folder: &Path) -> Result<Vec<u8>, IndexError> {
        let mut bytes = Vec::new();
        let read = self.verified(folder)?.read_to_end(&mut bytes);
        read.map_err(IndexError::io("read", &folder.join(&self.name)))?;
        Ok(bytes)
    }

    fn open(&self, path: &Path) -> Result<File, IndexError> {
        let file = guard::options().read(true).open(path);
        let file = file.map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => IndexError::damaged(path, "is missing"),
            _ => IndexError::io("read", path)(e),
        })?;
        let metadata = file.metadata().map_err(IndexError::io("read", path))?;
        if !metadata.is_file() {
            return Err(IndexError::damaged(path, "is no file"));
        }
        let length = metadata.len();
        self.check(path, length, self.xxh3)?;
        Ok(file)
    }

    fn check(&self, path: &Path, bytes: u64, xxh3: u64) -> Result<(), IndexError> {
        if bytes != self.bytes {
            let what = format!("is {bytes} bytes long where {} were written", self.bytes);
            return Err(IndexError::damaged(path, what));
        }
        if xxh3 != self.xxh3 {
            return Err(IndexError::damaged(path, "has a wrong checksum"));
        }
        Ok(())
    }
}

/// Maps a file of the index as an array of numbers. `file` was verified, or written by this process.
fn map<T: bytemuck::Pod>(file: &File, path: &Path) -> Result<Column<T>, IndexError> {
    let length = file.metadata().map_err(IndexError::io("read", path))?.len();
    if length == 0 {
        return Ok(Column::from(Vec::new()));
    }
    // SAFETY: a mapping is unsound if the file changes while it is mapped. Files of the index are
    // created under a name that no generation uses, written completely before they are mapped, and
    // afterwards only unlinked, which leaves mappings intact. The lock permits a single writing process.
    // As with any mapping, a foreign process that truncates a file can still terminate the program with
    // SIGBUS.
    let map = unsafe { Mmap::map(file) }.map_err(IndexError::io("map", path))?;
    Column::mapped(map).ok_or_else(|| IndexError::damaged(path, "has an impossible length"))
}

/// Buffered writer of one new file.
pub struct FileWriter {
    file: File,
    /// Path of the file; for an unnamed file, its folder.
    path: PathBuf,
    name: String,
    buffer: Vec<u8>,
    hash: Xxh3,
    bytes: u64,
}

/// A file that is written but not yet synced.
#[derive(Debug)]
pub struct Written {
    /// Name, length and checksum.
    pub record: FileRecord,
    file: File,
    path: PathBuf,
}

impl std::fmt::Debug for FileWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FileWriter({})", self.name)
    }
}

impl FileWriter {
    /// Creates file `name` in `folder`; fails if it exists.
    ///
    /// # Errors
    /// The file cannot be created, or the folder is a link.
    pub fn create(folder: &Path, name: String) -> Result<Self, IndexError> {
        // The folder was checked when the index was opened; a program may have replaced it since.
        guard::check_folder(folder)?;
        let path = folder.join(&name);
        let file = guard::options()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&path)
            .map_err(IndexError::io("write", &path))?;
        Ok(Self::new(file, path, name))
    }

    /// Creates an unnamed file in `folder`. The system deletes it when it is no longer open or mapped.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn temporary(folder: &Path) -> Result<Self, IndexError> {
        let folder = folder.to_owned();
        match tempfile::tempfile_in(&folder) {
            Ok(file) => Ok(Self::new(file, folder, String::new())),
            Err(error) => Err(IndexError::Temporary { folder, error }),
        }
    }

    fn new(file: File, path: PathBuf, name: String) -> Self {
        FileWriter {
            file,
            path,
            name,
            buffer: Vec::with_capacity(BUFFER),
            hash: Xxh3::new(),
            bytes: 0,
        }
    }

    /// Appends numbers or records, little-endian.
    ///
    /// # Errors
    /// The file cannot be written, such as on a full disk.
    pub fn push<T: bytemuck::Pod>(&mut self, values: &[T]) -> Result<(), IndexError> {
        let mut bytes: &[u8] = bytemuck::cast_slice(values);
        while self.buffer.len() + bytes.len() > BUFFER {
            let (now, later) = bytes.split_at(BUFFER - self.buffer.len());
            self.buffer.extend_from_slice(now);
            self.flush()?;
            bytes = later;
        }
        self.buffer.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), IndexError> {
        self.hash.update(&self.buffer);
        self.bytes += self.buffer.len() as u64;
        let written = self.file.write_all(&self.buffer);
        written.map_err(|error| match self.name.as_str() {
            "" => IndexError::Temporary {
                folder: self.path.clone(),
                error,
            },
            _ => IndexError::io("write", &self.path)(error),
        })?;
        self.buffer.clear();
        Ok(())
    }

    /// Flushes the buffer and returns the finished file.
    ///
    /// # Errors
    /// As [`FileWriter::push`].
    pub fn finish(mut self) -> Result<Written, IndexError> {
        self.flush()?;
        Ok(Written {
            record: FileRecord {
                name: self.name,
                bytes: self.bytes,
                xxh3: self.hash.digest(),
            },
            file: self.file,
            path: self.path,
        })
    }
}

impl Written {
    /// Waits until the file is on the disk.
    ///
    /// # Errors
    /// The disk fails.
    pub fn sync(&self) -> Result<(), IndexError> {
        let synced = self.file.sync_data();
        synced.map_err(IndexError::io("write", &self.path))
    }

    /// Maps the written numbers.
    ///
    /// # Errors
    /// The file cannot be mapped.
    pub fn map<T: bytemuck::Pod>(&self) -> Result<Column<T>, IndexError> {
        map(&self.file, &self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_mapped_the_same() {
        let temp = tempfile::tempdir().unwrap();
        let values: Vec<u64> = (0..100_000).map(|i| i * 0x9e37_79b9).collect();
        let mut writer = FileWriter::create(temp.path(), "a.terms".into()).unwrap();
        for part in values.chunks(777) {
            writer.push(part).unwrap();
        }
        let written = writer.finish().unwrap();
        assert_eq!(&written.map::<u64>().unwrap()[..], values);
        assert_eq!(written.record.bytes, 800_000);
        let file = written.record.verified(temp.path()).unwrap();
        assert_eq!(&map::<u64>(&file, temp.path()).unwrap()[..], values);
        assert_eq!(written.record.read(temp.path()).unwrap().len(), 800_000);
        assert!(FileWriter::create(temp.path(), "a.terms".into()).is_err());
        let empty = FileWriter::create(temp.path(), "empty".into()).unwrap();
        assert!(empty.finish().unwrap().map::<u64>().unwrap().is_empty());
    }

    #[test]
    fn changed_cut_lost_and_misnamed_files_are_told_apart() {
        let temp = tempfile::tempdir().unwrap();
        let mut writer = FileWriter::create(temp.path(), "a".into()).unwrap();
        writer.push(b"twelve bytes").unwrap();
        let record = writer.finish().unwrap().record;
        let path = temp.path().join("a");
        let message = |record: &FileRecord| record.verified(temp.path()).unwrap_err().to_string();
        std::fs::write(&path, "twelve bytez").unwrap();
        assert!(
            message(&record).ends_with("a has a wrong checksum"),
            "{}",
            message(&record)
        );
        std::fs::write(&path, "twelve").unwrap();
        assert!(message(&record).contains("6 bytes long where 12 were written"));
        std::fs::remove_file(&path).unwrap();
        assert!(message(&record).contains("is missing"));
        for name in ["../a", "", ".", "a/b", "/etc/passwd", "a\\b"] {
            let record = FileRecord {
                name: name.into(),
                ..record.clone()
            };
            assert!(record.path(temp.path()).is_err(), "{name}");
        }
    }
}

//! A single file of the index: written once while its checksum is computed, verified by plain reads
//! before use, then memory-mapped.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::column::Column;
use super::{IndexError, guard};

/// Size in bytes of the write buffer, and of the read buffer during verification.
const BUFFER: usize = 256 << 10;

/// Name, length and checksum of a file as written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        if self.name.is_empty() || self.name.starts_with('.') || !self.name.chars().all(is_plain) {
            let what = "has an impossible file name";
            return Err(IndexError::damaged(folder, what));
        }
        Ok(folder.join(&self.name))
    }

    /// Opens the file and reads it completely; returns the handle if length and checksum match.
    pub(super) fn verified(&self, folder: &Path) -> Result<File, IndexError> {
        let path = self.path(folder)?;
        let failed = || IndexError::io("read", &path);
        let mut file = self.open(&path)?;
        let mut hash = Xxh3::new();
        let read = io::copy(&mut BufReader::with_capacity(BUFFER, &file), &mut hash);
        self.check(&path, read.map_err(failed())?, hash.digest())?;
        file.rewind().map_err(failed())?;
        Ok(file)
    }

    /// Opens the file, if length and checksum match, and maps it as an array of numbers.
    ///
    /// # Errors
    /// The file is missing or damaged, or cannot be read.
    pub fn map<T: bytemuck::Pod>(&self, folder: &Path) -> Result<Column<T>, IndexError> {
        map(&self.verified(folder)?, &self.path(folder)?)
    }

    fn open(&self, path: &Path) -> Result<File, IndexError> {
        let file = guard::options().read(true).open(path);
        let file = file.map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => IndexError::damaged(path, "is missing"),
            _ => IndexError::io("read", path)(e),
        })?;
        let metadata = file.metadata().map_err(IndexError::io("read", path))?;
        if !metadata.is_file() {
            return Err(IndexError::damaged(path, "is no file"));
        }
        self.check(path, metadata.len(), self.xxh3)?;
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
        return Ok(Column::Memory(Vec::new()));
    }
    // SAFETY: a mapping is unsound if the file changes while it is mapped. Files of the index are
    // created under a name that no generation uses, written completely before they are mapped, and
    // afterwards only unlinked, which leaves mappings intact. The lock permits a single writing process.
    // As with any mapping, another process that truncates a file can still terminate the program with
    // SIGBUS.
    let map = unsafe { Mmap::map(file) }.map_err(IndexError::io("map", path))?;
    Column::mapped(map).ok_or_else(|| IndexError::damaged(path, "has an impossible length"))
}

/// Buffered writer of one new file.
pub struct FileWriter {
    file: BufWriter<File>,
    /// Path of the file; for an unnamed file, its folder.
    path: PathBuf,
    name: String,
    hash: Xxh3,
    bytes: u64,
}

/// A file that is complete.
#[derive(Debug)]
pub struct Written {
    /// Name, length and checksum.
    pub record: FileRecord,
    file: File,
    path: PathBuf,
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
        let mut options = guard::options();
        let file = options.read(true).write(true).create_new(true).open(&path);
        let file = file.map_err(IndexError::io("write", &path))?;
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
            file: BufWriter::with_capacity(BUFFER, file),
            path,
            name,
            hash: Xxh3::new(),
            bytes: 0,
        }
    }

    /// Appends numbers or records, little-endian.
    ///
    /// # Errors
    /// The file cannot be written, such as on a full disk.
    pub fn push<T: bytemuck::Pod>(&mut self, values: &[T]) -> Result<(), IndexError> {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        let written = self.file.write_all(bytes);
        written.map_err(|error| self.failed(error))
    }

    /// Completes the file. If it has a name, waits until its content is on the disk.
    ///
    /// # Errors
    /// As [`FileWriter::push`].
    pub fn finish(mut self) -> Result<Written, IndexError> {
        let mut written = self.file.flush();
        if written.is_ok() && !self.name.is_empty() {
            written = self.file.get_ref().sync_data();
        }
        written.map_err(|error| self.failed(error))?;
        let (file, _) = self.file.into_parts();
        Ok(Written {
            record: FileRecord {
                name: self.name,
                bytes: self.bytes,
                xxh3: self.hash.digest(),
            },
            file,
            path: self.path,
        })
    }

    fn failed(&self, error: io::Error) -> IndexError {
        let path = &self.path;
        if self.name.is_empty() {
            let folder = path.clone();
            IndexError::Temporary { folder, error }
        } else {
            IndexError::io("write", path)(error)
        }
    }
}

/// Writes numbers or records to a new file.
pub fn write<T: bytemuck::Pod>(
    folder: &Path,
    name: String,
    values: &[T],
) -> Result<FileRecord, IndexError> {
    let mut file = FileWriter::create(folder, name)?;
    file.push(values)?;
    Ok(file.finish()?.record)
}

impl Written {
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
    fn written_numbers_are_read_and_mapped_unchanged() {
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
        assert_eq!(
            written.record.map::<u8>(temp.path()).unwrap().len(),
            800_000
        );
        assert!(FileWriter::create(temp.path(), "a.terms".into()).is_err());
        let empty = FileWriter::create(temp.path(), "empty".into()).unwrap();
        assert!(empty.finish().unwrap().map::<u64>().unwrap().is_empty());
    }

    #[test]
    fn changed_cut_lost_and_misnamed_files_are_distinguished() {
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

//! Terms and sketches of a segment under construction, stored as numeric columns in memory or in files.

use std::path::{Path, PathBuf};

use super::StoreError;
use super::file::{FileWriter, Written};
use crate::collection::GrowableBuffer;

/// Columns in memory.
#[derive(Debug)]
pub(super) struct Columns {
    /// Offsets into `terms`: one per document, and one past the last.
    pub starts: Vec<u64>,
    pub terms: GrowableBuffer<u64>,
    pub sketches: GrowableBuffer<u32>,
}

impl Default for Columns {
    fn default() -> Self {
        Columns {
            starts: vec![0],
            terms: GrowableBuffer::default(),
            sketches: GrowableBuffer::default(),
        }
    }
}

impl Columns {
    /// Appends one document.
    pub fn push(&mut self, terms: &[u64], sketch: &[u32]) {
        self.terms.extend(terms);
        self.starts.push(self.terms.len() as u64);
        self.sketches.extend(sketch);
    }

    /// Total size of the columns in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.terms) + size_of_val(&*self.sketches)
    }
}

/// Columns that are being written to files.
#[derive(Debug)]
pub(super) struct Numbers {
    starts: FileWriter,
    terms: FileWriter,
    sketches: FileWriter,
    terms_so_far: u64,
}

impl Numbers {
    /// Starts columns in three empty files.
    pub fn new(
        mut starts: FileWriter,
        terms: FileWriter,
        sketches: FileWriter,
    ) -> Result<Self, StoreError> {
        starts.push(&[0_u64])?;
        Ok(Numbers {
            starts,
            terms,
            sketches,
            terms_so_far: 0,
        })
    }

    /// Columns in unnamed files in `folder`; the system deletes them after the last use.
    pub fn temporary(folder: &Path) -> Result<Self, StoreError> {
        let file = || FileWriter::temporary(folder);
        Self::new(file()?, file()?, file()?)
    }

    /// Writes the columns held in memory. No document may have been added to the files before.
    pub fn take(&mut self, columns: Columns) -> Result<(), StoreError> {
        self.terms_so_far = columns.terms.len() as u64;
        self.starts.push(&columns.starts[1..])?;
        self.terms.push(&columns.terms)?;
        self.sketches.push(&columns.sketches)
    }

    /// Appends one document.
    pub fn push(&mut self, terms: &[u64], sketch: &[u32]) -> Result<(), StoreError> {
        self.terms_so_far += terms.len() as u64;
        self.starts.push(&[self.terms_so_far])?;
        self.terms.push(terms)?;
        self.sketches.push(sketch)
    }

    /// Finishes the files of starts, terms and sketches.
    pub fn finish(self) -> Result<[Written; 3], StoreError> {
        let (starts, terms) = (self.starts.finish()?, self.terms.finish()?);
        Ok([starts, terms, self.sketches.finish()?])
    }
}

/// Folder for temporary files that may be large: `TMPDIR` if set; otherwise `/var/tmp` if it exists,
/// because `/tmp` is held in memory on many systems; otherwise the system default.
#[must_use]
pub fn temporary_folder() -> PathBuf {
    let large = Path::new("/var/tmp");
    if std::env::var_os("TMPDIR").is_none() && cfg!(unix) && large.is_dir() {
        large.to_owned()
    } else {
        std::env::temp_dir()
    }
}

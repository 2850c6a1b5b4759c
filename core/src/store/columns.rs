//! Terms and sketches of a segment under construction: in memory as they are, in files with packed terms.

use std::path::{Path, PathBuf};

use super::StoreError;
use super::file::{FileWriter, Written};
use crate::collection::GrowableBuffer;
use crate::collection::term_column::{DocumentStart, TermPacker};

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
    packer: TermPacker,
    scratch: Vec<u8>,
}

impl Numbers {
    /// Starts columns in three empty files.
    pub fn new(
        mut starts: FileWriter,
        terms: FileWriter,
        sketches: FileWriter,
    ) -> Result<Self, StoreError> {
        starts.push(&[DocumentStart::default()])?;
        Ok(Numbers {
            starts,
            terms,
            sketches,
            packer: TermPacker::default(),
            scratch: Vec::new(),
        })
    }

    /// Columns in unnamed files in `folder`; the system deletes them after the last use.
    pub fn temporary(folder: &Path) -> Result<Self, StoreError> {
        let file = || FileWriter::temporary(folder);
        Self::new(file()?, file()?, file()?)
    }

    /// Writes the columns held in memory. No document may have been added to the files before.
    pub fn take(&mut self, columns: &Columns) -> Result<(), StoreError> {
        for ends in columns.starts.windows(2) {
            self.push_terms(&columns.terms[ends[0] as usize..ends[1] as usize])?;
        }
        self.sketches.push(&columns.sketches)
    }

    /// Appends one document.
    pub fn push(&mut self, terms: &[u64], sketch: &[u32]) -> Result<(), StoreError> {
        self.push_terms(terms)?;
        self.sketches.push(sketch)
    }

    fn push_terms(&mut self, terms: &[u64]) -> Result<(), StoreError> {
        self.scratch.clear();
        let end = self.packer.pack(terms, &mut self.scratch);
        self.terms.push(&self.scratch)?;
        self.starts.push(&[end])
    }

    /// Finishes the files of starts, terms and sketches.
    pub fn finish(mut self) -> Result<[Written; 3], StoreError> {
        self.terms.push(&self.packer.finish())?;
        let (starts, terms) = (self.starts.finish()?, self.terms.finish()?);
        Ok([starts, terms, self.sketches.finish()?])
    }
}

/// Folder for temporary files that may be large: `TMPDIR` if set; otherwise `/var/tmp` if it exists,
/// because `/tmp` is held in memory on many systems; otherwise the system default.
pub fn temporary_folder() -> PathBuf {
    let large = Path::new("/var/tmp");
    if std::env::var_os("TMPDIR").is_none() && large.is_dir() {
        large.to_owned()
    } else {
        std::env::temp_dir()
    }
}

//! Writes a segment as documents come, holding no more of it in memory than its rows.

use std::path::Path;
use std::sync::Arc;

use super::StoreError;
use super::file::{FileWriter, Written};
use super::manifest::SegmentFiles;
use super::record::Record;
use super::shelf::Shelf;
use crate::collection::Segment;
use crate::corpus::DocumentRow;

/// Takes documents with their terms and sketches, one after the other, and makes a [`Segment`] of
/// them. With a folder, terms and sketches go to files as they come; the rows stay in memory, as the
/// segment needs them there.
#[derive(Debug)]
pub struct SegmentWriter {
    shelf: Arc<Shelf>,
    name: String,
    width: usize,
    rows: Vec<DocumentRow>,
    columns: Columns,
}

#[derive(Debug)]
enum Columns {
    Memory {
        starts: Vec<u64>,
        terms: Vec<u64>,
        sketches: Vec<u32>,
    },
    Files(Box<Files>),
}

#[derive(Debug)]
struct Files {
    documents: FileWriter,
    strings: FileWriter,
    starts: FileWriter,
    terms: FileWriter,
    sketches: FileWriter,
    /// Bytes of strings, and terms, so far.
    string_bytes: u64,
    terms_so_far: u64,
    scratch: Vec<u8>,
}

impl SegmentWriter {
    pub(super) fn new(shelf: &Arc<Shelf>, width: usize) -> Result<Self, StoreError> {
        let name = shelf.new_name();
        let columns = match &shelf.folder {
            Some(folder) => Columns::Files(Box::new(Files::create(folder, &name)?)),
            None => Columns::Memory {
                starts: vec![0],
                terms: Vec::new(),
                sketches: Vec::new(),
            },
        };
        Ok(SegmentWriter {
            shelf: Arc::clone(shelf),
            name,
            width,
            rows: Vec::new(),
            columns,
        })
    }

    /// Adds a document. `row.key` is new ([`super::Writer::new_key`]), or the key that a document with
    /// the same id and text has had in an older segment.
    ///
    /// # Errors
    /// Where writing fails.
    ///
    /// # Panics
    /// Where the sketch has another width than the segment.
    pub fn push(
        &mut self,
        row: DocumentRow,
        terms: &[u64],
        sketch: &[u32],
    ) -> Result<(), StoreError> {
        assert_eq!(sketch.len(), self.width, "width of the sketch");
        match &mut self.columns {
            Columns::Memory {
                starts,
                terms: all,
                sketches,
            } => {
                all.extend_from_slice(terms);
                starts.push(all.len() as u64);
                sketches.extend_from_slice(sketch);
            }
            Columns::Files(files) => files.push(&row, terms, sketch)?,
        }
        self.rows.push(row);
        Ok(())
    }

    /// Number of documents added.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether none was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Ends the segment and opens it for reading. It is part of the store once a commit takes it.
    ///
    /// # Errors
    /// Where writing or mapping fails.
    pub fn finish(mut self) -> Result<Arc<Segment>, StoreError> {
        self.rows.shrink_to_fit();
        let (name, rows, width) = (self.name, self.rows, self.width);
        let unfit = || StoreError::damaged(Path::new("the segment"), "was not written as meant");
        match self.columns {
            Columns::Memory {
                starts,
                terms,
                sketches,
            } => {
                let (starts, terms, sketches) = (starts.into(), terms.into(), sketches.into());
                let segment = Segment::new(name, rows, starts, terms, width, sketches);
                segment.map(Arc::new).ok_or_else(unfit)
            }
            Columns::Files(files) => {
                let written = files.finish()?;
                let [documents, strings, starts, terms, sketches] = &written;
                let files = SegmentFiles {
                    name: name.clone(),
                    width,
                    documents: documents.record.clone(),
                    strings: strings.record.clone(),
                    starts: starts.record.clone(),
                    terms: terms.record.clone(),
                    sketches: sketches.record.clone(),
                    removed: Vec::new(),
                };
                let (starts, terms, sketches) = (starts.map()?, terms.map()?, sketches.map()?);
                let segment = Segment::new(name, rows, starts, terms, width, sketches)
                    .map(Arc::new)
                    .ok_or_else(unfit)?;
                self.shelf.put(Arc::clone(&segment), files);
                self.shelf.to_sync(written);
                Ok(segment)
            }
        }
    }
}

impl Files {
    fn create(folder: &Path, name: &str) -> Result<Self, StoreError> {
        let file = |column: &str| FileWriter::create(folder, format!("{name}.{column}"));
        let mut files = Files {
            documents: file("documents")?,
            strings: file("strings")?,
            starts: file("starts")?,
            terms: file("terms")?,
            sketches: file("sketches")?,
            string_bytes: 0,
            terms_so_far: 0,
            scratch: Vec::new(),
        };
        files.starts.push(&[0_u64])?;
        Ok(files)
    }

    fn push(&mut self, row: &DocumentRow, terms: &[u64], sketch: &[u32]) -> Result<(), StoreError> {
        self.scratch.clear();
        let record = Record::of(row, self.string_bytes, &mut self.scratch);
        self.string_bytes += self.scratch.len() as u64;
        self.terms_so_far += terms.len() as u64;
        self.documents.push(&[record])?;
        self.strings.push(&self.scratch)?;
        self.starts.push(&[self.terms_so_far])?;
        self.terms.push(terms)?;
        self.sketches.push(sketch)
    }

    fn finish(self) -> Result<[Written; 5], StoreError> {
        Ok([
            self.documents.finish()?,
            self.strings.finish()?,
            self.starts.finish()?,
            self.terms.finish()?,
            self.sketches.finish()?,
        ])
    }
}

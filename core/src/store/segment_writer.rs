//! Incremental writer of a segment; keeps only the rows in memory.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::StoreError;
use super::columns::{Columns, Numbers};
use super::file::{FileWriter, Written};
use super::manifest::SegmentFiles;
use super::record::Record;
use super::segment_registry::SegmentRegistry;
use crate::collection::term_column::TermColumn;
use crate::collection::{Rows, Segment, Sink};
use crate::corpus::DocumentRow;

/// Accepts documents with terms and sketches one by one and builds a [`Segment`]. If there is a folder,
/// terms and sketches are written to files immediately. The rows stay in memory, where the segment needs
/// them.
#[derive(Debug)]
pub struct SegmentWriter {
    name: String,
    width: usize,
    rows: Rows,
    to: To,
}

/// Destination of a segment.
#[derive(Debug)]
enum To {
    /// Memory up to `limit` bytes, then temporary files in `folder`.
    Memory {
        columns: Columns,
        limit: usize,
        folder: PathBuf,
    },
    /// Temporary files.
    Temporary(Box<Numbers>),
    /// Files of the store.
    Store(Box<Files>, Arc<SegmentRegistry>),
}

/// Files of a stored segment.
#[derive(Debug)]
pub(super) struct Files {
    documents: FileWriter,
    strings: FileWriter,
    numbers: Numbers,
    /// String bytes written so far.
    string_bytes: u64,
    scratch: Vec<u8>,
}

impl SegmentWriter {
    pub(super) fn new(
        segment_registry: &Arc<SegmentRegistry>,
        width: usize,
    ) -> Result<Self, StoreError> {
        let name = segment_registry.new_name();
        let to = match &segment_registry.folder {
            Some(folder) => {
                let files = Files::create(folder, &name)?;
                To::Store(Box::new(files), Arc::clone(segment_registry))
            }
            None => To::memory(usize::MAX, PathBuf::new()),
        };
        Ok(Self::to(name, width, to))
    }

    /// Starts a segment outside any store, for sketches of `width` words. Once terms and sketches exceed
    /// `limit` bytes, they go to unnamed files in `folder`; the files vanish with the segment or the
    /// process.
    pub fn spilling(width: usize, limit: usize, folder: PathBuf) -> Self {
        Self::to("temporary".to_owned(), width, To::memory(limit, folder))
    }

    fn to(name: String, width: usize, to: To) -> Self {
        SegmentWriter {
            name,
            width,
            rows: Rows::default(),
            to,
        }
    }

    /// Appends a document. `row.key` is a new key ([`super::Writer::new_key`]), or the key of the
    /// document with the same id and text in an older segment.
    ///
    /// # Panics
    /// If the sketch has another width than the segment.
    pub fn push(
        &mut self,
        row: DocumentRow,
        terms: &[u64],
        sketch: &[u32],
    ) -> Result<(), StoreError> {
        assert_eq!(sketch.len(), self.width, "width of the sketch");
        match &mut self.to {
            To::Temporary(numbers) => numbers.push(terms, sketch)?,
            To::Store(files, _) => files.push(&row, terms, sketch)?,
            To::Memory {
                columns,
                limit,
                folder,
            } => {
                columns.push(terms, sketch);
                if columns.bytes() > *limit {
                    let mut numbers = Numbers::temporary(folder)?;
                    numbers.take(&std::mem::take(columns))?;
                    self.to = To::Temporary(Box::new(numbers));
                }
            }
        }
        self.rows.push(row.view());
        Ok(())
    }

    /// Appends a row of `segment`.
    pub(super) fn copy(&mut self, segment: &Segment, row: usize) -> Result<(), StoreError> {
        let (terms, sketch) = (segment.terms(row), segment.sketch(row));
        self.push(segment.row(row).to_row(), &terms, sketch)
    }

    /// Whether no document was appended.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Finishes the segment and opens it for reading. A segment of a store becomes part of it with the
    /// next commit that contains it.
    pub fn finish(mut self) -> Result<Arc<Segment>, StoreError> {
        self.rows.shrink_to_fit();
        let (name, rows, width) = (self.name, self.rows, self.width);
        let mut stored = None;
        let (terms, sketches) = match self.to {
            To::Memory { columns, .. } => (
                TermColumn::plain(columns.starts.into(), columns.terms.into()),
                columns.sketches.into(),
            ),
            To::Temporary(numbers) => {
                let [starts, terms, sketches] = numbers.finish()?;
                (
                    TermColumn::packed(starts.map()?, terms.map()?),
                    sketches.map()?,
                )
            }
            To::Store(files, registry) => {
                let written = files.finish()?;
                let (_, written) = &*stored.insert((registry, written));
                let [_, _, starts, terms, sketches] = written;
                (
                    TermColumn::packed(starts.map()?, terms.map()?),
                    sketches.map()?,
                )
            }
        };
        let segment =
            terms.and_then(|terms| Segment::new(name.clone(), rows, terms, width, sketches));
        let segment = segment.map(Arc::new).ok_or_else(|| {
            StoreError::damaged(Path::new("the segment"), "was not written as meant")
        })?;
        if let Some((registry, written)) = stored {
            let records = written.each_ref().map(|file| file.record.clone());
            let [documents, strings, starts, terms, sketches] = records;
            let files = SegmentFiles {
                name,
                width,
                documents,
                strings,
                starts,
                terms,
                sketches,
                removed: Vec::new(),
            };
            registry.put(Arc::clone(&segment), files);
            registry.to_sync(written);
        }
        Ok(segment)
    }
}

impl To {
    fn memory(limit: usize, folder: PathBuf) -> Self {
        let columns = Columns::default();
        To::Memory {
            columns,
            limit,
            folder,
        }
    }
}

impl Sink for SegmentWriter {
    fn push(&mut self, row: DocumentRow, terms: &[u64], sketch: &[u32]) -> anyhow::Result<()> {
        Ok(SegmentWriter::push(self, row, terms, sketch)?)
    }

    fn finish(self: Box<Self>) -> anyhow::Result<Arc<Segment>> {
        Ok(SegmentWriter::finish(*self)?)
    }
}

impl Files {
    /// Starts the five files of a segment in `folder`.
    pub(super) fn create(folder: &Path, name: &str) -> Result<Self, StoreError> {
        let file = |column: &str| FileWriter::create(folder, format!("{name}.{column}"));
        Ok(Files {
            documents: file("documents")?,
            strings: file("strings")?,
            numbers: Numbers::new(file("starts")?, file("terms")?, file("sketches")?)?,
            string_bytes: 0,
            scratch: Vec::new(),
        })
    }

    /// Appends a document.
    pub(super) fn push(
        &mut self,
        row: &DocumentRow,
        terms: &[u64],
        sketch: &[u32],
    ) -> Result<(), StoreError> {
        self.scratch.clear();
        let record = Record::from_row(row, self.string_bytes, &mut self.scratch);
        self.string_bytes += self.scratch.len() as u64;
        self.documents.push(&[record])?;
        self.strings.push(&self.scratch)?;
        self.numbers.push(terms, sketch)
    }

    /// Finishes the files of documents, strings, starts, terms and sketches.
    pub(super) fn finish(self) -> Result<[Written; 5], StoreError> {
        let (documents, strings) = (self.documents.finish()?, self.strings.finish()?);
        let [starts, terms, sketches] = self.numbers.finish()?;
        Ok([documents, strings, starts, terms, sketches])
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::row;
    use super::*;
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;

    /// Rows with terms and sketches of three values.
    fn documents() -> impl Strategy<Value = Vec<(DocumentRow, Vec<u64>, Vec<u32>)>> {
        let terms = prop::collection::vec(any::<u64>(), 0..400);
        let sketch = prop::collection::vec(any::<u32>(), 3);
        prop::collection::vec((row(), terms, sketch), 0..12)
    }

    proptest! {
        #[test]
        fn a_segment_is_the_same_wherever_its_numbers_lie(
            documents in documents(),
            limit in 0..40_000_usize,
        ) {
            let temp = tempfile::tempdir().unwrap();
            let mut writer = SegmentWriter::spilling(3, limit, temp.path().to_owned());
            for (row, terms, sketch) in &documents {
                writer.push(row.clone(), terms, sketch).unwrap();
            }
            let segment = writer.finish().unwrap();
            // The terms, a start and the sketch of each document, and one start past the last.
            let document_bytes = |d: &(DocumentRow, Vec<u64>, Vec<u32>)| d.1.len() * 8 + 8 + 12;
            let bytes = 8 + documents.iter().map(document_bytes).sum::<usize>();
            let spilled = !documents.is_empty() && bytes > limit;
            prop_assert_eq!(segment.mapped_bytes() > 0, spilled);
            prop_assert_eq!(std::fs::read_dir(temp.path()).unwrap().count(), 0);
            // Twice, so that released terms are read again.
            for _ in 0..2 {
                prop_assert_eq!(segment.len(), documents.len());
                for (i, (row, terms, sketch)) in documents.iter().enumerate() {
                    prop_assert_eq!(segment.row(i), row.view());
                    prop_assert_eq!(&segment.terms(i)[..], &terms[..]);
                    prop_assert_eq!(segment.term_count(i), terms.len());
                    prop_assert_eq!(segment.sketch(i), &sketch[..]);
                }
                segment.release();
            }
        }
    }

    #[test]
    fn without_a_place_for_temporary_files_the_ways_out_are_named() {
        let temp = tempfile::tempdir().unwrap();
        let gone = temp.path().join("gone");
        let mut writer = SegmentWriter::spilling(1, 0, gone.clone());
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let row = row().new_tree(&mut runner).unwrap().current();
        let error = writer.push(row, &[1], &[2]).unwrap_err().to_string();
        for part in ["cannot write temporary files", "TMPDIR", "--in-memory"] {
            assert!(error.contains(part), "{error}");
        }
        assert!(error.contains(&gone.display().to_string()), "{error}");
    }
}

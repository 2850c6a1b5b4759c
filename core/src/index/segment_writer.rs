//! Creates and opens segments: rows in memory, terms and sketches in memory or in files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::IndexError;
use super::column::Column;
use super::file::{FileRecord, FileWriter};
use super::manifest::SegmentFiles;
use super::rows::Rows;
use super::segment::Segment;
use super::term_column::{DocumentStart, TermColumn, TermPacker};
use crate::corpus::RowView;

/// Accepts documents with terms and sketches one by one and builds a [`Segment`]. In an index, terms and sketches are
/// written to files immediately. The rows stay in memory, because the segment needs them there.
pub struct SegmentWriter {
    width: usize,
    rows: Rows,
    packer: TermPacker,
    /// Packed terms of the document that is being added.
    packed: Vec<u8>,
    /// One per document, and one past the last.
    starts: ColumnWriter<DocumentStart>,
    terms: ColumnWriter<u8>,
    sketches: ColumnWriter<u32>,
    /// The maximum size in bytes of columns in memory, and the folder of unnamed files for larger columns.
    limit: Option<(usize, PathBuf)>,
    /// The folder and the name of a segment of an index.
    home: Option<(PathBuf, String)>,
}

enum ColumnWriter<T> {
    Memory(Column<T>),
    File(Box<FileWriter>),
}

impl SegmentWriter {
    /// Starts a segment in memory for sketches of `width` words.
    pub fn in_memory(width: usize) -> Self {
        SegmentWriter {
            width,
            rows: Rows::default(),
            packer: TermPacker::default(),
            packed: Vec::new(),
            starts: ColumnWriter::Memory(Column::Memory(vec![DocumentStart::default()])),
            terms: ColumnWriter::Memory(Column::Memory(Vec::new())),
            sketches: ColumnWriter::Memory(Column::Memory(Vec::new())),
            limit: None,
            home: None,
        }
    }

    /// Starts a segment outside any index, for sketches of `width` words. Once terms and sketches exceed
    /// `limit` bytes, they go to unnamed files in `folder`; the files vanish with the segment or the
    /// process.
    pub fn spilling(width: usize, limit: usize, folder: PathBuf) -> Self {
        SegmentWriter {
            limit: Some((limit, folder)),
            ..Self::in_memory(width)
        }
    }

    /// Starts a segment of an index, with the name `name` in the folder of the segments.
    pub(super) fn stored(folder: PathBuf, name: String, width: usize) -> Result<Self, IndexError> {
        let file = |column: &str| FileWriter::create(&folder, format!("{name}.{column}"));
        let mut starts = file("starts")?;
        starts.push(&[DocumentStart::default()])?;
        let mut writer = Self::in_memory(width);
        writer.packer.uses_dictionary = true;
        Ok(SegmentWriter {
            starts: ColumnWriter::File(Box::new(starts)),
            terms: ColumnWriter::File(Box::new(file("terms")?)),
            sketches: ColumnWriter::File(Box::new(file("sketches")?)),
            home: Some((folder, name)),
            ..writer
        })
    }

    /// Appends a document. In an index, `row.key` is a new key ([`super::Writer::new_key`]), or the key of the
    /// document with the same id and text in an older segment.
    ///
    /// # Errors
    /// A file cannot be written.
    ///
    /// # Panics
    /// If the sketch has another width than the segment.
    pub fn push(
        &mut self,
        row: RowView<'_>,
        terms: &[u64],
        sketch: &[u32],
    ) -> Result<(), IndexError> {
        assert_eq!(sketch.len(), self.width, "width of the sketch");
        self.packed.clear();
        let end = self.packer.pack(terms, &mut self.packed);
        self.terms.push(&self.packed)?;
        self.starts.push(&[end])?;
        self.sketches.push(sketch)?;
        self.rows.push(row);
        let bytes = self.starts.bytes() + self.terms.bytes() + self.sketches.bytes();
        if let Some((limit, folder)) = &self.limit
            && bytes > *limit
        {
            self.packer.uses_dictionary = true;
            self.starts.spill(folder)?;
            self.terms.spill(folder)?;
            self.sketches.spill(folder)?;
        }
        Ok(())
    }

    /// Whether no document was appended.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// Finishes the segment and opens it for reading. A segment of an index becomes part of it with the
    /// next commit that contains it.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(mut self) -> Result<Arc<Segment>, IndexError> {
        self.rows.shrink_to_fit();
        let dictionary = self.packer.finish();
        self.terms.push(bytemuck::cast_slice(&dictionary))?;
        let (starts, starts_file) = self.starts.finish()?;
        let (terms, terms_file) = self.terms.finish()?;
        let (sketches, sketches_file) = self.sketches.finish()?;
        let mut files = None;
        if let Some((folder, name)) = self.home
            && let (Some(starts), Some(terms)) = (starts_file, terms_file)
            && let Some(sketches) = sketches_file
        {
            let mut rows = FileWriter::create(&folder, format!("{name}.rows"))?;
            self.rows.write(&mut rows)?;
            files = Some(SegmentFiles {
                rows: rows.finish()?.record,
                starts,
                terms,
                sketches,
                removed: Vec::new(),
            });
        }
        let segment = TermColumn::new(starts.to_vec(), terms)
            .and_then(|terms| Segment::new(self.rows, terms, self.width, sketches, files));
        segment.ok_or_else(|| IndexError::damaged(Path::new("a new segment"), "does not fit"))
    }
}

impl<T: bytemuck::Pod> ColumnWriter<T> {
    fn push(&mut self, values: &[T]) -> Result<(), IndexError> {
        match self {
            ColumnWriter::Memory(column) => column.extend(values),
            ColumnWriter::File(file) => file.push(values)?,
        }
        Ok(())
    }

    /// Bytes in memory.
    fn bytes(&self) -> usize {
        match self {
            ColumnWriter::Memory(column) => size_of_val(&column[..]),
            ColumnWriter::File(_) => 0,
        }
    }

    /// Moves a column in memory to an unnamed file in `folder`.
    fn spill(&mut self, folder: &Path) -> Result<(), IndexError> {
        if let ColumnWriter::Memory(column) = self {
            let mut file = FileWriter::temporary(folder)?;
            file.push(column)?;
            *self = ColumnWriter::File(Box::new(file));
        }
        Ok(())
    }

    /// The complete column, and the record of its file.
    fn finish(self) -> Result<(Column<T>, Option<FileRecord>), IndexError> {
        match self {
            ColumnWriter::Memory(column) => Ok((column, None)),
            ColumnWriter::File(file) => {
                let file = file.finish()?;
                Ok((file.map()?, Some(file.record)))
            }
        }
    }
}

/// Opens a segment with sketches of `width` words in `folder`: verifies each file, reads the rows, and maps terms and
/// sketches.
pub(super) fn open(
    folder: &Path,
    files: &SegmentFiles,
    width: usize,
) -> Result<Arc<Segment>, IndexError> {
    let ((starts, terms), (sketches, rows)) = rayon::join(
        || rayon::join(|| files.starts.map(folder), || files.terms.map(folder)),
        || rayon::join(|| files.sketches.map(folder), || rows(folder, files)),
    );
    let (rows, starts, terms, sketches) = (rows?, starts?, terms?, sketches?);
    let segment = TermColumn::new(starts.to_vec(), terms)
        .and_then(|terms| Segment::new(rows, terms, width, sketches, Some(files.clone())));
    segment.ok_or_else(|| {
        let path = folder.join(&files.starts.name);
        IndexError::damaged(&path, "does not fit the files next to it")
    })
}

fn rows(folder: &Path, files: &SegmentFiles) -> Result<Rows, IndexError> {
    let rows = Rows::read(&files.rows.map::<u8>(folder)?);
    rows.ok_or_else(|| IndexError::damaged(&folder.join(&files.rows.name), "makes no sense"))
}

#[cfg(test)]
mod tests {
    use super::super::rows::tests::row;
    use super::*;
    use crate::corpus::DocumentRow;
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
        fn a_segment_is_the_same_in_memory_and_in_files(
            documents in documents(),
            limit in 0..40_000_usize,
        ) {
            let temp = tempfile::tempdir().unwrap();
            let mut writer = SegmentWriter::spilling(3, limit, temp.path().to_owned());
            for (row, terms, sketch) in &documents {
                writer.push(row.view(), terms, sketch).unwrap();
            }
            let segment = writer.finish().unwrap();
            // The terms of at most nine bytes, a start and the sketch of each document, and one start past the last.
            let document_bytes = |d: &(DocumentRow, Vec<u64>, Vec<u32>)| d.1.len() * 9 + 16 + 12;
            let max_bytes = 16 + documents.iter().map(document_bytes).sum::<usize>();
            let min_bytes = 16 + documents.len() * (16 + 12);
            let spilled = segment.mapped_bytes() > 0;
            prop_assert!(!spilled || max_bytes > limit);
            prop_assert!(spilled || documents.is_empty() || min_bytes <= limit);
            prop_assert_eq!(std::fs::read_dir(temp.path()).unwrap().count(), 0);
            // Twice, so that released terms are read again.
            for _ in 0..2 {
                prop_assert_eq!(segment.len(), documents.len());
                for (i, (row, terms, sketch)) in documents.iter().enumerate() {
                    prop_assert_eq!(segment.row(i), row.view());
                    prop_assert_eq!(&segment.terms(i)[..], &terms[..]);
                    prop_assert_eq!(segment.terms.count(i), terms.len());
                    prop_assert_eq!(segment.sketch(i), &sketch[..]);
                }
                segment.release();
            }
        }
    }

    #[test]
    fn an_error_about_temporary_files_names_the_remedies() {
        let temp = tempfile::tempdir().unwrap();
        let missing = temp.path().join("missing");
        let mut writer = SegmentWriter::spilling(1, 0, missing.clone());
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let row = row().new_tree(&mut runner).unwrap().current();
        let error = writer.push(row.view(), &[1], &[2]).unwrap_err().to_string();
        for part in ["cannot write temporary files", "TMPDIR", "--in-memory"] {
            assert!(error.contains(part), "{error}");
        }
        assert!(error.contains(&missing.display().to_string()), "{error}");
    }
}

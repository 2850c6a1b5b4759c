//! Segments as they are made and opened: rows in memory, terms and sketches in memory or in files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::IndexError;
use super::column::Column;
use super::file::{FileWriter, Written};
use super::manifest::SegmentFiles;
use super::rows::Rows;
use super::segment::Segment;
use super::term_column::{DocumentStart, TermColumn, TermPacker};
use crate::corpus::RowView;

/// Bytes of text per term, a low estimate for most languages.
const TERM_BYTES: u64 = 5;
/// Most terms for which room is reserved in memory.
const RESERVED_TERMS: u64 = 1 << 27;

/// Accepts documents with terms and sketches one by one and builds a [`Segment`]. In an index, terms and sketches
/// are written to files immediately. The rows stay in memory, where the segment needs them.
pub struct SegmentWriter {
    width: usize,
    rows: Rows,
    columns: Columns,
    /// From how many bytes columns in memory go to unnamed files in a folder.
    limit: Option<(usize, PathBuf)>,
    /// The folder and the name of a segment of an index.
    home: Option<(PathBuf, String)>,
}

/// Terms and sketches of a segment.
enum Columns {
    Memory(MemoryColumns),
    Files(Box<ColumnFiles>),
}

struct MemoryColumns {
    /// One per document, and one past the last.
    starts: Vec<DocumentStart>,
    terms: Column<u64>,
    sketches: Column<u32>,
}

/// Files of terms and sketches; the terms are packed.
struct ColumnFiles {
    starts: FileWriter,
    terms: FileWriter,
    sketches: FileWriter,
    packer: TermPacker,
    scratch: Vec<u8>,
}

impl SegmentWriter {
    /// Starts a segment in memory for sketches of `width` words, made from about `bytes` bytes of text.
    pub fn in_memory(width: usize, bytes: u64) -> Self {
        let terms = (bytes / TERM_BYTES).min(RESERVED_TERMS);
        SegmentWriter {
            width,
            rows: Rows::default(),
            columns: Columns::Memory(MemoryColumns {
                starts: vec![DocumentStart::default()],
                terms: Column::expecting(terms as usize),
                sketches: Column::Memory(Vec::new()),
            }),
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
            ..Self::in_memory(width, 0)
        }
    }

    /// Starts a segment of an index, with the name `name` in the folder of the segments.
    pub(super) fn stored(folder: PathBuf, name: String, width: usize) -> Result<Self, IndexError> {
        let file = |column: &str| FileWriter::create(&folder, format!("{name}.{column}"));
        let files = ColumnFiles::new([file("starts")?, file("terms")?, file("sketches")?])?;
        Ok(SegmentWriter {
            columns: Columns::Files(Box::new(files)),
            home: Some((folder, name)),
            ..Self::in_memory(width, 0)
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
        match &mut self.columns {
            Columns::Files(files) => files.push(terms, sketch)?,
            Columns::Memory(memory) => {
                memory.push(terms, sketch);
                if let Some((limit, folder)) = &self.limit
                    && memory.bytes() > *limit
                {
                    self.columns = Columns::Files(Box::new(memory.spill(folder)?));
                }
            }
        }
        self.rows.push(row);
        Ok(())
    }

    /// Whether no document was appended.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Finishes the segment and opens it for reading. A segment of an index becomes part of it with the
    /// next commit that contains it.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(mut self) -> Result<Arc<Segment>, IndexError> {
        self.rows.shrink_to_fit();
        let mut files = None;
        let (terms, sketches) = match self.columns {
            Columns::Memory(MemoryColumns {
                starts,
                terms,
                sketches,
            }) => (Some(TermColumn::plain(starts, terms)), sketches),
            Columns::Files(columns) => {
                let [starts, terms, sketches] = columns.finish()?;
                let packed = TermColumn::packed(starts.map()?.to_vec(), terms.map()?);
                let mapped = (packed, sketches.map()?);
                if let Some((folder, name)) = self.home {
                    let mut rows = FileWriter::create(&folder, format!("{name}.rows"))?;
                    self.rows.write(&mut rows)?;
                    files = Some(SegmentFiles {
                        rows: rows.finish()?.record,
                        starts: starts.record,
                        terms: terms.record,
                        sketches: sketches.record,
                        removed: Vec::new(),
                    });
                }
                mapped
            }
        };
        let segment =
            terms.and_then(|terms| Segment::new(self.rows, terms, self.width, sketches, files));
        segment.ok_or_else(|| IndexError::damaged(Path::new("a new segment"), "does not fit"))
    }
}

impl MemoryColumns {
    fn push(&mut self, terms: &[u64], sketch: &[u32]) {
        self.terms.extend(terms);
        self.starts.push(DocumentStart {
            byte: size_of_val(&self.terms[..]) as u64,
            term: self.terms.len() as u64,
        });
        self.sketches.extend(sketch);
    }

    fn bytes(&self) -> usize {
        let terms = size_of_val(&self.starts[..]) + size_of_val(&self.terms[..]);
        terms + size_of_val(&self.sketches[..])
    }

    /// The same columns in unnamed files in `folder`.
    fn spill(&self, folder: &Path) -> Result<ColumnFiles, IndexError> {
        let file = || FileWriter::temporary(folder);
        let mut files = ColumnFiles::new([file()?, file()?, file()?])?;
        for ends in self.starts.windows(2) {
            let terms = ends[0].term as usize..ends[1].term as usize;
            files.push(&self.terms[terms], &[])?;
        }
        files.sketches.push(&self.sketches)?;
        Ok(files)
    }
}

impl ColumnFiles {
    fn new([starts, terms, sketches]: [FileWriter; 3]) -> Result<Self, IndexError> {
        let mut files = ColumnFiles {
            starts,
            terms,
            sketches,
            packer: TermPacker::default(),
            scratch: Vec::new(),
        };
        files.starts.push(&[DocumentStart::default()])?;
        Ok(files)
    }

    fn push(&mut self, terms: &[u64], sketch: &[u32]) -> Result<(), IndexError> {
        self.scratch.clear();
        let end = self.packer.pack(terms, &mut self.scratch);
        self.terms.push(&self.scratch)?;
        self.starts.push(&[end])?;
        self.sketches.push(sketch)
    }

    /// Finishes the files of starts, terms and sketches.
    fn finish(mut self) -> Result<[Written; 3], IndexError> {
        self.terms.push(&self.packer.finish())?;
        let (starts, terms) = (self.starts.finish()?, self.terms.finish()?);
        Ok([starts, terms, self.sketches.finish()?])
    }
}

/// Opens segments with sketches of `width` words in `folder`, in parallel on the caller's rayon pool: verifies each
/// file, reads the rows, and maps terms and sketches.
pub(super) fn open_all(
    folder: &Path,
    segments: &[SegmentFiles],
    width: usize,
) -> Result<Vec<Arc<Segment>>, IndexError> {
    let segments = segments.par_iter();
    segments.map(|files| open(folder, files, width)).collect()
}

fn open(folder: &Path, files: &SegmentFiles, width: usize) -> Result<Arc<Segment>, IndexError> {
    let ((starts, terms), (sketches, rows)) = rayon::join(
        || rayon::join(|| files.starts.map(folder), || files.terms.map(folder)),
        || rayon::join(|| files.sketches.map(folder), || rows(folder, files)),
    );
    let (rows, starts, terms, sketches) = (rows?, starts?, terms?, sketches?);
    let segment = TermColumn::packed(starts.to_vec(), terms)
        .and_then(|terms| Segment::new(rows, terms, width, sketches, Some(files.clone())));
    segment.ok_or_else(|| {
        let path = folder.join(&files.starts.name);
        IndexError::damaged(&path, "does not fit the files beside it")
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
        fn a_segment_is_the_same_wherever_its_numbers_are(
            documents in documents(),
            limit in 0..40_000_usize,
        ) {
            let temp = tempfile::tempdir().unwrap();
            let mut writer = SegmentWriter::spilling(3, limit, temp.path().to_owned());
            for (row, terms, sketch) in &documents {
                writer.push(row.view(), terms, sketch).unwrap();
            }
            let segment = writer.finish().unwrap();
            // The terms, a start and the sketch of each document, and one start past the last.
            let document_bytes = |d: &(DocumentRow, Vec<u64>, Vec<u32>)| d.1.len() * 8 + 16 + 12;
            let bytes = 16 + documents.iter().map(document_bytes).sum::<usize>();
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
    fn without_a_folder_for_temporary_files_the_ways_out_are_named() {
        let temp = tempfile::tempdir().unwrap();
        let gone = temp.path().join("gone");
        let mut writer = SegmentWriter::spilling(1, 0, gone.clone());
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let row = row().new_tree(&mut runner).unwrap().current();
        let error = writer.push(row.view(), &[1], &[2]).unwrap_err().to_string();
        for part in ["cannot write temporary files", "TMPDIR", "--in-memory"] {
            assert!(error.contains(part), "{error}");
        }
        assert!(error.contains(&gone.display().to_string()), "{error}");
    }
}

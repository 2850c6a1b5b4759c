//! Segments as they are made and opened: rows in memory, terms and sketches in memory or in files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::column::Column;
use super::file::{FileRecord, FileWriter, Written};
use super::manifest::SegmentFiles;
use super::rows::Rows;
use super::segment::Segment;
use super::term_column::{DocumentStart, TermColumn, TermPacker};
use super::{IndexError, folder};
use crate::base::lock;
use crate::corpus::{DocumentRow, RowView};

/// Bytes of text per term, a low estimate for most languages.
const TERM_BYTES: u64 = 5;
/// Most terms for which room is reserved in memory.
const RESERVED_TERMS: u64 = 1 << 27;

/// Accepts documents with terms and sketches one by one and builds a [`Segment`]. In an index, terms and sketches
/// are written to files immediately. The rows stay in memory, where the segment needs them.
#[derive(Debug)]
pub struct SegmentWriter {
    width: usize,
    rows: Rows,
    columns: Columns,
    /// The folder and the name of a segment of an index.
    home: Option<(Arc<SegmentFolder>, String)>,
}

/// Terms and sketches of a segment.
#[derive(Debug)]
enum Columns {
    /// Memory, up to a limit.
    Memory {
        /// One per document, and one past the last.
        starts: Vec<DocumentStart>,
        terms: Column<u64>,
        sketches: Column<u32>,
        /// From how many bytes they go to unnamed files in a folder.
        limit: Option<(usize, PathBuf)>,
    },
    Files(Box<ColumnFiles>),
}

/// Files of terms and sketches; the terms are packed.
#[derive(Debug)]
struct ColumnFiles {
    starts: FileWriter,
    terms: FileWriter,
    sketches: FileWriter,
    packer: TermPacker,
    scratch: Vec<u8>,
}

/// The folder of the segments of an index. It is shared by all that write there, perhaps on several threads.
#[derive(Debug)]
pub(super) struct SegmentFolder {
    pub path: PathBuf,
    next_segment: AtomicU64,
    /// Files written and not yet synced.
    unsynced: Mutex<Vec<Written>>,
}

impl SegmentWriter {
    /// Starts a segment in memory for sketches of `width` words, made from about `bytes` bytes of text.
    pub fn in_memory(width: usize, bytes: u64) -> Self {
        let terms = (bytes / TERM_BYTES).min(RESERVED_TERMS);
        Self::new(width, Columns::memory(terms as usize, None), None)
    }

    /// Starts a segment outside any index, for sketches of `width` words. Once terms and sketches exceed
    /// `limit` bytes, they go to unnamed files in `folder`; the files vanish with the segment or the
    /// process.
    pub fn spilling(width: usize, limit: usize, folder: PathBuf) -> Self {
        Self::new(width, Columns::memory(0, Some((limit, folder))), None)
    }

    /// Starts a segment of an index.
    pub(super) fn stored(folder: &Arc<SegmentFolder>, width: usize) -> Result<Self, IndexError> {
        let number = folder.next_segment.fetch_add(1, Ordering::Relaxed);
        let name = format!("s{number:06}");
        let file = |column: &str| FileWriter::create(&folder.path, format!("{name}.{column}"));
        let files = ColumnFiles::new(file("starts")?, file("terms")?, file("sketches")?)?;
        let home = Some((Arc::clone(folder), name));
        Ok(Self::new(width, Columns::Files(Box::new(files)), home))
    }

    fn new(width: usize, columns: Columns, home: Option<(Arc<SegmentFolder>, String)>) -> Self {
        SegmentWriter {
            width,
            rows: Rows::default(),
            columns,
            home,
        }
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
        row: DocumentRow,
        terms: &[u64],
        sketch: &[u32],
    ) -> Result<(), IndexError> {
        self.push_view(row.view(), terms, sketch)
    }

    /// As [`SegmentWriter::push`].
    pub(super) fn push_view(
        &mut self,
        row: RowView<'_>,
        terms: &[u64],
        sketch: &[u32],
    ) -> Result<(), IndexError> {
        assert_eq!(sketch.len(), self.width, "width of the sketch");
        self.columns.push(terms, sketch)?;
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
            Columns::Memory {
                starts,
                terms,
                sketches,
                ..
            } => (Some(TermColumn::plain(starts, terms)), sketches),
            Columns::Files(columns) => {
                let [starts, terms, sketches] = columns.finish()?;
                let mapped = (
                    TermColumn::packed(starts.map()?.to_vec(), terms.map()?),
                    sketches.map()?,
                );
                if let Some((folder, name)) = self.home {
                    let mut rows = FileWriter::create(&folder.path, format!("{name}.rows"))?;
                    self.rows.write(&mut rows)?;
                    let rows = rows.finish()?;
                    files = Some(SegmentFiles {
                        name,
                        width: self.width,
                        rows: rows.record.clone(),
                        starts: starts.record.clone(),
                        terms: terms.record.clone(),
                        sketches: sketches.record.clone(),
                        removed: Vec::new(),
                    });
                    folder.sync_later([rows, starts, terms, sketches]);
                }
                mapped
            }
        };
        let segment =
            terms.and_then(|terms| Segment::new(self.rows, terms, self.width, sketches, files));
        segment.ok_or_else(|| IndexError::damaged(Path::new("a new segment"), "does not fit"))
    }
}

impl Columns {
    fn memory(terms: usize, limit: Option<(usize, PathBuf)>) -> Self {
        Columns::Memory {
            starts: vec![DocumentStart::default()],
            terms: Column::expecting(terms),
            sketches: Column::default(),
            limit,
        }
    }

    /// Appends one document.
    fn push(&mut self, new_terms: &[u64], sketch: &[u32]) -> Result<(), IndexError> {
        let (starts, terms, sketches, limit) = match self {
            Columns::Files(files) => return files.push(new_terms, sketch),
            Columns::Memory {
                starts,
                terms,
                sketches,
                limit,
            } => (starts, terms, sketches, limit),
        };
        terms.extend(new_terms);
        starts.push(DocumentStart {
            byte: size_of_val(&terms[..]) as u64,
            term: terms.len() as u64,
        });
        sketches.extend(sketch);
        let bytes = size_of_val(&starts[..]) + size_of_val(&terms[..]) + size_of_val(&sketches[..]);
        if let Some((_, folder)) = limit.as_ref().filter(|(limit, _)| bytes > *limit) {
            let file = || FileWriter::temporary(folder);
            let mut files = ColumnFiles::new(file()?, file()?, file()?)?;
            for ends in starts.windows(2) {
                files.push(&terms[ends[0].term as usize..ends[1].term as usize], &[])?;
            }
            files.sketches.push(sketches)?;
            *self = Columns::Files(Box::new(files));
        }
        Ok(())
    }
}

impl ColumnFiles {
    fn new(
        mut starts: FileWriter,
        terms: FileWriter,
        sketches: FileWriter,
    ) -> Result<Self, IndexError> {
        starts.push(&[DocumentStart::default()])?;
        Ok(ColumnFiles {
            starts,
            terms,
            sketches,
            packer: TermPacker::default(),
            scratch: Vec::new(),
        })
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

impl SegmentFolder {
    pub fn new(path: PathBuf, next_segment: u64) -> Arc<Self> {
        Arc::new(SegmentFolder {
            path,
            next_segment: AtomicU64::new(next_segment),
            unsynced: Mutex::default(),
        })
    }

    pub fn next_segment(&self) -> u64 {
        self.next_segment.load(Ordering::Relaxed)
    }

    /// Writes a file, to be synced before the next commit.
    pub fn write<T: bytemuck::Pod>(
        &self,
        name: String,
        values: &[T],
    ) -> Result<FileRecord, IndexError> {
        let mut file = FileWriter::create(&self.path, name)?;
        file.push(values)?;
        let written = file.finish()?;
        let record = written.record.clone();
        self.sync_later([written]);
        Ok(record)
    }

    /// Schedules files to be synced before the next commit.
    fn sync_later(&self, files: impl IntoIterator<Item = Written>) {
        lock(&self.unsynced).extend(files);
    }

    /// Syncs all scheduled files, then the folder.
    pub fn sync(&self) -> Result<(), IndexError> {
        let files = std::mem::take(&mut *lock(&self.unsynced));
        for written in &files {
            written.sync()?;
        }
        if files.is_empty() {
            Ok(())
        } else {
            folder::sync(&self.path)
        }
    }
}

/// Opens segments in `folder` in parallel on the caller's rayon pool: verifies each file, reads the rows, and maps
/// terms and sketches.
pub(super) fn open_all(
    folder: &Path,
    segments: &[SegmentFiles],
) -> Result<Vec<Arc<Segment>>, IndexError> {
    let segments = segments.par_iter();
    segments.map(|files| open(folder, files)).collect()
}

fn open(folder: &Path, files: &SegmentFiles) -> Result<Arc<Segment>, IndexError> {
    let (numbers, sketches_and_rows) = rayon::join(
        || rayon::join(|| files.starts.map(folder), || files.terms.map(folder)),
        || rayon::join(|| files.sketches.map(folder), || rows(folder, files)),
    );
    let ((starts, terms), (sketches, rows)) = (numbers, sketches_and_rows);
    let (rows, starts, terms, sketches) = (rows?, starts?, terms?, sketches?);
    let segment = TermColumn::packed(starts.to_vec(), terms)
        .and_then(|terms| Segment::new(rows, terms, files.width, sketches, Some(files.clone())));
    segment.ok_or_else(|| {
        let path = folder.join(&files.starts.name);
        IndexError::damaged(&path, "does not fit the files beside it")
    })
}

fn rows(folder: &Path, files: &SegmentFiles) -> Result<Rows, IndexError> {
    let path = folder.join(&files.rows.name);
    let mut file = files.rows.verified(folder)?;
    let rows = Rows::read(&mut file, files.rows.bytes).map_err(IndexError::io("read", &path))?;
    rows.ok_or_else(|| IndexError::damaged(&path, "makes no sense"))
}

#[cfg(test)]
mod tests {
    use super::super::rows::tests::row;
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
        fn a_segment_is_the_same_wherever_its_numbers_are(
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
        let error = writer.push(row, &[1], &[2]).unwrap_err().to_string();
        for part in ["cannot write temporary files", "TMPDIR", "--in-memory"] {
            assert!(error.contains(part), "{error}");
        }
        assert!(error.contains(&gone.display().to_string()), "{error}");
    }
}

//! Segments outside of an index, for corpora whose rows do not fit in memory: the same five files, opened without
//! reading the rows, each of which is read when it is asked for.

use std::borrow::Cow;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::StoreError;
use super::manifest::SegmentFiles;
use super::record::Record;
use super::segment_writer::Files;
use crate::collection::column::Column;
use crate::collection::term_column::TermColumn;
use crate::corpus::DocumentRow;

/// Names, lengths and checksums of the files of a loose segment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LooseFiles(SegmentFiles);

impl LooseFiles {
    /// Length and checksum of each file.
    pub fn content(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0
            .files()
            .map(|file| (file.bytes, file.xxh3))
            .into_iter()
    }
}

/// Writes a loose segment, document by document; nothing stays in memory.
#[derive(Debug)]
pub struct LooseWriter {
    name: String,
    files: Files,
}

impl LooseWriter {
    /// Starts the files `NAME.documents`, `NAME.strings`, `NAME.starts`, `NAME.terms` and `NAME.sketches` in `folder`.
    ///
    /// # Errors
    /// A file that is there already or cannot be created.
    pub fn create(folder: &Path, name: &str) -> Result<Self, StoreError> {
        Ok(LooseWriter {
            name: name.to_owned(),
            files: Files::create(folder, name)?,
        })
    }

    /// Appends a document.
    ///
    /// # Errors
    /// The files cannot be written.
    pub fn push(
        &mut self,
        row: &DocumentRow,
        terms: &[u64],
        sketch: &[u32],
    ) -> Result<(), StoreError> {
        self.files.push(row, terms, sketch)
    }

    /// Finishes the files. The sketches have `width` words each.
    ///
    /// # Errors
    /// As [`LooseWriter::push`].
    pub fn finish(self, width: usize) -> Result<LooseFiles, StoreError> {
        let written = self.files.finish()?;
        let [documents, strings, starts, terms, sketches] = written.map(|file| file.record);
        Ok(LooseFiles(SegmentFiles {
            name: self.name,
            width,
            documents,
            strings,
            starts,
            terms,
            sketches,
            removed: Vec::new(),
        }))
    }
}

/// An open loose segment. Rows, terms and sketches are in mapped files.
#[derive(Debug)]
pub struct Loose {
    name: String,
    documents: Column<Record>,
    strings: Column<u8>,
    terms: TermColumn,
    width: usize,
    sketches: Column<u32>,
}

impl Loose {
    /// Opens a segment in `folder`; with `check` after comparing the checksum of each file.
    ///
    /// # Errors
    /// A file that is missing, damaged, or cannot be read.
    pub fn open(folder: &Path, files: &LooseFiles, check: bool) -> Result<Self, StoreError> {
        let files = &files.0;
        if check {
            for file in files.files() {
                file.verified(folder)?;
            }
        }
        let damaged = || {
            let path = folder.join(&files.starts.name);
            StoreError::damaged(&path, "does not fit the files beside it")
        };
        let starts = files.starts.map_unchecked(folder)?;
        let terms = TermColumn::packed(starts, files.terms.map_unchecked(folder)?);
        let loose = Loose {
            name: files.name.clone(),
            documents: files.documents.map_unchecked(folder)?,
            strings: files.strings.map_unchecked(folder)?,
            terms: terms.ok_or_else(damaged)?,
            width: files.width,
            sketches: files.sketches.map_unchecked(folder)?,
        };
        let rows = loose.documents.len();
        let fits = loose.terms.documents() == rows
            && Some(loose.sketches.len()) == rows.checked_mul(loose.width);
        fits.then_some(loose).ok_or_else(damaged)
    }

    /// Number of documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether there are no documents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// The row of a document.
    ///
    /// # Errors
    /// A row that is damaged.
    pub fn row(&self, row: usize) -> Result<DocumentRow, StoreError> {
        let read = self.documents[row].row(&self.strings);
        read.ok_or_else(|| {
            let path = format!("{}.documents", self.name);
            StoreError::damaged(Path::new(&path), "makes no sense")
        })
    }

    /// Term hashes of a document, in text order.
    #[must_use]
    pub fn terms(&self, row: usize) -> Cow<'_, [u64]> {
        self.terms.terms(row)
    }

    /// Number of terms of a document, without reading them.
    #[must_use]
    pub fn term_count(&self, row: usize) -> usize {
        self.terms.count(row)
    }

    /// Sketch of a document.
    #[must_use]
    pub fn sketch(&self, row: usize) -> &[u32] {
        &self.sketches[row * self.width..(row + 1) * self.width]
    }

    /// Releases the pages of all mapped files, which otherwise count as memory of this process.
    pub fn release(&self) {
        self.documents.release();
        self.strings.release();
        self.terms.release();
        self.sketches.release();
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::row;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn documents_come_back_as_they_were(
            documents in prop::collection::vec(
                (row(), prop::collection::vec(any::<u64>(), 0..40), prop::collection::vec(any::<u32>(), 3)),
                0..12,
            ),
        ) {
            let temp = tempfile::tempdir().unwrap();
            let mut writer = LooseWriter::create(temp.path(), "0").unwrap();
            for (row, terms, sketch) in &documents {
                writer.push(row, terms, sketch).unwrap();
            }
            let files = writer.finish(3).unwrap();
            let loose = Loose::open(temp.path(), &files, true).unwrap();
            prop_assert_eq!(loose.len(), documents.len());
            for (i, (row, terms, sketch)) in documents.iter().enumerate() {
                prop_assert_eq!(&loose.row(i).unwrap(), row);
                prop_assert_eq!(&loose.terms(i)[..], &terms[..]);
                prop_assert_eq!(loose.term_count(i), terms.len());
                prop_assert_eq!(loose.sketch(i), &sketch[..]);
                loose.release();
            }
        }
    }

    #[test]
    fn a_damaged_file_is_noticed_when_it_is_checked() {
        let temp = tempfile::tempdir().unwrap();
        let mut writer = LooseWriter::create(temp.path(), "0").unwrap();
        let row = crate::collection::made::row();
        writer.push(&row, &[1, 2, 3], &[4, 5]).unwrap();
        let files = writer.finish(2).unwrap();
        let path = temp.path().join("0.sketches");
        std::fs::write(&path, [0; 8]).unwrap();
        let said = Loose::open(temp.path(), &files, true).unwrap_err();
        assert!(said.to_string().contains("0.sketches has a wrong checksum"));
        std::fs::write(&path, [0; 4]).unwrap();
        let said = Loose::open(temp.path(), &files, false).unwrap_err();
        assert!(
            said.to_string()
                .contains("4 bytes long where 8 were written")
        );
    }
}

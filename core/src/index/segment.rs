//! Segments: documents sketched in one run, with rows, terms and sketches in parallel columns.

use std::borrow::Cow;
use std::sync::Arc;

use super::column::Column;
use super::manifest::SegmentFiles;
use super::rows::Rows;
use super::term_column::TermColumn;
use crate::corpus::RowView;

/// Rows, terms and sketches of some documents, in the same order. Immutable: a later run adds another
/// segment and marks rows of older ones as dead.
#[derive(Debug)]
pub struct Segment {
    rows: Arc<Rows>,
    pub(super) terms: Arc<TermColumn>,
    /// Number of 32-bit words per sketch.
    pub(super) width: usize,
    sketches: Column<u32>,
    /// The files of a segment of an index; `None` if it is in memory.
    pub(super) files: Option<SegmentFiles>,
}

impl Segment {
    /// Combines the columns; `None` if their lengths are inconsistent.
    ///
    /// `terms` contains the terms of each row, `sketches` contains `width` words per row.
    pub(super) fn new(
        rows: Rows,
        terms: TermColumn,
        width: usize,
        sketches: Column<u32>,
        files: Option<SegmentFiles>,
    ) -> Option<Arc<Self>> {
        let fits = terms.documents() == rows.len()
            && Some(sketches.len()) == rows.len().checked_mul(width);
        fits.then(|| {
            Arc::new(Segment {
                rows: Arc::new(rows),
                terms: Arc::new(terms),
                width,
                sketches,
                files,
            })
        })
    }

    /// A segment with the same rows and terms, shared, and other sketches: `width` words per row.
    ///
    /// # Panics
    /// If `sketches` has another length.
    pub(super) fn with_sketches(&self, width: usize, sketches: Vec<u32>) -> Self {
        assert_eq!(sketches.len(), self.rows.len() * width);
        Segment {
            rows: self.rows.clone(),
            terms: self.terms.clone(),
            width,
            sketches: Column::Memory(sketches),
            files: None,
        }
    }

    /// Number of rows, live and dead.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the segment has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// The document row at index `row`.
    pub fn row(&self, row: usize) -> RowView<'_> {
        self.rows.get(row)
    }

    /// The id under which the document at index `row` was read.
    pub fn id(&self, row: usize) -> &str {
        self.rows.id(row)
    }

    /// Term hashes of the document in `row`.
    pub fn terms(&self, row: usize) -> Cow<'_, [u64]> {
        self.terms.terms(row)
    }

    /// Bytes of terms and sketches in mapped files.
    pub fn mapped_bytes(&self) -> usize {
        self.terms.bytes.mapped_bytes() + self.sketches.mapped_bytes()
    }

    /// Releases the pages of mapped files; see `Column::release`.
    pub fn release(&self) {
        self.terms.bytes.release();
        self.sketches.release();
    }

    /// Sketch of the document in `row`.
    pub fn sketch(&self, row: usize) -> &[u32] {
        &self.sketches[row * self.width..(row + 1) * self.width]
    }
}

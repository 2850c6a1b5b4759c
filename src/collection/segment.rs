//! Some documents that were sketched in one go: their rows, terms and sketches side by side.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::column::Column;
use crate::corpus::DocumentRow;

/// Bytes of mapped terms that are read before they are handed back to the system. What is read of a
/// smaller file stays. Tests, whose files are small, are to see it happen.
const READ: usize = if cfg!(test) { 1 << 12 } else { 128 << 20 };

/// Bytes that reading anything of a mapped file makes resident: Linux maps what else of the 64 KB
/// around it is in its cache.
const AROUND: usize = 64 << 10;

/// Rows, terms and sketches of some documents, in one order. Never changed once made: a later run
/// adds another segment, and says which rows of older ones no longer count.
#[derive(Debug)]
pub struct Segment {
    /// A name unique in its store; what the store calls its files by.
    pub name: String,
    rows: Arc<Vec<DocumentRow>>,
    /// `rows.len() + 1` positions into `terms`.
    starts: Arc<Column<u64>>,
    terms: Arc<Column<u64>>,
    /// Bytes of terms read since they were last handed back.
    read: AtomicUsize,
    /// Values in one sketch.
    width: usize,
    sketches: Column<u32>,
}

impl Segment {
    /// Puts the columns side by side; `None` where their lengths do not fit each other.
    ///
    /// `starts` has one position into `terms` for each row and one past the last; `sketches` has
    /// `width` values for each row.
    #[must_use]
    pub fn new(
        name: String,
        rows: Vec<DocumentRow>,
        starts: Column<u64>,
        terms: Column<u64>,
        width: usize,
        sketches: Column<u32>,
    ) -> Option<Self> {
        let fits = starts.len() == rows.len() + 1
            && starts.windows(2).all(|w| w[0] <= w[1])
            && starts.last().copied() == Some(terms.len() as u64)
            && Some(sketches.len()) == rows.len().checked_mul(width);
        fits.then_some(Segment {
            name,
            rows: Arc::new(rows),
            starts: Arc::new(starts),
            terms: Arc::new(terms),
            read: AtomicUsize::new(0),
            width,
            sketches,
        })
    }

    /// The same rows and terms, shared, beside other sketches: `width` values for each row.
    ///
    /// # Panics
    /// If there are more or fewer values.
    #[must_use]
    pub(super) fn with_sketches(&self, width: usize, sketches: Vec<u32>) -> Self {
        assert_eq!(sketches.len(), self.rows.len() * width);
        Segment {
            name: self.name.clone(),
            rows: self.rows.clone(),
            starts: self.starts.clone(),
            terms: self.terms.clone(),
            read: AtomicUsize::new(0),
            width,
            sketches: sketches.into(),
        }
    }

    /// Number of documents, live or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it holds no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What is known of the document in `row`.
    #[must_use]
    pub fn row(&self, row: usize) -> &DocumentRow {
        &self.rows[row]
    }

    /// The term hashes of the document in `row`. Where they lie in a large file, those read before
    /// are handed back to the system every so often, so that whoever goes through documents in any
    /// order holds little of the file in memory.
    #[must_use]
    pub fn terms(&self, row: usize) -> &[u64] {
        let terms = &self.terms[self.starts[row] as usize..self.starts[row + 1] as usize];
        if self.terms.mapped_bytes() > READ {
            let bytes = size_of_val(terms).max(AROUND);
            if self.read.fetch_add(bytes, Ordering::Relaxed) > READ {
                self.read.store(0, Ordering::Relaxed);
                self.terms.release();
            }
        }
        terms
    }

    /// How many terms the document in `row` has, without reading them.
    #[must_use]
    pub fn term_count(&self, row: usize) -> usize {
        (self.starts[row + 1] - self.starts[row]) as usize
    }

    /// Bytes of terms and sketches that lie in mapped files rather than in memory.
    #[must_use]
    pub fn mapped_bytes(&self) -> usize {
        self.terms.mapped_bytes() + self.sketches.mapped_bytes()
    }

    /// Hands what was read of large mapped files back to the system; see [`Column::release`]. Small
    /// ones stay: reading them again would cost more than it gives.
    pub fn release(&self) {
        if self.terms.mapped_bytes() > READ {
            self.terms.release();
        }
        if self.sketches.mapped_bytes() > READ {
            self.sketches.release();
        }
    }

    /// The sketch of the document in `row`.
    #[must_use]
    pub fn sketch(&self, row: usize) -> &[u32] {
        &self.sketches[row * self.width..(row + 1) * self.width]
    }

    /// All sketches, row after row.
    #[must_use]
    pub fn sketches(&self) -> &[u32] {
        &self.sketches
    }

    /// All term hashes, row after row, and where each row starts.
    #[must_use]
    pub fn all_terms(&self) -> (&[u64], &[u64]) {
        (&self.terms, &self.starts)
    }

    /// All rows.
    #[must_use]
    pub fn rows(&self) -> &[DocumentRow] {
        &self.rows
    }
}

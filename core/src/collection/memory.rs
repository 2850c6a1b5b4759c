//! Segments in memory, for runs that write nothing to disk.

use std::sync::Arc;

use super::term_column::TermColumn;
use super::{GrowableBuffer, Rows, Segment};
use crate::corpus::DocumentRow;

/// Receiver of sketched documents, in order.
pub trait Sink {
    /// Appends a document: its row, term hashes and sketch.
    ///
    /// # Errors
    /// Errors of the underlying storage.
    fn push(&mut self, row: DocumentRow, terms: &[u64], sketch: &[u32]) -> anyhow::Result<()>;

    /// Finishes the segment.
    ///
    /// # Errors
    /// Errors of the underlying storage.
    fn finish(self: Box<Self>) -> anyhow::Result<Arc<Segment>>;
}

/// Builds a segment in memory.
#[derive(Debug)]
pub struct Memory {
    rows: Rows,
    starts: Vec<u64>,
    terms: GrowableBuffer<u64>,
    width: usize,
    sketches: GrowableBuffer<u32>,
}

impl Memory {
    /// Starts an empty segment for sketches of `width` words.
    pub fn new(width: usize) -> Self {
        Memory {
            rows: Rows::default(),
            starts: vec![0],
            terms: GrowableBuffer::default(),
            width,
            sketches: GrowableBuffer::default(),
        }
    }

    /// As [`Memory::new`], with space reserved for about `bytes` bytes of text, to avoid repeated
    /// copying during growth. Unused space takes address space only, no memory.
    pub fn expecting(width: usize, bytes: u64) -> Self {
        /// Bytes of text per term (a low estimate for most languages), and the maximum number of terms
        /// reserved.
        const TERM: u64 = 5;
        const MOST: u64 = 1 << 27;
        let mut memory = Memory::new(width);
        memory.terms = GrowableBuffer::expecting((bytes / TERM).min(MOST) as usize);
        memory
    }
}

impl Sink for Memory {
    fn push(&mut self, row: DocumentRow, terms: &[u64], sketch: &[u32]) -> anyhow::Result<()> {
        self.rows.push(row.view());
        self.terms.extend(terms);
        self.starts.push(self.terms.len() as u64);
        self.sketches.extend(sketch);
        Ok(())
    }

    fn finish(self: Box<Self>) -> anyhow::Result<Arc<Segment>> {
        let Memory {
            rows,
            starts,
            terms,
            width,
            sketches,
        } = *self;
        let terms = TermColumn::plain(starts.into(), terms.into());
        let segment = terms
            .and_then(|terms| Segment::new("memory".into(), rows, terms, width, sketches.into()));
        segment
            .map(Arc::new)
            .ok_or_else(|| anyhow::anyhow!("columns of a segment do not fit"))
    }
}

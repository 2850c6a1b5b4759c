//! A segment gathered in memory, for runs that write nothing.

use std::sync::Arc;

use super::{GrowableBuffer, Segment};
use crate::corpus::DocumentRow;

/// Somewhere documents go once they are sketched, in order.
pub trait Sink {
    /// Takes the next document: its row, the hashes of its terms, its sketch.
    ///
    /// # Errors
    /// Whatever writing it down may bring.
    fn push(&mut self, row: DocumentRow, terms: &[u64], sketch: &[u32]) -> anyhow::Result<()>;

    /// Ends the segment.
    ///
    /// # Errors
    /// Whatever writing it down may bring.
    fn finish(self: Box<Self>) -> anyhow::Result<Arc<Segment>>;
}

/// Gathers a segment in memory.
#[derive(Debug)]
pub struct Memory {
    rows: Vec<DocumentRow>,
    starts: Vec<u64>,
    terms: GrowableBuffer<u64>,
    width: usize,
    sketches: GrowableBuffer<u32>,
}

impl Memory {
    /// An empty segment for sketches of `width` values.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Memory {
            rows: Vec::new(),
            starts: vec![0],
            terms: GrowableBuffer::default(),
            width,
            sketches: GrowableBuffer::default(),
        }
    }

    /// The same with room set aside for about `bytes` of text: growing would copy all there is again
    /// and again. What is set aside and not used costs addresses, no memory.
    #[must_use]
    pub fn expecting(width: usize, bytes: u64) -> Self {
        /// Bytes of text to a term, on the low side for most languages; and the most set aside.
        const TERM: u64 = 5;
        const MOST: u64 = 1 << 27;
        let mut memory = Memory::new(width);
        memory.terms = GrowableBuffer::expecting((bytes / TERM).min(MOST) as usize);
        memory
    }
}

impl Sink for Memory {
    fn push(&mut self, row: DocumentRow, terms: &[u64], sketch: &[u32]) -> anyhow::Result<()> {
        self.rows.push(row);
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
        let segment = Segment::new(
            "memory".into(),
            rows,
            starts.into(),
            terms.into(),
            width,
            sketches.into(),
        );
        segment
            .map(Arc::new)
            .ok_or_else(|| anyhow::anyhow!("columns of a segment do not fit"))
    }
}

//! `sketch`: texts to sketches, with the print of each shingle set.
//!
//! Documents with the same set have the same print, 128 bits of XXH3 over the sorted set; they are one document for
//! the pair search, as in [`Identical`](crate::candidates::Identical), once `verify` has compared their sets. Cost: as
//! reading has it, and one sort of each document's shingles.

use std::sync::Arc;

use anyhow::Result;
use arrow_array::{ArrayRef, BinaryArray, Int64Array, RecordBatch};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::job::TextSketcher;
use super::schema::{Out, SchemaColumn, Step, Type, bytes, longs, texts};
use crate::sketch::Scratch;

/// Documents of a task.
const PART: usize = 16;

/// Texts to sketches.
pub(super) struct Sketches(pub TextSketcher);

struct Row {
    print: u128,
    size: i64,
    sketch: Vec<u8>,
}

impl Sketches {
    fn row(&self, text: &str, scratch: &mut Scratch) -> Row {
        let set = self.0.set(text);
        Row {
            print: xxh3_128(bytemuck::cast_slice(&set)),
            size: set.len() as i64,
            sketch: bytes(&self.0.sketch(&set, scratch)),
        }
    }
}

impl Step for Sketches {
    fn reads(&self) -> &'static [SchemaColumn] {
        &[("doc", Type::Long), ("text", Type::Text)]
    }

    fn writes(&self) -> &'static [SchemaColumn] {
        &[
            ("doc", Type::Long),
            ("print_hi", Type::Long),
            ("print_lo", Type::Long),
            ("size", Type::Long),
            ("sketch", Type::Bytes),
        ]
    }

    fn take(&mut self, rows: &RecordBatch, out: Out<'_>) -> Result<()> {
        let docs = longs(rows, "doc")?;
        let texts = texts(rows, "text", docs, self.0.settings.reading.max_bytes)?;
        let made: Vec<Row> = texts
            .par_iter()
            .with_min_len(PART)
            .map_init(Scratch::default, |scratch, text| self.row(text, scratch))
            .collect();
        let column = |value: fn(&Row) -> i64| -> ArrayRef {
            Arc::new(Int64Array::from_iter_values(made.iter().map(value)))
        };
        let sketches = made.iter().map(|row| &row.sketch[..]);
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("doc", Arc::new(Int64Array::from(docs.to_vec()))),
            ("print_hi", column(|row| (row.print >> 64) as i64)),
            ("print_lo", column(|row| row.print as i64)),
            ("size", column(|row| row.size)),
            ("sketch", Arc::new(BinaryArray::from_iter_values(sketches))),
        ];
        out(RecordBatch::try_from_iter(columns)?)
    }
}

//! `bands`: the keys of a sketch's bands, one row a band.
//!
//! Two documents with the same key agree on a whole band, up to collisions of 64 bits, which cost a candidate and never
//! a pair, because pairs are verified. The number of the band is mixed into the key.

use std::sync::Arc;

use anyhow::Result;
use arrow_array::{ArrayRef, Int64Array, RecordBatch};

use super::columns::{longs, sketches};
use super::job::Job;
use super::schema::{Column, Type};
use super::step::{Out, Step};
use crate::candidates::banding::Banding;
use crate::candidates::lsh::band_key;
use crate::sketch::Layout;
use crate::text::shingles::mix;

/// Rows of an output batch, about.
const BATCH: usize = 1 << 18;

/// Sketches to keys.
pub(super) struct Bands {
    layout: Layout,
    banding: Banding,
}

impl Bands {
    pub(super) fn new(job: &Job) -> Self {
        Bands {
            layout: job.layout(),
            banding: job.banding,
        }
    }
}

impl Step for Bands {
    fn reads(&self) -> &'static [Column] {
        &[("doc", Type::Long), ("sketch", Type::Bytes)]
    }

    fn writes(&self) -> &'static [Column] {
        &[("key", Type::Long), ("doc", Type::Long)]
    }

    fn take(&mut self, rows: &RecordBatch, out: Out<'_>) -> Result<()> {
        let docs = longs(rows, "doc")?;
        let layout = self.layout;
        let words = layout.words();
        let all = sketches(rows, "sketch", words)?;
        let Banding { bands, rows } = self.banding;
        let at_once = (BATCH / bands.max(1)).max(1);
        for (docs, sketches) in docs.chunks(at_once).zip(all.chunks(at_once * words)) {
            let sketches = sketches.chunks_exact(words);
            let keys = sketches.flat_map(|sketch| {
                let key = move |band| band_key(layout, sketch, rows, band);
                (0..bands).map(move |band| mix(key(band) ^ mix(band as u64)) as i64)
            });
            let docs = docs.iter().flat_map(|doc| std::iter::repeat_n(*doc, bands));
            let columns: Vec<(&str, ArrayRef)> = vec![
                ("key", Arc::new(Int64Array::from_iter_values(keys))),
                ("doc", Arc::new(Int64Array::from_iter_values(docs))),
            ];
            out(RecordBatch::try_from_iter(columns)?)?;
        }
        Ok(())
    }
}

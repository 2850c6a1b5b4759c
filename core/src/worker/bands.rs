//! `bands`: the keys of a sketch's bands, one row a band.
//!
//! Two documents with the same key agree on a whole band, up to collisions of 64 bits, which cost a candidate and never
//! a pair, because pairs are verified. The number of the band is mixed into the key.

use std::sync::Arc;

use anyhow::Result;
use arrow_array::{ArrayRef, Int64Array, RecordBatch};

use super::job::Job;
use super::schema::{Out, Step};
use super::schema::{SchemaColumn, Type, longs, sketches};
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

/// The key of a band with its number mixed in. Keys of one value each are numbers mixed as those of bands would be, so
/// these are added, not compared with each other.
fn of_band(key: u64, band: usize) -> u64 {
    mix(mix(key ^ 0x9e37_79b9_7f4a_7c15).wrapping_add(band as u64))
}

impl Step for Bands {
    fn reads(&self) -> &'static [SchemaColumn] {
        &[("doc", Type::Long), ("sketch", Type::Bytes)]
    }

    fn writes(&self) -> &'static [SchemaColumn] {
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
                (0..bands).map(move |band| of_band(key(band), band) as i64)
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// With one row a band a key is the mixed value itself, so values that are numbers of bands must not undo each other.
    #[test]
    fn keys_of_different_bands_are_different() {
        let key = |value: u64| mix(value);
        let all = (0..300_u64).flat_map(|value| (0..300).map(move |band| (value, band)));
        let keys: HashSet<u64> = all.map(|(value, band)| of_band(key(value), band)).collect();
        assert_eq!(keys.len(), 300 * 300);
        let of_zero: HashSet<u64> = (0..300).map(|band| of_band(0, band)).collect();
        assert_eq!(of_zero.len(), 300);
    }
}

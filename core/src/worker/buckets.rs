//! `bands`: the keys of a sketch's bands, one row for each band; and `pairs`: the candidates of buckets, from rows
//! sorted by key and document.
//!
//! Two documents with the same key agree on a whole band, up to collisions of 64 bits, which cost a candidate and never
//! a pair, because pairs are verified. The number of the band is mixed into the key.
//!
//! A bucket is a run of rows with one key. With up to [`BUCKET`] documents, all pairs are candidates. A larger bucket
//! is outsized, as in the local method: each of its documents is written as a pair with itself, and `join` finds the
//! pairs. Two documents that share several buckets are written several times. Memory: one bucket of up to [`BUCKET`]
//! documents.

use anyhow::{Result, ensure};
use arrow_array::RecordBatch;

use super::job::JobSettings;
use super::schema::{Out, Step, StepCounts, array, longs, sketches};
use crate::candidates::banding::Banding;
use crate::candidates::lsh::{BUCKET, band_key};
use crate::sketch::Layout;
use crate::text::shingles::mix;

const BATCH_ROWS: usize = 1 << 18;

/// Sketches to keys.
pub(super) struct Bands {
    layout: Layout,
    banding: Banding,
}

impl Bands {
    pub(super) fn new(job: &JobSettings) -> Self {
        Bands {
            layout: job.layout(),
            banding: job.banding,
        }
    }
}

/// Mixes the number of a band into its key. With one row a band, keys are mixed values: the number is added, because a
/// mixed number could cancel a key.
fn mix_band(key: u64, band: usize) -> u64 {
    mix(mix(key ^ 0x9e37_79b9_7f4a_7c15).wrapping_add(band as u64))
}

impl Step for Bands {
    fn take(&mut self, rows: &RecordBatch, out: Out<'_>) -> Result<()> {
        let docs = longs(rows, "doc")?;
        let layout = self.layout;
        let words = layout.words();
        let values = sketches(rows, "sketch", words)?;
        let Banding { bands, rows } = self.banding;
        let batch = (BATCH_ROWS / bands.max(1)).max(1);
        for (docs, sketches) in docs.chunks(batch).zip(values.chunks(batch * words)) {
            let keys = sketches.chunks_exact(words).flat_map(|sketch| {
                let key = move |band| band_key(layout, sketch, rows, band);
                (0..bands).map(move |band| mix_band(key(band), band) as i64)
            });
            let docs = docs.iter().flat_map(|doc| std::iter::repeat_n(*doc, bands));
            out(vec![array(keys), array(docs)])?;
        }
        Ok(())
    }
}

/// Sorted keys to candidates.
#[derive(Default)]
pub(super) struct Pairs {
    /// Key and document of the last row.
    last: Option<(i64, i64)>,
    /// Documents of the bucket so far; none once it is outsized.
    bucket: Vec<i64>,
    is_outsized: bool,
    /// Pairs that are not written yet.
    pairs: Vec<(i64, i64)>,
    outsized_buckets: u64,
}

impl Pairs {
    fn push(&mut self, doc: i64) {
        self.bucket.push(doc);
        if !self.is_outsized && self.bucket.len() > BUCKET {
            self.is_outsized = true;
            self.outsized_buckets += 1;
        }
        if self.is_outsized {
            self.pairs
                .extend(self.bucket.drain(..).map(|doc| (doc, doc)));
        }
    }

    /// Writes the candidates of the bucket, and begins the next one.
    fn close(&mut self, out: Out<'_>) -> Result<()> {
        self.is_outsized = false;
        let mut bucket = std::mem::take(&mut self.bucket);
        for (i, &a) in bucket.iter().enumerate() {
            self.pairs.extend(bucket[i + 1..].iter().map(|&b| (a, b)));
            self.write(BATCH_ROWS, out)?;
        }
        bucket.clear();
        self.bucket = bucket;
        Ok(())
    }

    /// Writes a batch if `min_rows` rows are ready.
    fn write(&mut self, min_rows: usize, out: Out<'_>) -> Result<()> {
        if self.pairs.len() < min_rows {
            return Ok(());
        }
        let pairs = std::mem::take(&mut self.pairs);
        out(vec![
            array(pairs.iter().map(|pair| pair.0)),
            array(pairs.iter().map(|pair| pair.1)),
        ])
    }
}

impl Step for Pairs {
    fn take(&mut self, rows: &RecordBatch, out: Out<'_>) -> Result<()> {
        let (keys, docs) = (longs(rows, "key")?, longs(rows, "doc")?);
        for (&key, &doc) in keys.iter().zip(docs) {
            if let Some((last_key, last)) = self.last.replace((key, doc)) {
                ensure!(
                    last_key <= key,
                    "key {key} comes after {last_key}; sort the input by key and doc"
                );
                ensure!(
                    last_key < key || last < doc,
                    "documents {last} and {doc} of key {key} are not sorted, or are the same; sort the input by key and doc"
                );
                if last_key < key {
                    self.close(out)?;
                }
            }
            self.push(doc);
            self.write(BATCH_ROWS, out)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, out: Out<'_>) -> Result<StepCounts> {
        self.close(out)?;
        self.write(1, out)?;
        Ok(StepCounts {
            outsized_buckets: self.outsized_buckets,
            ..StepCounts::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use arrow_array::ArrayRef;
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;
    use proptest::prelude::*;

    /// The candidates of rows in batches of `size`.
    fn pairs_of(rows: &[(i64, i64)], size: usize) -> Result<Vec<(i64, i64)>> {
        let (mut step, mut pairs) = (Box::<Pairs>::default(), Vec::new());
        let mut out = |columns: Vec<ArrayRef>| {
            let values = |at: usize| columns[at].as_primitive::<Int64Type>().values().iter();
            pairs.extend(values(0).copied().zip(values(1).copied()));
            Ok(())
        };
        for rows in rows.chunks(size) {
            let columns = [
                ("key", array(rows.iter().map(|row| row.0))),
                ("doc", array(rows.iter().map(|row| row.1))),
            ];
            step.take(&RecordBatch::try_from_iter(columns)?, &mut out)?;
        }
        step.finish(&mut out)?;
        Ok(pairs)
    }

    proptest! {
        #[test]
        fn every_pair_of_a_bucket_is_written(
            rows in prop::collection::btree_set((-3_i64..3, 0_i64..20), 0..60),
            size in 1_usize..9,
        ) {
            let rows = Vec::from_iter(rows);
            let mut expected = Vec::new();
            for (i, x) in rows.iter().enumerate() {
                expected.extend(rows[i + 1..].iter().filter(|y| x.0 == y.0).map(|y| (x.1, y.1)));
            }
            prop_assert_eq!(pairs_of(&rows, size).unwrap(), expected);
        }
    }

    #[test]
    fn the_documents_of_an_outsized_bucket_are_written_once() {
        for extra in 0..3 {
            let count = (BUCKET + extra) as i64;
            let mut rows: Vec<(i64, i64)> = (0..count).map(|doc| (1, doc)).collect();
            rows.extend([(2, 5), (2, 7)]);
            let output = pairs_of(&rows, 300).unwrap();
            let (equal, pairs): (Vec<_>, Vec<_>) = output.into_iter().partition(|(a, b)| a == b);
            if extra == 0 {
                assert!(equal.is_empty());
                assert_eq!(pairs.len(), BUCKET * (BUCKET - 1) / 2 + 1);
            } else {
                assert_eq!(equal, Vec::from_iter((0..count).map(|doc| (doc, doc))));
                assert_eq!(pairs, [(5, 7)]);
            }
        }
    }

    /// With one row a band a key is the mixed value itself, so values and numbers of bands must not cancel each other.
    #[test]
    fn keys_of_different_bands_are_different() {
        let key = |value: u64| mix(value);
        let all = (0..300_u64).flat_map(|value| (0..300).map(move |band| (value, band)));
        let keys: HashSet<u64> = all.map(|(n, band)| mix_band(key(n), band)).collect();
        assert_eq!(keys.len(), 300 * 300);
        let of_zero: HashSet<u64> = (0..300).map(|band| mix_band(0, band)).collect();
        assert_eq!(of_zero.len(), 300);
    }
}

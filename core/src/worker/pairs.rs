//! `pairs`: the candidates of buckets, from rows that are sorted by key and document.
//!
//! A bucket is a run of rows with one key. Of up to [`BUCKET`] documents every two are a candidate. A larger bucket is
//! outsized, as locally: each of its documents is written as a pair with itself, and `join` finds the pairs. Two
//! documents that share several buckets are written several times. Memory: one bucket of up to [`BUCKET`] documents.

use std::sync::Arc;

use anyhow::{Result, ensure};
use arrow_array::{ArrayRef, Int64Array, RecordBatch};

use super::schema::{Out, Step, StepCounts};
use super::schema::{SchemaColumn, Type, longs};
use crate::candidates::lsh::BUCKET;

/// Rows of an output batch.
const BATCH: usize = 1 << 18;

/// Sorted keys to candidates.
#[derive(Default)]
pub(super) struct Pairs {
    /// Key and document of the last row.
    last: Option<(i64, i64)>,
    /// Documents of the bucket so far; none once it is outsized.
    bucket: Vec<i64>,
    is_outsized: bool,
    a: Vec<i64>,
    b: Vec<i64>,
    outsized_buckets: u64,
}

impl Pairs {
    fn push(&mut self, doc: i64) {
        if self.is_outsized {
            return self.write(doc, doc);
        }
        self.bucket.push(doc);
        if self.bucket.len() > BUCKET {
            self.is_outsized = true;
            self.outsized_buckets += 1;
            for doc in std::mem::take(&mut self.bucket) {
                self.write(doc, doc);
            }
        }
    }

    fn write(&mut self, a: i64, b: i64) {
        self.a.push(a);
        self.b.push(b);
    }

    /// Writes the candidates of the bucket, and begins the next one.
    fn close(&mut self, out: Out<'_>) -> Result<()> {
        let bucket = std::mem::take(&mut self.bucket);
        self.is_outsized = false;
        for (i, &a) in bucket.iter().enumerate() {
            for &b in &bucket[i + 1..] {
                self.write(a, b);
            }
            self.hand_on(BATCH, out)?;
        }
        self.bucket = bucket;
        self.bucket.clear();
        Ok(())
    }

    /// Writes a batch if `least` rows are ready.
    fn hand_on(&mut self, least: usize, out: Out<'_>) -> Result<()> {
        if self.a.len() < least {
            return Ok(());
        }
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("a", Arc::new(Int64Array::from(std::mem::take(&mut self.a)))),
            ("b", Arc::new(Int64Array::from(std::mem::take(&mut self.b)))),
        ];
        out(RecordBatch::try_from_iter(columns)?)
    }
}

impl Step for Pairs {
    fn reads(&self) -> &'static [SchemaColumn] {
        &[("key", Type::Long), ("doc", Type::Long)]
    }

    fn writes(&self) -> &'static [SchemaColumn] {
        &[("a", Type::Long), ("b", Type::Long)]
    }

    fn take(&mut self, rows: &RecordBatch, out: Out<'_>) -> Result<()> {
        let (keys, docs) = (longs(rows, "key")?, longs(rows, "doc")?);
        for (&key, &doc) in keys.iter().zip(docs) {
            match self.last {
                Some(last) if last.0 == key => {
                    ensure!(
                        last.1 < doc,
                        "documents {} and {doc} of key {key} are not sorted, or are the same; sort the input by key and doc",
                        last.1
                    );
                }
                Some(last) => {
                    ensure!(
                        last.0 < key,
                        "key {key} comes after {}; sort the input by key and doc",
                        last.0
                    );
                    self.close(out)?;
                }
                None => {}
            }
            self.last = Some((key, doc));
            self.push(doc);
            self.hand_on(BATCH, out)?;
        }
        Ok(())
    }

    fn finish(&mut self, out: Out<'_>) -> Result<()> {
        self.close(out)?;
        self.hand_on(1, out)
    }

    fn counts(&self) -> StepCounts {
        StepCounts {
            outsized_buckets: self.outsized_buckets,
            ..StepCounts::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The candidates of rows that come in batches of `size`.
    fn pairs_of(rows: &[(i64, i64)], size: usize) -> Result<Vec<(i64, i64)>> {
        let (mut step, mut pairs) = (Pairs::default(), Vec::new());
        let mut out = |batch: RecordBatch| {
            let (a, b) = (longs(&batch, "a")?, longs(&batch, "b")?);
            pairs.extend(a.iter().copied().zip(b.iter().copied()));
            Ok(())
        };
        for rows in rows.chunks(size) {
            let column = |values: Vec<i64>| -> ArrayRef { Arc::new(Int64Array::from(values)) };
            let columns = vec![
                ("key", column(rows.iter().map(|row| row.0).collect())),
                ("doc", column(rows.iter().map(|row| row.1).collect())),
            ];
            step.take(&RecordBatch::try_from_iter(columns)?, &mut out)?;
        }
        step.finish(&mut out)?;
        Ok(pairs)
    }

    proptest! {
        #[test]
        fn every_two_of_a_bucket_are_written(
            rows in prop::collection::btree_set((-3_i64..3, 0_i64..20), 0..60),
            size in 1_usize..9,
        ) {
            let rows = Vec::from_iter(rows);
            let mut want = Vec::new();
            for (i, x) in rows.iter().enumerate() {
                want.extend(rows[i + 1..].iter().filter(|y| x.0 == y.0).map(|y| (x.1, y.1)));
            }
            prop_assert_eq!(pairs_of(&rows, size).unwrap(), want);
        }
    }

    #[test]
    fn the_members_of_an_outsized_bucket_are_written_once() {
        for extra in 0..3 {
            let count = (BUCKET + extra) as i64;
            let mut rows: Vec<(i64, i64)> = (0..count).map(|doc| (1, doc)).collect();
            rows.extend([(2, 5), (2, 7)]);
            let written = pairs_of(&rows, 300).unwrap();
            let (same, pairs): (Vec<_>, Vec<_>) = written.into_iter().partition(|(a, b)| a == b);
            if extra == 0 {
                assert!(same.is_empty());
                assert_eq!(pairs.len(), BUCKET * (BUCKET - 1) / 2 + 1);
            } else {
                assert_eq!(same, Vec::from_iter((0..count).map(|doc| (doc, doc))));
                assert_eq!(pairs, [(5, 7)]);
            }
        }
    }
}

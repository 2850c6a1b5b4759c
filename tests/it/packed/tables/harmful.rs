//! Malicious tables that would take all memory or time: other files are still read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Int32Array, Int64Array, RecordBatch, StringArray,
    TimestampSecondArray,
};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use crate::support::{Work, args_of, words};

/// A table with every column that is read. One row is too long, and one is empty.
pub fn batch(rows: usize) -> RecordBatch {
    let text = |row: usize| match row {
        7 => Some("x".repeat(60_000)),
        9 => None,
        _ => Some(words(row as u64, 300).join(" ")),
    };
    let by = |row: usize| (!row.is_multiple_of(3)).then(|| format!("Ada {row}"));
    let columns: [(&str, ArrayRef); 4] = [
        ("id", Arc::new((0..rows as i64).collect::<Int64Array>())),
        (
            "text",
            Arc::new((0..rows).map(text).collect::<StringArray>()),
        ),
        (
            "author",
            Arc::new((0..rows).map(by).collect::<StringArray>()),
        ),
        (
            "date",
            Arc::new((0..rows as i64).map(Some).collect::<TimestampSecondArray>()),
        ),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.map(|(name, column)| (name, column, true)))
        .unwrap()
}

pub fn parquet(batch: &RecordBatch) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = parquet::arrow::ArrowWriter::try_new(&mut out, batch.schema(), None).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
    out
}

/// A Parquet file of one column, packed as well as it can be.
fn packed(column: ArrayRef) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter_with_nullable([("text", column, true)]).unwrap();
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(9).unwrap()))
        .set_dictionary_page_size_limit(64 << 20)
        .set_max_row_group_row_count(Some(10_000_000))
        .build();
    let mut out = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut out, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    out
}

/// Rows with one text of `bytes` bytes.
fn repeated(rows: usize, bytes: usize) -> Vec<u8> {
    let keys = Int32Array::from(vec![0; rows]);
    let values: ArrayRef = Arc::new(StringArray::from(vec!["a ".repeat(bytes / 2)]));
    packed(Arc::new(DictionaryArray::<Int32Type>::new(keys, values)))
}

#[test]
fn a_malicious_table_affects_only_itself() {
    let work = Work::new();
    let wide: Vec<(String, ArrayRef)> = (0..20_000)
        .map(|n| {
            let column: ArrayRef = Arc::new(StringArray::from(vec!["a"]));
            (format!("column{n}"), column)
        })
        .collect();
    let wide = RecordBatch::try_from_iter(wide).unwrap();
    let full = parquet(&batch(100));
    for (name, bytes) in [
        // 3 GB: 3,000 rows with the same text of 1 MB.
        ("repeated.parquet", repeated(3000, 1 << 20)),
        (
            "empty.parquet",
            packed(Arc::new(StringArray::new_null(3_000_000))),
        ),
        ("long.parquet", repeated(1, 32 << 20)),
        ("wide.parquet", parquet(&wide)),
        ("cut.parquet", full[..full.len() / 2].to_vec()),
        (
            "footer.parquet",
            [&full[..full.len() - 8], &[0xff, 0xff, 0xff, 0x7f], b"PAR1"].concat(),
        ),
        ("good.parquet", full),
    ] {
        work.write(name, bytes);
    }
    let ran = work.done(&args_of(
        "skipped corpus --in-memory --format csv --max-size 4 --threads 2",
    ));
    let mut reasons: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in ran.rows() {
        let file = row[0].split(':').next().unwrap().to_owned();
        reasons.entry(file).or_default().insert(row[1].clone());
    }
    for (name, expected) in [
        ("repeated.parquet", ["unpacks to more than"; 2]),
        ("empty.parquet", ["unpacks to more than"; 2]),
        // It is rejected by the size that it declares, before its only page is unpacked.
        ("long.parquet", ["unpacks to more than"; 2]),
        ("wide.parquet", ["and 19980 more"; 2]),
        ("cut.parquet", ["damaged"; 2]),
        ("footer.parquet", ["damaged"; 2]),
    ] {
        let actual = reasons.get(name).cloned().unwrap_or_default();
        let is_said = |reason: &String| expected.iter().any(|expected| reason.contains(expected));
        assert!(actual.iter().any(is_said), "{name}: {actual:?}");
    }
    // One row of the good table is empty.
    let actual: Vec<&String> = reasons["good.parquet"].iter().collect();
    assert_eq!(actual, ["empty"]);
}

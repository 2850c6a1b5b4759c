//! Rows that come from a child process: the same as without one.

use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray, TimestampSecondArray};
use shinglescope::corpus::child::frames::TableFormat;
use shinglescope::corpus::child::set_program;
use shinglescope::corpus::random_access::RandomAccess;
use shinglescope::corpus::table::NextRow;
use shinglescope::corpus::table::arrow::ArrowRows;
use shinglescope::corpus::table::remote;
use shinglescope::corpus::unpacked::Budget;
use shinglescope::settings::Reading;

use crate::support::words;

/// A table of some megabytes with every column that is read, a row that is too long and an empty one in it.
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

pub fn arrow(batch: &RecordBatch) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = arrow_ipc::writer::FileWriter::try_new(&mut out, &batch.schema()).unwrap();
    for start in (0..batch.num_rows()).step_by(100) {
        let length = 100.min(batch.num_rows() - start);
        writer.write(&batch.slice(start, length)).unwrap();
    }
    writer.finish().unwrap();
    drop(writer);
    out
}

fn reading() -> Reading {
    Reading {
        max_bytes: 50_000,
        ..Reading::default()
    }
}

fn open(
    format: TableFormat,
    bytes: &[u8],
) -> Result<remote::Opened, shinglescope::corpus::SkipReason> {
    set_program(Path::new(env!("CARGO_BIN_EXE_shinglescope")).to_owned());
    let content = RandomAccess::bytes(bytes.to_vec());
    let budget = Budget::of(bytes.len() as u64, &reading());
    remote::open(format, content, &reading(), &budget)
}

#[test]
fn rows_from_a_child_are_those_that_are_read_here() {
    let batch = batch(3000);
    for (format, bytes) in [
        (TableFormat::Parquet, parquet(&batch)),
        (TableFormat::Arrow, arrow(&batch)),
    ] {
        let content = RandomAccess::bytes(bytes.clone());
        let here = ArrowRows::open(format, content, &reading()).unwrap();
        let guess = here.guess();
        let here: Vec<NextRow> = here.collect();
        let long: Vec<u64> = here
            .iter()
            .filter_map(|row| Some(row.as_ref().err()?.0))
            .collect();
        assert_eq!((here.len(), long), (3000, vec![8]));
        assert!(here[1].as_ref().unwrap().author.is_some());
        let opened = open(format, &bytes).unwrap();
        assert_eq!(opened.guess, guess);
        assert!(opened.rows.eq(here), "{format:?}");
    }
}

#[test]
fn a_table_that_is_left_in_the_middle_or_only_looked_at_holds_up_no_other() {
    let bytes = parquet(&batch(3000));
    for _ in 0..3 {
        let opened = open(TableFormat::Parquet, &bytes).unwrap();
        drop(opened);
        let mut opened = open(TableFormat::Parquet, &bytes).unwrap();
        assert_eq!(opened.rows.next().unwrap().unwrap().number, 1);
        drop(opened);
        assert!(open(TableFormat::Arrow, &bytes).is_err());
        assert_eq!(
            open(TableFormat::Parquet, &bytes).unwrap().rows.count(),
            3000
        );
    }
}

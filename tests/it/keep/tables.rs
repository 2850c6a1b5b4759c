//! Tables: the rows that stay, with all their columns, in a file of the same form.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, ListBuilder, StringDictionaryBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int32Type, TimestampMillisecondType};
use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use arrow_schema::{Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use super::{keep, line, read, version};
use crate::support::{Work, edited};

/// Texts of which the second and the fourth are near-duplicates of the first.
fn texts() -> Vec<String> {
    vec![
        version(&[]),
        version(&[1]),
        edited(5, 80, 0),
        version(&[]),
        edited(6, 80, 0),
    ]
}

/// Numbers of the rows that stay.
const KEPT: [usize; 3] = [0, 2, 4];

/// Rows with a number, a text, a dictionary and a list.
fn batch(texts: &[String], from: i64) -> RecordBatch {
    let numbers: Vec<i64> = (from..).take(texts.len()).collect();
    let mut kinds = StringDictionaryBuilder::<Int32Type>::new();
    let mut lists = ListBuilder::new(Int32Builder::new());
    for number in &numbers {
        kinds.append_value(["news", "essay"][*number as usize % 2]);
        lists.values().append_value(*number as i32);
        lists.append(number % 2 == 0);
    }
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("number", Arc::new(Int64Array::from(numbers))),
        ("text", Arc::new(StringArray::from_iter_values(texts))),
        ("kind", Arc::new(kinds.finish())),
        ("list", Arc::new(lists.finish())),
    ];
    let fields = columns
        .iter()
        .map(|(name, column)| Field::new(*name, column.data_type().clone(), true));
    let schema = Schema::new(fields.collect::<Vec<_>>());
    let columns = columns.into_iter().map(|(_, column)| column).collect();
    RecordBatch::try_new(Arc::new(schema), columns).unwrap()
}

fn write_parquet(path: &Path, batch: &RecordBatch) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let meta = KeyValue::new("licence".to_owned(), "CC0".to_owned());
    let properties = WriterProperties::builder()
        .set_key_value_metadata(Some(vec![meta]))
        .set_max_row_group_row_count(Some(2))
        .build();
    let file = File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
}

fn write_arrow(path: &Path, batch: &RecordBatch) {
    let file = File::create(path).unwrap();
    let mut writer = arrow_ipc::writer::FileWriter::try_new(file, &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
}

/// All rows of a file as one batch.
fn rows(path: &Path) -> RecordBatch {
    let file = File::open(path).unwrap();
    let batches: Vec<RecordBatch> = match path.extension().unwrap() == "parquet" {
        true => {
            let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
            let meta = builder.metadata().file_metadata().key_value_metadata();
            let has =
                |pair: &KeyValue| pair.key == "licence" && pair.value.as_deref() == Some("CC0");
            assert!(meta.unwrap().iter().any(has), "{meta:?}");
            builder.build().unwrap().map(Result::unwrap).collect()
        }
        false => {
            let reader = arrow_ipc::reader::FileReader::try_new(file, None).unwrap();
            reader.map(Result::unwrap).collect()
        }
    };
    arrow_select::concat::concat_batches(&batches[0].schema(), &batches).unwrap()
}

/// The rows of `batch` at these places, values compared.
fn at(batch: &RecordBatch, places: &[usize]) -> RecordBatch {
    let slices: Vec<RecordBatch> = places.iter().map(|at| batch.slice(*at, 1)).collect();
    arrow_select::concat::concat_batches(&batch.schema(), &slices).unwrap()
}

fn same(a: &RecordBatch, b: &RecordBatch) {
    assert_eq!(a.schema().fields(), b.schema().fields());
    // Dictionaries may have their values in another order.
    let kinds = |batch: &RecordBatch| -> Vec<String> {
        let kinds = batch.column(2).as_dictionary::<Int32Type>();
        let kinds = kinds.downcast_dict::<StringArray>().unwrap().into_iter();
        kinds.map(|kind| kind.unwrap().to_owned()).collect()
    };
    assert_eq!(kinds(a), kinds(b));
    let said = |batch: &RecordBatch| format!("{:?}", batch.project(&[0, 1, 3]).unwrap().columns());
    assert_eq!(said(a), said(b));
}

#[test]
fn dates_and_times_are_still_such_in_a_file_of_parquet() {
    let work = Work::new();
    let texts = texts();
    let dates = arrow_array::Date64Array::from(vec![86_400_000; texts.len()]);
    let times = arrow_array::TimestampSecondArray::from(vec![7; texts.len()]);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("text", Arc::new(StringArray::from_iter_values(&texts))),
        ("day", Arc::new(dates)),
        ("time", Arc::new(times)),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    std::fs::create_dir_all(work.corpus()).unwrap();
    write_arrow(&work.corpus().join("a.arrow"), &batch);
    let ran = keep(&work, &["corpus/a.arrow", "--out", "kept.parquet"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let file = File::open(work.path().join("kept.parquet")).unwrap();
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let columns = builder.parquet_schema().columns();
    let is_typed = |at: usize| columns[at].logical_type_ref().is_some();
    assert!(is_typed(1) && is_typed(2), "{columns:?}");
    let kept: Vec<RecordBatch> = builder.build().unwrap().map(Result::unwrap).collect();
    let days = kept[0].column(1).as_primitive::<Date32Type>();
    assert_eq!(days.values(), &[1; 3]);
    let times = kept[0].column(2).as_primitive::<TimestampMillisecondType>();
    assert_eq!(times.values(), &[7_000; 3]);
}

#[test]
fn rows_keep_their_columns_and_schema() {
    let work = Work::new();
    let all = batch(&texts(), 1);
    write_parquet(&work.corpus().join("a.parquet"), &all);
    let other = batch(&[edited(7, 80, 0), version(&[2])], 100);
    write_parquet(&work.corpus().join("b.parquet"), &other);
    let ran = keep(&work, &["corpus/a.parquet", "--out", "kept.parquet"]);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (Some(0), ""),
        "{}",
        ran.talk
    );
    same(&rows(&work.path().join("kept.parquet")), &at(&all, &KEPT));
    // Several files of one schema follow each other; the other kind of file takes the same rows.
    let ran = keep(&work, &["corpus", "--out", "both.arrow"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let (both, from_a) = (rows(&work.path().join("both.arrow")), at(&all, &KEPT));
    assert_eq!(both.num_rows(), 4);
    assert_eq!(
        format!("{:?}", both.slice(0, 3).column(0)),
        format!("{:?}", from_a.column(0))
    );
    let ran = keep(&work, &["both.arrow", "--format", "csv"]);
    assert!(ran.rows().iter().all(|row| row[1] == "kept"), "{}", ran.out);
    write_arrow(&work.corpus().join("c.arrow"), &all);
    let ran = keep(&work, &["corpus/c.arrow", "--out", "kept.arrow"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    same(&rows(&work.path().join("kept.arrow")), &at(&all, &KEPT));
    let ran = keep(&work, &["corpus/c.arrow", "--out", "kept.jsonl"]);
    assert!(
        ran.talk
            .contains("--out FILE.arrow keeps all their columns"),
        "{}",
        ran.talk
    );
}

#[test]
fn files_of_other_kinds_or_columns_are_refused() {
    let work = Work::new();
    let all = batch(&texts(), 1);
    write_parquet(&work.corpus().join("a.parquet"), &all);
    write_parquet(
        &work.corpus().join("b.parquet"),
        &all.project(&[1, 0]).unwrap(),
    );
    work.write("c.jsonl", line("1", &edited(9, 70, 0)) + "\n");
    let fails = |paths: &[&str], out: &str, says: &str| {
        let ran = keep(
            &work,
            &[paths, &["--out", out, "--threshold", "1"]].concat(),
        );
        assert_eq!(
            (ran.status, ran.out.as_str()),
            (Some(1), ""),
            "{}",
            ran.talk
        );
        assert!(ran.talk.contains(says), "{}", ran.talk);
        assert_eq!(std::fs::read_dir(work.path()).unwrap().count(), 1);
    };
    // A version of its own, so that rows of both files stay.
    let others = batch(&[edited(20, 60, 0)], 9).project(&[1, 0]).unwrap();
    write_parquet(&work.corpus().join("b.parquet"), &others);
    fails(
        &["corpus/a.parquet", "corpus/b.parquet"],
        "o.parquet",
        "has other columns than",
    );
    fails(
        &["corpus/a.parquet", "corpus/c.jsonl"],
        "o.parquet",
        "is no row of such a table",
    );
    fails(&["corpus/c.jsonl"], "o.arrow", "a name that ends in .jsonl");
    fails(&["corpus/a.parquet"], "o.csv", "is no row of such a table");
}

#[test]
fn records_stand_as_they_are() {
    let work = Work::new();
    let texts = texts();
    let header = "id;text;more\r\n";
    let records: Vec<String> = texts
        .iter()
        .enumerate()
        .map(|(n, text)| format!("{n};\"{text}\"; x \"{n}\r\n"))
        .collect();
    let table = [header.to_owned(), records.concat()].concat();
    work.write("a.csv", &table);
    let kept: Vec<&str> = table.split_inclusive("\r\n").collect();
    let kept: String = [0]
        .into_iter()
        .chain(KEPT.map(|at| at + 1))
        .map(|at| kept[at])
        .collect();
    let ran = keep(&work, &["corpus/a.csv", "--out", "kept.csv"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_eq!(read(&work.path().join("kept.csv")), kept);
    work.write("b.csv", "id;text;more\n9;of b alone;c\n");
    work.write("c.csv", "id;text\n9;of c alone\n");
    let ran = keep(
        &work,
        &["corpus/a.csv", "corpus/b.csv", "--out", "two.csv.gz"],
    );
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let ran = keep(&work, &["two.csv.gz", "--out", "two.csv"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_eq!(
        read(&work.path().join("two.csv")),
        kept + "9;of b alone;c\r\n"
    );
    let ran = keep(
        &work,
        &["corpus/a.csv", "corpus/c.csv", "--out", "three.csv"],
    );
    assert_eq!(ran.status, Some(1));
    assert!(ran.talk.contains("has other columns than"), "{}", ran.talk);
}

#[test]
fn decisions_are_columns_too() {
    let work = Work::new();
    write_parquet(&work.corpus().join("a.parquet"), &batch(&texts(), 1));
    for format in ["parquet", "arrow"] {
        let output = work
            .program()
            .args(["keep", "corpus", "--in-memory", "--format", format])
            .output()
            .unwrap();
        assert!(output.status.success());
        let path = work.path().join(format!("decisions.{format}"));
        std::fs::write(&path, &output.stdout).unwrap();
        let file = File::open(&path).unwrap();
        let batches: Vec<RecordBatch> = match format {
            "parquet" => {
                let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
                builder.build().unwrap().map(Result::unwrap).collect()
            }
            _ => {
                let reader = arrow_ipc::reader::FileReader::try_new(file, None).unwrap();
                reader.map(Result::unwrap).collect()
            }
        };
        let schema = batches[0].schema();
        let types: Vec<String> = schema
            .fields()
            .iter()
            .map(|field| format!("{} {}", field.name(), field.data_type()))
            .collect();
        assert_eq!(
            types,
            [
                "document Utf8",
                "decision Utf8",
                "keeper Utf8",
                "similarity Float64",
                "steps Int64",
                "weakest Float64"
            ]
        );
        assert_eq!(batches[0].num_rows(), 5);
    }
}

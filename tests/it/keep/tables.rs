//! Records of separated values that stay, copied as they stand, and decisions as columns.

use std::fs::File;

use arrow_array::RecordBatch;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::{keep, read, version};
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
        .chain([0, 2, 4].map(|at| at + 1))
        .map(|at| kept[at])
        .collect();
    let ran = keep(&work, &["corpus/a.csv", "--out", "kept.csv"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_eq!(read(&work.path().join("kept.csv")), kept);
    work.write("b.csv", "id;text;more\n9;of b alone;c\n");
    work.write("c.csv", "id;text\n9;of c alone\n");
    // A header that is quoted in another way is of the same columns.
    work.write("q.csv", "\"id\";\"text\";more\n8;of q alone;c\n");
    let ran = keep(
        &work,
        &[
            "corpus/a.csv",
            "corpus/b.csv",
            "corpus/q.csv",
            "--out",
            "two.csv",
        ],
    );
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_eq!(
        read(&work.path().join("two.csv")),
        kept + "9;of b alone;c\r\n8;of q alone;c\r\n"
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
    for (number, text) in texts().iter().enumerate() {
        work.write(&format!("{number}.txt"), text);
    }
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

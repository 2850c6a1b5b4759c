//! Decisions as Parquet.

use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::version;
use crate::support::Work;

#[test]
fn decisions_are_columns_too() {
    let work = Work::new();
    work.write("a.txt", version(&[]))
        .write("b.txt", version(&[1]));
    let output = work
        .program()
        .args(["keep", "corpus", "--in-memory", "--format", "parquet"])
        .output()
        .unwrap();
    assert!(output.status.success());
    let path = work.path().join("decisions.parquet");
    std::fs::write(&path, &output.stdout).unwrap();
    let file = std::fs::File::open(&path).unwrap();
    let mut reader = ParquetRecordBatchReaderBuilder::try_new(file)
        .unwrap()
        .build()
        .unwrap();
    let batch = reader.next().unwrap().unwrap();
    let schema = batch.schema();
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
    assert_eq!(batch.num_rows(), 2);
}

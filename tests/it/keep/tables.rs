//! Decisions as Parquet and Arrow.

use std::fs::File;

use arrow_array::RecordBatch;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::version;
use crate::support::Work;

#[test]
fn decisions_are_columns_too() {
    let work = Work::new();
    work.write("a.txt", version(&[]))
        .write("b.txt", version(&[1]));
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
        assert_eq!(batches[0].num_rows(), 2);
    }
}

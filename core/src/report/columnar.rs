//! Rows as Parquet or Arrow IPC files, with stable schemas and what they were made from in the metadata of the
//! file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use serde_json::Value;

use super::cell::{Cell, Row};
use super::columns;

/// The key of the metadata of a file.
const KEY: &str = "shinglescope";

/// Rows that are written at a time.
const BATCH: usize = 16 << 10;

/// Columns of text; `share`, `min` and the like are numbers, all others counts.
const TEXTS: [&str; 11] = [
    "a",
    "b",
    "source",
    "document",
    "representative",
    "text",
    "date",
    "date_from",
    "reason",
    "decision",
    "keeper",
];
const NUMBERS: [&str; 8] = [
    "estimate",
    "jaccard",
    "share",
    "min",
    "mean",
    "max",
    "similarity",
    "weakest",
];

/// Which file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnarFormat {
    /// Parquet, packed by Zstandard.
    Parquet,
    /// An Arrow IPC file.
    Arrow,
}

/// A table that is written column by column.
pub(super) struct Columnar {
    schema: SchemaRef,
    rows: Vec<Row>,
    sink: Sink,
    pipe: Pipe,
}

enum Sink {
    Parquet(Box<ArrowWriter<Pipe>>),
    Arrow(Box<FileWriter<Pipe>>),
}

/// Bytes that were written and not yet passed on.
#[derive(Clone, Default)]
struct Pipe(Arc<Mutex<Vec<u8>>>);

impl Pipe {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn type_of(column: &str) -> DataType {
    let is_number = NUMBERS.contains(&column)
        || column.starts_with("jaccard_")
        || column.starts_with("containment_");
    match column {
        column if TEXTS.contains(&column) => DataType::Utf8,
        _ if is_number => DataType::Float64,
        _ => DataType::Int64,
    }
}

/// The type of a column with these cells; counts become numbers where numbers stand beside them.
fn type_in<'c>(cells: impl Iterator<Item = &'c Cell>) -> DataType {
    let mut data_type = DataType::Int64;
    for cell in cells {
        match cell {
            Cell::Text(_) => return DataType::Utf8,
            Cell::Truth(_) => return DataType::Boolean,
            Cell::Share(_) | Cell::Number(..) => data_type = DataType::Float64,
            Cell::Count(_) | Cell::Bytes(_) | Cell::None => {}
        }
    }
    data_type
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(error)
}

impl Columnar {
    /// A table with these columns; `meta` says what it was made from.
    pub fn new(kind: ColumnarFormat, columns: &[&str], meta: Option<&Value>) -> io::Result<Self> {
        let fields = columns.iter().map(|name| (*name, type_of(name)));
        Columnar::typed(kind, fields, meta)
    }

    /// A whole file of rows. A column of [`columns`] has its type there; another one is of text, of truth
    /// values, of numbers or of counts by what its cells hold.
    pub fn file(
        kind: ColumnarFormat,
        names: &[&str],
        rows: Vec<Row>,
        meta: Option<&Value>,
    ) -> io::Result<Vec<u8>> {
        let types = names.iter().enumerate();
        let types = types.map(|(at, name)| {
            let by_cells = || type_in(rows.iter().map(|row| &row[at]));
            (*name, columns::type_of(name).unwrap_or_else(by_cells))
        });
        let mut table = Columnar::typed(kind, types, meta)?;
        let mut file = Vec::new();
        for row in rows {
            file.extend(table.row(row)?);
        }
        file.extend(table.finish()?);
        Ok(file)
    }

    fn typed<'c>(
        kind: ColumnarFormat,
        columns: impl Iterator<Item = (&'c str, DataType)>,
        meta: Option<&Value>,
    ) -> io::Result<Self> {
        let fields = columns.map(|(name, data_type)| Field::new(name, data_type, true));
        let meta = meta.map(Value::to_string);
        let mut schema = Schema::new(fields.collect::<Vec<_>>());
        let pipe = Pipe::default();
        let sink = match kind {
            ColumnarFormat::Parquet => {
                let pairs = meta.map(|meta| vec![KeyValue::new(KEY.to_owned(), meta)]);
                let level = ZstdLevel::try_new(3).map_err(failed)?;
                let properties = WriterProperties::builder()
                    .set_created_by(format!("shinglescope {}", env!("CARGO_PKG_VERSION")))
                    .set_compression(Compression::ZSTD(level))
                    .set_key_value_metadata(pairs)
                    .build();
                let schema = Arc::new(schema.clone());
                let writer = ArrowWriter::try_new(pipe.clone(), schema, Some(properties));
                Sink::Parquet(Box::new(writer.map_err(failed)?))
            }
            ColumnarFormat::Arrow => {
                let pairs = meta.map(|meta| (KEY.to_owned(), meta)).into_iter();
                schema = schema.with_metadata(pairs.collect::<HashMap<_, _>>());
                let writer = FileWriter::try_new(pipe.clone(), &schema);
                Sink::Arrow(Box::new(writer.map_err(failed)?))
            }
        };
        Ok(Columnar {
            schema: Arc::new(schema),
            rows: Vec::new(),
            sink,
            pipe,
        })
    }

    /// Takes a row; returns bytes of the file that follow those returned before.
    pub fn row(&mut self, row: Row) -> io::Result<Vec<u8>> {
        self.rows.push(row);
        if self.rows.len() == BATCH {
            self.flush()?;
        }
        Ok(self.pipe.take())
    }

    /// Ends the file; returns its last bytes.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        self.flush()?;
        match self.sink {
            Sink::Parquet(writer) => drop(writer.close().map_err(failed)?),
            Sink::Arrow(mut writer) => writer.finish().map_err(failed)?,
        }
        Ok(self.pipe.take())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.rows);
        let fields = self.schema.fields().iter().enumerate();
        let columns = fields.map(|(at, field)| column(&rows, at, field.data_type()));
        let columns: Result<Vec<ArrayRef>, ArrowError> = columns.collect();
        let batch = columns.and_then(|columns| RecordBatch::try_new(self.schema.clone(), columns));
        let batch = batch.map_err(failed)?;
        match &mut self.sink {
            Sink::Parquet(writer) => writer.write(&batch).map_err(failed),
            Sink::Arrow(writer) => writer.write(&batch).map_err(failed),
        }
    }
}

/// One column of some rows.
fn column(rows: &[Row], at: usize, kind: &DataType) -> Result<ArrayRef, ArrowError> {
    let cells = rows.iter().map(|row| &row[at]);
    let wrong = |cell: &Cell| {
        let what = format!("{cell:?} in a column of {kind}");
        ArrowError::InvalidArgumentError(what)
    };
    Ok(match kind {
        DataType::Utf8 => {
            let texts = cells.map(|cell| match cell {
                Cell::Text(text) => Ok(Some(Cow::Borrowed(text.as_str()))),
                Cell::None => Ok(None),
                // A number in a column that says `kept` or `1-3` elsewhere.
                other => Ok::<_, ArrowError>(Some(Cow::Owned(other.plain()))),
            });
            Arc::new(texts.collect::<Result<StringArray, _>>()?)
        }
        DataType::Float64 => {
            let numbers = cells.map(|cell| match cell {
                Cell::Share(value) | Cell::Number(value, _) => Ok(Some(*value)),
                Cell::Count(n) | Cell::Bytes(n) => Ok(Some(*n as f64)),
                Cell::None => Ok(None),
                other => Err(wrong(other)),
            });
            Arc::new(numbers.collect::<Result<Float64Array, _>>()?)
        }
        DataType::Boolean => {
            let truths = cells.map(|cell| match cell {
                Cell::Truth(truth) => Ok(Some(*truth)),
                Cell::None => Ok(None),
                other => Err(wrong(other)),
            });
            Arc::new(truths.collect::<Result<BooleanArray, _>>()?)
        }
        _ => {
            let counts = cells.map(|cell| match cell {
                Cell::Count(n) | Cell::Bytes(n) => Ok(i64::try_from(*n).ok()),
                Cell::None => Ok(None),
                other => Err(wrong(other)),
            });
            Arc::new(counts.collect::<Result<Int64Array, _>>()?)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, Int64Type};
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    const COLUMNS: [&str; 3] = ["a", "jaccard", "shared"];

    fn written(kind: ColumnarFormat, rows: usize) -> Vec<u8> {
        let meta = serde_json::json!({"version": "1", "seed": 0});
        let mut table = Columnar::new(kind, &COLUMNS, Some(&meta)).unwrap();
        let mut bytes = Vec::new();
        for n in 0..rows {
            let name = Cell::Text(format!("d{n}"));
            bytes.extend(
                table
                    .row(vec![name, Cell::Share(0.5), Cell::Count(n as u64)])
                    .unwrap(),
            );
        }
        bytes.extend(table.finish().unwrap());
        bytes
    }

    fn check(batches: &[RecordBatch], rows: usize) {
        let count: usize = batches.iter().map(RecordBatch::num_rows).sum();
        assert_eq!(count, rows);
        if let Some(last) = batches.last() {
            let end = last.num_rows() - 1;
            assert_eq!(
                last.column(0).as_string::<i32>().value(end),
                format!("d{}", rows - 1)
            );
            assert_eq!(last.column(1).as_primitive::<Float64Type>().value(end), 0.5);
            assert_eq!(
                last.column(2).as_primitive::<Int64Type>().value(end),
                rows as i64 - 1
            );
        }
    }

    #[test]
    fn files_read_back_with_their_metadata_and_are_the_same_each_time() {
        for rows in [0, 3, BATCH + 1] {
            let parquet = written(ColumnarFormat::Parquet, rows);
            assert_eq!(parquet, written(ColumnarFormat::Parquet, rows));
            let builder =
                ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(parquet)).unwrap();
            let pairs = builder
                .metadata()
                .file_metadata()
                .key_value_metadata()
                .unwrap()
                .clone();
            assert!(
                pairs
                    .iter()
                    .any(|pair| pair.key == KEY && pair.value.is_some())
            );
            let read: Vec<RecordBatch> = builder.build().unwrap().map(Result::unwrap).collect();
            check(&read, rows);
            let arrow = written(ColumnarFormat::Arrow, rows);
            assert_eq!(arrow, written(ColumnarFormat::Arrow, rows));
            let reader =
                arrow_ipc::reader::FileReader::try_new(io::Cursor::new(arrow), None).unwrap();
            assert_eq!(
                reader.schema().metadata()[KEY],
                r#"{"version":"1","seed":0}"#
            );
            check(&reader.map(Result::unwrap).collect::<Vec<_>>(), rows);
        }
    }
}

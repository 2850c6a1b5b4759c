//! Rows as Parquet files with stable schemas; the metadata of the file has the provenance.

use std::io;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use serde_json::Value;

use super::cell::{Cell, Row};
use super::columns;
use crate::figures::Figure;

/// Key of the provenance in the metadata of a file.
const META_KEY: &str = "shinglescope";

const BATCH_ROWS: usize = 16 << 10;

const TEXT_COLUMNS: &str =
    "a b source document representative text date date_from reason decision keeper";
/// Columns of fractions that are not in the table of figures. All other columns have counts.
const FRACTION_COLUMNS: [&str; 3] = ["share", "similarity", "weakest"];

/// A table that is written column by column as a Parquet file, compressed with Zstandard.
pub(super) struct Columnar {
    schema: SchemaRef,
    rows: Vec<Row>,
    /// Its buffer has the bytes that were not yet returned.
    writer: ArrowWriter<Vec<u8>>,
}

fn type_of(column: &str) -> DataType {
    let figure = Figure::find(column.trim_end_matches("_before"));
    let is_fraction = figure.is_some_and(|figure| figure.kind.is_fraction());
    match column {
        _ if TEXT_COLUMNS.split(' ').any(|text| text == column) => DataType::Utf8,
        _ if column.starts_with("containment_") => DataType::Float64,
        _ if is_fraction || FRACTION_COLUMNS.contains(&column) => DataType::Float64,
        _ => DataType::Int64,
    }
}

/// The type of a column with these cells; integers mixed with decimals become decimals.
fn type_of_cells<'c>(cells: impl Iterator<Item = &'c Cell>) -> DataType {
    let mut data_type = DataType::Int64;
    for cell in cells {
        match cell {
            Cell::Text(_) => return DataType::Utf8,
            Cell::Truth(_) => return DataType::Boolean,
            Cell::Share(_) | Cell::Number(..) => data_type = DataType::Float64,
            Cell::Count(_) | Cell::None => {}
        }
    }
    data_type
}

impl Columnar {
    /// A table with these columns; `meta` is the provenance.
    pub fn new(columns: &[&str], meta: Option<&Value>) -> io::Result<Self> {
        Columnar::typed(columns.iter().map(|name| (*name, type_of(name))), meta)
    }

    /// A complete file of rows. A column of [`columns`] has its fixed type; the type of others (text, boolean, number
    /// or count) follows from their cells.
    pub fn file(names: &[&str], rows: Vec<Row>, meta: Option<&Value>) -> io::Result<Vec<u8>> {
        let types = names.iter().enumerate();
        let types = types.map(|(at, name)| {
            let by_cells = || type_of_cells(rows.iter().map(|row| &row[at]));
            (*name, columns::type_of(name).unwrap_or_else(by_cells))
        });
        let mut table = Columnar::typed(types, meta)?;
        let mut file = Vec::new();
        for row in rows {
            file.extend(table.row(row)?);
        }
        file.extend(table.finish()?);
        Ok(file)
    }

    fn typed<'c>(
        columns: impl Iterator<Item = (&'c str, DataType)>,
        meta: Option<&Value>,
    ) -> io::Result<Self> {
        let fields = columns.map(|(name, data_type)| Field::new(name, data_type, true));
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        let pairs = meta.map(|meta| vec![KeyValue::new(META_KEY.to_owned(), meta.to_string())]);
        let level = ZstdLevel::try_new(3).map_err(io::Error::other)?;
        let properties = WriterProperties::builder()
            .set_created_by(format!("shinglescope {}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::ZSTD(level))
            .set_key_value_metadata(pairs)
            .build();
        let writer = ArrowWriter::try_new(Vec::new(), schema.clone(), Some(properties));
        Ok(Columnar {
            schema,
            rows: Vec::new(),
            writer: writer.map_err(io::Error::other)?,
        })
    }

    /// Adds a row; returns the next bytes of the file, if any.
    pub fn row(&mut self, row: Row) -> io::Result<Vec<u8>> {
        self.rows.push(row);
        if self.rows.len() == BATCH_ROWS {
            self.flush()?;
        }
        Ok(std::mem::take(self.writer.inner_mut()))
    }

    /// Ends the file; returns its last bytes.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        self.flush()?;
        self.writer.into_inner().map_err(io::Error::other)
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
        self.writer
            .write(&batch.map_err(io::Error::other)?)
            .map_err(io::Error::other)
    }
}

/// One column of the rows.
fn column(rows: &[Row], at: usize, kind: &DataType) -> Result<ArrayRef, ArrowError> {
    Ok(match kind {
        // A text column may also contain numbers, for example among values such as `kept` or `1-3`.
        DataType::Utf8 => Arc::new(StringArray::from(values(rows, at, |cell| {
            Some(cell.plain())
        })?)),
        DataType::Float64 => Arc::new(Float64Array::from(values(rows, at, |cell| match cell {
            Cell::Share(value) | Cell::Number(value, _) => Some(*value),
            Cell::Count(n) => Some(*n as f64),
            _ => None,
        })?)),
        DataType::Boolean => Arc::new(BooleanArray::from(values(rows, at, |cell| match cell {
            Cell::Truth(truth) => Some(*truth),
            _ => None,
        })?)),
        _ => Arc::new(Int64Array::from(values(rows, at, |cell| match cell {
            Cell::Count(n) => i64::try_from(*n).ok(),
            _ => None,
        })?)),
    })
}

/// The values of a column; `value` returns `None` for a cell of another type.
fn values<T>(
    rows: &[Row],
    at: usize,
    value: fn(&Cell) -> Option<T>,
) -> Result<Vec<Option<T>>, ArrowError> {
    let values = rows.iter().map(|row| match &row[at] {
        Cell::None => Ok(None),
        cell => value(cell).map(Some).ok_or_else(|| {
            ArrowError::InvalidArgumentError(format!("{cell:?} in a column of another type"))
        }),
    });
    values.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, Int64Type};
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    const COLUMNS: [&str; 3] = ["a", "jaccard", "shared"];

    fn parquet_file(rows: usize) -> Vec<u8> {
        let meta = serde_json::json!({"version": "1", "seed": 0});
        let mut table = Columnar::new(&COLUMNS, Some(&meta)).unwrap();
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
            let id = last.column(0).as_string::<i32>().value(end);
            assert_eq!(id, format!("d{}", rows - 1));
            assert_eq!(last.column(1).as_primitive::<Float64Type>().value(end), 0.5);
            let number = last.column(2).as_primitive::<Int64Type>().value(end);
            assert_eq!(number, rows as i64 - 1);
        }
    }

    #[test]
    fn files_read_back_with_their_metadata_and_are_the_same_each_time() {
        for rows in [0, 3, BATCH_ROWS + 1] {
            let parquet = parquet_file(rows);
            assert_eq!(parquet, parquet_file(rows));
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
                    .any(|pair| pair.key == META_KEY && pair.value.is_some())
            );
            let read: Vec<RecordBatch> = builder.build().unwrap().map(Result::unwrap).collect();
            check(&read, rows);
        }
    }
}

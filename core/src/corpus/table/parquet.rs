//! Rows of Apache Parquet files. Only the needed columns are read, one row group at a time.

use std::io::{BufReader, Read};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, downcast_integer_array, downcast_temporal_array};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::reader::{ChunkReader, Length};

use super::columns::ColumnIndices;
use super::{NextRow, date};
use crate::base::caught::caught;
use crate::corpus::limits::Budget;
use crate::corpus::random_access::RandomAccess;
use crate::corpus::{RowSpan, SkipReason};
use crate::settings::Reading;

/// Maximum number of Parquet rows decoded at a time; fewer if texts are large.
const MAX_BATCH_ROWS: u64 = 256;

/// Target size of a batch, in bytes.
const BATCH_BYTES: u64 = 4 << 20;

/// Bytes of budget per row in addition to its content, because empty rows compress very well.
const ROW_OVERHEAD: u64 = 256;

/// Batches of rows.
type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// Rows of a Parquet file.
pub struct ParquetRows {
    batches: Batches,
    columns: ColumnIndices,
    leaves: Vec<Leaf>,
    max_bytes: u64,
    budget: Arc<Budget>,
    batch: Option<RecordBatch>,
    /// Index in `batch` of the next row.
    at: usize,
    /// Number of rows read.
    number: u64,
    ended: bool,
}

impl Length for RandomAccess {
    fn len(&self) -> u64 {
        self.length()
    }
}

impl ChunkReader for RandomAccess {
    type T = BufReader<RandomAccess>;

    fn get_read(&self, start: u64) -> ParquetResult<Self::T> {
        Ok(BufReader::new(self.at(start)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        let remaining = self.length().saturating_sub(start);
        if length as u64 > remaining {
            let message = format!("it ends {} bytes too early", length as u64 - remaining);
            return Err(ParquetError::EOF(message));
        }
        let mut bytes = vec![0; length];
        self.at(start).read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}

/// Runs `read`. An error or panic of a library means that the file is damaged.
pub(in crate::corpus) fn guarded<T>(
    read: impl FnOnce() -> Result<T, ArrowError>,
) -> Result<T, SkipReason> {
    let damaged = |why: &str| {
        let why = why.lines().next().unwrap_or_default();
        SkipReason::Damaged(why.chars().take(200).collect())
    };
    match caught(read) {
        Ok(Ok(read)) => Ok(read),
        Ok(Err(ArrowError::IoError(_, error))) if error.raw_os_error().is_some() => {
            Err(SkipReason::from_io_error(&error))
        }
        Ok(Err(error)) => Err(damaged(&error.to_string())),
        Err(_) => Err(damaged("it cannot be decoded")),
    }
}

impl ParquetRows {
    /// Opens a file.
    ///
    /// # Errors
    /// The file is damaged, or has no text column.
    pub fn open(
        content: RandomAccess,
        reading: &Reading,
        budget: &Arc<Budget>,
    ) -> Result<Self, SkipReason> {
        let (batches, fields) = batches(content, reading, budget)?;
        let (columns, leaves) = selected(&fields, reading)?;
        Ok(ParquetRows {
            batches,
            columns,
            leaves,
            max_bytes: reading.max_bytes,
            budget: Arc::clone(budget),
            batch: None,
            at: 0,
            number: 0,
            ended: false,
        })
    }

    /// Describes the columns that are read, if they were guessed.
    pub fn guess(&self) -> Option<String> {
        self.columns.guess(&self.leaves)
    }

    fn row(&self, batch: &RecordBatch) -> NextRow {
        let row = RowSpan {
            line: self.number,
            ..RowSpan::default()
        };
        let cell = |at: usize| text(self.leaves[at].array(batch, self.at)?, self.at);
        self.columns.row(row, cell, |at| {
            let array = self.leaves[at].array(batch, self.at)?;
            let own = date_time(array, self.at).map(|(_, milliseconds)| milliseconds);
            own.or_else(|| Some(date(&cell(at)?)))
        })
    }

    /// The next row of `batch`.
    fn next_row(&mut self, batch: &RecordBatch) -> NextRow {
        self.number += 1;
        let row = guarded(|| Ok(self.row(batch)));
        self.at += 1;
        let bytes = match &row {
            Ok(Ok(row)) => row.bytes(),
            _ => 0,
        };
        let is_too_large = bytes > self.max_bytes;
        let cost = ROW_OVERHEAD + if is_too_large { 0 } else { bytes };
        match self.budget.spend(cost).and(row) {
            Err(reason) => {
                self.ended = true;
                Err((self.number, reason))
            }
            Ok(_) if is_too_large => {
                let reason = SkipReason::TooLarge(bytes, self.max_bytes);
                Err((self.number, reason))
            }
            Ok(row) => row,
        }
    }
}

/// The batches of a file, and their columns.
fn batches(
    content: RandomAccess,
    reading: &Reading,
    budget: &Budget,
) -> Result<(Batches, Fields), SkipReason> {
    let builder = guarded(|| {
        let schema = ParquetRecordBatchReaderBuilder::try_new(content.clone())?
            .schema()
            .clone();
        let schema = Schema::new_with_metadata(views(schema.fields()), schema.metadata().clone());
        let options = ArrowReaderOptions::new().with_schema(Arc::new(schema));
        let content = content.clone();
        Ok(ParquetRecordBatchReaderBuilder::try_new_with_options(
            content, options,
        )?)
    })?;
    // The budget is checked before reading, because the library unpacks a page at once.
    let groups = builder.metadata().row_groups().iter();
    let sizes = groups.map(|group| group.total_byte_size().max(0) as u64);
    let unpacked = sizes.fold(0, u64::saturating_add);
    budget.check(unpacked)?;
    let tops = tops(builder.schema().fields(), reading)?;
    guarded(|| {
        let rows = builder.metadata().file_metadata().num_rows();
        let row_bytes = unpacked / rows.max(1) as u64 + 1;
        let batch = (BATCH_BYTES / row_bytes).clamp(1, MAX_BATCH_ROWS) as usize;
        let mask = ProjectionMask::roots(builder.parquet_schema(), tops);
        let batches = builder
            .with_projection(mask)
            .with_batch_size(batch)
            .build()?;
        let fields = arrow_array::RecordBatchReader::schema(&batches)
            .fields()
            .clone();
        Ok((Box::new(batches) as Batches, fields))
    })
}

/// Converts string columns to views, which store a repeated string once.
fn views(fields: &Fields) -> Fields {
    let view = |field: &Arc<Field>| {
        let kind = view_of(field.data_type());
        field.as_ref().clone().with_data_type(kind)
    };
    fields.iter().map(view).collect()
}

fn view_of(kind: &DataType) -> DataType {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
        DataType::Dictionary(_, values) => view_of(values),
        DataType::Struct(inner) => DataType::Struct(views(inner)),
        kind => kind.clone(),
    }
}

/// The columns of a table that are read, and all columns.
fn selected(fields: &Fields, reading: &Reading) -> Result<(ColumnIndices, Vec<Leaf>), SkipReason> {
    let leaves = Leaf::all(fields);
    let texts = (0..leaves.len()).filter(|at| is_text(&leaves[*at].kind));
    let texts: Vec<usize> = texts.collect();
    let columns =
        ColumnIndices::from_names(&leaves, &texts, |at| is_scalar(&leaves[at].kind), reading)?;
    let is_readable = |kind: &DataType| is_text(kind) || kind.is_numeric();
    let unreadable_text = columns
        .text
        .iter()
        .find(|at| !is_readable(&leaves[**at].kind));
    let others = [
        ("id", columns.id),
        ("title", columns.title),
        ("author", columns.author),
    ];
    let mut others = others
        .into_iter()
        .filter_map(|(field, at)| Some((field, at?)));
    let unreadable = others.find(|(_, at)| !is_scalar(&leaves[*at].kind));
    if let Some((field, at)) = unreadable_text.map(|at| ("text", *at)).or(unreadable) {
        let Leaf { path, kind, .. } = &leaves[at];
        return Err(SkipReason::NoField(format!(
            "column {path:?} is of type {kind}, not text; name another with --{field}-field"
        )));
    }
    Ok((columns, leaves))
}

/// The indices of the outermost columns that are read, ascending.
fn tops(fields: &Fields, reading: &Reading) -> Result<Vec<usize>, SkipReason> {
    let (columns, leaves) = selected(fields, reading)?;
    let mut tops: Vec<usize> = columns.read().map(|at| leaves[at].route[0]).collect();
    tops.sort_unstable();
    tops.dedup();
    Ok(tops)
}

impl Iterator for ParquetRows {
    type Item = NextRow;

    fn next(&mut self) -> Option<NextRow> {
        while !self.ended {
            if let Some(batch) = self.batch.take().filter(|batch| self.at < batch.num_rows()) {
                let row = self.next_row(&batch);
                self.batch = Some(batch);
                return Some(row);
            }
            self.at = 0;
            let batches = &mut self.batches;
            match guarded(|| batches.next().transpose()) {
                Ok(Some(batch)) => self.batch = Some(batch),
                Ok(None) => self.ended = true,
                Err(reason) => {
                    self.ended = true;
                    return Some(Err((self.number + 1, reason)));
                }
            }
        }
        None
    }
}

/// A column that is not a structure.
#[derive(Clone, Debug)]
struct Leaf {
    /// Its name after the names of the enclosing structures, separated by dots.
    path: String,
    kind: DataType,
    /// Its index in the table, and in each enclosing structure.
    route: Vec<usize>,
}

impl AsRef<str> for Leaf {
    fn as_ref(&self) -> &str {
        &self.path
    }
}

impl Leaf {
    /// All columns that are not structures.
    pub fn all(fields: &Fields) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        Self::add(fields, "", &[], &mut leaves);
        leaves
    }

    fn add(fields: &Fields, prefix: &str, outer: &[usize], leaves: &mut Vec<Leaf>) {
        for (at, field) in fields.iter().enumerate() {
            let path = [prefix, field.name()].concat();
            let route = [outer, &[at]].concat();
            match field.data_type() {
                DataType::Struct(inner) => Self::add(inner, &[&path, "."].concat(), &route, leaves),
                kind => leaves.push(Leaf {
                    path,
                    kind: kind.clone(),
                    route,
                }),
            }
        }
    }

    /// The array of the column; `None` if it or an enclosing structure is null in this row.
    pub fn array<'b>(&self, batch: &'b RecordBatch, row: usize) -> Option<&'b ArrayRef> {
        let (top, within) = self.route.split_first()?;
        let mut array = batch.columns().get(*top)?;
        for at in within {
            if array.is_null(row) {
                return None;
            }
            array = array.as_struct_opt()?.columns().get(*at)?;
        }
        (!array.is_null(row)).then_some(array)
    }
}

/// Whether values of a type are strings.
pub(super) fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => is_text(values),
        _ => false,
    }
}

/// Whether values of a type can be ids, titles or authors.
fn is_scalar(kind: &DataType) -> bool {
    use DataType::{Boolean, Date32, Date64, Decimal128, Timestamp};
    let is_other = matches!(
        kind,
        Boolean | Date32 | Date64 | Decimal128(..) | Timestamp(..)
    );
    is_other || is_text(kind) || kind.is_integer() || kind.is_floating()
}

/// A value as text; `None` for a null and for types without text.
pub(in crate::corpus) fn text(array: &dyn Array, row: usize) -> Option<String> {
    if array.is_null(row) {
        return None;
    }
    Some(match array.data_type() {
        DataType::Utf8 => array.as_string_opt::<i32>()?.value(row).to_owned(),
        DataType::LargeUtf8 => array.as_string_opt::<i64>()?.value(row).to_owned(),
        DataType::Utf8View => array.as_string_view_opt()?.value(row).to_owned(),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary_opt()?;
            let key = text(dictionary.keys(), row)?.parse().ok()?;
            let values = dictionary.values();
            return (key < values.len()).then(|| text(values, key)).flatten();
        }
        DataType::Boolean => array.as_boolean_opt()?.value(row).to_string(),
        DataType::Float32 => {
            let array = array.as_primitive_opt::<Float32Type>()?;
            array.value(row).to_string()
        }
        DataType::Float64 => {
            let array = array.as_primitive_opt::<Float64Type>()?;
            array.value(row).to_string()
        }
        DataType::Decimal128(..) => {
            let array = array.as_primitive_opt::<Decimal128Type>()?;
            array.value_as_string(row)
        }
        DataType::Date32 => date_time(array, row)?.0.split('T').next()?.to_owned(),
        DataType::Date64 | DataType::Timestamp(_, None) => date_time(array, row)?.0,
        DataType::Timestamp(_, Some(_)) => date_time(array, row)?.0 + "Z",
        _ => downcast_integer_array!(array => array.value(row).to_string(), _ => return None),
    })
}

/// A date and time in ISO 8601, and in milliseconds since 1970.
fn date_time(array: &dyn Array, row: usize) -> Option<(String, i64)> {
    let time = downcast_temporal_array!(
        array => array.value_as_datetime(row)?.and_utc(),
        _ => return None
    );
    Some((format!("{:?}", time.naive_utc()), time.timestamp_millis()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_without_text_is_refused_with_its_type() {
        let bytes = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Binary));
        for (kind, is_refused) in [
            (DataType::Boolean, true),
            (DataType::Date32, true),
            (bytes, true),
            (DataType::Int64, false),
        ] {
            let fields = Fields::from(vec![Field::new("text", kind.clone(), true)]);
            let why = selected(&fields, &Reading::default())
                .err()
                .map(|why| why.to_string());
            assert_eq!(why.is_some(), is_refused, "{kind}");
            assert!(why.is_none_or(|why| why.contains(&kind.to_string())));
        }
    }
}

//! Rows of Parquet and Arrow IPC files. Of a Parquet file only the columns that are needed are read, row
//! group by row group.
//!
//! Sources: the Apache Parquet format; Arrow columnar format, IPC file and stream.

use std::io::{BufReader, Read, Seek};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::reader::FileReader;
use arrow_schema::{ArrowError, Fields};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{ChunkReader, Length};

use super::arrow_stream::StreamBatches;
use super::sizes::{self, JOINED, is_joined};
use super::values::{Value, column, no_scalar, no_text, paths, scalar, value};
use super::{Columns, NextRow, TableRow, date, joined};
use crate::base::caught::caught;
use crate::corpus::formats::Format;
use crate::corpus::random_access::RandomAccess;
use crate::corpus::unpacked::Budget;
use crate::corpus::{NO_DATE, SkipReason};
use crate::settings::Reading;

/// Bytes of a Parquet file that are decoded at a time, and most rows: of a text that stands in many rows the file
/// counts the bytes once.
const BATCH: (u64, u64) = (4 << 20, 256);

/// Bytes that a batch of Parquet may have where each row has a text as long as the largest page.
const MOST_BATCH: u64 = 64 << 20;

/// What a row costs of the budget of its file beside its bytes: a table of empty rows packs very well.
const ROW: u64 = 256;

/// Batches of rows.
type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// Rows of a Parquet or Arrow IPC file.
pub struct ArrowRows {
    batches: Batches,
    format: &'static str,
    columns: Columns,
    names: Vec<String>,
    max_bytes: u64,
    budget: Arc<Budget>,
    batch: Option<RecordBatch>,
    /// Row of the batch that is next.
    at: usize,
    /// Number of the row before the next.
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
        let left = self.length().saturating_sub(start);
        if length as u64 > left {
            let said = format!("it ends {} bytes too early", length as u64 - left);
            return Err(ParquetError::EOF(said));
        }
        let mut bytes = vec![0; length];
        self.at(start).read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}

/// What `read` returns, or that the file is damaged; the libraries may panic on a file that is.
///
/// # Errors
/// The file is damaged, or the system reports an error.
pub fn guarded<T>(
    format: &str,
    read: impl FnOnce() -> Result<T, ArrowError>,
) -> Result<T, SkipReason> {
    let damaged = |why: &str| {
        let why: String = why
            .lines()
            .next()
            .unwrap_or_default()
            .chars()
            .take(200)
            .collect();
        SkipReason::Damaged(format!("{format}: {why}"))
    };
    match caught(read) {
        Ok(Ok(read)) => Ok(read),
        Ok(Err(ArrowError::IoError(_, error))) if error.raw_os_error().is_some() => {
            Err(SkipReason::of(&error))
        }
        Ok(Err(error)) => Err(damaged(&error.to_string())),
        Err(_) => Err(damaged("it cannot be decoded")),
    }
}

impl ArrowRows {
    /// The rows of a file of this format.
    ///
    /// # Errors
    /// It is damaged, or has no text column.
    pub fn open(
        format: Format,
        content: RandomAccess,
        reading: &Reading,
        budget: &Arc<Budget>,
    ) -> Result<Self, SkipReason> {
        match format {
            Format::Parquet => Self::parquet(content, reading, budget),
            _ => Self::ipc(content, reading, budget),
        }
    }

    fn parquet(
        content: RandomAccess,
        reading: &Reading,
        budget: &Arc<Budget>,
    ) -> Result<Self, SkipReason> {
        let format = "Parquet";
        let builder = guarded(format, || {
            let builder = ParquetRecordBatchReaderBuilder::try_new(content.clone())?;
            match is_joined_parquet(&content, builder.metadata())? {
                true => Err(ArrowError::ParquetError(JOINED.to_owned())),
                false => Ok(builder),
            }
        })?;
        let (columns, names) = chosen(builder.schema().fields(), reading)?;
        let wanted = columns.read().map(|at| names[at].as_str());
        let wanted: Vec<&str> = wanted.collect();
        let leaves = builder.parquet_schema().columns().iter().enumerate();
        let leaves = leaves.filter(|(_, leaf)| wanted.contains(&leaf.path().string().as_str()));
        let leaves: Vec<usize> = leaves.map(|(at, _)| at).collect();
        if let Some(packing) = unknown_packing(builder.metadata(), &leaves) {
            return Err(SkipReason::Unsupported(format!(
                "a Parquet file packed by {packing}: write it anew with Zstandard, Snappy or gzip and read that"
            )));
        }
        let groups = builder.metadata().row_groups().iter();
        let chunks = groups.flat_map(|group| leaves.iter().map(|leaf| group.column(*leaf)));
        let largest = caught(|| sizes::largest_page(&content, chunks))
            .unwrap_or_else(|_| Err(SkipReason::Damaged(format!("{format}: its footer"))))?;
        guarded(format, || {
            let groups = builder.metadata().row_groups();
            let rows: u64 = groups
                .iter()
                .map(|group| group.num_rows().max(0) as u64)
                .sum();
            let bytes = groups
                .iter()
                .flat_map(|group| leaves.iter().map(|leaf| group.column(*leaf)));
            let bytes: u64 = bytes
                .map(|column| column.uncompressed_size().max(0) as u64)
                .sum();
            let each = bytes / rows.max(1) + 1;
            let rows = (BATCH.0 / each).min(MOST_BATCH / largest.max(1));
            let batch = rows.clamp(1, BATCH.1) as usize;
            let mask = ProjectionMask::leaves(builder.parquet_schema(), leaves);
            Ok(builder
                .with_projection(mask)
                .with_batch_size(batch)
                .build()?)
        })
        .map(|batches| Self::of(Box::new(batches), format, columns, names, (reading, budget)))
    }

    fn ipc(
        mut content: RandomAccess,
        reading: &Reading,
        budget: &Arc<Budget>,
    ) -> Result<Self, SkipReason> {
        let format = "Arrow";
        let mut magic = [0; 6];
        let is_file = content.read_exact(&mut magic).is_ok() && magic == *b"ARROW1";
        content.rewind()?;
        let content = BufReader::new(content);
        if is_file {
            sizes::check_arrow_file(content.get_ref())?;
            let all = guarded(format, || {
                FileReader::try_new(content.get_ref().at(0), None)
            })?;
            let (columns, names, tops) = projected(all.schema().fields(), reading)?;
            let batches = guarded(format, || FileReader::try_new(content, Some(tops)))?;
            return Ok(Self::of(
                Box::new(batches),
                format,
                columns,
                names,
                (reading, budget),
            ));
        }
        sizes::check_arrow_stream(content.get_ref())?;
        let all = guarded(format, || {
            StreamBatches::new(BufReader::new(content.get_ref().at(0)), None)
        })?;
        let (columns, names, tops) = projected(all.schema().fields(), reading)?;
        let batches = guarded(format, || StreamBatches::new(content, Some(tops)))?;
        Ok(Self::of(
            Box::new(batches),
            format,
            columns,
            names,
            (reading, budget),
        ))
    }

    fn of(
        batches: Batches,
        format: &'static str,
        columns: Columns,
        names: Vec<String>,
        (reading, budget): (&Reading, &Arc<Budget>),
    ) -> Self {
        ArrowRows {
            batches,
            format,
            columns,
            names,
            max_bytes: reading.max_bytes,
            budget: Arc::clone(budget),
            batch: None,
            at: 0,
            number: 0,
            ended: false,
        }
    }

    /// What the columns are read as, in words, where that is a guess.
    #[must_use]
    pub fn guess(&self) -> Option<String> {
        self.columns.guess(&self.names)
    }

    fn row(&self, batch: &RecordBatch) -> TableRow {
        let cell = |at: usize| {
            let name = &self.names[at];
            let before = self.columns.text.iter().filter(|other| **other < at);
            let before = before.filter(|other| self.names[**other] == *name).count();
            let arrays = column(batch, name, before)?;
            Some(arrays)
        };
        let text = |at: usize| match value(&cell(at)?, self.at)? {
            Value::Text(text) => Some(text),
            Value::Date(_) => None,
        };
        let filled = |at: Option<usize>| {
            let scalar = at.and_then(|at| scalar(&cell(at)?, self.at));
            scalar.filter(|text| !text.trim().is_empty())
        };
        TableRow {
            number: self.number,
            text: joined(self.columns.text.iter().filter_map(|at| text(*at))),
            id: filled(self.columns.id),
            title: filled(self.columns.title),
            author: filled(self.columns.author),
            date: self.columns.date.map(|at| {
                match cell(at).and_then(|cell| value(&cell, self.at)) {
                    Some(Value::Date(at)) => at,
                    Some(Value::Text(text)) => date(&text),
                    None => NO_DATE,
                }
            }),
            ..TableRow::default()
        }
    }
}

/// The compression of one of these columns that is not read.
fn unknown_packing(metadata: &ParquetMetaData, leaves: &[usize]) -> Option<&'static str> {
    let groups = metadata.row_groups().iter();
    let mut columns =
        groups.flat_map(|group| leaves.iter().filter_map(|leaf| group.columns().get(*leaf)));
    columns.find_map(|column| match column.compression() {
        Compression::BROTLI(_) => Some("Brotli"),
        Compression::LZO => Some("LZO"),
        _ => None,
    })
}

/// Whether a Parquet file stands behind another one.
fn is_joined_parquet(content: &RandomAccess, metadata: &ParquetMetaData) -> std::io::Result<bool> {
    let mut tail = [0; 8];
    let Some(at) = content.length().checked_sub(tail.len() as u64) else {
        return Ok(false);
    };
    content.at(at).read_exact(&mut tail)?;
    let length = u32::from_le_bytes([tail[0], tail[1], tail[2], tail[3]]);
    let columns = metadata
        .row_groups()
        .iter()
        .flat_map(|group| group.columns());
    let ends = columns.flat_map(|column| {
        let start = column.dictionary_page_offset().unwrap_or(i64::MAX);
        let start = start.min(column.data_page_offset());
        let size = |size: Option<i32>| size.map(i64::from);
        let index = column
            .column_index_offset()
            .zip(size(column.column_index_length()));
        let offsets = column
            .offset_index_offset()
            .zip(size(column.offset_index_length()));
        let bloom = column
            .bloom_filter_offset()
            .zip(size(column.bloom_filter_length()));
        let data = Some((start, column.compressed_size()));
        let spans = [data, index, offsets, bloom].into_iter().flatten();
        spans.map(|(start, size)| u64::try_from(start.saturating_add(size)).unwrap_or(0))
    });
    let named = ends.max().unwrap_or(0).max(4);
    let footer = at.saturating_sub(u64::from(length));
    is_joined(content, (named, footer), b"PAR1")
}

/// The columns of a table that are read, and the names of all.
fn chosen(fields: &Fields, reading: &Reading) -> Result<(Columns, Vec<String>), SkipReason> {
    let paths = paths(fields);
    let texts = paths
        .iter()
        .enumerate()
        .filter(|(_, (_, is_text, _))| *is_text);
    let texts: Vec<usize> = texts.map(|(at, _)| at).collect();
    let names: Vec<String> = paths.into_iter().map(|(path, ..)| path).collect();
    let mut columns = Columns::of(&names, &texts, reading)?;
    for at in &columns.text {
        if let Some(kind) = no_text(fields, &names[*at]) {
            return Err(SkipReason::NoField(format!(
                "column {:?} holds {kind}, not text; --text-field names another",
                names[*at]
            )));
        }
    }
    for (option, named, column, instead) in [
        (
            "id-field",
            &reading.id_field,
            &mut columns.id,
            ": row numbers are used",
        ),
        ("title-field", &reading.title_field, &mut columns.title, ""),
        (
            "author-field",
            &reading.author_field,
            &mut columns.author,
            "",
        ),
    ] {
        let Some(kind) = column.and_then(|at| no_scalar(fields, &names[at])) else {
            continue;
        };
        let name = column.map_or("", |at| &*names[at]);
        let message = format!("column {name:?} holds {kind} (--{option} names another)");
        if !named.is_empty() {
            return Err(SkipReason::NoField(message));
        }
        columns.unusable.push(message + instead);
        *column = None;
    }
    Ok((columns, names))
}

/// As [`chosen`], with the indices of the outermost columns, ascending.
fn projected(
    fields: &Fields,
    reading: &Reading,
) -> Result<(Columns, Vec<String>, Vec<usize>), SkipReason> {
    let (columns, names) = chosen(fields, reading)?;
    let paths = paths(fields);
    let mut tops: Vec<usize> = columns.read().map(|at| paths[at].2).collect();
    tops.sort_unstable();
    tops.dedup();
    Ok((columns, names, tops))
}

impl Iterator for ArrowRows {
    type Item = NextRow;

    fn next(&mut self) -> Option<NextRow> {
        while !self.ended {
            if let Some(batch) = self.batch.take()
                && self.at < batch.num_rows()
            {
                self.number += 1;
                let row = guarded(self.format, || Ok(self.row(&batch)));
                self.at += 1;
                self.batch = Some(batch);
                let bytes = row.as_ref().map_or(0, TableRow::bytes);
                let bytes = if bytes > self.max_bytes { 0 } else { bytes };
                if let Err(reason) = self.budget.spend(bytes + ROW) {
                    self.ended = true;
                    return Some(Err((self.number, reason)));
                }
                return Some(match row {
                    Ok(row) if row.bytes() > self.max_bytes => {
                        let reason = SkipReason::TooLarge(row.bytes(), self.max_bytes);
                        Err((self.number, reason))
                    }
                    Ok(row) => self.columns.with_id(row),
                    Err(reason) => {
                        self.ended = true;
                        Err((self.number, reason))
                    }
                });
            }
            self.at = 0;
            let batches = &mut self.batches;
            match guarded(self.format, || batches.next().transpose()) {
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

#[cfg(test)]
mod tests {
    use arrow_array::{ArrayRef, StringArray};
    use parquet::arrow::ArrowWriter;

    use super::*;

    #[test]
    fn a_compression_that_is_not_read_is_named() {
        let text: ArrayRef = Arc::new(StringArray::from(vec!["some words"]));
        let batch = RecordBatch::try_from_iter([("text", text)]).unwrap();
        let mut bytes = Vec::new();
        let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        // The codec stands behind the path of the column, as a number of the compact protocol of Thrift.
        let path = b"\x04text\x15";
        let at = bytes
            .windows(path.len())
            .rposition(|at| at == path)
            .unwrap()
            + path.len();
        for (codec, said) in [(0, None), (4, Some("Brotli")), (3, Some("LZO"))] {
            bytes[at] = codec << 1;
            let content = RandomAccess::bytes(bytes.clone());
            let reading = Reading::default();
            let budget = Budget::of(1, &reading);
            let rows = ArrowRows::open(Format::Parquet, content, &reading, &budget);
            match said {
                None => assert_eq!(rows.unwrap().count(), 1),
                Some(said) => {
                    let reason = rows.err().unwrap().to_string();
                    assert!(
                        reason.starts_with(&format!("a Parquet file packed by {said}: ")),
                        "{reason}"
                    );
                }
            }
        }
    }
}

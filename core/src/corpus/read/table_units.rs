//! Rows of tables as units of work, and the guess of their columns.

use std::path::Path;
use std::sync::Arc;

use super::open_file::{FileOrigin, Input, OpenFile};
use super::{Content, Works};
use crate::base::cancel::Cancel;
use crate::corpus::formats::FileFormat;
use crate::corpus::limits::Budget;
use crate::corpus::packing::FileForm;
use crate::corpus::table::delimited::Delimited;
use crate::corpus::table::{ParquetRows, TableRows};
use crate::corpus::{SkipReason, content, opened};
use crate::settings::Reading;

/// Description of the columns that were guessed for the table at `path`. `None` if options name the columns, or if it
/// is not a readable table.
pub fn columns(path: &Path, reading: &Reading) -> Option<String> {
    let form = FileForm::from_path(path);
    let (file, metadata) = opened::regular(path).ok()?;
    let file = Arc::new(file);
    let length = metadata.len();
    let input = match form.packing {
        None => Input::File(file, length),
        Some(packing) => {
            let unpacked = packing.content(file, Budget::new(length, reading)).ok()?;
            Input::Stream(Box::new(unpacked), u64::MAX)
        }
    };
    match form.format {
        FileFormat::Csv | FileFormat::Tsv => {
            let delimiter = (form.format == FileFormat::Tsv).then_some(b'\t');
            match Delimited::open(input.read(&Cancel::default()), delimiter, reading) {
                Ok(table) => table.guess(),
                Err(SkipReason::NoField(why)) if !reading.names_columns() => {
                    let why = why.split_once("; ").map_or("", |(_, columns)| columns);
                    Some(format!(
                        "one document; --text-field NAME makes each row one: {why}"
                    ))
                }
                Err(_) => None,
            }
        }
        FileFormat::Parquet => {
            let content = input.random(reading).ok()?;
            let budget = Budget::new(length, reading);
            ParquetRows::open(content, reading, &budget).ok()?.guess()
        }
        FileFormat::Document if !reading.names_columns() => {
            let with_text_field = Reading {
                text_field: reading.text_name().to_owned(),
                ..reading.clone()
            };
            let has_rows = |form: FileForm| form.format.has_rows();
            let is_rows = |reading| content::form_of_file(path, reading).is_ok_and(has_rows);
            (!is_rows(reading) && is_rows(&with_text_field)).then(|| {
                "one document, for no row has a field \"text\"; --text-field NAME makes each row one"
                    .to_owned()
            })
        }
        _ => None,
    }
}

/// The rows of separated values; `delimiter` is the separator, if the file name determines it.
pub(super) fn separated(file: OpenFile, delimiter: Option<u8>) -> Result<Works, SkipReason> {
    let origin = file.origin;
    let content = file.input.read(&origin.cancel);
    let rows = Box::new(Delimited::open(content, delimiter, &origin.reading)?);
    Ok(table_units(rows, origin, file.start.lines))
}

/// The rows of a Parquet file.
pub(super) fn columnar(file: OpenFile) -> Result<Works, SkipReason> {
    let origin = file.origin;
    let content = file.input.random(&origin.reading)?;
    let rows = ParquetRows::open(content, &origin.reading, &origin.budget)?;
    Ok(table_units(Box::new(rows), origin, file.start.lines))
}

/// The rows of the table `origin`, without the first `before`, which an earlier run has read.
fn table_units(mut rows: TableRows, origin: FileOrigin, before: u64) -> Works {
    // Number of the last row, if the table cannot be read beyond it.
    let mut failed_at = None;
    Box::new(std::iter::from_fn(move || {
        loop {
            let Some(row) = rows.next() else {
                let last: u64 = failed_at.take()?;
                return Some(origin.row_skipped(last + 1, SkipReason::RestUnread));
            };
            failed_at = None;
            let (number, work) = match row {
                Ok(row) => {
                    let span = row.row;
                    let content = Content::Fields(Box::new(row));
                    (span.line, origin.part(span, content))
                }
                Err((number, reason)) => {
                    use SkipReason::{BadRow, Empty, TooLarge};
                    let continues = matches!(reason, BadRow(_) | Empty | TooLarge(..));
                    failed_at = (!continues).then_some(number);
                    (number, origin.row_skipped(number, reason))
                }
            };
            if number > before {
                return Some(work);
            }
        }
    }))
}

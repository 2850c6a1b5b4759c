//! Rows of tables as units of work, and what their columns are read as.

use std::io::{Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use super::input::Input;
use super::open_file::OpenFile;
use super::open_file::Origin;
use super::{Content, Work, Works};
use crate::corpus::entry::RowStart;
use crate::corpus::formats::Format;
use crate::corpus::limits::Clock;
use crate::corpus::opened;
use crate::corpus::packing::Form;
use crate::corpus::table::delimited::Opened;
use crate::corpus::table::{ArrowRows, TableRows};
use crate::corpus::unpacked::{Budget, Unpacked, within_limit};
use crate::corpus::{RowSpan, SkipReason, content};
use crate::settings::Reading;

/// What the rows of the table at `path` are read as, in words, where that is a guess; `None` where options say
/// it, or where it is no table that can be read.
pub fn columns(path: &Path, reading: &Reading) -> Option<String> {
    let form = Form::of(path);
    let (file, metadata) = opened::regular(path).ok()?;
    let file = Arc::new(file);
    let length = metadata.len();
    let input = match form.packing {
        None => Input::file(file, length),
        Some(packing) => {
            let unpacked = Unpacked::new(packing, file, Budget::of(length, reading)).ok()?;
            Input::stream(Box::new(unpacked), u64::MAX)
        }
    };
    match form.format {
        Format::Csv | Format::Tsv => {
            let known = (form.format == Format::Tsv).then_some(b'\t');
            let opened = Opened::new(input.read()).ok()?;
            match opened.table(known, reading) {
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
        Format::Parquet | Format::Arrow => {
            let content = input.random(reading).ok()?;
            let budget = Budget::of(length, reading);
            ArrowRows::open(form.format, content, reading, &budget)
                .ok()?
                .guess()
        }
        Format::Document if !reading.names_columns() => {
            let named = Reading {
                text_field: reading.text_name().to_owned(),
                ..reading.clone()
            };
            let has_rows = |form: Form| form.format.has_rows();
            let is_rows = |reading| content::form_of_file(path, reading).is_ok_and(has_rows);
            (!is_rows(reading) && is_rows(&named)).then(|| {
                "one document, for no row has a field \"text\"; --text-field NAME makes each row one"
                    .to_owned()
            })
        }
        _ => None,
    }
}

/// The rows of a table of separated values; `known` is the separator of the format. Without a column of text, one in an
/// archive is a document.
pub(super) fn separated(file: OpenFile<'_>, known: Option<u8>) -> Result<Works, SkipReason> {
    let (origin, reading) = (file.origin, &file.context.reading);
    let opened = Opened::new(file.input.read())?;
    let may_be_document = origin.place.member.is_some() && !reading.names_columns();
    if may_be_document && opened.has_no_text_column(known, reading) {
        let whole = Cursor::new(opened.head).chain(opened.rest);
        let bytes = within_limit(whole, reading, &Clock::start(reading))?;
        let part = origin.part(RowSpan::default(), Content::Bytes(bytes));
        return Ok(Box::new(std::iter::once(part)));
    }
    let rows = Box::new(opened.table(known, reading)?);
    Ok(Box::new(TableUnits::new(rows, origin, file.start)))
}

/// Iterator over the rows of a table.
pub(super) struct TableUnits {
    rows: TableRows,
    origin: Origin,
    /// Rows that an earlier run has read.
    before: u64,
    /// Number of the last row, if the table could not be read on after it.
    broken_off: Option<u64>,
}

impl TableUnits {
    /// The rows of the table `origin`, without those that an earlier run has read.
    pub fn new(rows: TableRows, origin: Origin, start: RowStart) -> Self {
        TableUnits {
            rows,
            origin,
            before: start.lines,
            broken_off: None,
        }
    }
}

/// Whether a row that is not read for this reason may be the end of a table that has more.
fn breaks_off(reason: &SkipReason) -> bool {
    !matches!(
        reason,
        SkipReason::BadRow(_) | SkipReason::Empty | SkipReason::TooLarge(..)
    )
}

impl Iterator for TableUnits {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        loop {
            let Some(row) = self.rows.next() else {
                let last = self.broken_off.take()?;
                return Some(self.origin.row_skipped(last + 1, SkipReason::RestUnread));
            };
            self.broken_off = match &row {
                Err((number, reason)) if breaks_off(reason) => Some(*number),
                _ => None,
            };
            let number = row
                .as_ref()
                .map_or_else(|(number, _)| *number, |row| row.row.line);
            if number <= self.before {
                continue;
            }
            return Some(match row {
                Ok(row) => self.origin.part(row.row, Content::Fields(Box::new(row))),
                Err((_, reason)) => self.origin.row_skipped(number, reason),
            });
        }
    }
}

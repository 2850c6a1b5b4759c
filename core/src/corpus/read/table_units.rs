//! Rows of tables as units of work, and what their columns are read as.

use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use encoding_rs_io::DecodeReaderBytes;

use super::input::Input;
use super::open_file::OpenFile;
use super::origin::Origin;
use super::{Work, Works};
use crate::corpus::entry::RowStart;
use crate::corpus::formats::Format;
use crate::corpus::limits::Clock;
use crate::corpus::opened;
use crate::corpus::packing::Form;
use crate::corpus::table::TableRows;
use crate::corpus::table::arrow::ArrowRows;
use crate::corpus::table::delimited::{self, Delimited};
use crate::corpus::unpacked::{Budget, Unpacked, within_limit};
use crate::corpus::{Encoding, SkipReason, content};
use crate::settings::Reading;

/// What the rows of the table at `path` are read as, in words, where that is a guess; `None` where options say
/// it, or where it is no table that can be read.
#[must_use]
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
            let head = delimited::head(&mut as_utf8(input.read()).ok()?.0).ok()?;
            match Delimited::open(head, Box::new(io::empty()), known, reading) {
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

/// `content` as UTF-8 where it is UTF-16 with a byte-order mark, and that encoding.
pub(in crate::corpus) fn as_utf8(
    mut content: Box<dyn Read + Send>,
) -> io::Result<(Box<dyn Read + Send>, Option<Encoding>)> {
    let mut mark = Vec::new();
    (&mut content).take(2).read_to_end(&mut mark)?;
    let encoding = match mark[..] {
        [0xff, 0xfe] => Some(encoding_rs::UTF_16LE),
        [0xfe, 0xff] => Some(encoding_rs::UTF_16BE),
        _ => None,
    };
    let content = Cursor::new(mark).chain(content);
    Ok(match encoding {
        None => (Box::new(content), None),
        Some(encoding) => (
            Box::new(DecodeReaderBytes::new(content)),
            Some(Encoding::Marked(encoding.name())),
        ),
    })
}

/// The rows of a table of separated values; `known` is the separator of the format. Without a column of text, one in an archive is a document.
pub(super) fn separated(file: OpenFile<'_>, known: Option<u8>) -> Result<Works, SkipReason> {
    let OpenFile {
        input,
        origin,
        context,
        start,
    } = file;
    let reading = &context.reading;
    let (mut rest, encoding) = as_utf8(input.read())?;
    let head = delimited::head(&mut rest)?;
    let columns = Delimited::open(head.clone(), Box::new(io::empty()), known, reading);
    match columns {
        Ok(_) => {
            let rows = Delimited::open(head, rest, known, reading)?.of_encoding(encoding);
            Ok(Box::new(TableUnits::new(Box::new(rows), origin, start)))
        }
        Err(SkipReason::NoField(_)) if origin.member.is_some() && !reading.names_columns() => {
            let whole = Cursor::new(head).chain(rest);
            let bytes = within_limit(whole, reading, &Clock::start(reading))?;
            Ok(Box::new(std::iter::once(Work::Bytes {
                place: origin.place(0, 0, 0),
                id: origin.id,
                stamp: origin.stamp,
                bytes,
            })))
        }
        Err(reason) => Err(reason),
    }
}

/// Iterator over the rows of a table.
pub(super) struct TableUnits {
    rows: TableRows,
    origin: Origin,
    /// Rows that an earlier run has read.
    before: u64,
    /// Whether there was a row.
    any: bool,
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
            any: false,
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
            let (number, row) = match self.rows.next() {
                Some(Ok(row)) => (row.number, Ok(row)),
                Some(Err((number, reason))) => (number, Err(reason)),
                // A table without rows.
                None if !self.any => {
                    self.any = true;
                    return Some(self.origin.skipped(SkipReason::Empty));
                }
                None => {
                    let last = self.broken_off.take()?;
                    return Some(self.origin.row_skipped(last + 1, SkipReason::RestUnread));
                }
            };
            self.any = true;
            self.broken_off = row
                .as_ref()
                .err()
                .filter(|reason| breaks_off(reason))
                .map(|_| number);
            if number <= self.before {
                continue;
            }
            return Some(match row {
                Ok(row) => Work::Fields {
                    file: self.origin.id.clone(),
                    place: self.origin.place(row.number, row.offset, row.length),
                    stamp: self.origin.stamp,
                    row: Box::new(row),
                },
                Err(reason) => self.origin.row_skipped(number, reason),
            });
        }
    }
}

//! The units of work of a file that is open: rows, messages, or members. A function for each format of files that hold many
//! documents.

use super::Works;
use super::input::Input;
use super::members::{Context, Members};
use super::messages::Messages;
use super::origin::Origin;
use super::rows::Rows;
use super::table_units::{TableUnits, separated};
use crate::corpus::entry::RowStart;
use crate::corpus::formats::Format;
use crate::corpus::table::arrow::ArrowRows;
use crate::corpus::{SkipReason, archive};

/// A file that is open.
pub(in crate::corpus) struct OpenFile<'a> {
    pub input: Input,
    pub origin: Origin,
    pub context: &'a Context,
    /// Its first unread row.
    pub start: RowStart,
}

/// The units of work of a file.
type Units = Result<Works, SkipReason>;

/// Makes the units of work of a file.
pub(in crate::corpus) type MakeUnits = fn(OpenFile<'_>) -> Units;

pub(in crate::corpus) fn json_lines(f: OpenFile<'_>) -> Units {
    let (end, content) = (f.input.end, f.input.read());
    let rows = Rows::new(content, end, f.origin, f.start, &f.context.reading);
    Ok(Box::new(rows))
}

pub(in crate::corpus) fn json_array(f: OpenFile<'_>) -> Units {
    let (end, content) = (f.input.end, f.input.read());
    let rows = Rows::of_array(content, end, f.origin, f.start, &f.context.reading);
    Ok(Box::new(rows))
}

pub(in crate::corpus) fn comma_separated(f: OpenFile<'_>) -> Units {
    separated(f, None)
}

pub(in crate::corpus) fn tab_separated(f: OpenFile<'_>) -> Units {
    separated(f, Some(b'\t'))
}

pub(in crate::corpus) fn parquet(f: OpenFile<'_>) -> Units {
    columnar(f, Format::Parquet)
}

pub(in crate::corpus) fn arrow(f: OpenFile<'_>) -> Units {
    columnar(f, Format::Arrow)
}

fn columnar(f: OpenFile<'_>, format: Format) -> Units {
    let Context {
        reading, budget, ..
    } = f.context;
    let rows = ArrowRows::open(format, f.input.random(reading)?, reading, budget)?;
    Ok(Box::new(TableUnits::new(Box::new(rows), f.origin, f.start)))
}

pub(in crate::corpus) fn packed_crawl(_: OpenFile<'_>) -> Units {
    let why = "a crawl is read from a file of its own, as it is or packed by gzip";
    Err(SkipReason::Unsupported(why.to_owned()))
}

pub(in crate::corpus) fn mailbox(f: OpenFile<'_>) -> Units {
    let (end, content) = (f.input.end, f.input.read());
    let messages = Messages::new(content, end, f.origin, f.start, &f.context.reading);
    Ok(Box::new(messages))
}

pub(in crate::corpus) fn zip(f: OpenFile<'_>) -> Units {
    let members = archive::of_zip(f.input.random(&f.context.reading)?, &f.context.budget)?;
    Ok(Box::new(Members::new(members, f.origin, f.context)))
}

pub(in crate::corpus) fn tar(f: OpenFile<'_>) -> Units {
    let members = archive::of_tar(f.input.read());
    Ok(Box::new(Members::new(members, f.origin, f.context)))
}

//! The units of work of a file that is open: rows, messages, or members. A function for each format of files that hold many
//! documents.

use super::Works;
use super::members::Members;
use super::messages::Messages;
use super::open_file::{Context, MakeUnits, OpenFile};
use super::records::Records;
use super::rows::Rows;
use super::table_units::{TableUnits, separated};
use crate::corpus::formats::Format;
use crate::corpus::table::ArrowRows;
use crate::corpus::{SkipReason, archive};

/// What makes the units of work of a file of this format; `None` for a document.
pub(super) fn of(format: Format) -> Option<MakeUnits> {
    Some(match format {
        Format::JsonLines => json_lines,
        Format::JsonArray => json_array,
        Format::Csv => |file| separated(file, None),
        Format::Tsv => |file| separated(file, Some(b'\t')),
        Format::Parquet => |file| columnar(file, Format::Parquet),
        Format::Arrow => |file| columnar(file, Format::Arrow),
        Format::Warc => crawl,
        Format::Mailbox => mailbox,
        Format::Zip => zip,
        Format::Tar => tar,
        _ => return None,
    })
}

fn json_lines(f: OpenFile<'_>) -> Result<Works, SkipReason> {
    let (end, content) = (f.input.end, f.input.read());
    let rows = Rows::new(content, end, f.origin, f.start, &f.context.reading);
    Ok(Box::new(rows))
}

fn json_array(f: OpenFile<'_>) -> Result<Works, SkipReason> {
    let (end, content) = (f.input.end, f.input.read());
    let rows = Rows::of_array(content, end, f.origin, f.start, &f.context.reading);
    Ok(Box::new(rows))
}

fn columnar(f: OpenFile<'_>, format: Format) -> Result<Works, SkipReason> {
    let Context {
        reading, budget, ..
    } = f.context;
    let rows = ArrowRows::open(format, f.input.random(reading)?, reading, budget)?;
    Ok(Box::new(TableUnits::new(Box::new(rows), f.origin, f.start)))
}

fn crawl(f: OpenFile<'_>) -> Result<Works, SkipReason> {
    let records = Records::new(f.input, f.origin, f.start, &f.context.reading);
    Ok(Box::new(records))
}

fn mailbox(f: OpenFile<'_>) -> Result<Works, SkipReason> {
    let (end, content) = (f.input.end, f.input.read());
    let messages = Messages::new(content, end, f.origin, f.start, &f.context.reading);
    Ok(Box::new(messages))
}

fn zip(f: OpenFile<'_>) -> Result<Works, SkipReason> {
    let members = archive::of_zip(f.input.random(&f.context.reading)?, &f.context.budget)?;
    Ok(Box::new(Members::new(members, f.origin, f.context, of)))
}

fn tar(f: OpenFile<'_>) -> Result<Works, SkipReason> {
    let members = archive::of_tar(f.input.read());
    Ok(Box::new(Members::new(members, f.origin, f.context, of)))
}

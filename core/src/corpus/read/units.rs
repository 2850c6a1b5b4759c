//! The units of a file that is open, by its format: rows, messages, or members.

use std::io::Read;

use super::Works;
use super::input::Input;
use super::members::{Context, Members};
use super::messages::Messages;
use super::origin::Origin;
use super::rows::Rows;
use super::table_units::{TableUnits, separated, table};
use crate::corpus::entry::RowStart;
use crate::corpus::packing::Format;
use crate::corpus::{SkipReason, archive};

/// The units in a member of an archive.
fn in_member(
    content: Box<dyn Read + Send>,
    format: Format,
    origin: Origin,
    context: &Context,
) -> Works {
    let input = Input::stream(content, u64::MAX);
    let works = units(input, format, origin.clone(), context, RowStart::default());
    works.unwrap_or_else(|reason| Box::new(std::iter::once(origin.skipped(reason))))
}

/// The units of rows or members of a file that is open.
pub(super) fn units(
    input: Input,
    format: Format,
    origin: Origin,
    context: &Context,
    start: RowStart,
) -> Result<Works, SkipReason> {
    let reading = &context.reading;
    let members = |members| Members::new(members, origin.clone(), context, in_member);
    Ok(match format {
        Format::JsonLines => {
            let (end, content) = (input.end, input.read());
            Box::new(Rows::new(content, end, origin, start, reading))
        }
        Format::JsonArray => {
            let (end, content) = (input.end, input.read());
            Box::new(Rows::of_array(content, end, origin, start, reading))
        }
        Format::Csv | Format::Tsv => return separated(input, format, origin, context, start),
        Format::Parquet | Format::Arrow => {
            let rows = table(input, format, context)?.0;
            Box::new(TableUnits::new(rows, origin, start))
        }
        Format::Zip => Box::new(members(archive::of_zip(
            input.random(reading)?,
            &context.budget,
        )?)),
        Format::Tar => Box::new(members(archive::of_tar(input.read()))),
        Format::Mailbox => {
            let (end, content) = (input.end, input.read());
            Box::new(Messages::new(content, end, origin, start, reading))
        }
        Format::Warc => {
            let why = "a crawl is read from a file of its own, as it is or packed by gzip";
            return Err(SkipReason::Unsupported(why.to_owned()));
        }
        Format::Document => return Err(SkipReason::Unsupported("no file with rows".to_owned())),
    })
}

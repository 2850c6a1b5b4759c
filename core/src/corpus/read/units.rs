//! The units of work of a file: the file itself, its rows, messages or records, or the members of an archive. A function for
//! each format of files that hold many documents.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use super::input::Input;
use super::members::Members;
use super::messages::Messages;
use super::open_file::{Context, MakeUnits, OpenFile, OrEmpty, Origin};
use super::records::Records;
use super::rows::Rows;
use super::table_units::{TableUnits, separated};
use super::{Work, Works};
use crate::corpus::entry::{Entry, Location, RowSelection, RowStart};
use crate::corpus::formats::Format;
use crate::corpus::limits::StopFlag;
use crate::corpus::packing::Form;
use crate::corpus::table::ArrowRows;
use crate::corpus::unpacked::{Budget, Unpacked};
use crate::corpus::{SkipReason, Skipped, archive, opened};
use crate::settings::Reading;

/// The units of work of an entry: the file itself, its rows, or those of the members of an archive.
pub fn work(entry: Entry, reading: &Reading) -> Works {
    work_until(entry, reading, &StopFlag::default())
}

/// As [`work`]. Once `stop` is set, what is at hand is left, however long it is: the last unit then has no document, and
/// a reason that is none of the file.
pub fn work_until(entry: Entry, reading: &Reading, stop: &StopFlag) -> Works {
    of_member(entry, reading, None, stop)
}

/// Opens the file of `entry`; one whose rows are counted by their offsets at its first unread row.
fn opened_at_start(entry: &mut Entry, path: &Path, form: Form) -> Result<File, SkipReason> {
    let listed = entry.stamp;
    let mut file = opened::listed(entry, path)?;
    // The previously read rows are from another state of the file.
    if entry.start != RowStart::default() && entry.stamp != listed {
        return Err(SkipReason::Changed);
    }
    let is_plain = form.packing.is_none();
    if is_plain && form.format.is_read_by_offset() {
        file.seek(SeekFrom::Start(entry.start.offset))?;
    }
    Ok(file)
}

/// As [`work`], of an archive only those of one member, by its path there.
pub(super) fn of_member(
    mut entry: Entry,
    reading: &Reading,
    only: Option<Arc<str>>,
    stop: &StopFlag,
) -> Works {
    let form = match crate::corpus::content::form_of_entry(&entry, reading) {
        Ok(form) => form,
        Err(reason) => {
            let skipped = Skipped::new(&entry.id, reason).of_file(entry.stamp);
            return Box::new(std::iter::once(Work::Skip(skipped)));
        }
    };
    let Some(units) = of(form.format) else {
        return Box::new(std::iter::once(Work::File(entry)));
    };
    let whole = only.is_none() && entry.start == RowStart::default();
    let works = match entry.location.clone() {
        Location::Demo(bytes) => {
            let origin = origin(&entry);
            let context = context(&entry, reading, None);
            let length = bytes.len() as u64;
            let input = Input::stream(Box::new(Cursor::new(bytes)), length);
            units(OpenFile {
                input,
                origin,
                context: &context,
                start: RowStart::default(),
            })
        }
        Location::Disk(path) => on_disk(&mut entry, (form, units), &path, (reading, stop), only),
    };
    let works = works.map(|works| match whole {
        true => Box::new(OrEmpty::new(works, entry.id.clone())),
        false => works,
    });
    let works = works.unwrap_or_else(|reason| {
        let is_guess = !reading.names_columns();
        let separated = form.format.is_separated();
        Box::new(std::iter::once(match reason {
            // Without a column of text, the table is one document.
            SkipReason::NoField(_) if is_guess && separated => Work::File(entry.clone()),
            reason => Work::Skip(Skipped::new(&entry.id, reason)),
        }))
    });
    let stamp = entry.stamp;
    Box::new(works.map(move |work| match work {
        Work::Skip(skipped) => Work::Skip(skipped.of_file(stamp)),
        work => work,
    }))
}

fn origin(entry: &Entry) -> Origin {
    Origin {
        id: entry.id.clone(),
        place: entry.place(),
        stamp: entry.stamp,
    }
}

fn context(entry: &Entry, reading: &Reading, only: Option<Arc<str>>) -> Context {
    Context {
        reading: Arc::new(reading.clone()),
        budget: Budget::of(entry.stamp.bytes, reading),
        depth: 0,
        only,
    }
}

/// The units of a file on disk.
fn on_disk(
    entry: &mut Entry,
    (form, units): (Form, MakeUnits),
    path: &Path,
    (reading, stop): (&Reading, &StopFlag),
    only: Option<Arc<str>>,
) -> Result<Works, SkipReason> {
    let start = entry.start;
    let file = opened_at_start(entry, path, form)?;
    let (file, context) = (Arc::new(file), context(entry, reading, only));
    let input = match form.packing {
        None => Input::file(Arc::clone(&file), entry.stamp.bytes),
        Some(packing) => {
            let budget = Arc::clone(&context.budget);
            let mut unpacked = Unpacked::new(packing, Arc::clone(&file), budget)?;
            if form.format.is_read_by_offset() {
                io::copy(&mut (&mut unpacked).take(start.offset), &mut io::sink())?;
            }
            Input::stream(Box::new(unpacked), u64::MAX)
        }
    };
    let works = units(OpenFile {
        input: input.until(stop),
        origin: origin(entry),
        context: &context,
        start,
    })?;
    let works: Works = match entry.rows.clone() {
        None => works,
        Some(rows) => Box::new(works.filter(move |work| is_of(work, &rows))),
    };
    let entry = entry.clone();
    let changed = std::iter::once_with(move || {
        // What was read may be of two states.
        let reason = match opened::is_as_listed(&file, &entry) {
            Ok(true) => return None,
            Ok(false) => SkipReason::Changed,
            Err(error) => error.into(),
        };
        let id = entry.id;
        Some(Work::Skip(Skipped::new(id, reason)))
    });
    Ok(Box::new(works.chain(changed.flatten())))
}

/// Whether a unit is one of the selected rows, or says that rows are not read.
fn is_of(work: &Work, rows: &RowSelection) -> bool {
    match work {
        Work::Part(part) => rows.has(part.place.row.line),
        _ => true,
    }
}

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

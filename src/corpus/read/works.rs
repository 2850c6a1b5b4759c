//! The units of work of a file by its form: itself, its rows, or what is in the archive.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use super::members::{Context, Members};
use super::messages::Messages;
use super::origin::Origin;
use super::records::Records;
use super::rows::Rows;
use super::{Work, Works};
#[cfg(feature = "tables")]
use crate::corpus::child::frames::TableFormat;
use crate::corpus::entry::{Entry, Location, RowStart};
use crate::corpus::limits::Clock;
use crate::corpus::packing::{Form, Format};
use crate::corpus::random_access::RandomAccess;
use crate::corpus::table::TableRows;
use crate::corpus::table::delimited::{self, Delimited};
#[cfg(feature = "tables")]
use crate::corpus::table::remote;
use crate::corpus::unpacked::{Budget, Unpacked, within_limit};
use crate::corpus::{SkipReason, Skipped, archive, opened};
use crate::settings::Reading;

/// The units of work of an entry: the file itself, its rows, or those of the members of an archive.
#[must_use]
pub fn work(entry: Entry, reading: &Reading) -> Works {
    of_member(entry, reading, None)
}

/// As [`work`]. A record of a crawl that takes long to unpack is left once `should_continue` returns `false`; it is
/// then the last one, and a unit without a document.
#[must_use]
pub fn work_while<'a>(
    mut entry: Entry,
    reading: &Reading,
    should_continue: &'a (dyn Fn() -> bool + Sync),
) -> Box<dyn Iterator<Item = Work> + Send + 'a> {
    let path = match &entry.location {
        Location::Disk(path) if entry.form().format == Format::Warc => path.clone(),
        _ => return work(entry, reading),
    };
    match records(&mut entry, &path, reading, should_continue) {
        Ok(records) => Box::new(records),
        Err(reason) => Box::new(std::iter::once(Work::Skip(Skipped {
            id: entry.id,
            reason,
        }))),
    }
}

/// The records of a crawl on disk.
fn records<'a>(
    entry: &mut Entry,
    path: &Path,
    reading: &Reading,
    should_continue: &'a (dyn Fn() -> bool + Sync),
) -> Result<Records<'a>, SkipReason> {
    let file = opened_at_start(entry, path, entry.form())?;
    Ok(Records::new(
        entry.clone(),
        path,
        file,
        reading,
        should_continue,
    ))
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
    let by_offset = [Format::JsonLines, Format::Mailbox, Format::Warc];
    if is_plain && by_offset.contains(&form.format) {
        file.seek(SeekFrom::Start(entry.start.offset))?;
    }
    Ok(file)
}

/// As [`work`], of an archive only those of one member, by its path there.
pub(super) fn of_member(mut entry: Entry, reading: &Reading, only: Option<Arc<str>>) -> Works {
    let form = entry.form();
    if form.format == Format::Document {
        return Box::new(std::iter::once(Work::File(entry)));
    }
    let works = match entry.location.clone() {
        Location::Demo(bytes) => {
            let origin = origin(&entry, None);
            let context = context(&entry, reading, None);
            let length = bytes.len() as u64;
            let input = Input::stream(Box::new(Cursor::new(bytes)), length);
            units(input, form.format, origin, &context, RowStart::default())
        }
        Location::Disk(path) => on_disk(&mut entry, form, &path, reading, only),
    };
    works.unwrap_or_else(|reason| {
        let is_guess = reading.text_field == Reading::default().text_field;
        let separated = matches!(form.format, Format::Csv | Format::Tsv);
        Box::new(std::iter::once(match reason {
            // Without a column of text, the table is one document.
            SkipReason::NoField(_) if is_guess && separated => Work::File(entry),
            reason => Work::Skip(Skipped {
                id: entry.id,
                reason,
            }),
        }))
    })
}

fn origin(entry: &Entry, path: Option<&Path>) -> Origin {
    Origin {
        id: entry.id.clone(),
        path: path.map(Arc::from),
        member: None,
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
    form: Form,
    path: &Path,
    reading: &Reading,
    only: Option<Arc<str>>,
) -> Result<Works, SkipReason> {
    let start = entry.start;
    if form.format == Format::Warc {
        return Ok(Box::new(records(entry, path, reading, &|| true)?));
    }
    let file = opened_at_start(entry, path, form)?;
    let (file, context) = (Arc::new(file), context(entry, reading, only));
    let input = match form.packing {
        None => Input {
            content: Content::File(Arc::clone(&file), entry.stamp.bytes),
            end: entry.stamp.bytes,
        },
        Some(packing) => {
            let budget = Arc::clone(&context.budget);
            let mut unpacked = Unpacked::new(packing, Arc::clone(&file), budget)?;
            if matches!(form.format, Format::JsonLines | Format::Mailbox) {
                io::copy(&mut (&mut unpacked).take(start.offset), &mut io::sink())?;
            }
            Input::stream(Box::new(unpacked), u64::MAX)
        }
    };
    let works = units(
        input,
        form.format,
        origin(entry, Some(path)),
        &context,
        start,
    )?;
    let entry = entry.clone();
    let changed = std::iter::once_with(move || {
        // What was read may be of two states.
        let reason = match opened::is_as_listed(&file, &entry) {
            Ok(true) => return None,
            Ok(false) => SkipReason::Changed,
            Err(error) => error.into(),
        };
        let id = entry.id;
        Some(Work::Skip(Skipped { id, reason }))
    });
    Ok(Box::new(works.chain(changed.flatten())))
}

/// What units are made from.
struct Input {
    content: Content,
    /// Offset from which no row begins: the length at the time of opening.
    end: u64,
}

enum Content {
    File(Arc<File>, u64),
    Stream(Box<dyn Read + Send>),
}

impl Input {
    fn stream(content: Box<dyn Read + Send>, end: u64) -> Self {
        let content = Content::Stream(content);
        Input { content, end }
    }

    fn read(self) -> Box<dyn Read + Send> {
        match self.content {
            Content::File(file, _) => Box::new(file),
            Content::Stream(stream) => stream,
        }
    }

    /// For formats that are read in any order. Such a file in another is held in memory.
    fn random(self, reading: &Reading) -> Result<RandomAccess, SkipReason> {
        match self.content {
            Content::File(file, length) => Ok(RandomAccess::file(file, length)),
            Content::Stream(stream) => {
                let bytes = within_limit(stream, reading, &Clock::start(reading))?;
                Ok(RandomAccess::bytes(bytes))
            }
        }
    }
}

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
fn units(
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
        Format::Document | Format::Warc => {
            return Err(SkipReason::Unsupported("no file with rows".to_owned()));
        }
    })
}

/// The rows of a Parquet or Arrow file, and what they are read as, where that is a guess.
#[cfg(feature = "tables")]
fn table(
    input: Input,
    format: Format,
    context: &Context,
) -> Result<(TableRows, Option<String>), SkipReason> {
    let reading = &context.reading;
    let format = match format {
        Format::Parquet => TableFormat::Parquet,
        _ => TableFormat::Arrow,
    };
    let opened = remote::open(format, input.random(reading)?, reading, &context.budget)?;
    Ok((opened.rows, opened.guess))
}

#[cfg(not(feature = "tables"))]
fn table(_: Input, _: Format, _: &Context) -> Result<(TableRows, Option<String>), SkipReason> {
    let said = "this program was built without the feature `tables`, which reads Parquet and Arrow";
    Err(SkipReason::Unsupported(said.to_owned()))
}

/// What the rows of the table at `path` are read as, in words, where that is a guess; `None` where options say
/// it, or where it is no table that can be read.
#[must_use]
pub fn columns(path: &Path, reading: &Reading) -> Option<String> {
    let form = Form::of(path);
    let (file, metadata) = opened::regular(path).ok()?;
    let file = Arc::new(file);
    let length = metadata.len();
    let input = match form.packing {
        None => Input {
            content: Content::File(file, length),
            end: length,
        },
        Some(packing) => {
            let unpacked = Unpacked::new(packing, file, Budget::of(length, reading)).ok()?;
            Input::stream(Box::new(unpacked), u64::MAX)
        }
    };
    match form.format {
        Format::Csv | Format::Tsv => {
            let known = (form.format == Format::Tsv).then_some(b'\t');
            let head = delimited::head(&mut input.read()).ok()?;
            match Delimited::open(head, Box::new(io::empty()), known, reading) {
                Ok(table) => table.guess(),
                Err(SkipReason::NoField(why)) => {
                    let why = why.split_once("; ").map_or("", |(_, columns)| columns);
                    Some(format!(
                        "one document; --text-field NAME makes each row one: {why}"
                    ))
                }
                Err(_) => None,
            }
        }
        Format::Parquet | Format::Arrow => {
            let context = Context {
                reading: Arc::new(reading.clone()),
                budget: Budget::of(length, reading),
                depth: 0,
                only: None,
            };
            table(input, form.format, &context).ok()?.1
        }
        _ => None,
    }
}

/// The rows of a table of separated values. Without a column of text, one in an archive is a document.
fn separated(
    input: Input,
    format: Format,
    origin: Origin,
    context: &Context,
    start: RowStart,
) -> Result<Works, SkipReason> {
    let reading = &context.reading;
    let known = (format == Format::Tsv).then_some(b'\t');
    let mut rest = input.read();
    let head = delimited::head(&mut rest)?;
    let columns = Delimited::open(head.clone(), Box::new(io::empty()), known, reading);
    match columns {
        Ok(_) => {
            let rows = Delimited::open(head, rest, known, reading)?;
            Ok(Box::new(TableUnits::new(Box::new(rows), origin, start)))
        }
        Err(SkipReason::NoField(_))
            if origin.member.is_some() && reading.text_field == Reading::default().text_field =>
        {
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
struct TableUnits {
    rows: TableRows,
    origin: Origin,
    /// Rows that an earlier run has read.
    before: u64,
    /// Whether there was a row.
    any: bool,
}

impl TableUnits {
    fn new(rows: TableRows, origin: Origin, start: RowStart) -> Self {
        TableUnits {
            rows,
            origin,
            before: start.lines,
            any: false,
        }
    }
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
                None => return None,
            };
            self.any = true;
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

//! The units of work of a file: the file itself, its rows, messages or records, or the members of an archive. A
//! function for each format of files that contain many documents.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use super::open_file::{FileOrigin, Input, OpenFile, or_empty};
use super::rows::JsonLinesReader;
use super::table_units::{columnar, separated};
use super::{Content, Work, Works, messages, records};
use crate::base::cancel::Cancel;
use crate::corpus::archive::{self, ZipMembers, as_written};
use crate::corpus::entry::{Entry, Location, RowStart, VERSION_CONTROL};
use crate::corpus::formats::FileFormat;
use crate::corpus::jsonl::ArrayRows;
use crate::corpus::limits::{Clock, within_limit};
use crate::corpus::packing::{FileForm, SEPARATOR};
use crate::corpus::{RowSpan, SkipReason, Skipped, content, opened};
use crate::settings::Reading;

/// Creates the units of work of a file.
type MakeUnits = fn(OpenFile) -> Result<Works, SkipReason>;

/// The units of work of an entry: the file itself, its rows, or the units of the members of an archive.
pub fn work(entry: Entry, reading: &Reading) -> Works {
    work_until(entry, reading, &Cancel::default())
}

/// Does the same as [`work`]. Once `cancel` is stopped, the current unit is abandoned, even a long one; the last unit
/// then has no document, and its reason does not concern the file.
pub fn work_until(entry: Entry, reading: &Reading, cancel: &Cancel) -> Works {
    of_member(entry, reading, None, cancel)
}

/// Opens the file of `entry`; if rows are read by offset, at its first unread row.
fn opened_at_start(entry: &mut Entry, path: &Path, form: FileForm) -> Result<File, SkipReason> {
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

/// Does the same as [`work`], but reads only the member at the path `only` of an archive.
pub(super) fn of_member(
    mut entry: Entry,
    reading: &Reading,
    only: Option<Arc<str>>,
    cancel: &Cancel,
) -> Works {
    let form = match content::form_of_entry(&entry, reading) {
        Ok(form) => form,
        Err(reason) => {
            let skipped = Skipped::new(&entry.id, reason).of_file(entry.stamp);
            return once(Work::Skip(skipped));
        }
    };
    let Some(units) = unit_maker(form.format) else {
        return once(Work::File(entry));
    };
    let is_complete = only.is_none() && entry.start == RowStart::default();
    let works = match entry.location.clone() {
        Location::Demo(bytes) => units(OpenFile {
            input: Input::Stream(Box::new(bytes), bytes.len() as u64),
            origin: FileOrigin::new(&entry, reading, only, cancel),
            start: entry.start,
        }),
        Location::Disk(path) => on_disk(&mut entry, form, units, &path, (reading, only, cancel)),
    };
    let works = match works {
        Ok(works) if is_complete => or_empty(works, entry.id.clone()),
        Ok(works) => works,
        // Without a column of text, the table is one document.
        Err(SkipReason::NoField(_)) if form.format.is_separated() && !reading.names_columns() => {
            once(Work::File(entry.clone()))
        }
        Err(reason) => once(Work::Skip(Skipped::new(&entry.id, reason))),
    };
    let stamp = entry.stamp;
    Box::new(works.map(move |work| match work {
        Work::Skip(skipped) => Work::Skip(skipped.of_file(stamp)),
        work => work,
    }))
}

fn once(work: Work) -> Works {
    Box::new(std::iter::once(work))
}

/// The units of a file on disk.
fn on_disk(
    entry: &mut Entry,
    form: FileForm,
    units: MakeUnits,
    path: &Path,
    (reading, only, cancel): (&Reading, Option<Arc<str>>, &Cancel),
) -> Result<Works, SkipReason> {
    let start = entry.start;
    let file = Arc::new(opened_at_start(entry, path, form)?);
    let origin = FileOrigin::new(entry, reading, only, cancel);
    let input = match form.packing {
        None => Input::File(Arc::clone(&file), entry.stamp.bytes),
        Some(packing) => {
            let budget = Arc::clone(&origin.budget);
            let mut unpacked = packing.content(Arc::clone(&file), budget)?;
            if form.format.is_read_by_offset() {
                io::copy(&mut (&mut unpacked).take(start.offset), &mut io::sink())?;
            }
            Input::Stream(Box::new(unpacked), u64::MAX)
        }
    };
    let works = units(OpenFile {
        input,
        origin,
        start,
    })?;
    let rows = entry.rows.clone();
    let works = works.filter(move |work| match (work, &rows) {
        (Work::Part(part), Some(rows)) => rows.binary_search(&part.location.row.line).is_ok(),
        _ => true,
    });
    let entry = entry.clone();
    let changed = std::iter::once_with(move || {
        // The bytes may come from two states of the file.
        let reason = match opened::is_as_listed(&file, &entry) {
            Ok(true) => return None,
            Ok(false) => SkipReason::Changed,
            Err(error) => error.into(),
        };
        Some(Work::Skip(Skipped::new(entry.id, reason)))
    });
    Ok(Box::new(works.chain(changed.flatten())))
}

/// The function that creates units of work from a file of this format; `None` for a document.
fn unit_maker(format: FileFormat) -> Option<MakeUnits> {
    Some(match format {
        FileFormat::JsonLines => |file| Ok(Box::new(JsonLinesReader::new(file, false))),
        FileFormat::JsonArray => |file| Ok(Box::new(JsonLinesReader::new(on_lines(file), true))),
        FileFormat::Csv => |file| separated(file, None),
        FileFormat::Tsv => |file| separated(file, Some(b'\t')),
        FileFormat::Parquet => columnar,
        FileFormat::Warc => |file| Ok(records::records(file)),
        FileFormat::Mailbox => |file| Ok(messages::messages(file)),
        FileFormat::Zip => |OpenFile { input, origin, .. }| {
            let content = input.random(&origin.reading)?;
            let members = ZipMembers::new(content, Arc::clone(&origin.budget))?;
            Ok(of_members(Box::new(members), origin))
        },
        FileFormat::Tar => |OpenFile { input, origin, .. }| {
            let members = archive::of_tar(input.read(&origin.cancel));
            Ok(of_members(members, origin))
        },
        _ => return None,
    })
}

/// An array of JSON with each element on a line.
fn on_lines(file: OpenFile) -> OpenFile {
    let (Input::File(_, end) | Input::Stream(_, end)) = file.input;
    let content = file.input.read(&file.origin.cancel);
    let lines = ArrayRows::new(content, file.start.offset > 0);
    OpenFile {
        input: Input::Stream(Box::new(lines), end),
        ..file
    }
}

/// The units of the members of the archive `origin`.
fn of_members(members: archive::Members, origin: FileOrigin) -> Works {
    Box::new(members.flat_map(move |member| -> Works {
        let member = match member {
            Ok(member) => member,
            Err(reason) => return once(origin.skipped(reason)),
        };
        let mut folders = member.name.rsplit('/').skip(1);
        let is_version_control = folders.any(|folder| VERSION_CONTROL.contains(&folder));
        let origin = origin.member(&member.name);
        if is_version_control {
            return once(origin.skipped(SkipReason::VersionControl));
        }
        if !is_selected(&origin) {
            return Box::new(std::iter::empty());
        }
        let units = of_file_in_archive(member, origin.clone());
        units.unwrap_or_else(|reason| once(origin.skipped(reason)))
    }))
}

/// Whether this member is or contains the member to read.
fn is_selected(origin: &FileOrigin) -> bool {
    origin.only.as_deref().is_none_or(|only| {
        let rest = only.strip_prefix(origin.location.view().member);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(SEPARATOR))
    })
}

/// The units of a member: the member itself, its rows or its members.
fn of_file_in_archive(
    member: archive::Member,
    mut origin: FileOrigin,
) -> Result<Works, SkipReason> {
    let reading = Arc::clone(&origin.reading);
    let name = as_written(&member.name).as_ref();
    let form = FileForm::from_path(name);
    let mut content = member.content?;
    if let Some(packing) = form.packing {
        let unpacked = packing.content(content, Arc::clone(&origin.budget))?;
        content = Box::new(unpacked);
    }
    let (format, content) = content::sniffed(name, content, &reading)?;
    let Some(units) = unit_maker(format) else {
        let bytes = within_limit(content, &reading, &Clock::start(&reading))?;
        let part = origin.part(RowSpan::default(), Content::Bytes(bytes));
        return Ok(once(part));
    };
    origin.depth += 1;
    if format.is_archive() && origin.depth >= Reading::MAX_ARCHIVES {
        let max = Reading::MAX_ARCHIVES;
        return Err(SkipReason::Unsupported(format!(
            "archives in archives are read {max} levels deep: unpack it first"
        )));
    }
    let id = origin.only.is_none().then(|| origin.id.clone());
    let works = units(OpenFile {
        input: Input::Stream(content, u64::MAX),
        origin,
        start: RowStart::default(),
    })?;
    Ok(match id {
        Some(id) => or_empty(works, id),
        None => works,
    })
}

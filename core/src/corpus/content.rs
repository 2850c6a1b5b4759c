//! The kind of a file by its content, if its name does not determine it: a crawl, lines of JSON objects, or an array of
//! them.

use std::io::{Cursor, Read};
use std::path::Path;

use super::entry::{Entry, Location};
use super::formats::FileFormat;
use super::jsonl::ArrayRows;
use super::packing::{FileForm, Packing, bare, extension};
use super::{SkipReason, decode, jsonl, opened};
use crate::settings::Reading;

/// Number of bytes that identify most contents.
const HEAD: u64 = 4 << 10;

/// Maximum number of bytes of the first two rows of JSON that are inspected.
const MAX_ROW_BYTES: u64 = 8 << 20;

/// Whether the name of a file determines that it is one document.
fn names_document(path: &Path) -> bool {
    let extension = extension(bare(path));
    extension.is_some_and(|extension| FileFormat::is_of_document(&extension))
}

/// Whether content with this beginning is a crawl.
pub fn is_crawl(begin: &[u8]) -> bool {
    strip_mark(begin).trim_ascii_start().starts_with(b"WARC/1.")
}

fn strip_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Recognises a format by the beginning of the content, which is read into `begin`. `named` is the format by name.
///
/// # Errors
/// The content cannot be read. [`SkipReason::NoField`]: options name fields of rows, and it is JSON of another form.
fn format_of(
    content: &mut dyn Read,
    begin: &mut Vec<u8>,
    (path, named): (&Path, FileFormat),
    reading: &Reading,
) -> Result<FileFormat, SkipReason> {
    content.take(HEAD).read_to_end(begin)?;
    if is_crawl(begin) {
        return Ok(FileFormat::Warc);
    }
    let format = match strip_mark(begin).trim_ascii_start().first() {
        Some(b'{') => FileFormat::JsonLines,
        Some(b'[') => FileFormat::JsonArray,
        _ => return Ok(named),
    };
    if begin.len() as u64 == HEAD {
        content.take(MAX_ROW_BYTES - HEAD).read_to_end(begin)?;
    }
    let mut objects = Vec::new();
    let lines = match format {
        FileFormat::JsonArray => {
            ArrayRows::new(&begin[..], false).read_to_end(&mut objects)?;
            &objects
        }
        _ => &*begin,
    };
    if has_rows(lines, format, reading) {
        Ok(format)
    } else if reading.names_columns() && !names_document(path) {
        Err(SkipReason::NoField(
            "JSON, but neither lines of objects nor an array of objects, whose fields --text-field and similar options name: \
             without these options it is one document"
                .to_owned(),
        ))
    } else {
        Ok(named)
    }
}

/// Whether the name does not determine the format.
fn is_ambiguous(path: &Path, named: FileFormat, reading: &Reading) -> bool {
    named == FileFormat::Document && (reading.names_columns() || !names_document(path))
}

/// Whether the first line is a complete object and, in a file of lines, another object follows. If no option names
/// fields, one of the two must have the usual text field.
fn has_rows(lines: &[u8], format: FileFormat, reading: &Reading) -> bool {
    let lines = lines.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let lines = lines.filter(|line| !strip_mark(line).is_empty()).take(2);
    let lines: Vec<_> = lines
        .map(|line| decode::line(line, reading.encoding()).0)
        .collect();
    let is_second = |line: &str| line.starts_with('{');
    let are_objects = match &lines[..] {
        [first, second] => jsonl::is_object(first) && is_second(second),
        [only] => format == FileFormat::JsonArray && jsonl::is_object(only),
        _ => false,
    };
    let has_text = || lines.iter().any(|line| jsonl::row(line, reading).is_ok());
    are_objects && (reading.names_columns() || has_text())
}

/// The format of a file by its name, otherwise by its content. `open` opens the packed bytes. A file that cannot be
/// read has the format of its name; the error is reported when it is read.
///
/// # Errors
/// [`SkipReason::NoField`]: options name fields of rows, and the file is JSON of another form.
pub fn form(
    path: &Path,
    open: impl FnOnce() -> Result<Box<dyn Read + Send>, SkipReason>,
    reading: &Reading,
) -> Result<FileForm, SkipReason> {
    let named = FileForm::from_path(path);
    if !is_ambiguous(path, named.format, reading) {
        return Ok(named);
    }
    let detect = || -> Result<FileFormat, SkipReason> {
        let mut content = open()?;
        if let Some(packing) = named.packing {
            content = packing.decoder(content)?;
        }
        let name = (path, named.format);
        format_of(&mut content, &mut Vec::new(), name, reading)
    };
    match detect() {
        Ok(FileFormat::Warc) if named.packing == Some(Packing::Gzip) => Ok(FileForm {
            packing: None,
            format: FileFormat::Warc,
        }),
        Ok(format) => Ok(FileForm { format, ..named }),
        Err(reason @ SkipReason::NoField(_)) => Err(reason),
        Err(_) => Ok(named),
    }
}

/// Does the same as [`form`] for a file on disk.
///
/// # Errors
/// As [`form`].
pub fn form_of_file(path: &Path, reading: &Reading) -> Result<FileForm, SkipReason> {
    // A pipe cannot be opened a second time.
    if !path.is_file() {
        return Ok(FileForm::from_path(path));
    }
    form(path, || Ok(Box::new(opened::regular(path)?.0)), reading)
}

/// The format of an entry by its name, otherwise by its content.
///
/// # Errors
/// As [`form`].
pub fn form_of_entry(entry: &Entry, reading: &Reading) -> Result<FileForm, SkipReason> {
    match &entry.location {
        Location::Disk(path) => form_of_file(path, reading),
        Location::Demo(bytes) => form(Path::new(&entry.id), || Ok(Box::new(*bytes)), reading),
    }
}

/// The format of unpacked content with this name, and the content from its start.
///
/// # Errors
/// As [`form`], with the opened content.
pub fn sniffed(
    path: &Path,
    mut content: Box<dyn Read + Send>,
    reading: &Reading,
) -> Result<(FileFormat, Box<dyn Read + Send>), SkipReason> {
    let named = FileForm::from_path(path).format;
    if !is_ambiguous(path, named, reading) {
        return Ok((named, content));
    }
    let mut begin = Vec::new();
    let format = format_of(&mut content, &mut begin, (path, named), reading)?;
    Ok((format, Box::new(Cursor::new(begin).chain(content))))
}

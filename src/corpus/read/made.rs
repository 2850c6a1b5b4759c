//! Construction of documents from the bytes of a file or row.

use std::borrow::Cow;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_128;

use crate::corpus::extract::{self, Format};
use crate::corpus::file_kind::{extension, is_mailbox};
use crate::corpus::limits::{Clock, is_deeper};
use crate::corpus::packing::bare;
use crate::corpus::table::TableRow;
use crate::corpus::{
    Document, DocumentRow, Encoding, Kind, Place, SkipReason, decode, html, jsonl, warc,
};
use crate::settings::Reading;

/// Builds a document from the content of a file.
pub(super) fn from_file(
    id: &str,
    bytes: Vec<u8>,
    place: Place,
    reading: &Reading,
    clock: &Clock,
) -> Result<Document, SkipReason> {
    if bytes.is_empty() {
        return Err(SkipReason::Empty);
    }
    let name = id.rsplit('/').next().unwrap_or(id);
    let extension = match &place {
        Place::Demo(path) | Place::DemoRow(path, _) => extension(bare(Path::new(path))),
        Place::File(path) => extension(bare(path)),
        Place::Row { path, .. } => extension(path),
        Place::Member { member, .. } => extension(bare(Path::new(&**member))),
    };
    if let Some(format) = Format::of(extension.as_deref(), &bytes) {
        return from_extracted((id, name), format, &bytes, place, reading);
    }
    if decode::is_binary(&bytes) {
        return Err(SkipReason::Binary);
    }
    let is_html = match extension.as_deref() {
        Some("html" | "htm" | "xhtml") => true,
        Some(_) => false,
        None => html::begins_as_html(&bytes),
    };
    let markdown = matches!(extension.as_deref(), Some("md" | "markdown"));
    from_bytes(
        (id, name),
        bytes,
        place,
        (is_html, markdown),
        reading,
        clock,
    )
}

/// Builds a document from the bytes of a format that a parser takes apart.
fn from_extracted(
    (id, name): (&str, &str),
    format: Format,
    bytes: &[u8],
    place: Place,
    reading: &Reading,
) -> Result<Document, SkipReason> {
    let fingerprint = xxh3_128(bytes);
    let extracted = extract::extract(format, bytes, fingerprint, reading)?;
    let title = match extracted.title.is_empty() {
        true => name.to_owned(),
        false => extracted.title,
    };
    let row = DocumentRow {
        key: 0,
        id: id.to_owned(),
        title,
        place,
        encoding: Encoding::Utf8,
        kind: Kind::Extracted(format),
        bytes: bytes.len() as u64,
        modified: 0,
        stamp: 0,
        fingerprint,
        normalised: 0,
        detected: Box::default(),
    };
    Ok(Document {
        row,
        text: extracted.text,
        unseen: Vec::new(),
        quoted: Vec::new(),
        blocks: Vec::new(),
    })
}

/// Builds a document from bytes that are HTML, Markdown or other text.
fn from_bytes(
    (id, name): (&str, &str),
    bytes: Vec<u8>,
    place: Place,
    (is_html, markdown): (bool, bool),
    reading: &Reading,
    clock: &Clock,
) -> Result<Document, SkipReason> {
    let (length, fingerprint) = (bytes.len() as u64, xxh3_128(&bytes));
    let declared = is_html.then(|| html::declared_encoding(&bytes)).flatten();
    let (text, encoding) = decode::decode(bytes, declared);
    clock.check()?;
    if text.len() as u64 > Reading::MOST_BYTES {
        // Decoding can expand one byte to three.
        return Err(SkipReason::TooLarge(text.len() as u64, Reading::MOST_BYTES));
    }
    let (mut unseen, mut quoted, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
    let (kind, text, title) = if is_html && !reading.keep_html_tags {
        let page = html::page(&text, reading, clock)?;
        if reading.drop_unseen {
            (quoted, blocks) = (page.quoted_seen(), page.blocks_seen());
            (Kind::Html, page.seen(), page.title)
        } else {
            (unseen, quoted, blocks) = (page.unseen, page.quoted, page.blocks);
            (Kind::Html, page.text, page.title)
        }
    } else {
        let title = markdown.then(|| heading(&text)).flatten();
        let title = title.unwrap_or_default().to_owned();
        (Kind::Plain, text, title)
    };
    let title = match title.is_empty() {
        true => name.to_owned(),
        false => title,
    };
    let row = DocumentRow {
        key: 0,
        id: id.to_owned(),
        title,
        place,
        encoding,
        kind,
        bytes: length,
        modified: 0,
        stamp: 0,
        fingerprint,
        normalised: 0,
        detected: Box::default(),
    };
    Ok(Document {
        row,
        text,
        unseen,
        quoted,
        blocks,
    })
}

/// The first top-level Markdown heading in the first 60 lines.
fn heading(text: &str) -> Option<&str> {
    let mut lines = text.lines().take(60);
    let title = lines.find_map(|line| line.strip_prefix("# "))?.trim();
    (!title.is_empty()).then_some(title)
}

/// Number of characters of a row's text used as title if the row has none.
const TITLE: usize = 80;

/// Beginning of the first non-blank line of `text`: the title of a row that has none.
#[must_use]
pub fn beginning(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty()).unwrap_or_default();
    let end = line.char_indices().nth(TITLE).map(|(at, _)| at);
    &line[..end.unwrap_or(line.len())]
}

/// Builds a document from a record of a WARC file; its URL is its id.
fn from_record(
    file: &str,
    record: &[u8],
    place: Place,
    reading: &Reading,
) -> Result<Document, SkipReason> {
    let clock = Clock::start(reading);
    let page = warc::page(record, reading.max_bytes)?;
    if page.bytes.is_empty() {
        return Err(SkipReason::Empty);
    }
    if decode::is_binary(&page.bytes) {
        return Err(SkipReason::NoPage("binary data".to_owned()));
    }
    let is_html = page.is_html || html::begins_as_html(&page.bytes);
    let id = [file, "#", &page.url].concat();
    let kind = (is_html, false);
    let mut document = from_bytes((&id, &page.url), page.bytes, place, kind, reading, &clock)?;
    document.row.modified = page.date;
    Ok(document)
}

/// Builds a document from a row of a table.
pub(super) fn from_fields(file: &str, row: TableRow, place: Place) -> Result<Document, SkipReason> {
    if row.text.is_empty() {
        return Err(SkipReason::Empty);
    }
    if row.text.len() as u64 > Reading::MOST_BYTES {
        let length = row.text.len() as u64;
        return Err(SkipReason::TooLarge(length, Reading::MOST_BYTES));
    }
    let (bytes, fingerprint) = (row.bytes(), row.fingerprint());
    let id = row.id.unwrap_or_else(|| row.number.to_string());
    let row_of_table = DocumentRow {
        key: 0,
        id: [file, "#", &id].concat(),
        title: row.title.unwrap_or_else(|| beginning(&row.text).to_owned()),
        place,
        encoding: match row.damaged {
            true => Encoding::Utf8Damaged,
            false => Encoding::Utf8,
        },
        kind: Kind::TableRow,
        bytes,
        modified: row.date,
        stamp: 0,
        fingerprint,
        normalised: 0,
        detected: Box::default(),
    };
    Ok(Document {
        row: row_of_table,
        text: row.text,
        unseen: Vec::new(),
        quoted: Vec::new(),
        blocks: Vec::new(),
    })
}

/// Builds a document from a row of a JSON Lines file, from a record of a WARC file or from a message of a
/// mailbox.
pub(super) fn from_row(
    file: &str,
    number: u64,
    line: &[u8],
    place: Place,
    reading: &Reading,
) -> Result<Document, SkipReason> {
    if matches!(&place, Place::Row { path, .. } if warc::is_warc(path)) {
        return from_record(file, line, place, reading);
    }
    if place.path().is_some_and(is_mailbox) {
        let name = number.to_string();
        let id = [file, "#", &name].concat();
        return from_extracted((&id, &name), Format::Mail, line, place, reading);
    }
    let (length, fingerprint) = (line.len() as u64, xxh3_128(line));
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let (line, encoding) = match std::str::from_utf8(line) {
        Ok(line) => (Cow::Borrowed(line), Encoding::Utf8),
        Err(_) => (String::from_utf8_lossy(line), Encoding::Utf8Damaged),
    };
    if is_deeper(&line, reading.max_depth) {
        return Err(SkipReason::TooDeep(reading.max_depth));
    }
    let fields = jsonl::row(&line, reading)?;
    if fields.text.is_empty() {
        return Err(SkipReason::Empty);
    }
    let id = fields.id.unwrap_or_else(|| number.to_string());
    let title = fields.title.filter(|t| !t.is_empty());
    let row = DocumentRow {
        key: 0,
        id: [file, "#", &id].concat(),
        title: title.unwrap_or_else(|| beginning(&fields.text).to_owned()),
        place,
        encoding,
        kind: Kind::JsonRow,
        bytes: length,
        modified: fields.date,
        stamp: 0,
        fingerprint,
        normalised: 0,
        detected: Box::default(),
    };
    Ok(Document {
        row,
        text: fields.text.into_owned(),
        unseen: Vec::new(),
        quoted: Vec::new(),
        blocks: Vec::new(),
    })
}

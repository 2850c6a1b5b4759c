//! Records of a WARC file in order, with a length limit per record. A record is a gzip member, or has the length of its
//! Content-Length. Records after damage are not read, and this is reported.

#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Read};

use super::open_file::{Cursor, OpenFile};
use super::{Content, Works};
use crate::corpus::SkipReason;
use crate::corpus::limits::{Clock, PIECE};
use crate::corpus::warc::{self, Head, MAX_HEADER_BYTES, bad};

/// The item at a position of the file.
enum Record {
    /// It may contain a page.
    Page(Vec<u8>),
    /// It may have been a page; the next record begins at the current position.
    Unread(SkipReason),
    /// It contains no page.
    Other,
    /// A byte between records.
    Between,
    End,
}

/// The pages of a WARC file. Once the run is stopped, the current record is reported as not read, and is the last one.
pub(super) fn records(file: OpenFile) -> Works {
    let mut cursor = file.cursor();
    // The report that follows the last unit.
    let mut next = None;
    Box::new(std::iter::from_fn(move || {
        if let Some(work) = next.take() {
            return Some(work);
        }
        while !cursor.ended {
            let offset = cursor.offset;
            cursor.number += 1;
            match record(&mut cursor) {
                Ok(Record::Other) => {}
                Ok(Record::Between) => cursor.number -= 1,
                Ok(Record::End) => cursor.ended = true,
                Ok(Record::Page(bytes)) => {
                    next = warc::is_cut_short(&bytes).then(|| cursor.skipped(SkipReason::CutShort));
                    let length = cursor.offset - offset;
                    return Some(cursor.part(offset, length, Content::Line(bytes.into())));
                }
                Ok(Record::Unread(reason)) => return Some(cursor.skipped(reason)),
                Err(reason) => {
                    cursor.ended = true;
                    // The next run reads it again.
                    if cursor.origin.cancel.stopped() {
                        let interrupted = SkipReason::Unreadable("interrupted".to_owned());
                        return Some(cursor.skipped(interrupted));
                    }
                    let work = cursor.skipped(reason);
                    cursor.number += 1;
                    next = Some(cursor.skipped(SkipReason::RestUnread));
                    return Some(work);
                }
            }
        }
        None
    }))
}

/// Reads the next record.
///
/// # Errors
/// The position of the next record is unknown.
fn record(cursor: &mut Cursor) -> Result<Record, SkipReason> {
    let first = cursor.fill_buf()?.first().copied();
    match first {
        // A file that grows ends with the record that contains its original end.
        _ if cursor.offset >= cursor.end => Ok(Record::End),
        None => Ok(Record::End),
        Some(0x1f) => member(cursor),
        Some(b'\r' | b'\n') => {
            cursor.consume(1);
            Ok(Record::Between)
        }
        Some(_) => plain(cursor),
    }
}

/// A record that is one gzip member.
fn member(cursor: &mut Cursor) -> Result<Record, SkipReason> {
    let cancel = cursor.origin.cancel.clone();
    let max = cursor.origin.reading.max_bytes;
    let limit = max + 2 * MAX_HEADER_BYTES as u64;
    let clock = Clock::start(&cursor.origin.reading);
    let mut packed = flate2::bufread::GzDecoder::new(cursor);
    let (mut bytes, mut length) = (Vec::new(), 0);
    loop {
        let piece = packed.by_ref().take(PIECE).read_to_end(&mut bytes);
        let piece = piece.map_err(|error| bad(&format!("not unpacked: {error}")))?;
        if piece == 0 {
            break;
        }
        if cancel.stopped() {
            return Err(bad("interrupted"));
        }
        clock.check()?;
        length += piece as u64;
        if length > limit {
            bytes.clear();
        }
    }
    if length > limit {
        return Ok(Record::Unread(SkipReason::TooLarge(length, max)));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Ok(Record::Other);
    }
    let head = match warc::head(&bytes) {
        Ok(head) => head,
        Err(reason) => return Ok(Record::Unread(reason)),
    };
    let end = usize::try_from(head.body.saturating_add(head.length as u64));
    let after = bytes.get(end.unwrap_or(usize::MAX)..);
    if after.is_some_and(|after| after.iter().any(|b| !b.is_ascii_whitespace())) {
        return Ok(Record::Unread(bad(
            "several records in one gzip member; pack each by itself, as `gunzip` and then a WARC tool do",
        )));
    }
    Ok(classified(bytes, &head))
}

/// A record that is not packed.
fn plain(cursor: &mut Cursor) -> Result<Record, SkipReason> {
    let mut bytes = Vec::new();
    loop {
        let line_start = bytes.len();
        let limit = (MAX_HEADER_BYTES + 1 - line_start) as u64;
        cursor.by_ref().take(limit).read_until(b'\n', &mut bytes)?;
        let line = &bytes[line_start..];
        if bytes.len() > MAX_HEADER_BYTES {
            return Err(bad("the headers of the record are too long"));
        }
        if line.is_empty() || line_start == 0 && !bytes.starts_with(b"WARC/") {
            let why = warc::head(&bytes).err();
            return Err(why.unwrap_or_else(|| bad("no record")));
        }
        if matches!(line, b"\r\n" | b"\n") {
            break;
        }
    }
    let head = warc::head(&bytes)?;
    let max = cursor.origin.reading.max_bytes;
    let mut body = cursor.by_ref().take(head.body);
    let is_read = head.body <= max && head.may_be_page();
    let length = if is_read {
        body.read_to_end(&mut bytes)? as u64
    } else {
        io::copy(&mut body, &mut io::sink())?
    };
    if length < head.body {
        return Err(bad("the record ends early"));
    }
    // A line end, another record or the end of the file must follow.
    if !matches!(
        cursor.fill_buf()?.first(),
        None | Some(b'\r' | b'\n' | b'W')
    ) {
        return Err(bad("the record does not end where its Content-Length says"));
    }
    if head.may_be_page() && !is_read {
        return Ok(Record::Unread(SkipReason::TooLarge(head.body, max)));
    }
    Ok(classified(bytes, &head))
}

/// Classifies a record. One without a page is skipped, or listed with the reason.
fn classified(bytes: Vec<u8>, head: &Head) -> Record {
    match head.reason() {
        _ if head.may_be_page() => Record::Page(bytes),
        Some(reason) => Record::Unread(reason),
        None => Record::Other,
    }
}

//! Documents as JSON Lines: a line stands as it is, any other document becomes one.

use std::io::{self, Write};

use anyhow::{Result, bail};
use serde_json::{Map, Value};
use xxhash_rust::xxh3::xxh3_128;

use super::encoding::Encodings;
use super::{CopiedDocuments, changed, file_of, form_of, unread};
use crate::corpus::packing::Format;
use crate::corpus::read::{self, Work};
use crate::corpus::wide::Wide;
use crate::corpus::{Document, Place, PlaceView, RowView, SkipReason};
use crate::settings::Reading;

/// Writes lines that may lack their end; one that follows begins a line of its own.
#[derive(Debug)]
pub struct Lines<W> {
    out: W,
    /// Whether the last line has no end.
    open: bool,
    encodings: Encodings,
}

impl<W: Write> Lines<W> {
    /// Nothing written yet.
    pub fn new(out: W) -> Self {
        Lines {
            out,
            open: false,
            encodings: Encodings::default(),
        }
    }

    /// Writes a line with the end that it has, if it has one, and without the byte-order mark that the first of a
    /// file may have. One of UTF-16 or UTF-32 becomes UTF-8.
    ///
    /// # Errors
    /// Output errors.
    pub fn line(&mut self, line: &[u8]) -> io::Result<()> {
        let narrow = Wide::of_json(line).map(|wide| {
            let mut text = wide.decode(line);
            // The last character may be cut: the end of the line was looked for byte by byte.
            let is_end = |c| matches!(c, '\n' | '\r' | char::REPLACEMENT_CHARACTER);
            text.truncate(text.trim_end_matches(is_end).len());
            if line.ends_with(b"\n") {
                text.push('\n');
            }
            text
        });
        let line = narrow.as_deref().map_or(line, str::as_bytes);
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        self.encodings.add(line);
        if std::mem::replace(&mut self.open, !line.ends_with(b"\n")) {
            self.out.write_all(b"\n")?;
        }
        self.out.write_all(line)
    }

    /// Writes a JSON object as a line.
    ///
    /// # Errors
    /// Output errors.
    pub fn object(&mut self, object: &Map<String, Value>) -> io::Result<()> {
        let mut line = serde_json::to_vec(object)?;
        line.push(b'\n');
        self.line(&line)
    }

    /// Passes on what was written.
    ///
    /// # Errors
    /// Output errors.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// Whether the document at `place` is a line of JSON Lines, and so is copied as it stands.
#[must_use]
pub fn is_line(place: PlaceView<'_>) -> bool {
    form_of(place).format == Format::JsonLines
}

/// The title that the source of a document gives: one that only repeats the name of the file or the beginning of the
/// text is none.
#[must_use]
pub fn own_title<'a>(row: RowView<'a>, text: &str) -> Option<&'a str> {
    let (id, title) = (row.id, row.title);
    let rest = id.strip_suffix(title);
    let is_name = rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', '#']));
    let is_given = !title.trim().is_empty() && !is_name && title != read::beginning(text);
    is_given.then_some(title)
}

/// Makes the object of a document that is no line, from its number and its content.
pub type MakeObject<'a> = dyn Fn(u32, &Document) -> Result<Map<String, Value>> + 'a;

/// Copies the wanted documents of the file of `place` in the order in which they stand there. `object` makes the
/// object of one that is no line, from its number and its content. `step` is called before each document that is read
/// and ends the copy with its error. Returns the number of objects.
///
/// # Errors
/// The source has changed or cannot be read, is of another encoding than one before, the output fails, or `object` or
/// `step` returns an error.
pub fn copy(
    place: &Place,
    reading: &Reading,
    wanted: &CopiedDocuments,
    object: &MakeObject<'_>,
    to: &mut Lines<impl Write>,
    step: &dyn Fn() -> Result<()>,
) -> Result<u64> {
    let path = file_of(place.view());
    let works = read::file_of(place, reading).map_err(|reason| unread(path, reason))?;
    let (mut found, mut made) = (0, 0);
    for work in works {
        step()?;
        if let Work::Skip(skipped) = &work {
            // What was not read the first time is not read now.
            match skipped.reason {
                SkipReason::Changed => bail!(changed(path)),
                _ => continue,
            }
        }
        let Some((number, fingerprint)) = work.place().and_then(|place| wanted.at(&place)) else {
            continue;
        };
        let is_same = match &work {
            Work::Row { place, line, .. } if is_line(place.view()) => {
                let is_same = xxh3_128(line) == fingerprint;
                if is_same {
                    to.line(line.with_end())?;
                }
                is_same
            }
            _ => {
                let document = read::document(work, reading)
                    .map_err(|skipped| unread(path, skipped.reason))?;
                let is_same = document.row.fingerprint == fingerprint;
                if is_same {
                    to.object(&object(number, &document)?)?;
                    made += 1;
                }
                is_same
            }
        };
        if !is_same {
            bail!(changed(path));
        }
        found += 1;
    }
    if found != wanted.count() {
        bail!(changed(path));
    }
    to.encodings.end(path)?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_utf_16_become_utf_8() {
        let mut lines = Lines::new(Vec::new());
        let utf16 =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let first = utf16("\u{feff}{\"text\":\"é\"}\r\n");
        // As a line with its end is cut from a block.
        lines.line(&first[..first.len() - 1]).unwrap();
        lines.line(b"{\"text\":\"b\"}\n").unwrap();
        lines.line(&utf16("{\"text\":\"c\"}")).unwrap();
        let written = String::from_utf8(lines.into_inner()).unwrap();
        assert_eq!(
            written,
            "{\"text\":\"é\"}\n{\"text\":\"b\"}\n{\"text\":\"c\"}"
        );
    }
}

//! Lines of JSON Lines, byte for byte.

use std::io::{self, Write};

use anyhow::{Result, bail};
use xxhash_rust::xxh3::xxh3_128;

use super::{CopiedDocuments, changed, file_of, form_of, unread};
use crate::corpus::packing::Format;
use crate::corpus::read::{self, Work};
use crate::corpus::wide::Wide;
use crate::corpus::{Place, PlaceView, SkipReason};
use crate::settings::Reading;

/// Writes lines that may lack their end; one that follows begins a line of its own.
#[derive(Debug)]
pub struct Lines<W> {
    out: W,
    /// Whether the last line has no end.
    open: bool,
}

impl<W: Write> Lines<W> {
    /// Nothing written yet.
    pub fn new(out: W) -> Self {
        Lines { out, open: false }
    }

    /// Writes a line with the end that it has, if it has one, and without the byte-order mark that the first of a
    /// file may have.
    ///
    /// # Errors
    /// Output errors; a line in UTF-16 or UTF-32.
    pub fn line(&mut self, line: &[u8]) -> io::Result<()> {
        if Wide::of_json(line).is_some() {
            return Err(io::Error::other(
                "lines in UTF-16 or UTF-32 are not copied: convert the file to UTF-8, or take --drop-list",
            ));
        }
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        if std::mem::replace(&mut self.open, !line.ends_with(b"\n")) {
            self.out.write_all(b"\n")?;
        }
        self.out.write_all(line)
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

/// Copies the wanted lines of the file of `place` in the order in which they stand there. `step` is called before each
/// row that is read and ends the copy with its error.
///
/// # Errors
/// The source has changed or cannot be read, the output fails, or `step` returns an error.
pub fn copy(
    place: &Place,
    reading: &Reading,
    wanted: &CopiedDocuments,
    to: &mut Lines<impl Write>,
    step: &dyn Fn() -> Result<()>,
) -> Result<()> {
    let path = file_of(place.view());
    let works = read::file_of(place, reading).map_err(|reason| unread(path, reason))?;
    let mut copied = 0;
    for work in works {
        step()?;
        match work {
            // What was not read the first time is not read now.
            Work::Skip(skipped) if skipped.reason == SkipReason::Changed => bail!(changed(path)),
            Work::Row { place, line, .. } => {
                let Some(fingerprint) = wanted.at(&place) else {
                    continue;
                };
                if xxh3_128(&line) != fingerprint {
                    bail!(changed(path));
                }
                to.line(line.with_end())?;
                copied += 1;
            }
            _ => {}
        }
    }
    if copied != wanted.count() {
        bail!(changed(path));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_an_end_are_told_apart_and_wide_ones_refused() {
        let mut lines = Lines::new(Vec::new());
        lines.line(b"\xef\xbb\xbf{\"text\":\"a\"}\r\n").unwrap();
        lines.line(b"{\"text\":\"b\"}").unwrap();
        lines.line(b"{\"text\":\"c\"}").unwrap();
        let wide: Vec<u8> = "{\"text\":\"d\"}"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert!(lines.line(&wide).is_err());
        let written = String::from_utf8(lines.into_inner()).unwrap();
        assert_eq!(
            written,
            "{\"text\":\"a\"}\r\n{\"text\":\"b\"}\n{\"text\":\"c\"}"
        );
    }
}

//! Documents that have been read before, read again from where they were.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::made::{from_file, from_row};
use crate::corpus::limits::{Clock, whole};
use crate::corpus::{Document, Place, SkipReason, demo, opened};
use crate::settings::Reading;

/// Reads the document at `place` again, under the id it has.
///
/// # Errors
/// Why it cannot be read any more.
pub fn again(id: &str, place: &Place, reading: &Reading) -> Result<Document, SkipReason> {
    Again::new(reading).document(id, place)
}

/// Reads the file at `path` that a person has named, which may be a pipe: one is waited for.
///
/// # Errors
/// Why it cannot be read.
pub fn given(path: &Path, reading: &Reading) -> Result<Document, SkipReason> {
    let clock = Clock::start(reading);
    let mut file = File::open(path).map_err(|error| SkipReason::of(&error))?;
    let bytes = whole(&mut file, reading, &clock)?;
    let place = Place::File(path.to_owned());
    from_file(&path.to_string_lossy(), bytes, place, reading, &clock)
}

/// Reads documents again, one after the other: rows of one file through one open file.
#[derive(Debug)]
pub struct Again<'r> {
    reading: &'r Reading,
    open: Option<(PathBuf, File)>,
}

impl<'r> Again<'r> {
    /// Reads by these settings.
    #[must_use]
    pub fn new(reading: &'r Reading) -> Self {
        Again {
            reading,
            open: None,
        }
    }

    /// The document at `place`, under the id it has.
    ///
    /// # Errors
    /// Why it cannot be read any more.
    pub fn document(&mut self, id: &str, place: &Place) -> Result<Document, SkipReason> {
        let gone = || SkipReason::Unreadable("not in the demo corpus".to_owned());
        let reading = self.reading;
        let clock = Clock::start(reading);
        let (line, bytes) = match place {
            Place::File(path) => {
                let (mut file, _) = opened::regular(path)?;
                let bytes = whole(&mut file, reading, &clock)?;
                return from_file(id, bytes, place.clone(), reading, &clock);
            }
            Place::Demo(path) => {
                let bytes = demo::bytes(path).ok_or_else(gone)?;
                return from_file(id, bytes.to_vec(), place.clone(), reading, &clock);
            }
            Place::Row {
                path,
                line,
                offset,
                length,
            } => {
                let read = self.part(path, *offset, *length);
                (*line, read?)
            }
            Place::DemoRow(path, line) => {
                let mut lines = demo::bytes(path).ok_or_else(gone)?.split(|b| *b == b'\n');
                (
                    *line,
                    lines.nth(*line as usize - 1).ok_or_else(gone)?.to_vec(),
                )
            }
        };
        let read = from_row("", line, &bytes, place.clone(), reading)?;
        Ok(Document {
            id: id.to_owned(),
            ..read
        })
    }

    fn part(&mut self, path: &Path, offset: u64, length: u64) -> Result<Vec<u8>, SkipReason> {
        let failed = |error: io::Error| SkipReason::of(&error);
        let file = match &mut self.open {
            Some((open, file)) if open.as_path() == path => file,
            slot => &mut slot.insert((path.to_owned(), opened::regular(path)?.0)).1,
        };
        file.seek(SeekFrom::Start(offset)).map_err(failed)?;
        let mut bytes = Vec::with_capacity(length as usize);
        file.take(length).read_to_end(&mut bytes).map_err(failed)?;
        Ok(bytes)
    }
}

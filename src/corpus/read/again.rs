//! Repeated reading of known documents, by their place.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::made::{from_file, from_row};
use crate::corpus::limits::{Clock, whole};
use crate::corpus::{Document, Place, SkipReason, demo, opened};
use crate::settings::Reading;

/// Reads the document at `place` again, unless it can no longer be read, and keeps its id.
pub fn again(id: &str, place: &Place, reading: &Reading) -> Result<Document, SkipReason> {
    Again::new(reading).document(id, place)
}

/// Reads a file named by the user. It may be a pipe; reading then blocks.
pub fn given(path: &Path, reading: &Reading) -> Result<Document, SkipReason> {
    let clock = Clock::start(reading);
    let mut file = File::open(path)?;
    let bytes = whole(&mut file, reading, &clock)?;
    let place = Place::File(path.to_owned());
    from_file(&path.to_string_lossy(), bytes, place, reading, &clock)
}

/// Reads a sequence of known documents; consecutive rows of one file share an open file.
#[derive(Debug)]
pub struct Again<'r> {
    reading: &'r Reading,
    open: Option<(PathBuf, File)>,
}

impl<'r> Again<'r> {
    /// Creates a reader with these settings.
    #[must_use]
    pub fn new(reading: &'r Reading) -> Self {
        Again {
            reading,
            open: None,
        }
    }

    /// As [`again`].
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
            } => (*line, self.part(path, *offset, *length)?),
            Place::DemoRow(path, line) => {
                let mut lines = demo::bytes(path).ok_or_else(gone)?.split(|b| *b == b'\n');
                let bytes = lines.nth(*line as usize - 1).ok_or_else(gone)?;
                (*line, bytes.to_vec())
            }
        };
        let mut read = from_row("", line, &bytes, place.clone(), reading)?;
        read.row.id = id.to_owned();
        Ok(read)
    }

    fn part(&mut self, path: &Path, offset: u64, length: u64) -> Result<Vec<u8>, SkipReason> {
        let file = match &mut self.open {
            Some((open, file)) if open.as_path() == path => file,
            slot => &mut slot.insert((path.to_owned(), opened::regular(path)?.0)).1,
        };
        file.seek(SeekFrom::Start(offset))?;
        let mut bytes = Vec::with_capacity(length as usize);
        file.take(length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

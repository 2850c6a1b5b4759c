//! Repeated reading of known documents, by their place.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::made::{from_file, from_row, is_record};
use super::works::of_member;
use super::{Work, Works, unpacked_file};
use crate::corpus::formats::Format;
use crate::corpus::jsonl::one_line;
use crate::corpus::limits::{Clock, StopFlag, whole};
use crate::corpus::packing::Form;
use crate::corpus::{Document, Entry, Place, SkipReason, Stamp, demo, opened};
use crate::settings::Reading;

/// Reads the document at `place` again, unless it can no longer be read, and keeps its id.
pub fn again(id: &str, place: &Place, reading: &Reading) -> Result<Document, SkipReason> {
    DocumentReader::new(reading).document(id, place)
}

/// Reads a file named by the user. It may be a pipe; reading then blocks.
pub fn given(path: &Path, reading: &Reading) -> Result<Document, SkipReason> {
    let clock = Clock::start(reading);
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let bytes = whole(&mut file, length, reading, &clock)?;
    let bytes = unpacked_file(path, bytes, reading, &clock)?;
    let place = Place::File(path.to_owned());
    from_file(&path.to_string_lossy(), bytes, place, reading, &clock)
}

/// Reads a sequence of known documents. Consecutive rows of one file share an open file; ascending rows of a
/// packed file or table are read in one pass.
pub struct DocumentReader<'r> {
    reading: &'r Reading,
    open: Option<(PathBuf, File)>,
    pass: Option<Pass>,
}

/// A pass over the units of a file.
struct Pass {
    path: Option<PathBuf>,
    member: Option<Arc<str>>,
    works: Works,
    /// Number of the row found last.
    line: u64,
}

impl<'r> DocumentReader<'r> {
    /// Creates a reader with these settings.
    #[must_use]
    pub fn new(reading: &'r Reading) -> Self {
        DocumentReader {
            reading,
            open: None,
            pass: None,
        }
    }

    /// As [`again`].
    pub fn document(&mut self, id: &str, place: &Place) -> Result<Document, SkipReason> {
        let gone = || SkipReason::Unreadable("not in the demo corpus".to_owned());
        let reading = self.reading;
        let clock = Clock::start(reading);
        let (line, bytes) = match place {
            Place::File(path) => {
                let (mut file, metadata) = opened::regular(path)?;
                let bytes = whole(&mut file, metadata.len(), reading, &clock)?;
                let bytes = unpacked_file(path, bytes, reading, &clock)?;
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
            } if is_seekable(path) => (*line, {
                let bytes = self.part(path, *offset, *length)?;
                match Form::of(path).format {
                    Format::Document if !is_record(&bytes) => one_line(bytes),
                    _ => bytes,
                }
            }),
            Place::Row { .. } | Place::DemoRow(..) | Place::Member { .. } => {
                let mut read = self.passed(place)?;
                read.row.id = id.to_owned();
                return Ok(read);
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

    /// The document at `place`, from the pass over its file.
    fn passed(&mut self, place: &Place) -> Result<Document, SkipReason> {
        let (path, member, line) = match place {
            Place::Member {
                path, member, line, ..
            } => (Some(path.to_path_buf()), Some(Arc::clone(member)), *line),
            Place::Row { path, line, .. } => (Some(path.to_path_buf()), None, *line),
            Place::DemoRow(name, line) => (Some(PathBuf::from(name)), None, *line),
            Place::File(_) | Place::Demo(_) => (None, None, 0),
        };
        let goes_on =
            |pass: &&mut Pass| pass.path == path && pass.member == member && pass.line < line;
        let pass = match self.pass.as_mut().filter(goes_on) {
            Some(_) => self.pass.take(),
            None => None,
        };
        let mut pass = match pass {
            Some(pass) => pass,
            None => Pass {
                works: begun(place, self.reading)?,
                path,
                member,
                line: 0,
            },
        };
        pass.line = line;
        let pass = self.pass.insert(pass);
        for work in pass.works.by_ref() {
            if at(&work) == Some(place) {
                return super::document(work, self.reading).map_err(|skipped| skipped.reason);
            }
        }
        let gone = "it is no longer in its file".to_owned();
        Err(SkipReason::Unreadable(gone))
    }
}

/// Whether a row of this file is found by its offset.
fn is_seekable(path: &Path) -> bool {
    let form = Form::of(path);
    // Rows of a file whose name says nothing are of JSON or of a crawl.
    let by_offset = [
        Format::JsonLines,
        Format::Warc,
        Format::Mailbox,
        Format::Document,
    ];
    form.packing.is_none() && by_offset.contains(&form.format)
}

/// The place of a unit that is a document.
fn at(work: &Work) -> Option<&Place> {
    match work {
        Work::Row { place, .. } | Work::Fields { place, .. } | Work::Bytes { place, .. } => {
            Some(place)
        }
        Work::File(_) | Work::Skip(_) => None,
    }
}

/// The units of the file of `place`, from its beginning; of an archive those of all its members.
///
/// # Errors
/// It cannot be opened.
pub fn file_of(place: &Place, reading: &Reading) -> Result<Works, SkipReason> {
    Ok(of_member(
        entry_of(place)?,
        reading,
        None,
        &StopFlag::default(),
    ))
}

/// The units of the file of `place`, from its beginning; of an archive those of the member.
fn begun(place: &Place, reading: &Reading) -> Result<Works, SkipReason> {
    let only = match place {
        Place::Member { member, .. } => Some(Arc::clone(member)),
        _ => None,
    };
    Ok(of_member(
        entry_of(place)?,
        reading,
        only,
        &StopFlag::default(),
    ))
}

/// The file of `place`.
fn entry_of(place: &Place) -> Result<Entry, SkipReason> {
    Ok(match place {
        Place::Demo(name) | Place::DemoRow(name, _) => {
            let gone = || SkipReason::Unreadable("not in the demo corpus".to_owned());
            let bytes = demo::bytes(name).ok_or_else(gone)?;
            Entry::in_program(name.clone(), bytes)
        }
        place => {
            let path = place.path().unwrap_or(Path::new(""));
            let stamp = Stamp::of(&opened::regular(path)?.1);
            Entry::file(String::new(), path.to_owned(), stamp)
        }
    })
}

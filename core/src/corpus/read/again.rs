//! Repeated reading of known documents, by their place.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::made::{from_file, from_row, is_record};
use super::units::of_member;
use super::{Work, Works, unpacked_file};
use crate::base::Stamp;
use crate::base::stop::StopFlag;
use crate::corpus::formats::Format;
use crate::corpus::jsonl::one_line;
use crate::corpus::limits::{Clock, whole};
use crate::corpus::packing::Form;
use crate::corpus::{Document, Entry, Place, SkipReason, demo, opened};
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
    let place = Place::file(path);
    from_file(&path.to_string_lossy(), bytes, place, reading, &clock)
}

/// Reads a sequence of known documents. Consecutive rows of one file share an open file; ascending rows of a
/// packed file or table are read in one pass.
pub struct DocumentReader<'r> {
    reading: &'r Reading,
    open: Option<(PathBuf, File)>,
    /// A pass over the units of a file, and the place that was looked for last.
    pass: Option<(Works, Place)>,
}

impl<'r> DocumentReader<'r> {
    /// Creates a reader with these settings.
    pub fn new(reading: &'r Reading) -> Self {
        DocumentReader {
            reading,
            open: None,
            pass: None,
        }
    }

    /// As [`again`].
    pub fn document(&mut self, id: &str, place: &Place) -> Result<Document, SkipReason> {
        let (reading, path) = (self.reading, &place.path);
        let clock = Clock::start(reading);
        if place.view().is_file() {
            let bytes = match place.in_program {
                true => held(path)?.to_vec(),
                false => {
                    let (mut file, metadata) = opened::regular(path)?;
                    let bytes = whole(&mut file, metadata.len(), reading, &clock)?;
                    unpacked_file(path, bytes, reading, &clock)?
                }
            };
            return from_file(id, bytes, place.clone(), reading, &clock);
        }
        let mut read = if !place.in_program && place.view().is_row() && is_seekable(path) {
            let bytes = self.part(path, place.row.offset, place.row.length)?;
            let bytes = match Form::of(path).format {
                Format::Document if !is_record(&bytes) => one_line(bytes),
                _ => bytes,
            };
            from_row("", &bytes, place.clone(), reading)?
        } else {
            self.passed(place)?
        };
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
        let goes_on = |(_, last): &(Works, Place)| {
            let is_same_file = last.path == place.path && last.member == place.member;
            is_same_file && last.row.line < place.row.line
        };
        let works = match self.pass.take().filter(goes_on) {
            Some((works, _)) => works,
            None => units_of(place, place.member.clone(), self.reading)?,
        };
        let (works, _) = self.pass.insert((works, place.clone()));
        for work in works {
            if matches!(&work, Work::Part(part) if part.place == *place) {
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
    let is_by_offset = matches!(
        form.format,
        Format::JsonLines | Format::Warc | Format::Mailbox | Format::Document
    );
    form.packing.is_none() && is_by_offset
}

/// The units of the file of `place`, from its beginning; of an archive those of all its members.
///
/// # Errors
/// It cannot be opened.
pub fn file_of(place: &Place, reading: &Reading) -> Result<Works, SkipReason> {
    units_of(place, None, reading)
}

/// The units of the file of `place`, of an archive only those of one member.
fn units_of(place: &Place, only: Option<Arc<str>>, reading: &Reading) -> Result<Works, SkipReason> {
    let path = &place.path;
    let entry = match place.in_program {
        true => Entry::in_program(path.to_string_lossy().into_owned(), held(path)?),
        false => {
            let stamp = Stamp::of(&opened::regular(path)?.1);
            Entry::file(String::new(), path.to_path_buf(), stamp)
        }
    };
    Ok(of_member(entry, reading, only, &StopFlag::default()))
}

/// The content of a file that the program holds.
fn held(path: &Path) -> Result<&'static [u8], SkipReason> {
    let bytes = path.to_str().and_then(demo::bytes);
    bytes.ok_or_else(|| SkipReason::Unreadable("not in the demo corpus".to_owned()))
}

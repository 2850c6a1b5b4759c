//! Repeated reading of known documents, by their location.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::made::{from_file, from_row, is_record};
use super::units::of_member;
use super::{Work, Works, unpacked_file};
use crate::base::Stamp;
use crate::base::cancel::Cancel;
use crate::corpus::formats::FileFormat;
use crate::corpus::jsonl::one_line;
use crate::corpus::limits::{Clock, read_file};
use crate::corpus::packing::FileForm;
use crate::corpus::{Document, Entry, SkipReason, SourceLocation, demo, opened};
use crate::settings::Reading;

/// Reads the document at `location` again. Its id is `id`.
pub fn again(
    id: &str,
    location: &SourceLocation,
    reading: &Reading,
) -> Result<Document, SkipReason> {
    DocumentReader::new(reading).document(id, location)
}

/// Reads a file named by the user. It may be a pipe; reading then blocks.
pub fn read_path(path: &Path, reading: &Reading) -> Result<Document, SkipReason> {
    let clock = Clock::start(reading);
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let bytes = read_file(&mut file, length, reading, &clock)?;
    let bytes = unpacked_file(path, bytes, reading, &clock)?;
    let location = SourceLocation::file(path);
    from_file(&path.to_string_lossy(), bytes, location, reading, &clock)
}

/// Reads a sequence of known documents. Consecutive rows of one file share an open file; ascending rows of a
/// packed file or table are read in one pass.
pub struct DocumentReader<'r> {
    reading: &'r Reading,
    open: Option<(PathBuf, File)>,
    /// A pass over the units of a file, and the last location that was searched for.
    pass: Option<(Works, SourceLocation)>,
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
    pub fn document(
        &mut self,
        id: &str,
        location: &SourceLocation,
    ) -> Result<Document, SkipReason> {
        let (reading, path) = (self.reading, &location.path);
        let clock = Clock::start(reading);
        if location.view().is_file() {
            let bytes = if location.in_program {
                program_bytes(path)?.to_vec()
            } else {
                let (mut file, metadata) = opened::regular(path)?;
                let bytes = read_file(&mut file, metadata.len(), reading, &clock)?;
                unpacked_file(path, bytes, reading, &clock)?
            };
            return from_file(id, bytes, location.clone(), reading, &clock);
        }
        let mut read = if !location.in_program && location.view().is_row() && is_seekable(path) {
            let bytes = self.part(path, location.row.offset, location.row.length)?;
            let bytes = match FileForm::from_path(path).format {
                FileFormat::Document if !is_record(&bytes) => one_line(bytes),
                _ => bytes,
            };
            from_row("", &bytes, location.clone(), reading)?
        } else {
            self.in_pass(location)?
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

    /// The document at `location`, from the pass over its file.
    fn in_pass(&mut self, location: &SourceLocation) -> Result<Document, SkipReason> {
        let continues = |(_, last): &(Works, SourceLocation)| {
            let is_same_file = last.path == location.path && last.member == location.member;
            is_same_file && last.row.line < location.row.line
        };
        let works = match self.pass.take().filter(continues) {
            Some((works, _)) => works,
            None => units_of(location, location.member.clone(), self.reading)?,
        };
        let (works, _) = self.pass.insert((works, location.clone()));
        for work in works {
            if matches!(&work, Work::Part(part) if part.location == *location) {
                return super::document(work, self.reading).map_err(|skipped| skipped.reason);
            }
        }
        let message = "it is no longer in its file".to_owned();
        Err(SkipReason::Unreadable(message))
    }
}

/// Whether a row of this file is found by its offset.
fn is_seekable(path: &Path) -> bool {
    let form = FileForm::from_path(path);
    // If the file name has no known extension, its rows are JSON or records of a crawl.
    let is_by_offset = matches!(
        form.format,
        FileFormat::JsonLines | FileFormat::Warc | FileFormat::Mailbox | FileFormat::Document
    );
    form.packing.is_none() && is_by_offset
}

/// The units of the file of `location`; for an archive, only the units of the member `only`.
fn units_of(
    location: &SourceLocation,
    only: Option<Arc<str>>,
    reading: &Reading,
) -> Result<Works, SkipReason> {
    let path = &location.path;
    let entry = if location.in_program {
        Entry::in_program(path.to_string_lossy().into_owned(), program_bytes(path)?)
    } else {
        let stamp = Stamp::from_metadata(&opened::regular(path)?.1);
        Entry::file(String::new(), path.to_path_buf(), stamp)
    };
    Ok(of_member(entry, reading, only, &Cancel::default()))
}

/// The content of a file that the program contains.
fn program_bytes(path: &Path) -> Result<&'static [u8], SkipReason> {
    let bytes = path.to_str().and_then(demo::bytes);
    bytes.ok_or_else(|| SkipReason::Unreadable("not in the demo corpus".to_owned()))
}

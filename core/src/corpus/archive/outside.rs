//! What stands in a file before and behind the zip archive that is read of it: the end of the file says which archive that
//! is, so that of two that were joined the first is never seen.
//!
//! Source: PKWARE, .ZIP File Format Specification (APPNOTE), 4.3.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// Size of the record of a member in the directory, without its names.
const MEMBER: usize = 46;

/// The directory of an archive, and what is not part of the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outside {
    /// Number of members in the directory.
    pub members: usize,
    /// Bytes before the first member; 0 if they are all zero.
    pub before: u64,
    /// Bytes behind the end of the archive; 0 if they are all zero.
    pub behind: u64,
}

impl Outside {
    /// Of the archive in `content` whose directory begins at `directory`. `offset` is added to the places that it names.
    ///
    /// # Errors
    /// The content cannot be read.
    pub fn of<R: Read + Seek>(content: R, directory: u64, offset: u64) -> io::Result<Self> {
        let mut content = BufReader::with_capacity(1 << 16, content);
        content.seek(SeekFrom::Start(directory))?;
        let (members, first) = members(&mut content)?;
        let first = first.map_or(directory, |at| at.saturating_add(offset).min(directory));
        let end = end(&mut content)?;
        let behind = match end {
            Some(_) => left(&mut content, u64::MAX)?,
            None => 0,
        };
        content.seek(SeekFrom::Start(0))?;
        let before = match is_mark(&mut content, first)? {
            true => 0,
            false => left(&mut content, first)?,
        };
        Ok(Outside {
            members,
            before,
            behind,
        })
    }

    /// What is wrong with it, in words.
    pub fn said(&self) -> Option<String> {
        let said = |bytes: u64, place: &str| {
            let bytes = crate::base::units::bytes(bytes);
            format!(
                "{bytes} stand {place} the zip archive, as where two were joined, and were not read: take them apart"
            )
        };
        match (self.before, self.behind) {
            (0, 0) => None,
            (0, behind) => Some(said(behind, "behind")),
            (before, _) => Some(said(before, "before")),
        }
    }
}

/// Number of members in a directory, and the least place that it names. Stands behind the last member.
fn members<R: Read + Seek>(content: &mut BufReader<R>) -> io::Result<(usize, Option<u64>)> {
    let (mut members, mut first) = (0, None::<u64>);
    loop {
        let at = content.stream_position()?;
        let mut header = [0; MEMBER];
        let is_member = filled(content, &mut header)? && header[..4] == *b"PK\x01\x02";
        if !is_member {
            content.seek(SeekFrom::Start(at))?;
            return Ok((members, first));
        }
        let length = |at: usize| i64::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let place = u32::from_le_bytes([header[42], header[43], header[44], header[45]]);
        // With all bits set it stands elsewhere, and lies beyond 4 GB.
        if place != u32::MAX {
            let place = u64::from(place);
            first = Some(first.map_or(place, |first| first.min(place)));
        }
        content.seek_relative(length(28) + length(30) + length(32))?;
        members += 1;
    }
}

/// Passes over the records behind the directory; `None` if they are not those that may stand there.
fn end<R: Read + Seek>(content: &mut BufReader<R>) -> io::Result<Option<()>> {
    loop {
        let mut signature = [0; 4];
        if !filled(content, &mut signature)? {
            return Ok(None);
        }
        let passed = match &signature {
            // The end of an archive in zip64, and where it is.
            b"PK\x06\x06" => {
                let mut size = [0; 8];
                let is_whole = filled(content, &mut size)?;
                i64::try_from(u64::from_le_bytes(size))
                    .ok()
                    .filter(|_| is_whole)
            }
            b"PK\x06\x07" => Some(16),
            // A signature.
            b"PK\x05\x05" => {
                let mut size = [0; 2];
                let is_whole = filled(content, &mut size)?;
                Some(i64::from(u16::from_le_bytes(size))).filter(|_| is_whole)
            }
            b"PK\x05\x06" => {
                let mut rest = [0; 18];
                if !filled(content, &mut rest)? {
                    return Ok(None);
                }
                let comment = i64::from(u16::from_le_bytes([rest[16], rest[17]]));
                content.seek_relative(comment)?;
                return Ok(Some(()));
            }
            _ => None,
        };
        match passed {
            Some(bytes) => content.seek_relative(bytes)?,
            None => return Ok(None),
        }
    }
}

/// Whether the first `length` bytes are the mark of an archive that was to be split and is not.
fn is_mark<R: Read + Seek>(content: &mut BufReader<R>, length: u64) -> io::Result<bool> {
    let mut mark = [0; 4];
    let is_mark =
        length == 4 && filled(content, &mut mark)? && matches!(&mark, b"PK\x07\x08" | b"PK00");
    content.seek(SeekFrom::Start(0))?;
    Ok(is_mark)
}

/// Bytes of the next `most` up to the end; 0 if they are all zero.
fn left(content: &mut impl Read, most: u64) -> io::Result<u64> {
    let (mut bytes, mut any) = (0, false);
    let mut content = content.take(most);
    let mut piece = [0; 16 << 10];
    loop {
        match content.read(&mut piece) {
            Ok(0) => return Ok(if any { bytes } else { 0 }),
            Ok(read) => {
                any = any || piece[..read].iter().any(|byte| *byte != 0);
                bytes += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Whether `into` could be filled.
fn filled(content: &mut impl Read, into: &mut [u8]) -> io::Result<bool> {
    match content.read_exact(into) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::write::SimpleFileOptions;
    use zip::{ZipArchive, ZipWriter};

    use super::*;

    fn packed(names: &[&str], comment: &str) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            archive
                .start_file(*name, SimpleFileOptions::default())
                .unwrap();
            archive.write_all(b"some text").unwrap();
        }
        archive.set_comment(comment).unwrap();
        archive.finish().unwrap().into_inner()
    }

    fn outside(bytes: &[u8]) -> (usize, u64, u64) {
        let archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let found = Outside::of(
            Cursor::new(bytes),
            archive.central_directory_start(),
            archive.offset(),
        );
        let found = found.unwrap();
        (found.members, found.before, found.behind)
    }

    #[test]
    fn what_stands_before_and_behind_an_archive_is_found() {
        let (one, two) = (packed(&["a", "b"], "said of it"), packed(&["c"], ""));
        let (length, zeros) = (one.len() as u64, [0; 100]);
        assert_eq!(outside(&one), (2, 0, 0));
        assert_eq!(outside(&two), (1, 0, 0));
        assert_eq!(outside(&packed(&[], "")), (0, 0, 0));
        assert_eq!(outside(&[&one[..], &two].concat()), (1, length, 0));
        assert_eq!(
            outside(&[&one[..], &packed(&[], "")].concat()),
            (0, length, 0)
        );
        assert_eq!(outside(&[b"stub", &one[..]].concat()), (2, 4, 0));
        assert_eq!(outside(&[b"PK00", &one[..]].concat()), (2, 0, 0));
        assert_eq!(outside(&[&two[..], b"more"].concat()), (1, 0, 4));
        assert_eq!(outside(&[&zeros[..], &two, &zeros].concat()), (1, 0, 0));
    }
}

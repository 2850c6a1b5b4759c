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
        let length = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let number = |at: usize| {
            u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
        };
        content.seek_relative(length(28).into())?;
        let mut extra = vec![0; length(30).into()];
        if !filled(content, &mut extra)? {
            return Ok((members, first));
        }
        // With all bits set a number stands among the extra fields: of both sizes and the place, those of which that holds.
        let elsewhere = |at: usize| number(at) == u32::MAX;
        let before = 8 * (usize::from(elsewhere(24)) + usize::from(elsewhere(20)));
        let place = match elsewhere(42) {
            true => of_zip64(&extra, before),
            false => Some(number(42).into()),
        };
        if let Some(place) = place {
            first = Some(first.map_or(place, |first| first.min(place)));
        }
        content.seek_relative(length(32).into())?;
        members += 1;
    }
}

/// The number that stands at `at` in the field of zip64 among extra fields.
fn of_zip64(mut extra: &[u8], at: usize) -> Option<u64> {
    loop {
        let (head, rest) = extra.split_first_chunk::<4>()?;
        let length = u16::from_le_bytes([head[2], head[3]]).into();
        let (field, rest) = rest.split_at_checked(length)?;
        if head[..2] == [1, 0] {
            let number = field.get(at..)?.first_chunk()?;
            return Some(u64::from_le_bytes(*number));
        }
        extra = rest;
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
    fn the_place_of_a_member_may_stand_among_its_extra_fields() {
        let whole = packed(&["a"], "");
        let at = whole.windows(4).position(|four| four == b"PK\x01\x02");
        let mut header = whole[at.unwrap()..][..MEMBER].to_vec();
        for (size, place) in [(Some(20), 300_u64), (None, 5_000_000_000)] {
            header[42..46].fill(0xff);
            let mut numbers = Vec::new();
            if let Some(size) = size {
                header[24..28].fill(0xff);
                numbers.extend(u64::to_le_bytes(size));
            } else {
                header[24..28].fill(0);
            }
            numbers.extend(place.to_le_bytes());
            let mut extra = vec![7, 0, 2, 0, 9, 9, 1, 0, numbers.len() as u8, 0];
            extra.extend(numbers);
            header[30] = extra.len() as u8;
            let directory = [&header[..], b"a", &extra].concat();
            let mut content = BufReader::new(Cursor::new(directory));
            assert_eq!(members(&mut content).unwrap(), (1, Some(place)));
        }
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

//! The headers of a member: those of extensions before its own.

use std::io;

use tar::{EntryType, Header};

use super::pax;
use super::stream::{BLOCK, Stream};

/// Most bytes of the headers of one member, long names included.
const MOST_HEADERS: u64 = 1 << 20;

/// What the headers of a member say.
pub(super) struct Headers {
    pub header: Header,
    pub kind: EntryType,
    /// Bytes of its content, as it is stored.
    pub size: u64,
    /// Extended headers, as they stand.
    extended: Vec<u8>,
    /// Names that are too long for the header.
    long_name: Option<Vec<u8>>,
    long_link: Option<Vec<u8>>,
    /// Further parts of the map of a sparse file.
    pub more_map: Vec<[u8; BLOCK as usize]>,
}

/// An error of an archive that is not built as it must be.
fn bad(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

impl Stream {
    /// Reads a block; `None` at the end.
    fn block(&mut self) -> io::Result<Option<[u8; BLOCK as usize]>> {
        let mut block = [0; BLOCK as usize];
        let mut length = 0;
        while length < block.len() {
            match self.read(&mut block[length..]) {
                Ok(0) if length == 0 => return Ok(None),
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Some(block))
    }

    /// Reads the content of a header of extensions.
    fn extension(&mut self, size: u64, room: &mut u64) -> io::Result<Vec<u8>> {
        let blocks = size.div_ceil(BLOCK);
        *room = room
            .checked_sub(blocks.saturating_mul(BLOCK))
            .ok_or_else(|| bad("its headers are too long"))?;
        let mut content = Vec::new();
        for _ in 0..blocks {
            let block = self.block()?.ok_or(io::ErrorKind::UnexpectedEof)?;
            content.extend(block);
        }
        content.truncate(size as usize);
        Ok(content)
    }
}

impl Headers {
    /// The headers at which the archive stands; `None` at its end.
    pub fn read(stream: &mut Stream) -> io::Result<Option<Self>> {
        let mut room = MOST_HEADERS;
        let (mut extended, mut long_name, mut long_link) = (None, None, None);
        loop {
            let block = stream.block()?;
            let is_end = |block: &[u8]| block.iter().all(|byte| *byte == 0);
            stream.has_end |= block.as_ref().is_some_and(|block| is_end(block));
            let block = block.filter(|block| !is_end(block));
            let Some(block) = block else {
                let is_begun = extended.is_some() || long_name.is_some() || long_link.is_some();
                return match is_begun {
                    true => Err(bad("headers of a member that does not follow")),
                    false => Ok(None),
                };
            };
            let mut header = Header::new_old();
            header.as_mut_bytes().copy_from_slice(&block);
            check(&header)?;
            let kind = header.entry_type();
            // The label of the archive (GNU tar --label), which may have no size.
            if kind.as_byte() == b'V' {
                stream.extension(header.entry_size().unwrap_or(0), &mut room)?;
                continue;
            }
            let size = header.entry_size()?;
            let slot = match kind {
                // What holds for all members says nothing that is needed here.
                EntryType::XGlobalHeader => {
                    stream.extension(size, &mut room)?;
                    continue;
                }
                EntryType::XHeader => &mut extended,
                EntryType::GNULongName => &mut long_name,
                EntryType::GNULongLink => &mut long_link,
                _ => {
                    let extended = extended.unwrap_or_default();
                    let mut headers = Headers {
                        header,
                        kind,
                        size,
                        extended,
                        long_name,
                        long_link,
                        more_map: Vec::new(),
                    };
                    headers.finish(stream, room)?;
                    return Ok(Some(headers));
                }
            };
            if slot.is_some() {
                return Err(bad("two headers of one kind for one member"));
            }
            *slot = Some(stream.extension(size, &mut room)?);
        }
    }

    /// Takes the size from extended headers, and reads what of the map of a sparse file follows the header.
    fn finish(&mut self, stream: &mut Stream, mut room: u64) -> io::Result<()> {
        if pax::records(&self.extended).is_none() {
            return Err(bad("an extended header is not built as it must be"));
        }
        if let Some(size) = self.number(b"size") {
            self.size =
                size.ok_or_else(|| bad("an extended header has a size that is no number"))?;
        }
        if self.kind != EntryType::GNUSparse {
            return Ok(());
        }
        let gnu = self.header.as_gnu();
        let gnu = gnu.ok_or_else(|| bad("a sparse file of a form that is not known"))?;
        let mut goes_on = gnu.is_extended();
        while goes_on {
            room = room
                .checked_sub(BLOCK)
                .ok_or_else(|| bad("its headers are too long"))?;
            let block = stream.block()?.ok_or(io::ErrorKind::UnexpectedEof)?;
            goes_on = block[504] != 0;
            self.more_map.push(block);
        }
        Ok(())
    }

    /// The records of extended headers.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = (&[u8], &[u8])> {
        pax::records(&self.extended).unwrap_or_default().into_iter()
    }

    /// The value of the last record with this key.
    pub fn value(&self, key: &[u8]) -> Option<&[u8]> {
        let mut records = self.records().rev();
        records
            .find(|(known, _)| *known == key)
            .map(|(_, value)| value)
    }

    /// The number that a record has; `Some(None)` if that is none.
    pub fn number(&self, key: &[u8]) -> Option<Option<u64>> {
        self.value(key).map(number)
    }

    /// The path of the member.
    pub fn name(&self) -> Vec<u8> {
        let extended = self.value(b"GNU.sparse.name").or(self.value(b"path"));
        let long = self.long_name.as_deref().map(unterminated);
        match extended.or(long) {
            Some(name) => name.to_owned(),
            None => self.header.path_bytes().into_owned(),
        }
    }

    /// The path that a link leads to.
    pub fn link(&self) -> Vec<u8> {
        let long = self.long_link.as_deref().map(unterminated);
        match self.value(b"linkpath").or(long) {
            Some(link) => link.to_owned(),
            None => self
                .header
                .link_name_bytes()
                .unwrap_or_default()
                .into_owned(),
        }
    }
}

/// A decimal number.
pub(super) fn number(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.trim().parse().ok()
}

/// A name without the NUL at its end.
fn unterminated(name: &[u8]) -> &[u8] {
    name.strip_suffix(b"\0").unwrap_or(name)
}

/// Checks the sum of a header. Old programs took its bytes for signed ones.
fn check(header: &Header) -> io::Result<()> {
    let bytes = header.as_bytes();
    let others = || bytes[..148].iter().chain(&bytes[156..]);
    let sum = 8 * 32 + others().map(|byte| i64::from(*byte)).sum::<i64>();
    let signed = 8 * 32
        + others()
            .map(|byte| i64::from(byte.cast_signed()))
            .sum::<i64>();
    match [sum, signed].contains(&i64::from(header.cksum()?)) {
        true => Ok(()),
        false => Err(bad("archive header checksum mismatch")),
    }
}

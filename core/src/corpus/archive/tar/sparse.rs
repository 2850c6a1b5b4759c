//! Sparse files: what is stored of them are pieces, and a map says where each stands. All else is NUL.
//!
//! Source: the manual of GNU tar, "Storing Sparse Files": the old form with the map in the header, the forms 0.0 and
//! 0.1 with the map in extended headers, and 1.0 with the map before the content.

use std::collections::VecDeque;
use std::io::{self, Read};

use tar::EntryType;

use super::headers::{Headers, number};
use super::stream::{BLOCK, Content};
use crate::corpus::SkipReason;
use crate::corpus::unpacked::damaged;

/// Most bytes of a map that stands before the content.
const MOST_MAP: u64 = 256 << 10;

/// Where the pieces of a sparse file stand.
pub(super) struct Sparse {
    /// Offset and length of each piece; `None` if the map stands before the content.
    map: Option<Vec<(u64, u64)>>,
    /// Length of the file.
    length: u64,
}

fn bad(why: &str) -> SkipReason {
    SkipReason::Damaged(format!("tar: a sparse file {why}"))
}

impl Sparse {
    /// What the headers say of a sparse file; `None` if the member is none.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn of(headers: &Headers) -> Result<Option<Self>, SkipReason> {
        if headers.kind == EntryType::GNUSparse {
            return Self::of_header(headers).map(Some);
        }
        let is_of_star = headers.value(b"SCHILY.realsize").is_some();
        let is_sparse = headers
            .records()
            .any(|(key, _)| key.starts_with(b"GNU.sparse."));
        if is_of_star && !is_sparse {
            let why = "a sparse file of the program star: unpack the archive first";
            return Err(SkipReason::Unsupported(why.to_owned()));
        }
        if !is_sparse {
            return Ok(None);
        }
        let length = |key: &[u8]| {
            let length = headers.number(key).flatten();
            length.ok_or_else(|| bad("without a length"))
        };
        let version = [&b"GNU.sparse.major"[..], b"GNU.sparse.minor"];
        Ok(Some(match version.map(|key| headers.number(key)) {
            [None | Some(Some(0)), _] => Sparse {
                map: Some(in_records(headers).ok_or_else(|| bad("without a map"))?),
                length: length(b"GNU.sparse.size")?,
            },
            [Some(Some(1)), None | Some(Some(0))] => Sparse {
                map: None,
                length: length(b"GNU.sparse.realsize")?,
            },
            _ => {
                let why = "a sparse file of a form that is not known: unpack the archive first";
                return Err(SkipReason::Unsupported(why.to_owned()));
            }
        }))
    }

    /// The old form.
    fn of_header(headers: &Headers) -> Result<Self, SkipReason> {
        let gnu = headers
            .header
            .as_gnu()
            .ok_or_else(|| bad("without a map"))?;
        let mut map = Vec::new();
        let mut add = |piece: &tar::GnuSparseHeader| -> io::Result<()> {
            if !piece.is_empty() {
                map.push((piece.offset()?, piece.length()?));
            }
            Ok(())
        };
        let read = (|| {
            gnu.sparse.iter().try_for_each(&mut add)?;
            for block in &headers.more_map {
                let mut more = tar::GnuExtSparseHeader::new();
                more.as_mut_bytes().copy_from_slice(block);
                more.sparse().iter().try_for_each(&mut add)?;
            }
            gnu.real_size()
        })();
        let length = read.map_err(|error: io::Error| bad(&format!("with a wrong map: {error}")))?;
        let map = Some(map);
        Ok(Sparse { map, length })
    }

    /// The content of the file, of which `size` bytes are stored.
    ///
    /// # Errors
    /// The map cannot be read, or does not fit.
    pub fn open(self, mut stored: Content, size: u64) -> Result<impl Read + Send, SkipReason> {
        let (map, before) = match self.map {
            Some(map) => (map, 0),
            None => before_content(&mut stored)?,
        };
        let mut end = 0;
        let mut all = 0_u64;
        for (offset, length) in &map {
            let is_after = *offset >= end;
            end = offset
                .checked_add(*length)
                .filter(|_| is_after)
                .unwrap_or(u64::MAX);
            all = all.saturating_add(*length);
        }
        if end > self.length || all != size.saturating_sub(before) {
            return Err(bad("whose map does not fit what is stored"));
        }
        Ok(Holed {
            stored,
            map: map.into(),
            at: 0,
            length: self.length,
        })
    }
}

/// The map in extended headers: each number in a record, or all in one.
fn in_records(headers: &Headers) -> Option<Vec<(u64, u64)>> {
    let mut numbers = Vec::new();
    if let Some(map) = headers.value(b"GNU.sparse.map") {
        let all = map
            .split(|byte| *byte == b',')
            .filter(|digits| !digits.is_empty());
        for digits in all {
            numbers.push(number(digits)?);
        }
    } else {
        for (key, value) in headers.records() {
            let is_offset = match key {
                b"GNU.sparse.offset" => true,
                b"GNU.sparse.numbytes" => false,
                _ => continue,
            };
            if is_offset != numbers.len().is_multiple_of(2) {
                return None;
            }
            numbers.push(number(value)?);
        }
    }
    let said = headers.number(b"GNU.sparse.numblocks").flatten();
    let is_whole = said.is_none_or(|said| said.checked_mul(2) == Some(numbers.len() as u64));
    pairs(numbers).filter(|_| is_whole)
}

/// The map before the content, and the bytes that it takes there.
fn before_content(stored: &mut Content) -> Result<(Vec<(u64, u64)>, u64), SkipReason> {
    let mut text = Vec::new();
    let mut numbers = Vec::new();
    // The first number is that of the pieces.
    let mut wanted = None;
    while wanted != Some(numbers.len() as u64) {
        if text.len() as u64 >= MOST_MAP {
            return Err(bad("whose map is too long"));
        }
        let before = text.len();
        stored.by_ref().take(BLOCK).read_to_end(&mut text)?;
        if text.len() - before < BLOCK as usize {
            return Err(bad("whose map is cut off"));
        }
        let ended = text
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        let mut lines = text[..ended].split(|byte| *byte == b'\n');
        let pieces = lines.next().filter(|_| ended > 0);
        let Some(pieces) = pieces else { continue };
        let pieces = number(pieces).and_then(|pieces| pieces.checked_mul(2));
        let all = pieces.ok_or_else(|| bad("whose map has no length"))?;
        wanted = Some(all);
        let lines = lines.filter(|line| !line.is_empty() && line[0] != 0);
        let read: Option<Vec<u64>> = lines.take(all as usize).map(number).collect();
        numbers = read.ok_or_else(|| bad("whose map has something else than numbers"))?;
    }
    let map = pairs(numbers).unwrap_or_default();
    Ok((map, text.len() as u64))
}

fn pairs(numbers: Vec<u64>) -> Option<Vec<(u64, u64)>> {
    let pairs = numbers.chunks_exact(2);
    let is_whole = pairs.remainder().is_empty();
    is_whole.then(|| pairs.map(|pair| (pair[0], pair[1])).collect())
}

/// The content of a sparse file.
struct Holed {
    stored: Content,
    map: VecDeque<(u64, u64)>,
    at: u64,
    length: u64,
}

impl Read for Holed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self
            .map
            .front()
            .is_some_and(|(offset, length)| offset + length <= self.at)
        {
            self.map.pop_front();
        }
        let piece = self.map.front().copied();
        let (is_hole, end) = match piece {
            Some((offset, length)) if offset <= self.at => (false, offset + length),
            Some((offset, _)) => (true, offset),
            None => (true, self.length),
        };
        let room = (end - self.at).min(into.len() as u64) as usize;
        let into = &mut into[..room];
        if into.is_empty() {
            return Ok(0);
        }
        let read = match is_hole {
            true => {
                into.fill(0);
                room
            }
            false => self.stored.read(into)?,
        };
        if read == 0 {
            return Err(damaged(io::ErrorKind::UnexpectedEof.into(), "tar"));
        }
        self.at += read as u64;
        Ok(read)
    }
}

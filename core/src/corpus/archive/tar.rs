//! Members of tar archives, read in one pass.
//!
//! Source: POSIX.1-2017, pax; the GNU extensions for long names.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use tar::{Archive, EntryType};

use super::member::Member;
use super::names::Names;
use crate::corpus::SkipReason;
use crate::corpus::unpacked::damaged;

/// Bytes of a block: headers and contents begin at multiples of it.
const BLOCK: u64 = 512;

/// Most bytes of the headers of one member, long names included.
const MOST_HEADERS: u64 = 1 << 20;

/// Iterator over the members of a tar archive.
pub(super) struct TarMembers {
    stream: Arc<Mutex<Stream>>,
    names: Names,
    ended: bool,
}

/// The archive, shared by the iterator and the content of the present member.
struct Stream {
    read: Box<dyn Read + Send>,
    at: u64,
    /// Bytes of the present member that are not read.
    left: u64,
}

impl Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.read.read(into)?;
        self.at += read as u64;
        Ok(read)
    }

    /// Passes over what is left of the present member, and to the next block.
    fn pass(&mut self) -> io::Result<()> {
        let end = self.at + self.left;
        let end = end.checked_next_multiple_of(BLOCK).unwrap_or(u64::MAX);
        self.left = 0;
        let mut piece = [0; 16 << 10];
        while self.at < end {
            let room = (end - self.at).min(piece.len() as u64) as usize;
            if self.read(&mut piece[..room])? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(())
    }
}

impl Stream {
    /// Reads to the end. Returns whether there is anything but zeros.
    fn drain(&mut self) -> io::Result<bool> {
        let mut piece = [0; 16 << 10];
        let mut any = false;
        loop {
            match self.read(&mut piece) {
                Ok(0) => return Ok(any),
                Ok(read) => any |= piece[..read].iter().any(|byte| *byte != 0),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// The headers of a member: reads the archive itself, with a limit.
struct Headers<'s>(&'s Mutex<Stream>, u64);

impl Read for Headers<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let read = stream.read(into)?;
        self.1 = self.1.saturating_sub(read as u64);
        match self.1 {
            0 => Err(io::Error::other("its headers are too long")),
            _ => Ok(read),
        }
    }
}

/// The content of the present member.
struct Content(Arc<Mutex<Stream>>);

impl Read for Content {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = stream.left.min(into.len() as u64) as usize;
        if room == 0 {
            return Ok(0);
        }
        let read = stream.read(&mut into[..room])?;
        stream.left -= read as u64;
        match read {
            0 => Err(damaged(io::ErrorKind::UnexpectedEof.into(), "tar")),
            read => Ok(read),
        }
    }
}

impl TarMembers {
    pub fn new(content: Box<dyn Read + Send>) -> Self {
        TarMembers {
            stream: Arc::new(Mutex::new(Stream {
                read: content,
                at: 0,
                left: 0,
            })),
            names: Names::default(),
            ended: false,
        }
    }

    /// Why a hard link is not read.
    fn hard_link(&self, to: &str, size: u64) -> SkipReason {
        match size {
            0 if self.names.has(to) => SkipReason::HardLink(to.to_owned()),
            0 => SkipReason::Unsupported(format!(
                "hard link to {to}, which does not stand before it in the archive: unpack that with what it links to"
            )),
            _ => SkipReason::Unsupported(format!(
                "hard link to {to} that has content: unpack the archive first"
            )),
        }
    }

    /// The next member; `Some(None)` for what is none, such as a folder.
    fn member(&mut self) -> io::Result<Option<Option<Member>>> {
        self.stream
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pass()?;
        let mut archive = Archive::new(Headers(&self.stream, MOST_HEADERS));
        let Some(entry) = archive.entries()?.next() else {
            return Ok(None);
        };
        let entry = entry?;
        let header = entry.header();
        let (kind, sparse) = (header.entry_type(), header.entry_type().is_gnu_sparse());
        let size = if sparse {
            header.entry_size()?
        } else {
            entry.size()
        };
        let written = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        self.stream
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .left = size;
        let content: Result<Box<dyn Read + Send>, _> = match kind {
            EntryType::Regular | EntryType::Continuous => {
                Ok(Box::new(Content(Arc::clone(&self.stream))))
            }
            EntryType::Directory if size > 0 => {
                let why = "a folder that has content: unpack the archive first".to_owned();
                Err(SkipReason::Unsupported(why))
            }
            EntryType::Directory | EntryType::XGlobalHeader => return Ok(Some(None)),
            EntryType::Symlink => Err(SkipReason::Link),
            EntryType::Link => {
                let to = entry.link_name_bytes().unwrap_or_default();
                Err(self.hard_link(&String::from_utf8_lossy(&to), size))
            }
            EntryType::Fifo => Err(SkipReason::NotRegular("a named pipe".to_owned())),
            EntryType::Block | EntryType::Char => {
                Err(SkipReason::NotRegular("a device".to_owned()))
            }
            EntryType::GNUSparse => {
                let why = "a sparse file: unpack the archive first".to_owned();
                Err(SkipReason::Unsupported(why))
            }
            _ => Err(SkipReason::NotRegular("something special".to_owned())),
        };
        let name = self.names.unique(&written);
        Ok(Some(Some(Member { name, content })))
    }
}

impl Iterator for TarMembers {
    type Item = Result<Member, SkipReason>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.member() {
                Ok(Some(Some(member))) => return Some(Ok(member)),
                Ok(Some(None)) => {}
                Ok(None) => {
                    self.ended = true;
                    let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
                    // A packing has its checksum at its end, behind the end mark of the archive.
                    return match stream.drain() {
                        Ok(false) => None,
                        Ok(true) => {
                            let why = "more behind the end of the tar, as where two were joined: unpack it with `tar --ignore-zeros`";
                            Some(Err(SkipReason::Unsupported(why.to_owned())))
                        }
                        Err(error) => Some(Err(SkipReason::of(&damaged(error, "tar")))),
                    };
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(SkipReason::of(&damaged(error, "tar"))));
                }
            }
        }
        None
    }
}

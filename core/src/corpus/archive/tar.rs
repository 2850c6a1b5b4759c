//! Members of tar archives, read in one pass. The crate `tar` reads the headers of each member; its content is read
//! from the same stream.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tar::{Archive, EntryType};

use super::{Member, Members, safe};
use crate::base::unique_names::UniqueNames;
use crate::corpus::SkipReason;
use crate::corpus::limits::damaged;

/// Bytes of a block: headers and contents begin at multiples of it.
const BLOCK: u64 = 512;

/// Maximum number of bytes of the headers of one member, long names included.
const MAX_HEADER_BYTES: u64 = 1 << 20;

/// The archive, shared by the iterator and the content of the current member.
#[derive(Clone)]
struct Stream(Arc<Mutex<Position>>);

struct Position {
    read: Box<dyn Read + Send>,
    at: u64,
    /// Where the current member ends.
    end: u64,
    /// Number of zero bytes directly before `at`.
    zeros: u64,
}

impl Stream {
    fn position(&self) -> MutexGuard<'_, Position> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut position = self.position();
        let read = position.read.read(into)?;
        if read == 0 && !into.is_empty() && position.at < position.end {
            return Err(damaged(io::ErrorKind::UnexpectedEof.into(), "tar"));
        }
        position.at += read as u64;
        let zeros = into[..read].iter().rev().take_while(|byte| **byte == 0);
        let zeros = zeros.count();
        let before = if zeros == read { position.zeros } else { 0 };
        position.zeros = before + zeros as u64;
        Ok(read)
    }
}

/// Returns the next member; `Some(None)` for an entry that is not a member, such as a folder, and `None` at the end of
/// the archive.
fn member(stream: &mut Stream, names: &mut UniqueNames) -> io::Result<Option<Option<Member>>> {
    let mut position = stream.position();
    let end = position.end.checked_next_multiple_of(BLOCK);
    position.end = end.unwrap_or(u64::MAX);
    let remaining = position.end - position.at;
    drop(position);
    io::copy(&mut stream.by_ref().take(remaining), &mut io::sink())?;
    stream.position().zeros = 0;
    let mut archive = Archive::new(stream.by_ref().take(MAX_HEADER_BYTES));
    let mut entries = archive.entries()?;
    let mut entry = match entries.next() {
        None => return Ok(None),
        Some(entry) => entry?,
    };
    let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
    let link = entry.link_name_bytes().unwrap_or_default();
    let link = String::from_utf8_lossy(&link).into_owned();
    let kind = entry.header().entry_type();
    let mut is_sparse = kind == EntryType::GNUSparse;
    if let Some(records) = entry.pax_extensions()? {
        for record in records {
            let key = record?.key_bytes().to_owned();
            is_sparse |= key.starts_with(b"GNU.sparse.") || key == b"SCHILY.realsize";
        }
    }
    // The crate includes holes in the size of a sparse file.
    let size = if is_sparse {
        entry.header().entry_size()?
    } else {
        entry.size()
    };
    let mut position = stream.position();
    position.end = position.at.saturating_add(size);
    drop(position);
    let unsupported = |why: &str| Err(SkipReason::Unsupported(why.to_owned()));
    let content: Result<Box<dyn Read + Send>, _> = match kind {
        _ if is_sparse => unsupported("a sparse file: unpack the archive first"),
        EntryType::Directory | EntryType::XGlobalHeader => return Ok(Some(None)),
        // Old archives have no entry type for folders.
        EntryType::Regular if size == 0 && name.ends_with('/') => return Ok(Some(None)),
        EntryType::Regular | EntryType::Continuous => Ok(Box::new(stream.clone().take(size))),
        EntryType::Symlink => Err(SkipReason::Link),
        EntryType::Link => unsupported(&format!("hard link to {link}: unpack the archive first")),
        _ => Err(SkipReason::NotRegular(
            "a device, a pipe or another special file".to_owned(),
        )),
    };
    let name = names.give(safe(&name));
    Ok(Some(Some(Member { name, content })))
}

/// The error at the end of an archive, if its end mark is missing or data follow it.
fn error_at_end(stream: &mut Stream) -> io::Result<Option<SkipReason>> {
    let (at, zeros) = {
        let position = stream.position();
        (position.at, position.zeros)
    };
    if at > 0 && zeros < BLOCK {
        let why = "tar: its end mark is missing, so it may have been cut short: members after the last one are missing";
        return Ok(Some(SkipReason::Damaged(why.to_owned())));
    }
    // Reads to the end, because a compressed archive has its checksum after the end mark.
    let rest = io::copy(stream, &mut io::sink())?;
    let why = "data after the end of the tar, as if two archives were joined: unpack it with `tar --ignore-zeros`";
    let has_more = stream.position().zeros < rest;
    Ok(has_more.then(|| SkipReason::Unsupported(why.to_owned())))
}

/// The members of a tar archive, in its order.
pub fn members(content: Box<dyn Read + Send>) -> Members {
    let mut stream = Stream(Arc::new(Mutex::new(Position {
        read: content,
        at: 0,
        end: 0,
        zeros: 0,
    })));
    let mut names = UniqueNames::default();
    let mut has_ended = false;
    Box::new(std::iter::from_fn(move || {
        while !has_ended {
            let outcome = match member(&mut stream, &mut names) {
                Ok(Some(Some(member))) => return Some(Ok(member)),
                Ok(Some(None)) => continue,
                Ok(None) => error_at_end(&mut stream),
                Err(error) => Err(error),
            };
            has_ended = true;
            let reason = outcome.unwrap_or_else(|error| Some(damaged(error, "tar").into()));
            return reason.map(Err);
        }
        None
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A member with its header.
    fn member(name: &str, kind: EntryType, content: &[u8]) -> Vec<u8> {
        let mut header = tar::Header::new_gnu();
        header.set_path(name).unwrap();
        header.set_size(content.len() as u64);
        header.set_entry_type(kind);
        header.set_cksum();
        block([header.as_bytes(), content].concat())
    }

    fn block(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.resize(bytes.len().next_multiple_of(BLOCK as usize), 0);
        bytes
    }

    /// An extended header with these records.
    fn extended(records: &[(&str, &str)]) -> Vec<u8> {
        let record = |(key, value): &(&str, &str)| {
            let rest = format!(" {key}={value}\n");
            let mut length = rest.len() + 1;
            while format!("{length}{rest}").len() != length {
                length = format!("{length}{rest}").len();
            }
            format!("{length}{rest}")
        };
        let records: String = records.iter().map(record).collect();
        member("x", EntryType::XHeader, records.as_bytes())
    }

    #[test]
    fn an_archive_cut_between_members_has_no_end_mark() {
        let members: Vec<Vec<u8>> = ["a", "b", "c"]
            .iter()
            .map(|name| member(name, EntryType::Regular, b"one two three"))
            .collect();
        let archive = [members.concat(), vec![0; 1024]].concat();
        let outcome = |bytes: &[u8]| -> (usize, Vec<String>) {
            let members = super::members(Box::new(io::Cursor::new(bytes.to_vec())));
            let (read, errors): (Vec<_>, Vec<_>) = members.partition(Result::is_ok);
            let errors = errors.into_iter().filter_map(Result::err);
            (read.len(), errors.map(|r| r.to_string()).collect())
        };
        assert_eq!(outcome(&archive), (3, vec![]));
        let got = outcome(&archive[..archive.len() - 512]);
        assert_eq!(got, (3, vec![]), "one block of the mark");
        assert_eq!(outcome(b""), (0, vec![]));
        for members in 1..=3 {
            let (read, errors) = outcome(&archive[..members * 1024]);
            assert_eq!((read, errors.len()), (members, 1));
            assert!(errors[0].contains("its end mark is missing"), "{errors:?}");
        }
    }

    /// Names and contents, or the reasons why there are none.
    fn read(archive: &[&[u8]]) -> Vec<Result<(String, String), String>> {
        let archive = [&archive.concat()[..], &[0; 1024]].concat();
        let members = super::members(Box::new(io::Cursor::new(archive)));
        let message = |reason: SkipReason| reason.to_string();
        members
            .map(|member| {
                let member = member.map_err(message)?;
                let mut text = String::new();
                let mut content = member.content.map_err(message)?;
                content
                    .read_to_string(&mut text)
                    .map_err(|error| message(SkipReason::from_io_error(&error)))?;
                Ok((member.name, text))
            })
            .collect()
    }

    fn is(name: &str, text: &str) -> Result<(String, String), String> {
        Ok((name.to_owned(), text.to_owned()))
    }

    #[test]
    fn extended_headers_give_the_name_and_the_size() {
        let text = "words".repeat(300);
        let header = extended(&[("comment", "one"), ("path", "a/b.txt"), ("size", "1500")]);
        // The size in the header itself is wrong.
        let mut of_file = member("c.txt", EntryType::Regular, &[]);
        of_file.extend(block(text.clone().into_bytes()));
        let last = member("last.txt", EntryType::Regular, b"last words");
        assert_eq!(
            read(&[&header, &of_file, &last]),
            [is("a/b.txt", &text), is("last.txt", "last words")]
        );
        let broken = member("x", EntryType::XHeader, b"99 path=a\n");
        let outcomes = read(&[&last, &broken, &of_file, &last]);
        assert_eq!(outcomes[0], is("last.txt", "last words"));
        assert!(
            matches!(&outcomes[1..], [Err(why)] if why.contains("pax")),
            "{outcomes:?}"
        );
    }

    #[test]
    fn links_and_sparse_files_are_refused_and_the_next_member_is_read() {
        let last = member("last.txt", EntryType::Regular, b"last words");
        let pieces = "1".repeat(522);
        let newest = extended(&[
            ("GNU.sparse.major", "1"),
            ("GNU.sparse.minor", "0"),
            ("GNU.sparse.name", "a.txt"),
            ("GNU.sparse.realsize", "9999"),
        ]);
        let file = member("a", EntryType::Regular, pieces.as_bytes());
        let mut header = tar::Header::new_gnu();
        header.set_path("a.txt").unwrap();
        header.set_size(pieces.len() as u64);
        header.set_entry_type(EntryType::GNUSparse);
        let gnu = header.as_gnu_mut().unwrap();
        gnu.realsize = *b"00000001012\0";
        gnu.sparse[0].offset = *b"00000000000\0";
        gnu.sparse[0].numbytes = *b"00000001012\0";
        header.set_cksum();
        let oldest = block([header.as_bytes(), pieces.as_bytes()].concat());
        let link = member("link", EntryType::Link, b"");
        for (refused, reason) in [
            ([newest, file].concat(), "sparse"),
            (oldest, "sparse"),
            (link, "hard link"),
        ] {
            let got = read(&[&refused, &last]);
            assert!(
                matches!(&got[0], Err(why) if why.contains(reason)),
                "{got:?}"
            );
            assert_eq!(got[1], is("last.txt", "last words"));
        }
    }
}

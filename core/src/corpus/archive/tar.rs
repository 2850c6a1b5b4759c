//! Members of tar archives, read in one pass. The crate `tar` reads the headers of each member; its content is read from
//! the same stream.

mod stream;

use std::io::{self, Cursor, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tar::{Archive, EntryType};

use super::names::Member;
use super::names::Names;
use crate::corpus::SkipReason;
use crate::corpus::unpacked::damaged;
use stream::{Content, HeaderBytes, Stream};

/// Iterator over the members of a tar archive.
pub(super) struct TarMembers {
    stream: Arc<Mutex<Stream>>,
    names: Names,
    ended: bool,
}

/// What the headers of a member say.
struct Headers {
    name: String,
    link: String,
    kind: EntryType,
    /// Bytes of its content, as it is stored.
    size: u64,
    is_sparse: bool,
}

impl TarMembers {
    pub fn new(content: Box<dyn Read + Send>) -> Self {
        TarMembers {
            stream: Arc::new(Mutex::new(Stream::new(content))),
            names: Names::default(),
            ended: false,
        }
    }

    fn stream(&self) -> MutexGuard<'_, Stream> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The headers at which the archive stands; `None` at its end.
    fn headers(&self) -> io::Result<Option<Headers>> {
        let first = {
            let mut stream = self.stream();
            stream.pass()?;
            let Some(block) = stream.block()? else {
                return Ok(None);
            };
            block
        };
        let rest = HeaderBytes::of(Arc::clone(&self.stream));
        let mut archive = Archive::new(Cursor::new(first).chain(rest));
        let mut entries = archive.entries()?;
        let cut = || io::Error::from(io::ErrorKind::UnexpectedEof);
        let mut entry = entries.next().ok_or_else(cut)??;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let name = text(&entry.path_bytes());
        let link = entry
            .link_name_bytes()
            .map_or_else(String::new, |b| text(&b));
        let kind = entry.header().entry_type();
        let mut is_sparse = kind == EntryType::GNUSparse;
        if let Some(records) = entry.pax_extensions()? {
            for record in records {
                let key = record?.key_bytes().to_owned();
                is_sparse |= key.starts_with(b"GNU.sparse.") || key == b"SCHILY.realsize";
            }
        }
        let size = match is_sparse {
            // The crate says the size with holes.
            true => entry.header().entry_size()?,
            false => entry.size(),
        };
        Ok(Some(Headers {
            name,
            link,
            kind,
            size,
            is_sparse,
        }))
    }

    /// Why a hard link is not read.
    fn hard_link(&self, to: &str, size: u64) -> SkipReason {
        match size == 0 && self.names.has(to) {
            true => SkipReason::HardLink(to.to_owned()),
            false => SkipReason::Unsupported(format!(
                "hard link to {to}, which does not occur before it or has content: unpack the archive first"
            )),
        }
    }

    /// The next member; `Some(None)` for what is none, such as a folder.
    fn member(&mut self) -> io::Result<Option<Option<Member>>> {
        let Some(headers) = self.headers()? else {
            return Ok(None);
        };
        let Headers { name, size, .. } = headers;
        self.stream().left = size;
        let unsupported = |why: &str| Err(SkipReason::Unsupported(why.to_owned()));
        let content: Result<Box<dyn Read + Send>, _> = match headers.kind {
            _ if headers.is_sparse => unsupported("a sparse file: unpack the archive first"),
            // Folders of archives from before there was a type for them.
            EntryType::Regular if size == 0 && name.ends_with('/') => return Ok(Some(None)),
            EntryType::Regular | EntryType::Continuous => {
                Ok(Box::new(Content::of(Arc::clone(&self.stream))))
            }
            EntryType::Directory => return Ok(Some(None)),
            EntryType::Symlink => Err(SkipReason::Link),
            EntryType::Link => Err(self.hard_link(&headers.link, size)),
            EntryType::Fifo => Err(SkipReason::NotRegular("a named pipe".to_owned())),
            EntryType::Block | EntryType::Char => {
                Err(SkipReason::NotRegular("a device".to_owned()))
            }
            EntryType::XGlobalHeader => return Ok(Some(None)),
            _ => unsupported("of a type that is not known: unpack the archive first"),
        };
        let name = self.names.unique(&name);
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
                    let mut stream = self.stream();
                    if stream.is_cut() {
                        let why = "tar: it ends without its end mark, as where it was cut short: what followed the last member is not there";
                        return Some(Err(SkipReason::Damaged(why.to_owned())));
                    }
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

#[cfg(test)]
mod tests {
    use super::stream::BLOCK;
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
    fn an_archive_that_is_cut_between_members_is_said_to_have_no_end() {
        let members: Vec<Vec<u8>> = ["a", "b", "c"]
            .iter()
            .map(|name| member(name, EntryType::Regular, b"one two three"))
            .collect();
        let whole = [members.concat(), vec![0; 1024]].concat();
        let said = |bytes: &[u8]| -> (usize, Vec<String>) {
            let members = TarMembers::new(Box::new(io::Cursor::new(bytes.to_vec())));
            let (read, wrong): (Vec<_>, Vec<_>) = members.partition(Result::is_ok);
            let wrong = wrong.into_iter().filter_map(Result::err);
            (read.len(), wrong.map(|reason| reason.to_string()).collect())
        };
        assert_eq!(said(&whole), (3, vec![]));
        assert_eq!(
            said(&whole[..whole.len() - 512]),
            (3, vec![]),
            "one block of the mark"
        );
        assert_eq!(said(b""), (0, vec![]));
        for members in 1..=3 {
            let (read, wrong) = said(&whole[..members * 1024]);
            assert_eq!((read, wrong.len()), (members, 1));
            assert!(wrong[0].contains("ends without its end mark"), "{wrong:?}");
        }
    }

    /// Names and contents, or the reasons why there is none.
    fn read(archive: &[&[u8]]) -> Vec<Result<(String, String), String>> {
        let archive = [&archive.concat()[..], &[0; 1024]].concat();
        let members = TarMembers::new(Box::new(io::Cursor::new(archive)));
        let said = |reason: SkipReason| reason.to_string();
        members
            .map(|member| {
                let member = member.map_err(said)?;
                let mut text = String::new();
                let mut content = member.content.map_err(said)?;
                content
                    .read_to_string(&mut text)
                    .map_err(|error| said(SkipReason::of(&error)))?;
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
        let said = read(&[&last, &broken, &of_file, &last]);
        assert_eq!(said[0], is("last.txt", "last words"));
        assert!(
            matches!(&said[1..], [Err(why)] if why.contains("pax")),
            "{said:?}"
        );
    }

    #[test]
    fn sparse_files_are_refused_and_what_follows_is_read() {
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
        for sparse in [[newest, file].concat(), oldest] {
            let got = read(&[&sparse, &last]);
            assert!(
                matches!(&got[0], Err(why) if why.contains("sparse")),
                "{got:?}"
            );
            assert_eq!(got[1], is("last.txt", "last words"));
        }
    }

    #[test]
    fn headers_without_end_are_refused() {
        let long = member("x", EntryType::XHeader, &vec![b'a'; 2 << 20]);
        let said = read(&[&long]);
        assert!(
            matches!(&said[..], [Err(why)] if why.contains("headers are too long")),
            "{said:?}"
        );
    }
}

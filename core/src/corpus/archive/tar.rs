//! Members of tar archives, read in one pass.
//!
//! Source: POSIX.1-2017, pax; the GNU extensions for long names and sparse files.

mod headers;
mod pax;
mod sparse;
mod stream;

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use tar::EntryType;

use super::member::Member;
use super::names::Names;
use crate::corpus::SkipReason;
use crate::corpus::unpacked::damaged;
use headers::Headers;
use sparse::Sparse;
use stream::{Content, Stream};

/// Type of a member that continues one of the volume before, as GNU tar writes it.
const CONTINUED: u8 = b'M';

/// Iterator over the members of a tar archive.
pub(super) struct TarMembers {
    stream: Arc<Mutex<Stream>>,
    names: Names,
    ended: bool,
}

impl TarMembers {
    pub fn new(content: Box<dyn Read + Send>) -> Self {
        TarMembers {
            stream: Arc::new(Mutex::new(Stream::new(content))),
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
        let headers = {
            let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
            stream.pass()?;
            let Some(headers) = Headers::read(&mut stream)? else {
                return Ok(None);
            };
            stream.left = headers.size;
            headers
        };
        let written = String::from_utf8_lossy(&headers.name()).into_owned();
        let size = headers.size;
        let content: Result<Box<dyn Read + Send>, _> = match headers.kind {
            // Folders of archives from before there was a type for them.
            EntryType::Regular if size == 0 && written.ends_with('/') => return Ok(Some(None)),
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => {
                self.content(&headers)
            }
            EntryType::Directory if size > 0 => {
                let why = "a folder that has content: unpack the archive first".to_owned();
                Err(SkipReason::Unsupported(why))
            }
            EntryType::Directory => return Ok(Some(None)),
            EntryType::Symlink => Err(SkipReason::Link),
            EntryType::Link => {
                let to = headers.link();
                Err(self.hard_link(&String::from_utf8_lossy(&to), size))
            }
            EntryType::Fifo => Err(SkipReason::NotRegular("a named pipe".to_owned())),
            EntryType::Block | EntryType::Char => {
                Err(SkipReason::NotRegular("a device".to_owned()))
            }
            kind if kind.as_byte() == CONTINUED => {
                let why =
                    "the rest of a file that begins in another volume: join the volumes first";
                Err(SkipReason::Unsupported(why.to_owned()))
            }
            _ => Err(SkipReason::NotRegular("something special".to_owned())),
        };
        let name = self.names.unique(&written);
        Ok(Some(Some(Member { name, content })))
    }

    /// The content of a file, with the holes that it has.
    fn content(&self, headers: &Headers) -> Result<Box<dyn Read + Send>, SkipReason> {
        let stored = Content::of(Arc::clone(&self.stream));
        Ok(match Sparse::of(headers)? {
            None => Box::new(stored),
            Some(sparse) => Box::new(sparse.open(stored, headers.size)?),
        })
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
    fn the_rest_of_a_file_of_another_volume_is_text_that_was_not_read() {
        let rest = member("f.txt", EntryType::new(CONTINUED), b"words");
        let next = member("g.txt", EntryType::Regular, b"more");
        let got = read(&[&rest, &next]);
        assert!(
            got[0]
                .as_ref()
                .is_err_and(|why| why.contains("another volume")),
            "{got:?}"
        );
        assert_eq!(got[1], Ok(("g.txt".to_owned(), "more".to_owned())));
    }

    #[test]
    fn the_label_of_an_archive_is_no_member() {
        let mut label = tar::Header::new_gnu();
        label.set_path("backup").unwrap();
        label.set_entry_type(EntryType::new(b'V'));
        // GNU tar leaves the size out.
        label.as_mut_bytes()[124..136].fill(0);
        label.set_cksum();
        let label = block(label.as_bytes().to_vec());
        let file = member("a.txt", EntryType::Regular, b"words");
        let archive = [label, file, vec![0; 1024]].concat();
        let members = TarMembers::new(Box::new(std::io::Cursor::new(archive)));
        let names: Vec<String> = members.map(|member| member.unwrap().name).collect();
        assert_eq!(names, ["a.txt"]);
    }

    #[test]
    fn sums_of_headers_may_be_of_signed_bytes() {
        let mut bytes = member("gr\u{fc}\u{df}e.txt", EntryType::Regular, b"words");
        let signed = bytes[..148].iter().chain(&bytes[156..512]);
        let sum: i64 = 8 * 32
            + signed
                .map(|byte| i64::from(byte.cast_signed()))
                .sum::<i64>();
        bytes[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        assert_eq!(read(&[&bytes]), [is("grüße.txt", "words")]);
        bytes[0] ^= 1;
        assert!(
            read(&[&bytes])[0]
                .as_ref()
                .is_err_and(|why| why.contains("checksum"))
        );
    }

    #[test]
    fn values_of_extended_headers_may_have_line_ends() {
        let text = "words".repeat(300);
        let header = extended(&[
            ("comment", "one\n12 path=wrong\n\n"),
            ("path", "a\nb.txt"),
            ("size", "1500"),
        ]);
        // The size in the header itself is wrong.
        let mut of_file = member("c.txt", EntryType::Regular, &[]);
        of_file.extend(block(text.clone().into_bytes()));
        let last = member("last.txt", EntryType::Regular, b"last words");
        assert_eq!(
            read(&[&header, &of_file, &last]),
            [is("a\nb.txt", &text), is("last.txt", "last words")]
        );
        let broken = member("x", EntryType::XHeader, b"99 path=a\n");
        let said = read(&[&last, &broken, &of_file, &last]);
        assert_eq!(said[0], is("last.txt", "last words"));
        assert!(
            matches!(&said[1..], [Err(why)] if why.contains("extended header")),
            "{said:?}"
        );
    }

    #[test]
    fn sparse_files_are_read_by_their_maps_in_every_form() {
        let (one, two) = ("1".repeat(512), "2".repeat(10));
        let pieces = [one.as_bytes(), two.as_bytes()].concat();
        let whole = format!(
            "{}{one}{}{two}{}",
            "\0".repeat(512),
            "\0".repeat(488),
            "\0".repeat(3)
        );
        let length = whole.len().to_string();
        let last = member("last.txt", EntryType::Regular, b"last words");
        let in_map = |map: &str| {
            let records = [
                ("GNU.sparse.numblocks", "2"),
                ("GNU.sparse.map", map),
                ("GNU.sparse.name", "a.txt"),
                ("GNU.sparse.size", &length),
            ];
            extended(&records)
        };
        let file = member("GNUSparseFile.0/a.txt", EntryType::Regular, &pieces);
        let read_all = |header: &[u8], file: &[u8]| read(&[header, file, &last]);
        let expected = [is("a.txt", &whole), is("last.txt", "last words")];
        assert_eq!(read_all(&in_map("512,512,1512,10"), &file), expected);
        let each = extended(&[
            ("GNU.sparse.size", &length),
            ("GNU.sparse.offset", "512"),
            ("GNU.sparse.numbytes", "512"),
            ("GNU.sparse.offset", "1512"),
            ("GNU.sparse.numbytes", "10"),
            ("path", "a.txt"),
        ]);
        assert_eq!(read_all(&each, &file), expected);
        let newest = extended(&[
            ("GNU.sparse.major", "1"),
            ("GNU.sparse.minor", "0"),
            ("GNU.sparse.name", "a.txt"),
            ("GNU.sparse.realsize", &length),
        ]);
        let with_map = [block(b"2\n512\n512\n1512\n10\n".to_vec()), pieces.clone()].concat();
        let file_with_map = member("a", EntryType::Regular, &with_map);
        assert_eq!(read_all(&newest, &file_with_map), expected);
        let mut header = tar::Header::new_gnu();
        header.set_path("a.txt").unwrap();
        header.set_size(pieces.len() as u64);
        header.set_entry_type(EntryType::GNUSparse);
        let gnu = header.as_gnu_mut().unwrap();
        gnu.set_real_size(whole.len() as u64);
        for (piece, (offset, length)) in gnu.sparse.iter_mut().zip([(512, 512), (1512, 10)]) {
            piece.set_offset(offset);
            piece.set_length(length);
        }
        header.set_cksum();
        let oldest = block([header.as_bytes(), &pieces[..]].concat());
        assert_eq!(read_all(&[], &oldest), expected);
        // A map that does not fit is said, and the next member read.
        for map in [
            "512,512,1512,11",
            "512,512,100,10",
            "512,512",
            "512,512,15120,10",
            "x",
        ] {
            let said = read_all(&in_map(map), &file);
            assert!(
                said[0]
                    .as_ref()
                    .is_err_and(|why| why.contains("sparse file")),
                "{said:?}"
            );
            assert_eq!(said[1], expected[1]);
        }
        let unknown = extended(&[("GNU.sparse.major", "2"), ("GNU.sparse.realsize", &length)]);
        let said = read_all(&unknown, &file);
        assert!(
            said[0].as_ref().is_err_and(|why| why.contains("not known")),
            "{said:?}"
        );
    }
}

//! Members of zip archives, through their central directory.
//!
//! Source: PKWARE, .ZIP File Format Specification (APPNOTE).

use std::io::{self, BufReader, Read, Take};
use std::sync::Arc;

use zip::read::ZipFile;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::{Member, safe};
use crate::base::unique_names::UniqueNames;
use crate::corpus::SkipReason;
use crate::corpus::formats::before_zip;
use crate::corpus::limits::{Budget, Unpacked, damaged};
use crate::corpus::packing::Packing;
use crate::corpus::random_access::RandomAccess;

/// Iterator over the members of a zip archive, in the order of its directory.
pub struct ZipMembers {
    archive: ZipArchive<RandomAccess>,
    content: RandomAccess,
    budget: Arc<Budget>,
    names: UniqueNames,
    at: usize,
    /// Errors of the archive itself, reported after its members.
    errors: std::vec::IntoIter<SkipReason>,
}

/// Why the library cannot read a part of an archive.
fn unreadable(error: &ZipError, content: &RandomAccess) -> SkipReason {
    let damaged = || SkipReason::Damaged(format!("zip: {error}"));
    content.failure().unwrap_or_else(damaged)
}

/// Number of members in the directory at the position of `content`: records that begin with the signature.
fn members_in_directory(content: RandomAccess) -> io::Result<usize> {
    let (mut members, mut last) = (0, 0_u32);
    for byte in BufReader::with_capacity(1 << 16, content).bytes() {
        last = last << 8 | u32::from(byte?);
        members += usize::from(last == u32::from_be_bytes(*b"PK\x01\x02"));
    }
    Ok(members)
}

impl ZipMembers {
    /// Reads the directory.
    ///
    /// # Errors
    /// [`SkipReason::Damaged`]: there is no readable member.
    pub fn new(content: RandomAccess, budget: Arc<Budget>) -> Result<Self, SkipReason> {
        let archive = ZipArchive::new(content.at(0)).map_err(|e| unreadable(&e, &content))?;
        let mut errors = Vec::new();
        // The library keeps one member of each name.
        if archive.has_duplicate_names() {
            let why = "several members have the same name, one of each is read: unpack it first";
            errors.push(SkipReason::Unsupported(why.to_owned()));
        } else {
            // The number of members at the end of an archive wraps at 65,536 without zip64.
            let directory = content.at(archive.central_directory_start());
            let members = members_in_directory(directory)?;
            if members > archive.len() {
                errors.push(SkipReason::Damaged(format!(
                    "zip: {members} members are in its directory and {} at its end, which were read; unpack it first",
                    archive.len()
                )));
            }
        }
        if archive.offset() > 0 {
            errors.push(before_zip(archive.offset()));
        }
        Ok(ZipMembers {
            archive,
            content,
            budget,
            names: UniqueNames::default(),
            at: 0,
            errors: errors.into_iter(),
        })
    }

    fn member(&mut self, index: usize) -> Option<Member> {
        let file = match self.archive.by_index_raw(index) {
            Ok(file) => file,
            Err(error) => {
                let name = self.names.give(format!("member {}", index + 1));
                let content = Err(unreadable(&error, &self.content));
                return Some(Member { name, content });
            }
        };
        // A member with content is a file, even if its name ends with `/`.
        if file.is_dir() && file.size() == 0 {
            return None;
        }
        let lossy = |_| String::from_utf8_lossy(file.name_raw());
        let name = safe(&file.name().unwrap_or_else(lossy));
        let content = match file.data_start() {
            _ if file.encrypted() => {
                let why = "encrypted with a password: unpack it first";
                Err(SkipReason::Unsupported(why.to_owned()))
            }
            _ if file.is_symlink() => Err(SkipReason::Link),
            None => Err(SkipReason::Damaged("zip: no content".to_owned())),
            Some(start) => {
                let packed = self.content.at(start).take(file.compressed_size());
                unpacked(packed, &file, &self.budget)
            }
        };
        let name = self.names.give(name);
        Some(Member { name, content })
    }
}

/// The content of a member.
fn unpacked(
    packed: Take<RandomAccess>,
    member: &ZipFile<'_, RandomAccess>,
    budget: &Arc<Budget>,
) -> Result<Box<dyn Read + Send>, SkipReason> {
    let decoded: Box<dyn Read + Send> = match member.compression() {
        CompressionMethod::Stored => Box::new(packed),
        CompressionMethod::Deflated => Box::new(flate2::read::DeflateDecoder::new(packed)),
        CompressionMethod::Bzip2 => Packing::Bzip2.decoder(packed)?,
        CompressionMethod::Zstd => Packing::Zstd.decoder(packed)?,
        CompressionMethod::Xz => Packing::Xz.decoder(packed)?,
        other => {
            let why = format!("packed by the method {other}: unpack it first");
            return Err(SkipReason::Unsupported(why));
        }
    };
    Ok(Box::new(Checked {
        inner: Unpacked {
            inner: decoded,
            budget: Arc::clone(budget),
            name: "zip",
        },
        crc: flate2::Crc::new(),
        expected: (member.crc32(), member.size()),
        read: 0,
    }))
}

impl Iterator for ZipMembers {
    type Item = Result<Member, SkipReason>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.at < self.archive.len() {
            self.at += 1;
            if let Some(member) = self.member(self.at - 1) {
                return Some(Ok(member));
            }
        }
        self.errors.next().map(Err)
    }
}

/// Content of a member, whose length and checksum are compared with the directory when it ends.
struct Checked {
    inner: Unpacked,
    crc: flate2::Crc,
    expected: (u32, u64),
    read: u64,
}

impl Read for Checked {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        self.crc.update(&into[..read]);
        self.read += read as u64;
        let is_end = read == 0 && !into.is_empty();
        if self.read > self.expected.1 || is_end && (self.crc.sum(), self.read) != self.expected {
            let why = "its content is not what the directory says";
            let error = io::Error::new(io::ErrorKind::InvalidData, why);
            return Err(damaged(error, "zip"));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::settings::Reading;

    /// A system error is not damage: the next run reads the member again.
    #[test]
    fn a_system_error_at_any_read_is_not_reported_as_damage() {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for name in ["a.txt", "b.txt", "c.txt"] {
            let options = zip::write::SimpleFileOptions::default();
            writer.start_file(name, options).unwrap();
            writer.write_all(&b"one two three ".repeat(500)).unwrap();
        }
        let bytes = writer.finish().unwrap().into_inner();
        let mut failed = 0;
        for at in 0.. {
            let reads = Arc::new(AtomicUsize::new(0));
            let counted = Arc::clone(&reads);
            let content = RandomAccess::failing(bytes.clone(), move || {
                if counted.fetch_add(1, Ordering::Relaxed) == at {
                    Err(io::Error::from_raw_os_error(5))
                } else {
                    Ok(())
                }
            });
            let budget = Budget::new(bytes.len() as u64, &Reading::default());
            let reasons: Vec<SkipReason> = match ZipMembers::new(content, budget) {
                Err(reason) => vec![reason],
                Ok(members) => members
                    .filter_map(|member| match member {
                        Err(reason) => Some(reason),
                        Ok(Member { content, .. }) => {
                            let read = content.and_then(|mut content| {
                                let read = io::copy(&mut content, &mut io::sink());
                                Ok(read?)
                            });
                            read.err()
                        }
                    })
                    .collect(),
            };
            if reads.load(Ordering::Relaxed) <= at {
                assert_eq!(reasons, []);
                break;
            }
            assert!(!reasons.is_empty(), "read {at}");
            for reason in reasons {
                let is_unreadable = matches!(reason, SkipReason::Unreadable(_));
                assert!(is_unreadable, "read {at}: {reason}");
                failed += 1;
            }
        }
        assert!(failed > 5, "{failed}");
    }
}

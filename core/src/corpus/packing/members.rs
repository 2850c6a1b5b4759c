//! The members of a gzip file, or the streams of a bzip2 file, one after the other. Bytes of zero behind the last one, with
//! which tapes and block devices fill a file up, are no content: gzip and tar pass over them too.

use std::io::{self, BufRead, Read};

use crate::base::units;

/// A decoder of one member.
pub(super) trait Member: Read {
    /// What it is read from.
    type Packed: BufRead;

    /// Begins with the next byte of `packed`.
    fn begin(packed: Self::Packed) -> Self;
    /// What follows the member, once it is read to its end.
    fn rest(self) -> Self::Packed;
}

impl<R: BufRead> Member for flate2::bufread::GzDecoder<R> {
    type Packed = R;
    fn begin(packed: R) -> Self {
        Self::new(packed)
    }
    fn rest(self) -> R {
        self.into_inner()
    }
}

impl<R: BufRead> Member for bzip2::bufread::BzDecoder<R> {
    type Packed = R;
    fn begin(packed: R) -> Self {
        Self::new(packed)
    }
    fn rest(self) -> R {
        self.into_inner()
    }
}

/// The content of all members.
pub(super) struct Members<D> {
    /// The member at hand; `None` at the end of the file.
    now: Option<D>,
}

impl<D: Member> Members<D> {
    pub fn new(packed: D::Packed) -> Self {
        Members {
            now: Some(D::begin(packed)),
        }
    }
}

impl<D: Member> Read for Members<D> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while let Some(now) = &mut self.now {
            let read = now.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            let rest = self.now.take().map(D::rest);
            self.now = rest.map(next).transpose()?.flatten().map(D::begin);
        }
        Ok(0)
    }
}

/// Most bytes of zero that are passed over. More, as where a download broke off whose room was taken beforehand, would be
/// read for minutes.
pub(in crate::corpus) const MOST_ZEROS: u64 = 1 << 30;

/// The error where there are more.
pub(in crate::corpus) fn too_many_zeros() -> io::Error {
    let most = units::bytes(MOST_ZEROS);
    io::Error::other(format!(
        "more than {most} of zeros behind its end: what may follow them was not looked for"
    ))
}

/// Passes over bytes of zero; `None` if nothing else follows.
fn next<R: BufRead>(mut packed: R) -> io::Result<Option<R>> {
    let mut passed = 0;
    loop {
        let bytes = match packed.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        let (is_end, is_more) = (bytes.is_empty(), zeros < bytes.len());
        packed.consume(zeros);
        passed += zeros as u64;
        if passed > MOST_ZEROS {
            return Err(too_many_zeros());
        }
        if is_end || is_more {
            return Ok(is_more.then_some(packed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Packing;
    use super::*;
    use std::io::{Cursor, Write};

    fn packed(packing: Packing, text: &str) -> Vec<u8> {
        match packing {
            Packing::Gzip => {
                let mut to = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                to.write_all(text.as_bytes()).unwrap();
                to.finish().unwrap()
            }
            _ => {
                let mut to = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
                to.write_all(text.as_bytes()).unwrap();
                to.finish().unwrap()
            }
        }
    }

    fn content(packing: Packing, bytes: Vec<u8>) -> io::Result<String> {
        let mut text = String::new();
        { packing.decoder(Cursor::new(bytes))? }.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn all_members_are_read_and_zeros_behind_them_passed_over() {
        for packing in [Packing::Gzip, Packing::Bzip2] {
            let both = [packed(packing, "one "), packed(packing, "two")].concat();
            assert_eq!(content(packing, both.clone()).unwrap(), "one two");
            for zeros in [1, 511, 200_000] {
                let padded = [&both[..], &vec![0; zeros]].concat();
                assert_eq!(content(packing, padded).unwrap(), "one two", "{zeros}");
                let between = [&both[..], &vec![0; zeros], &packed(packing, " three")].concat();
                assert_eq!(content(packing, between).unwrap(), "one two three");
            }
            // Other bytes, and a member that is cut anywhere, are damage.
            let garbage = [&both[..], &[0, 0, 7, 7, 7]].concat();
            assert!(content(packing, garbage).is_err(), "{packing:?}");
            let first = packed(packing, "one ").len();
            for cut in (1..both.len()).filter(|cut| *cut != first) {
                assert!(content(packing, both[..cut].to_vec()).is_err(), "{cut}");
            }
        }
        assert!(content(Packing::Gzip, Vec::new()).is_err());
    }

    /// As a network file system ends a system call.
    #[test]
    fn an_error_of_the_system_is_not_the_end() {
        struct Fails(Cursor<Vec<u8>>, usize);
        impl Read for Fails {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                if self.0.position() as usize >= self.1 {
                    return Err(io::Error::other("no answer"));
                }
                let most = into.len().min(self.1 - self.0.position() as usize);
                self.0.read(&mut into[..most])
            }
        }
        for packing in [Packing::Gzip, Packing::Bzip2] {
            let one = packed(packing, "one ");
            let end = one.len();
            let both = [one, packed(packing, "two")].concat();
            for fails in [end - 1, end, end + 1] {
                let mut decoder = packing
                    .decoder(Fails(Cursor::new(both.clone()), fails))
                    .unwrap();
                let error = decoder.read_to_end(&mut Vec::new()).unwrap_err();
                assert_eq!(error.to_string(), "no answer", "{packing:?} {fails}");
            }
        }
    }

    #[test]
    fn zeros_without_end_are_given_up() {
        for packing in [Packing::Gzip, Packing::Bzip2] {
            let content = Cursor::new(packed(packing, "words"));
            let endless = content.chain(io::repeat(0));
            let mut text = Vec::new();
            let error = { packing.decoder(endless).unwrap() }
                .read_to_end(&mut text)
                .unwrap_err();
            assert!(
                error.to_string().contains("of zeros behind its end"),
                "{error}"
            );
            assert_eq!(text, b"words");
        }
    }
}

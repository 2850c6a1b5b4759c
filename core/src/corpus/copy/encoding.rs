//! The encoding of a file that several are copied into: bytes that stand as they are must all be of one.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use encoding_rs::{Encoding, UTF_8};

use crate::corpus::decode::other_than_utf8;

/// Bytes of a file that say its encoding.
const SAMPLE: usize = 1 << 18;

/// Which encodings the copied bytes of the files have. Bytes of ASCII are of any.
#[derive(Debug, Default)]
pub(super) struct Encodings {
    /// Of the first file with other text than ASCII.
    first: Option<OfFile>,
    /// Whether bytes of the current file are UTF-8 that is not ASCII.
    is_utf8: bool,
    /// Bytes of the current file that are not UTF-8, as many as say the encoding.
    others: Vec<u8>,
}

/// The encoding of a file.
#[derive(Debug)]
struct OfFile {
    path: PathBuf,
    /// By the statistics of bytes that are not UTF-8.
    encoding: &'static Encoding,
    others: Vec<u8>,
}

impl OfFile {
    /// Whether its bytes are the same text in the encoding of another file, or those of the other in its own.
    fn goes_with(&self, other: &OfFile) -> bool {
        let same = |bytes: &[u8]| {
            let [a, b] =
                [self, other].map(|file| file.encoding.decode_without_bom_handling(bytes).0);
            a == b
        };
        self.encoding == other.encoding
            || (self.encoding != UTF_8 && other.encoding != UTF_8)
                && (same(&self.others) || same(&other.others))
    }
}

impl Encodings {
    /// Takes note of bytes of the current file.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        if bytes.is_ascii() {
            return;
        }
        if std::str::from_utf8(bytes).is_ok() {
            self.is_utf8 = true;
        } else if self.others.len() < SAMPLE {
            self.others.extend_from_slice(bytes);
        }
    }

    /// Ends the current file, which is at `path`.
    ///
    /// # Errors
    /// It is of another encoding than one before.
    pub(super) fn end(&mut self, path: &Path) -> Result<()> {
        let others = std::mem::take(&mut self.others);
        if !std::mem::take(&mut self.is_utf8) && others.is_empty() {
            return Ok(());
        }
        let this = OfFile {
            path: path.to_owned(),
            encoding: other_than_utf8(&others).unwrap_or(UTF_8),
            others,
        };
        match &self.first {
            Some(first) if !first.goes_with(&this) => bail!(
                "{} and {} have different encodings, {} and {}, and one file has one: convert them to UTF-8, or write each to a file of its own",
                first.path.display(),
                path.display(),
                first.encoding.name(),
                this.encoding.name(),
            ),
            Some(_) => {}
            None => self.first = Some(this),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_ascii_go_with_any_and_others_with_their_like() {
        let ended = |files: &[&[&[u8]]]| {
            let mut encodings = Encodings::default();
            files.iter().enumerate().try_for_each(|(at, lines)| {
                lines.iter().for_each(|line| encodings.add(line));
                encodings.end(Path::new(&at.to_string()))
            })
        };
        let (ascii, utf8, latin): (&[u8], &[u8], &[u8]) = (b"a", "é".as_bytes(), b"\xe9");
        assert!(ended(&[&[ascii], &[utf8], &[ascii, utf8]]).is_ok());
        assert!(ended(&[&[latin], &[ascii], &[latin]]).is_ok());
        let [(cyrillic, ..), (koi8, ..)] = [encoding_rs::WINDOWS_1251, encoding_rs::KOI8_R]
            .map(|encoding| encoding.encode("одно слово и другое слово, все по-русски"));
        assert!(ended(&[&[&cyrillic], &[&cyrillic]]).is_ok());
        let said = ended(&[&[&cyrillic], &[&koi8]]).unwrap_err().to_string();
        assert!(said.contains("windows-1251 and KOI8"), "{said}");
        // A file that is of two encodings stands as it is.
        assert!(ended(&[&[utf8, latin], &[latin]]).is_ok());
        for files in [
            &[&[utf8][..], &[latin]],
            &[&[latin], &[utf8]],
            &[&[utf8], &[utf8, latin]],
        ] {
            let said = ended(files).unwrap_err().to_string();
            assert!(
                said.starts_with("0 and 1 have different encodings"),
                "{said}"
            );
        }
    }
}

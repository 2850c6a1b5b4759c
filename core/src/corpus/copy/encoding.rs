//! The encoding of a file that several are copied into: bytes that stand as they are must all be of one.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::corpus::decode::other_than_utf8;

/// Bytes of a file that say its encoding.
const SAMPLE: usize = 1 << 18;

/// Which encodings the copied bytes of the files have. Bytes of ASCII are of any.
#[derive(Debug, Default)]
pub(super) struct Encodings {
    /// Name of the encoding of the first file with other text than ASCII, and the file.
    first: Option<(&'static str, PathBuf)>,
    /// Whether bytes of the current file are UTF-8 that is not ASCII.
    is_utf8: bool,
    /// Bytes of the current file that are not UTF-8, as many as say the encoding.
    others: Vec<u8>,
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
    /// It is of another encoding than one before; what is not UTF-8 is told apart by its statistics.
    pub(super) fn end(&mut self, path: &Path) -> Result<()> {
        let others = std::mem::take(&mut self.others);
        let is_utf8 = std::mem::take(&mut self.is_utf8);
        let name = match others.is_empty() {
            true if !is_utf8 => return Ok(()),
            true => encoding_rs::UTF_8.name(),
            false => other_than_utf8(&others).map_or("damaged UTF-8", |encoding| encoding.name()),
        };
        match &self.first {
            Some((before, file)) if *before != name => bail!(
                "{} and {} have different encodings, {before} and {name}, and one file has one: convert them to UTF-8, or write each to a file of its own",
                file.display(),
                path.display()
            ),
            Some(_) => {}
            None => self.first = Some((name, path.to_owned())),
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
        assert!(said.contains("windows-1251 and KOI8-R"), "{said}");
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

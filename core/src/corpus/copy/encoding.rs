//! The encoding of a file that several are copied into: bytes that stand as they are must all be of one.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

/// Which encodings the copied bytes of the files have. Bytes of ASCII are of any.
#[derive(Debug, Default)]
pub(super) struct Encodings {
    /// The first file with other text than ASCII that is UTF-8.
    utf8: Option<PathBuf>,
    /// The first file with text that is not UTF-8.
    other: Option<PathBuf>,
    /// Whether bytes of the current file that are not ASCII are UTF-8, and whether some are not.
    current: (bool, bool),
}

impl Encodings {
    /// Takes note of bytes of the current file.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        if !bytes.is_ascii() {
            match std::str::from_utf8(bytes) {
                Ok(_) => self.current.0 = true,
                Err(_) => self.current.1 = true,
            }
        }
    }

    /// Ends the current file, which is at `path`.
    ///
    /// # Errors
    /// It is of another encoding than one before.
    pub(super) fn end(&mut self, path: &Path) -> Result<()> {
        let (this, that) = match std::mem::take(&mut self.current) {
            (false, false) => return Ok(()),
            (_, true) => (&mut self.other, &self.utf8),
            (true, false) => (&mut self.utf8, &self.other),
        };
        if let Some(before) = that {
            bail!(
                "{} and {} have different encodings, and one file has one: convert one of them to UTF-8, or write each to a file of its own",
                before.display(),
                path.display()
            );
        }
        this.get_or_insert_with(|| path.to_owned());
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

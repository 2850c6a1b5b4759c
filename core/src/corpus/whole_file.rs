//! Reading of a file that an option names, such as labels or phrases: as a whole, with a limit. Every option
//! reads its file here.

use std::io::{self, Read};
use std::path::Path;

use super::{SkipReason, file_kind::special, opened};
use crate::base::units;

/// Most bytes that are read of such a file; the default limit of a document.
pub const LIMIT: u64 = 256 << 20;

/// The content of a regular file of at most [`LIMIT`] bytes. Does not block on pipes.
///
/// # Errors
/// A system error, among them that there is no such file; a file that is not regular or too large. The
/// message does not name the file.
pub fn whole_file(path: &Path) -> io::Result<Vec<u8>> {
    whole_file_of_at_most(path, LIMIT)
}

/// As [`whole_file`], with another limit in bytes.
///
/// # Errors
/// As [`whole_file`].
pub fn whole_file_of_at_most(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let (file, metadata) = opened::open(path)?;
    if !metadata.is_file() {
        let what = SkipReason::NotRegular(special(&metadata).to_owned());
        return Err(io::Error::other(what.to_string()));
    }
    let mut bytes = Vec::new();
    if metadata.len() <= limit {
        // The file may grow while it is read.
        file.take(limit + 1).read_to_end(&mut bytes)?;
    }
    let length = metadata.len().max(bytes.len() as u64);
    if length > limit {
        let (length, limit) = (units::bytes(length), units::bytes(limit));
        return Err(io::Error::other(format!(
            "too large: {length} where at most {limit} is read"
        )));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_the_limit_and_what_is_no_file_not_at_all() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("labels.csv");
        let missing = whole_file_of_at_most(&path, 4).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        std::fs::write(&path, "1234").unwrap();
        assert_eq!(whole_file_of_at_most(&path, 4).unwrap(), b"1234");
        let large = whole_file_of_at_most(&path, 3).unwrap_err().to_string();
        assert!(large.contains("4 B") && large.contains("3 B"), "{large}");
        #[cfg(unix)]
        {
            let folder = whole_file_of_at_most(temp.path(), 4)
                .unwrap_err()
                .to_string();
            assert!(folder.contains("a folder"), "{folder}");
            let device = whole_file(Path::new("/dev/zero")).unwrap_err().to_string();
            assert!(device.contains("a device"), "{device}");
        }
    }
}

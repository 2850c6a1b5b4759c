//! Opens files without waiting for the writer of a pipe, and reads them within a limit.

use std::fs::{DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::units;

/// Opens a file of any kind. Does not block on pipes.
pub fn open(path: &Path) -> io::Result<(File, Metadata)> {
    // The standard library sets close-on-exec in addition.
    let flags = OFlags::NONBLOCK.bits() as i32;
    let file = File::options().read(true).custom_flags(flags).open(path)?;
    let metadata = file.metadata()?;
    Ok((file, metadata))
}

/// Name of the kind of a file that is not a regular file.
pub fn special(metadata: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    if kind.is_dir() {
        "a folder"
    } else if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else if kind.is_block_device() || kind.is_char_device() {
        "a device"
    } else {
        "something special"
    }
}

/// Maximum size in bytes of a file that [`whole_file`] reads. Also the default limit of a document.
pub const MAX_BYTES: u64 = 256 << 20;

/// Reads a regular file of at most [`MAX_BYTES`] bytes. Does not block on pipes.
///
/// # Errors
/// The file is missing, cannot be read, is not regular or is too large. The message does not name the file.
pub fn whole_file(path: &Path) -> io::Result<Vec<u8>> {
    whole_file_of_at_most(path, MAX_BYTES)
}

/// Does the same as [`whole_file`] with another limit in bytes.
///
/// # Errors
/// As [`whole_file`].
pub fn whole_file_of_at_most(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let (file, metadata) = open(path)?;
    if !metadata.is_file() {
        let kind = special(&metadata);
        return Err(io::Error::other(format!("not a regular file: {kind}")));
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

/// Options that create files with mode 0600. They neither follow symbolic links nor block on a pipe or a device.
pub fn options() -> OpenOptions {
    options_with(false)
}

/// As [`options`], but these follow symbolic links if `follow_links` is set.
pub fn options_with(follow_links: bool) -> OpenOptions {
    let mut options = File::options();
    let mut flags = OFlags::NONBLOCK;
    flags.set(OFlags::NOFOLLOW, !follow_links);
    options.mode(0o600).custom_flags(flags.bits() as i32);
    options
}

/// The absolute form of a path; the path itself if the working directory is unknown.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Folder for temporary files that may be large: `TMPDIR` if set; otherwise `/var/tmp` if it exists,
/// because `/tmp` is kept in memory on many systems; otherwise the system default.
pub fn temporary_folder() -> PathBuf {
    let var_tmp = Path::new("/var/tmp");
    if std::env::var_os("TMPDIR").is_none() && var_tmp.is_dir() {
        var_tmp.to_owned()
    } else {
        std::env::temp_dir()
    }
}

/// The folder that contains a file; `.` if the path has no folder.
pub fn folder(path: &Path) -> &Path {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Creates a folder and its missing parents with mode 0700.
///
/// # Errors
/// A folder cannot be created.
pub fn create_folders(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700).create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_up_to_the_limit_are_read() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("labels.csv");
        let missing = whole_file_of_at_most(&path, 4).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        std::fs::write(&path, "1234").unwrap();
        assert_eq!(whole_file_of_at_most(&path, 4).unwrap(), b"1234");
        let large = whole_file_of_at_most(&path, 3).unwrap_err().to_string();
        assert!(large.contains("4 B") && large.contains("3 B"), "{large}");
        let folder = whole_file_of_at_most(temp.path(), 4)
            .unwrap_err()
            .to_string();
        assert!(folder.contains("a folder"), "{folder}");
        let device = whole_file(Path::new("/dev/zero")).unwrap_err().to_string();
        assert!(device.contains("a device"), "{device}");
    }
}

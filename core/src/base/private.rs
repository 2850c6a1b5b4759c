//! Files and folders that only their user can read.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Options that create files with mode 0600, and neither follow a symbolic link nor block on a pipe or
/// a device.
pub fn options() -> OpenOptions {
    options_with(true)
}

/// As [`options`], but symbolic links are followed.
pub fn options_following_links() -> OpenOptions {
    options_with(false)
}

fn options_with(no_links: bool) -> OpenOptions {
    #[allow(unused_mut, reason = "changed on Unix only")]
    let mut options = File::options();
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let mut flags = OFlags::NONBLOCK;
    flags.set(OFlags::NOFOLLOW, no_links);
    options.mode(0o600).custom_flags(flags.bits() as i32);
    options
}

/// Creates a folder and its missing parents with mode 0700.
///
/// # Errors
/// A folder that cannot be created.
pub fn create_folders(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes a file that only its user can read: whole, through a temporary file in the same folder, or not at all.
///
/// # Errors
/// A folder or file that cannot be written.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let fresh = path.with_file_name(format!("{name}.{}", std::process::id()));
    // A killed process with the same id may have left this file. A symbolic link is removed, not followed.
    let _ = fs::remove_file(&fresh);
    let mut options = options();
    let written = options
        .write(true)
        .create_new(true)
        .open(&fresh)
        .and_then(|mut file| {
            file.write_all(content)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&fresh, path));
    if written.is_err() {
        // Remove the partial file: it is useless, and the disk may be full.
        let _ = fs::remove_file(&fresh);
    }
    written
}

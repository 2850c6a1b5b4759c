//! Files and folders that only their user can read.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::OFlags;

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
    let mut options = File::options();
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
    builder.recursive(true).mode(0o700).create(folder)
}

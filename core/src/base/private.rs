//! Files and folders that only their user can read.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// Options that create files with mode 0600, and neither follow a symbolic link nor block on a pipe or
/// a device.
#[must_use]
pub fn options() -> OpenOptions {
    #[allow(unused_mut, reason = "changed on Unix only")]
    let mut options = File::options();
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits() as i32);
    }
    options
}

/// Creates a folder and its missing parents with mode 0700.
///
/// # Errors
/// A folder that cannot be created.
pub fn create_folders(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

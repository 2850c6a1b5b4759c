//! POSIX access control lists of files (Linux): rights of single users and groups beside those of the mode, whose group
//! bits then say the most that any of them have.

use std::fs::File;
use std::io;
use std::path::Path;

/// The extended attribute in which Linux keeps the list of a file.
#[cfg(target_os = "linux")]
const NAME: &str = "system.posix_acl_access";

/// Whether the file at `path` has a list.
pub fn is_on(path: &Path) -> bool {
    #[cfg(target_os = "linux")]
    return rustix::fs::getxattr_query(path, NAME).is_ok_and(|length| length > 0);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = path;
        false
    }
}

/// Gives `to` the list of the file at `from`.
///
/// # Errors
/// The list cannot be read, or `to` cannot have one.
pub fn copy(from: &Path, to: &File) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        let length = rustix::fs::getxattr_query(from, NAME)?;
        let mut list = vec![0; length];
        let length = rustix::fs::getxattr(from, NAME, &mut list[..])?;
        rustix::fs::fsetxattr(to, NAME, &list[..length], rustix::fs::XattrFlags::empty())?;
    }
    let _ = (from, to);
    Ok(())
}

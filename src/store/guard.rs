//! Keeps reading and writing inside the folder of an index, and what is in it from other people.
//!
//! The folder itself may be reached through a link: whoever made that link has chosen the place. In it
//! there are plain files and plain folders only. A link there could have been made by anybody who could
//! once write in the folder, and would lead writing and removing elsewhere, so an index with one is
//! refused whole. So is an index that belongs to another user than this one or the administrator: it
//! could say anything at any time.

use std::fs::{self, DirBuilder, File, FileType, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::StoreError;
use super::names::{FILES, FOLDERS};

/// Options to open a file of the index with: no link is followed, nothing that is no file is waited for,
/// and a file that is made is its owner's alone.
pub(super) fn options() -> OpenOptions {
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

/// Makes a folder of the index, and those above it that are missing, for this user alone.
pub(super) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let made = builder.create(folder);
    made.map_err(StoreError::io("make the folder", folder))
}

/// Whether everything in `dir` that has a name of ours is a plain file or folder.
///
/// # Errors
/// [`StoreError::NotPlain`] for the first that is not.
pub(super) fn check_plain(dir: &Path) -> Result<(), StoreError> {
    for name in FILES {
        check(&dir.join(name), FileType::is_file, "no plain file")?;
    }
    for name in FOLDERS {
        let folder = dir.join(name);
        check(&folder, FileType::is_dir, "no plain folder")?;
        // What cannot be listed is told of by whoever needs it.
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let plain = |kind: &FileType| kind.is_file() || kind.is_dir();
            match entry.file_type() {
                Ok(kind) if !plain(&kind) => check(&entry.path(), plain, "no plain file")?,
                _ => {}
            }
        }
    }
    Ok(())
}

fn check(
    path: &Path,
    plain: impl Fn(&FileType) -> bool,
    what: &'static str,
) -> Result<(), StoreError> {
    let kind = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.file_type(),
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(());
        }
        Err(e) => return Err(StoreError::io("read", path)(e)),
    };
    if plain(&kind) {
        return Ok(());
    }
    Err(StoreError::NotPlain {
        path: path.to_owned(),
        what: if kind.is_symlink() { "a link" } else { what },
    })
}

/// Whether `file`, which was opened at `path`, is the file there still, and has no other name.
///
/// # Errors
/// What the system says.
#[cfg(unix)]
pub(super) fn is_only_name(path: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let opened = file.metadata()?;
    let there = match fs::symlink_metadata(path) {
        Ok(there) => there,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(false),
        Err(e) => return Err(e),
    };
    let same = (there.dev(), there.ino()) == (opened.dev(), opened.ino());
    Ok(same && opened.nlink() == 1)
}

/// Names of a file are not counted here.
#[cfg(not(unix))]
pub(super) fn is_only_name(_: &Path, _: &File) -> io::Result<bool> {
    Ok(true)
}

/// Whether `dir`, where it is there, belongs to this user or the administrator.
///
/// # Errors
/// [`StoreError::NotYours`].
#[cfg(unix)]
pub(super) fn check_owner(dir: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::MetadataExt;
    let owner = match fs::metadata(dir) {
        Ok(metadata) => metadata.uid(),
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(StoreError::io("read", dir)(e)),
    };
    if owner == 0 || owner == rustix::process::geteuid().as_raw() {
        return Ok(());
    }
    let dir = dir.to_owned();
    Err(StoreError::NotYours { dir, owner })
}

/// Folders have no owner here that could be asked for.
#[cfg(not(unix))]
pub(super) fn check_owner(_: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// Takes the rights of everybody else away from the folder and all that is in it: an index holds the
/// texts of documents that perhaps nobody else may read. What cannot be changed stays as it is.
pub(super) fn make_private(dir: &Path) {
    tighten(dir, 0o700);
    for name in FILES {
        tighten(&dir.join(name), 0o600);
    }
    for name in FOLDERS {
        let folder = dir.join(name);
        tighten(&folder, 0o700);
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_file()) {
                tighten(&entry.path(), 0o600);
            }
        }
    }
}

fn tighten(path: &Path, mode: u32) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let open = |m: fs::Metadata| m.permissions().mode() & 0o077 != 0;
        // Not through links: none is there any more once the folder has been looked at.
        if fs::metadata(path).is_ok_and(open) {
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode));
        }
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
}

/// The content of a file of the index.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut file = options().read(true).open(path)?;
    io::Read::read_to_end(&mut file, &mut bytes)?;
    Ok(bytes)
}

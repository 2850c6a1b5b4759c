//! Opening a file that was listed, which may be another by then: never waiting for anybody at the other
//! end of a pipe, and looking at what was opened rather than at what was listed.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

use super::discover::{Entry, special};
use super::limits::{Clock, whole};
use super::{SkipReason, Stamp, document::Shortage};
use crate::settings::Reading;

/// How often a file that changes while it is read is begun again.
const ATTEMPTS: usize = 3;

impl SkipReason {
    /// Why reading failed, as the system has it.
    #[must_use]
    pub fn of(error: &io::Error) -> Self {
        match shortage(error) {
            Some(shortage) => SkipReason::Exhausted(shortage),
            None => SkipReason::Unreadable(error.to_string()),
        }
    }
}

/// What the system had none left of, where that is why a call failed.
fn shortage(error: &io::Error) -> Option<Shortage> {
    if error.kind() == io::ErrorKind::OutOfMemory {
        return Some(Shortage::Memory);
    }
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let number = error.raw_os_error()?;
        let files = [Errno::MFILE, Errno::NFILE].map(Errno::raw_os_error);
        if files.contains(&number) {
            return Some(Shortage::Files);
        }
    }
    None
}

/// Opens a regular file; at a pipe nobody is waited for.
///
/// # Errors
/// What the system says; [`SkipReason::NotRegular`].
pub fn regular(path: &Path) -> Result<(File, Metadata), SkipReason> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // The standard library closes it for programs that are started.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    let file = options.open(path).map_err(|e| SkipReason::of(&e))?;
    let metadata = file.metadata().map_err(|e| SkipReason::of(&e))?;
    match metadata.is_file() {
        true => Ok((file, metadata)),
        false => Err(SkipReason::NotRegular(special(&metadata).to_owned())),
    }
}

/// Opens the file of `entry` at `path`. Where it is not as it was listed, what was opened is taken for
/// the truth, and `entry` says so.
///
/// # Errors
/// As [`regular`].
pub fn listed(entry: &mut Entry, path: &Path) -> Result<File, SkipReason> {
    let (file, metadata) = regular(path)?;
    entry.stamp = Stamp::of(&metadata);
    Ok(file)
}

/// Whether an open file is as `entry` has it.
///
/// # Errors
/// What the system says.
pub fn is_as_listed(file: &File, entry: &Entry) -> io::Result<bool> {
    Ok(Stamp::of(&file.metadata()?) == entry.stamp)
}

/// All bytes of the file of `entry` at `path` as they were at one time, which `entry` says afterwards.
///
/// # Errors
/// As [`listed`] and [`whole`]; [`SkipReason::Changed`] where it goes on changing.
pub fn settled(
    entry: &mut Entry,
    path: &Path,
    reading: &Reading,
    clock: &Clock,
) -> Result<Vec<u8>, SkipReason> {
    for _ in 0..ATTEMPTS {
        let mut file = listed(entry, path)?;
        let bytes = whole(&mut file, reading, clock)?;
        if is_as_listed(&file, entry).map_err(|e| SkipReason::of(&e))? {
            return Ok(bytes);
        }
    }
    Err(SkipReason::Changed)
}

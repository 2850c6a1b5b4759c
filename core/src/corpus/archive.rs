//! Archives as folders: the members of zip and tar files, without writing any of them to disk.

mod member;
mod names;
mod tar;
mod zip;

use std::io::{Read, Seek};
use std::sync::Arc;

use ::zip::ZipArchive;

use super::SkipReason;
use super::random_access::RandomAccess;
use super::unpacked::Budget;

pub use member::Member;
pub use names::{Names, as_written};

/// Members of an archive. An error ends it: what follows cannot be found.
pub type Members = Box<dyn Iterator<Item = Result<Member, SkipReason>> + Send>;

/// The members of a zip archive, in the order of its directory.
///
/// # Errors
/// [`SkipReason::Damaged`]: it has no directory that can be read.
pub fn of_zip(content: RandomAccess, budget: &Arc<Budget>) -> Result<Members, SkipReason> {
    Ok(Box::new(zip::ZipMembers::new(content, Arc::clone(budget))?))
}

/// Why what stands before a zip archive is not read: the end of the file says where its archive begins, so that of two that
/// were joined the first is never seen.
pub(super) fn not_read_before<R: Read + Seek>(archive: &ZipArchive<R>) -> Option<SkipReason> {
    let before = archive.offset();
    (before > 0).then(|| {
        SkipReason::Unsupported(format!(
            "{} stand before the zip archive, as where two were joined, and were not read: take them apart",
            crate::base::units::bytes(before)
        ))
    })
}

/// The members of a tar archive, in its order.
pub fn of_tar(content: Box<dyn Read + Send>) -> Members {
    Box::new(tar::TarMembers::new(content))
}

//! Archives as folders: the members of zip and tar files, without writing any of them to disk.

mod names;
mod tar;
mod zip;

use std::io::Read;
use std::sync::Arc;

use super::SkipReason;
use super::random_access::RandomAccess;
use super::unpacked::Budget;

pub use names::Member;
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

/// The members of a tar archive, in its order.
pub fn of_tar(content: Box<dyn Read + Send>) -> Members {
    Box::new(tar::TarMembers::new(content))
}

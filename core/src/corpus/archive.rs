//! Archives as folders: the members of zip and tar files, without writing any of them to disk.

mod names;
mod tar;
mod zip;

use std::io::Read;
use std::sync::Arc;

pub use names::{Member, Members, Names, as_written};

use super::SkipReason;
use super::random_access::RandomAccess;
use super::unpacked::Budget;

/// The members of a zip archive, in the order of its directory.
///
/// # Errors
/// [`SkipReason::Damaged`]: it has no directory that can be read.
pub fn of_zip(content: RandomAccess, budget: &Arc<Budget>) -> Result<Members, SkipReason> {
    Ok(Box::new(zip::ZipMembers::new(content, Arc::clone(budget))?))
}

/// The members of a tar archive, in its order.
pub fn of_tar(content: Box<dyn Read + Send>) -> Members {
    tar::members(content)
}

//! Archives as folders: the members of zip and tar files, without writing any of them to disk.

mod names;
mod tar;
mod zip;

pub use names::{Member, Members, Names, as_written};
pub use tar::members as of_tar;
pub use zip::members as of_zip;

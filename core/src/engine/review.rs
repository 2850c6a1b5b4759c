//! The journal of decisions on disk, and acts made from documents.
//!
//! [`location()`] says where the journal of a corpus lies, [`read`] reads it, [`append`] adds acts. What the lines mean
//! is in [`crate::review`].

mod different;
mod file;
mod labels;
mod location;

pub use different::{DecidedPair, decided, held_apart, held_apart_by};
pub use file::{append, read, read_existing};
pub use labels::{Label, figures, judged_with, labels, sure_labels};
pub use location::{JournalPlace, location, named};

/// The name of the reviewer: `named`, else the user name.
pub fn reviewer(named: Option<&str>) -> Option<String> {
    named.map(str::to_owned).or_else(user)
}

/// The name under which a journal is read; `unknown` without one.
pub fn reader(named: Option<&str>) -> String {
    reviewer(named).unwrap_or_else(|| "unknown".to_owned())
}

fn user() -> Option<String> {
    let names = ["USER", "LOGNAME", "USERNAME"].into_iter();
    let mut names = names.filter_map(|name| std::env::var(name).ok());
    names.find(|name| !name.trim().is_empty())
}

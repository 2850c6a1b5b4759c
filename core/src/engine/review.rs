//! The journal of decisions on disk, and acts made from documents.
//!
//! [`place()`] says where the journal of a corpus lies, [`read`] reads it, [`append`] adds acts. What the lines mean
//! is in [`crate::review`].

mod different;
mod file;
mod judged;
mod labels;
mod place;

pub use different::{DecidedPair, decided, held_apart, held_apart_by};
pub use file::{append, append_masks, read, read_existing};
pub use judged::{figures, judged_with};
pub use labels::{Label, labels, sure_labels};
pub use place::{JournalPlace, named, place};

/// The user's name as the system knows it: who decides where nobody else is named.
pub fn person() -> Option<String> {
    let names = ["USER", "LOGNAME", "USERNAME"].into_iter();
    let mut names = names.filter_map(|name| std::env::var(name).ok());
    let named = names.find(|name| !name.trim().is_empty());
    named.or_else(name_in_password_file)
}

/// The name of the user in /etc/passwd, where nobody has logged in, as in a container.
fn name_in_password_file() -> Option<String> {
    let user = rustix::process::getuid().as_raw().to_string();
    let users = std::fs::read_to_string("/etc/passwd").ok()?;
    let mut users = users.lines().map(|line| line.split(':'));
    users.find_map(|mut fields| {
        let name = fields.next()?;
        (fields.nth(1)? == user).then(|| name.to_owned())
    })
}

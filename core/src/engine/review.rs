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
#[must_use]
pub fn person() -> Option<String> {
    let names = ["USER", "LOGNAME", "USERNAME"].into_iter();
    let mut names = names.filter_map(|name| std::env::var(name).ok());
    let named = names.find(|name| !name.trim().is_empty());
    // Where nobody has logged in, as in a container, the user database alone knows.
    named.or_else(|| {
        whoami::username()
            .ok()
            .filter(|name| !name.trim().is_empty())
    })
}

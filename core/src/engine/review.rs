//! The journal of decisions on disk, and the data of acts from documents.
//!
//! [`location()`] finds the journal of a corpus, [`read`] reads it, [`append`] adds acts. [`crate::review`] defines the
//! meaning of the lines.

mod different;
mod file;
mod labels;
mod location;

use crate::corpus::discover;
use crate::engine::options::Options;
use crate::mask::MaskConfig;
use crate::review::{Journal, Offer, mask_changes};
pub use different::{DecidedPair, cannot_link, cannot_link_by, decided};
pub use file::{append, read, read_existing};
pub use labels::{Label, by_decisions, figures, judged_with, labels};
pub use location::{JournalLocation, location, named};

/// Offers the masks in the journals of the folders of a corpus, if it has several paths. They are off for the corpus.
/// Masks that its journal `own` mentions are omitted.
pub fn offers_of_folders(options: &Options, reviewer: &str, own: &Journal) -> Vec<Offer> {
    let paths = options.source.paths().unwrap_or_default();
    let names = discover::root_names(paths, options.source.selection().listed);
    let mut offers = Vec::new();
    let folders = paths.iter().zip(names).filter(|(path, _)| path.is_dir());
    for (path, name) in folders.filter(|_| paths.len() > 1) {
        let location = named(path);
        let Ok(journal) = read(
            &JournalLocation {
                named: false,
                ..location
            },
            reviewer,
        ) else {
            continue;
        };
        let of_folder = Offer {
            masks: mask_changes(&MaskConfig::default(), &journal.kept_masks()),
            ..Offer::default()
        };
        for mut offer in std::iter::once(of_folder).chain(journal.offers()) {
            offer.decisions = 0;
            offer.folder = Some(path.display().to_string());
            let masks = offer
                .masks
                .into_iter()
                .map(|(mask, enabled)| (mask.below(&name), enabled));
            offer.masks = masks
                .filter(|(mask, enabled)| *enabled && !own.mentions(mask))
                .collect();
            offers.extend((!offer.masks.is_empty()).then_some(offer));
        }
    }
    offers
}

/// The name of the reviewer: `named`, otherwise the user name.
pub fn reviewer(named: Option<&str>) -> Option<String> {
    named.map(str::to_owned).or_else(user)
}

/// The name under which a journal is read; `unknown` if there is none.
pub fn reader(named: Option<&str>) -> String {
    reviewer(named).unwrap_or_else(|| "unknown".to_owned())
}

fn user() -> Option<String> {
    let names = ["USER", "LOGNAME", "USERNAME"].into_iter();
    let mut names = names.filter_map(|name| std::env::var(name).ok());
    let name = names.find(|name| !name.trim().is_empty());
    name.or_else(name_in_password_file)
}

/// The name of the user in /etc/passwd, for use without login, as in containers.
fn name_in_password_file() -> Option<String> {
    let user = rustix::process::getuid().as_raw().to_string();
    let users = std::fs::read_to_string("/etc/passwd").ok()?;
    let mut users = users.lines().map(|line| line.split(':'));
    users.find_map(|mut fields| {
        let name = fields.next()?;
        (fields.nth(1)? == user).then(|| name.to_owned())
    })
}

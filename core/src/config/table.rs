//! The table of settings, by group. A row has the name and description of the setting with its source, its values and
//! where they are stored, its key in config files and its command-line option.

mod pair_search;
mod passages;
mod reading;
mod shingles;
mod sketches;

pub use pair_search::*;
pub use passages::*;
pub use shingles::*;
pub use sketches::*;

use super::setting::Setting;

/// The settings that the screens can change, in display order.
pub fn on_screen() -> impl Iterator<Item = &'static Setting> {
    let documents = shingles::ROWS.iter().chain(sketches::ROWS);
    let pair_search = pair_search::ROWS.iter().chain(passages::ROWS);
    pair_search.chain(documents).copied()
}

/// The settings recorded in the index: settings of documents, terms and sketches.
pub fn in_index() -> impl Iterator<Item = &'static Setting> {
    let documents = shingles::ROWS.iter().chain(sketches::ROWS);
    documents.chain(reading::ROWS).copied()
}

/// The settings of passages.
pub fn of_passages() -> impl Iterator<Item = &'static Setting> {
    passages::ROWS.iter().copied()
}

/// The settings of masks. The list of masks changes them, not the Settings dialog.
pub fn of_masks() -> impl Iterator<Item = &'static Setting> {
    passages::MASKS.iter().copied()
}

/// The settings of the pair search.
pub fn of_pair_search() -> impl Iterator<Item = &'static Setting> {
    let rows = pair_search::ROWS.iter().copied();
    rows.filter(|setting| **setting != LINKAGE && **setting != DECIDED_DIFFERENT)
}

/// Every setting. Settings that limit the values of others precede them.
pub fn all() -> impl Iterator<Item = &'static Setting> {
    let pair_search = pair_search::ROWS.iter().copied();
    in_index()
        .chain(pair_search)
        .chain(of_passages())
        .chain(of_masks())
}

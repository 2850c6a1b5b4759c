//! What a run has to do, given what a store has: which entries are as they were when they were read,
//! and which must be read anew.

use std::collections::{HashMap, HashSet};

use crate::base::DocNo;
use crate::corpus::discover::Location;
use crate::corpus::{Entry, Listing, Place, SkipReason, Skipped};
use crate::settings::Settings;
use crate::store::Generation;

/// What is left to do and what can be kept.
#[derive(Debug, Default)]
pub struct Plan {
    /// Entries to read: new, changed, or of unknown state.
    pub read: Vec<Entry>,
    /// Keys of stored documents whose sources are as they were.
    pub keep: HashSet<u64>,
    /// What will not be read: as listed, and what earlier runs found and nothing has changed about.
    pub skipped: Vec<Skipped>,
}

impl Plan {
    /// Everything is to be read.
    #[must_use]
    pub fn everything(listing: Listing) -> Self {
        Plan {
            read: listing.entries,
            keep: HashSet::new(),
            skipped: listing.skipped,
        }
    }

    /// Compares a listing with a generation. Where its text would be another under `settings`,
    /// everything is to be read.
    #[must_use]
    pub fn against(listing: Listing, base: &Generation, settings: &Settings) -> Self {
        let stored = base.settings();
        if stored.reading != settings.reading || stored.normalisation != settings.normalisation {
            return Self::everything(listing);
        }
        let collection = base.collection();
        let skipped_before = skipped_by_file(collection.skipped());
        let unsure = unsure(collection.skipped());
        let mut plan = Plan {
            skipped: listing.skipped,
            ..Plan::default()
        };
        for entry in listing.entries {
            let known: &[Skipped] = skipped_before
                .get(entry.id.as_str())
                .map_or(&[], Vec::as_slice);
            let documents: Vec<DocNo> = match &entry.location {
                // One file may be listed under two names, or under another than it was.
                Location::Disk(path) if entry.is_json_lines() => base
                    .documents_of(path)
                    .iter()
                    .copied()
                    .filter(|doc| is_row_of(&entry, &collection.row_as_read(*doc).id))
                    .collect(),
                // What was a row of another file is no file, whatever it is called.
                _ => base
                    .unchanged(&entry.id, entry.bytes, entry.modified)
                    .into_iter()
                    .filter(|doc| {
                        let place = &collection.row(*doc).place;
                        matches!(place, Place::File(_) | Place::Demo(_))
                    })
                    .collect(),
            };
            let as_it_was = if documents.is_empty() {
                // Looked at before, and found to hold nothing to read.
                !known.is_empty() && base.settled(entry.modified)
            } else {
                // Rows carry their file's time; a file's document was compared above.
                base.settled(entry.modified)
                    && documents
                        .iter()
                        .all(|doc| collection.row(*doc).modified == entry.modified)
            };
            if as_it_was && !unsure.contains(entry.id.as_str()) {
                plan.keep
                    .extend(documents.iter().map(|doc| collection.row(*doc).key));
                plan.skipped.extend(known.iter().cloned());
            } else {
                plan.read.push(entry);
            }
        }
        plan.skipped.sort_by(|a, b| a.id.cmp(&b.id));
        plan
    }

    /// Whether the generation is just what this plan would make.
    #[must_use]
    pub fn is_fresh(&self, base: &Generation, settings: &Settings) -> bool {
        self.read.is_empty()
            && base.settings() == settings
            && self.keep.len() == base.collection().len()
            && self.skipped == base.collection().skipped()
    }
}

/// Whether `id` was given to a row of `entry`.
fn is_row_of(entry: &Entry, id: &str) -> bool {
    let rest = id.strip_prefix(entry.id.as_str());
    rest.is_some_and(|rest| rest.starts_with('#'))
}

/// What earlier runs found not to be readable, by the file that it is, or is a row of. What the
/// listing itself leaves out is found anew each time and not repeated here.
fn skipped_by_file(skipped: &[Skipped]) -> HashMap<&str, Vec<Skipped>> {
    let mut out: HashMap<&str, Vec<Skipped>> = HashMap::new();
    for skip in skipped {
        let file = match &skip.reason {
            SkipReason::BadRow(_) => skip.id.rsplit_once(':').map_or(skip.id.as_str(), |s| s.0),
            SkipReason::TooDeep(_) => file_of_row(&skip.id).unwrap_or(&skip.id),
            SkipReason::Empty | SkipReason::TooLarge(..) => match file_of_row(&skip.id) {
                Some(file) => file,
                None => continue,
            },
            SkipReason::Binary => skip.id.as_str(),
            // May read differently next time.
            _ => continue,
        };
        out.entry(file).or_default().push(skip.clone());
    }
    out
}

/// Files that, or a row of which, may read differently next time.
fn unsure(skipped: &[Skipped]) -> HashSet<&str> {
    let files = skipped.iter().filter_map(|skip| match skip.reason {
        SkipReason::Unreadable(_) | SkipReason::TooSlow(_) => file_of_row(&skip.id),
        SkipReason::Changed => Some(skip.id.as_str()),
        _ => None,
    });
    files.collect()
}

/// The file, where `id` names a row of one.
fn file_of_row(id: &str) -> Option<&str> {
    let (file, line) = id.rsplit_once(':')?;
    line.bytes().all(|b| b.is_ascii_digit()).then_some(file)
}

//! What a run has to do, given what a store has: which entries are as they were when they were read,
//! and which must be read anew.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::open::Reuse;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::discover::Location;
use crate::corpus::limits::Clock;
use crate::corpus::read::Unfinished;
use crate::corpus::{Entry, Listing, Place, SkipReason, Skipped, opened};
use crate::settings::Settings;
use crate::store::{Generation, StoredSources};

/// What is left to do and what can be kept.
#[derive(Debug, Default)]
pub struct Plan {
    /// Entries to read: new, changed, or of unknown state.
    pub read: Vec<Entry>,
    /// Keys of stored documents whose sources are as they were.
    pub keep: HashSet<u64>,
    /// Keys of documents that an interrupted run has read from sources that are as they were.
    pub resume: HashSet<u64>,
    /// What will not be read: as listed, and what earlier runs found and nothing has changed about.
    pub skipped: Vec<Skipped>,
}

impl Plan {
    /// Everything is to be read.
    #[must_use]
    pub fn everything(listing: Listing) -> Self {
        Plan {
            read: listing.entries,
            skipped: listing.skipped,
            ..Plan::default()
        }
    }

    /// Compares a listing with a generation. Where its text would be another under `settings`,
    /// everything is to be read.
    #[must_use]
    pub fn against(listing: Listing, base: &Generation, settings: &Settings, reuse: Reuse) -> Self {
        let mut plan = Self::everything(listing);
        let stored = base.settings();
        if stored.reading == settings.reading && stored.normalisation == settings.normalisation {
            plan.keep = plan.take(base.sources(), reuse);
        }
        plan
    }

    /// Takes what an interrupted run has read off what is left to read, where that run had the same
    /// settings. A file of rows in which it stopped is read from there on.
    pub fn resume(
        &mut self,
        interrupted: &StoredSources,
        unfinished: &Unfinished,
        settings: &Settings,
        reuse: Reuse,
    ) {
        if interrupted.collection().settings() != settings {
            return;
        }
        let at = self.read.iter().position(|entry| entry.id == unfinished.id);
        let mut begun = at.map(|at| self.read.remove(at));
        self.resume = self.take(interrupted, reuse);
        if let Some(entry) = &mut begun
            && let Some((stamp, start)) = unfinished.rest
            && reuse == Reuse::SameStamp
            && stamp == entry.stamp.digest()
            && interrupted.settled(entry.stamp)
        {
            entry.start = start;
            let collection = interrupted.collection();
            let rows = rows_of(entry, interrupted);
            self.resume.extend(rows.map(|doc| collection.row(doc).key));
            let known = collection.skipped().iter();
            let known = known.filter(|skip| unfinished.is_file_of(&skip.id));
            self.skipped.extend(known.cloned());
            self.skipped.sort_by(|a, b| a.id.cmp(&b.id));
        }
        self.read.extend(begun);
        self.read.sort_by(|a, b| a.id.cmp(&b.id));
    }

    /// Keys of the documents of `sources` that need not be read again. Their entries are no longer to
    /// be read, and what was found not to be readable beside them is skipped again.
    fn take(&mut self, sources: &StoredSources, reuse: Reuse) -> HashSet<u64> {
        let collection = sources.collection();
        let skipped_before = skipped_by_file(collection.skipped());
        let unsure = unsure(collection.skipped());
        let (mut unchanged, mut changed) = (Vec::new(), Vec::new());
        for entry in std::mem::take(&mut self.read) {
            let known: &[Skipped] = skipped_before
                .get(entry.id.as_str())
                .map_or(&[], Vec::as_slice);
            let documents: Vec<DocNo> = match &entry.location {
                Location::Disk(_) if entry.is_json_lines() => rows_of(&entry, sources).collect(),
                // What was a row of another file is no file, whatever it is called.
                _ => collection
                    .find(&entry.id)
                    .into_iter()
                    .filter(|doc| {
                        let place = &collection.row(*doc).place;
                        matches!(place, Place::File(_) | Place::Demo(_))
                    })
                    .collect(),
            };
            let as_it_was = if documents.is_empty() {
                // Looked at before, and found to hold nothing to read.
                !known.is_empty() && sources.settled(entry.stamp)
            } else {
                let same = |doc: &DocNo| sources.is_unchanged(*doc, entry.stamp);
                documents.iter().all(same)
            };
            if as_it_was && !unsure.contains(entry.id.as_str()) {
                unchanged.push((entry, documents));
            } else {
                changed.push(entry);
            }
        }
        if reuse == Reuse::SameContent {
            let same = |(entry, documents): &(Entry, Vec<DocNo>)| {
                has_content_of(entry, documents, collection)
            };
            let (same, other): (Vec<_>, Vec<_>) = unchanged.into_par_iter().partition(same);
            unchanged = same;
            changed.extend(other.into_iter().map(|(entry, _)| entry));
            changed.sort_by(|a, b| a.id.cmp(&b.id));
        }
        let mut keys = HashSet::new();
        for (entry, documents) in unchanged {
            keys.extend(documents.iter().map(|doc| collection.row(*doc).key));
            let known = skipped_before.get(entry.id.as_str());
            self.skipped.extend(known.into_iter().flatten().cloned());
        }
        self.read = changed;
        self.skipped.sort_by(|a, b| a.id.cmp(&b.id));
        keys
    }

    /// Whether the generation is just what this plan would make.
    #[must_use]
    pub fn is_fresh(&self, base: &Generation, settings: &Settings) -> bool {
        self.read.is_empty()
            && self.resume.is_empty()
            && base.settings() == settings
            && self.keep.len() == base.collection().len()
            && self.skipped == base.collection().skipped()
    }
}

/// Whether the file of `entry` has the bytes that its one document was made of. Files of rows are not
/// looked at, and are to be read again.
fn has_content_of(entry: &Entry, documents: &[DocNo], collection: &Collection) -> bool {
    let reading = &collection.settings().reading;
    let [doc] = documents else { return false };
    let Location::Disk(path) = &entry.location else {
        return true;
    };
    let bytes = opened::settled(&mut entry.clone(), path, reading, &Clock::start(reading));
    !entry.is_json_lines()
        && bytes.is_ok_and(|bytes| xxh3_128(&bytes) == collection.row(*doc).fingerprint)
}

/// The documents of `sources` that are rows of `entry`. One file may be listed under two names, or under
/// another than it was.
fn rows_of<'s>(entry: &Entry, sources: &'s StoredSources) -> impl Iterator<Item = DocNo> + 's {
    let documents = match &entry.location {
        Location::Disk(path) => sources.documents_of(path),
        Location::Demo(_) => &[],
    };
    let id = entry.id.clone();
    let is_row = move |doc: &DocNo| is_row_of(&id, &sources.collection().row_as_read(*doc).id);
    documents.iter().copied().filter(is_row)
}

/// Whether `id` was given to a row of the entry called `entry`.
fn is_row_of(entry: &str, id: &str) -> bool {
    let rest = id.strip_prefix(entry);
    rest.is_some_and(|rest| rest.starts_with('#'))
}

/// What earlier runs found not to be readable, by the file that it is, or is a row of. What the
/// listing itself leaves out is found anew each time and not repeated here.
fn skipped_by_file(skipped: &[Skipped]) -> HashMap<&str, Vec<Skipped>> {
    let mut out: HashMap<&str, Vec<Skipped>> = HashMap::new();
    for skip in skipped {
        let file = match &skip.reason {
            SkipReason::BadRow(_) => skip.id.rsplit_once(':').map_or(skip.id.as_str(), |s| s.0),
            SkipReason::TooDeep(_) => skip.file_of_row().unwrap_or(&skip.id),
            SkipReason::Empty | SkipReason::TooLarge(..) => match skip.file_of_row() {
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
        SkipReason::Unreadable(_) | SkipReason::TooSlow(_) => skip.file_of_row(),
        SkipReason::Changed => Some(skip.id.as_str()),
        _ => None,
    });
    files.collect()
}

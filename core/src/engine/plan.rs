//! Plans an incremental run: which entries are unchanged since they were stored and which must be read.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crate::base::{Cancel, DocNo};
use crate::corpus::entry::Location;
use crate::corpus::packing::SEPARATOR;
use crate::corpus::read::Unfinished;
use crate::corpus::{Entry, Listing, Skipped};
use crate::index::{Collection, Generation, StoredSources};
use crate::settings::Settings;

/// The work of a run: entries to read and stored documents to keep.
#[derive(Debug, Default)]
pub struct Plan {
    /// Entries to read: new, changed, or of unknown state.
    pub read: Vec<Entry>,
    /// Keys of stored documents with unchanged sources.
    pub keep: HashSet<u64>,
    /// Keys of documents that an interrupted run has read and whose sources are unchanged.
    pub resume: HashSet<u64>,
    /// Entries that are not read: those that the listing excludes, and unreadable ones of earlier runs
    /// that are unchanged.
    pub skipped: Vec<Skipped>,
}

impl Plan {
    /// Compares a listing with the index: its last generation, and the documents that an interrupted run has read
    /// since. Without an index, or with `rebuild`, everything is read. `None` once cancelled.
    pub fn new(
        listing: Listing,
        base: Option<&Generation>,
        settings: &Settings,
        rebuild: bool,
        cancel: &Cancel,
    ) -> Option<Self> {
        let mut plan = Self::everything(listing);
        let Some(base) = base.filter(|_| !rebuild) else {
            return Some(plan);
        };
        let stored = base.settings();
        let is_same = stored.reading == settings.reading
            && stored.normalisation == settings.normalisation
            && base.sources.is_read_as_now();
        // With other terms or another way of reading, no stored document is usable.
        if is_same {
            plan.keep = plan.take(&base.sources, cancel);
        }
        if let Some((interrupted, unfinished)) = base.interrupted()
            && interrupted.is_read_as_now()
        {
            plan.resume(interrupted, unfinished, settings, cancel);
        }
        (!cancel.stopped()).then_some(plan)
    }

    /// A plan that reads every entry.
    pub fn everything(listing: Listing) -> Self {
        Plan {
            read: listing.entries,
            skipped: listing.skipped,
            ..Plan::default()
        }
    }

    /// Reuses the documents of an interrupted run that had the same settings. A JSON Lines file in
    /// which that run stopped is read from that row on.
    fn resume(
        &mut self,
        interrupted: &StoredSources,
        unfinished: &Unfinished,
        settings: &Settings,
        cancel: &Cancel,
    ) {
        if interrupted.collection.settings() != settings {
            return;
        }
        let at = self.read.iter().position(|entry| entry.id == unfinished.id);
        let mut unfinished_entry = at.map(|at| self.read.remove(at));
        self.resume = self.take(interrupted, cancel);
        if let Some(entry) = &mut unfinished_entry
            && let Some((stamp, start)) = unfinished.rest
            && stamp == entry.stamp.digest()
            && interrupted.settled(entry.stamp)
        {
            entry.start = start;
            let collection = &interrupted.collection;
            let rows = rows_of(entry, interrupted);
            self.resume.extend(rows.map(|doc| collection.row(doc).key));
            let skipped = collection.reported().into_iter();
            let skipped = skipped.filter(|skip| unfinished.is_file_of(&skip.id));
            self.skipped.extend(skipped);
            self.skipped.sort_by(|a, b| a.id.cmp(&b.id));
        }
        self.read.extend(unfinished_entry);
        self.read.sort_by(|a, b| a.id.cmp(&b.id));
    }

    /// Removes unchanged entries from `read` and returns the keys of their documents in `sources`.
    /// Unreadable rows of these entries are added to `skipped` again. After a cancellation, the plan is unusable.
    fn take(&mut self, sources: &StoredSources, cancel: &Cancel) -> HashSet<u64> {
        let collection = &sources.collection;
        let reported = collection.reported();
        let before = SkippedBefore::new(&reported, &self.read);
        let ids = OnceCell::new();
        let (mut unchanged, mut changed) = (Vec::new(), Vec::new());
        for entry in std::mem::take(&mut self.read) {
            if cancel.stopped() {
                break;
            }
            let is_known = before.of_file.contains_key(entry.id.as_str());
            // A row of another file never matches a file, even if the ids are equal. A file that was read under
            // another path is read again, because its stored path is invalid.
            let own = collection.find(&entry.id).filter(|doc| {
                let location = collection.row(*doc).location;
                let is_here = location.in_program || Some(location.path) == entry.path();
                location.is_file() && is_here && !entry.has_rows()
            });
            let mut documents = Vec::from_iter(own);
            if documents.is_empty() {
                documents.extend(rows_of(&entry, sources));
            }
            let is_unchanged = if documents.is_empty() {
                // The file was read before and yielded no document, and none under another path.
                is_known
                    && sources.settled(entry.stamp)
                    && !if entry.has_rows() {
                        any_of(ids.get_or_init(|| read_ids(collection)), &entry.id)
                    } else {
                        collection.find(&entry.id).is_some()
                    }
            } else {
                let has_same_stamp = |doc: &DocNo| sources.is_unchanged(*doc, entry.stamp);
                documents.iter().all(has_same_stamp)
            };
            if is_unchanged && !before.unsure.contains(entry.id.as_str()) {
                unchanged.push((entry, documents));
            } else {
                changed.push(entry);
            }
        }
        let mut keys = HashSet::new();
        for (entry, documents) in unchanged {
            keys.extend(documents.iter().map(|doc| collection.row(*doc).key));
            let skipped = before.of_file.get(entry.id.as_str());
            self.skipped.extend(skipped.into_iter().flatten().cloned());
        }
        self.read = changed;
        self.skipped.sort_by(|a, b| a.id.cmp(&b.id));
        keys
    }

    /// Whether the generation already equals the result of this plan.
    pub fn is_fresh(&self, base: &Generation, settings: &Settings) -> bool {
        self.read.is_empty()
            && self.resume.is_empty()
            && base.settings() == settings
            && self.keep.len() == base.collection().len()
            && self.skipped == base.collection().reported()
    }
}

/// Returns the documents of `sources` that are rows of `entry`. Rows are also matched by id, because one file
/// may be listed under two names or under a new one.
fn rows_of<'s>(entry: &Entry, sources: &'s StoredSources) -> impl Iterator<Item = DocNo> + 's {
    let documents = match &entry.location {
        Location::Disk(path) => sources.documents_of(path),
        Location::Demo(_) => &[],
    };
    let id = entry.id.clone();
    let is_row = move |doc: &DocNo| is_row_of(&id, sources.collection.row_as_read(*doc).id);
    documents.iter().copied().filter(is_row)
}

/// Ids of the documents of a collection, as they were read, ascending.
fn read_ids(collection: &Collection) -> Vec<&str> {
    let documents = collection.documents();
    let ids = documents.map(|doc| collection.row_as_read(doc).id);
    let mut ids: Vec<&str> = ids.collect();
    ids.sort_unstable();
    ids
}

/// Whether one of the ascending `ids` belongs to the entry with the id `entry`, or to a row or member of it.
fn any_of(ids: &[&str], entry: &str) -> bool {
    ["", "#", SEPARATOR].iter().any(|separator| {
        let start = [entry, separator].concat();
        let at = ids.partition_point(|id| *id < start.as_str());
        ids.get(at).is_some_and(|id| is_row_of(entry, id))
    })
}

/// Whether `id` belongs to a row of the entry with the id `entry`, i.e. has the form `entry#…`, to a member of
/// it, `entry!/…`, or to a table that is one document, `entry`.
fn is_row_of(entry: &str, id: &str) -> bool {
    let rest = id.strip_prefix(entry);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('#') || rest.starts_with(SEPARATOR))
}

/// Entries in unchanged listed files that earlier runs skipped.
#[derive(Default)]
struct SkippedBefore<'s> {
    /// By the id of the file.
    of_file: HashMap<&'s str, Vec<Skipped>>,
    /// Ids of files that may have another result next time, or that contain rows or members that may.
    unsure: HashSet<&'s str>,
}

impl<'s> SkippedBefore<'s> {
    /// Assigns the entries of `skipped` that reading reported to their files in `entries`. The listing finds its own
    /// skipped entries each time.
    fn new(skipped: &'s [Skipped], entries: &[Entry]) -> Self {
        let mut before = SkippedBefore::default();
        let read = skipped.iter().filter(|skip| skip.stamp != 0);
        let named: HashSet<&str> = { read.clone() }.flat_map(|skip| files(&skip.id)).collect();
        let ids = entries.iter().map(|entry| (entry.id.as_str(), entry));
        let stamps = ids.filter(|(id, _)| named.contains(id));
        let stamps: HashMap<&str, u64> = stamps
            .map(|(id, entry)| (id, entry.stamp.digest()))
            .collect();
        for skip in read {
            let file = files(&skip.id).find(|file| stamps.get(file) == Some(&skip.stamp));
            if let Some(file) = file {
                if skip.reason.may_differ() {
                    before.unsure.insert(file);
                }
                before.of_file.entry(file).or_default().push(skip.clone());
            }
        }
        before
    }
}

/// Returns the ids of the files that may contain the item `id`: a file, a row or message of a file, or a member of an
/// archive.
fn files(id: &str) -> impl Iterator<Item = &str> {
    let row = id.rsplit_once(':');
    let file = row.filter(|(_, line)| line.bytes().all(|byte| byte.is_ascii_digit()));
    let archives = id.match_indices(SEPARATOR).map(|(at, _)| &id[..at]);
    std::iter::once(id)
        .chain(file.map(|(file, _)| file))
        .chain(archives)
}

//! Fills the full-text index with the texts of all documents. Texts are taken from the cache of the reading stage;
//! texts that did not fit into it are read again in parallel.
//!
//! Reading again costs a fraction of the indexing time. It allows clusters to be ready long before the
//! full-text index without holding the text of a large corpus in memory.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;

use anyhow::bail;
use rayon::prelude::*;

use super::progress::{BuildEvent, ProgressSampler, Stage};
use crate::base::{Cancel, DocNo, lock, units};
use crate::corpus::PlaceView;
use crate::corpus::read::DocumentReader;
use crate::index::{Collection, Writer};

/// Approximate bytes of an entry in addition to its text.
const ENTRY_BYTES: usize = 64;

/// Texts by document key, as many as fit into the limit.
#[derive(Debug, Default)]
pub struct TextCache {
    /// Remaining bytes.
    room: usize,
    texts: HashMap<u64, Box<str>>,
}

impl TextCache {
    /// An empty cache for up to `limit` bytes; 0 caches nothing.
    pub fn up_to(limit: usize) -> Self {
        TextCache {
            room: limit,
            ..TextCache::default()
        }
    }

    /// Whether any bytes remain.
    pub fn has_room(&self) -> bool {
        self.room > 0
    }

    /// Stores the text if it fits.
    pub fn keep(&mut self, key: u64, text: String) {
        if let Some(rest) = self.room.checked_sub(text.len() + ENTRY_BYTES) {
            self.room = rest;
            self.texts.insert(key, text.into());
        }
    }

    /// Removes and returns the text of a document.
    pub fn take(&mut self, key: u64) -> Option<String> {
        self.texts.remove(&key).map(String::from)
    }
}

/// Documents per parallel batch.
const BATCH: usize = 256;

/// Sort key for reading: rows of one file stay in order, so that packed files are read in few passes.
fn position(location: PlaceView<'_>) -> (Option<&Path>, &str, u64) {
    let path = location.on_disk().filter(|_| !location.is_file());
    (path, location.member, location.row.line)
}

/// Adds each document of `collection` that the index lacks. Call it on the thread pool.
pub fn write(
    collection: &Collection,
    mut texts: TextCache,
    writer: &mut Writer,
    cancel: &Cancel,
    emit: &(dyn Fn(BuildEvent) + Sync),
) -> anyhow::Result<()> {
    let (sampler, reading) = (
        ProgressSampler::new(Stage::FullText),
        &collection.settings().reading,
    );
    let threads = rayon::current_num_threads();
    let index = writer.full_text()?;
    let documents = collection.documents();
    let mut missing: Vec<DocNo> = documents
        .filter(|doc| !index.contains(collection.row(*doc).key))
        .collect();
    let sort_key = |doc: &DocNo| position(collection.row(*doc).location);
    missing.sort_by_key(sort_key);
    let has_rows = missing.iter().any(|doc| sort_key(doc).0.is_some());
    // One ascending piece of a batch for each thread: a reader only goes forward.
    let piece_size = if has_rows {
        (BATCH / threads).max(1)
    } else {
        1
    };
    let total = missing.len() as u64;
    let report = |done: usize, bytes: u64| {
        emit(BuildEvent::Progress(sampler.at(done as u64, total, bytes)));
    };
    let (mut done, mut bytes, mut changed) = (0, 0, 0_u64);
    report(done, bytes);
    let readers = Mutex::new(Vec::new());
    for batch in missing.chunks(BATCH) {
        if cancel.stopped() {
            break;
        }
        let rows = batch.iter().map(|doc| collection.row(*doc));
        let mut cached: Vec<_> = rows.clone().map(|row| texts.take(row.key)).collect();
        let lost: Vec<u64> = batch
            .par_chunks(piece_size)
            .zip(cached.par_chunks_mut(piece_size))
            .map(|(documents, cached)| {
                // A reader continues its passes over packed files.
                let reader = lock(&readers).pop();
                let mut reader = reader.unwrap_or_else(|| DocumentReader::new(reading));
                let mut lost = 0;
                for (doc, cached) in documents.iter().zip(cached) {
                    let row = collection.row(*doc);
                    // The file changed or disappeared after it was sketched, so its text does not match
                    // its figures. Only its title is indexed; the next run reads the file again.
                    let text = match cached.take() {
                        Some(text) => Some(text),
                        None => match reader.document(row.id, &row.location.to_place()) {
                            Ok(read) if read.row.fingerprint == row.fingerprint => Some(read.text),
                            Err(reason) if reason.ends_the_run() => bail!("{}: {reason}", row.id),
                            Ok(_) | Err(_) => None,
                        },
                    };
                    lost += u64::from(text.is_none());
                    index.add(
                        row.key,
                        // The display name may change with other documents, but the index stores the id
                        // as read.
                        collection.row_as_read(*doc).id.to_owned(),
                        row.title.to_owned(),
                        text.unwrap_or_default(),
                    )?;
                }
                lock(&readers).push(reader);
                Ok(lost)
            })
            .collect::<anyhow::Result<_>>()?;
        index.write_full()?;
        changed += lost.iter().sum::<u64>();
        done += batch.len();
        bytes += rows.map(|row| row.bytes).sum::<u64>();
        if sampler.is_due() {
            report(done, bytes);
        }
    }
    report(done, bytes);
    if changed > 0 {
        let files = units::counted(changed, "document changed", "documents changed");
        emit(BuildEvent::Notice(format!(
            "{files} while being indexed; the next run reads them again"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_is_stored_and_returned_once() {
        let mut texts = TextCache::up_to(2 * ENTRY_BYTES + 5);
        assert!(texts.has_room() && !TextCache::default().has_room());
        for (key, text) in [(1, "ab"), (2, "too long"), (3, "cde")] {
            texts.keep(key, text.to_owned());
        }
        assert!(!texts.has_room());
        let taken = [1, 2, 3, 1].map(|key| texts.take(key));
        assert_eq!(taken, [Some("ab".into()), None, Some("cde".into()), None]);
    }
}

//! Fills the full-text index with the texts of all documents. Texts come from the cache of the reading
//! stage or, where they did not fit into it, are read again in parallel.
//!
//! Reading again costs a fraction of the indexing time. It allows clusters to be ready long before the
//! full-text index without holding the text of a large corpus in memory.

use std::path::Path;
use std::sync::Mutex;

use anyhow::bail;
use rayon::prelude::*;

use super::event::Event;
use super::progress::{Sampler, Stage};
use super::text_cache::TextCache;
use crate::base::Cancel;
use crate::base::{DocNo, lock, units};
use crate::corpus::PlaceView;
use crate::corpus::read::DocumentReader;
use crate::index::{Collection, Writer};
use crate::settings::Reading;

/// Documents per parallel batch.
const BATCH: usize = 256;

/// A reader that goes back to its pool, so that the passes over packed files that it has begun go on with the
/// next batch.
struct Pooled<'p, 'r> {
    again: Option<DocumentReader<'r>>,
    pool: &'p Mutex<Vec<DocumentReader<'r>>>,
    reading: &'r Reading,
}

impl<'p, 'r> Pooled<'p, 'r> {
    fn from(pool: &'p Mutex<Vec<DocumentReader<'r>>>, reading: &'r Reading) -> Self {
        Pooled {
            again: lock(pool).pop(),
            pool,
            reading,
        }
    }

    fn reader(&mut self) -> &mut DocumentReader<'r> {
        self.again
            .get_or_insert_with(|| DocumentReader::new(self.reading))
    }
}

impl Drop for Pooled<'_, '_> {
    fn drop(&mut self) {
        lock(self.pool).extend(self.again.take());
    }
}

/// Where a text is read: rows of one file in their order there, so that packed files are read in few passes.
fn position(location: PlaceView<'_>) -> (Option<&Path>, &str, u64) {
    let path = location.on_disk().filter(|_| !location.is_file());
    (path, location.member, location.row.line)
}

/// Adds each document of `collection` that the index lacks. Call it on the thread pool.
pub fn write(
    reading: &Reading,
    collection: &Collection,
    mut texts: TextCache,
    writer: &mut Writer,
    cancel: &Cancel,
    emit: &(dyn Fn(Event) + Sync),
) -> anyhow::Result<()> {
    let mut sampler = Sampler::new(Stage::FullText);
    let threads = rayon::current_num_threads();
    let index = writer.full_text()?;
    let mut missing: Vec<DocNo> = collection
        .documents()
        .filter(|doc| !index.contains(collection.row(*doc).key))
        .collect();
    missing.sort_by_key(|doc| position(collection.row(*doc).location));
    let has_rows = missing
        .iter()
        .any(|doc| position(collection.row(*doc).location).0.is_some());
    // One ascending piece of a batch for each thread: a reader only goes forward.
    let piece = if has_rows { BATCH / threads } else { 1 };
    let total = missing.len() as u64;
    let report = |sampler: &Sampler, done: usize, bytes: u64| {
        emit(Event::Progress(sampler.at(done as u64, total, bytes)));
    };
    let (mut done, mut bytes) = (0, 0);
    let mut gone = 0_u64;
    report(&sampler, done, bytes);
    let pool = Mutex::new(Vec::new());
    for batch in missing.chunks(BATCH) {
        if cancel.stopped() {
            break;
        }
        let cached: Vec<Option<String>> = batch
            .iter()
            .map(|doc| texts.take(collection.row(*doc).key))
            .collect();
        let lost: Vec<bool> = batch
            .par_iter()
            .zip(cached)
            .with_min_len(piece.max(1))
            .map_init(
                || Pooled::from(&pool, reading),
                |again, (doc, text)| {
                    let again = again.reader();
                    let row = collection.row(*doc);
                    // The file changed or disappeared after it was sketched, so its text does not match
                    // its figures. Only its title is indexed; the next run reads the file again.
                    let text = match text {
                        Some(text) => Some(text),
                        None => match again.document(row.id, &row.location.to_place()) {
                            Ok(read) if read.row.fingerprint == row.fingerprint => Some(read.text),
                            Err(reason) if reason.ends_the_run() => bail!("{}: {reason}", row.id),
                            Ok(_) | Err(_) => None,
                        },
                    };
                    let lost = text.is_none();
                    index.add(
                        row.key,
                        // The display name may change with other documents, but the index stores the id
                        // as read.
                        collection.row_as_read(*doc).id.to_owned(),
                        row.title.to_owned(),
                        text.unwrap_or_default(),
                    )?;
                    Ok(lost)
                },
            )
            .collect::<anyhow::Result<_>>()?;
        index.write_full()?;
        gone += lost.iter().filter(|lost| **lost).count() as u64;
        done += batch.len();
        bytes += batch
            .iter()
            .map(|doc| collection.row(*doc).bytes)
            .sum::<u64>();
        if sampler.is_due() {
            report(&sampler, done, bytes);
        }
    }
    report(&sampler, done, bytes);
    if gone > 0 {
        let files = units::counted(gone, "document changed", "documents changed");
        emit(Event::Notice(format!(
            "{files} while being indexed; the next run reads them again"
        )));
    }
    Ok(())
}

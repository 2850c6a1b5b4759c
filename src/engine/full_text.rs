//! Fills the full-text index with the texts of all documents. Texts come from the cache of the reading
//! stage or, where they did not fit into it, are read again in parallel.
//!
//! Reading again costs a fraction of the indexing time. It allows clusters to be ready long before the
//! full-text index without holding the text of a large corpus in memory.

use std::time::Instant;

use anyhow::bail;
use rayon::prelude::*;

use super::build::Event;
use super::cancel::Cancel;
use super::ingest::{SAMPLE, TextCache};
use super::open::Options;
use super::progress::{Progress, Stage};
use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::read::Again;
use crate::search::Budget;
use crate::store::Writer;

/// Documents per parallel batch.
const BATCH: usize = 256;

/// Adds each document of `collection` that the index lacks. Call it on the thread pool.
///
/// # Errors
/// The index cannot be written, or reading hits an error that ends the run.
pub fn write(
    options: &Options,
    collection: &Collection,
    mut kept: TextCache,
    writer: &mut Writer,
    cancel: &Cancel,
    emit: &(dyn Fn(Event) + Sync),
) -> anyhow::Result<()> {
    let begun = Instant::now();
    let mut sampled = begun;
    let reading = &options.settings.reading;
    let threads = rayon::current_num_threads();
    let index = writer.full_text(Budget {
        threads,
        ..Budget::default()
    })?;
    let missing: Vec<DocNo> = collection
        .documents()
        .filter(|doc| !index.contains(collection.row(*doc).key))
        .collect();
    let report = |done: usize, bytes: u64| {
        emit(Event::Progress(Progress {
            stage: Stage::FullText,
            done: done as u64,
            total: missing.len() as u64,
            bytes,
            elapsed: begun.elapsed(),
        }));
    };
    let (mut done, mut bytes) = (0, 0);
    let mut gone = 0_u64;
    report(done, bytes);
    for batch in missing.chunks(BATCH) {
        if cancel.stopped() {
            break;
        }
        let texts: Vec<Option<String>> = batch
            .iter()
            .map(|doc| kept.take(collection.row(*doc).key))
            .collect();
        let lost: Vec<bool> = batch
            .par_iter()
            .zip(texts)
            .map_init(
                || Again::new(reading),
                |again, (doc, text)| {
                    let row = collection.row(*doc);
                    // The file changed or disappeared after it was sketched, so its text does not match
                    // its figures. Only its title is indexed; the next run reads the file again.
                    let text = match text {
                        Some(text) => Some(text),
                        None => match again.document(&row.id, &row.place) {
                            Ok(read) if read.fingerprint == row.fingerprint => Some(read.text),
                            Err(reason) if reason.ends_the_run() => bail!("{}: {reason}", row.id),
                            Ok(_) | Err(_) => None,
                        },
                    };
                    let lost = text.is_none();
                    index.add(
                        row.key,
                        // The display name may change with other documents, but the index stores the id
                        // as read.
                        collection.row_as_read(*doc).id.clone(),
                        row.title.clone(),
                        text.unwrap_or_default(),
                    )?;
                    Ok(lost)
                },
            )
            .collect::<anyhow::Result<_>>()?;
        gone += lost.iter().filter(|lost| **lost).count() as u64;
        done += batch.len();
        bytes += batch
            .iter()
            .map(|doc| collection.row(*doc).bytes)
            .sum::<u64>();
        if sampled.elapsed() >= SAMPLE {
            sampled = Instant::now();
            report(done, bytes);
        }
    }
    report(done, bytes);
    if gone > 0 {
        let files = crate::base::units::counted(gone, "document changed", "documents changed");
        emit(Event::Notice(format!(
            "{files} while being indexed; the next run reads them anew"
        )));
    }
    Ok(())
}

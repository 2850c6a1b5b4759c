//! Which documents are disguised: they are read again, and the counts are kept by content, so that each text is read once.

use std::collections::HashMap;
use std::sync::Arc;

use super::message::{Disguised, Update};
use super::shared::Shared;
use crate::base::{Cancel, DocNo, units};
use crate::corpus::read;
use crate::index::Collection;
use crate::settings::Reading;
use crate::text::Disguise;

/// Disguised documents that a sentence names.
const NAMED: usize = 20;

/// Counts the disguised documents of the current results and sends them, while neither the index build nor a request of
/// the user runs. Returns whether it is done.
pub fn send(shared: &Shared, by_fingerprint: &mut HashMap<u128, u32>, until: &Cancel) -> bool {
    let version = shared.results_version();
    let Some(collection) = shared.current().collection else {
        return true;
    };
    let cancel = shared
        .superseded(version, until)
        .behind(&shared.jobs.index)
        .behind(&shared.jobs.foreground);
    let Some(documents) = count(&collection, by_fingerprint, &cancel) else {
        return false;
    };
    let disguised = Update::Disguised(Arc::new(Disguised { documents }));
    shared.send_of(version.epoch, disguised)
}

/// How documents are read for what disguises them: text that a page hides does so also where it is not compared.
pub fn with_unseen(reading: &Reading) -> Reading {
    Reading {
        drop_unseen: false,
        ..reading.clone()
    }
}

/// The disguised documents of a collection, ascending; `None` if cancelled.
pub fn documents(collection: &Collection, cancel: &Cancel) -> Option<Vec<DocNo>> {
    let counts = count(collection, &mut HashMap::new(), cancel)?;
    Some(counts.into_iter().map(|(doc, _)| doc).collect())
}

/// Says how many documents are disguised, and the names of the first. `way_out` is what compares them as a reader sees
/// them; `None` where they are compared so.
pub fn sentence<'a>(
    mut names: impl ExactSizeIterator<Item = &'a str>,
    way_out: Option<&str>,
) -> String {
    let documents = units::counted(
        names.len() as u64,
        "disguised document",
        "disguised documents",
    );
    let first: Vec<&str> = names.by_ref().take(NAMED).collect();
    let more = match names.len() {
        0 => String::new(),
        more => format!(" and {} more", units::count(more as u64)),
    };
    let first = first.join(", ");
    match way_out {
        None => format!("{documents}: {first}{more}"),
        Some(way_out) => format!(
            "copies can be missed in {documents} ({way_out} compares what a reader sees): {first}{more}"
        ),
    }
}

/// The disguised documents of a collection, ascending, each with its number of disguises; `None` if cancelled.
/// A document that can no longer be read as it was is left out.
pub fn count(
    collection: &Collection,
    by_fingerprint: &mut HashMap<u128, u32>,
    cancel: &Cancel,
) -> Option<Vec<(DocNo, u32)>> {
    let mut counts = Vec::new();
    let reading = with_unseen(&collection.settings().reading);
    let mut again = read::DocumentReader::new(&reading);
    for doc in collection.documents() {
        cancel.proceed()?;
        let row = collection.row(doc);
        let count = match by_fingerprint.get(&row.fingerprint) {
            Some(count) => *count,
            None => {
                let Ok(document) = again.document(row.id, &row.location.to_place()) else {
                    continue;
                };
                let disguise = Disguise::new(&document.text, document.unseen);
                let count = u32::try_from(disguise.count()).unwrap_or(u32::MAX);
                by_fingerprint.insert(document.row.fingerprint, count);
                if document.row.fingerprint != row.fingerprint {
                    continue;
                }
                count
            }
        };
        if count > 0 {
            counts.push((doc, count));
        }
    }
    Some(counts)
}

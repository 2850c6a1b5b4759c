//! Thread that counts which documents are disguised: while neither the index build nor a request of the user
//! or a re-analysis runs, it reads the documents again and keeps the counts by content, so that each text is read once.

use std::collections::HashMap;
use std::sync::Arc;

use crossbeam_channel::Receiver;

use super::lane::Order;
use super::message::{Disguised, Update};
use super::shared::Shared;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::read;
use crate::settings::Reading;
use crate::text::Disguise;

/// Counts anew whenever the results change, until the channel closes.
pub fn work(shared: &Shared, orders: &Receiver<Order>) {
    // By the fingerprint of the source; a disguise does not depend on any other setting.
    let mut known: HashMap<u128, u32> = HashMap::new();
    while orders.recv().is_ok() {
        for _ in orders.try_iter() {}
        let version = shared.results_version();
        let Some(collection) = shared.current().collection else {
            continue;
        };
        let should_continue = || {
            shared.jobs.long.wait();
            shared.jobs.foreground.wait();
            shared.is_still(version) && !shared.jobs.ended()
        };
        if let Some(documents) = count(&collection, &mut known, &should_continue) {
            let disguised = Update::Disguised(Arc::new(Disguised { documents }));
            shared.send_of(version.epoch, disguised);
        }
    }
}

/// How documents are read for what disguises them: text that a page hides does so also where it is not compared.
pub fn with_unseen(reading: &Reading) -> Reading {
    Reading {
        drop_unseen: false,
        ..reading.clone()
    }
}

/// The disguised documents of a collection, ascending, each with its number of disguises; `None` if cancelled.
/// A document that can no longer be read as it was is left out.
pub fn count(
    collection: &Collection,
    known: &mut HashMap<u128, u32>,
    should_continue: &dyn Fn() -> bool,
) -> Option<Vec<(DocNo, u32)>> {
    let mut found = Vec::new();
    let reading = with_unseen(&collection.settings().reading);
    let mut again = read::DocumentReader::new(&reading);
    for doc in collection.documents() {
        if !should_continue() {
            return None;
        }
        let row = collection.row(doc);
        let count = match known.get(&row.fingerprint) {
            Some(count) => *count,
            None => {
                let Ok(document) = again.document(row.id, &row.place.to_place()) else {
                    continue;
                };
                let disguise = Disguise::of(&document.text, document.unseen);
                let count = u32::try_from(disguise.count()).unwrap_or(u32::MAX);
                known.insert(document.row.fingerprint, count);
                if document.row.fingerprint != row.fingerprint {
                    continue;
                }
                count
            }
        };
        if count > 0 {
            found.push((doc, count));
        }
    }
    Some(found)
}

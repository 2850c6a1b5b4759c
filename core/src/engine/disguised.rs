//! Finds disguised documents. It reads documents again and stores the counts by content, so that it reads each text
//! once.

use std::collections::HashMap;
use std::sync::Arc;

use super::message::{Disguised, Update};
use super::shared::Shared;
use crate::base::Cancel;
use crate::evidence::disguised;

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
    let Some(documents) = disguised::documents(&collection, by_fingerprint, &cancel) else {
        return false;
    };
    let disguised = Update::Disguised(Arc::new(Disguised { documents }));
    shared.send_of(version.epoch, disguised)
}

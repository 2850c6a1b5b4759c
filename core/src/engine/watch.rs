//! Thread that polls the corpus for edits while no build runs. It compares names and stamps only and never
//! reads the files; the user decides whether to reload.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::edits::{Edits, FileSnapshot};
use super::lane::Order;
use super::message::Update;
use super::shared::Shared;
use crate::corpus;

/// Minimum pause between two polls. The pause is also at least `SHARE` times the duration of a poll, so
/// polling takes at most a twentieth of the time.
const PAUSE: Duration = Duration::from_secs(2);
const SHARE: u32 = 20;

/// Polls the corpus until `orders` is closed and sends an update each time the differences change.
/// Returns at once for the demo corpus, which cannot change.
pub fn watch(shared: &Shared, orders: &Receiver<Order>) {
    let options = &shared.options;
    if options.source.is_demo() {
        return;
    }
    let (mut pause, mut reported) = (PAUSE, Edits::default());
    loop {
        match orders.recv_timeout(pause) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(_) | Err(RecvTimeoutError::Disconnected) => return,
        }
        let idle = || !shared.jobs.ended() && !shared.jobs.long.is_busy();
        let Some(before) = shared.jobs.listed().filter(|_| idle()) else {
            reported = Edits::default();
            continue;
        };
        let begun = Instant::now();
        let listing = corpus::discover(&options.source, &options.settings.reading, |_| idle());
        pause = PAUSE.max(begun.elapsed() * SHARE);
        // A corpus that cannot be listed any more counts as empty.
        let edits = before.edits(&FileSnapshot::of(&listing.unwrap_or_default()));
        let still = shared.jobs.listed().is_some_and(|now| now == before);
        if idle() && still && edits != reported {
            reported = edits;
            shared.send(Update::Edited(edits));
        }
    }
}

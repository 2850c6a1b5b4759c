//! The lane of the files that the program writes for the user: the journal of decisions, and reports. It executes
//! every order; it also takes decisions while a report is written or the program ends.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::background::{Background, serve};
use super::decisions::JournalKeeper;
use super::lane::{Lane, Order};
use super::message::Request;
use super::report;
use super::shared::Shared;
use crate::review::Choice;

/// Time between two checks of the journal, which other programs may write, too.
const PAUSE: Duration = Duration::from_secs(2);

/// Serves orders until the channel closes.
pub fn work(shared: &Arc<Shared>, orders: &Receiver<Order>) {
    let mut keeper = JournalKeeper::new(shared);
    let (mut reports, mut writer) = (VecDeque::new(), Background::default());
    loop {
        let mut is_changed = false;
        let first = match orders.recv_timeout(PAUSE) {
            Ok(first) => Some(first),
            Err(RecvTimeoutError::Timeout) => {
                is_changed = keeper.read_again(shared);
                None
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        for order in first.into_iter().chain(orders.try_iter()) {
            serve(|| match order {
                Order::Ask(_, Request::Decide(request)) => {
                    keeper.decide(shared, request);
                    is_changed = true;
                }
                Order::Ask(_, Request::Choose(choices)) => {
                    let is_person = |choice: &Choice| matches!(choice, Choice::Person { .. });
                    is_changed |= choices.iter().any(is_person);
                    keeper.choose(shared, choices);
                }
                Order::Ask(cancel, Request::Report(request)) => {
                    reports.push_back((cancel, request));
                }
                Order::ResultsChanged => is_changed |= keeper.has_new_documents(shared),
                Order::Ask(..) | Order::OtherEdges | Order::Ended => {}
            });
        }
        if is_changed && !shared.jobs.ended.stopped() {
            serve(|| keeper.send(shared));
        }
        writer.ended();
        if writer.is_idle()
            && !shared.jobs.ended.stopped()
            && let Some((cancel, request)) = reports.pop_front()
        {
            writer.run(shared, Lane::Files, move |shared| {
                report::write_and_tell(shared, &request, &cancel);
                true
            });
        }
    }
}

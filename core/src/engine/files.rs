//! The lane of the files that the program writes for the user: the journal of decisions, and reports. It carries out
//! every order, decisions also while a report is written and while the program ends.

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

/// Pause between two looks at the journal, which others may write too.
const PAUSE: Duration = Duration::from_secs(2);

/// Serves orders until the channel closes.
pub fn work(shared: &Arc<Shared>, orders: &Receiver<Order>) {
    let mut keeper = JournalKeeper::new(shared);
    let (mut reports, mut writing) = (VecDeque::new(), Background::default());
    loop {
        let mut changed = false;
        let first = match orders.recv_timeout(PAUSE) {
            Ok(first) => Some(first),
            Err(RecvTimeoutError::Timeout) => {
                changed = keeper.takes_up_others(shared);
                None
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        for order in first.into_iter().chain(orders.try_iter()) {
            serve(|| match order {
                Order::Ask(_, Request::Decide(request)) => {
                    keeper.decide(shared, request);
                    changed = true;
                }
                Order::Ask(_, Request::Choose(choices)) => {
                    let is_person = |choice: &Choice| matches!(choice, Choice::Person { .. });
                    changed |= choices.iter().any(is_person);
                    keeper.choose(shared, choices);
                }
                Order::Ask(cancel, Request::Report(request)) => {
                    reports.push_back((cancel, request));
                }
                Order::ResultsChanged => changed |= keeper.is_of_others(shared),
                Order::Ask(..) | Order::OtherEdges | Order::Ended => {}
            });
        }
        if changed && !shared.jobs.ended.stopped() {
            serve(|| keeper.send(shared));
        }
        writing.ended();
        if writing.is_idle()
            && !shared.jobs.ended.stopped()
            && let Some((cancel, request)) = reports.pop_front()
        {
            writing.run(shared, Lane::Files, move |shared| {
                report::write_and_tell(shared, &request, &cancel);
                true
            });
        }
    }
}

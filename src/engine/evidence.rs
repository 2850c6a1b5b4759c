//! Thread of the evidence: the list of pairs with their passages, and the pairs with copied text.

use std::sync::Arc;

use crossbeam_channel::Receiver;
use rayon::prelude::*;

use super::lane::Order;
use super::message::{PairList, PairRow, Request, Update};
use super::shared::Shared;
use crate::config::Purpose;
use crate::evidence::Evidence;
use crate::similarity::{Bridging, bridged_passages};

/// Number of rows whose evidence is counted before the first part of a list is sent; it doubles with each.
const FIRST: usize = 1_000;

/// Serves requests until the channel closes.
pub fn work(shared: &Shared, orders: &Receiver<Order>) {
    while let Ok(first) = orders.recv() {
        let mut waiting = vec![first];
        waiting.extend(orders.try_iter());
        for order in waiting {
            if let Order::Ask(superseded, Request::PairList) = order {
                let should_continue = || !superseded.stopped() && !shared.jobs.ended();
                while should_continue() && !pair_list(shared, &should_continue) {}
            }
        }
    }
}

/// Sends the list of the current pairs. Returns false if the results were replaced meanwhile.
fn pair_list(shared: &Shared, should_continue: &(impl Fn() -> bool + Sync)) -> bool {
    let epoch = shared.epoch();
    let current = shared.current();
    let (Some(collection), Some(pairs)) = (current.collection, current.pairs) else {
        return true;
    };
    let pairs = pairs.at_least(shared.finding().threshold).iter();
    let mut rows: Vec<PairRow> = pairs
        .map(|pair| PairRow {
            pair: *pair,
            evidence: None,
        })
        .collect();
    let send = |rows: &[PairRow], complete| {
        let list = PairList {
            purpose: Purpose::NearDuplicates,
            rows: rows.to_vec(),
            complete,
            note: String::new(),
        };
        shared.send_of(epoch, Update::PairList(Arc::new(list)))
    };
    let (mut from, mut step) = (0, FIRST);
    while from < rows.len() {
        if !send(&rows, false) {
            return false;
        }
        let until = (from + step).min(rows.len());
        let count = |row: &mut PairRow| {
            if should_continue() {
                let [a, b] = [row.pair.a, row.pair.b].map(|doc| collection.terms(doc));
                let passages = bridged_passages(a, b, &Bridging::default());
                row.evidence = Some(Evidence::of(&passages));
            }
        };
        shared
            .pool
            .install(|| rows[from..until].par_iter_mut().for_each(count));
        if !should_continue() {
            return true;
        }
        (from, step) = (until, step * 2);
    }
    send(&rows, true)
}

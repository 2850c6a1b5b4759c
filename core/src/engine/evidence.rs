//! Thread of the evidence: the pairs with copied text, and their list.
//!
//! The pairs with copied text are counted without a request where that is affordable, in a pool of
//! their own and only while no request of the user runs. The list of pairs is sent at once, then again
//! with the evidence; after the first request, whenever the results for copied text change.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crossbeam_channel::Receiver;
use rayon::prelude::*;

use super::grids::own_pool;
use super::lane::{Lane, Order};
use super::message::{PairList, PairRow, Request, Update};
use super::progress::SAMPLE;
use super::shared::{Current, Shared};
use crate::base::Cancel;
use crate::base::{DocNo, units};
use crate::candidates::PairSet;
use crate::config::Purpose;
use crate::evidence::copied_text::SoFar;
use crate::evidence::{
    CopiedPair, CopiedText, CopiedTextConfig, CopiedTextProgress, Unmasked, copied_text,
};
use crate::index::Collection;

/// Terms of a corpus up to which copied text is counted without a request.
const AFFORDABLE: u64 = 10_000_000;

/// Rows of a list at most.
const ROWS: usize = 1_000_000;

/// Rows of a list of which the figures with no mask on are counted, at most.
const BEFORE: usize = 100_000;

/// Samples before the progress of a search is sent: half a second.
const FIRST: u64 = 5;

/// Pairs in a piece of parallel work.
const PIECE: usize = 64;

/// Serves requests until the channel closes.
pub fn work(shared: &Shared, orders: &Receiver<Order>) {
    let mut lane = EvidenceLane::default();
    let mut threads = None;
    while let Ok(order) = orders.recv() {
        lane.take(order);
        while lane.list || lane.count {
            let next = shared.jobs.until_next(Lane::Evidence);
            orders.try_iter().for_each(|order| lane.take(order));
            // A pending re-analysis sends an order when it is complete or abandoned.
            if shared.jobs.ended() || !shared.settled() {
                break;
            }
            let Some(results) = Results::current(shared) else {
                break;
            };
            let Some(pool) = own_pool(shared, &mut threads) else {
                break;
            };
            // The list is of copied text; it is made once that is what is shown.
            let makes_list = lane.list && results.purpose == Purpose::CopiedText;
            lane.list = makes_list;
            let by_user = shared.jobs.begin_copied_text();
            let cancel = shared.superseded(results.version, &by_user).or(&next);
            let cancel = match &lane.superseded {
                Some(superseded) if makes_list => cancel.or(superseded),
                _ if makes_list => cancel,
                _ => cancel.behind(&shared.jobs.foreground),
            };
            let previous = lane.previous.clone();
            let so_far = &mut lane.so_far;
            let done = pool.install(|| {
                if makes_list {
                    results.list(shared, (previous, so_far), &cancel)
                } else {
                    results.count(shared, (previous, so_far), &cancel)
                }
            });
            match done {
                Some(copied) => {
                    lane.previous = copied.or(lane.previous.take());
                    (lane.list, lane.count) = (lane.list && !makes_list, lane.count && makes_list);
                }
                // The user has stopped it: what is at hand is the list.
                None if by_user.stopped() => {
                    if makes_list {
                        results.give_up(shared);
                    }
                    (lane.list, lane.count) = (false, false);
                }
                // Superseded: there is another order, or the results have changed.
                None if orders.is_empty() && shared.is_still(results.version) => {
                    lane.list &= lane.superseded.as_ref().is_none_or(|by| !by.stopped());
                    if !makes_list || !lane.list {
                        break;
                    }
                }
                None => {}
            }
        }
    }
}

/// What is to be done, and what is known.
#[derive(Default)]
struct EvidenceLane {
    /// Set once a newer request for the list arrives; `None` before the first.
    superseded: Option<Cancel>,
    /// Whether the list is to be made.
    list: bool,
    /// Whether copied text is to be counted.
    count: bool,
    /// The copied text last found.
    previous: Option<Known>,
    /// What the search for it has found before it was stopped, and what it searched.
    so_far: Option<Searched>,
}

/// A search that was stopped.
struct Searched {
    collection: Arc<Collection>,
    config: CopiedTextConfig,
    so_far: SoFar,
}

impl EvidenceLane {
    fn take(&mut self, order: Order) {
        match order {
            Order::Ask(superseded, Request::PairList) => {
                self.superseded = Some(superseded);
                self.list = true;
            }
            Order::Ask(..) => {}
            Order::ResultsChanged => {
                self.list = self.superseded.is_some();
                self.count = true;
            }
        }
    }
}

/// Copied text, and what it was found in.
#[derive(Clone)]
struct Known {
    collection: Arc<Collection>,
    copied: Arc<CopiedText>,
}

/// The current results, and the question asked of them.
struct Results {
    version: super::shared::ResultsVersion,
    collection: Arc<Collection>,
    pairs: Arc<PairSet>,
    purpose: Purpose,
    threshold: f64,
    config: CopiedTextConfig,
}

impl Results {
    /// `None` until there are pairs.
    fn current(shared: &Shared) -> Option<Self> {
        let version = shared.results_version();
        let Current {
            collection, pairs, ..
        } = shared.current();
        let (shown, threshold) = (shared.shown(), shared.search_config().threshold);
        Some(Results {
            version,
            collection: collection?,
            pairs: pairs?,
            purpose: shown.purpose,
            threshold,
            config: shown.copied_text(threshold),
        })
    }

    /// The copied text: the one known, or else found and sent; a search that was stopped goes on. `None` once cancelled.
    fn copied(
        &self,
        shared: &Shared,
        (previous, so_far): (Option<Known>, &mut Option<Searched>),
        cancel: &Cancel,
    ) -> Option<Known> {
        let same = |previous: &Known| {
            Arc::ptr_eq(&previous.collection, &self.collection)
                && previous.copied.config == self.config
        };
        if let Some(previous) = previous.filter(same) {
            // The screens may have dropped it with the documents before.
            let again = Update::CopiedText(previous.copied.clone());
            shared.send_of(self.version.epoch, again);
            return Some(previous);
        }
        let _busy = shared.jobs.copied.begin();
        let begun = Instant::now();
        let sampled = AtomicU64::new(0);
        let progress = |progress: CopiedTextProgress| {
            let sample = (begun.elapsed().as_millis() / SAMPLE.as_millis()) as u64;
            // What is soon done needs no progress.
            if sample >= FIRST && sampled.fetch_max(sample, Ordering::Relaxed) < sample {
                let update = Update::CountingCopied(Some(progress));
                shared.send_of(self.version.epoch, update);
            }
        };
        let is_this = |searched: &Searched| {
            Arc::ptr_eq(&searched.collection, &self.collection) && searched.config == self.config
        };
        let mut searched = so_far.take().filter(is_this).unwrap_or_else(|| Searched {
            collection: self.collection.clone(),
            config: self.config,
            so_far: SoFar::default(),
        });
        let result = copied_text::go_on(
            &self.collection,
            &self.config,
            &mut searched.so_far,
            (&progress, |first: CopiedText| {
                if self.purpose == Purpose::CopiedText {
                    let part = Update::PairList(Arc::new(self.of_copied(&first, false)));
                    shared.send_of(self.version.epoch, part);
                }
            }),
            cancel,
        );
        let Some(copied) = result else {
            *so_far = Some(searched);
            shared.send_of(self.version.epoch, Update::CountingCopied(None));
            return None;
        };
        let copied = Arc::new(copied);
        shared.send_of(self.version.epoch, Update::CopiedText(copied.clone()));
        Some(Known {
            collection: self.collection.clone(),
            copied,
        })
    }

    /// Counts copied text, if that is affordable. `None` if cancelled.
    fn count(
        &self,
        shared: &Shared,
        (previous, so_far): (Option<Known>, &mut Option<Searched>),
        cancel: &Cancel,
    ) -> Option<Option<Known>> {
        if self.collection.terms_in_all() > AFFORDABLE {
            return Some(None);
        }
        self.copied(shared, (previous, so_far), cancel).map(Some)
    }

    /// Makes and sends the list of pairs. `None` if cancelled.
    fn list(
        &self,
        shared: &Shared,
        (previous, so_far): (Option<Known>, &mut Option<Searched>),
        cancel: &Cancel,
    ) -> Option<Option<Known>> {
        let send = |list| {
            let list = Update::PairList(Arc::new(list));
            shared.send_of(self.version.epoch, list).then_some(())
        };
        let (rows, note) = self.similar();
        send(self.made(rows, false, note))?;
        let previous = self.copied(shared, (previous, so_far), cancel)?;
        let list = self.of_copied(&previous.copied, true);
        send(list.clone())?;
        // The list is of use before it is known what the masks change.
        let before = self.before(&list.rows, cancel)?;
        if !before.is_empty() {
            send(PairList { before, ..list })?;
        }
        Some(Some(previous))
    }

    /// The figures with no mask on of the first pairs, where something of them is masked. `None` if cancelled.
    fn before(
        &self,
        rows: &[PairRow],
        cancel: &Cancel,
    ) -> Option<HashMap<(DocNo, DocNo), Unmasked>> {
        if self.collection.unmasked().is_none() {
            return Some(HashMap::new());
        }
        let bridging = &self.config.bridging;
        let unmasked = |row: &PairRow| {
            let pair = (row.pair.a, row.pair.b);
            let continues = !cancel.stopped();
            let before = continues.then(|| Unmasked::compare(&self.collection, pair, bridging));
            Some((pair, before??))
        };
        let first = &rows[..rows.len().min(BEFORE)];
        let before = first
            .par_iter()
            .with_max_len(PIECE)
            .filter_map(unmasked)
            .collect();
        (!cancel.stopped()).then_some(before)
    }

    /// Sends the pairs that are known without counting, as the whole list.
    fn give_up(&self, shared: &Shared) {
        let (rows, note) = self.similar();
        let stopped = "stopped: the evidence is not counted".to_owned();
        let note = if note.is_empty() {
            stopped
        } else {
            format!("{stopped}; {note}")
        };
        let list = Update::PairList(Arc::new(self.made(rows, true, note)));
        shared.send_of(self.version.epoch, list);
    }

    /// The pairs at or above the threshold by similarity, without evidence, and what limits them.
    fn similar(&self) -> (Vec<PairRow>, String) {
        let positions = self.collection.settings().sketching.permutations;
        let size = |doc: DocNo| self.collection.shingle_set(doc).len() as u32;
        let pairs = self.pairs.each(self.threshold, positions, size);
        let rows: Vec<PairRow> = pairs
            .take(ROWS)
            .map(|pair| PairRow {
                pair,
                evidence: None,
            })
            .collect();
        let all = self.pairs.count(self.threshold);
        let note = if all > rows.len() as u64 {
            let shown = units::count(rows.len() as u64);
            format!("the first {shown} of {} pairs", units::count(all))
        } else {
            String::new()
        };
        (rows, note)
    }

    /// The list of copied text, or of a part of it.
    fn of_copied(&self, copied: &CopiedText, complete: bool) -> PairList {
        let row = |copied: &CopiedPair| PairRow {
            pair: copied.pair,
            evidence: Some(copied.evidence),
        };
        let rows = copied.pairs.iter().take(ROWS).map(row).collect();
        let mut note = copied.note.clone();
        if copied.pairs.len() > ROWS {
            let all = units::count(copied.pairs.len() as u64);
            let rest = format!("the first {} of {all} pairs", units::count(ROWS as u64));
            note = [rest, note].join("; ");
        }
        let config = &copied.config;
        let share = |copied: &&CopiedPair| config.measure.similarity(&copied.pair.overlap);
        let by_passage = copied
            .pairs
            .iter()
            .filter(|pair| share(pair) < config.share);
        PairList {
            by_passage: by_passage.count() as u64,
            ..self.made(rows, complete, note.trim_end_matches("; ").to_owned())
        }
    }

    fn made(&self, rows: Vec<PairRow>, complete: bool, note: String) -> PairList {
        PairList {
            purpose: self.purpose,
            rows,
            by_passage: 0,
            complete,
            before: HashMap::new(),
            note,
        }
    }
}

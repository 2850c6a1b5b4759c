//! The pairs with copied text, and their list.
//!
//! The pairs with copied text are counted without a request where that is affordable, and only while no request of the
//! user runs. The list of pairs is sent at once, then again with the evidence; after the first request, whenever the
//! results for copied text change.

use std::sync::Arc;
use std::time::Duration;

use super::message::{PairList, PairRow, Update};
use super::progress::{Sampler, Stage};
use super::shared::{Current, Job, ResultsVersion, Shared};
use crate::base::Cancel;
use crate::base::{DocNo, units};
use crate::candidates::PairSet;
use crate::config::Purpose;
use crate::evidence::copied_text::SoFar;
use crate::evidence::{CopiedPair, CopiedText, CopiedTextConfig, CopiedTextProgress, copied_text};
use crate::index::Collection;
use crate::mask::MaskConfig;

/// Terms of a corpus up to which copied text is counted without a request.
const AFFORDABLE: u64 = 10_000_000;

/// Rows of a list at most.
const ROWS: usize = 1_000_000;

/// Time before the progress of a search is sent.
const FIRST: Duration = Duration::from_millis(500);

/// Copied text that was found, and what a search for it has found before it was stopped.
#[derive(Default)]
pub struct Memory {
    found: Option<Found>,
    so_far: Option<Searched>,
}

/// A search that was stopped.
struct Searched {
    collection: Arc<Collection>,
    config: CopiedTextConfig,
    so_far: SoFar,
}

/// Counts copied text, and makes the list of pairs if there is a request for it: `list` says when that is superseded, and
/// whether a part of the list was sent. Returns whether it is done.
pub fn run(
    shared: &Shared,
    list: Option<(&Cancel, bool)>,
    memory: &mut Memory,
    until: &Cancel,
) -> bool {
    // Pairs come with another order.
    let Some(results) = Results::current(shared) else {
        return true;
    };
    // The list is of copied text; it is made once that is what is shown.
    let list = list.filter(|_| results.purpose == Purpose::CopiedText);
    let by_user = Cancel::default();
    let cancel = shared.superseded(results.version, until).or(&by_user);
    let done = match list {
        Some((superseded, is_begun)) => {
            if !is_begun {
                results.send_similar(shared, false);
            }
            results.list(shared, memory, &by_user, &cancel.or(superseded))
        }
        None => {
            let cancel = cancel.behind(&shared.jobs.foreground);
            results.count(shared, memory, &by_user, &cancel)
        }
    };
    // The user has stopped it: what is at hand is the list.
    if done.is_none() && by_user.stopped() {
        if list.is_some() {
            results.send_similar(shared, true);
        }
        return true;
    }
    done.is_some() || list.is_some_and(|(superseded, _)| superseded.stopped())
}

/// Copied text, and what it was found in.
struct Found {
    collection: Arc<Collection>,
    copied: Arc<CopiedText>,
}

/// The current results, and the question asked of them.
struct Results {
    version: ResultsVersion,
    collection: Arc<Collection>,
    masks: MaskConfig,
    pairs: Arc<PairSet>,
    purpose: Purpose,
    threshold: f64,
    config: CopiedTextConfig,
}

impl Results {
    /// `None` until there are pairs.
    fn current(shared: &Shared) -> Option<Self> {
        let version = shared.results_version();
        let (current, masks) = shared.current_masked();
        let Current {
            collection, pairs, ..
        } = current;
        let (shown, threshold) = (shared.shown(), shared.search_config().threshold);
        Some(Results {
            version,
            collection: collection?,
            masks,
            pairs: pairs?,
            purpose: shown.purpose,
            threshold,
            config: shown.copied_text(threshold),
        })
    }

    /// The copied text: the one in memory, or else searched and sent; a search that was stopped goes on. `None` once
    /// cancelled.
    fn copied(
        &self,
        shared: &Shared,
        memory: &mut Memory,
        by_user: &Cancel,
        cancel: &Cancel,
    ) -> Option<Arc<CopiedText>> {
        let found = memory.found.as_ref().filter(|found| {
            Arc::ptr_eq(&found.collection, &self.collection) && found.copied.config == self.config
        });
        if let Some(found) = found {
            // The screens may have dropped it with the documents before.
            self.send_copied(shared, &found.copied);
            return Some(found.copied.clone());
        }
        let _running = shared.jobs.begin(Job::CopiedText, by_user);
        let sampler = Sampler::new(Stage::Passages);
        let progress = |progress: CopiedTextProgress| {
            // What is soon done needs no progress.
            if sampler.elapsed() >= FIRST && sampler.is_due() {
                let update = Update::CountingCopied(Some(progress));
                shared.send_of(self.version.epoch, update);
            }
        };
        let is_this = |searched: &Searched| {
            Arc::ptr_eq(&searched.collection, &self.collection) && searched.config == self.config
        };
        let so_far = memory.so_far.take().filter(is_this);
        let mut searched = so_far.unwrap_or_else(|| Searched {
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
            memory.so_far = Some(searched);
            shared.send_of(self.version.epoch, Update::CountingCopied(None));
            return None;
        };
        let copied = Arc::new(copied);
        self.send_copied(shared, &copied);
        memory.found = Some(Found {
            collection: self.collection.clone(),
            copied: copied.clone(),
        });
        Some(copied)
    }

    fn send_copied(&self, shared: &Shared, copied: &Arc<CopiedText>) {
        let masks = Box::new(self.masks.clone());
        let update = Update::CopiedText(copied.clone(), masks);
        shared.send_of(self.version.epoch, update);
    }

    /// Counts copied text, if that is affordable. `None` if cancelled.
    fn count(
        &self,
        shared: &Shared,
        memory: &mut Memory,
        by_user: &Cancel,
        cancel: &Cancel,
    ) -> Option<()> {
        if self.collection.terms_in_all() <= AFFORDABLE {
            self.copied(shared, memory, by_user, cancel)?;
        }
        Some(())
    }

    /// Makes and sends the list of pairs. `None` if cancelled.
    fn list(
        &self,
        shared: &Shared,
        memory: &mut Memory,
        by_user: &Cancel,
        cancel: &Cancel,
    ) -> Option<()> {
        let send = |list| {
            let list = Update::PairList(Arc::new(list));
            shared.send_of(self.version.epoch, list).then_some(())
        };
        let copied = self.copied(shared, memory, by_user, cancel)?;
        send(self.of_copied(&copied, true))
    }

    /// Sends the pairs that are known without counting; as the whole list if the count was stopped.
    fn send_similar(&self, shared: &Shared, is_stopped: bool) {
        let (rows, mut note) = self.similar();
        if is_stopped {
            let stopped = "stopped: the evidence is not counted";
            note = [stopped, &*note].join("; ");
        }
        let note = note.trim_end_matches("; ").to_owned();
        let list = Update::PairList(Arc::new(self.made(rows, is_stopped, note)));
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
            note,
        }
    }
}

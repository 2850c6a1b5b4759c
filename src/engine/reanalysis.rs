//! Re-analysis of the loaded documents with other parameters while the program runs.
//!
//! Results stay in memory; the store keeps the settings that the program was started with. If only the
//! search method changes, pairs are searched again. If sketching changes, sketches are recomputed from
//! the shared terms. If reading or normalisation changes, the sources are read again. The index build
//! continues concurrently.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crossbeam_channel::Receiver;

use super::build::{self, Event, PairSearchConfig};
use super::cancel::Cancel;
use super::ingest::{Ingest, SAMPLE, TextCache};
use super::message::{AnalysisConfig, Update};
use super::progress::{Progress, Stage};
use super::shared::Shared;
use crate::candidates::PairSet;
use crate::collection::{Collection, Memory, Segment, Sink};
use crate::corpus::{self, DocumentRow};
use crate::settings::{KEPT_FROM, Settings};
use crate::sketch::Layout;

/// Runs a re-analysis for each order, always with the newest requested parameters.
pub fn work(shared: &Shared, orders: &Receiver<()>) {
    while orders.recv().is_ok() {
        while orders.try_recv().is_ok() {}
        let (choice, cancel) = shared.wanted();
        // The index build sends an order once it has documents.
        let Some(base) = shared.base().collection else {
            continue;
        };
        let begun = Instant::now();
        let _busy = shared.foreground.begin();
        let tried = shared
            .pool()
            .install(|| attempt(shared, &base, &choice, &cancel, begun));
        match tried {
            Ok(true) => {}
            Ok(false) => shared.give_up(&cancel, begun.elapsed()),
            Err(error) => {
                shared.send(Update::Failed(format!("{error:#}")));
                shared.give_up(&cancel, begun.elapsed());
            }
        }
    }
}

/// Runs one re-analysis. Returns whether its results are now the current ones; false after a
/// cancellation.
fn attempt(
    shared: &Shared,
    base: &Arc<Collection>,
    choice: &AnalysisConfig,
    cancel: &Cancel,
    begun: Instant,
) -> anyhow::Result<bool> {
    let current = shared.current();
    let of_base = current.base.as_ref().is_some_and(|b| Arc::ptr_eq(b, base));
    if of_base && shared.shown() == *choice {
        shared.settle(choice, begun.elapsed());
        return Ok(true);
    }
    let at_hand = current.collection.filter(|_| of_base);
    let at_hand = at_hand.filter(|c| *c.settings() == choice.settings);
    // If only the linkage changes, the current pairs are reused.
    let pairs_at_hand = current
        .pairs
        .filter(|pairs| at_hand.is_some() && same_pairs(pairs, &shared.shown(), choice));
    let collection = match at_hand {
        Some(collection) => collection,
        None => {
            let progress = |progress| shared.send(Update::Reanalysing(progress));
            collection(shared, base, &choice.settings, cancel, &progress)?
        }
    };
    while !cancel.stopped() {
        let threshold = shared.finding().threshold;
        let of_base = shared
            .base()
            .pairs
            .filter(|_| Arc::ptr_eq(&collection, base) && shared.is_start(choice));
        let known = pairs_at_hand.clone().or(of_base);
        let pairs = match known.filter(|pairs| pairs.found.serves(threshold)) {
            Some(pairs) => pairs,
            None => pairs(shared, &collection, choice, threshold, cancel),
        };
        let wanted = (choice, cancel);
        if !cancel.stopped() && shared.show(wanted, base, &collection, &pairs, begun.elapsed()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the method configuration of `choice` would find the same pairs as that of `shown`, i.e. they
/// differ only in options of methods that are not in use.
fn same_pairs(pairs: &PairSet, shown: &AnalysisConfig, choice: &AnalysisConfig) -> bool {
    let used = pairs.found.method.parse();
    used.is_ok_and(|used| shown.method_config.in_use(used) == choice.method_config.in_use(used))
}

fn pairs(
    shared: &Shared,
    collection: &Arc<Collection>,
    choice: &AnalysisConfig,
    threshold: f64,
    cancel: &Cancel,
) -> Arc<PairSet> {
    let finding = PairSearchConfig {
        method_config: choice.method_config.clone(),
        linkage: choice.linkage,
        threshold,
        floor: KEPT_FROM.min(threshold),
        // No partial results: the old results stay until the new ones are complete.
        hurry: false,
    };
    build::find(collection, &finding, cancel, &|event| {
        if let Event::Progress(progress) = event {
            shared.send(Update::Reanalysing(progress));
        }
    })
}

/// The documents of `base` under other settings; incomplete after a cancellation.
pub(super) fn collection(
    shared: &Shared,
    base: &Arc<Collection>,
    settings: &Settings,
    cancel: &Cancel,
    progress: &(dyn Fn(Progress) + Sync),
) -> anyhow::Result<Arc<Collection>> {
    let (ours, theirs) = (settings, base.settings());
    if ours == theirs {
        return Ok(base.clone());
    }
    if ours.reading == theirs.reading && ours.normalisation == theirs.normalisation {
        return Ok(resketched(base, settings, cancel, progress));
    }
    let memory = Memory::new(Layout::of(&settings.sketching).words());
    let begun = Instant::now();
    let listing = corpus::discover(&shared.options().source, &settings.reading, |found| {
        progress(Progress {
            stage: Stage::Discover,
            done: found as u64,
            total: 0,
            bytes: 0,
            elapsed: begun.elapsed(),
        });
        !cancel.stopped()
    })?;
    let mut skipped = listing.skipped;
    let mut sink = Keyed {
        base,
        memory,
        given: HashSet::new(),
        fresh: u64::MAX,
    };
    Ingest {
        settings,
        cancel,
        next_key: &|| 0,
    }
    .run(
        listing.entries,
        &mut sink,
        &mut skipped,
        &mut TextCache::default(),
        progress,
    )?;
    skipped.sort_by(|a, b| a.id.cmp(&b.id));
    let segment = Box::new(sink.memory).finish()?;
    let collection = Collection::new(settings.clone(), vec![segment], skipped, |_, _| true);
    Ok(Arc::new(collection))
}

/// The documents of `base` with other sketches and shared terms; `base` itself after a cancellation.
fn resketched(
    base: &Arc<Collection>,
    settings: &Settings,
    cancel: &Cancel,
    progress: &(dyn Fn(Progress) + Sync),
) -> Arc<Collection> {
    let begun = Instant::now();
    let (done, sampled) = (AtomicU64::new(0), AtomicU64::new(0));
    // Called once per document, so it also counts them.
    let should_continue = || {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        let elapsed = begun.elapsed();
        let sample = (elapsed.as_millis() / SAMPLE.as_millis()) as u64;
        if sampled.fetch_max(sample, Ordering::Relaxed) < sample {
            progress(Progress {
                stage: Stage::Sketch,
                done: done.min(base.len() as u64),
                total: base.len() as u64,
                bytes: 0,
                elapsed,
            });
        }
        !cancel.stopped()
    };
    let made = base.resketched(&settings.sketching, &should_continue);
    made.map_or_else(|| base.clone(), Arc::new)
}

/// A sink that gives documents the keys that they have in the store, which the full-text index uses.
struct Keyed<'a> {
    base: &'a Collection,
    memory: Memory,
    given: HashSet<u64>,
    /// Keys for documents that are not in the store count down from `u64::MAX`. Keys of the store count
    /// up and never reach them.
    fresh: u64,
}

impl Sink for Keyed<'_> {
    fn push(&mut self, mut row: DocumentRow, terms: &[u64], sketch: &[u32]) -> anyhow::Result<()> {
        let known = self
            .base
            .find_as_read(&row)
            .map(|doc| self.base.row(doc).key);
        row.key = match known.filter(|key| self.given.insert(*key)) {
            Some(key) => key,
            None => {
                self.fresh -= 1;
                self.fresh
            }
        };
        self.memory.push(row, terms, sketch)
    }

    fn finish(self: Box<Self>) -> anyhow::Result<Arc<Segment>> {
        Box::new(self.memory).finish()
    }
}

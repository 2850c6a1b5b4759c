//! The index build: runs from a source to a collection, its pairs and its full-text index. It reuses
//! what the store has and commits the new results to it.

mod collect;
mod pairs;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use collect::{Collected, collect};
pub(super) use pairs::find;
use pairs::usable;

use super::cancel::Cancel;
use super::edits::FileSnapshot;
use super::full_text;
use super::ingest::TextCache;
use super::open::{Options, Reuse};
use super::plan::Plan;
use super::progress::{Progress, Stage};
use crate::base::units;
use crate::candidates::{MethodConfig, PairSet};
use crate::cluster::Linkage;
use crate::collection::Collection;
use crate::corpus::{self, Listing, Source};
use crate::search::FullText;
use crate::store::{Generation, Start, Store, StoreError, Writer, default_dir};

/// Bytes of text cached from reading until the full-text index consumes them. Texts that do not fit are
/// read a second time.
const TEXT_IN_MEMORY: usize = 256 << 20;

/// Configuration of the pair search.
#[derive(Clone, Debug, PartialEq)]
pub struct PairSearchConfig {
    /// The search method and its options.
    pub method_config: MethodConfig,
    /// Pairs with an exact similarity at or above this value (0..=1) are near-duplicates.
    pub threshold: f64,
    /// Lowest similarity of the stored pairs, at most `threshold`; lets the user lower the threshold
    /// without a new search.
    pub floor: f64,
    /// Linkage criterion that turns pairs into clusters.
    pub linkage: Linkage,
    /// Interactive mode: pairs at the threshold are found and reported first, and an unusable store is
    /// replaced by one in memory.
    pub hurry: bool,
}

/// Event of a running build.
#[derive(Debug)]
pub enum Event {
    /// Progress of the current stage.
    Progress(Progress),
    /// The listed files, before any of them is read.
    Listed(FileSnapshot),
    /// The documents with their terms and sketches.
    Collection(Arc<Collection>),
    /// Pairs over the newest collection; a more complete set may follow.
    Pairs(Arc<PairSet>),
    /// The full-text index is ready for queries.
    FullText(FullText),
    /// A sentence to show to the user.
    Notice(String),
}

/// Summary of a build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Documents read from their sources.
    pub read: u64,
    /// Documents taken unchanged from the store.
    pub kept: u64,
    /// Whether the build was cancelled.
    pub stopped: bool,
}

impl Done {
    /// Cancelled before any document was read.
    const STOPPED: Done = Done {
        read: 0,
        kept: 0,
        stopped: true,
    };
}

/// Store folder of `options`; `None` for the demo corpus, with `in_memory`, or if the user has no cache
/// folder.
#[must_use]
pub fn store_dir(options: &Options) -> Option<PathBuf> {
    let Source::Paths(paths) = &options.source else {
        return None;
    };
    if options.in_memory {
        return None;
    }
    options
        .index
        .clone()
        .or_else(|| default_dir(&absolute(paths)))
}

/// The absolute paths of a source, as recorded in the store.
pub(super) fn roots(source: &Source) -> Vec<PathBuf> {
    match source {
        Source::Paths(paths) => absolute(paths),
        Source::Demo => Vec::new(),
    }
}

fn absolute(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths
        .iter()
        .map(|p| std::path::absolute(p).unwrap_or_else(|_| p.clone()))
        .collect()
}

/// Runs the whole build and passes each result to `emit` as soon as it is complete. Call it on the
/// thread pool. After a cancellation the completed work is kept. In interactive mode (`hurry`) a disk
/// that is full or read-only only costs the index: the build restarts in memory.
///
/// # Errors
/// A source that cannot be opened or a store that cannot be written. The message names it and says what
/// to do.
pub fn build(
    options: &Options,
    finding: PairSearchConfig,
    cancel: &Cancel,
    emit: &(dyn Fn(Event) + Sync),
) -> anyhow::Result<Done> {
    let may_do_without = finding.hurry && !options.in_memory;
    let built = kept(options, finding.clone(), cancel, emit);
    let of_the_disk = |error: &anyhow::Error| {
        let mut causes = error.chain().filter_map(|cause| cause.downcast_ref());
        causes.any(StoreError::is_of_the_disk)
    };
    match built {
        Err(error) if may_do_without && of_the_disk(&error) => {
            emit(Event::Notice(format!("{error:#}; {IN_MEMORY}")));
            let options = Options {
                in_memory: true,
                ..options.clone()
            };
            kept(&options, finding, cancel, emit)
        }
        built => built,
    }
}

/// Ends the notice that replaces a store that cannot be written.
const IN_MEMORY: &str = "this run keeps its work in memory";

/// The build with the store that `options` name, without the fallback to memory.
fn kept(
    options: &Options,
    finding: PairSearchConfig,
    cancel: &Cancel,
    emit: &(dyn Fn(Event) + Sync),
) -> anyhow::Result<Done> {
    let dir = store_dir(options);
    if dir.is_none() && !options.in_memory && matches!(options.source, Source::Paths(_)) {
        emit(Event::Notice(
            "this user has no cache folder, so nothing is kept; --index DIR names one".to_owned(),
        ));
    }
    let Some(listing) = list(options, cancel, emit)? else {
        return Ok(Done::STOPPED);
    };
    let base = match dir.as_deref().map(Store::base).transpose() {
        Ok(base) => base.flatten(),
        Err(error) if error.needs_rebuild() => None,
        Err(error) => return Err(error.into()),
    };
    let mut plan = plan(listing, base.as_ref(), options);
    if let Some(base) = &base
        && plan.is_fresh(base, &options.settings)
        && base.full_text_complete()
        && let Some(done) = unchanged(base, &finding, cancel, emit)?
    {
        return Ok(done);
    }
    let mut writer = open_writer(options, &finding, dir, emit)?;
    // Another process may have committed in the meantime, or the store was recreated.
    let same = match (&base, writer.base()) {
        (Some(planned), Some(found)) => planned.is(found),
        (planned, found) => planned.is_none() && found.is_none(),
    };
    drop(base);
    if !same {
        let Some(listing) = list(options, cancel, emit)? else {
            return Ok(Done::STOPPED);
        };
        plan = self::plan(listing, writer.base(), options);
    }
    let settings = &options.settings;
    let mut kept = TextCache::up_to(TEXT_IN_MEMORY);
    let collected = collect(settings, plan, &mut writer, &mut kept, cancel, emit)?;
    let (collection, done) = match collected {
        Collected::Complete(collection, done) => (collection, done),
        Collected::Interrupted(done) => {
            writer.close()?;
            return Ok(done);
        }
    };
    let collection = match writer.merged(&collection)? {
        Some(merged) => Arc::new(merged),
        None => collection,
    };
    emit(Event::Collection(collection.clone()));
    if let Some(sentence) = collection.renamed_sentence() {
        emit(Event::Notice(sentence));
    }
    let pairs = find(&collection, &finding, cancel, emit);
    collection.release();
    // A cancelled search has found only some of the pairs; these are not stored.
    let pairs = Some(&*pairs).filter(|_| !cancel.stopped());
    writer.commit(&collection, pairs)?;
    full_text::write(options, &collection, kept, &mut writer, cancel, emit)?;
    writer.commit(&collection, pairs)?;
    emit(Event::FullText(writer.search()?));
    writer.close()?;
    Ok(Done {
        stopped: cancel.stopped(),
        ..done
    })
}

/// Plans which entries of `listing` are read and which stored documents are reused.
fn plan(listing: Listing, base: Option<&Generation>, options: &Options) -> Plan {
    let Some(base) = base.filter(|_| options.reuse != Reuse::Nothing) else {
        return Plan::everything(listing);
    };
    let (settings, reuse) = (&options.settings, options.reuse);
    let mut plan = Plan::against(listing, base, settings, reuse);
    if let (Some(interrupted), Some(unfinished)) = (base.interrupted(), base.unfinished()) {
        plan.resume(interrupted, unfinished, settings, reuse);
    }
    plan
}

/// Lists the corpus. `None` after a cancellation, because a partial list does not show which files are
/// gone.
fn list(
    options: &Options,
    cancel: &Cancel,
    emit: &(dyn Fn(Event) + Sync),
) -> anyhow::Result<Option<Listing>> {
    let begun = Instant::now();
    let listing = corpus::discover(&options.source, &options.settings.reading, |found| {
        emit(Event::Progress(Progress {
            stage: Stage::Discover,
            done: found as u64,
            total: 0,
            bytes: 0,
            elapsed: begun.elapsed(),
        }));
        !cancel.stopped()
    })?;
    if cancel.stopped() {
        return Ok(None);
    }
    emit(Event::Listed(FileSnapshot::of(&listing)));
    Ok(Some(listing))
}

/// Reuses the stored collection and full-text index; searches pairs only if the stored ones do not
/// qualify. `None` if the full-text index turns out to be damaged or replaced.
fn unchanged(
    base: &Generation,
    finding: &PairSearchConfig,
    cancel: &Cancel,
    emit: &(dyn Fn(Event) + Sync),
) -> anyhow::Result<Option<Done>> {
    let collection = base.collection();
    let full_text = match base.full_text() {
        Ok(full_text) => full_text,
        Err(error) if error.needs_rebuild() => return Ok(None),
        Err(StoreError::Superseded { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    emit(Event::Collection(collection.clone()));
    if let Some(sentence) = collection.renamed_sentence() {
        emit(Event::Notice(sentence));
    }
    match usable(base.pairs(collection), finding) {
        Some(pairs) => emit(Event::Pairs(Arc::new(pairs))),
        None => {
            find(collection, finding, cancel, emit);
        }
    }
    emit(Event::FullText(full_text));
    Ok(Some(Done {
        kept: collection.len() as u64,
        read: 0,
        stopped: false,
    }))
}

/// Opens the store's writer and rebuilds a damaged store. If another process uses the store and the
/// mode is interactive, returns a writer in memory and sends a notice with the reason.
fn open_writer(
    options: &Options,
    finding: &PairSearchConfig,
    dir: Option<PathBuf>,
    emit: &(dyn Fn(Event) + Sync),
) -> anyhow::Result<Writer> {
    let roots = roots(&options.source);
    let Some(dir) = dir else {
        return Ok(Store::in_memory(&roots)?);
    };
    let told = |writer: Writer| {
        if let Some(first) = writer.left_alone().first() {
            let others = match writer.left_alone().len() - 1 {
                0 => String::new(),
                n => format!(" (and {})", units::counted(n as u64, "other", "others")),
            };
            emit(Event::Notice(format!(
                "{}{others} is no file of the index and was left where it is",
                first.display()
            )));
        }
        writer
    };
    match Store::writer(&dir, &roots, Start::Continue) {
        Ok(writer) => Ok(told(writer)),
        Err(error) if error.needs_rebuild() => {
            emit(Event::Notice(format!("{error}; building it anew")));
            Ok(told(Store::writer(&dir, &roots, Start::Afresh)?))
        }
        Err(error @ StoreError::InUse { .. }) if finding.hurry => {
            emit(Event::Notice(format!("{error}; {IN_MEMORY}")));
            Ok(Store::in_memory(&roots)?)
        }
        Err(error) => Err(error.into()),
    }
}

//! Opens a collection from a source and settings. Takes from a store what it has; reads and sketches
//! the rest.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use super::build;
use super::cancel::Cancel;
use super::ingest::{Ingest, TextCache};
use super::plan::Plan;
use super::progress::{Progress, Stage};
use crate::candidates::PairSet;
use crate::collection::{Collection, Memory, Segment, Sink};
use crate::corpus::{self, Source};
use crate::settings::{Settings, Sketching};
use crate::sketch::Layout;
use crate::store::{Generation, SegmentWriter, Store, temporary_folder};

/// Parameters of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The corpus to read.
    pub source: Source,
    /// Settings that affect the results.
    pub settings: Settings,
    /// Folder of the store; `None` for the default folder.
    pub index: Option<PathBuf>,
    /// Write no files at all.
    pub in_memory: bool,
    /// Number of threads; 0 for one per processor.
    pub threads: usize,
    /// Which stored documents may be reused.
    pub reuse: Reuse,
}

/// Condition under which a stored document is reused instead of being read again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reuse {
    /// The file has the same stamp (length, times, inode) as when it was read.
    #[default]
    SameStamp,
    /// The file has the same stamp and the same bytes: every file is read and its digest compared.
    SameContent,
    /// Never; every file is read.
    Nothing,
}

/// Bytes of terms and sketches that a run without a store holds in memory before it spills to temporary
/// files.
pub const SPILL: usize = 512 << 20;

/// A collection opened without writing to a store.
#[derive(Debug)]
pub struct Opened {
    /// The documents.
    pub collection: Arc<Collection>,
    /// Pairs that the store has for exactly this collection.
    pub stored: Option<PairSet>,
    /// Notice for the user: why an existing index was not used.
    pub notice: Option<String>,
}

/// A collection as last committed, even if the files have changed since.
#[derive(Debug)]
pub struct Stored {
    /// The documents.
    pub collection: Arc<Collection>,
    /// Time since the commit; `None` if it lies in the future by the system clock.
    pub age: Option<Duration>,
}

/// The stored collection for the source of `options`, made with exactly these settings. Does not look
/// at the source. `None` if there is no such store or it is damaged.
///
/// # Errors
/// A folder given with `--index` that cannot be used, except a damaged store that can be rebuilt.
pub fn as_stored(options: &Options) -> anyhow::Result<Option<Stored>> {
    let Some(dir) = build::store_dir(options) else {
        return Ok(None);
    };
    let generation = match Store::open(&dir) {
        Ok(generation) => generation,
        // The caller then reads the corpus, which reports this error.
        Err(error) if options.index.is_none() || error.needs_rebuild() => None,
        Err(error) => return Err(error.into()),
    };
    let same = |generation: &Generation| {
        let roots = generation.roots();
        generation.settings() == &options.settings && build::roots(&options.source) == roots
    };
    Ok(generation.filter(same).map(|generation| {
        let committed = Duration::from_nanos(generation.written().max(0) as u64);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Stored {
            collection: generation.collection().clone(),
            age: now.ok().and_then(|now| now.checked_sub(committed)),
        }
    }))
}

/// The collection of `options` without writing to a store. It comes from the store if that is up to
/// date, from the store plus the changed files if not, or from the files alone. Terms and sketches of a
/// large corpus spill to temporary files, unless `in_memory` is set. Call it on the thread pool.
///
/// # Errors
/// A source that cannot be opened, invalid settings, or no space for temporary files. The message names
/// the cause.
pub fn read_only(
    options: &Options,
    cancel: &Cancel,
    progress: impl FnMut(Progress),
) -> anyhow::Result<Opened> {
    spilling(options, SPILL, cancel, progress)
}

/// Like [`read_only`], but spills to temporary files from `limit` bytes of terms and sketches.
///
/// # Errors
/// Like [`read_only`].
pub fn spilling(
    options: &Options,
    limit: usize,
    cancel: &Cancel,
    progress: impl FnMut(Progress),
) -> anyhow::Result<Opened> {
    read(options, limit, false, cancel, progress)
}

/// Like [`read_only`], for callers that need no sketches. A store qualifies whatever sketching settings
/// it was made with; without a store, sketches are made with the fewest permutations to save time. The
/// collection has the settings of `options`, but its sketches must not be used. Call it on the thread
/// pool.
///
/// # Errors
/// Like [`read_only`].
pub fn terms(
    options: &Options,
    cancel: &Cancel,
    progress: impl FnMut(Progress),
) -> anyhow::Result<Opened> {
    let opened = read(options, SPILL, true, cancel, progress)?;
    let sketching = &options.settings.sketching;
    Ok(Opened {
        collection: Arc::new(opened.collection.reshingled(sketching)),
        stored: None,
        notice: opened.notice,
    })
}

fn read(
    options: &Options,
    limit: usize,
    terms_only: bool,
    cancel: &Cancel,
    mut progress: impl FnMut(Progress),
) -> anyhow::Result<Opened> {
    let mut settings = options.settings.clone();
    let begun = Instant::now();
    let listing = corpus::discover(&options.source, &settings.reading, |found| {
        progress(Progress {
            stage: Stage::Discover,
            done: found as u64,
            total: 0,
            bytes: 0,
            elapsed: begun.elapsed(),
        });
        !cancel.stopped()
    })?;
    let mut notice = None;
    let base = match build::store_dir(options)
        .map(|dir| Store::open(&dir))
        .transpose()
    {
        Ok(base) => base.flatten(),
        // Ignoring the store costs only time.
        Err(error) if options.index.is_none() || error.needs_rebuild() => {
            notice = Some(format!("{error}; reading the corpus instead"));
            None
        }
        Err(error) => return Err(error.into()),
    };
    if terms_only {
        let fewest = Sketching {
            permutations: Sketching::FEWEST,
            ..Sketching::default()
        };
        let stored = base.as_ref().map(|base| base.settings().sketching.clone());
        settings.sketching = stored.unwrap_or(fewest);
    }
    let settings = &settings;
    let base = base.filter(|base| base.settings().sketching == settings.sketching);
    let plan = match &base {
        Some(base) => Plan::against(listing, base, settings, Reuse::SameStamp),
        None => Plan::everything(listing),
    };
    if let Some(base) = &base
        && plan.is_fresh(base, settings)
    {
        let collection = base.collection().clone();
        let stored = base.pairs(&collection);
        return Ok(Opened {
            collection,
            stored,
            notice,
        });
    }
    let mut segments: Vec<Arc<Segment>> = Vec::new();
    if let Some(base) = &base {
        segments.extend(base.collection().segments().iter().cloned());
    }
    let kept = segments.len();
    let mut skipped = plan.skipped;
    let width = Layout::of(&settings.sketching).words();
    let mut sink: Box<dyn Sink> = if options.in_memory {
        Box::new(Memory::expecting(
            width,
            plan.read.iter().map(|entry| entry.stamp.bytes).sum(),
        ))
    } else {
        Box::new(SegmentWriter::spilling(width, limit, temporary_folder()))
    };
    let next_key = || u64::MAX;
    Ingest {
        settings,
        cancel,
        next_key: &next_key,
    }
    .run(
        plan.read,
        &mut *sink,
        &mut skipped,
        &mut TextCache::default(),
        progress,
    )?;
    segments.push(sink.finish()?);
    skipped.sort_by(|a, b| a.id.cmp(&b.id));
    let table = segments.clone();
    let collection = Collection::new(settings.clone(), segments, skipped, |segment, row| {
        segment >= kept || plan.keep.contains(&table[segment].row(row).key)
    });
    Ok(Opened {
        collection: Arc::new(collection),
        stored: None,
        notice,
    })
}

//! From a source and settings to a collection, by the shortest way: what a store already has is
//! taken from it, the rest is read and sketched.

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
use crate::sketch::minhash::PERMUTATIONS;
use crate::store::{Generation, SegmentWriter, Store, temporary_folder};

/// What a run works on and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// What to read.
    pub source: Source,
    /// Settings that change figures.
    pub settings: Settings,
    /// Folder of the store; `None` for the default one.
    pub index: Option<PathBuf>,
    /// Write no file anywhere.
    pub in_memory: bool,
    /// Threads; 0 for one a processor.
    pub threads: usize,
    /// Which documents of an index need not be read again.
    pub reuse: Reuse,
}

/// Which documents of an index are taken from it instead of being read again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reuse {
    /// Those whose files have the stamp (length, times, inode) that they had when they were read.
    #[default]
    SameStamp,
    /// Of these, those whose files have the same bytes too: every file is read and its digest compared.
    SameContent,
    /// None.
    Nothing,
}

/// Bytes of terms and sketches that a run without a store holds in memory before it writes them to
/// temporary files.
pub const SPILL: usize = 512 << 20;

/// A collection opened for reading.
#[derive(Debug)]
pub struct Opened {
    /// The documents.
    pub collection: Arc<Collection>,
    /// Pairs that the store has for just this collection.
    pub stored: Option<PairSet>,
    /// A sentence for the person: why an index that is there was not used.
    pub notice: Option<String>,
}

/// A collection as it was stored, whatever has become of the files.
#[derive(Debug)]
pub struct Stored {
    /// The documents.
    pub collection: Arc<Collection>,
    /// Time since they were committed, where the clock makes sense of it.
    pub age: Option<Duration>,
}

/// The collection that a store has for the source of `options`, made with just these settings,
/// without a look at the source. `None` where there is no such store, or no whole one.
///
/// # Errors
/// A folder given with `--index` that cannot be used, and is no store to be built anew.
pub fn as_stored(options: &Options) -> anyhow::Result<Option<Stored>> {
    let Some(dir) = build::store_dir(options) else {
        return Ok(None);
    };
    let generation = match Store::open(&dir) {
        Ok(generation) => generation,
        // Whoever reads the corpus then is told of it there.
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

/// The collection of `options` without keeping anything: from a store that is fresh, from one that
/// is not together with what has changed, or all of it from the files. Terms and sketches of a large
/// corpus go to temporary files, unless nothing is to be written. Call on the pool.
///
/// # Errors
/// A source that cannot be opened, settings that make no sense, no room for temporary files; each
/// named.
pub fn read_only(
    options: &Options,
    cancel: &Cancel,
    progress: impl FnMut(Progress),
) -> anyhow::Result<Opened> {
    spilling(options, SPILL, cancel, progress)
}

/// As [`read_only`], with temporary files from `limit` bytes of terms and sketches on.
///
/// # Errors
/// As [`read_only`].
pub fn spilling(
    options: &Options,
    limit: usize,
    cancel: &Cancel,
    progress: impl FnMut(Progress),
) -> anyhow::Result<Opened> {
    read(options, limit, false, cancel, progress)
}

/// The same documents for whoever needs no sketches: a store serves whatever it was made with, and
/// where there is none, hardly any time goes into sketches. The collection has the settings of
/// `options`, and no sketch in it may be asked for. Call on the pool.
///
/// # Errors
/// As [`read_only`].
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
        // Nothing is lost by not using it, but time.
        Err(error) if options.index.is_none() || error.needs_rebuild() => {
            notice = Some(format!("{error}; reading the corpus instead"));
            None
        }
        Err(error) => return Err(error.into()),
    };
    if terms_only {
        let fewest = Sketching {
            permutations: *PERMUTATIONS.start(),
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

//! Opens a collection from a source and settings. Reuses documents of an index; reads and sketches the
//! rest.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::Context;

use super::full_text::TextCache;
use super::gather::{self, DocumentSink, gather};
use super::ingest::Ingest;
use super::options::Options;
use super::plan::Plan;
use super::progress::Progress;
use crate::base::Cancel;
use crate::candidates::PairSet;
use crate::corpus::DocumentRow;
use crate::corpus::extract::kept;
use crate::index::{Collection, Generation, extracted_dir};
use crate::settings::Sketching;

/// Bytes of terms and sketches that a run without an index keeps in memory before it spills to temporary
/// files.
pub const SPILL: usize = 512 << 20;

/// A collection opened without writing to an index.
#[derive(Debug)]
pub struct Opened {
    /// The documents.
    pub collection: Arc<Collection>,
    /// Pairs that the index has for exactly this collection.
    pub stored: Option<PairSet>,
    /// Notice for the user: why an existing index was not used.
    pub notice: Option<String>,
}

/// A collection as last committed, even if the files have changed since.
#[derive(Debug)]
pub struct Stored {
    /// The documents.
    pub collection: Arc<Collection>,
    /// Time since the commit; `None` if the commit is in the future by the system clock.
    pub age: Option<Duration>,
}

/// Returns the stored collection for the source of `options`, if it has the same selection of files, exactly these
/// settings, and this version of reading. The source itself is not checked. `None` if there is no such index or it is
/// damaged.
///
/// # Errors
/// A folder given with `--index` that cannot be used, except a damaged index that can be rebuilt.
pub fn as_stored(options: &Options) -> anyhow::Result<Option<Stored>> {
    Ok(stored(options)?
        .filter(|(generation, _)| generation.sources.is_read_as_now())
        .map(|(_, stored)| stored))
}

/// Whether another version of reading wrote the index of `options`, so that its documents are read again.
pub fn is_of_another_version(options: &Options) -> bool {
    let stored = stored(options).ok().flatten();
    stored.is_some_and(|(generation, _)| !generation.sources.is_read_as_now())
}

fn stored(options: &Options) -> anyhow::Result<Option<(Generation, Stored)>> {
    let Some(dir) = options.index_dir() else {
        return Ok(None);
    };
    let generation = match Generation::open(&dir) {
        Ok(generation) => generation,
        // The caller then reads the corpus, which reports this error.
        Err(error) if options.index.is_none() || error.needs_rebuild() => None,
        Err(error) => return Err(error.into()),
    };
    let selection = options.selection();
    let is_same = |generation: &Generation| {
        generation.settings() == &options.settings
            && generation.is_at(&options.roots())
            && generation.is_of(&selection)
    };
    Ok(generation.filter(is_same).map(|generation| {
        let committed = Duration::from_nanos(generation.written().max(0) as u64);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let stored = Stored {
            collection: options.sets.classify(generation.collection().clone()),
            age: now.ok().and_then(|now| now.checked_sub(committed)),
        };
        (generation, stored)
    }))
}

/// Opens the collection of `options` without writing to an index: from the index if it is up to date,
/// from the index and the changed files if not, or only from the files. Terms and sketches of a
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
    read(options, SPILL, false, cancel, progress)
}

/// Does the same as [`read_only`], for callers that need no sketches. An index with any sketching settings qualifies;
/// without an index, sketches have the minimum of permutations to save time. The collection has the settings of
/// `options`, but its sketches must not be used. Call it on the thread pool.
///
/// # Errors
/// Like [`read_only`].
pub fn terms(
    options: &Options,
    cancel: &Cancel,
    progress: impl FnMut(Progress),
) -> anyhow::Result<Opened> {
    let opened = read(options, SPILL, true, cancel, progress)?;
    let collection = opened.collection.reshingled(&options.settings.sketching);
    Ok(Opened {
        collection: Arc::new(collection),
        stored: None,
        ..opened
    })
}

/// Does the same as [`read_only`], or with `terms_only` the same as [`terms`], but spills to temporary files from
/// `limit` bytes of terms and sketches.
///
/// # Errors
/// Like [`read_only`].
pub fn read(
    options: &Options,
    limit: usize,
    terms_only: bool,
    cancel: &Cancel,
    mut progress: impl FnMut(Progress),
) -> anyhow::Result<Opened> {
    let mut settings = options.settings.clone();
    let listing = gather::list(&options.source, &settings.reading, cancel, &mut progress)?;
    let mut notice = None;
    let dir = options.index_dir();
    if let Some(dir) = &dir {
        kept::use_folder(Some(extracted_dir(dir)), false);
    }
    let base = match dir.as_deref().map(Generation::base).transpose() {
        Ok(base) => base.flatten(),
        // Ignoring the index costs only time.
        Err(error) if options.index.is_none() || error.needs_rebuild() => {
            notice = Some(format!("{error}; reading the corpus instead"));
            None
        }
        Err(error) => return Err(error.into()),
    };
    if terms_only {
        let minimal = Sketching {
            permutations: Sketching::MIN_PERMUTATIONS,
            ..Sketching::default()
        };
        let stored = base.as_ref().map(|base| base.settings().sketching.clone());
        settings.sketching = stored.unwrap_or(minimal);
    }
    let plan = Plan::new(listing, base.as_ref(), &settings, options.rebuild, cancel);
    let plan = plan.context("interrupted")?;
    if let Some(base) = &base
        && plan.is_fresh(base, &settings)
    {
        let collection = options.sets.classify(base.collection().clone());
        // Stored pairs are from a comparison of all documents.
        let stored = PairSet::from_index(base, &collection);
        let stored = stored.filter(|_| options.sets.is_empty());
        return Ok(Opened {
            collection,
            stored,
            notice,
        });
    }
    let destination = if options.in_memory {
        DocumentSink::Memory
    } else {
        DocumentSink::Spill(limit)
    };
    let ingest = Ingest {
        settings: &settings,
        cancel,
        // Only documents of an index need a key.
        key: &mut |_: &DocumentRow| u64::MAX,
        texts: &mut TextCache::default(),
        progress: &mut progress,
    };
    let gathered = gather(plan, base.as_ref(), destination, ingest)?;
    Ok(Opened {
        collection: options.sets.classify(gathered.collection),
        stored: None,
        notice,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::corpus::Source;
    use crate::engine::build::build;
    use crate::engine::options::PairSearchConfig;

    #[test]
    fn other_sketches_are_computed_from_the_stored_terms() {
        let folder = tempfile::tempdir().unwrap();
        let (corpus, index) = (folder.path().join("corpus"), folder.path().join("index"));
        std::fs::create_dir(&corpus).unwrap();
        for n in 0..20 {
            let text = format!("text {n} of several short texts that have words in common");
            std::fs::write(corpus.join(format!("{n}.txt")), text).unwrap();
        }
        // A file that was just written could change again without another stamp.
        std::thread::sleep(Duration::from_millis(100));
        let options = |k, in_memory| {
            let mut options = Options {
                source: Source::Paths(vec![corpus.clone()]),
                index: Some(index.clone()),
                in_memory,
                ..Options::default()
            };
            options.settings.sketching.k = k;
            options
        };
        let search_config = PairSearchConfig::default();
        let cancel = Cancel::default();
        build(&options(5, false), search_config, &cancel, &|_| {}).unwrap();
        let read = |options: &Options| {
            let mut bytes = 0;
            let opened = read_only(options, &cancel, |progress| bytes += progress.bytes);
            (opened.unwrap().collection, bytes)
        };
        let (from_terms, bytes) = read(&options(3, false));
        assert_eq!(bytes, 0, "no file is read");
        let (from_files, bytes) = read(&options(3, true));
        assert!(bytes > 0);
        assert_eq!((from_terms.len(), from_files.len()), (20, 20));
        for doc in from_files.documents() {
            assert_eq!(from_terms.id(doc), from_files.id(doc));
            assert_eq!(from_terms.terms(doc), from_files.terms(doc));
            assert_eq!(from_terms.sketch(doc), from_files.sketch(doc));
        }
    }
}

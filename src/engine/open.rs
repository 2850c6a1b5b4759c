//! From a source and settings to a collection, by the shortest way: what a store already has is
//! taken from it, the rest is read and sketched.

use std::path::PathBuf;

use super::cancel::Cancel;
use super::ingest::Ingest;
use super::progress::{Progress, Stage};
use crate::collection::{Collection, Memory, Sink};
use crate::corpus::{self, Source};
use crate::settings::Settings;

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
}

/// The collection of `options`, in memory; nothing is written. Call on the pool.
///
/// # Errors
/// A source that cannot be opened, settings that make no sense; each named.
pub fn in_memory(
    options: &Options,
    cancel: &Cancel,
    mut progress: impl FnMut(Progress),
) -> anyhow::Result<Collection> {
    let settings = &options.settings;
    let begun = std::time::Instant::now();
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
    let mut skipped = listing.skipped;
    let mut sink = Box::new(Memory::new(settings.sketching.permutations));
    let ingest = Ingest {
        settings,
        cancel,
        first_key: 0,
    };
    ingest.run(listing.entries, &mut *sink, &mut skipped, progress)?;
    let segment = sink.finish()?;
    skipped.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(Collection::new(
        settings.clone(),
        vec![segment],
        skipped,
        |_, _| true,
    ))
}

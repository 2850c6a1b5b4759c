//! The index build: runs from a source to a collection, its pairs and its full-text index. It reuses
//! the content of the index and commits the new results to it.

use std::path::PathBuf;
use std::sync::Arc;

use super::edits::FileSnapshot;
use super::full_text::{self, TextCache};
use super::gather::{self, DocumentSink, gather};
use super::ingest::Ingest;
use super::options::{Options, PairSearchConfig};
use super::pairs::{Accept, find, reusable};
use super::plan::Plan;
use super::progress::{BuildEvent, Done};
use crate::base::Cancel;
use crate::candidates::PairSet;
use crate::corpus::extract::kept;
use crate::corpus::{DocumentRow, Kind, Listing, job_folder};
use crate::index::{Collection, Generation, IndexError, Start, Writer, extracted_dir};

/// Bytes of text cached from reading until the full-text index consumes them. Texts that do not fit are
/// read a second time.
const TEXT_IN_MEMORY: usize = 256 << 20;

/// Runs the whole build and passes each result to `emit` as soon as it is complete. Call it on the
/// thread pool. After a cancellation the completed work is stored. In interactive mode, if
/// the disk is full or read-only, the build restarts in memory.
///
/// # Errors
/// The source cannot be opened or the index cannot be written. The message names it, with advice.
pub fn build(
    options: &Options,
    search_config: PairSearchConfig,
    cancel: &Cancel,
    emit: &(dyn Fn(BuildEvent) + Sync),
) -> anyhow::Result<Done> {
    let may_use_memory = search_config.interactive && !options.in_memory;
    let is_disk_error = |error: &anyhow::Error| {
        let mut causes = error.chain().filter_map(|cause| cause.downcast_ref());
        causes.any(|cause| matches!(cause, IndexError::Io { .. }))
    };
    match build_with_index(options, search_config.clone(), cancel, emit) {
        Err(error) if may_use_memory && is_disk_error(&error) => {
            emit(BuildEvent::Notice(format!("{error:#}; {IN_MEMORY}")));
            let options = Options {
                in_memory: true,
                ..options.clone()
            };
            build_with_index(&options, search_config, cancel, emit)
        }
        result => result,
    }
}

/// End of the notice about an index that cannot be written.
const IN_MEMORY: &str = "this run keeps its work in memory";

/// Does the same as [`build`], but without the fallback to memory.
fn build_with_index(
    options: &Options,
    search_config: PairSearchConfig,
    cancel: &Cancel,
    emit: &(dyn Fn(BuildEvent) + Sync),
) -> anyhow::Result<Done> {
    let dir = options.index_dir();
    if dir.is_none() && !options.in_memory && options.source.paths().is_some() {
        emit(BuildEvent::Notice(
            "this user has no cache folder, so nothing is kept; --index DIR names one".to_owned(),
        ));
    }
    kept::use_folder(dir.as_deref().map(extracted_dir), false);
    let Some(listing) = list(options, cancel, emit)? else {
        return Ok(Done::STOPPED);
    };
    let base = match dir.as_deref().map(Generation::base).transpose() {
        Ok(base) => base.flatten(),
        Err(error) if error.needs_rebuild() => None,
        Err(error) => return Err(error.into()),
    };
    let plan_for = |listing: Listing, base: Option<&Generation>| {
        Plan::new(listing, base, &options.settings, options.rebuild, cancel)
    };
    let selection = options.selection();
    let Some(mut plan) = plan_for(listing, base.as_ref()) else {
        return Ok(Done::STOPPED);
    };
    if let Some(base) = &base
        && plan.is_fresh(base, &options.settings)
        && base.is_of(&selection)
        && base.full_text_complete()
        && let Some(done) = unchanged(base, options, &search_config, cancel, emit)?
    {
        return Ok(done);
    }
    let extracted = dir.as_deref().map(extracted_dir);
    let mut writer = open_writer(options, &search_config, dir, emit)?;
    writer.selection = selection;
    let extracted = extracted.filter(|_| writer.has_folder());
    if extracted.is_some() {
        kept::use_folder(extracted.clone(), true);
    }
    // Another process may have committed in the meantime, or the index was recreated.
    let is_same_base = match (&base, writer.base.as_ref()) {
        (Some(planned), Some(stored)) => planned.is(stored),
        (planned, stored) => planned.is_none() && stored.is_none(),
    };
    drop(base);
    if !is_same_base {
        let Some(listing) = list(options, cancel, emit)? else {
            return Ok(Done::STOPPED);
        };
        plan = match plan_for(listing, writer.base.as_ref()) {
            Some(plan) => plan,
            None => return Ok(Done::STOPPED),
        };
    }
    let mut texts = TextCache::up_to(TEXT_IN_MEMORY);
    let ingest = Ingest {
        settings: &options.settings,
        cancel,
        key: &mut |_: &DocumentRow| writer.new_key(),
        texts: &mut texts,
        progress: &mut |progress| emit(BuildEvent::Progress(progress)),
    };
    let gathered = gather(
        plan,
        writer.base.as_ref(),
        DocumentSink::Index(&writer),
        ingest,
    )?;
    let (collection, done) = (gathered.collection, gathered.done);
    if done.stopped {
        if let Some(unfinished) = &gathered.unfinished
            && !collection.is_empty()
        {
            writer.commit_interrupted(&collection, unfinished)?;
        }
        writer.close()?;
        return Ok(done);
    }
    let collection = match writer.merged(&collection)? {
        Some(merged) => Arc::new(merged),
        None => collection,
    };
    if let Some(folder) = extracted {
        let rows = collection.documents().map(|doc| collection.row(doc));
        let extracted = rows.filter(|row| matches!(row.kind, Kind::Extracted(_)));
        kept::forget_others(&folder, &extracted.map(|row| row.fingerprint).collect());
    }
    let compared = options.sets.classify(collection.clone());
    emit(BuildEvent::Collection(compared.clone()));
    for notice in notices(&collection, options) {
        emit(BuildEvent::Notice(notice));
    }
    let pairs = find(&compared, &search_config, cancel, emit);
    collection.release();
    // A cancelled search finds only some of the pairs, and a search between sets excludes some; these are not
    // stored.
    let is_complete = options.sets.is_empty() && !cancel.stopped();
    let stored = || pairs.to_stored().filter(|_| is_complete);
    writer.commit(&collection, stored())?;
    full_text::write(&collection, texts, &mut writer, cancel, emit)?;
    writer.commit(&collection, stored())?;
    emit(BuildEvent::FullText(Box::new(writer.search()?)));
    writer.close()?;
    Ok(Done {
        stopped: cancel.stopped(),
        ..done
    })
}

/// Lists the corpus. `None` after a cancellation, because a partial list does not show which files are
/// missing.
fn list(
    options: &Options,
    cancel: &Cancel,
    emit: &(dyn Fn(BuildEvent) + Sync),
) -> anyhow::Result<Option<Listing>> {
    let progress = &mut |progress| emit(BuildEvent::Progress(progress));
    let listing = gather::list(&options.source, &options.settings.reading, cancel, progress)?;
    if cancel.stopped() {
        return Ok(None);
    }
    emit(BuildEvent::Listed(FileSnapshot::from_listing(&listing)));
    Ok(Some(listing))
}

/// Notes for the user about the documents.
fn notices(collection: &Collection, options: &Options) -> impl Iterator<Item = String> {
    let job = job_folder::sentence(options.source.paths().unwrap_or_default());
    collection.renamed_sentence().into_iter().chain(job)
}

/// Reuses the stored collection and full-text index; searches pairs only if the stored ones do not
/// qualify. `None` if the full-text index turns out to be damaged or replaced.
fn unchanged(
    base: &Generation,
    options: &Options,
    search_config: &PairSearchConfig,
    cancel: &Cancel,
    emit: &(dyn Fn(BuildEvent) + Sync),
) -> anyhow::Result<Option<Done>> {
    let collection = &options.sets.classify(base.collection().clone());
    // The first frame needs documents and pairs, which are verified. Checksums of the full text, half of all
    // bytes, come after them.
    emit(BuildEvent::Collection(collection.clone()));
    let stored = PairSet::from_index(base, collection);
    let stored = stored.filter(|_| options.sets.is_empty());
    let method = &search_config.analysis.method_config;
    let pairs = reusable(stored, method, search_config.threshold, Accept::Any);
    let is_found = pairs.is_some();
    if let Some(pairs) = pairs {
        emit(BuildEvent::Pairs(Arc::new(pairs)));
    }
    let full_text = match base.full_text() {
        Ok(full_text) => full_text,
        Err(IndexError::Superseded { .. }) => return Ok(None),
        Err(error) if error.needs_rebuild() => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    for notice in notices(collection, options) {
        emit(BuildEvent::Notice(notice));
    }
    emit(BuildEvent::FullText(Box::new(full_text)));
    if !is_found {
        find(collection, search_config, cancel, emit);
    }
    Ok(Some(Done {
        kept: collection.len() as u64,
        read: 0,
        stopped: cancel.stopped(),
    }))
}

/// Opens the writer of the index and rebuilds a damaged one. If another process uses the index and the
/// mode is interactive, returns a writer in memory and sends a notice with the reason.
fn open_writer(
    options: &Options,
    search_config: &PairSearchConfig,
    dir: Option<PathBuf>,
    emit: &(dyn Fn(BuildEvent) + Sync),
) -> anyhow::Result<Writer> {
    let roots = options.roots();
    let Some(dir) = dir else {
        return Ok(Writer::in_memory(&roots)?);
    };
    match Writer::open(&dir, &roots, Start::Continue) {
        Ok(writer) => Ok(writer),
        Err(error) if error.needs_rebuild() => {
            emit(BuildEvent::Notice(format!("{error}; building it again")));
            Ok(Writer::open(&dir, &roots, Start::Afresh)?)
        }
        Err(error @ IndexError::InUse { .. }) if search_config.interactive => {
            emit(BuildEvent::Notice(format!("{error}; {IN_MEMORY}")));
            Ok(Writer::in_memory(&roots)?)
        }
        Err(error) => Err(error.into()),
    }
}

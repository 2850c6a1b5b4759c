//! Pairs of a corpus that does not fit in memory: by parts, on files in a scratch folder.
//!
//! 1. `read`: the corpus in units of files, each of which becomes segments on file: rows, terms, sketches, and beside
//!    them columns of what the next steps sort. After an interruption a unit that is written is
//!    read `again` only if something in it failed for a reason that may have passed.
//! 2. `copies`: documents with the same shingle set, by the prints of their sketches, confirmed on the sets.
//! 3. Candidates of the method `lsh`: `bands`, one band after the other, sorted and united on file (`runs`); or the
//!    complete join, of two `blocks` of documents at a time.
//! 4. `verify`: candidates in batches, each with a collection in memory of just the documents that are in it.
//! 5. `result`: the documents that have a near-duplicate, as a collection with its pairs, numbered and ordered as
//!    without parts; whatever lists or clusters pairs takes it like any other.
//!
//! `whole` gives all documents, for what writes also those that have no near-duplicate. `search` puts 3 and 4 together. Files are in the `folder`; the progress of each step is that of this run
//! (`steps`).
//!
//! All figures are computed by the functions of the search in memory, on collections that hold a part of the documents.
//! Memory: `Budget` for the parts; about 25 bytes a document (numbers of terms, representatives); and the result of
//! step 5, some 500 bytes for each document that has a near-duplicate, and 28 for each pair.

mod again;
mod bands;
mod blocks;
mod budget;
mod copies;
mod documents;
mod expansion;
mod folder;
mod found;
mod place;
mod read;
mod result;
mod runs;
mod search;
mod segments;
mod steps;
mod verify;
mod whole;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::ensure;
use serde_json::json;
use xxhash_rust::xxh3::xxh3_128;

use super::cancel::Cancel;
use super::gather;
use super::options::Options;
use super::progress::Progress;
use crate::base::version;
use crate::candidates::banding::Banding;
use crate::candidates::{Method, MethodConfig, PairSet};
use crate::collection::Collection;
use crate::corpus::extract::LeftOut;
use crate::corpus::{Listing, Skipped};
use crate::sketch::Layout;
use budget::Budget;
use documents::Documents;
pub use folder::Folder;
use result::Gathered;
use search::Search;
pub use whole::WholeCorpus;

/// Number of the layout of a scratch folder.
const FORMAT: u32 = 3;

/// Where and within what a search by parts runs.
#[derive(Clone, Debug)]
pub struct ByParts {
    /// The scratch folder: new, empty, or that of an interrupted run.
    pub scratch: PathBuf,
    /// Bytes that the parts take in memory.
    pub memory: u64,
    /// Whether to go on with an interrupted run.
    pub resume: bool,
}

/// What a search by parts found.
pub struct ByPartsResult {
    /// The documents that have a near-duplicate, with the names that they have in the whole corpus. They have no
    /// sketches.
    pub collection: Arc<Collection>,
    /// Their pairs.
    pub pairs: PairSet,
    /// All documents.
    pub whole: WholeCorpus,
    /// Terms of the longest document.
    pub longest: usize,
    /// What parsers left out of all documents, and of how many of them something was left out.
    pub left_out: (LeftOut, usize),
    /// The scratch folder, to be removed once the result is printed.
    pub folder: Folder,
}

/// The methods that run by parts.
pub const METHODS: [Method; 5] = [
    Method::Auto,
    Method::Lsh,
    Method::Exact,
    Method::Containment,
    Method::Identical,
];

impl ByParts {
    /// Bytes of memory that a search without parts takes for this many documents, about: measured on documents of 300
    /// words with --method lsh.
    #[must_use]
    pub fn without(documents: u64) -> u64 {
        20_000_000 + documents * 1_000
    }
}

/// Finds the pairs of the corpus of `options` at or above `threshold`, as [`candidates::find`](crate::candidates::find()) does with
/// `threshold` as the floor. Every document is read, whatever index there is. Call it on the thread pool.
///
/// # Errors
/// A method that is not one of [`METHODS`]; a scratch folder that is in use, of another search, or cannot be written; an
/// interruption, after which a run with [`ByParts::resume`] goes on.
pub fn find(
    options: &Options,
    config: &MethodConfig,
    threshold: f64,
    asked: &ByParts,
    cancel: &Cancel,
    progress: &mut dyn FnMut(Progress),
) -> anyhow::Result<ByPartsResult> {
    ensure!(
        METHODS.contains(&config.method),
        "--method {} holds all documents in memory; with --scratch take {}",
        config.method,
        METHODS.map(|method| method.name()).join(", ")
    );
    let settings = &options.settings;
    settings.check()?;
    place::check(&asked.scratch, &options.source)?;
    let listing = gather::list(&options.source, &settings.reading, cancel, progress)?;
    cancel.check()?;
    let job = job(options, config, threshold, asked, &listing)?;
    let folder = Folder::open(&asked.scratch, &job, asked.resume)?;
    let mut run = || {
        let found = in_folder(
            options, config, threshold, asked, &listing, &folder, cancel, progress,
        );
        found.map_err(|error| folder.explained(error))
    };
    let (gathered, documents, left_out) = run()?;
    Ok(ByPartsResult {
        collection: gathered.collection,
        pairs: gathered.pairs,
        longest: documents.longest(),
        whole: WholeCorpus::new(documents, gathered.numbers, gathered.in_result),
        left_out,
        folder,
    })
}

#[expect(
    clippy::too_many_arguments,
    reason = "called once, to name the folder in its errors"
)]
fn in_folder(
    options: &Options,
    config: &MethodConfig,
    threshold: f64,
    asked: &ByParts,
    listing: &Listing,
    folder: &Folder,
    cancel: &Cancel,
    progress: &mut dyn FnMut(Progress),
) -> anyhow::Result<(Gathered, Documents, (LeftOut, usize))> {
    let (settings, budget) = (&options.settings, Budget(asked.memory));
    let chosen = || Banding::choose(Layout::of(&settings.sketching), threshold, config.recall);
    let has_bands = [Method::Auto, Method::Lsh].contains(&config.method);
    let banding = has_bands.then(|| config.banding.unwrap_or_else(chosen));
    let reader = read::Reader {
        settings,
        banding,
        budget,
        folder,
        cancel,
    };
    let read = reader.run(&listing.entries, progress)?;
    let mut skipped: Vec<Skipped> = listing
        .skipped
        .iter()
        .chain(&read.skipped)
        .cloned()
        .collect();
    skipped.sort_by(|a, b| a.id.cmp(&b.id));
    let (files, resumed) = (read.segments, read.resumed);
    let documents = Documents::open(folder, (settings, budget), files, resumed, cancel, progress)?;
    let representative = copies::representatives(&documents, budget, folder, cancel, progress)?;
    let search = Search {
        documents: &documents,
        representative: &representative,
        config,
        threshold,
        budget,
        folder,
        cancel,
    };
    let (found, info) = search.run(banding, progress)?;
    let result = result::Gathering {
        documents: &documents,
        representative: &representative,
        budget,
        folder,
        cancel,
    };
    let gathered = result.run(&found, info, skipped, progress)?;
    Ok((gathered, documents, read.left_out))
}

/// A hash of everything that decides the content of the scratch folder.
fn job(
    options: &Options,
    config: &MethodConfig,
    threshold: f64,
    asked: &ByParts,
    listing: &Listing,
) -> anyhow::Result<String> {
    let entries = listing.entries.iter();
    let entries: Vec<(&str, u64)> = entries
        .map(|entry| (entry.id.as_str(), entry.stamp.digest()))
        .collect();
    // What the steps of the other methods leave is the same whatever memory they have.
    let has_blocks = [Method::Exact, Method::Containment].contains(&config.method);
    let described = json!({
        "format": FORMAT,
        "program": version::NUMBER,
        "commit": version::COMMIT,
        "settings": options.settings,
        "method": config,
        "threshold": threshold,
        "memory": has_blocks.then_some(asked.memory),
        "entries": xxh3_128(&serde_json::to_vec(&entries)?).to_string(),
    });
    Ok(format!(
        "{:032x}",
        xxh3_128(described.to_string().as_bytes())
    ))
}

#[cfg(test)]
mod tests;

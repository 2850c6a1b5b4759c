//! One copy of each near-duplicate of a stream that is read once: each document is compared with the sketches of
//! those that were kept, so that its figure is an estimate, and of the texts nothing is held.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rayon::ThreadPool;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::super::cancel::Cancel;
use crate::candidates::KeptSketches;
use crate::candidates::banding::Banding;
use crate::corpus::SkipReason;
use crate::corpus::read::{self, Line, LineBlocks, Work};
use crate::settings::Settings;
use crate::similarity::Estimate;
use crate::sketch::{Scratch, Sketcher};
use crate::text::{Normaliser, shingles};

/// A document of the stream that was decided.
#[derive(Debug)]
pub struct Decided<'a> {
    /// Its id, with `~2`, `~3` and so on behind it where earlier documents of the stream have that id.
    pub id: &'a str,
    /// Its line.
    pub line: &'a Line,
    /// What stays for it; `None` if it is kept.
    pub keeper: Option<Keeper<'a>>,
}

/// The document that stays for a dropped one.
#[derive(Clone, Copy, Debug)]
pub struct Keeper<'a> {
    /// Its id; empty if ids are not held.
    pub id: &'a str,
    /// Estimated Jaccard of the two.
    pub estimate: Estimate,
}

/// How a stream is compared.
#[derive(Clone, Copy, Debug)]
pub struct Comparing {
    /// Which sketches meet.
    pub banding: Banding,
    /// Estimated Jaccard at or above which a document is dropped, 0..=1.
    pub threshold: f64,
    /// Whether the ids of the kept documents are held, for those that they stay for.
    pub with_ids: bool,
    /// Whether ids are told apart: a checksum of each is held.
    pub unique_ids: bool,
}

/// What was read of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Streamed {
    /// Documents that were kept.
    pub kept: u64,
    /// Documents that were dropped.
    pub dropped: u64,
    /// Documents whose id an earlier one has; counted where ids are told apart.
    pub renamed: u64,
    /// Lines that were not read.
    pub unread: u64,
    /// Of these, those that should have been read.
    pub failures: u64,
    /// The first of them, with the reason.
    pub first_unread: Option<(String, SkipReason)>,
}

/// A document with its sketch; empty if it has no shingles and so resembles nothing.
struct Sketched {
    id: String,
    line: Line,
    sketch: Vec<u32>,
}

/// Buffers that a thread reuses.
#[derive(Default)]
struct Buffers {
    terms: Vec<u64>,
    shingles: Vec<u64>,
    scratch: Scratch,
}

/// The banding by which a pair at `threshold` is found with probability `recall` or more.
#[must_use]
pub fn banding(settings: &Settings, threshold: f64, recall: f64) -> Banding {
    let layout = Sketcher::new(&settings.sketching).layout();
    Banding::choose(layout, threshold, recall)
}

/// Decides each document of `blocks` in turn: it is dropped if its estimated Jaccard with a kept one is at or
/// above the threshold. `decided` takes the documents in their order, `block_ends` is called when what has arrived
/// is decided. Sketches are computed on `pool`, all else on the calling thread.
///
/// # Errors
/// What `decided` or `block_ends` return; settings that cannot be used; memory or files have run out; `cancel`.
pub fn keep(
    blocks: LineBlocks,
    settings: &Settings,
    comparing: Comparing,
    pool: &ThreadPool,
    cancel: &Cancel,
    mut decided: impl FnMut(&Decided<'_>) -> anyhow::Result<()>,
    mut block_ends: impl FnMut(&Streamed) -> anyhow::Result<()>,
) -> anyhow::Result<Streamed> {
    let normaliser = Normaliser::new(&settings.normalisation)?;
    let sketcher = Sketcher::new(&settings.sketching);
    let layout = sketcher.layout();
    let mut all = KeptSketches::new(layout, comparing.banding);
    let mut ids: Vec<Box<str>> = Vec::new();
    let mut given = GivenIds::default();
    let mut streamed = Streamed::default();
    for block in blocks {
        if cancel.stopped() {
            anyhow::bail!("interrupted");
        }
        let all_of_block = || -> Vec<_> {
            block
                .into_par_iter()
                .map_init(Buffers::default, |buffers, work| {
                    sketched(work, settings, &normaliser, &sketcher, buffers)
                })
                .collect()
        };
        let sketched = pool.install(all_of_block);
        for next in sketched {
            let mut document = match next {
                Ok(document) => document,
                Err((id, reason)) if reason.ends_the_run() => anyhow::bail!("{id}: {reason}"),
                Err(unread) => {
                    streamed.unread += 1;
                    streamed.failures += u64::from(unread.1.is_failure());
                    streamed.first_unread.get_or_insert(unread);
                    continue;
                }
            };
            if comparing.unique_ids
                && let Some(id) = given.another(&document.id)
            {
                document.id = id;
                streamed.renamed += 1;
            }
            let nearest = match document.sketch.is_empty() {
                true => None,
                false => all.nearest(&document.sketch),
            };
            let keeper = nearest.and_then(|nearest| {
                let estimate = Estimate::new(layout, nearest.agreeing);
                let is_near = estimate.value() >= comparing.threshold;
                let id = ids.get(nearest.document).map_or("", |id| &**id);
                is_near.then_some(Keeper { id, estimate })
            });
            decided(&Decided {
                id: &document.id,
                line: &document.line,
                keeper,
            })?;
            if keeper.is_some() {
                streamed.dropped += 1;
                continue;
            }
            streamed.kept += 1;
            if !document.sketch.is_empty() {
                all.push(&document.sketch);
                if comparing.with_ids {
                    ids.push(document.id.into());
                }
            }
        }
        block_ends(&streamed)?;
    }
    Ok(streamed)
}

/// The ids of a stream so far, by their checksums.
#[derive(Default)]
struct GivenIds(HashMap<u128, u64>);

impl GivenIds {
    /// The id that a document gets instead of `id`, if an earlier one has that.
    fn another(&mut self, id: &str) -> Option<String> {
        let mut latest = match self.0.entry(xxh3_128(id.as_bytes())) {
            Entry::Vacant(free) => {
                free.insert(1);
                return None;
            }
            Entry::Occupied(taken) => *taken.get(),
        };
        let other = loop {
            latest += 1;
            let other = format!("{id}~{latest}");
            if let Entry::Vacant(free) = self.0.entry(xxh3_128(other.as_bytes())) {
                free.insert(1);
                break other;
            }
        };
        self.0.insert(xxh3_128(id.as_bytes()), latest);
        Some(other)
    }
}

fn sketched(
    work: Work,
    settings: &Settings,
    normaliser: &Normaliser,
    sketcher: &Sketcher,
    buffers: &mut Buffers,
) -> Result<Sketched, (String, SkipReason)> {
    let Work::Row { line, .. } = &work else {
        return Err(match work {
            Work::Skip(skipped) => (skipped.id, skipped.reason),
            _ => (String::new(), SkipReason::BadRow("no line".to_owned())),
        });
    };
    let line = line.clone();
    let document = read::document(work, &settings.reading);
    let document = document.map_err(|skipped| (skipped.id, skipped.reason))?;
    buffers.terms.clear();
    buffers.shingles.clear();
    normaliser.hashes(&document.text, &mut buffers.terms);
    shingles::elements(&buffers.terms, &settings.sketching, &mut buffers.shingles);
    let mut sketch = Vec::new();
    if !buffers.shingles.is_empty() {
        sketch.reserve_exact(sketcher.layout().words());
        sketcher.sketch(&buffers.shingles, &mut buffers.scratch, &mut sketch);
    }
    Ok(Sketched {
        id: document.row.id,
        line,
        sketch,
    })
}

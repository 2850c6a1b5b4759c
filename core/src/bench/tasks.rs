//! The end-to-end tasks, each measured in a separate process.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::Context;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::job::{Job, Outcome, Steps, Task};
use super::{bare, bare_pass, lab};
use crate::base::process;
use crate::candidates::banding::{Banding, RECALL};
use crate::candidates::{self, Identical, Method, MethodConfig, PairSet, PairSetInfo, lsh, verify};
use crate::cluster::{Cache, Linkage, build as cluster};
use crate::collection::Collection;
use crate::engine::build;
use crate::engine::cancel::Cancel;
use crate::engine::event::Event;
use crate::engine::open;
use crate::engine::options::{Options, PairSearchConfig};
use crate::engine::pool::pool;
use crate::settings::DEFAULT_THRESHOLD;
use crate::similarity::Measure;
use crate::sketch::{Scratch, Sketcher};
use crate::text::shingles;

/// Executes a task in this process and returns the cost of the process so far. After cancellation
/// the figures are meaningless.
///
/// # Errors
/// A corpus that cannot be opened or has no documents; an index that cannot be written.
pub fn perform(job: &Job, cancel: &Cancel) -> anyhow::Result<Outcome> {
    let begun = Instant::now();
    let done = match &job.task {
        Task::Clusters { method, files } => clusters(job, method, *files, cancel)?,
        Task::Lab(change) => lab::run(job, *change)?,
        Task::BarePass => bare_pass::run(job, cancel)?,
        Task::Steps => steps(job, cancel)?,
        Task::Index { store, waited_for } => index(job, store.clone(), *waited_for, begun, cancel)?,
        Task::Bare {
            folder,
            default_tokenizer,
        } => Outcome {
            documents: bare::index(job, folder, *default_tokenizer, cancel)?,
            ..Outcome::default()
        },
    };
    anyhow::ensure!(done.documents > 0, "there is no document to measure with");
    Ok(Outcome {
        wall: begun.elapsed().as_secs_f64(),
        cpu: process::cpu_seconds(),
        peak: process::peak_memory(),
        ..done
    })
}

fn clusters(
    job: &Job,
    method: &MethodConfig,
    files: bool,
    cancel: &Cancel,
) -> anyhow::Result<Outcome> {
    let options = Options {
        in_memory: !files,
        ..job.options(None)
    };
    pool(job.threads)?.install(|| {
        let opened = open::read_only(&options, cancel, |_| {})?;
        let collection = opened.collection;
        let identical = Identical::of(&collection);
        let pairs = candidates::find(
            &collection,
            &identical,
            method,
            DEFAULT_THRESHOLD,
            DEFAULT_THRESHOLD,
            &|| !cancel.stopped(),
        );
        Ok(clustered(&collection, &pairs, &mut Cache::default()))
    })
}

/// Clusters `pairs` at the default threshold; the numbers of documents, pairs and clusters.
fn clustered(collection: &Collection, pairs: &PairSet, cache: &mut Cache) -> Outcome {
    let threshold = DEFAULT_THRESHOLD;
    let made = cluster::build(collection, pairs, threshold, Linkage::Single, cache);
    Outcome {
        documents: collection.len() as u64,
        pairs: pairs.count(threshold),
        clusters: made.clusters.len() as u64,
        ..Outcome::default()
    }
}

/// Result of `work`, and its wall-clock seconds.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = Instant::now();
    let result = work();
    (result, begun.elapsed().as_secs_f64())
}

fn steps(job: &Job, cancel: &Cancel) -> anyhow::Result<Outcome> {
    let options = job.options(None);
    let sketching = &job.settings.sketching;
    let (threshold, measure) = (DEFAULT_THRESHOLD, Measure::Jaccard);
    let should_continue = || !cancel.stopped();
    pool(job.threads)?.install(|| {
        let (opened, ingest) = timed(|| open::read_only(&options, cancel, |_| {}));
        let collection = opened?.collection;
        let documents: Vec<_> = collection.documents().collect();
        let sketcher = Sketcher::new(sketching);
        let (sketched, sketch) = timed(|| {
            let one = |doc: &_| {
                let (mut shingles, mut out) = (Vec::new(), Vec::new());
                shingles::elements(&collection.terms(*doc), sketching, &mut shingles);
                sketcher.sketch(&shingles, &mut Scratch::default(), &mut out);
                xxh3_64(bytemuck::cast_slice(&out))
            };
            documents.par_iter().map(one).collect::<Vec<u64>>()
        });
        let ((identical, proposed, banding), candidates) = timed(|| {
            let identical = Identical::of(&collection);
            let banding = Banding::choose(collection.layout(), threshold, RECALL);
            let proposed =
                lsh::buckets(&collection, identical.distinct(), banding, &should_continue);
            (identical, proposed, banding)
        });
        let (mut pairs, verification) = timed(|| {
            verify::verify(
                &collection,
                proposed.pairs,
                measure,
                threshold,
                &should_continue,
            )
        });
        pairs.sort_unstable_by(|a, b| a.order(b, measure));
        let found = PairSetInfo {
            method: Method::Lsh.name(),
            measure,
            bands: Some((banding.bands, banding.rows)),
            floor: threshold,
            candidates: pairs.len() as u64,
            ..PairSetInfo::default()
        };
        let numbers = pairs
            .iter()
            .map(|p| [p.a.0, p.b.0, p.overlap.shared, p.agreeing]);
        let numbers: Vec<u32> = numbers.flatten().collect();
        let digest = xxh3_64(bytemuck::cast_slice(&sketched))
            ^ xxh3_64(bytemuck::cast_slice(&numbers)).rotate_left(1);
        let pairs = PairSet::new(identical.representatives().to_vec(), pairs, found);
        let (outcome, clusters) = timed(|| clustered(&collection, &pairs, &mut Cache::default()));
        Ok(Outcome {
            steps: Some(Steps {
                ingest,
                sketch,
                candidates,
                verification,
                clusters,
                digest,
            }),
            ..outcome
        })
    })
}

/// Bytes of all files in a folder.
fn bytes_in(folder: &Path) -> anyhow::Result<u64> {
    let files = walkdir::WalkDir::new(folder).into_iter();
    let lengths = files.map(|file| {
        let metadata = file?.metadata()?;
        Ok(if metadata.is_file() {
            metadata.len()
        } else {
            0
        })
    });
    lengths.sum()
}

fn index(
    job: &Job,
    store: PathBuf,
    waited_for: bool,
    begun: Instant,
    cancel: &Cancel,
) -> anyhow::Result<Outcome> {
    let options = job.options(Some(store.clone()));
    let search_config = PairSearchConfig {
        interactive: waited_for,
        ..PairSearchConfig::default()
    };
    // The TUI clusters every pair set that arrives; the command clusters none.
    let newest = Mutex::new((None, Cache::default(), Outcome::default()));
    let emit = |event: Event| {
        let Ok(mut newest) = newest.lock() else {
            return;
        };
        let (collection, cache, outcome) = &mut *newest;
        match event {
            Event::Collection(made) => {
                outcome.documents = made.len() as u64;
                *collection = Some(made);
            }
            Event::Pairs(pairs) => {
                let Some(collection) = collection.as_ref().filter(|_| waited_for) else {
                    outcome.pairs = pairs.count(DEFAULT_THRESHOLD);
                    return;
                };
                let made = clustered(collection, &pairs, cache);
                let now = || (begun.elapsed().as_secs_f64(), process::cpu_seconds());
                *outcome = Outcome {
                    first_clusters: outcome.first_clusters.or_else(|| Some(now())),
                    ..made
                };
            }
            Event::Progress(_) | Event::Listed(_) | Event::FullText(_) | Event::Notice(_) => {}
        }
    };
    pool(job.threads)?
        .install(|| build::build(&options, search_config, cancel, &emit))
        .context("building the index")?;
    let (_, _, outcome) = newest
        .into_inner()
        .map_err(|_| anyhow::anyhow!("a thread failed while clusters were made"))?;
    Ok(Outcome {
        disk: bytes_in(&store)?,
        ..outcome
    })
}

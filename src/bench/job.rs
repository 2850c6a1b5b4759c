//! The end-to-end tasks, each measured in a separate process.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::Context;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{bare, meter};
use crate::candidates::banding::{Banding, RECALL};
use crate::candidates::{self, Identical, Method, MethodConfig, PairSet, PairSetInfo, lsh};
use crate::cluster::{Cache, Linkage, build as cluster};
use crate::corpus::Source;
use crate::engine::build;
use crate::engine::cancel::Cancel;
use crate::engine::event::Event;
use crate::engine::open;
use crate::engine::options::{Options, PairSearchConfig, Reuse};
use crate::engine::pool::pool;
use crate::settings::{DEFAULT_THRESHOLD, KEPT_FROM, Settings};
use crate::similarity::{Measure, verify};
use crate::sketch::Sketcher;
use crate::sketch::minhash::Scratch;
use crate::text::shingles;

/// Input of a measured process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Folders and files of the corpus.
    pub paths: Vec<PathBuf>,
    /// Settings that affect results.
    pub settings: Settings,
    /// Threads; 0 for one per processor.
    pub threads: usize,
    /// The task to measure.
    pub task: Task,
}

/// A measured task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    /// From files to clusters, without full-text index.
    Clusters {
        /// Name of the candidate method.
        method: String,
        /// Use temporary files for a large corpus, as the commands do, instead of memory only.
        files: bool,
    },
    /// As `Clusters`, by LSH in memory, with each step timed.
    Steps,
    /// Builds the whole index in a store, as the `index` command does, or opens it if it exists.
    Index {
        /// Folder of the store.
        store: PathBuf,
        /// Build as the TUI does, with priority for the first clusters.
        waited_for: bool,
    },
    /// Tantivy alone, with the program's schema.
    Bare {
        /// An existing folder for the index.
        folder: PathBuf,
        /// Use tantivy's default tokenizer instead of the program's terms.
        default_tokenizer: bool,
    },
}

/// Cost and results of a task, in seconds and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// CPU time of the whole process, user and system.
    pub cpu: f64,
    /// Wall-clock time of the task.
    pub wall: f64,
    /// Wall-clock time to the first clusters, if the task produces intermediate ones.
    pub first_clusters: Option<f64>,
    /// CPU time to the first clusters.
    pub first_clusters_cpu: Option<f64>,
    /// Peak resident memory; `None` if the system does not report it.
    pub peak: Option<u64>,
    /// Wall-clock time of each step, for [`Task::Steps`].
    pub steps: Option<Steps>,
    /// Number of documents processed.
    pub documents: u64,
    /// Number of pairs found.
    pub pairs: u64,
    /// Number of clusters found.
    pub clusters: u64,
}

/// Wall-clock seconds of the steps from files to clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Steps {
    /// Reading, decoding, terms and sketches.
    pub ingest: f64,
    /// Sketching again, from the terms.
    pub sketch: f64,
    /// Grouping of identical documents, and candidates by LSH.
    pub candidates: f64,
    /// Exact verification of the candidates.
    pub verification: f64,
    /// Clustering of the pairs.
    pub clusters: f64,
    /// Digest of sketches and pairs; independent of the number of threads.
    pub digest: u64,
}

impl Steps {
    /// From files to clusters, without the repeated sketching.
    #[must_use]
    pub fn whole(&self) -> f64 {
        self.ingest + self.candidates + self.verification + self.clusters
    }
}

/// Executes a task in this process and returns the cost of the process so far. After cancellation
/// the figures are meaningless.
///
/// # Errors
/// A corpus that cannot be opened or has no documents; an index that cannot be written.
pub fn perform(job: &Job, cancel: &Cancel) -> anyhow::Result<Outcome> {
    let begun = Instant::now();
    let done = match &job.task {
        Task::Clusters { method, files } => clusters(job, method.parse()?, *files, cancel)?,
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
        cpu: meter::process_seconds(),
        peak: meter::peak_memory(),
        ..done
    })
}

fn options(job: &Job, index: Option<PathBuf>) -> Options {
    Options {
        source: Source::Paths(job.paths.clone()),
        settings: job.settings.clone(),
        in_memory: index.is_none(),
        index,
        threads: job.threads,
        reuse: Reuse::default(),
    }
}

fn clusters(job: &Job, method: Method, files: bool, cancel: &Cancel) -> anyhow::Result<Outcome> {
    let options = Options {
        in_memory: !files,
        ..options(job, None)
    };
    pool(job.threads)?.install(|| {
        let opened = open::read_only(&options, cancel, |_| {})?;
        let collection = opened.collection;
        let identical = Identical::of(&collection);
        let threshold = DEFAULT_THRESHOLD;
        let pairs = candidates::find(
            &collection,
            &identical,
            &method.into(),
            threshold,
            threshold,
            || !cancel.stopped(),
        );
        let made = cluster::build(
            &collection,
            &pairs,
            threshold,
            Linkage::Single,
            &mut Cache::default(),
        );
        Ok(Outcome {
            documents: collection.len() as u64,
            pairs: pairs.count(threshold),
            clusters: made.clusters.len() as u64,
            ..Outcome::default()
        })
    })
}

/// Result of `work`, and its wall-clock seconds.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = Instant::now();
    let result = work();
    (result, begun.elapsed().as_secs_f64())
}

fn steps(job: &Job, cancel: &Cancel) -> anyhow::Result<Outcome> {
    let options = options(job, None);
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
                shingles::elements(collection.terms(*doc), sketching, &mut shingles);
                sketcher.sketch(&shingles, &mut Scratch::default(), &mut out);
                xxh3_64(bytemuck::cast_slice(&out))
            };
            documents.par_iter().map(one).collect::<Vec<u64>>()
        });
        let ((identical, proposed, banding), candidates) = timed(|| {
            let identical = Identical::of(&collection);
            let banding = Banding::choose(collection.layout(), threshold, RECALL);
            let proposed = lsh::buckets(&collection, identical.distinct(), banding);
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
            complete: false,
            chosen_for: None,
            candidates: pairs.len() as u64,
            capped: 0,
            note: String::new(),
        };
        let numbers = pairs
            .iter()
            .map(|p| [p.a.0, p.b.0, p.overlap.shared, p.agreeing]);
        let numbers: Vec<u32> = numbers.flatten().collect();
        let digest = xxh3_64(bytemuck::cast_slice(&sketched))
            ^ xxh3_64(bytemuck::cast_slice(&numbers)).rotate_left(1);
        let pairs = PairSet::new(identical.into_representatives(), pairs, found);
        let (made, clusters) = timed(|| {
            let linkage = Linkage::default();
            cluster::build(
                &collection,
                &pairs,
                threshold,
                linkage,
                &mut Cache::default(),
            )
        });
        Ok(Outcome {
            documents: collection.len() as u64,
            pairs: pairs.count(threshold),
            clusters: made.clusters.len() as u64,
            steps: Some(Steps {
                ingest,
                sketch,
                candidates,
                verification,
                clusters,
                digest,
            }),
            ..Outcome::default()
        })
    })
}

fn index(
    job: &Job,
    store: PathBuf,
    waited_for: bool,
    begun: Instant,
    cancel: &Cancel,
) -> anyhow::Result<Outcome> {
    let options = options(job, Some(store));
    let finding = PairSearchConfig {
        method_config: MethodConfig::default(),
        threshold: DEFAULT_THRESHOLD,
        floor: KEPT_FROM,
        linkage: Linkage::Single,
        hurry: waited_for,
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
                outcome.pairs = pairs.count(DEFAULT_THRESHOLD);
                let Some(collection) = collection.as_ref().filter(|_| waited_for) else {
                    return;
                };
                let made = cluster::build(
                    collection,
                    &pairs,
                    DEFAULT_THRESHOLD,
                    Linkage::Single,
                    cache,
                );
                outcome.clusters = made.clusters.len() as u64;
                let now = begun.elapsed().as_secs_f64();
                outcome.first_clusters.get_or_insert(now);
                let cpu = meter::process_seconds();
                outcome.first_clusters_cpu.get_or_insert(cpu);
            }
            Event::Progress(_) | Event::Listed(_) | Event::FullText(_) | Event::Notice(_) => {}
        }
    };
    pool(job.threads)?
        .install(|| build::build(&options, finding, cancel, &emit))
        .context("building the index")?;
    let (_, _, outcome) = newest
        .into_inner()
        .map_err(|_| anyhow::anyhow!("a thread failed while clusters were made"))?;
    Ok(outcome)
}

//! The pieces of work that are measured end to end, each in a process of its own.

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
use crate::engine::build::{self, Event, PairSearchConfig};
use crate::engine::cancel::Cancel;
use crate::engine::open::{self, Options, Reuse};
use crate::engine::pool::pool;
use crate::settings::{DEFAULT_THRESHOLD, KEPT_FROM, Settings};
use crate::similarity::{Measure, verify};
use crate::sketch::Sketcher;
use crate::sketch::minhash::Scratch;
use crate::text::shingles;

/// What a measured process is asked to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Folders and files of the corpus.
    pub paths: Vec<PathBuf>,
    /// Settings that change figures.
    pub settings: Settings,
    /// Threads; 0 for one a processor.
    pub threads: usize,
    /// The work.
    pub task: Task,
}

/// The work.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    /// From the files to clusters, without full text.
    Clusters {
        /// Name of the method that finds pairs.
        method: String,
        /// With temporary files for a large corpus, as the commands do it, instead of in memory.
        files: bool,
    },
    /// The same by LSH in memory, step by step.
    Steps,
    /// The whole index into a store in this folder, as the `index` command builds it; where it is
    /// there already, opening it.
    Index {
        /// Folder of the store.
        store: PathBuf,
        /// As the screens do it instead, where somebody waits for the first clusters.
        waited_for: bool,
    },
    /// Tantivy alone, with the program's schema, into this folder.
    Bare {
        /// An existing folder.
        folder: PathBuf,
        /// With tantivy's default tokenizer in place of the program's terms.
        default_tokenizer: bool,
    },
}

/// What a piece of work took. Seconds and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Processor time of the whole process, user and system.
    pub cpu: f64,
    /// Time by the clock, from the begin of the work to its end.
    pub wall: f64,
    /// Time by the clock to the first clusters, where there are any on the way.
    pub first_clusters: Option<f64>,
    /// Processor time to them.
    pub first_clusters_cpu: Option<f64>,
    /// Most memory resident; `None` where the system does not say.
    pub peak: Option<u64>,
    /// Time by the clock of each step, where they were asked for.
    pub steps: Option<Steps>,
    /// Documents worked on.
    pub documents: u64,
    /// Pairs found.
    pub pairs: u64,
    /// Clusters found.
    pub clusters: u64,
}

/// Time by the clock that the steps from files to clusters take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Steps {
    /// Reading, decoding, terms and sketches.
    pub ingest: f64,
    /// Sketches once more, from the terms.
    pub sketch: f64,
    /// Identical documents, and candidates by LSH.
    pub candidates: f64,
    /// Counting the candidates.
    pub verification: f64,
    /// Clusters of the pairs.
    pub clusters: f64,
    /// Digest of the sketches and pairs: the same at any number of threads.
    pub digest: u64,
}

impl Steps {
    /// From the files to clusters; what is done twice counts once.
    #[must_use]
    pub fn whole(&self) -> f64 {
        self.ingest + self.candidates + self.verification + self.clusters
    }
}

/// Does a piece of work in this process and says what the process has taken so far. After a stop the
/// figures mean nothing.
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

/// The time by the clock of `work`, and what it gives.
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
    // The screens make clusters of every set of pairs that arrives; the command makes none.
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

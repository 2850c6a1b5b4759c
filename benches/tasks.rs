//! Work that is measured in a separate process, so that processor time and peak memory belong only to this work. The
//! process is this bench, started again with a job in its environment; it prints the outcome as JSON.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use shinglescope::base::Cancel;
use shinglescope::base::process;
use shinglescope::candidates::{self, Identical, MethodConfig, PairSet};
use shinglescope::cluster::{Cache, Linkage, build as cluster};
use shinglescope::engine::options::{Options, PairSearchConfig};
use shinglescope::engine::pool::pool;
use shinglescope::engine::progress::BuildEvent;
use shinglescope::engine::{build, open};
use shinglescope::index::Collection;
use shinglescope::settings::DEFAULT_THRESHOLD;

use super::setup::options;
use super::{bare_pass, bare_tantivy};

/// Environment variable with the job of a measured process.
const JOB: &str = "SHINGLESCOPE_BENCH_JOB";

#[derive(Serialize, Deserialize)]
pub struct Job {
    pub paths: Vec<PathBuf>,
    /// 0 for one per processor.
    pub threads: usize,
    pub task: Task,
}

#[derive(Serialize, Deserialize)]
pub enum Task {
    /// From files to clusters, without full-text index.
    Clusters {
        method: Box<MethodConfig>,
        /// Everything in memory; otherwise temporary files for a large corpus, as the commands do.
        in_memory: bool,
    },
    /// From files to clusters by the yardstick.
    BarePass,
    /// Builds the whole index in a folder, or opens it if it exists.
    Index {
        folder: PathBuf,
        /// As the screens do, with priority for the first clusters.
        interactive: bool,
    },
    /// Only tantivy.
    BareTantivy { own_tokenizer: bool },
}

/// Cost and results of a task, in seconds and bytes.
#[derive(Default, Serialize, Deserialize)]
pub struct Outcome {
    /// Processor time of the whole process, user and system.
    pub cpu: f64,
    /// Wall-clock time of the task.
    pub wall: f64,
    /// Processor and wall-clock time until the first clusters of an index.
    pub first_clusters: Option<(f64, f64)>,
    /// Peak resident memory, if the system reports it.
    pub peak: Option<u64>,
    /// Bytes on disk that the task leaves.
    pub disk: u64,
    pub documents: u64,
    /// Bytes of text, by the bare index only.
    pub bytes: u64,
    pub pairs: u64,
}

/// The job of this process, if it is a measured process.
pub fn job() -> Option<String> {
    std::env::var(JOB).ok()
}

/// Does a job in this process and prints its outcome.
pub fn run(job: &str) -> anyhow::Result<()> {
    let job: Job = serde_json::from_str(job)?;
    let start = Instant::now();
    let outcome = match &job.task {
        Task::Clusters { method, in_memory } => clusters(&job, method, *in_memory)?,
        Task::BarePass => bare_pass::run(&job.paths)?,
        Task::Index {
            folder,
            interactive,
        } => index(&job, folder, *interactive, start)?,
        Task::BareTantivy { own_tokenizer } => {
            let folder = tempfile::tempdir()?;
            let (documents, bytes) =
                bare_tantivy::index(&job.paths, job.threads, folder.path(), *own_tokenizer)?;
            Outcome {
                documents,
                bytes,
                ..Outcome::default()
            }
        }
    };
    ensure!(
        outcome.documents > 0,
        "there is no document to measure with"
    );
    let outcome = Outcome {
        wall: start.elapsed().as_secs_f64(),
        cpu: process::cpu_seconds(),
        peak: peak_memory(),
        ..outcome
    };
    Ok(serde_json::to_writer(std::io::stdout(), &outcome)?)
}

/// Does a job in a new process.
pub fn measure(job: &Job) -> anyhow::Result<Outcome> {
    let output = Command::new(std::env::current_exe()?)
        .env(JOB, serde_json::to_string(job)?)
        .output()?;
    let message = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "a measured process failed: {message}"
    );
    serde_json::from_slice(&output.stdout).context("a measured process gave no figures")
}

/// From files to clusters as the commands do it.
fn clusters(job: &Job, method: &MethodConfig, in_memory: bool) -> anyhow::Result<Outcome> {
    let options = Options {
        in_memory,
        ..options(job.paths.clone(), job.threads, None)
    };
    pool(job.threads)?.install(|| {
        let collection = open::read_only(&options, &Cancel::default(), |_| {})?.collection;
        let identical = Identical::new(&collection);
        let (threshold, cancel) = (DEFAULT_THRESHOLD, Cancel::default());
        let pairs = candidates::find(
            &collection,
            &identical,
            method,
            threshold,
            threshold,
            &cancel,
        );
        make_clusters(&collection, &pairs, &mut Cache::default());
        Ok(Outcome {
            documents: collection.len() as u64,
            pairs: pairs.count(threshold),
            ..Outcome::default()
        })
    })
}

fn make_clusters(collection: &Collection, pairs: &PairSet, cache: &mut Cache) {
    let (threshold, linkage) = (DEFAULT_THRESHOLD, Linkage::Single);
    std::hint::black_box(cluster::build(collection, pairs, threshold, linkage, cache));
}

fn index(job: &Job, folder: &Path, interactive: bool, start: Instant) -> anyhow::Result<Outcome> {
    let options = options(job.paths.clone(), job.threads, Some(folder.to_owned()));
    let search_config = PairSearchConfig {
        interactive,
        ..PairSearchConfig::default()
    };
    let newest = Mutex::new((None, Cache::default(), Outcome::default()));
    // The screens cluster all pairs that arrive; the command clusters none.
    let emit = |event: BuildEvent| {
        let Ok(mut newest) = newest.lock() else {
            return;
        };
        let (collection, cache, outcome) = &mut *newest;
        match event {
            BuildEvent::Collection(opened) => {
                outcome.documents = opened.len() as u64;
                *collection = Some(opened);
            }
            BuildEvent::Pairs(pairs) => {
                outcome.pairs = pairs.count(DEFAULT_THRESHOLD);
                if let Some(collection) = collection.as_ref().filter(|_| interactive) {
                    make_clusters(collection, &pairs, cache);
                    let times = (process::cpu_seconds(), start.elapsed().as_secs_f64());
                    outcome.first_clusters.get_or_insert(times);
                }
            }
            _ => {}
        }
    };
    let cancel = Cancel::default();
    pool(job.threads)?.install(|| build::build(&options, search_config, &cancel, &emit))?;
    let (_, _, outcome) = newest
        .into_inner()
        .map_err(|_| anyhow::anyhow!("a thread failed"))?;
    let mut disk = 0;
    for file in walkdir::WalkDir::new(folder) {
        let metadata = file?.metadata()?;
        disk += if metadata.is_file() {
            metadata.len()
        } else {
            0
        };
    }
    Ok(Outcome { disk, ..outcome })
}

/// Peak of resident memory in bytes; `None` if the system does not report it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

//! What a measured process is asked, and what it answers.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::candidates::MethodConfig;
use crate::corpus::Source;
use crate::engine::AnalysisConfig;
use crate::engine::options::{Options, Reuse};
use crate::engine::sets::Sets;
use crate::settings::{Settings, Unit};

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

impl Job {
    /// Options of reading the corpus; without an `index` everything stays in memory.
    pub(super) fn options(&self, index: Option<PathBuf>) -> Options {
        Options {
            source: Source::Paths(self.paths.clone()),
            settings: self.settings.clone(),
            in_memory: index.is_none(),
            index,
            threads: self.threads,
            reuse: Reuse::default(),
            sets: Sets::default(),
        }
    }
}

/// A change of settings that the lab answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// Characters as unit, 9 in a shingle.
    Characters,
    /// Shingles of one term.
    SingleTerms,
}

impl Change {
    /// Its name in a row.
    pub(super) fn name(self) -> &'static str {
        match self {
            Change::Characters => "lab: characters as unit",
            Change::SingleTerms => "lab: k 1",
        }
    }

    /// Makes the change.
    pub(super) fn apply(self, analysis_config: &mut AnalysisConfig) {
        let settings = &mut analysis_config.settings;
        match self {
            Change::Characters => settings.normalisation.unit = Unit::Char,
            Change::SingleTerms => settings.sketching.k = 1,
        }
    }
}

/// A measured task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    /// From files to clusters, without full-text index.
    Clusters {
        /// The candidate method and its options.
        method: Box<MethodConfig>,
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
    /// The tuning lab after a change of settings.
    Lab(Change),
    /// From files to clusters by the bare yardstick.
    BarePass,
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
    /// Wall-clock and CPU time to the first clusters, if the task produces intermediate ones.
    pub first_clusters: Option<(f64, f64)>,
    /// Peak resident memory; `None` if the system does not report it.
    pub peak: Option<u64>,
    /// Wall-clock time of each step, for [`Task::Steps`].
    pub steps: Option<Steps>,
    /// Wall-clock times of the lab, for [`Task::Lab`].
    pub lab: Option<LabTimes>,
    /// Bytes on disk that the task leaves; 0 if it leaves nothing.
    pub disk: u64,
    /// Number of documents processed.
    pub documents: u64,
    /// Number of pairs found.
    pub pairs: u64,
    /// Number of clusters found.
    pub clusters: u64,
}

/// Wall-clock seconds of the tuning lab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LabTimes {
    /// From the start to the first clusters.
    pub clusters: f64,
    /// From a change of settings to the first figures of the lab.
    pub first: f64,
    /// From the change to all figures.
    pub whole: f64,
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

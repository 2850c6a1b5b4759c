//! Parameters of a run: the corpus, the settings, the index folder, and how pairs are searched.

use std::path::PathBuf;

use super::sets::Sets;
use crate::base::files::absolute;
use crate::config::AnalysisConfig;
use crate::corpus::{Selection, Source};
use crate::index::default_dir;
use crate::settings::{DEFAULT_THRESHOLD, KEPT_FROM, Settings};

/// Parameters of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The corpus to read.
    pub source: Source,
    /// Settings that affect the results.
    pub settings: Settings,
    /// Folder of the index; `None` for the default folder.
    pub index: Option<PathBuf>,
    /// Write no files except those that an option names.
    pub in_memory: bool,
    /// Number of threads; 0 for one per processor.
    pub threads: usize,
    /// Read every document again, even unchanged ones.
    pub rebuild: bool,
    /// Which documents are compared with each other.
    pub sets: Sets,
}

/// The demo corpus with default settings, in memory on one thread.
impl Default for Options {
    fn default() -> Self {
        Options {
            source: Source::Demo,
            settings: Settings::default(),
            index: None,
            in_memory: true,
            threads: 1,
            rebuild: false,
            sets: Sets::default(),
        }
    }
}

impl Options {
    /// Folder of the index; `None` for the demo corpus, with `in_memory`, or if the user has no cache
    /// folder.
    pub fn index_dir(&self) -> Option<PathBuf> {
        if self.source.is_demo() || self.in_memory {
            return None;
        }
        let default = || {
            let mut roots = self.roots();
            if !self.sets.archive.is_empty() {
                // The index differs from an index of the archive alone, which has other ids.
                roots.insert(0, PathBuf::from("archive and new documents"));
            }
            default_dir(&roots)
        };
        self.index.clone().or_else(default)
    }

    /// The selection of files in the paths of the source, as recorded in the index.
    pub(super) fn selection(&self) -> Selection {
        Selection {
            beside: !self.sets.archive.is_empty(),
            ..self.source.selection()
        }
    }

    /// The absolute paths of the source, or only of the archive if there is one, as recorded in the index.
    pub(super) fn roots(&self) -> Vec<PathBuf> {
        let Some(paths) = self.source.paths() else {
            return Vec::new();
        };
        let paths = match self.sets.archive.as_slice() {
            [] => paths,
            archive => archive,
        };
        paths.iter().map(|path| absolute(path)).collect()
    }
}

/// The reviewer and the journal.
#[derive(Clone, Debug, Default)]
pub struct Reviewing {
    /// The journal; `None` for the default path of the corpus.
    pub journal: Option<PathBuf>,
    /// The person; `None` for the user's name.
    pub by: Option<String>,
    /// Canonical paths of files, and folders of templates, that the command line names: no report replaces these.
    pub named: Vec<PathBuf>,
}

/// Configuration of the pair search.
#[derive(Clone, Debug, PartialEq)]
pub struct PairSearchConfig {
    /// Everything that determines the results, except the threshold.
    pub analysis: AnalysisConfig,
    /// Pairs with an exact similarity at or above this value (0..=1) are near-duplicates.
    pub threshold: f64,
    /// Lowest similarity of the stored pairs, at most `threshold`; lets the user lower the threshold
    /// without a new search.
    pub floor: f64,
    /// Screens wait: pairs of a fast search are reported first, and an index that cannot be used is
    /// replaced by memory.
    pub interactive: bool,
}

/// The search of a run without options and screens.
impl Default for PairSearchConfig {
    fn default() -> Self {
        PairSearchConfig {
            analysis: AnalysisConfig::default(),
            threshold: DEFAULT_THRESHOLD,
            floor: KEPT_FROM,
            interactive: false,
        }
    }
}

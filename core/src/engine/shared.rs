//! State shared by the engine's threads, in three parts: the current results and their parameters (`State`), further
//! data of the thread that changes them (`ChangeData`), and the jobs ([`Jobs`]).
//!
//! Lock order: `ChangeData`, then `State`, then the locks of [`Texts`] and [`Jobs`]. Only the private
//! [`Shared::change`] locks `ChangeData`, and the functions that replace results take a `&mut ChangeData`, so that they
//! cannot be called without it. `State` is plain data: its methods take no lock. A lock of [`Jobs`] or [`Texts`] is
//! held only within one of their methods, a lock of `labels`, `journal` or `unsaved` only within one expression.
//!
//! An answer about the current results is sent by [`Shared::send_of`], which sends it only if the documents and
//! settings from which it was computed are still current, so results of old parameters are never mistaken for new ones.
//! Better pairs, or clusters at another threshold, do not suppress an answer. Sweeps, reports and slides are sent by
//! [`Shared::send`]: they do not claim to be about the current results.

mod jobs;
mod results;
mod state;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;

use crossbeam_channel::Sender;

use super::measured::Measured;
use super::message::{AnalysisConfig, Update};
use super::options::{Options, PairSearchConfig, Reviewing};
use super::pool::pool;
use super::texts::Texts;
use crate::base::{Cancel, DocNo, lock};
use crate::index::Collection;
use crate::mask::MaskConfig;
use crate::review::Journal;
pub use jobs::{Job, Jobs};
pub use state::{Base, Current, LabelsText, RequestedAnalysis, ResultsVersion};
use state::{ChangeData, ConfigState, Results, State};

/// State shared by the engine's threads.
pub struct Shared {
    /// The parameters of the run.
    pub options: Options,
    /// The reviewer and the journal.
    pub reviewing: Reviewing,
    /// Parameters of the program start; the index build uses them.
    pub start: AnalysisConfig,
    /// Thread pool for the index build, re-analyses and requests.
    pub pool: rayon::ThreadPool,
    /// Pool in which clusters are built. A thread with the change lock must not take other work of [`Shared::pool`],
    /// because that work could wait for the lock.
    clusters_pool: rayon::ThreadPool,
    updates: Sender<Update>,
    /// Cache of document texts.
    pub texts: Texts,
    /// Running and waiting work.
    pub jobs: Jobs,
    /// The error if the last decision could not be written. The cell outlives the engine, whose last write
    /// happens while it shuts down.
    pub unsaved: Arc<Mutex<Option<String>>>,
    /// The labels that were read last, for later results and sweeps.
    pub labels: Mutex<Option<LabelsText>>,
    /// The journal of decisions as it was last read or written, which later clusters respect; empty before.
    pub journal: Mutex<Arc<Journal>>,
    change: Mutex<ChangeData>,
    state: RwLock<State>,
    /// Number of times that running work became obsolete: by new documents or parameters, a request for
    /// other parameters, or shutdown.
    obsoletions: Arc<AtomicU64>,
}

impl Shared {
    /// State without any results.
    ///
    /// # Errors
    /// The system cannot create the threads of the pools.
    pub fn new(
        options: Options,
        reviewing: Reviewing,
        search_config: PairSearchConfig,
        updates: Sender<Update>,
    ) -> anyhow::Result<Self> {
        let requested = AnalysisConfig {
            settings: options.settings.clone(),
            ..search_config.analysis
        };
        // The index build has no masks; masks given at the start apply to its result.
        let start = AnalysisConfig {
            masks: MaskConfig::default(),
            ..requested.clone()
        };
        let config = ConfigState {
            search_config: PairSearchConfig {
                analysis: start.clone(),
                ..search_config
            },
            requested,
            cancel: Cancel::default(),
        };
        Ok(Shared {
            pool: pool(options.threads)?,
            clusters_pool: pool(options.threads)?,
            options,
            reviewing,
            start,
            updates,
            texts: Texts::default(),
            jobs: Jobs::default(),
            unsaved: Arc::default(),
            labels: Mutex::default(),
            journal: Mutex::default(),
            change: Mutex::default(),
            state: RwLock::new(State {
                results: Results::default(),
                config,
            }),
            obsoletions: Arc::default(),
        })
    }

    /// Configuration of the current pair search.
    pub fn search_config(&self) -> PairSearchConfig {
        self.read().config.search_config.clone()
    }

    /// Configuration of the index build's pair search, independent of any re-analysis.
    pub fn index_search_config(&self) -> PairSearchConfig {
        PairSearchConfig {
            analysis: self.start.clone(),
            ..self.search_config()
        }
    }

    /// A snapshot of the current results. Cheap: clones `Arc`s.
    pub fn current(&self) -> Current {
        self.read().results.current.clone()
    }

    /// [`Shared::current`] with the masks of these results.
    pub fn current_masked(&self) -> (Current, MaskConfig) {
        let state = self.read();
        let masks = state.config.search_config.analysis.masks.clone();
        (state.results.current.clone(), masks)
    }

    /// The text of a document of `collection`.
    ///
    /// # Errors
    /// The text has changed or cannot be read.
    pub fn text(&self, collection: &Collection, doc: DocNo) -> anyhow::Result<Arc<Measured>> {
        let full_text = self.read().results.current.full_text.clone();
        self.texts.get(collection, full_text.as_ref(), doc)
    }

    /// The results of the index build.
    pub fn base(&self) -> Base {
        self.read().results.base.clone()
    }

    /// Sends an update to the screens. Ignores a closed channel.
    pub fn send(&self, update: Update) {
        let _ = self.updates.send(update);
    }

    /// Sends an error with its causes.
    pub fn failed(&self, error: &anyhow::Error) {
        self.send(Update::failed(error));
    }

    /// Number of changes of documents and parameters; for [`Shared::send_of`].
    pub fn epoch(&self) -> u64 {
        self.read().results.epoch
    }

    /// Sends an update that was computed from the results of `epoch`. Returns false without sending if
    /// newer results exist.
    pub fn send_of(&self, epoch: u64, update: Update) -> bool {
        // The lock is held while sending, so that no newer results are sent before this update.
        let state = self.read();
        let is_current = state.results.epoch == epoch;
        if is_current {
            self.send(update);
        }
        is_current
    }

    /// The current version stamp, for [`Shared::superseded`].
    pub fn results_version(&self) -> ResultsVersion {
        // Load `obsoletions` before the epoch: if a change comes between, the stamp is already outdated.
        let obsoletions = self.obsoletions.load(Ordering::Acquire);
        ResultsVersion {
            epoch: self.epoch(),
            obsoletions,
        }
    }

    /// A token that is stopped once the results have another version, or `cancel` is stopped.
    pub fn superseded(&self, results_version: ResultsVersion, cancel: &Cancel) -> Cancel {
        let obsoletions = self.obsoletions.clone();
        Cancel::default()
            .or_counter(obsoletions, results_version.obsoletions)
            .or(cancel)
    }

    fn results_are_obsolete(&self) {
        self.obsoletions.fetch_add(1, Ordering::AcqRel);
    }

    /// Cancels all work and shuts down.
    pub fn stop_all(&self) {
        self.read().config.cancel.stop();
        self.jobs.stop_all();
        self.results_are_obsolete();
    }

    /// Locks the right to change the results. Must not be called while `State` is locked.
    fn change(&self) -> MutexGuard<'_, ChangeData> {
        lock(&self.change)
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    /// Requests other parameters; cancels the re-analysis for the previous request.
    pub fn request(&self, analysis_config: AnalysisConfig) {
        let config = &mut self.write().config;
        config.cancel.stop();
        config.cancel = Cancel::default();
        config.requested = analysis_config;
        self.results_are_obsolete();
    }

    /// The requested parameters. Their re-analysis begins now.
    pub fn requested(&self) -> RequestedAnalysis {
        let config = &self.read().config;
        RequestedAnalysis {
            analysis_config: config.requested.clone(),
            cancel: config.cancel.clone(),
            start: Instant::now(),
        }
    }

    /// The parameters of the current results.
    pub fn shown(&self) -> AnalysisConfig {
        self.search_config().analysis
    }

    /// Abandons the request and reports the current parameters. Does nothing if the request
    /// has already been superseded.
    pub fn give_up(&self, requested: &RequestedAnalysis) {
        {
            let config = &mut self.write().config;
            if !config.cancel.is(&requested.cancel) {
                return;
            }
            config.cancel = Cancel::default();
            config.requested = config.search_config.analysis.clone();
        }
        self.settle(requested, true);
    }

    /// Reports the end of a re-analysis, with its parameters.
    pub fn settle(&self, requested: &RequestedAnalysis, stopped: bool) {
        self.send(Update::Settled {
            analysis_config: Box::new(self.shown()),
            stopped,
            elapsed: requested.start.elapsed(),
        });
        self.jobs.results_changed();
    }

    /// Whether the current results have the requested parameters, i.e. no re-analysis is pending.
    pub fn settled(&self) -> bool {
        self.read().config.is_settled()
    }

    /// Cancels the work with the highest priority: a re-analysis, otherwise the index build, otherwise
    /// a report, otherwise the count of copied text, otherwise a sweep and a k landscape.
    pub fn stop(&self) {
        {
            let State { results, config } = &*self.read();
            if results.base.collection.is_some() && !config.is_settled() {
                config.cancel.stop();
                return;
            }
        }
        let jobs = &self.jobs;
        if jobs.stop(Job::Index) || jobs.stop(Job::Report) {
            return;
        }
        if jobs.stop(Job::CopiedText) {
            self.send(Update::Notice(
                "copied text is no longer counted: stopped; it is counted again once a setting changes".into(),
            ));
            return;
        }
        for (job, what) in [(Job::Sweep, "the sweep"), (Job::ByK, "the k landscape")] {
            if jobs.stop(job) {
                self.send(Update::Notice(format!(
                    "{what} was stopped; what is done stays"
                )));
            }
        }
    }
}

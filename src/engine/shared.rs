//! State shared by the engine's threads: the current results, the parameters they were made with, the
//! requested parameters, and the newest ticket of each kind of request.
//!
//! The current results (documents, pairs, clusters) change under one lock. An answer is sent only if
//! the results that it was computed from are still current, so results of old parameters are never
//! mistaken for new ones.

mod choices;
mod clustering_versions;
mod results;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use choices::Choices;
use clustering_versions::ClusteringVersions;
use crossbeam_channel::Sender;

use super::build::PairSearchConfig;
use super::cancel::Cancel;
use super::edits::FileSnapshot;
use super::kind::{Kind, Order};
use super::message::{AnalysisConfig, Update};
use super::open::Options;
use super::priority_gate::PriorityGate;
use super::texts::Texts;
use super::tune::LabelsText;
use crate::candidates::PairSet;
use crate::cluster::{Cache, Clustering};
use crate::collection::Collection;
use crate::search::FullText;

/// Snapshot of the current results.
#[derive(Clone, Default)]
pub struct Current {
    /// The current documents.
    pub collection: Option<Arc<Collection>>,
    /// The documents of the index build from which `collection` was made; equal to `collection` without
    /// a re-analysis.
    pub base: Option<Arc<Collection>>,
    /// Pairs over `collection`.
    pub pairs: Option<Arc<PairSet>>,
    /// Clusters of `pairs`, or of the previous pairs while new clusters are computed.
    pub clustering: Option<Arc<Clustering>>,
    /// The full-text index, once it is ready for queries.
    pub full_text: Option<FullText>,
}

/// Results of the index build, made with the parameters that the program was started with.
#[derive(Clone, Default)]
pub struct Base {
    /// The documents.
    pub collection: Option<Arc<Collection>>,
    /// Pairs over these documents.
    pub pairs: Option<Arc<PairSet>>,
}

/// Version stamp of the current results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultsVersion {
    /// Epoch for [`Shared::send_of`].
    pub epoch: u64,
    moves: u64,
}

/// State shared by the engine's threads.
pub struct Shared {
    options: Options,
    /// Parameters of the program start; the index build uses them.
    start: AnalysisConfig,
    pool: rayon::ThreadPool,
    updates: Sender<Update>,
    finding: Mutex<PairSearchConfig>,
    choices: Mutex<Choices>,
    base: Mutex<Base>,
    current: RwLock<Current>,
    /// Number of changes of documents or parameters. Locked while an answer is sent.
    epoch: Mutex<u64>,
    /// Number of times that running work became obsolete: by new documents or parameters, a request for
    /// other parameters, or shutdown.
    moves: AtomicU64,
    /// Active while the index build runs.
    pub long: PriorityGate,
    /// Active while a request of the user runs.
    pub foreground: PriorityGate,
    /// Active while a k landscape runs; sweeps wait for it.
    pub by_k: PriorityGate,
    /// Active while a sweep runs.
    pub sweep: PriorityGate,
    /// Lanes that are notified when the current results change.
    listeners: Mutex<Vec<Sender<Order>>>,
    labels: Mutex<Option<LabelsText>>,
    listed: Mutex<Option<Arc<FileSnapshot>>>,
    ended: AtomicBool,
    /// The document numbering of each clustering that is still in use.
    clustering_versions: Mutex<ClusteringVersions>,
    newest: Vec<AtomicU64>,
    cancel: Mutex<Cancel>,
    /// Serialises changes of the current results. Acquired before every other lock.
    results: Mutex<Cache>,
    texts: Texts,
}

impl Shared {
    /// State without any results.
    pub fn new(
        options: Options,
        finding: PairSearchConfig,
        pool: rayon::ThreadPool,
        updates: Sender<Update>,
    ) -> Self {
        let start = AnalysisConfig {
            settings: options.settings.clone(),
            method_config: finding.method_config.clone(),
            linkage: finding.linkage,
        };
        Shared {
            options,
            start: start.clone(),
            pool,
            updates,
            finding: Mutex::new(finding),
            choices: Mutex::new(Choices::new(start)),
            base: Mutex::default(),
            current: RwLock::default(),
            epoch: Mutex::default(),
            moves: AtomicU64::new(0),
            long: PriorityGate::default(),
            foreground: PriorityGate::default(),
            by_k: PriorityGate::default(),
            sweep: PriorityGate::default(),
            listeners: Mutex::default(),
            labels: Mutex::default(),
            listed: Mutex::default(),
            ended: AtomicBool::new(false),
            clustering_versions: Mutex::default(),
            newest: Kind::ALL.iter().map(|_| AtomicU64::new(0)).collect(),
            cancel: Mutex::default(),
            results: Mutex::default(),
            texts: Texts::default(),
        }
    }

    /// The parameters of the run.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Thread pool for heavy work.
    pub fn pool(&self) -> &rayon::ThreadPool {
        &self.pool
    }

    /// Cache of document texts.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Configuration of the current pair search.
    pub fn finding(&self) -> PairSearchConfig {
        locked(&self.finding).clone()
    }

    /// Configuration of the index build's pair search, independent of any re-analysis.
    pub fn long_finding(&self) -> PairSearchConfig {
        PairSearchConfig {
            method_config: self.start.method_config.clone(),
            ..self.finding()
        }
    }

    /// A snapshot of the current results. Cheap: clones `Arc`s.
    pub fn current(&self) -> Current {
        self.current
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The results of the index build.
    pub fn base(&self) -> Base {
        locked(&self.base).clone()
    }

    /// Sends an update to the screens. Ignores a closed channel.
    pub fn send(&self, update: Update) {
        let _ = self.updates.send(update);
    }

    /// Number of changes of documents and parameters; for [`Shared::send_of`].
    pub fn epoch(&self) -> u64 {
        *locked(&self.epoch)
    }

    /// Sends an update that was computed from the results of `epoch`. Returns false without sending if
    /// newer results exist.
    pub fn send_of(&self, epoch: u64, update: Update) -> bool {
        let now = locked(&self.epoch);
        if *now == epoch {
            self.send(update);
        }
        *now == epoch
    }

    /// The current version stamp, for [`Shared::is_still`].
    pub fn results_version(&self) -> ResultsVersion {
        // Load `moves` before the epoch: if a change comes between, the stamp is already outdated.
        let moves = self.moves.load(Ordering::Acquire);
        ResultsVersion {
            epoch: self.epoch(),
            moves,
        }
    }

    /// Whether work on the results of that version is still useful. One atomic load.
    pub fn is_still(&self, results_version: ResultsVersion) -> bool {
        self.moves.load(Ordering::Acquire) == results_version.moves
    }

    fn moved(&self) {
        self.moves.fetch_add(1, Ordering::AcqRel);
    }

    /// Cancellation flag of the running index build.
    pub fn cancel(&self) -> Cancel {
        locked(&self.cancel).clone()
    }

    /// Installs the cancellation flag of a new index build.
    pub fn begin(&self, cancel: Cancel) {
        *locked(&self.cancel) = cancel;
    }

    /// Cancels all work and shuts down.
    pub fn stop_all(&self) {
        locked(&self.choices).cancel.stop();
        self.cancel().stop();
        self.ended.store(true, Ordering::Release);
        self.moved();
        locked(&self.listeners).clear();
    }

    /// Whether the engine is shutting down.
    pub fn ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// Issues a ticket for a request of `kind`; it supersedes all earlier tickets.
    pub fn ticket(&self, kind: Kind) -> u64 {
        self.newest[kind as usize].fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Whether the ticket has not been superseded and the engine is running.
    pub fn is_newest(&self, kind: Kind, ticket: u64) -> bool {
        self.newest[kind as usize].load(Ordering::Relaxed) == ticket && !self.ended()
    }

    /// Registers a listener that receives [`Order::Picture`] at each change of the current results
    /// until shutdown.
    pub fn listen(&self, listener: Sender<Order>) {
        locked(&self.listeners).push(listener);
    }

    fn results_changed(&self) {
        for listener in locked(&self.listeners).iter() {
            let _ = listener.send(Order::Picture);
        }
    }

    /// The labels that were read last.
    pub fn labels(&self) -> Option<LabelsText> {
        locked(&self.labels).clone()
    }

    /// Sets the labels for later results and sweeps.
    pub fn set_labels(&self, labels: Option<LabelsText>) {
        *locked(&self.labels) = labels;
    }

    /// The file snapshot of the index build's last listing.
    pub fn listed(&self) -> Option<Arc<FileSnapshot>> {
        locked(&self.listed).clone()
    }

    /// Stores the file snapshot of a new listing.
    pub fn set_listed(&self, seen: FileSnapshot) {
        *locked(&self.listed) = Some(Arc::new(seen));
    }

    /// Whether two clusterings refer to the same documents with the same numbering.
    pub fn same_documents(&self, a: &Arc<Clustering>, b: &Arc<Clustering>) -> bool {
        locked(&self.clustering_versions).same_documents(a, b)
    }

    fn write(&self, change: impl FnOnce(&mut Current)) {
        change(&mut self.current.write().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Locks a mutex and ignores poisoning: no critical section leaves inconsistent data behind when it
/// panics.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

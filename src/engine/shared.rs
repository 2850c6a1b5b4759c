//! What the engine's threads share: the newest results, which settings they are of and which are
//! wanted, and which requests still matter.
//!
//! The picture (documents, pairs, clusters) changes under one lock, and an answer is sent only if the
//! picture is still the one that it was made from: nothing of old settings is ever taken for new.

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

/// The newest results.
#[derive(Clone, Default)]
pub struct Current {
    /// The documents.
    pub collection: Option<Arc<Collection>>,
    /// The documents as the long work has them, of which `collection` was made: itself, or those it
    /// was sketched anew from.
    pub base: Option<Arc<Collection>>,
    /// Pairs over those documents.
    pub pairs: Option<Arc<PairSet>>,
    /// Clusters of those pairs, or of the ones before while new ones are made.
    pub clustering: Option<Arc<Clustering>>,
    /// The full-text index, once it can be searched.
    pub full_text: Option<FullText>,
}

/// What the long work has made, by the settings that the program was started with.
#[derive(Clone, Default)]
pub struct Base {
    /// The documents.
    pub collection: Option<Arc<Collection>>,
    /// Pairs over them.
    pub pairs: Option<Arc<PairSet>>,
}

/// A moment in the life of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultsVersion {
    /// For [`Shared::send_of`].
    pub epoch: u64,
    moves: u64,
}

/// State shared by the engine's threads.
pub struct Shared {
    options: Options,
    /// What the program was started with: the long work's.
    start: AnalysisConfig,
    pool: rayon::ThreadPool,
    updates: Sender<Update>,
    finding: Mutex<PairSearchConfig>,
    choices: Mutex<Choices>,
    base: Mutex<Base>,
    current: RwLock<Current>,
    /// How often documents or settings have changed; held while an answer is sent.
    epoch: Mutex<u64>,
    /// How often work on the picture has become void: by other documents or settings, by settings
    /// wanted, by the end.
    moves: AtomicU64,
    /// The long work.
    pub long: PriorityGate,
    /// Work that a person waits for.
    pub foreground: PriorityGate,
    /// The same corpus at every k, which a sweep waits for.
    pub by_k: PriorityGate,
    /// A grid of settings.
    pub sweep: PriorityGate,
    /// Whoever answers unasked when the picture changes.
    listeners: Mutex<Vec<Sender<Order>>>,
    labels: Mutex<Option<LabelsText>>,
    listed: Mutex<Option<Arc<FileSnapshot>>>,
    ended: AtomicBool,
    /// Which documents clusters are of that somebody still holds.
    clustering_versions: Mutex<ClusteringVersions>,
    newest: Vec<AtomicU64>,
    cancel: Mutex<Cancel>,
    /// Held by whoever changes the picture. Before every other lock.
    results: Mutex<Cache>,
    texts: Texts,
}

impl Shared {
    /// Nothing is known yet.
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

    /// What is worked on.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The threads for heavy work.
    pub fn pool(&self) -> &rayon::ThreadPool {
        &self.pool
    }

    /// Texts that were read lately.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// How pairs are looked for now.
    pub fn finding(&self) -> PairSearchConfig {
        locked(&self.finding).clone()
    }

    /// How the long work looks for pairs, whatever is tried beside it.
    pub fn long_finding(&self) -> PairSearchConfig {
        PairSearchConfig {
            method_config: self.start.method_config.clone(),
            ..self.finding()
        }
    }

    /// The newest results.
    pub fn current(&self) -> Current {
        self.current
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// What the long work has made.
    pub fn base(&self) -> Base {
        locked(&self.base).clone()
    }

    /// Tells the screens. They may have gone; then nobody needs to know.
    pub fn send(&self, update: Update) {
        let _ = self.updates.send(update);
    }

    /// Counts changes of documents and settings; for [`Shared::send_of`].
    pub fn epoch(&self) -> u64 {
        *locked(&self.epoch)
    }

    /// Sends what was made from the results of `epoch`; says no where others have come since.
    pub fn send_of(&self, epoch: u64, update: Update) -> bool {
        let now = locked(&self.epoch);
        if *now == epoch {
            self.send(update);
        }
        *now == epoch
    }

    /// Now, for [`Shared::is_still`].
    pub fn results_version(&self) -> ResultsVersion {
        // In this order: a move in between makes the moment one that is past already.
        let moves = self.moves.load(Ordering::Acquire);
        ResultsVersion {
            epoch: self.epoch(),
            moves,
        }
    }

    /// Whether work on the picture of that moment still makes sense. One load.
    pub fn is_still(&self, results_version: ResultsVersion) -> bool {
        self.moves.load(Ordering::Acquire) == results_version.moves
    }

    fn moved(&self) {
        self.moves.fetch_add(1, Ordering::AcqRel);
    }

    /// The flag of the long work under way.
    pub fn cancel(&self) -> Cancel {
        locked(&self.cancel).clone()
    }

    /// Long work begins under a new flag.
    pub fn begin(&self, cancel: Cancel) {
        *locked(&self.cancel) = cancel;
    }

    /// Stops everything.
    pub fn stop_all(&self) {
        locked(&self.choices).cancel.stop();
        self.cancel().stop();
        self.ended.store(true, Ordering::Release);
        self.moved();
        locked(&self.listeners).clear();
    }

    /// Whether everything is to stop.
    pub fn ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// A request of `kind` is made: its ticket. Older ones are void.
    pub fn ticket(&self, kind: Kind) -> u64 {
        self.newest[kind as usize].fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Whether no later request of the kind was made, and there is somebody to answer.
    pub fn is_newest(&self, kind: Kind, ticket: u64) -> bool {
        self.newest[kind as usize].load(Ordering::Relaxed) == ticket && !self.ended()
    }

    /// Tells `listener` of each change of the picture, until the end.
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

    /// Labels for pictures and sweeps to come.
    pub fn set_labels(&self, labels: Option<LabelsText>) {
        *locked(&self.labels) = labels;
    }

    /// The files that the long work has listed last.
    pub fn listed(&self) -> Option<Arc<FileSnapshot>> {
        locked(&self.listed).clone()
    }

    /// The long work has listed these files.
    pub fn set_listed(&self, seen: FileSnapshot) {
        *locked(&self.listed) = Some(Arc::new(seen));
    }

    /// Whether two clusterings that were sent are of the same documents under the same numbers.
    pub fn same_documents(&self, a: &Arc<Clustering>, b: &Arc<Clustering>) -> bool {
        locked(&self.clustering_versions).same_documents(a, b)
    }

    fn write(&self, change: impl FnOnce(&mut Current)) {
        change(&mut self.current.write().unwrap_or_else(PoisonError::into_inner));
    }
}

/// A thread that panicked while it held the lock has left nothing half-done that matters here.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

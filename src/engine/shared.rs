//! What the engine's threads share: the newest results, and which requests still matter.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use crossbeam_channel::Sender;

use super::build::Finding;
use super::cancel::Cancel;
use super::message::{Request, Update};
use super::open::Options;
use super::texts::Texts;
use crate::candidates::PairSet;
use crate::cluster::{Cache, Clustering, build};
use crate::collection::Collection;
use crate::search::FullText;

/// Kinds of requests of which the newest wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// [`Request::Threshold`]
    Threshold,
    /// [`Request::Matrix`]
    Matrix,
    /// [`Request::Document`]
    Document,
    /// [`Request::Compare`]
    Compare,
    /// [`Request::Why`]
    Why,
    /// [`Request::Seams`]
    Seams,
    /// [`Request::Search`]
    Search,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] = [
        Kind::Threshold,
        Kind::Matrix,
        Kind::Document,
        Kind::Compare,
        Kind::Why,
        Kind::Seams,
        Kind::Search,
    ];

    /// The kind of a request; none for those that are no question.
    #[must_use]
    pub fn of(request: &Request) -> Option<Kind> {
        match request {
            Request::Threshold(_) => Some(Kind::Threshold),
            Request::Matrix(_) => Some(Kind::Matrix),
            Request::Document(_) => Some(Kind::Document),
            Request::Compare(..) => Some(Kind::Compare),
            Request::Why(..) => Some(Kind::Why),
            Request::Seams(_) => Some(Kind::Seams),
            Request::Search { .. } => Some(Kind::Search),
            Request::Reload | Request::Stop => None,
        }
    }
}

/// The newest results.
#[derive(Clone, Default)]
pub struct Current {
    /// The documents.
    pub collection: Option<Arc<Collection>>,
    /// Pairs over those documents.
    pub pairs: Option<Arc<PairSet>>,
    /// Clusters of those pairs, or of the ones before while new ones are made.
    pub clustering: Option<Arc<Clustering>>,
    /// The full-text index, once it can be searched.
    pub full_text: Option<FullText>,
}

/// State shared by the engine's threads.
pub struct Shared {
    options: Options,
    pool: rayon::ThreadPool,
    updates: Sender<Update>,
    finding: Mutex<Finding>,
    current: RwLock<Current>,
    newest: Vec<AtomicU64>,
    cancel: Mutex<Cancel>,
    clusters: Mutex<Cache>,
    texts: Texts,
}

impl Shared {
    /// Nothing is known yet.
    pub fn new(
        options: Options,
        finding: Finding,
        pool: rayon::ThreadPool,
        updates: Sender<Update>,
    ) -> Self {
        Shared {
            options,
            pool,
            updates,
            finding: Mutex::new(finding),
            current: RwLock::default(),
            newest: Kind::ALL.iter().map(|_| AtomicU64::new(0)).collect(),
            cancel: Mutex::default(),
            clusters: Mutex::default(),
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
    pub fn finding(&self) -> Finding {
        locked(&self.finding).clone()
    }

    /// The newest results.
    pub fn current(&self) -> Current {
        self.current
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Tells the screens. They may have gone; then nobody needs to know.
    pub fn send(&self, update: Update) {
        let _ = self.updates.send(update);
    }

    /// The flag of the long work under way.
    pub fn cancel(&self) -> Cancel {
        locked(&self.cancel).clone()
    }

    /// Long work begins under a new flag.
    pub fn begin(&self, cancel: Cancel) {
        *locked(&self.cancel) = cancel;
    }

    /// A request of `kind` was made: older ones are void.
    pub fn supersede(&self, kind: Kind, ticket: u64) {
        self.newest[kind as usize].fetch_max(ticket, Ordering::Relaxed);
    }

    /// All requests are void.
    pub fn supersede_all(&self) {
        for newest in &self.newest {
            newest.store(u64::MAX, Ordering::Relaxed);
        }
    }

    /// Whether no later request of the kind was made.
    pub fn is_newest(&self, kind: Kind, ticket: u64) -> bool {
        self.newest[kind as usize].load(Ordering::Relaxed) == ticket
    }

    /// New documents: pairs and full text of older ones no longer hold.
    pub fn set_collection(&self, collection: Arc<Collection>) {
        self.write(|current| {
            *current = Current {
                collection: Some(collection.clone()),
                ..Current::default()
            };
        });
        *locked(&self.clusters) = Cache::default();
        self.texts.forget();
        self.send(Update::Collection(collection));
    }

    /// New pairs, and the clusters that they make at the threshold that holds now.
    pub fn set_pairs(&self, pairs: Arc<PairSet>) {
        let threshold = self.finding().threshold;
        let known = self.current().pairs;
        if pairs.found.floor > threshold
            && known.is_some_and(|known| known.found.floor <= threshold)
        {
            // The threshold was moved below what the long work keeps; what was found for it stays.
            return;
        }
        self.write(|current| current.pairs = Some(pairs.clone()));
        self.send(Update::Pairs(pairs));
        self.send_clusters();
    }

    /// The full-text index can be searched.
    pub fn set_full_text(&self, full_text: FullText) {
        let documents = full_text.documents();
        self.write(|current| current.full_text = Some(full_text));
        self.send(Update::FullText(documents));
    }

    /// Sets the threshold that later clusters are made at.
    pub fn set_threshold(&self, threshold: f64) {
        locked(&self.finding).threshold = threshold;
    }

    /// Makes clusters of the newest pairs at the threshold that holds now, and tells of them.
    pub fn send_clusters(&self) {
        let Current {
            collection: Some(collection),
            pairs: Some(pairs),
            ..
        } = self.current()
        else {
            return;
        };
        if pairs.representative.len() != collection.len() {
            return;
        }
        let Finding {
            threshold, linkage, ..
        } = self.finding();
        let clustering = Arc::new({
            let mut cache = locked(&self.clusters);
            build::build(&collection, &pairs, threshold, linkage, &mut cache)
        });
        self.write(|current| current.clustering = Some(clustering.clone()));
        self.send(Update::Clusters(clustering));
    }

    fn write(&self, change: impl FnOnce(&mut Current)) {
        change(&mut self.current.write().unwrap_or_else(PoisonError::into_inner));
    }
}

/// A thread that panicked while it held the lock has left nothing half-done that matters here.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! What the engine's threads share: the newest results, which settings they are of and which are
//! wanted, and which requests still matter.
//!
//! The picture (documents, pairs, clusters) changes under one lock, and an answer is sent only if the
//! picture is still the one that it was made from: nothing of old settings is ever taken for new.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::time::Duration;

use crossbeam_channel::Sender;
use xxhash_rust::xxh3::Xxh3;

use super::build::Finding;
use super::cancel::Cancel;
use super::edits::Seen;
use super::kind::{Kind, Order};
use super::message::{Choice, Update};
use super::open::Options;
use super::texts::Texts;
use super::tune::LabelsText;
use super::turn::Turn;
use crate::candidates::{PairSet, Recipe};
use crate::cluster::{Cache, Clustering, build};
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

/// Which documents clusters are of: a digest of all ids in order, which tells whether numbers of
/// documents mean the same.
#[derive(Default)]
struct Pedigree {
    collection: Weak<Collection>,
    ids: u64,
    clusterings: Vec<(Weak<Clustering>, u64)>,
}

/// A moment in the life of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// For [`Shared::send_of`].
    pub epoch: u64,
    moves: u64,
}

/// Settings wanted and settings shown.
struct Choices {
    wanted: Choice,
    /// Stops the work on what is wanted.
    cancel: Cancel,
    shown: Choice,
}

/// State shared by the engine's threads.
pub struct Shared {
    options: Options,
    /// What the program was started with: the long work's.
    start: Choice,
    pool: rayon::ThreadPool,
    updates: Sender<Update>,
    finding: Mutex<Finding>,
    choices: Mutex<Choices>,
    base: Mutex<Base>,
    current: RwLock<Current>,
    /// How often documents or settings have changed; held while an answer is sent.
    epoch: Mutex<u64>,
    /// How often work on the picture has become void: by other documents or settings, by settings
    /// wanted, by the end.
    moves: AtomicU64,
    /// The long work.
    pub long: Turn,
    /// Work that a person waits for.
    pub foreground: Turn,
    /// The same corpus at every k, which a sweep waits for.
    pub by_k: Turn,
    /// A grid of settings.
    pub sweep: Turn,
    /// Whoever answers unasked when the picture changes.
    listeners: Mutex<Vec<Sender<Order>>>,
    labels: Mutex<Option<LabelsText>>,
    listed: Mutex<Option<Arc<Seen>>>,
    ended: AtomicBool,
    /// Which documents clusters are of that somebody still holds.
    pedigree: Mutex<Pedigree>,
    newest: Vec<AtomicU64>,
    cancel: Mutex<Cancel>,
    /// Held by whoever changes the picture. Before every other lock.
    picture: Mutex<Cache>,
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
        let start = Choice {
            settings: options.settings.clone(),
            recipe: finding.recipe.clone(),
            linkage: finding.linkage,
        };
        Shared {
            options,
            start: start.clone(),
            pool,
            updates,
            finding: Mutex::new(finding),
            choices: Mutex::new(Choices {
                wanted: start.clone(),
                cancel: Cancel::default(),
                shown: start,
            }),
            base: Mutex::default(),
            current: RwLock::default(),
            epoch: Mutex::default(),
            moves: AtomicU64::new(0),
            long: Turn::default(),
            foreground: Turn::default(),
            by_k: Turn::default(),
            sweep: Turn::default(),
            listeners: Mutex::default(),
            labels: Mutex::default(),
            listed: Mutex::default(),
            ended: AtomicBool::new(false),
            pedigree: Mutex::default(),
            newest: Kind::ALL.iter().map(|_| AtomicU64::new(0)).collect(),
            cancel: Mutex::default(),
            picture: Mutex::default(),
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

    /// How the long work looks for pairs, whatever is tried beside it.
    pub fn long_finding(&self) -> Finding {
        Finding {
            recipe: self.start.recipe.clone(),
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
    pub fn moment(&self) -> Moment {
        // In this order: a move in between makes the moment one that is past already.
        let moves = self.moves.load(Ordering::Acquire);
        Moment {
            epoch: self.epoch(),
            moves,
        }
    }

    /// Whether work on the picture of that moment still makes sense. One load.
    pub fn is_still(&self, moment: Moment) -> bool {
        self.moves.load(Ordering::Acquire) == moment.moves
    }

    /// Whether the picture is of the choice that is wanted, and not about to change.
    pub fn settled(&self) -> bool {
        let choices = locked(&self.choices);
        choices.wanted == choices.shown
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

    /// Stops what the person waits for: the work for other settings, else the long work, else what
    /// goes on behind everything else.
    pub fn stop(&self) {
        let documents = self.base().collection.is_some();
        let choices = locked(&self.choices);
        if documents && choices.wanted != choices.shown {
            choices.cancel.stop();
            return;
        }
        drop(choices);
        if self.long.goes_on() {
            self.cancel().stop();
            return;
        }
        for (kind, turn, what) in [
            (Kind::Sweep, &self.sweep, "the sweep"),
            (Kind::ByK, &self.by_k, "the k landscape"),
        ] {
            if turn.goes_on() {
                self.ticket(kind);
                self.send(Update::Notice(format!(
                    "{what} was stopped; what is done stays"
                )));
            }
        }
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

    fn picture_changed(&self) {
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
    pub fn listed(&self) -> Option<Arc<Seen>> {
        locked(&self.listed).clone()
    }

    /// The long work has listed these files.
    pub fn set_listed(&self, seen: Seen) {
        *locked(&self.listed) = Some(Arc::new(seen));
    }

    /// Another choice is wanted; work for the one before is given up.
    pub fn want(&self, choice: Choice) {
        let mut choices = locked(&self.choices);
        choices.cancel.stop();
        choices.cancel = Cancel::default();
        choices.wanted = choice;
        self.moved();
    }

    /// The choice wanted, and the flag that stops the work for it.
    pub fn wanted(&self) -> (Choice, Cancel) {
        let choices = locked(&self.choices);
        (choices.wanted.clone(), choices.cancel.clone())
    }

    /// The choice that the picture is of.
    pub fn shown(&self) -> Choice {
        locked(&self.choices).shown.clone()
    }

    /// Gives up the choice that `cancel` belongs to and tells which one holds instead, unless it is
    /// no longer wanted anyway.
    pub fn give_up(&self, cancel: &Cancel, elapsed: Duration) {
        let mut choices = locked(&self.choices);
        if !choices.cancel.is(cancel) {
            return;
        }
        choices.cancel = Cancel::default();
        choices.wanted = choices.shown.clone();
        self.send(Update::Settled {
            choice: Box::new(choices.shown.clone()),
            stopped: true,
            elapsed,
        });
        drop(choices);
        self.picture_changed();
    }

    /// Whether `choice` is the one that the long work is done by.
    pub fn is_start(&self, choice: &Choice) -> bool {
        *choice == self.start
    }

    /// New documents of the long work: pairs and full text of older ones no longer hold. Says
    /// whether the picture is another's, which must be made anew from them.
    pub fn set_collection(&self, collection: Arc<Collection>) -> bool {
        let mut cache = locked(&self.picture);
        *locked(&self.base) = Base {
            collection: Some(collection.clone()),
            pairs: None,
        };
        if self.is_start(&self.shown()) {
            *cache = Cache::default();
            let mut epoch = locked(&self.epoch);
            *epoch += 1;
            self.moved();
            self.write(|current| {
                *current = Current {
                    collection: Some(collection.clone()),
                    base: Some(collection.clone()),
                    ..Current::default()
                };
            });
            self.texts.forget();
            self.send(Update::Collection(collection));
        }
        let choices = locked(&self.choices);
        !(self.is_start(&choices.wanted) && self.is_start(&choices.shown))
    }

    /// New pairs of the long work.
    pub fn set_base_pairs(&self, pairs: Arc<PairSet>) {
        let base = {
            let mut base = locked(&self.base);
            base.pairs = Some(pairs.clone());
            base.collection.clone()
        };
        if let Some(collection) = base {
            self.set_pairs(&collection, &self.start.recipe, pairs);
        }
    }

    /// New pairs over `collection` by `recipe`, and the clusters that they make at the threshold
    /// that holds now; nothing where the picture has become another's.
    pub fn set_pairs(&self, collection: &Arc<Collection>, recipe: &Recipe, pairs: Arc<PairSet>) {
        let mut cache = locked(&self.picture);
        let Finding {
            threshold,
            recipe: holds,
            ..
        } = self.finding();
        let current = self.current();
        let same = current.collection.as_ref();
        if holds != *recipe || !same.is_some_and(|c| Arc::ptr_eq(c, collection)) {
            return;
        }
        let known = current.pairs;
        if !pairs.found.serves(threshold)
            && known.is_some_and(|known| known.found.serves(threshold))
        {
            // The threshold was moved since the long work began; what was found for it stays.
            return;
        }
        self.write(|current| current.pairs = Some(pairs.clone()));
        self.send(Update::Pairs(pairs));
        self.clusters_of_current(&mut cache);
        drop(cache);
        self.picture_changed();
    }

    /// Everything by another choice takes the place of what was shown. Says no, and does nothing,
    /// where the threshold has been moved to one that `pairs` do not serve, or nobody wants it any
    /// more.
    pub fn show(
        &self,
        (choice, cancel): (&Choice, &Cancel),
        base: &Arc<Collection>,
        collection: &Arc<Collection>,
        pairs: &Arc<PairSet>,
        elapsed: Duration,
    ) -> bool {
        let mut cache = locked(&self.picture);
        let mut finding = locked(&self.finding);
        if !pairs.found.serves(finding.threshold) || cancel.stopped() {
            return false;
        }
        finding.recipe = choice.recipe.clone();
        finding.linkage = choice.linkage;
        let mut epoch = locked(&self.epoch);
        *epoch += 1;
        self.moved();
        *cache = Cache::default();
        let before = self.current().collection;
        self.write(|current| {
            *current = Current {
                collection: Some(collection.clone()),
                base: Some(base.clone()),
                pairs: Some(pairs.clone()),
                clustering: None,
                full_text: current.full_text.take(),
            };
        });
        if !before.is_some_and(|before| Arc::ptr_eq(&before, collection)) {
            self.texts.forget();
            self.send(Update::Collection(collection.clone()));
        }
        self.send(Update::Pairs(pairs.clone()));
        drop((epoch, finding));
        self.clusters_of_current(&mut cache);
        self.settle(choice, elapsed);
        true
    }

    /// What is shown is of `choice`.
    pub fn settle(&self, choice: &Choice, elapsed: Duration) {
        locked(&self.choices).shown = choice.clone();
        self.send(Update::Settled {
            choice: Box::new(choice.clone()),
            stopped: false,
            elapsed,
        });
        self.picture_changed();
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
        self.clusters_of_current(&mut locked(&self.picture));
    }

    fn clusters_of_current(&self, cache: &mut Cache) {
        let Current {
            collection: Some(collection),
            pairs: Some(pairs),
            ..
        } = self.current()
        else {
            return;
        };
        let Finding {
            threshold, linkage, ..
        } = self.finding();
        let clustering = build::build(&collection, &pairs, threshold, linkage, cache);
        let clustering = Arc::new(clustering);
        self.descend(&collection, &clustering);
        self.write(|current| current.clustering = Some(clustering.clone()));
        self.send(Update::Clusters(clustering));
    }

    /// Notes which documents `clustering` is of.
    fn descend(&self, collection: &Arc<Collection>, clustering: &Arc<Clustering>) {
        let mut pedigree = locked(&self.pedigree);
        if !std::ptr::eq(pedigree.collection.as_ptr(), Arc::as_ptr(collection)) {
            let mut ids = Xxh3::new();
            for doc in collection.documents() {
                ids.update(collection.id(doc).as_bytes());
                ids.update(&[0]);
            }
            pedigree.collection = Arc::downgrade(collection);
            pedigree.ids = ids.digest();
        }
        let ids = pedigree.ids;
        pedigree.clusterings.retain(|(of, _)| of.strong_count() > 0);
        pedigree.clusterings.push((Arc::downgrade(clustering), ids));
    }

    /// Whether two clusterings that were sent are of the same documents under the same numbers.
    pub fn same_documents(&self, a: &Arc<Clustering>, b: &Arc<Clustering>) -> bool {
        let pedigree = locked(&self.pedigree);
        let of = |clustering: &Arc<Clustering>| {
            let known = |(of, _): &&(Weak<Clustering>, u64)| {
                std::ptr::eq(of.as_ptr(), Arc::as_ptr(clustering))
            };
            pedigree.clusterings.iter().find(known).map(|(_, ids)| *ids)
        };
        of(a).is_some() && of(a) == of(b)
    }

    fn write(&self, change: impl FnOnce(&mut Current)) {
        change(&mut self.current.write().unwrap_or_else(PoisonError::into_inner));
    }
}

/// A thread that panicked while it held the lock has left nothing half-done that matters here.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

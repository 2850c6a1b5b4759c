//! Thread of the journal of decisions: appends what the screens decide, and sends what the journal says of the
//! current documents.
//!
//! Every act that was asked for is written, also while the program ends; a flag of a newer request counts for
//! nothing here. What cannot be written is refused with the reason, and never shown as kept.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::lane::{Lane, Order};
use super::message::{Decide, Request, Review, SharedError, Update};
use super::review::{self, DecidedPair, JournalPlace};
use super::shared::Shared;
use crate::base::Stamp;
use crate::collection::Collection;
use crate::review::{Act, Journal, Mask, On, ReviewState, Timestamp};

/// Pause between two looks at the journal, which others may write too.
const PAUSE: Duration = Duration::from_secs(2);

/// Serves orders until the channel closes.
pub fn work(shared: &Shared, orders: &Receiver<Order>) {
    let mut lane = ReviewLane::new(shared);
    loop {
        let mut changed = false;
        let first = match orders.recv_timeout(PAUSE) {
            Ok(first) => Some(first),
            Err(RecvTimeoutError::Timeout) => {
                changed = lane.takes_up_others(shared);
                None
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        for order in first.into_iter().chain(orders.try_iter()) {
            match order {
                Order::Ask(_, Request::Decide(asked)) => {
                    lane.decide(shared, asked);
                    changed = true;
                }
                Order::Ask(_, Request::KeepMasks(masks)) => lane.keep_masks(shared, masks),
                Order::Ask(..) => {}
                Order::ResultsChanged => changed |= lane.is_of_others(shared),
            }
        }
        if changed && !shared.jobs.ended() {
            lane.send(shared);
        }
    }
}

/// What the thread knows.
struct ReviewLane {
    person: Option<String>,
    place: Result<JournalPlace, SharedError>,
    /// The journal when it was last read or written.
    journal: Arc<Journal>,
    /// Stamp of its file when that was last looked at; `None` without one.
    stamp: Option<Stamp>,
    /// The collection that the screens were last told of.
    sent: Option<Arc<Collection>>,
    /// The pairs that are decided to be different, and those decided otherwise, as the clusters were last told of.
    decided: (Vec<DecidedPair>, Vec<DecidedPair>),
    /// Number of the last act that was written or refused.
    handled: u64,
}

impl ReviewLane {
    fn new(shared: &Shared) -> Self {
        let place = place(shared).map_err(SharedError::from);
        // Before there are documents, so that the first clusters respect it. What is wrong with it is said then.
        if let Some(journal) = place.as_ref().ok().and_then(|p| review::read(p).ok()) {
            shared.set_journal(Arc::new(journal));
        }
        ReviewLane {
            person: shared.reviewing.by.clone().or_else(review::person),
            place,
            journal: Arc::default(),
            stamp: None,
            sent: None,
            decided: Default::default(),
            handled: 0,
        }
    }

    /// Whether the current documents are others than those last told of.
    fn is_of_others(&self, shared: &Shared) -> bool {
        let now = shared.current().collection;
        now.is_some_and(|now| !self.sent.as_ref().is_some_and(|c| Arc::ptr_eq(c, &now)))
    }

    /// Reads the journal again if its file is not as it was, and says whether it has other decisions. What is wrong with it
    /// is said when somebody decides.
    fn takes_up_others(&mut self, shared: &Shared) -> bool {
        let (Ok(place), true) = (&self.place, self.sent.is_some()) else {
            return false;
        };
        let stamp = place.path.metadata().ok();
        let stamp = stamp.map(|metadata| Stamp::of(&metadata));
        if stamp == self.stamp || shared.jobs.ended() {
            return false;
        }
        self.stamp = stamp;
        let Ok(journal) = review::read(place) else {
            return false;
        };
        let is_other = journal.acts != self.journal.acts;
        self.journal = Arc::new(journal);
        if is_other {
            let said = "the journal has decisions that were made elsewhere; they count now";
            shared.send(Update::Notice(said.to_owned()));
        }
        is_other
    }

    fn decide(&mut self, shared: &Shared, asked: Decide) {
        let number = asked.number;
        self.handled = self.handled.max(number);
        if let Err(error) = self.append(shared, asked) {
            // Nobody sees the screens any more; the program says it when it ends.
            if shared.jobs.ended() {
                shared.set_unsaved(Some(format!("{error:#}")));
            }
            let why = format!("not kept: {error:#}");
            shared.send(Update::NotDecided(number, why));
        }
    }

    /// Appends masks to the journal. They hold for this session also if they cannot be kept.
    fn keep_masks(&mut self, shared: &Shared, masks: Vec<(Mask, bool)>) {
        // A demo begins anew.
        let is_demo = shared.reviewing.journal.is_none() && shared.options.source.is_demo();
        if is_demo || is_read_only(shared) {
            return;
        }
        let place = self.place.as_ref().map_err(|why| why.clone().into());
        let by = self.person.as_deref().unwrap_or("unknown");
        match place.and_then(|place| review::append_masks(place, by, masks)) {
            Ok(journal) => self.journal = Arc::new(journal),
            Err(error) => {
                let why = format!("the masks are not kept: {error:#}");
                shared.send(Update::Notice(why));
            }
        }
    }

    fn append(&mut self, shared: &Shared, asked: Decide) -> anyhow::Result<()> {
        ensure!(
            !is_read_only(shared),
            "this run writes no file, and decisions are kept in one; name it with --journal FILE"
        );
        let place = self.place.as_ref();
        let place = place.map_err(SharedError::clone)?;
        let person = self
            .person
            .clone()
            .context("it is not known who decides; start with --by NAME")?;
        let collection = &asked.collection;
        let thing = asked.on.thing(collection);
        let thing = thing.context("these documents are no longer in the corpus")?;
        let search_config = shared.search_config();
        let measure = search_config.method_config.measure;
        let act = Act {
            note: asked.said.note,
            figures: match asked.on {
                On::Pair(a, b) => Some(review::figures(collection, a, b)),
                On::Document(_) | On::Cluster(_) => None,
            },
            settings: Some(review::judged_with(
                collection,
                search_config.threshold,
                measure,
            )),
            ..Act::new(Timestamp::now(), person, thing, asked.said.decision)
        };
        self.journal = Arc::new(review::append(place, vec![act])?);
        Ok(())
    }

    /// Reads the journal again where documents are new, and sends what it says of them.
    fn send(&mut self, shared: &Shared) {
        let Some(collection) = shared.current().collection else {
            return;
        };
        if self.is_of_others(shared)
            && let Ok(place) = &self.place
        {
            match review::read(place) {
                Ok(journal) => self.journal = Arc::new(journal),
                Err(error) => {
                    let why = SharedError::from(error);
                    shared.send(Update::Notice(format!("decisions cannot be read: {why}")));
                    self.place = Err(why);
                }
            }
        }
        shared.set_journal(self.journal.clone());
        let state = Arc::new(ReviewState::new(self.journal.clone(), &collection));
        let place = self.place.as_ref();
        shared.send(Update::Review(Arc::new(Review {
            state: state.clone(),
            place: place
                .map(|p| std::path::absolute(&p.path).unwrap_or_else(|_| p.path.clone()))
                .map_err(Clone::clone),
            note: place.ok().and_then(|place| place.note.clone()),
            person: self.person.clone().unwrap_or_default(),
            handled: self.handled,
            collection: collection.clone(),
        })));
        shared.jobs.tell(Lane::Tuning, Order::ResultsChanged);
        let decided = review::decided(&state);
        self.sent = Some(collection);
        if self.decided != decided {
            self.decided = decided;
            shared.jobs.tell(Lane::Clusters, Order::ResultsChanged);
        }
    }
}

/// Where the journal lies.
pub(super) fn place(shared: &Shared) -> anyhow::Result<JournalPlace> {
    match &shared.reviewing.journal {
        Some(path) => Ok(review::named(path)),
        None => review::place(&shared.options),
    }
}

/// Whether the journal is read and never written: a run in memory writes no file that was not named.
fn is_read_only(shared: &Shared) -> bool {
    shared.reviewing.journal.is_none() && shared.options.in_memory
}

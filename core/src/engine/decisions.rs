//! Appends decisions of the screens to the journal, and sends the decisions on the current documents. A decision that
//! cannot be written is refused with the reason, and never shown as saved.

use std::sync::Arc;

use anyhow::{Context, ensure};

use super::lane::{Lane, Order};
use super::message::{Decide, Review, SharedError, Update};
use super::review::{self, DecidedPair, JournalLocation};
use super::shared::Shared;
use crate::base::files::absolute;
use crate::base::{Stamp, lock, units};
use crate::index::Collection;
use crate::review::{
    Act, Choice, ChoiceAct, DecisionTarget, Journal, Offer, ReviewState, Statement, Timestamp,
};

/// The state of the journal.
pub struct JournalKeeper {
    /// The reviewer, if known.
    person: Option<String>,
    location: Result<JournalLocation, SharedError>,
    /// The journal as last read or written.
    journal: Arc<Journal>,
    /// Stamp of its file at the last check; `None` without a file.
    stamp: Option<Stamp>,
    /// The last collection whose decisions were sent to the screens.
    sent: Option<Arc<Collection>>,
    /// The last pairs with the decision "different", and with other decisions, that were passed to the clusters.
    decided: (Vec<DecidedPair>, Vec<DecidedPair>),
    /// Number of the last act that was written or refused.
    handled: u64,
}

impl JournalKeeper {
    /// Reads the journal for the first time.
    pub fn new(shared: &Shared) -> Self {
        let location = location(shared).map_err(SharedError::from);
        // The journal is read before there are documents, so that the first clusters respect it. Errors are reported
        // later.
        if let Ok(journal) = read(shared) {
            *lock(&shared.journal) = Arc::new(journal);
        }
        JournalKeeper {
            person: review::reviewer(shared.reviewing.by.as_deref()),
            location,
            journal: Arc::default(),
            stamp: None,
            sent: None,
            decided: Default::default(),
            handled: 0,
        }
    }

    /// Whether the current collection differs from the last sent one.
    pub fn has_new_documents(&self, shared: &Shared) -> bool {
        let new = shared.current().collection;
        new.is_some_and(|new| !self.sent.as_ref().is_some_and(|c| Arc::ptr_eq(c, &new)))
    }

    /// Reads the journal again if its file has changed, and returns whether decisions have changed. Errors are reported
    /// with the next decision.
    pub fn read_again(&mut self, shared: &Shared) -> bool {
        let (Ok(location), true) = (&self.location, self.sent.is_some()) else {
            return false;
        };
        let stamp = location.path.metadata().ok();
        let stamp = stamp.map(|metadata| Stamp::from_metadata(&metadata));
        if stamp == self.stamp || shared.jobs.ended.stopped() {
            return false;
        }
        self.stamp = stamp;
        let Ok(journal) = read(shared) else {
            return false;
        };
        let has_new_acts = journal.acts != self.journal.acts;
        let is_new_offer = journal.off != self.journal.off;
        let offers = journal.offers();
        let notice = if has_new_acts {
            Some("the journal has decisions that were made elsewhere; they count now".into())
        } else {
            offers.first().filter(|_| is_new_offer).map(Offer::sentence)
        };
        self.journal = Arc::new(journal);
        notice
            .into_iter()
            .for_each(|notice| shared.send(Update::Notice(notice)));
        has_new_acts || is_new_offer
    }

    /// Adds a decision to the journal, or sends the error.
    pub fn decide(&mut self, shared: &Shared, request: Decide) {
        let number = request.number;
        self.handled = self.handled.max(number);
        if let Err(error) = self.append(shared, request) {
            // The screens are closed, so the program reports the error at its end.
            if shared.jobs.ended.stopped() {
                *lock(&shared.unsaved) = Some(format!("{error:#}"));
            }
            let message = format!("not kept: {error:#}");
            shared.send(Update::NotDecided(number, message));
        }
    }

    /// Appends choices to the journal. Masks apply in this session even if they cannot be stored.
    pub fn choose(&mut self, shared: &Shared, choices: Vec<Choice>) {
        // A demo starts without decisions.
        let is_demo = shared.reviewing.journal.is_none() && shared.options.source.is_demo();
        if is_demo || is_read_only(shared) {
            return;
        }
        let location = self.location.as_ref().map_err(|error| error.clone().into());
        let by = &review::reader(self.person.as_deref());
        let act = |choice| ChoiceAct::new(Timestamp::now(), by.clone(), choice);
        let acts: Vec<ChoiceAct> = choices.into_iter().map(act).collect();
        match location.and_then(|location| review::append(location, by, acts)) {
            Ok(journal) => self.journal = Arc::new(journal),
            Err(error) => {
                let message = format!("this is not kept: {error:#}");
                shared.send(Update::Notice(message));
            }
        }
    }

    fn append(&mut self, shared: &Shared, request: Decide) -> anyhow::Result<()> {
        ensure!(
            !is_read_only(shared),
            "this run writes no file, and decisions are kept in one; name it with --journal FILE"
        );
        let location = self.location.as_ref().map_err(SharedError::clone)?;
        let person = self.person.clone();
        let person = person.context("the reviewer is unknown; start with --by NAME")?;
        let collection = &request.collection;
        let subject = request.target.subject(collection);
        let subject = subject.context("these documents are no longer in the corpus")?;
        let search_config = shared.search_config();
        let (threshold, method) = (
            search_config.threshold,
            search_config.analysis.method_config,
        );
        let Statement { decision, note } = request.statement;
        let act = Act {
            note,
            figures: match request.target {
                DecisionTarget::Pair(a, b) => Some(review::figures(collection, a, b)),
                DecisionTarget::Document(_) | DecisionTarget::Cluster(_) => None,
            },
            settings: Some(review::judged_with(collection, threshold, method.measure)),
            ..Act::new(Timestamp::now(), person.clone(), subject, decision)
        };
        self.journal = Arc::new(review::append(location, &person, vec![act])?);
        Ok(())
    }

    /// Reads the journal again if the collection is new, and sends the decisions on its documents.
    pub fn send(&mut self, shared: &Shared) {
        let Some(collection) = shared.current().collection else {
            return;
        };
        if self.has_new_documents(shared) && self.location.is_ok() {
            match read(shared) {
                Ok(journal) => self.journal = Arc::new(journal),
                Err(error) => {
                    let error = SharedError::from(error);
                    shared.send(Update::Notice(format!("decisions cannot be read: {error}")));
                    self.location = Err(error);
                }
            }
        }
        *lock(&shared.journal) = self.journal.clone();
        let state = Arc::new(ReviewState::new(self.journal.clone(), &collection));
        let reader = review::reader(self.person.as_deref());
        let folder_offers = review::offers_of_folders(&shared.options, &reader, &self.journal);
        let location = self.location.as_ref();
        shared.send(Update::Review(Arc::new(Review {
            state: state.clone(),
            location: location.map(|p| absolute(&p.path)).map_err(Clone::clone),
            note: note(location.ok().and_then(|p| p.note.as_deref()), &state),
            person: self.person.clone().unwrap_or_default(),
            handled: self.handled,
            offers: [self.journal.offers(), folder_offers].concat(),
            collection: collection.clone(),
        })));
        shared.jobs.tell(Lane::Lab, Order::ResultsChanged);
        let decided = review::decided(&state);
        self.sent = Some(collection);
        if self.decided != decided {
            self.decided = decided;
            shared.jobs.tell(Lane::Answer, Order::OtherEdges);
        }
    }
}

/// The path of the journal.
pub(super) fn location(shared: &Shared) -> anyhow::Result<JournalLocation> {
    match &shared.reviewing.journal {
        Some(path) => Ok(review::named(path)),
        None => review::location(&shared.options),
    }
}

/// Reads the journal for its reviewer.
///
/// # Errors
/// The journal has no location, or cannot be read.
pub(super) fn read(shared: &Shared) -> anyhow::Result<Journal> {
    review::read(
        &location(shared)?,
        &review::reader(shared.reviewing.by.as_deref()),
    )
}

/// Whether the journal is only read: a run in memory writes only files that an option names.
fn is_read_only(shared: &Shared) -> bool {
    shared.reviewing.journal.is_none() && shared.options.in_memory
}

/// Note for the user: `first`, and the numbers of reopened decisions and of decisions on missing texts; `None` if there
/// is nothing to report.
fn note(first: Option<&str>, state: &ReviewState) -> Option<String> {
    let reopened = state.reopened() as u64;
    let reopened = (reopened > 0).then(|| {
        let decisions = units::counted(reopened, "decision", "decisions");
        format!("{decisions} open again")
    });
    let elsewhere = state.elsewhere().len() as u64;
    let elsewhere = (elsewhere > 0).then(|| {
        let decisions = units::counted(elsewhere, "decision", "decisions");
        format!("{decisions} on missing texts (`review list`)")
    });
    let parts: Vec<&str> = first
        .into_iter()
        .chain(reopened.as_deref())
        .chain(elsewhere.as_deref())
        .collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

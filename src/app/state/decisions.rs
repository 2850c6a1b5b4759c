//! Decisions of the journal, decisions that are being written, and decisions that can be undone.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::base::DocNo;
use crate::cluster::Clustering;
use crate::engine::message::{Decide, Review};
use crate::index::Collection;
use crate::review::{
    Act, CurrentDecision, Decision, DecisionStatus, DecisionTarget, Mark, ReviewEntry, ReviewState,
    Statement,
};

/// Decisions as the screens show them.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// The journal's decisions on the last two collections, the newest last.
    reviews: Vec<Arc<Review>>,
    /// Acts that are not yet confirmed as written, in order.
    pending: Vec<Decide>,
    /// Undo stack of this session: the previous decision on each target, and the number of changes of settings that
    /// could be undone then.
    undo: Vec<(Decide, usize)>,
    /// Number of the last act.
    last: u64,
    /// Marks of the clusters with a decision or note, by index in the clustering.
    clusters: HashMap<usize, Mark>,
    /// Whether a decision moves the cursor to the next item without one.
    pub goes_on: bool,
    /// After the cursor moved on by itself: the collection, the target that was decided, and the target that the cursor
    /// is on now.
    pub left: Option<(Arc<Collection>, DecisionTarget, DecisionTarget)>,
    /// Whether the path of the journal was shown.
    pub path_announced: bool,
    /// Whether the last act was an undo.
    pub taking_back: bool,
}

/// The decision of an item as a list shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionMark {
    /// Its state.
    pub mark: Mark,
    /// Whether it is still being written.
    pub saving: bool,
    /// Whether a decision has a note; always `false` for clusters.
    pub noted: bool,
}

impl Decisions {
    /// The journal's decisions on `collection`; `None` until they are read.
    pub fn review(&self, collection: &Arc<Collection>) -> Option<&Review> {
        let is_current = |review: &&Arc<Review>| Arc::ptr_eq(&review.collection, collection);
        self.reviews.iter().rev().find(is_current).map(|r| &**r)
    }

    /// The journal's decisions on the newest collection.
    pub fn newest(&self) -> Option<&Review> {
        self.reviews.last().map(|review| &**review)
    }

    /// The decisions on the documents of `collection`.
    pub fn state(&self, collection: &Arc<Collection>) -> Option<&Arc<ReviewState>> {
        self.review(collection).map(|review| &review.state)
    }

    /// Removes an accepted offer from the newest review; returns the number of remaining offers.
    pub fn accept(&mut self, offer: usize) -> usize {
        let Some(review) = self.reviews.last_mut() else {
            return 0;
        };
        let mut updated = Review::clone(review);
        updated.offers.remove(offer);
        *review = Arc::new(updated);
        review.offers.len()
    }

    /// Whether there are decisions on documents of `collection`, so that lists need a column for them.
    pub fn any(&self, collection: &Arc<Collection>) -> bool {
        let is_here = |entry: &ReviewEntry| entry.standing != DecisionStatus::Elsewhere;
        let mut pending = self.pending.iter();
        pending.any(|request| Arc::ptr_eq(&request.collection, collection))
            || (self.state(collection)).is_some_and(|state| state.entries.iter().any(is_here))
    }

    /// The decision and the note on `item`, including one that is being written. For a reopened decision, only the note
    /// is returned.
    pub fn statement(&self, collection: &Arc<Collection>, item: &DecisionTarget) -> Statement {
        if let Some(statement) = self.held(collection, item) {
            return statement;
        }
        let mut statement = Statement::default();
        if let Some(CurrentDecision::Reopened(act, _)) = self.current(collection, item) {
            statement.note.clone_from(&act.note);
        }
        statement
    }

    /// The valid decision and note on `item`, including one that is being written.
    fn held(&self, collection: &Arc<Collection>, item: &DecisionTarget) -> Option<Statement> {
        if let Some(pending) = self.pending_of(collection, item) {
            return Some(pending.statement.clone());
        }
        let current = self.current(collection, item)?;
        current.held().map(Act::statement)
    }

    /// The journal's decision on `item`, without acts that are still being written.
    pub fn current(
        &self,
        collection: &Arc<Collection>,
        item: &DecisionTarget,
    ) -> Option<CurrentDecision<'_>> {
        item.current(&self.review(collection)?.state, collection)
    }

    /// The mark of a pair or document in a list.
    pub fn seen(
        &self,
        collection: &Arc<Collection>,
        item: &DecisionTarget,
    ) -> Option<DecisionMark> {
        if let Some(pending) = self.pending_of(collection, item) {
            return seen_pending(&pending.statement);
        }
        let current = self.current(collection, item)?;
        let mark = Mark::from_decision(&current);
        Some(DecisionMark {
            mark,
            saving: false,
            noted: mark != Mark::Noted && !current.act().note.is_empty(),
        })
    }

    /// The mark of the cluster at `index` with these members.
    pub fn seen_cluster(
        &self,
        collection: &Arc<Collection>,
        index: usize,
        members: &[DocNo],
    ) -> Option<DecisionMark> {
        if !self.pending.is_empty()
            && let Some(pending) = self.pending_of(collection, &DecisionTarget::cluster(members))
        {
            return seen_pending(&pending.statement);
        }
        self.clusters.get(&index).map(|mark| DecisionMark {
            mark: *mark,
            saving: false,
            noted: false,
        })
    }

    /// Number of clusters with a decision.
    pub fn judged_clusters(&self) -> usize {
        let is_decided = |mark: &&Mark| matches!(mark, Mark::Decided(_));
        self.clusters.values().filter(is_decided).count()
    }

    /// Decides on `item`; returns the request for the engine. `settings` is the number of changes of settings that can
    /// be undone.
    pub fn decide(
        &mut self,
        collection: &Arc<Collection>,
        item: DecisionTarget,
        statement: Statement,
        settings: usize,
    ) -> Decide {
        self.taking_back = false;
        let before = self.held(collection, &item).unwrap_or_default();
        let request = self.ask(collection.clone(), item, statement);
        let inverse = Decide {
            statement: before,
            ..request.clone()
        };
        self.undo.push((inverse, settings));
        request
    }

    /// Undoes the last decision, unless settings were changed since; returns the request for the engine.
    pub fn undo(&mut self, settings: usize) -> Option<Decide> {
        let (before, _) = self.undo.pop_if(|(_, steps)| settings <= *steps)?;
        self.taking_back = true;
        Some(self.ask(before.collection, before.target, before.statement))
    }

    /// Undoes the last decision if its act has this number; returns the request for the engine.
    pub fn undo_act(&mut self, number: u64) -> Option<Decide> {
        let (before, _) = self.undo.pop_if(|(act, _)| act.number == number)?;
        Some(self.ask(before.collection, before.target, before.statement))
    }

    fn ask(
        &mut self,
        collection: Arc<Collection>,
        item: DecisionTarget,
        statement: Statement,
    ) -> Decide {
        self.last += 1;
        let request = Decide {
            number: self.last,
            collection,
            target: item,
            statement,
        };
        self.pending.push(request.clone());
        request
    }

    /// Stores decisions of the journal.
    pub fn set(&mut self, review: Arc<Review>) {
        self.pending
            .retain(|request| request.number > review.handled);
        let is_same = |other: &Arc<Review>| Arc::ptr_eq(&other.collection, &review.collection);
        self.reviews.retain(|other| !is_same(other));
        // Two are needed: one for the displayed documents, one for the documents that replace them soon.
        if self.reviews.len() > 1 {
            self.reviews.remove(0);
        }
        self.reviews.push(review);
    }

    /// Forgets an act that was not written.
    pub fn refused(&mut self, number: u64) {
        self.pending.retain(|request| request.number != number);
        self.undo.retain(|(act, _)| act.number != number);
    }

    /// Marks the clusters with a decision or note. O(documents of acts).
    pub fn mark_clusters(&mut self, collection: &Arc<Collection>, clustering: &Clustering) {
        let Some(review) = self.review(collection) else {
            self.clusters.clear();
            return;
        };
        let cluster_of = |doc: DocNo| clustering.cluster_of.get(doc.index()).copied().flatten();
        let indices: HashSet<u32> = review.state.documents().filter_map(cluster_of).collect();
        let mark = |index: u32| {
            let cluster = clustering.clusters.get(index as usize)?;
            let current = review.state.cluster(collection, &cluster.members)?;
            Some((index as usize, Mark::from_decision(&current)))
        };
        self.clusters = indices.into_iter().filter_map(mark).collect();
    }

    /// The last act on `item`, if it is not yet confirmed as written.
    pub fn pending_of(
        &self,
        collection: &Arc<Collection>,
        item: &DecisionTarget,
    ) -> Option<&Decide> {
        let mut newest_first = self.pending.iter().rev();
        newest_first.find(|d| d.target == *item && Arc::ptr_eq(&d.collection, collection))
    }
}

fn seen_pending(statement: &Statement) -> Option<DecisionMark> {
    let mark = match statement.decision {
        Decision::Undecided if statement.note.is_empty() => return None,
        Decision::Undecided => Mark::Noted,
        decision => Mark::Decided(decision),
    };
    Some(DecisionMark {
        mark,
        saving: true,
        noted: false,
    })
}

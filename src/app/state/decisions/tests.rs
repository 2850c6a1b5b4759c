//! Tests of what is shown while a decision is written, and of taking it back.

use std::path::PathBuf;

use super::*;
use crate::base::DocNo;
use crate::index::made;
use crate::review::{Act, Journal, JournalLine, Timestamp};
use crate::settings::Sketching;

fn collection() -> Arc<Collection> {
    let terms: Vec<Vec<u64>> = (0..4).map(|n| vec![n; 5]).collect();
    Arc::new(made::collection(&terms, Sketching::default()))
}

fn review(collection: &Arc<Collection>, acts: Vec<Act>, handled: u64) -> Arc<Review> {
    let journal = Journal {
        acts: acts.into_iter().map(JournalLine::new).collect(),
        ..Journal::default()
    };
    Arc::new(Review {
        state: Arc::new(ReviewState::new(Arc::new(journal), collection)),
        collection: collection.clone(),
        location: Ok(PathBuf::from("review.jsonl")),
        note: None,
        person: "ida".into(),
        offers: Vec::new(),
        handled,
    })
}

fn copied() -> Statement {
    Statement {
        decision: Decision::Copied,
        ..Statement::default()
    }
}

fn act(collection: &Collection, item: &DecisionTarget, statement: &Statement) -> Act {
    let subject = item.subject(collection).unwrap();
    Act {
        note: statement.note.clone(),
        ..Act::new(Timestamp::now(), "ida".into(), subject, statement.decision)
    }
}

#[test]
fn a_decision_is_seen_at_once_and_saved_only_when_the_journal_has_it() {
    let collection = collection();
    let item = DecisionTarget::pair(DocNo(2), DocNo(1));
    let mut decisions = Decisions::default();
    decisions.set(review(&collection, vec![], 0));
    assert!(!decisions.any(&collection));
    let request = decisions.decide(&collection, item.clone(), copied(), 0);
    let seen = |decisions: &Decisions| decisions.seen(&collection, &item);
    let mark = Mark::Decided(Decision::Copied);
    let state = |decisions: &Decisions| seen(decisions).map(|seen| (seen.mark, seen.saving));
    assert_eq!(state(&decisions), Some((mark, true)));
    assert_eq!(decisions.statement(&collection, &item), copied());
    // What the journal said before it was asked changes nothing.
    decisions.set(review(&collection, vec![], 0));
    assert!(seen(&decisions).unwrap().saving && decisions.any(&collection));
    let acts = vec![act(&collection, &item, &copied())];
    decisions.set(review(&collection, acts, request.number));
    assert_eq!(state(&decisions), Some((mark, false)));
}

#[test]
fn a_refused_decision_is_seen_no_more_and_cannot_be_taken_back() {
    let collection = collection();
    let item = DecisionTarget::Document(DocNo(3));
    let mut decisions = Decisions::default();
    decisions.set(review(&collection, vec![], 0));
    let request = decisions.decide(&collection, item.clone(), copied(), 0);
    decisions.refused(request.number);
    assert_eq!(decisions.seen(&collection, &item), None);
    assert!(decisions.undo(0).is_none());
}

#[test]
fn undo_goes_back_act_by_act_and_not_past_a_change_of_settings() {
    let collection = collection();
    let item = DecisionTarget::pair(DocNo(0), DocNo(1));
    let mut decisions = Decisions::default();
    decisions.set(review(&collection, vec![], 0));
    let noted = Statement {
        note: "page 3".into(),
        ..copied()
    };
    decisions.decide(&collection, item.clone(), copied(), 0);
    decisions.decide(&collection, item.clone(), noted, 1);
    assert_eq!(decisions.undo(2), None, "settings were changed since");
    assert_eq!(decisions.undo(1).unwrap().statement, copied());
    assert_eq!(decisions.undo(1), None);
    let last = decisions.undo(0).unwrap();
    assert_eq!((last.statement, last.number), (Statement::default(), 4));
    assert_eq!(decisions.seen(&collection, &item), None);
}

#[test]
fn clusters_are_marked_by_their_members() {
    let collection = collection();
    let members = [DocNo(0), DocNo(1)];
    let item = DecisionTarget::cluster(&members);
    let mut decisions = Decisions::default();
    let acts = vec![act(&collection, &item, &copied())];
    decisions.set(review(&collection, acts, 0));
    let current = decisions.current(&collection, &item).unwrap();
    assert_eq!(current.decision(), Some(Decision::Copied));
    assert_eq!(decisions.statement(&collection, &item), copied());
    // Of other documents nothing is known.
    let others = super::tests::collection();
    assert!(decisions.review(&others).is_none());
}

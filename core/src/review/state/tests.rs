//! Tests of a journal applied to a collection: renamed, moved and changed texts, clusters.

use super::*;
use crate::corpus::{DocumentRow, Encoding, Kind, SourceLocation};
use crate::index::SegmentWriter;
use crate::review::{DecisionSubject, Digest, JournalLine, Timestamp};
use crate::settings::Settings;

/// A collection of documents (name, text, source); text 0 has no terms.
fn collection(documents: &[(&str, u64, u128)]) -> Collection {
    let mut sink = SegmentWriter::in_memory(200);
    for (name, text, source) in documents {
        let terms = vec![*text; if *text == 0 { 0 } else { 5 }];
        let row = DocumentRow {
            key: 0,
            id: (*name).to_owned(),
            title: String::new(),
            location: SourceLocation::file(name),
            encoding: Encoding::Utf8,
            kind: Kind::Plain,
            bytes: 0,
            modified: 0,
            has_own_date: false,
            stamp: 0,
            fingerprint: *source,
            normalised: Digest::of_terms(&terms).0,
            detected: Box::default(),
        };
        sink.push(row.view(), &terms, &[0; 200]).unwrap();
    }
    let segment = sink.finish().unwrap();
    Collection::new(Settings::default(), vec![segment], Vec::new(), |_, _| true)
}

fn doc(collection: &Collection, name: &str) -> DocNo {
    collection.find(name).unwrap()
}

fn pair(c: &Collection, a: &str, b: &str) -> DecisionSubject {
    DecisionSubject::pair(c, doc(c, a), doc(c, b))
}

fn decision(current: Option<CurrentDecision<'_>>) -> Option<Decision> {
    current.and_then(|current| current.decision())
}

/// The reopened decision and the reason; `None` if it is not reopened.
fn reopened(current: Option<CurrentDecision<'_>>) -> Option<(Decision, Reopening)> {
    match current {
        Some(CurrentDecision::Reopened(act, why)) => Some((act.decision, why)),
        _ => None,
    }
}

fn state(
    acts: Vec<(i64, &str, DecisionSubject, Decision)>,
    collection: &Collection,
) -> ReviewState {
    let acts = acts.into_iter().map(|(when, by, subject, decision)| {
        let when = Timestamp::from_micros(when);
        JournalLine::new(Act::new(when, by.into(), subject, decision))
    });
    let journal = Journal {
        acts: acts.collect(),
        ..Journal::default()
    };
    ReviewState::new(Arc::new(journal), collection)
}

#[test]
fn a_changed_text_reopens_a_pair_and_a_new_decision_closes_it() {
    let before = collection(&[("a", 1, 11), ("b", 2, 12)]);
    let after = collection(&[("a", 5, 15), ("b", 2, 12)]);
    let old = (1, "anna", pair(&before, "a", "b"), Decision::Copied);
    let (a, b) = (DocNo(0), DocNo(1));
    let open = state(vec![old.clone()], &after);
    let why = Reopening::TextChanged(vec!["a".into()]);
    let want = Some((Decision::Copied, why.clone()));
    assert_eq!(reopened(open.pair(a, b)), want);
    assert_eq!(why.to_string(), "text changed: a");
    assert_eq!(open.here(), (0, 1));
    assert_eq!(open.entries[0].standing, DecisionStatus::Reopened(why));
    assert_eq!(open.entries[0].documents, [a, b]);
    let new = (2, "anna", pair(&after, "a", "b"), Decision::Different);
    let closed = state(vec![old.clone(), new], &after);
    assert_eq!(decision(closed.pair(a, b)), Some(Decision::Different));
    // Of decisions on two earlier texts under one name, the later one counts.
    let between = collection(&[("a", 4, 14), ("b", 2, 12)]);
    let later = (2, "anna", pair(&between, "a", "b"), Decision::Unsure);
    let twice = state(vec![old.clone(), later], &after);
    let last = reopened(twice.pair(a, b)).map(|(decision, _)| decision);
    assert_eq!(last, Some(Decision::Unsure));
    assert_eq!(twice.entries.len(), 1);
    // A text under another name was moved, not changed.
    let moved = collection(&[("a", 5, 15), ("b", 2, 12), ("old/a", 1, 11)]);
    let state = state(vec![old], &moved);
    assert_eq!(state.pair(doc(&moved, "a"), doc(&moved, "b")), None);
    let held = state.pair(doc(&moved, "old/a"), doc(&moved, "b"));
    assert_eq!(decision(held), Some(Decision::Copied));
}

#[test]
fn a_decision_on_two_copies_does_not_hold_if_one_is_missing_or_changed() {
    let before = collection(&[("a", 1, 11), ("b", 1, 11), ("c", 3, 13)]);
    let act = |c: &Collection| vec![(1, "anna", pair(c, "a", "b"), Decision::Copied)];
    let standing = |after: &Collection| {
        let state = state(act(&before), after);
        let entry = &state.entries[0];
        let standing = entry.standing.clone();
        (state.here(), standing, entry.documents.clone())
    };
    let (a, b) = (DocNo(0), DocNo(1));
    let holds = ((1, 1), DecisionStatus::Holds, vec![a, b]);
    assert_eq!(standing(&before), holds);
    // Another copy replaces the missing one.
    let renamed = collection(&[("a", 1, 11), ("x/b", 1, 11)]);
    assert_eq!(standing(&renamed), holds);
    for left in ["a", "b"] {
        let after = collection(&[(left, 1, 11), ("c", 3, 13)]);
        let gone = ((0, 1), DecisionStatus::Elsewhere, vec![]);
        assert_eq!(standing(&after), gone, "{left}");
    }
    let edited = collection(&[("a", 1, 11), ("b", 7, 17)]);
    let why = DecisionStatus::Reopened(Reopening::TextChanged(vec!["b".into()]));
    assert_eq!(standing(&edited), ((0, 1), why, vec![a, b]));
    // The same applies to a cluster whose other document is renamed.
    let cluster = |c: &Collection| {
        let members = ["a", "b", "c"].map(|name| doc(c, name));
        let subject = DecisionSubject::cluster(c, &members);
        vec![(1, "anna", subject, Decision::Copied)]
    };
    let of_cluster = |after: &[(&str, u64, u128)]| {
        let state = state(cluster(&before), &collection(after));
        state.entries[0].standing.clone()
    };
    let copies = of_cluster(&[("a", 1, 11), ("x", 1, 11), ("y", 3, 13)]);
    assert_eq!(copies, DecisionStatus::Holds);
    let one = of_cluster(&[("a", 1, 11), ("y", 3, 13)]);
    assert_eq!(one, DecisionStatus::Elsewhere);
    let open = state(act(&before), &edited);
    assert!(reopened(open.pair(a, b)).is_some());
    let mut again = act(&before);
    again.push((2, "anna", pair(&edited, "a", "b"), Decision::Different));
    let closed = state(again, &edited);
    assert_eq!(decision(closed.pair(a, b)), Some(Decision::Different));
}

#[test]
fn a_cluster_is_reopened_when_documents_join_change_or_leave() {
    let before = collection(&[("a", 1, 11), ("b", 2, 12), ("c", 3, 13), ("copy", 3, 14)]);
    let all = |c: &Collection| c.documents().collect::<Vec<_>>();
    let subject = DecisionSubject::cluster(&before, &all(&before));
    let acts = vec![(1, "anna", subject, Decision::Copied)];
    let first = state(acts.clone(), &before);
    let current = first.cluster(&before, &all(&before));
    assert_eq!(decision(current), Some(Decision::Copied));
    fn why(current: Option<CurrentDecision<'_>>) -> Option<Reopening> {
        reopened(current).map(|(_, why)| why)
    }
    let left = first.cluster(&before, &[DocNo(0), DocNo(1), DocNo(3)]);
    assert_eq!(why(left), Some(Reopening::MembersLeft(vec!["c".into()])));
    let cases = [
        // Another copy of a text that is in the cluster already.
        (("d", 3, 15), Reopening::NewMembers(vec!["d".into()])),
        (("d", 9, 19), Reopening::NewMembers(vec!["d".into()])),
    ];
    for (new, want) in cases {
        let documents = [
            ("a", 1, 11),
            ("b", 2, 12),
            ("c", 3, 13),
            ("copy", 3, 14),
            new,
        ];
        let after = collection(&documents);
        let state = state(acts.clone(), &after);
        let reopening = why(state.cluster(&after, &all(&after)));
        assert_eq!(reopening, Some(want));
    }
    let changed = collection(&[("a", 5, 15), ("b", 2, 12), ("c", 3, 13), ("copy", 3, 14)]);
    let state = state(acts, &changed);
    let reopening = why(state.cluster(&changed, &all(&changed)));
    assert_eq!(reopening, Some(Reopening::TextChanged(vec!["a".into()])));
}

#[test]
fn texts_without_terms_are_distinguished_by_their_bytes() {
    let c = collection(&[("a", 0, 1), ("b", 0, 2), ("c", 0, 2), ("d", 7, 4)]);
    let subject = DecisionSubject::document(&c, doc(&c, "a"));
    let state = state(vec![(1, "me", subject, Decision::Copied)], &c);
    let decision_of = |name| decision(state.document(doc(&c, name)));
    assert_eq!(decision_of("a"), Some(Decision::Copied));
    assert_eq!(decision_of("b"), None);
    let subject = DecisionSubject::document(&c, doc(&c, "b"));
    let state = self::state(vec![(1, "me", subject, Decision::Template)], &c);
    let decision_of = |name| decision(state.document(doc(&c, name)));
    let template = Some(Decision::Template);
    let all = ["a", "b", "c", "d"].map(decision_of);
    assert_eq!(all, [None, template, template, None]);
}

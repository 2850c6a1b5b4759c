//! The target of a decision, as documents of one collection, and its state as one word.

use super::act::Decision;
use super::state::{CurrentDecision, ReviewState};
use super::subject::{DecisionKey, DecisionSubject};
use crate::base::DocNo;
use crate::index::Collection;

/// A pair, a document or a cluster of a collection; documents ascend.
pub type DecisionTarget = DecisionKey<DocNo>;

impl DecisionTarget {
    /// Two documents in either order.
    pub fn pair(a: DocNo, b: DocNo) -> Self {
        DecisionTarget::Pair(a.min(b), a.max(b))
    }

    /// The documents of a cluster in any order.
    pub fn cluster(members: &[DocNo]) -> Self {
        let mut members = members.to_vec();
        members.sort_unstable();
        members.dedup();
        DecisionTarget::Cluster(members)
    }

    /// Its documents.
    pub fn documents(&self) -> Vec<DocNo> {
        match self {
            DecisionTarget::Pair(a, b) => vec![*a, *b],
            DecisionTarget::Document(doc) => vec![*doc],
            DecisionTarget::Cluster(members) => members.clone(),
        }
    }

    /// The subject as the journal identifies it; `None` if `collection` does not have the documents.
    pub fn subject(&self, collection: &Collection) -> Option<DecisionSubject> {
        let documents = self.documents();
        let has_all = documents.iter().all(|doc| doc.index() < collection.len());
        has_all.then_some(())?;
        Some(match self {
            DecisionTarget::Pair(a, b) => DecisionSubject::pair(collection, *a, *b),
            DecisionTarget::Document(doc) => DecisionSubject::document(collection, *doc),
            DecisionTarget::Cluster(members) => DecisionSubject::cluster(collection, members),
        })
    }

    /// The current decision on it.
    pub fn current<'a>(
        &self,
        state: &'a ReviewState,
        collection: &Collection,
    ) -> Option<CurrentDecision<'a>> {
        match self {
            DecisionTarget::Pair(a, b) => state.pair(*a, *b),
            DecisionTarget::Document(doc) => state.document(*doc),
            DecisionTarget::Cluster(members) => state.cluster(collection, members),
        }
    }
}

/// The review state of a pair, a document or a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// There is a decision.
    Decided(Decision),
    /// A decision is open again, because texts or documents have changed.
    Reopened,
    /// There is a note without a decision.
    Noted,
}

impl Mark {
    /// The state that follows from the current decision.
    pub fn from_decision(current: &CurrentDecision<'_>) -> Self {
        match current {
            CurrentDecision::Reopened(..) => Mark::Reopened,
            CurrentDecision::Holds(act) => match act.decision {
                Decision::Undecided => Mark::Noted,
                decision => Mark::Decided(decision),
            },
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Decided(decision) => decision.name(),
            Mark::Reopened => "reopened",
            Mark::Noted => "noted",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::index::{Collection, made};
    use crate::review::{Act, DecisionTarget, Reopening, Timestamp};
    use crate::settings::Sketching;

    fn collection() -> Collection {
        let terms: Vec<Vec<u64>> = (0..2).map(|n| vec![n; 5]).collect();
        made::collection(&terms, Sketching::default())
    }

    #[test]
    fn a_mark_shows_whether_a_target_is_decided_noted_or_open_again() {
        let subject = DecisionTarget::pair(DocNo(1), DocNo(0)).subject(&collection());
        let subject = subject.unwrap();
        let act = |decision| Act::new(Timestamp::now(), "a".into(), subject.clone(), decision);
        let (copied, note) = (act(Decision::Copied), act(Decision::Undecided));
        let why = Reopening::TextChanged(vec!["x".into()]);
        let marks = [
            CurrentDecision::Holds(&copied),
            CurrentDecision::Holds(&note),
            CurrentDecision::Reopened(&copied, why),
        ];
        assert_eq!(
            marks.map(|current| Mark::from_decision(&current)),
            [Mark::Decided(Decision::Copied), Mark::Noted, Mark::Reopened]
        );
    }

    #[test]
    fn a_target_needs_documents_of_the_collection() {
        let one = collection();
        assert_eq!(DecisionTarget::pair(DocNo(0), DocNo(2)).subject(&one), None);
        let cluster = DecisionTarget::cluster(&[DocNo(1), DocNo(0), DocNo(1)]);
        assert_eq!(cluster.documents(), [DocNo(0), DocNo(1)]);
        let document = DecisionTarget::Document(DocNo(1)).subject(&one);
        assert_eq!(document.unwrap().kind(), "document");
    }
}

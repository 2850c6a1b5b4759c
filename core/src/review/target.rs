//! What a decision is about, by the documents of one collection.

use super::state::{CurrentDecision, ReviewState};
use super::subject::DecisionSubject;
use crate::base::DocNo;
use crate::index::Collection;

/// A pair, a document or a cluster of a collection.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecisionTarget {
    /// Two documents, the lesser first.
    Pair(DocNo, DocNo),
    /// One document.
    Document(DocNo),
    /// The members of a cluster, ascending.
    Cluster(Vec<DocNo>),
}

impl DecisionTarget {
    /// Two documents in either order.
    pub fn pair(a: DocNo, b: DocNo) -> Self {
        DecisionTarget::Pair(a.min(b), a.max(b))
    }

    /// The members of a cluster in any order.
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

    /// The thing of a journal; `None` if `collection` does not have the documents.
    pub fn subject(&self, collection: &Collection) -> Option<DecisionSubject> {
        let is_in_collection = |doc: &DocNo| doc.index() < collection.len();
        self.documents()
            .iter()
            .all(is_in_collection)
            .then_some(())?;
        Some(match self {
            DecisionTarget::Pair(a, b) => DecisionSubject::pair(collection, *a, *b),
            DecisionTarget::Document(doc) => DecisionSubject::document(collection, *doc),
            DecisionTarget::Cluster(members) => DecisionSubject::cluster(collection, members),
        })
    }

    /// The decision on it.
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

    /// The name of its kind, as in a journal.
    pub fn kind(&self) -> &'static str {
        match self {
            DecisionTarget::Pair(..) => "pair",
            DecisionTarget::Document(_) => "document",
            DecisionTarget::Cluster(_) => "cluster",
        }
    }
}

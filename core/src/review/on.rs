//! What a decision is about, by the documents of one collection.

use super::state::{CurrentDecision, ReviewState};
use super::thing::Thing;
use crate::base::DocNo;
use crate::collection::Collection;

/// A pair, a document or a cluster of a collection.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum On {
    /// Two documents, the lesser first.
    Pair(DocNo, DocNo),
    /// One document.
    Document(DocNo),
    /// The members of a cluster, ascending.
    Cluster(Vec<DocNo>),
}

impl On {
    /// Two documents in either order.
    pub fn pair(a: DocNo, b: DocNo) -> Self {
        On::Pair(a.min(b), a.max(b))
    }

    /// The members of a cluster in any order.
    pub fn cluster(members: &[DocNo]) -> Self {
        let mut members = members.to_vec();
        members.sort_unstable();
        members.dedup();
        On::Cluster(members)
    }

    /// Its documents.
    pub fn documents(&self) -> Vec<DocNo> {
        match self {
            On::Pair(a, b) => vec![*a, *b],
            On::Document(doc) => vec![*doc],
            On::Cluster(members) => members.clone(),
        }
    }

    /// The thing of a journal; `None` if `collection` does not have the documents.
    pub fn thing(&self, collection: &Collection) -> Option<Thing> {
        let known = |doc: &DocNo| doc.index() < collection.len();
        self.documents().iter().all(known).then_some(())?;
        Some(match self {
            On::Pair(a, b) => Thing::pair(collection, *a, *b),
            On::Document(doc) => Thing::document(collection, *doc),
            On::Cluster(members) => Thing::cluster(collection, members),
        })
    }

    /// The decision on it.
    pub fn current<'a>(
        &self,
        state: &'a ReviewState,
        collection: &Collection,
    ) -> Option<CurrentDecision<'a>> {
        match self {
            On::Pair(a, b) => state.pair(*a, *b),
            On::Document(doc) => state.document(*doc),
            On::Cluster(members) => state.cluster(collection, members),
        }
    }

    /// The name of its kind, as in a journal.
    pub fn kind(&self) -> &'static str {
        match self {
            On::Pair(..) => "pair",
            On::Document(_) => "document",
            On::Cluster(_) => "cluster",
        }
    }
}

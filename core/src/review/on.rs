//! What a decision is about, by the documents of one collection.

use super::digest::Digest;
use super::state::{Judgement, ReviewState};
use super::thing::Thing;
use crate::base::{DocNo, WholePositions};
use crate::collection::Collection;

/// A pair, a passage, a document or a cluster of a collection.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum On {
    /// Two documents, the lesser first.
    Pair(DocNo, DocNo),
    /// A passage of two documents, the lesser first: each with its terms `start..end` there, masked ones left out.
    Passage([(DocNo, (u32, u32)); 2]),
    /// One document.
    Document(DocNo),
    /// The members of a cluster, ascending.
    Cluster(Vec<DocNo>),
}

impl On {
    /// Two documents in either order.
    #[must_use]
    pub fn pair(a: DocNo, b: DocNo) -> Self {
        On::Pair(a.min(b), a.max(b))
    }

    /// A passage of two documents in either order.
    #[must_use]
    pub fn passage(mut sides: [(DocNo, (u32, u32)); 2]) -> Self {
        sides.sort_by_key(|side| side.0);
        On::Passage(sides)
    }

    /// The members of a cluster in any order.
    #[must_use]
    pub fn cluster(members: &[DocNo]) -> Self {
        let mut members = members.to_vec();
        members.sort_unstable();
        members.dedup();
        On::Cluster(members)
    }

    /// Its documents.
    #[must_use]
    pub fn documents(&self) -> Vec<DocNo> {
        match self {
            On::Pair(a, b) => vec![*a, *b],
            On::Passage([a, b]) => vec![a.0, b.0],
            On::Document(doc) => vec![*doc],
            On::Cluster(members) => members.clone(),
        }
    }

    /// The thing of a journal; `None` if `collection` does not have the documents, and for a passage, whose place in
    /// the texts must be read (`engine::review::passage_at`).
    #[must_use]
    pub fn thing(&self, collection: &Collection) -> Option<Thing> {
        let known = |doc: &DocNo| doc.index() < collection.len();
        self.documents().iter().all(known).then_some(())?;
        Some(match self {
            On::Pair(a, b) => Thing::pair(collection, *a, *b),
            On::Passage(_) => return None,
            On::Document(doc) => Thing::document(collection, *doc),
            On::Cluster(members) => Thing::cluster(collection, members),
        })
    }

    /// What people say of it.
    #[must_use]
    pub fn judgement<'a>(&self, state: &'a ReviewState, collection: &Collection) -> Judgement<'a> {
        match self {
            On::Pair(a, b) => state.pair(*a, *b),
            On::Passage(sides) => {
                let side = |(doc, terms)| (doc, words(collection, doc, terms));
                let [a, b] = sides.map(side);
                state.passage(a, b)
            }
            On::Document(doc) => state.document(*doc),
            On::Cluster(members) => state.cluster(collection, members),
        }
    }

    /// The name of its kind, as in a journal.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            On::Pair(..) => "pair",
            On::Passage(_) => "passage",
            On::Document(_) => "document",
            On::Cluster(_) => "cluster",
        }
    }
}

/// Checksum of the terms `start..end` of a document, masked ones left out in counting; those between them are in.
#[must_use]
pub fn words(collection: &Collection, doc: DocNo, terms: (u32, u32)) -> Digest {
    let whole = WholePositions::new(collection.masked_ranges(doc));
    let (start, end) = whole.range(terms);
    let terms = collection.all_terms(doc);
    let words = terms.get(start as usize..end as usize);
    Digest::of_terms(words.unwrap_or_default())
}

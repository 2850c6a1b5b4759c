//! Cannot-link constraints from the decisions "different".

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::base::DocNo;
use crate::candidates::{CannotLink, Identical};
use crate::index::Collection;
use crate::review::{Decision, DecisionSubject, Journal, ReviewState};

/// The pairs of documents of `collection` with the decision "different". O(acts) if there are none. Call on the rayon
/// pool.
pub fn cannot_link(journal: &Arc<Journal>, collection: &Collection) -> CannotLink {
    let is_different = |subject: &DecisionSubject, decision| {
        decision == Decision::Different && matches!(subject, DecisionSubject::Pair { .. })
    };
    let mut acts = journal.acts.iter().map(|line| &line.act);
    if !acts.any(|act| is_different(&act.subject, act.decision)) {
        return CannotLink::default();
    }
    cannot_link_by(&ReviewState::new(journal.clone(), collection), collection)
}

/// Does the same as [`cannot_link`] for the decisions of `state` on the documents of `collection`. Call on the rayon
/// pool.
pub fn cannot_link_by(state: &ReviewState, collection: &Collection) -> CannotLink {
    let (different, others) = decided(state);
    if different.is_empty() || collection.classes().is_none() {
        return CannotLink::from_iter(different).except(others);
    }
    // Documents of different classes are never grouped in a set of pairs, but they can be copies.
    let copies = Copies::new(collection, different.iter().chain(&others));
    let [different, others] = [different, others].map(|decided| copies.with_copies(&decided));
    CannotLink::from_iter(different).except(others)
}

/// The documents of each of two texts with a decision.
pub type DecidedPair = [Arc<[DocNo]>; 2];

/// Returns the pairs with the decision "different", and the pairs with another decision. Decisions never separate
/// documents with the same text, nor documents with the shingles of a pair with another decision.
pub fn decided(state: &ReviewState) -> (Vec<DecidedPair>, Vec<DecidedPair>) {
    let (mut different, mut others) = (Vec::new(), Vec::new());
    for (documents, act) in state.pairs() {
        let groups = match act.decision {
            Decision::Different => &mut different,
            Decision::Undecided => continue,
            _ => &mut others,
        };
        let [a, b] = documents.map(Arc::<[DocNo]>::from);
        if a != b {
            groups.push([a, b]);
        }
    }
    different.sort_unstable();
    others.sort_unstable();
    (different, others)
}

/// The documents with the same shingles as given documents, in any class.
struct Copies {
    /// For each document, the first one with the same shingles.
    first: Vec<DocNo>,
    /// All documents with the same shingles, by the first of them.
    of_first: HashMap<DocNo, Vec<DocNo>>,
}

impl Copies {
    fn new<'a>(collection: &Collection, pairs: impl Iterator<Item = &'a DecidedPair>) -> Self {
        let identical = Identical::new(&collection.with_classes(None));
        let first = identical.representatives().to_vec();
        let documents = pairs.flatten().flat_map(|documents| documents.iter());
        let decided = documents.map(|doc| (first[doc.index()], Vec::new()));
        let mut of_first: HashMap<DocNo, Vec<DocNo>> = decided.collect();
        for doc in collection.documents() {
            if let Some(copies) = of_first.get_mut(&first[doc.index()]) {
                copies.push(doc);
            }
        }
        Copies { first, of_first }
    }

    /// Adds all copies to the pairs, and drops pairs of copies of each other.
    fn with_copies(&self, pairs: &[DecidedPair]) -> Vec<DecidedPair> {
        let firsts = |documents: &Arc<[DocNo]>| -> BTreeSet<DocNo> {
            documents
                .iter()
                .map(|doc| self.first[doc.index()])
                .collect()
        };
        let all = |firsts: &BTreeSet<DocNo>| -> Arc<[DocNo]> {
            let copies = firsts.iter().flat_map(|first| &self.of_first[first]);
            copies.copied().collect()
        };
        let pairs = pairs.iter().map(|pair| pair.each_ref().map(firsts));
        let pairs = pairs.filter(|[a, b]| a.is_disjoint(b));
        pairs.map(|pair| pair.each_ref().map(all)).collect()
    }
}

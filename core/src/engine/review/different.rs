//! Pairs that people decided to be different, which hold no cluster together.

use std::sync::Arc;

use crate::base::DocNo;
use crate::candidates::HeldApart;
use crate::collection::Collection;
use crate::review::{Decision, Journal, ReviewState, Thing};

/// The pairs of documents of `collection` that are decided to be different. O(acts) where none is.
#[must_use]
pub fn held_apart(journal: &Arc<Journal>, collection: &Collection) -> HeldApart {
    let different = |thing: &Thing, decision| {
        decision == Decision::Different && matches!(thing, Thing::Pair { .. })
    };
    let mut acts = journal.acts.iter().map(|line| &line.act);
    if !acts.any(|act| different(&act.thing, act.decision)) {
        return HeldApart::default();
    }
    held_apart_by(&ReviewState::new(journal.clone(), collection))
}

/// The pairs that are decided to be different: by somebody, and by nobody otherwise. Two documents with the same
/// text are one text, and are not held apart whatever is decided; nor are those for which other documents with the same
/// shingles stand that somebody decided otherwise.
#[must_use]
pub fn held_apart_by(state: &ReviewState) -> HeldApart {
    let (mut different, mut otherwise) = (Vec::new(), Vec::new());
    for (documents, said) in state.pairs() {
        let groups = match said.decision() {
            _ if said.is_disputed() => &mut otherwise,
            Some(Decision::Different) => &mut different,
            None | Some(Decision::Undecided) => continue,
            Some(_) => &mut otherwise,
        };
        let [a, b] = documents.map(Arc::<[DocNo]>::from);
        if a != b {
            groups.push([a, b]);
        }
    }
    different.sort_unstable();
    otherwise.sort_unstable();
    HeldApart::from_iter(different).but(otherwise)
}

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
/// text are one text, and are not held apart whatever is decided.
#[must_use]
pub fn held_apart_by(state: &ReviewState) -> HeldApart {
    let pairs = state
        .pairs()
        .filter(|(_, said)| said.decision() == Some(Decision::Different) && !said.is_disputed());
    let groups = pairs.map(|(documents, _)| documents.map(Arc::<[DocNo]>::from));
    let mut groups: Vec<[Arc<[DocNo]>; 2]> = groups.filter(|[a, b]| a != b).collect();
    groups.sort_unstable();
    groups.into_iter().collect()
}

//! What people said, from the journal of decisions.

use std::collections::{BTreeSet, HashSet};

use super::data::{DecisionEntry, DecisionSummary, Opinion, Outdated};
use super::names::Names;
use crate::base::DocNo;
use crate::cluster::Clustering;
use crate::collection::Collection;
use crate::review::{Act, DecisionStatus, Judgement, Reopening, ReviewState, Thing};

/// What people said of one thing.
pub(super) fn decision_summary(judgement: &Judgement<'_>, names: &Names<'_>) -> DecisionSummary {
    let holds = judgement.acts.iter().filter(|act| !act.is_blank());
    let holds = holds.map(|act| opinion(act, None));
    let open = judgement.reopened.iter().filter(|(act, _)| !act.is_blank());
    let open = open.map(|(act, why)| opinion(act, Some(outdated(why, names))));
    DecisionSummary {
        decision: judgement.decision().map(|d| d.name().to_owned()),
        disputed: judgement.is_disputed(),
        opinions: holds.chain(open).collect(),
    }
}

fn opinion(act: &Act, outdated: Option<Outdated>) -> Opinion {
    Opinion {
        by: act.by.clone(),
        when: act.when.to_the_minute(),
        decision: act.decision.name().to_owned(),
        note: act.note.clone(),
        tags: act.tags.clone(),
        outdated,
    }
}

fn outdated(why: &Reopening, names: &Names<'_>) -> Outdated {
    let (why, of) = match why {
        Reopening::TextChanged(of) => ("text-changed", of),
        Reopening::NewMembers(of) => ("new-members", of),
        Reopening::MembersLeft(of) => ("members-left", of),
    };
    Outdated {
        why: why.to_owned(),
        names: match names.hidden() {
            true => Vec::new(),
            false => of.clone(),
        },
    }
}

/// Whether a pair has a decision that holds.
pub(super) fn is_decided(state: &ReviewState, a: DocNo, b: DocNo) -> bool {
    state.pair(a, b).decision().is_some()
}

/// The clusters of an audit.
#[derive(Clone, Copy)]
pub(super) struct Clusters<'a> {
    pub collection: &'a Collection,
    pub clustering: &'a Clustering,
}

impl Clusters<'_> {
    /// The members of a cluster that somebody decided on which are in the corpus, and how the cluster that they are in
    /// now differs. `None` where it does not, where they are in none, and of other decisions.
    fn changed_since(self, act: &Act, state: &ReviewState) -> Option<(Vec<DocNo>, Reopening)> {
        let Thing::Cluster { members } = &act.thing else {
            return None;
        };
        let found = members.iter().map(|text| self.collection.find(&text.name));
        let found: Vec<DocNo> = found.flatten().collect();
        let of = found
            .iter()
            .filter_map(|doc| self.clustering.cluster_of(*doc));
        let of: BTreeSet<usize> = of.map(|(number, _)| number).collect();
        let mut changed = None;
        for number in of {
            let now = &self.clustering.clusters[number].members;
            let said = state.cluster(self.collection, now);
            if said.acts.contains(&act) {
                return None;
            }
            let open = said.reopened.into_iter().find(|(other, _)| *other == act);
            changed = changed.or(open.map(|(_, why)| why));
        }
        Some((found, changed?))
    }
}

/// The decisions on texts of the corpus, by time, those on clusters by what these are now; `pair` gives the number of a
/// pair in the report. With `within`, only those on these documents, and on pairs of the report.
pub(super) fn decisions(
    state: &ReviewState,
    names: &Names<'_>,
    clusters: Option<Clusters<'_>>,
    within: Option<&HashSet<DocNo>>,
    pair: impl Fn(DocNo, DocNo) -> Option<usize>,
) -> Vec<DecisionEntry> {
    let here = state.entries().iter().filter_map(|entry| {
        let act = state.act_of(entry);
        let (documents, open) = match &entry.standing {
            DecisionStatus::Reopened(why) => (entry.documents.clone(), Some(why.clone())),
            standing => {
                let now = clusters.and_then(|clusters| clusters.changed_since(act, state));
                match (now, standing) {
                    (Some((members, why)), _) => (members, Some(why)),
                    (None, DecisionStatus::Holds) => (entry.documents.clone(), None),
                    (None, _) => return None,
                }
            }
        };
        let outdated = open.map(|why| outdated(&why, names));
        if act.is_blank() {
            return None;
        }
        let number = match (&act.thing, &documents[..]) {
            (Thing::Pair { .. } | Thing::Passage { .. }, [a, b]) => pair(*a.min(b), *a.max(b)),
            _ => None,
        };
        let of_two = matches!(act.thing, Thing::Pair { .. } | Thing::Passage { .. });
        let is_in = |within: &HashSet<DocNo>| match of_two {
            true => number.is_some(),
            false => documents.iter().all(|doc| within.contains(doc)),
        };
        if !within.is_none_or(is_in) {
            return None;
        }
        let entry = DecisionEntry {
            on: act.thing.kind().to_owned(),
            names: documents.iter().map(|doc| names.of(*doc)).collect(),
            pair: number,
            opinion: opinion(act, outdated),
        };
        Some((act.when, entry))
    });
    let mut here: Vec<_> = here.collect();
    here.sort_by_key(|(when, _)| *when);
    here.into_iter().map(|(_, entry)| entry).collect()
}

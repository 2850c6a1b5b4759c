//! What people decided, from the journal.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::Serialize;

use super::names::Names;
use super::question::Source;
use crate::base::DocNo;
use crate::cluster::Clustering;
use crate::review::{Act, DecisionStatus, Judgement, Reopening, Thing};

/// What people said of one thing.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct DecisionSummary {
    /// The latest decision, by its name.
    pub decision: Option<String>,
    /// Whether people decided differently.
    pub disputed: bool,
    /// What each person said, the latest first.
    pub opinions: Vec<Opinion>,
}

/// What one person said.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Opinion {
    /// Who.
    pub by: String,
    /// When, in UTC to the minute.
    pub when: String,
    /// The decision, by its name.
    pub decision: String,
    /// The note; may be empty.
    pub note: String,
    /// The tags.
    pub tags: Vec<String>,
    /// Why it does not hold any more.
    pub outdated: Option<String>,
}

/// A row of the table: a decision on something in the corpus.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct DecisionEntry {
    /// `pair`, `passage`, `document` or `cluster`.
    pub on: String,
    /// The documents, by name or alias.
    pub names: Vec<String>,
    /// Number of the pair in the report, if it is one of its pairs.
    pub pair: Option<usize>,
    /// What was said.
    pub opinion: Opinion,
}

impl DecisionSummary {
    pub(super) fn new(judgement: &Judgement<'_>, names: &Names<'_>) -> Self {
        let holds = judgement.acts.iter().filter(|act| !act.is_blank());
        let holds = holds.map(|act| Opinion::new(act, None));
        let open = judgement.reopened.iter().filter(|(act, _)| !act.is_blank());
        let open = open.map(|(act, why)| Opinion::new(act, Some(outdated(why, names))));
        DecisionSummary {
            decision: judgement.decision().map(|d| d.name().to_owned()),
            disputed: judgement.is_disputed(),
            opinions: holds.chain(open).collect(),
        }
    }
}

impl Opinion {
    fn new(act: &Act, outdated: Option<String>) -> Self {
        Opinion {
            by: act.by.clone(),
            when: act.when.to_the_minute(),
            decision: act.decision.name().to_owned(),
            note: act.note.clone(),
            tags: act.tags.clone(),
            outdated,
        }
    }
}

/// Why a decision does not hold any more, with the documents unless names are hidden.
fn outdated(why: &Reopening, names: &Names<'_>) -> String {
    let (why, documents) = match why {
        Reopening::TextChanged(documents) => ("the text has changed", documents),
        Reopening::NewMembers(documents) => ("the cluster has new documents", documents),
        Reopening::MembersLeft(documents) => ("documents have left the cluster", documents),
    };
    match names.hidden() {
        true => why.to_owned(),
        false => format!("{why}: {}", documents.join(", ")),
    }
}

/// The members of a cluster that somebody decided on which are in the corpus, and how the cluster that they are in now
/// differs. `None` where it does not, where they are in none, and of other decisions.
fn changed_since(
    source: &Source<'_>,
    act: &Act,
    clustering: &Clustering,
) -> Option<(Vec<DocNo>, Reopening)> {
    let Thing::Cluster { members } = &act.thing else {
        return None;
    };
    let found = members.iter();
    let found = found.filter_map(|text| source.collection.find(&text.name));
    let found: Vec<DocNo> = found.collect();
    let clusters = found.iter().filter_map(|doc| clustering.cluster_of(*doc));
    let clusters: BTreeSet<usize> = clusters.map(|(number, _)| number).collect();
    let mut changed = None;
    for number in clusters {
        let now = &clustering.clusters[number].members;
        let said = source.state.cluster(source.collection, now);
        if said.acts.contains(&act) {
            return None;
        }
        let open = said.reopened.into_iter().find(|(other, _)| *other == act);
        changed = changed.or(open.map(|(_, why)| why));
    }
    Some((found, changed?))
}

/// The decisions on texts of the corpus, by time, those on clusters by what these are now; `pairs` are the numbers of the
/// pairs in the report. With `within`, only those on these documents, and on pairs of the report.
pub(super) fn decisions(
    source: &Source<'_>,
    clustering: Option<&Clustering>,
    within: Option<&HashSet<DocNo>>,
    pairs: &HashMap<(DocNo, DocNo), usize>,
) -> Vec<DecisionEntry> {
    let here = source.state.entries().iter().filter_map(|entry| {
        let act = source.state.act_of(entry);
        if act.is_blank() {
            return None;
        }
        let (documents, open) = match &entry.standing {
            DecisionStatus::Reopened(why) => (entry.documents.clone(), Some(why.clone())),
            standing => {
                let now = clustering.and_then(|clustering| changed_since(source, act, clustering));
                match (now, standing) {
                    (Some((members, why)), _) => (members, Some(why)),
                    (None, DecisionStatus::Holds) => (entry.documents.clone(), None),
                    (None, _) => return None,
                }
            }
        };
        let is_of_two = matches!(act.thing, Thing::Pair { .. } | Thing::Passage { .. });
        let number = match &documents[..] {
            [a, b] if is_of_two => pairs.get(&(*a.min(b), *a.max(b))).copied(),
            _ => None,
        };
        let is_in = |within: &HashSet<DocNo>| match is_of_two {
            true => number.is_some(),
            false => documents.iter().all(|doc| within.contains(doc)),
        };
        if !within.is_none_or(is_in) {
            return None;
        }
        let entry = DecisionEntry {
            on: match act.thing {
                Thing::Passage { .. } => "passage of pair".to_owned(),
                _ => act.thing.kind().to_owned(),
            },
            names: documents.iter().map(|doc| source.names.of(*doc)).collect(),
            pair: number,
            opinion: Opinion::new(act, open.map(|why| outdated(&why, source.names))),
        };
        Some((act.when, entry))
    });
    let mut here: Vec<_> = here.collect();
    here.sort_by_key(|(when, _)| *when);
    here.into_iter().map(|(_, entry)| entry).collect()
}

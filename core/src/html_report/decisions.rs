//! The decisions of people, from the journal.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::Serialize;

use super::question::{Names, ReportInput};
use crate::base::DocNo;
use crate::cluster::Clustering;
use crate::review::{Act, CurrentDecision, DecisionStatus, DecisionSubject, Reopening};

/// A decision.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct DecisionSummary {
    /// Its name.
    pub name: String,
    /// Who decided.
    pub by: String,
    /// When, in UTC to the minute.
    pub when: String,
    /// The note; may be empty.
    pub note: String,
    /// Why it is outdated.
    pub outdated: Option<String>,
    /// If it is on other documents with the same texts: their names.
    pub same_text: Vec<String>,
}

/// A row of the table: a decision on something in the corpus.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct DecisionEntry {
    /// `pair`, `document` or `cluster`.
    pub subject: String,
    /// The documents, by name or alias.
    pub names: Vec<String>,
    /// Number of the pair in the report, if it is one of its pairs.
    pub pair: Option<usize>,
    /// The decision.
    pub decision: DecisionSummary,
}

impl DecisionSummary {
    /// The current decision on `docs`, if there is one.
    pub(super) fn current(
        current: Option<CurrentDecision<'_>>,
        docs: &[DocNo],
        source: &ReportInput<'_>,
    ) -> Option<Self> {
        let names = source.names;
        let current = current?;
        let texts = current.act().subject.texts().into_iter();
        let mut summary = match current {
            CurrentDecision::Holds(act) => Self::new(act, None),
            CurrentDecision::Reopened(act, why) => Self::new(act, Some(outdated(&why, names))),
        };
        let decided = texts.filter_map(|text| source.collection.find(&text.name));
        let decided = decided.collect::<Vec<DocNo>>();
        if decided.len() == docs.len() && docs.iter().any(|doc| !decided.contains(doc)) {
            summary.same_text = decided.iter().map(|doc| names.name_of(*doc)).collect();
        }
        Some(summary)
    }

    fn new(act: &Act, outdated: Option<String>) -> Self {
        DecisionSummary {
            name: act.decision.name().to_owned(),
            by: act.by.clone(),
            when: act.when.to_the_minute(),
            note: act.note.clone(),
            outdated,
            same_text: Vec::new(),
        }
    }
}

/// Why a decision is outdated, with the documents unless names are hidden.
fn outdated(why: &Reopening, names: &Names<'_>) -> String {
    let why = why.to_string();
    match why.split_once(": ") {
        Some((reason, _)) if names.hidden() => reason.to_owned(),
        _ => why,
    }
}

/// For a decision on a cluster: its documents in the corpus, and the difference to their current cluster. `None` if
/// there is no difference, if they are in no cluster, and for other decisions.
fn changed_since(
    source: &ReportInput<'_>,
    act: &Act,
    clustering: &Clustering,
) -> Option<(Vec<DocNo>, Reopening)> {
    let DecisionSubject::Cluster { members } = &act.subject else {
        return None;
    };
    let documents = members.iter();
    let documents = documents.filter_map(|text| source.collection.find(&text.name));
    let documents: Vec<DocNo> = documents.collect();
    let clusters = documents
        .iter()
        .filter_map(|doc| clustering.cluster_of(*doc));
    let clusters: BTreeSet<usize> = clusters.map(|(number, _)| number).collect();
    let mut changed = None;
    for number in clusters {
        let current = &clustering.clusters[number].members;
        match source.state.cluster(source.collection, current) {
            Some(CurrentDecision::Holds(held)) if held == act => return None,
            Some(CurrentDecision::Reopened(open, why)) if open == act => {
                changed.get_or_insert(why);
            }
            _ => {}
        }
    }
    Some((documents, changed?))
}

/// The decisions on texts of the corpus, by time; decisions on clusters have their current documents. `pairs` has the
/// numbers of the pairs in the report. With `within`, only decisions on these documents, and on pairs of the report; also
/// returns the number of the others.
pub(super) fn decisions(
    source: &ReportInput<'_>,
    clustering: Option<&Clustering>,
    within: Option<&HashSet<DocNo>>,
    pairs: &HashMap<(DocNo, DocNo), usize>,
) -> (Vec<DecisionEntry>, usize) {
    let mut outside = 0;
    let rows = source.state.entries.iter().filter_map(|entry| {
        let act = source.state.act_of(entry);
        let (documents, reason) = match &entry.standing {
            DecisionStatus::Reopened(why) => (entry.documents.clone(), Some(why.clone())),
            standing => {
                let change = clustering.and_then(|c| changed_since(source, act, c));
                match (change, standing) {
                    (Some((members, why)), _) => (members, Some(why)),
                    (None, DecisionStatus::Holds) => (entry.documents.clone(), None),
                    (None, _) => return None,
                }
            }
        };
        let is_pair = matches!(act.subject, DecisionSubject::Pair { .. });
        let number = match &documents[..] {
            [a, b] if is_pair => pairs.get(&(*a.min(b), *a.max(b))).copied(),
            _ => None,
        };
        let is_in = |within: &HashSet<DocNo>| {
            if is_pair {
                number.is_some()
            } else {
                documents.iter().all(|doc| within.contains(doc))
            }
        };
        if !within.is_none_or(is_in) {
            outside += 1;
            return None;
        }
        let entry = DecisionEntry {
            subject: act.subject.kind().to_owned(),
            names: documents
                .iter()
                .map(|doc| source.names.name_of(*doc))
                .collect(),
            pair: number,
            decision: DecisionSummary::new(act, reason.map(|why| outdated(&why, source.names))),
        };
        Some((act.when, entry))
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|(when, _)| *when);
    let rows = rows.into_iter().map(|(_, entry)| entry).collect();
    (rows, outside)
}

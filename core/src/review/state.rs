//! The state of a journal's decisions for a collection: which hold, and which are open again because their texts have
//! changed.

use self::resolve::Resolved;
use super::act::{Act, Decision};
use super::journal::{Journal, JournalLine};
use super::subject::{DecisionKey, TextRef};
use crate::base::{DocNo, units};
use crate::index::Collection;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

mod resolve;

/// Why a decision does not hold any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reopening {
    /// The texts of these documents have changed since the decision.
    TextChanged(Vec<String>),
    /// These documents joined the cluster.
    NewMembers(Vec<String>),
    /// These documents left the cluster.
    MembersLeft(Vec<String>),
}

impl fmt::Display for Reopening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, names) = match self {
            Reopening::TextChanged(names) => ("text changed", names),
            Reopening::NewMembers(names) => ("new in the cluster", names),
            Reopening::MembersLeft(names) => ("left the cluster", names),
        };
        // A cluster may have thousands of members.
        let shown = &names[..names.len().min(3)];
        write!(f, "{what}: {}", shown.join(", "))?;
        match names.len() - shown.len() {
            0 => Ok(()),
            more => write!(f, " and {} more", units::count(more as u64)),
        }
    }
}

/// The state of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecisionStatus {
    /// Its texts are in the collection.
    Holds,
    /// Its documents are in the collection, but with other texts.
    Reopened(Reopening),
    /// It is about texts that the collection does not have.
    Elsewhere,
}

/// The last act on one subject, applied to a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewEntry {
    /// Index of the act in [`Journal::acts`].
    pub act: usize,
    /// Whether the decision holds.
    pub standing: DecisionStatus,
    /// The documents of the act, in the order of its texts: documents with the recorded name if they have the text,
    /// otherwise the first with the text. Empty if the collection does not have the texts.
    pub documents: Vec<DocNo>,
}

/// The act that counts for one subject.
#[derive(Clone, Debug, PartialEq)]
pub enum CurrentDecision<'a> {
    /// The act is about the current texts.
    Holds(&'a Act),
    /// The act is about earlier texts or members.
    Reopened(&'a Act, Reopening),
}

impl<'a> CurrentDecision<'a> {
    /// The act, whether it holds or not.
    pub fn act(&self) -> &'a Act {
        match self {
            CurrentDecision::Holds(act) | CurrentDecision::Reopened(act, _) => act,
        }
    }

    /// The act, if it holds.
    pub fn held(&self) -> Option<&'a Act> {
        match self {
            CurrentDecision::Holds(act) => Some(act),
            CurrentDecision::Reopened(..) => None,
        }
    }

    /// The decision, if there is one and it holds.
    pub fn decision(&self) -> Option<Decision> {
        let decision = self.held()?.decision;
        (decision != Decision::Undecided).then_some(decision)
    }
}

/// A journal applied to a collection.
#[derive(Clone, Debug, Default)]
pub struct ReviewState {
    /// The journal.
    pub journal: Arc<Journal>,
    /// The last act on each subject, by time; acts that hold precede the others.
    pub entries: Vec<ReviewEntry>,
    /// Number of acts on texts of the collection.
    here: usize,
    /// Class of each document that acts are about; documents with the same text have one class.
    class_of: HashMap<DocNo, u32>,
    /// Number of the entry that counts, by subject.
    current: HashMap<DecisionKey<u32>, usize>,
    /// Numbers of the entries on clusters with the classes of the members that are in the collection.
    clusters: Vec<(usize, Vec<u32>)>,
}

/// States are equal only if they are the same object.
impl PartialEq for ReviewState {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl ReviewState {
    /// Applies a journal. O(documents + acts).
    pub fn new(journal: Arc<Journal>, collection: &Collection) -> Self {
        let resolved = Resolved::new(&journal, collection);
        let here = journal.acts.iter().filter(|line| resolved.has(&line.act));
        let mut state = ReviewState {
            here: here.count(),
            class_of: resolved.class_of.clone(),
            journal,
            ..ReviewState::default()
        };
        state.add_entries(&resolved, collection);
        state
    }

    fn add_entries(&mut self, resolved: &Resolved, collection: &Collection) {
        let journal = self.journal.clone();
        let key = |line: &super::JournalLine| line.act.subject.key(|text| resolved.text(text));
        let last = latest(&journal.acts, key).into_values();
        let has = |act: &usize| resolved.has(&journal.acts[*act].act);
        let (mut present, mut missing): (Vec<usize>, Vec<usize>) = last.partition(has);
        present.sort_unstable_by_key(|act| (journal.acts[*act].act.when, *act));
        missing.sort_unstable_by_key(|act| (journal.acts[*act].act.when, *act));
        for number in present {
            let act = &journal.acts[number].act;
            let key = complete_key(act.subject.key(|text| resolved.class(text)));
            self.push(number, DecisionStatus::Holds, key, resolved, collection);
        }
        // If a document had several earlier texts, the latest decision on them is open again.
        let mut reopened: HashMap<DecisionKey<u32>, usize> = HashMap::new();
        let current_key = |number: usize| {
            let subject = &journal.acts[number].act.subject;
            let short = resolved.short(subject);
            complete_key(subject.key(|text| resolved.current_class(&short, text, collection)))
        };
        for number in &missing {
            reopened.extend(current_key(*number).map(|key| (key, *number)));
        }
        for number in missing {
            let subject = &journal.acts[number].act.subject;
            match current_key(number) {
                None => self.push(
                    number,
                    DecisionStatus::Elsewhere,
                    None,
                    resolved,
                    collection,
                ),
                Some(key) if self.current.contains_key(&key) || reopened[&key] != number => {}
                key => {
                    let changed = resolved.changed(subject, &resolved.short(subject), collection);
                    let standing = DecisionStatus::Reopened(Reopening::TextChanged(changed));
                    self.push(number, standing, key, resolved, collection);
                }
            }
        }
    }

    fn push(
        &mut self,
        number: usize,
        standing: DecisionStatus,
        key: Option<DecisionKey<u32>>,
        resolved: &Resolved,
        collection: &Collection,
    ) {
        let subject = &self.journal.acts[number].act.subject;
        let at = self.entries.len();
        if let super::DecisionSubject::Cluster { members } = subject {
            let classes = members.iter().filter_map(|text| resolved.class(text));
            self.clusters.push((at, classes.collect()));
        }
        let documents = match standing {
            DecisionStatus::Elsewhere => Vec::new(),
            _ => resolved.documents(subject, collection),
        };
        self.current.extend(key.map(|key| (key, at)));
        self.entries.push(ReviewEntry {
            act: number,
            standing,
            documents,
        });
    }

    /// The act of an entry.
    pub fn act_of(&self, entry: &ReviewEntry) -> &Act {
        &self.journal.acts[entry.act].act
    }

    /// Returns (number of acts on texts of the collection, number of all acts).
    pub fn here(&self) -> (usize, usize) {
        (self.here, self.journal.acts.len())
    }

    /// Describes each decision or note with at least one text that the collection does not have.
    pub fn elsewhere(&self) -> Vec<String> {
        let elsewhere = self.entries.iter().filter_map(|entry| {
            let act = self.act_of(entry);
            let is_listed = entry.standing == DecisionStatus::Elsewhere && !act.is_blank();
            let texts = is_listed.then(|| act.subject.texts())?;
            let names: Vec<&str> = texts.iter().map(|text| &*text.name).collect();
            Some(format!(
                "{} by {}: {}",
                act.decision.name(),
                act.by,
                names.join(", ")
            ))
        });
        elsewhere.collect()
    }

    /// Number of decisions that are open again because a text changed.
    pub fn reopened(&self) -> usize {
        let is_reopened = |entry: &&ReviewEntry| {
            matches!(entry.standing, DecisionStatus::Reopened(_))
                && self.act_of(entry).decision != Decision::Undecided
        };
        self.entries.iter().filter(is_reopened).count()
    }

    /// Message with the number of acts on texts of this corpus.
    pub fn sentence(&self) -> String {
        let (here, all) = self.here();
        if all == 0 {
            return "none yet".to_owned();
        }
        let all = units::counted(all as u64, "act", "acts");
        format!(
            "{} of {all} on texts of this corpus",
            units::count(here as u64)
        )
    }

    /// The documents that acts are about, copies of their texts included, in no order.
    pub fn documents(&self) -> impl Iterator<Item = DocNo> {
        self.class_of.keys().copied()
    }

    /// The decision on two documents.
    pub fn pair(&self, a: DocNo, b: DocNo) -> Option<CurrentDecision<'_>> {
        let (a, b) = super::subject::in_order(self.class(a)?, self.class(b)?);
        self.current_decision(&DecisionKey::Pair(a, b))
    }

    /// The name of the decision on two documents; `reopened` if it does not hold any more.
    pub fn decision_word(&self, a: DocNo, b: DocNo) -> Option<&'static str> {
        match self.pair(a, b)? {
            CurrentDecision::Reopened(act, _) if act.decision != Decision::Undecided => {
                Some("reopened")
            }
            current => current.decision().map(Decision::name),
        }
    }

    /// The name of the decision on `doc` and `source`; otherwise `source` if that document is a source.
    pub fn source_word(
        &self,
        collection: &Collection,
        doc: Option<DocNo>,
        source: DocNo,
    ) -> Option<&'static str> {
        let pair = doc.and_then(|doc| self.decision_word(doc, source));
        pair.or_else(|| {
            self.is_source(collection, source)
                .then_some(Decision::Source.name())
        })
    }

    /// Whether two documents have a decision that holds.
    pub fn is_decided(&self, a: DocNo, b: DocNo) -> bool {
        let current = self.pair(a, b);
        current.is_some_and(|current| current.decision().is_some())
    }

    /// Whether two documents have a decision that holds or is open again.
    pub fn was_decided(&self, a: DocNo, b: DocNo) -> bool {
        let current = self.pair(a, b);
        current.is_some_and(|current| current.act().decision != Decision::Undecided)
    }

    /// For each pair with an act that holds: the documents with its first and with its second text, ascending, and the
    /// act.
    pub fn pairs(&self) -> impl Iterator<Item = ([Vec<DocNo>; 2], &Act)> {
        let mut documents: HashMap<u32, Vec<DocNo>> = HashMap::new();
        for (doc, class) in &self.class_of {
            documents.entry(*class).or_default().push(*doc);
        }
        documents.values_mut().for_each(|docs| docs.sort_unstable());
        self.current.keys().filter_map(move |key| match key {
            DecisionKey::Pair(a, b) => {
                let act = self.current_decision(key)?.held()?;
                let documents =
                    [a, b].map(|class| documents.get(class).cloned().unwrap_or_default());
                Some((documents, act))
            }
            _ => None,
        })
    }

    /// The decision on one document.
    pub fn document(&self, doc: DocNo) -> Option<CurrentDecision<'_>> {
        self.current_decision(&DecisionKey::Document(self.class(doc)?))
    }

    /// Whether a document is a source: it is in the archive, or has the decision "source".
    pub fn is_source(&self, collection: &Collection, doc: DocNo) -> bool {
        let classes = collection.classes();
        classes.is_some_and(|classes| classes.class(doc).archive) || self.decided_source(doc)
    }

    fn decided_source(&self, doc: DocNo) -> bool {
        let current = self.document(doc);
        current.and_then(|current| current.decision()) == Some(Decision::Source)
    }

    /// The documents with the decision "source", copies of their texts included, ascending.
    pub fn sources(&self) -> Vec<DocNo> {
        let sources = self.documents().filter(|doc| self.decided_source(*doc));
        let mut sources: Vec<DocNo> = sources.collect();
        sources.sort_unstable();
        sources
    }

    /// The decision on a cluster of these documents. If there is none, a decision on another cluster with at least two
    /// of these documents is returned as reopened.
    pub fn cluster(
        &self,
        collection: &Collection,
        members: &[DocNo],
    ) -> Option<CurrentDecision<'_>> {
        let classes: Option<Vec<u32>> = members.iter().map(|doc| self.class(*doc)).collect();
        let current = classes.and_then(|mut classes| {
            classes.sort_unstable();
            self.current_decision(&DecisionKey::Cluster(classes))
        });
        if current.is_some() {
            return current;
        }
        let reopened = self.clusters.iter().map(|(at, classes)| {
            let act = self.act_of(&self.entries[*at]);
            let (common, why) = self.overlap(collection, members, act, classes);
            (common, act, why)
        });
        let reopened = reopened.filter(|(common, ..)| *common >= 2);
        let (_, act, why) = reopened.max_by_key(|(common, act, _)| (*common, act.when))?;
        Some(CurrentDecision::Reopened(act, why))
    }

    /// Returns the number of members that a cluster has in common with a decided one, and the difference.
    fn overlap(
        &self,
        collection: &Collection,
        members: &[DocNo],
        act: &Act,
        classes: &[u32],
    ) -> (usize, Reopening) {
        let mut unmatched: HashMap<u32, usize> = HashMap::new();
        for class in classes {
            *unmatched.entry(*class).or_default() += 1;
        }
        let texts = act.subject.texts();
        let named = |doc: &DocNo| texts.iter().any(|text| text.name == collection.id(*doc));
        // Among documents with the same text, documents with recorded names are matched first.
        let (old, others): (Vec<DocNo>, Vec<DocNo>) = members.iter().partition(|doc| named(doc));
        let mut new = Vec::new();
        for doc in old.into_iter().chain(others) {
            let remaining = self.class(doc).and_then(|class| unmatched.get_mut(&class));
            match remaining {
                Some(n) if *n > 0 => *n -= 1,
                _ => new.push(collection.id(doc).to_owned()),
            }
        }
        let common = members.len() - new.len();
        let is_gone = |text: &&&TextRef| !members.iter().any(|d| collection.id(*d) == text.name);
        let is_old = |name: &&String| texts.iter().any(|text| text.name == **name);
        let changed: Vec<String> = new.iter().filter(is_old).cloned().collect();
        let why = if !changed.is_empty() {
            Reopening::TextChanged(changed)
        } else if !new.is_empty() {
            Reopening::NewMembers(new)
        } else {
            let missing = texts.iter().filter(is_gone).map(|text| text.name.clone());
            Reopening::MembersLeft(missing.collect())
        };
        (common, why)
    }

    fn class(&self, doc: DocNo) -> Option<u32> {
        self.class_of.get(&doc).copied()
    }

    /// The decision on a subject.
    fn current_decision(&self, key: &DecisionKey<u32>) -> Option<CurrentDecision<'_>> {
        let at = *self.current.get(key)?;
        let entry = &self.entries[at];
        let act = self.act_of(entry);
        match &entry.standing {
            DecisionStatus::Holds => Some(CurrentDecision::Holds(act)),
            DecisionStatus::Reopened(why) => Some(CurrentDecision::Reopened(act, why.clone())),
            DecisionStatus::Elsewhere => None,
        }
    }
}

/// The key of a subject whose texts are all in the collection.
fn complete_key(key: DecisionKey<Option<u32>>) -> Option<DecisionKey<u32>> {
    Some(match key {
        DecisionKey::Pair(a, b) => DecisionKey::Pair(a?, b?),
        DecisionKey::Document(a) => DecisionKey::Document(a?),
        DecisionKey::Cluster(all) => DecisionKey::Cluster(all.into_iter().collect::<Option<_>>()?),
    })
}

/// For each subject, the index in `acts` of the last act. The last act has the latest time; if times are equal, its
/// line is greater as text, so the order of lines does not matter. `key` returns the subject of an act. Acts that undo
/// everything are skipped.
pub(super) fn latest<T: Ord>(
    acts: &[JournalLine],
    key: impl Fn(&JournalLine) -> DecisionKey<T>,
) -> BTreeMap<DecisionKey<T>, usize> {
    let mut latest: BTreeMap<DecisionKey<T>, usize> = BTreeMap::new();
    for (number, line) in acts.iter().enumerate() {
        let last = latest.entry(key(line)).or_insert(number);
        let current = &acts[*last];
        if (line.act.when, &line.raw) > (current.act.when, &current.raw) {
            *last = number;
        }
    }
    latest.retain(|_, number| !acts[*number].act.is_blank());
    latest
}

#[cfg(test)]
mod tests;

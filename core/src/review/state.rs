//! What a journal means for a collection: which decisions hold, and which are open again because the texts they
//! were about are not the same any more.

mod resolve;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use self::resolve::Resolved;
use super::act::{Act, Decision};
use super::digest::Digest;
use super::journal::Journal;
use super::latest::latest;
use super::thing::{Key, TextRef};
use crate::base::{DocNo, units};
use crate::collection::Collection;

/// Why a decision does not hold any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reopening {
    /// These documents have another text than when it was taken.
    TextChanged(Vec<String>),
    /// These documents came to the cluster.
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

/// What became of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecisionStatus {
    /// Its texts are in the collection.
    Holds,
    /// Documents with these names are, but with other texts.
    Reopened(Reopening),
    /// It is about texts that the collection does not have.
    Elsewhere,
}

/// The last act of one person on one thing, in a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Number of the act in [`Journal::acts`].
    pub act: usize,
    /// Whether the decision holds.
    pub standing: DecisionStatus,
    /// The documents that it is about, in the order of the act's texts: those of the names at the time where they
    /// have the text, else the first that have it. Empty if it is about other texts.
    pub documents: Vec<DocNo>,
}

/// What people say of one thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement<'a> {
    /// The act that counts of each person, the latest first.
    pub acts: Vec<&'a Act>,
    /// Acts that do not hold any more, the latest first, with the reason.
    pub reopened: Vec<(&'a Act, Reopening)>,
}

impl Judgement<'_> {
    /// The latest decision; `None` if nobody decided.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        let mut decisions = self.acts.iter().map(|act| act.decision);
        decisions.find(|decision| *decision != Decision::Undecided)
    }

    /// Whether people decided differently.
    #[must_use]
    pub fn is_disputed(&self) -> bool {
        let decisions = self.acts.iter().map(|act| act.decision);
        let mut decisions = decisions.filter(|decision| *decision != Decision::Undecided);
        let first = decisions.next();
        decisions.any(|decision| Some(decision) != first)
    }

    /// What `person` says now.
    #[must_use]
    pub fn of(&self, person: &str) -> Option<&Act> {
        self.acts.iter().find(|act| act.by == person).copied()
    }
}

/// A journal applied to a collection.
#[derive(Clone, Debug, Default)]
pub struct ReviewState {
    journal: Arc<Journal>,
    entries: Vec<Entry>,
    /// Number of acts on texts of the collection.
    here: usize,
    /// Classes of the documents that acts are about: of one class are documents with the same text.
    class_of: HashMap<DocNo, u32>,
    /// Numbers of the entries that hold, by thing.
    holding: HashMap<Key<u32>, Vec<usize>>,
    /// Numbers of the entries that are open again, by thing.
    reopened: HashMap<Key<u32>, Vec<usize>>,
    /// Numbers of all entries on clusters with the class of each member, as far as it is in the collection.
    clusters: Vec<(usize, Vec<u32>)>,
}

impl ReviewState {
    /// Applies a journal. O(documents + acts).
    #[must_use]
    pub fn new(journal: Arc<Journal>, collection: &Collection) -> Self {
        let resolved = Resolved::new(&journal, collection);
        let mut state = ReviewState {
            here: journal
                .acts
                .iter()
                .filter(|line| resolved.has(&line.act))
                .count(),
            class_of: resolved.class_of.clone(),
            journal,
            ..ReviewState::default()
        };
        state.enter(&resolved, collection);
        state
    }

    fn enter(&mut self, resolved: &Resolved, collection: &Collection) {
        let journal = self.journal.clone();
        let key = |line: &super::Line| line.act.thing.key(|text| resolved.text(text));
        let mut last: Vec<(usize, bool)> = Vec::new();
        for people in latest(&journal.acts, key).into_values() {
            last.extend(
                people
                    .into_values()
                    .map(|act| (act, resolved.has(&journal.acts[act].act))),
            );
        }
        // What holds first, because it decides what is open again.
        last.sort_unstable_by_key(|(act, here)| (!here, journal.acts[*act].act.when, *act));
        for (number, here) in last {
            let act = &journal.acts[number].act;
            let short = resolved.short(&act.thing);
            let now = act.thing.key(|text| resolved.now(&short, text, collection));
            let changed = match here {
                true => Vec::new(),
                false => resolved.changed(&act.thing, &short, collection),
            };
            let known = known(now);
            let standing = match (&known, here) {
                (_, true) => DecisionStatus::Holds,
                (Some(_), false) => DecisionStatus::Reopened(Reopening::TextChanged(changed)),
                (None, false) => DecisionStatus::Elsewhere,
            };
            if standing != DecisionStatus::Holds
                && known
                    .as_ref()
                    .is_some_and(|key| self.is_superseded(key, act))
            {
                continue;
            }
            let documents = match standing {
                DecisionStatus::Elsewhere => Vec::new(),
                _ => resolved.documents(&act.thing, collection),
            };
            let at = self.entries.len();
            if let super::Thing::Cluster { members } = &act.thing {
                let classes = members.iter().filter_map(|text| resolved.class(text));
                self.clusters.push((at, classes.collect()));
            }
            if let Some(key) = known {
                let map = match here {
                    true => &mut self.holding,
                    false => &mut self.reopened,
                };
                map.entry(key).or_default().push(at);
            }
            self.entries.push(Entry {
                act: number,
                standing,
                documents,
            });
        }
        // Of several texts that one document had, the last one that was judged.
        let mut outdated = HashSet::new();
        for entries in self.reopened.values_mut() {
            let mut newest: BTreeMap<&str, usize> = BTreeMap::new();
            for &at in entries.iter() {
                // In the order of time.
                let act = &journal.acts[self.entries[at].act].act;
                outdated.extend(newest.insert(&act.by, at));
            }
            entries.retain(|at| !outdated.contains(at));
        }
        self.drop_entries(&outdated);
    }

    /// Whether the author of `act` said something later of what is now this thing.
    fn is_superseded(&self, key: &Key<u32>, act: &Act) -> bool {
        let held = self.holding.get(key).into_iter().flatten();
        held.map(|at| self.act(*at))
            .any(|held| held.by == act.by && held.when >= act.when)
    }

    fn drop_entries(&mut self, outdated: &HashSet<usize>) {
        if outdated.is_empty() {
            return;
        }
        let mut next = 0..;
        let numbers: Vec<Option<usize>> = (0..self.entries.len())
            .map(|at| {
                if outdated.contains(&at) {
                    None
                } else {
                    next.next()
                }
            })
            .collect();
        let mut at = 0..;
        self.entries
            .retain(|_| at.next().is_none_or(|at| numbers[at].is_some()));
        let renumber = |entries: &mut Vec<usize>| {
            *entries = entries.iter().filter_map(|at| numbers[*at]).collect();
        };
        self.holding.values_mut().for_each(renumber);
        self.reopened.values_mut().for_each(renumber);
        let clusters = std::mem::take(&mut self.clusters).into_iter();
        self.clusters = clusters
            .filter_map(|(at, c)| Some((numbers[at]?, c)))
            .collect();
    }

    fn act(&self, entry: usize) -> &Act {
        &self.journal.acts[self.entries[entry].act].act
    }

    /// The journal.
    #[must_use]
    pub fn journal(&self) -> &Arc<Journal> {
        &self.journal
    }

    /// The act of an entry.
    #[must_use]
    pub fn act_of(&self, entry: &Entry) -> &Act {
        &self.journal.acts[entry.act].act
    }

    /// The last act of each person on each thing, by time; those that hold before the others.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many of how many acts are on texts of the collection.
    #[must_use]
    pub fn here(&self) -> (usize, usize) {
        (self.here, self.journal.acts.len())
    }

    /// Says how many acts are on texts of this corpus.
    #[must_use]
    pub fn sentence(&self) -> String {
        let (here, all) = self.here();
        if all == 0 {
            return "none yet".to_owned();
        }
        let all = units::counted(all as u64, "act", "acts");
        let verb = if here == 1 { "is" } else { "are" };
        format!(
            "{} of {all} {verb} on texts of this corpus",
            units::count(here as u64)
        )
    }

    /// The documents that acts are about, copies of their texts included, in no order.
    pub fn documents(&self) -> impl Iterator<Item = DocNo> {
        self.class_of.keys().copied()
    }

    /// What people say of two documents.
    #[must_use]
    pub fn pair(&self, a: DocNo, b: DocNo) -> Judgement<'_> {
        let classes = self.class(a).zip(self.class(b));
        let key = classes.map(|(a, b)| super::thing::in_order(a, b));
        key.map_or_else(Judgement::default, |(a, b)| {
            self.judgement(&Key::Pair(a, b))
        })
    }

    /// The pairs of texts that acts are about, with what people say: the documents that have each of the two texts,
    /// ascending.
    pub fn pairs(&self) -> impl Iterator<Item = ([Vec<DocNo>; 2], Judgement<'_>)> {
        let mut documents: HashMap<u32, Vec<DocNo>> = HashMap::new();
        for (doc, class) in &self.class_of {
            documents.entry(*class).or_default().push(*doc);
        }
        documents.values_mut().for_each(|docs| docs.sort_unstable());
        self.holding.keys().filter_map(move |key| match key {
            Key::Pair(a, b) => {
                let of = |class: &u32| documents.get(class).cloned().unwrap_or_default();
                Some(([of(a), of(b)], self.judgement(key)))
            }
            _ => None,
        })
    }

    /// What people say of one document.
    #[must_use]
    pub fn document(&self, doc: DocNo) -> Judgement<'_> {
        let class = self.class(doc);
        class.map_or_else(Judgement::default, |class| {
            self.judgement(&Key::Document(class))
        })
    }

    /// What people say of a passage of two documents, each with the checksum of its words there.
    #[must_use]
    pub fn passage(&self, a: (DocNo, Digest), b: (DocNo, Digest)) -> Judgement<'_> {
        let class = |(doc, words)| Some((self.class(doc)?, words));
        let sides = class(a).zip(class(b));
        let key = sides.map(|(a, b)| super::thing::in_order(a, b));
        key.map_or_else(Judgement::default, |(a, b)| {
            self.judgement(&Key::Passage(a, b))
        })
    }

    /// What people say of a cluster of these documents. A decision on other members holds no more; it is open again
    /// if two of the documents or more are among those.
    #[must_use]
    pub fn cluster(&self, collection: &Collection, members: &[DocNo]) -> Judgement<'_> {
        let classes: Option<Vec<u32>> = members.iter().map(|doc| self.class(*doc)).collect();
        let mut judgement = classes.map_or_else(Judgement::default, |mut classes| {
            classes.sort_unstable();
            self.judgement(&Key::Cluster(classes))
        });
        let mut best: BTreeMap<&str, (usize, &Act, Reopening)> = BTreeMap::new();
        for (at, classes) in &self.clusters {
            let act = self.act(*at);
            if judgement.of(&act.by).is_some() || judgement.reopened.iter().any(|r| r.0 == act) {
                continue;
            }
            let (common, why) = self.overlap(collection, members, act, classes);
            let known = best.get(act.by.as_str());
            let better = known.is_none_or(|(n, other, _)| (*n, other.when) < (common, act.when));
            if common >= 2 && better {
                best.insert(&act.by, (common, act, why));
            }
        }
        judgement
            .reopened
            .extend(best.into_values().map(|(_, act, why)| (act, why)));
        judgement
            .reopened
            .sort_by_key(|(act, _)| std::cmp::Reverse(act.when));
        judgement
    }

    /// How many members a cluster has in common with one that was decided, and what is different.
    fn overlap(
        &self,
        collection: &Collection,
        members: &[DocNo],
        act: &Act,
        classes: &[u32],
    ) -> (usize, Reopening) {
        let mut left: HashMap<u32, usize> = HashMap::new();
        for class in classes {
            *left.entry(*class).or_default() += 1;
        }
        let texts = act.thing.texts();
        let named = |doc: &DocNo| texts.iter().any(|text| text.name == collection.id(*doc));
        // Of documents with the same text, those count as the old ones that have the old names.
        let (old, others): (Vec<DocNo>, Vec<DocNo>) = members.iter().partition(|doc| named(doc));
        let mut new = Vec::new();
        for doc in old.into_iter().chain(others) {
            let place = self.class(doc).and_then(|class| left.get_mut(&class));
            match place {
                Some(n) if *n > 0 => *n -= 1,
                _ => new.push(collection.id(doc).to_owned()),
            }
        }
        let common = members.len() - new.len();
        let lacking = |text: &&&TextRef| !members.iter().any(|d| collection.id(*d) == text.name);
        let changed = new
            .iter()
            .filter(|name| texts.iter().any(|text| text.name == **name));
        let changed: Vec<String> = changed.cloned().collect();
        if !changed.is_empty() {
            return (common, Reopening::TextChanged(changed));
        }
        if !new.is_empty() {
            return (common, Reopening::NewMembers(new));
        }
        let gone = texts.iter().filter(lacking).map(|text| text.name.clone());
        (common, Reopening::MembersLeft(gone.collect()))
    }

    fn class(&self, doc: DocNo) -> Option<u32> {
        self.class_of.get(&doc).copied()
    }

    fn judgement(&self, key: &Key<u32>) -> Judgement<'_> {
        let held = self.holding.get(key).into_iter().flatten();
        let open = self.reopened.get(key).into_iter().flatten();
        let mut acts: Vec<&Act> = held.map(|at| self.act(*at)).collect();
        acts.sort_by_key(|act| std::cmp::Reverse(act.when));
        let open = open.filter_map(|at| match &self.entries[*at].standing {
            DecisionStatus::Reopened(why) => Some((self.act(*at), why.clone())),
            _ => None,
        });
        let mut reopened: Vec<(&Act, Reopening)> = open.collect();
        reopened.sort_by_key(|(act, _)| std::cmp::Reverse(act.when));
        Judgement { acts, reopened }
    }
}

/// The key of a thing of which all texts are in the collection.
fn known(key: Key<Option<u32>>) -> Option<Key<u32>> {
    Some(match key {
        Key::Pair(a, b) => Key::Pair(a?, b?),
        Key::Passage((a, x), (b, y)) => Key::Passage((a?, x), (b?, y)),
        Key::Document(a) => Key::Document(a?),
        Key::Cluster(all) => Key::Cluster(all.into_iter().collect::<Option<_>>()?),
    })
}

#[cfg(test)]
mod tests;

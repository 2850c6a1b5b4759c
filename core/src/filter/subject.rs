//! What a filter is applied to.

use super::field::{DecisionText, Flag};
use super::pattern::Pattern;
use crate::base::DocNo;
use crate::cluster::Cluster;
use crate::evidence::Evidence;
use crate::figures::{Figure, PairData};
use crate::index::Collection;
use crate::review::{CurrentDecision, Decision, DecisionTarget, ReviewState};
use crate::similarity::Pair;

/// Whether the id of a document matches, or the one that is printed.
fn is_named(collection: &Collection, doc: DocNo, pattern: &Pattern) -> bool {
    let ids = [collection.id(doc), collection.printed_id(doc)];
    ids.into_iter().any(|id| pattern.matches(id))
}

/// A pair or a cluster, as a filter sees it. `None` means that the answer is not known.
pub trait Subject {
    /// A figure.
    fn figure(&self, figure: &Figure) -> Option<f64>;
    /// Whether the name of any of its documents matches.
    fn any_name(&self, pattern: &Pattern) -> bool;
    /// Whether the group of any of its documents matches.
    fn any_group(&self, _pattern: &Pattern) -> Option<bool> {
        None
    }
    /// Whether it has a property.
    fn flag(&self, _flag: Flag) -> Option<bool> {
        None
    }
    /// Whether any of these texts matches.
    fn any_words(&self, _words: DecisionText, _pattern: &Pattern) -> Option<bool> {
        None
    }
}

/// A pair with its evidence, if that has been counted.
#[derive(Clone, Copy)]
pub struct PairSubject<'a> {
    /// The documents.
    pub collection: &'a Collection,
    /// The pair.
    pub pair: &'a Pair,
    /// Its evidence.
    pub evidence: Option<&'a Evidence>,
    /// The decisions, if they are known.
    pub review: Option<&'a ReviewState>,
}

impl<'a> PairSubject<'a> {
    /// The decision on it, if there is one; `None` if that is not known.
    fn decision(&self) -> Option<Option<CurrentDecision<'a>>> {
        Some(self.review?.pair(self.pair.a, self.pair.b))
    }
}

/// Whether the group of any of `documents` matches; `None` if there are no groups.
fn any_group(collection: &Collection, documents: &[DocNo], pattern: &Pattern) -> Option<bool> {
    let classes = collection.classes()?;
    let matches = |doc: &DocNo| {
        let group = classes.class(*doc).group.as_deref();
        group.is_some_and(|group| pattern.matches(group))
    };
    Some(documents.iter().any(matches))
}

/// Whether any of `documents` has the property; `None` if that is not known.
fn any_flag(collection: &Collection, documents: &[DocNo], flag: Flag) -> Option<bool> {
    let archive = match flag {
        Flag::New => false,
        Flag::Archive => true,
        _ => return None,
    };
    let classes = collection.classes()?;
    let is = |doc: &DocNo| classes.class(*doc).archive == archive;
    Some(documents.iter().any(is))
}

/// Whether the decision on a thing has a property.
fn decision_flag(current: Option<&CurrentDecision<'_>>, flag: Flag) -> Option<bool> {
    let held = current.and_then(CurrentDecision::held);
    Some(match flag {
        Flag::Reviewed => held.is_some_and(|act| act.decision != Decision::Undecided),
        Flag::Decided(decision) => held.is_some_and(|act| act.decision == decision),
        Flag::Holding => held.is_some(),
        Flag::Reopened => matches!(current, Some(CurrentDecision::Reopened(..))),
        Flag::Elsewhere | Flag::On(_) | Flag::New | Flag::Archive | Flag::Chain => return None,
    })
}

/// Whether a text of the decision matches, if it holds.
fn decision_words(
    current: Option<&CurrentDecision<'_>>,
    words: DecisionText,
    pattern: &Pattern,
) -> bool {
    let held = current.and_then(CurrentDecision::held);
    held.is_some_and(|act| match words {
        DecisionText::By => pattern.matches(&act.by),
        DecisionText::Note => !act.note.is_empty() && pattern.matches(&act.note),
        DecisionText::Decision => pattern.matches(act.decision.name()),
    })
}

impl Subject for PairSubject<'_> {
    fn figure(&self, figure: &Figure) -> Option<f64> {
        figure.of_pair(&PairData::new(self.collection, self.pair, self.evidence))
    }

    fn any_group(&self, pattern: &Pattern) -> Option<bool> {
        any_group(self.collection, &[self.pair.a, self.pair.b], pattern)
    }

    fn flag(&self, flag: Flag) -> Option<bool> {
        match flag {
            Flag::New | Flag::Archive => {
                any_flag(self.collection, &[self.pair.a, self.pair.b], flag)
            }
            _ => decision_flag(self.decision()?.as_ref(), flag),
        }
    }

    fn any_words(&self, words: DecisionText, pattern: &Pattern) -> Option<bool> {
        Some(decision_words(self.decision()?.as_ref(), words, pattern))
    }

    fn any_name(&self, pattern: &Pattern) -> bool {
        let name = |doc| is_named(self.collection, doc, pattern);
        name(self.pair.a) || name(self.pair.b)
    }
}

/// A cluster.
#[derive(Clone, Copy)]
pub struct ClusterSubject<'a> {
    /// The documents.
    pub collection: &'a Collection,
    /// The cluster.
    pub cluster: &'a Cluster,
    /// The threshold that linked its members, 0..=1.
    pub threshold: f64,
    /// The decisions, if they are known.
    pub review: Option<&'a ReviewState>,
}

impl ClusterSubject<'_> {
    /// The decision on it, if there is one; `None` if that is not known.
    fn decision(&self) -> Option<Option<CurrentDecision<'_>>> {
        let target = DecisionTarget::cluster(&self.cluster.members);
        Some(target.current(self.review?, self.collection))
    }
}

impl Subject for ClusterSubject<'_> {
    fn figure(&self, figure: &Figure) -> Option<f64> {
        figure.of_cluster(self.cluster)
    }

    fn any_group(&self, pattern: &Pattern) -> Option<bool> {
        any_group(self.collection, &self.cluster.members, pattern)
    }

    fn flag(&self, flag: Flag) -> Option<bool> {
        match flag {
            Flag::New | Flag::Archive => any_flag(self.collection, &self.cluster.members, flag),
            Flag::Chain => Some(self.cluster.is_chain(self.threshold)),
            _ => decision_flag(self.decision()?.as_ref(), flag),
        }
    }

    fn any_words(&self, words: DecisionText, pattern: &Pattern) -> Option<bool> {
        Some(decision_words(self.decision()?.as_ref(), words, pattern))
    }

    fn any_name(&self, pattern: &Pattern) -> bool {
        let mut members = self.cluster.members.iter();
        members.any(|doc| is_named(self.collection, *doc, pattern))
    }
}

//! The row that a filter is applied to.

use super::expression::{Filter, Subject};
use super::field::{DecisionText, Flag};
use super::pattern::Pattern;
use crate::base::DocNo;
use crate::cluster::Cluster;
use crate::evidence::Evidence;
use crate::figures::{Figure, PairData};
use crate::index::Collection;
use crate::review::{CurrentDecision, Decision, ReviewState};
use crate::similarity::Pair;

/// The item of a row.
#[derive(Clone, Copy)]
enum Row<'a> {
    /// A pair, with its evidence if it has been computed.
    Pair(&'a Pair, Option<&'a Evidence>),
    /// A cluster, with its threshold, 0..=1.
    Cluster(&'a Cluster, f64),
}

/// A pair or a cluster of a collection.
struct ListRow<'a> {
    collection: &'a Collection,
    row: Row<'a>,
    /// The decisions, if they are known.
    review: Option<&'a ReviewState>,
}

impl Filter {
    /// Whether a pair matches; `None` if that depends on evidence or decisions that are not given.
    pub fn matches_pair(
        &self,
        collection: &Collection,
        pair: &Pair,
        evidence: Option<&Evidence>,
        review: Option<&ReviewState>,
    ) -> Option<bool> {
        let row = Row::Pair(pair, evidence);
        self.matches(&ListRow {
            collection,
            row,
            review,
        })
    }

    /// Whether a cluster with this threshold (0..=1) matches; `None` if that depends on unknown data.
    pub fn matches_cluster(
        &self,
        collection: &Collection,
        (cluster, threshold): (&Cluster, f64),
        review: Option<&ReviewState>,
    ) -> Option<bool> {
        let row = Row::Cluster(cluster, threshold);
        self.matches(&ListRow {
            collection,
            row,
            review,
        })
    }
}

impl ListRow<'_> {
    /// Whether any of its documents passes a test.
    fn any(&self, test: impl Fn(DocNo) -> bool) -> bool {
        match self.row {
            Row::Pair(pair, _) => test(pair.a) || test(pair.b),
            Row::Cluster(cluster, _) => cluster.members.iter().any(|doc| test(*doc)),
        }
    }

    /// Returns the decision on the item, if there is one; the outer `None` if decisions are unknown.
    fn decision(&self) -> Option<Option<CurrentDecision<'_>>> {
        let review = self.review?;
        Some(match self.row {
            Row::Pair(pair, _) => review.pair(pair.a, pair.b),
            Row::Cluster(cluster, _) => review.cluster(self.collection, &cluster.members),
        })
    }
}

impl Subject for ListRow<'_> {
    fn figure(&self, figure: &Figure) -> Option<f64> {
        match self.row {
            Row::Pair(pair, evidence) => {
                figure.of_pair(&PairData::new(self.collection, pair, evidence))
            }
            Row::Cluster(cluster, _) => figure.of_cluster(cluster),
        }
    }

    fn any_name(&self, pattern: &Pattern) -> bool {
        let collection = self.collection;
        let ids = |doc| [collection.id(doc), collection.printed_id(doc)];
        self.any(|doc| ids(doc).into_iter().any(|id| pattern.matches(id)))
    }

    fn any_group(&self, pattern: &Pattern) -> Option<bool> {
        let classes = self.collection.classes()?;
        Some(self.any(|doc| {
            let group = classes.class(doc).group.as_deref();
            group.is_some_and(|group| pattern.matches(group))
        }))
    }

    fn flag(&self, flag: Flag) -> Option<bool> {
        match (flag, self.row) {
            (Flag::New | Flag::Archive, _) => {
                let (classes, is_archive) = (self.collection.classes()?, flag == Flag::Archive);
                return Some(self.any(|doc| classes.class(doc).archive == is_archive));
            }
            (Flag::Chain, Row::Cluster(cluster, threshold)) => {
                return Some(cluster.is_chain(threshold));
            }
            _ => {}
        }
        let current = self.decision()?;
        let act = current.as_ref().and_then(CurrentDecision::held);
        Some(match flag {
            Flag::Reviewed => act.is_some_and(|act| act.decision != Decision::Undecided),
            Flag::Decided(decision) => act.is_some_and(|act| act.decision == decision),
            Flag::Holding => act.is_some(),
            Flag::Reopened => matches!(current, Some(CurrentDecision::Reopened(..))),
            _ => return None,
        })
    }

    fn any_words(&self, words: DecisionText, pattern: &Pattern) -> Option<bool> {
        let current = self.decision()?;
        let act = current.as_ref().and_then(CurrentDecision::held);
        Some(act.is_some_and(|act| match words {
            DecisionText::By => pattern.matches(&act.by),
            DecisionText::Note => !act.note.is_empty() && pattern.matches(&act.note),
            DecisionText::Decision => pattern.matches(act.decision.name()),
        }))
    }
}

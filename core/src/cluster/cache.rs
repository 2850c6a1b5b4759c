//! Cache of the figures of groups of documents. A small change of the threshold leaves most groups
//! unchanged.

use std::collections::{BTreeSet, HashMap};

use super::Linkage;
use super::agglomerate::Joins;
use super::cohesion::{Cohesion, Group, PAIRS};
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::similarity::Measure;

/// Figures of groups, keyed by distinct members, and merges of components. Both depend on members and measure. Merges
/// also depend on the linkage and the decisions "different". Figures from a sample also depend on the number of pairs
/// at or above the threshold. One cache serves one collection.
#[derive(Debug, Default)]
pub struct Cache {
    measure: Measure,
    /// Linkage of the cached merges.
    pub(super) linkage: Linkage,
    /// Number of pairs at or above the threshold, and figures.
    figures: HashMap<Vec<DocNo>, (u64, Cohesion)>,
    joins: HashMap<Vec<DocNo>, Joins>,
    /// Pairs with the decision "different" for which the merges were computed.
    cannot_link: BTreeSet<(DocNo, DocNo)>,
    /// Total number of members over all keys of `joins`.
    cached_members: usize,
    /// For each document, whether an earlier one has the same terms.
    pub(super) repeats: Option<Vec<bool>>,
}

impl Cache {
    /// Maximum number of groups; at this number, all figures are dropped.
    const MAX_GROUPS: usize = 200_000;

    /// Maximum number of members of cached components; at this number, all merges are dropped.
    const MAX_MEMBERS: usize = 500_000;

    /// Drops entries that are invalid for these pairs and this linkage.
    pub(super) fn serve(&mut self, pairs: &PairSet, linkage: Linkage) {
        let measure = pairs.info.measure;
        let cannot_link: BTreeSet<(DocNo, DocNo)> = pairs.cannot_link().collect();
        if self.measure != measure {
            *self = Cache::default();
        }
        if self.linkage != linkage || self.cannot_link != cannot_link {
            self.joins.clear();
            self.cached_members = 0;
            self.figures.retain(|_, (_, figures)| is_over_all(figures));
        }
        (self.measure, self.linkage) = (measure, linkage);
        self.cannot_link = cannot_link;
    }

    /// Returns the cached figures of a group if they use the required pairs: all, or the same sample.
    pub(super) fn figures(&self, group: &Group<'_>) -> Option<&Cohesion> {
        let (similar, figures) = self.figures.get(group.members)?;
        let is_valid = if group.counts_all(PAIRS) {
            is_over_all(figures)
        } else {
            !is_over_all(figures) && *similar == group.similar
        };
        is_valid.then_some(figures)
    }

    pub(super) fn keep_figures(&mut self, group: &Group<'_>, figures: Cohesion) {
        if self.figures.len() >= Self::MAX_GROUPS {
            self.figures.clear();
        }
        let entry = (group.similar, figures);
        self.figures.insert(group.members.to_vec(), entry);
    }

    pub(super) fn joins(&self, component: &[DocNo]) -> Option<&Joins> {
        self.joins.get(component)
    }

    pub(super) fn keep_joins(&mut self, component: Vec<DocNo>, joins: Joins) {
        if self.cached_members >= Self::MAX_MEMBERS {
            self.joins.clear();
            self.cached_members = 0;
        }
        self.cached_members += component.len();
        self.joins.insert(component, joins);
    }
}

/// Whether figures are from all pairs, not a sample.
fn is_over_all(figures: &Cohesion) -> bool {
    figures.measured.0 == figures.measured.1
}

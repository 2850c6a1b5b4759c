//! What was counted for groups of documents that were met before: a threshold that moves a little
//! leaves most of them as they were.

use std::collections::HashMap;

use super::Linkage;
use super::agglomerate::Joins;
use super::cohesion::Cohesion;
use crate::base::DocNo;
use crate::similarity::Measure;

/// Figures of groups by their distinct members, and the joins of components. Both depend on members
/// and measure only, never on the threshold; joins on the linkage besides. One cache serves one
/// collection.
#[derive(Debug, Default)]
pub struct Cache {
    measure: Measure,
    linkage: Linkage,
    figures: HashMap<Vec<DocNo>, Cohesion>,
    joins: HashMap<Vec<DocNo>, Joins>,
    /// Members over all `joins`.
    joined: usize,
    /// For each document, whether it repeats one before it term for term.
    repeats: Option<Vec<bool>>,
}

impl Cache {
    /// Groups remembered before their figures are forgotten.
    const GROUPS: usize = 200_000;

    /// Members of components remembered before their joins are forgotten.
    const MEMBERS: usize = 500_000;

    /// Forgets what does not hold for this measure and linkage.
    pub(super) fn serve(&mut self, measure: Measure, linkage: Linkage) {
        if self.measure != measure {
            *self = Cache::default();
        }
        if self.linkage != linkage {
            self.joins.clear();
            self.joined = 0;
        }
        (self.measure, self.linkage) = (measure, linkage);
    }

    /// The linkage that joins are kept for.
    pub(super) fn linkage(&self) -> Linkage {
        self.linkage
    }

    /// Whether nothing more will be counted for this component.
    pub(super) fn has(&self, component: &[DocNo]) -> bool {
        self.linkage == Linkage::Single && self.figures.contains_key(component)
    }

    pub(super) fn figures(&self, group: &[DocNo]) -> Option<&Cohesion> {
        self.figures.get(group)
    }

    pub(super) fn keep_figures(&mut self, group: Vec<DocNo>, figures: Cohesion) {
        if self.figures.len() >= Self::GROUPS {
            self.figures.clear();
        }
        self.figures.insert(group, figures);
    }

    /// For each document, whether it repeats one before it term for term, where that is known.
    pub(super) fn take_repeats(&mut self) -> Option<Vec<bool>> {
        self.repeats.take()
    }

    pub(super) fn keep_repeats(&mut self, repeats: Vec<bool>) {
        self.repeats = Some(repeats);
    }

    pub(super) fn joins(&self, component: &[DocNo]) -> Option<&Joins> {
        self.joins.get(component)
    }

    pub(super) fn keep_joins(&mut self, component: Vec<DocNo>, joins: Joins) {
        if self.joined >= Self::MEMBERS {
            self.joins.clear();
            self.joined = 0;
        }
        self.joined += component.len();
        self.joins.insert(component, joins);
    }
}

//! Which members of the selected cluster stay if one copy of each near-duplicate is kept.

use std::sync::Arc;

use crate::base::DocNo;
use crate::cluster::{Cluster, Clustering};
use crate::engine::Request;
use crate::engine::keep::{Dropped, Keeping, Rule};

/// The rule that is shown, and what it decides.
#[derive(Clone, Debug, Default)]
pub struct KeepState {
    /// The rule; `None` while nothing is shown.
    pub rule: Option<Rule>,
    /// The latest answer.
    kept: Option<Arc<Keeping>>,
    /// The latest request, which is not sent twice.
    asked: Option<(DocNo, Rule)>,
}

impl KeepState {
    /// Goes to the next rule; after the last, shows nothing.
    pub fn next(&mut self) {
        let at = self.rule.as_ref().map_or(0, |rule| {
            let at = Rule::ALL.iter().position(|other| other == rule);
            at.map_or(0, |at| at + 1)
        });
        self.rule = Rule::ALL.get(at).cloned();
    }

    /// Takes an answer.
    pub fn set(&mut self, kept: Arc<Keeping>) {
        self.kept = Some(kept);
    }

    /// Forgets what is decided: the clusters are others.
    pub fn forget(&mut self) {
        (self.kept, self.asked) = (None, None);
    }

    /// What is decided on the documents of `cluster`; `None` until it is known.
    pub fn of(&self, clustering: &Clustering, cluster: &Cluster) -> Option<&Keeping> {
        let kept = self.kept.as_deref()?;
        let first = cluster.members.first()?;
        let fits = Some(&kept.config.rule) == self.rule.as_ref()
            && kept.threshold == clustering.threshold
            && kept.dropped.len() == clustering.cluster_of.len()
            && kept.documents.contains(first);
        fits.then_some(kept)
    }

    /// Whether `doc` stays, or who stays for it; `None` until it is known.
    pub fn decision(
        &self,
        clustering: &Clustering,
        cluster: &Cluster,
        doc: DocNo,
    ) -> Option<Option<Dropped>> {
        let kept = self.of(clustering, cluster)?;
        kept.dropped.get(doc.index()).copied()
    }

    /// The request for what is missing, unless it was sent.
    pub fn request(&mut self, clustering: &Clustering, cluster: &Cluster) -> Option<Request> {
        let rule = self.rule.clone()?;
        if self.of(clustering, cluster).is_some() {
            return None;
        }
        let asked = (*cluster.members.first()?, rule);
        if self.asked.as_ref() == Some(&asked) {
            return None;
        }
        self.asked = Some(asked.clone());
        Some(Request::KeepOne(asked.0, asked.1))
    }
}

//! What a decision is about: the pair, the document or the cluster that the screen in front shows.

use std::sync::Arc;

use super::{App, Page};
use crate::index::Collection;
use crate::review::DecisionTarget;
use crate::screens::clusters::state::Focus;

impl App {
    /// What a key that decides is about now. On Pairs and Compare it is the pair, on Document the document. On Clusters it
    /// is the cluster, or what the cursor is on among the members: a document, or the pair of a cell.
    pub fn subject(&self) -> Option<(Arc<Collection>, DecisionTarget)> {
        let collection = self.data.collection.clone()?;
        let item = match self.pages.last() {
            Some(Page::Pairs) => {
                let (a, b) = self.pair_list.pair()?;
                DecisionTarget::pair(a, b)
            }
            Some(Page::Documents) => DecisionTarget::Document(self.documents.selected()?.doc),
            Some(Page::Compare(state)) => {
                let (a, b) = state.wanted();
                DecisionTarget::pair(a, b)
            }
            Some(Page::Document(state)) => DecisionTarget::Document(state.doc()),
            None => {
                let clustering = self.data.clustering.as_deref()?;
                let cluster = self.clusters.selected(clustering)?;
                match (self.clusters.focus, self.clusters.cell(clustering)) {
                    (Focus::List, _) => DecisionTarget::cluster(&cluster.members),
                    (Focus::Members, Some((row, column))) => {
                        let members = self.clusters.in_order(cluster);
                        DecisionTarget::pair(*members.get(row)?, *members.get(column)?)
                    }
                    (Focus::Members, None) => {
                        DecisionTarget::Document(self.clusters.document(clustering)?)
                    }
                }
            }
            Some(_) => return None,
        };
        let is_present = |doc: &crate::base::DocNo| doc.index() < collection.len();
        let all_present = item.documents().iter().all(is_present);
        let distinct = !matches!(item, DecisionTarget::Pair(a, b) if a == b);
        (all_present && distinct).then_some((collection, item))
    }
}

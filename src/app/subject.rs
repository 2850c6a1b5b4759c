//! What a decision is about: the pair, the document or the cluster that the screen in front shows.

use std::sync::Arc;

use super::state::clusters::Focus;
use super::{App, Page};
use crate::collection::Collection;
use crate::review::On;

impl App {
    /// What a key that decides is about now. On Pairs and Compare it is the pair, on Document the document. On Clusters it
    /// is the cluster, or what the cursor is on among the members: a document, or the pair of a cell.
    pub fn subject(&self) -> Option<(Arc<Collection>, On)> {
        let collection = self.data.collection.clone()?;
        let on = match self.pages.last() {
            Some(Page::Pairs) => {
                let (a, b) = self.pair_list.pair()?;
                On::pair(a, b)
            }
            Some(Page::Compare(state)) => {
                let (a, b) = state.wanted();
                On::pair(a, b)
            }
            Some(Page::Document(state)) => On::Document(state.doc()),
            None => {
                let clustering = self.data.clustering.as_deref()?;
                let cluster = self.clusters.selected(clustering)?;
                match (self.clusters.focus, self.clusters.cell(clustering)) {
                    (Focus::List, _) => On::cluster(&cluster.members),
                    (Focus::Members, Some((row, column))) => {
                        let members = self.clusters.in_order(cluster);
                        On::pair(*members.get(row)?, *members.get(column)?)
                    }
                    (Focus::Members, None) => On::Document(self.clusters.document(clustering)?),
                }
            }
            Some(_) => return None,
        };
        let known = |doc: &crate::base::DocNo| doc.index() < collection.len();
        let whole = on.documents().iter().all(known);
        let distinct = !matches!(on, On::Pair(a, b) if a == b);
        (whole && distinct).then_some((collection, on))
    }
}

//! The Clusters screen: which clusters are listed and in what order, where the cursor is in the list,
//! among the members and in their matrix. The cursor follows documents, not rows, so that it stays
//! where it was when clusters are made anew.

mod listing;

use std::sync::Arc;

pub use listing::{Column, Listed};

use crate::app::input::Input;
use crate::app::scroll::Scroll;
use crate::base::DocNo;
use crate::cluster::{Cluster, Clustering};
use crate::collection::Collection;
use crate::engine::message::Matrix;

/// Clusters with more members than this show no matrix; the screen says so.
pub const MATRIX_LIMIT: usize = 200;

/// Which panel the keys move in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The list of clusters.
    #[default]
    List,
    /// The members of the selected one.
    Members,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct ClustersState {
    /// Where keys go.
    pub focus: Focus,
    /// The column sorted by.
    pub sort: Column,
    /// The other way round than the column's own order.
    pub reversed: bool,
    /// The filter's text.
    pub filter: Input,
    /// The filter is being typed.
    pub filtering: bool,
    /// What is listed, in order.
    pub listed: Vec<Listed>,
    /// Cursor in the list.
    pub list: Scroll,
    /// Cursor in the members.
    pub members: Scroll,
    /// Cursor in the matrix' columns; `None` while it is on the name.
    pub column: Option<usize>,
    /// First column of the matrix in sight when last drawn.
    pub first_column: usize,
    /// The newest matrix.
    pub matrix: Option<Arc<Matrix>>,
    /// The filter text that `listed` was made with.
    listed_for: String,
}

impl ClustersState {
    /// Index of the selected cluster.
    #[must_use]
    pub fn selected_index(&self) -> Option<usize> {
        self.listed.get(self.list.selected).map(|l| l.cluster)
    }

    /// The selected cluster.
    #[must_use]
    pub fn selected<'a>(&self, clustering: &'a Clustering) -> Option<&'a Cluster> {
        clustering.clusters.get(self.selected_index()?)
    }

    /// The member under the cursor; in the list, the representative.
    #[must_use]
    pub fn document(&self, clustering: &Clustering) -> Option<DocNo> {
        let cluster = self.selected(clustering)?;
        match self.focus {
            Focus::List => Some(cluster.representative),
            Focus::Members => cluster.members.get(self.members.selected).copied(),
        }
    }

    /// The cell under the cursor, where it is on one of two different documents (row, column).
    #[must_use]
    pub fn cell(&self, clustering: &Clustering) -> Option<(usize, usize)> {
        let cluster = self.selected(clustering)?;
        let (row, column) = (self.members.selected, self.column?);
        (self.focus == Focus::Members && column < cluster.members.len() && row != column)
            .then_some((row, column))
    }

    /// The matrix, where it is the selected cluster's.
    #[must_use]
    pub fn matrix_of(&self, cluster: &Cluster) -> Option<&Matrix> {
        self.matrix
            .as_deref()
            .filter(|m| m.members == cluster.members && m.values.len() == m.members.len().pow(2))
    }

    /// Lists `clustering` anew by filter and order, the cursor on the cluster that holds one of
    /// `anchors` (the first that is listed).
    pub fn list(&mut self, collection: &Collection, clustering: &Clustering, anchors: &[DocNo]) {
        // A longer filter text can only narrow what a shorter one found.
        let old = std::mem::take(&mut self.listed);
        let text = self.filter.text().to_owned();
        let narrows = !self.listed_for.is_empty() && text.starts_with(&self.listed_for);
        let among: Vec<usize> = if narrows && anchors.is_empty() {
            old.iter().map(|l| l.cluster).collect()
        } else {
            (0..clustering.clusters.len()).collect()
        };
        self.listed = listing::filtered(collection, clustering, among, &text);
        self.listed_for = text;
        listing::sort(
            &mut self.listed,
            collection,
            clustering,
            self.sort,
            self.reversed,
        );

        let wanted = anchors.iter().find_map(|doc| {
            let (index, _) = clustering.cluster_of(*doc)?;
            self.listed.iter().position(|l| l.cluster == index)
        });
        let kept = old.get(self.list.selected).filter(|_| anchors.is_empty());
        let kept = kept.and_then(|old| self.listed.iter().position(|l| l.cluster == old.cluster));
        let best = || {
            let best = self
                .listed
                .iter()
                .enumerate()
                .max_by_key(|(i, l)| (l.score, std::cmp::Reverse(*i)));
            best.filter(|(_, l)| l.score > 0).map(|(i, _)| i)
        };
        let at = wanted.or(kept).or_else(best).unwrap_or(self.list.selected);
        self.list.select(at, self.listed.len());
    }

    /// Forgets what was listed before: clusters have been made anew and their numbers mean others.
    pub fn forget(&mut self) {
        self.listed_for.clear();
    }

    /// Puts the member cursor on `doc` where it is a member of the selected cluster, else on the
    /// first.
    pub fn to_member(&mut self, clustering: &Clustering, doc: Option<DocNo>) {
        let Some(cluster) = self.selected(clustering) else {
            (self.members.selected, self.column) = (0, None);
            return;
        };
        let size = cluster.size();
        let at = doc.and_then(|doc| cluster.members.binary_search(&doc).ok());
        self.members.select(at.unwrap_or(0), size);
        self.column = self.column.filter(|c| *c < size && at.is_some());
    }
}

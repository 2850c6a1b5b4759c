//! State of the Clusters screen: filter and order of the list, cursors in the list, among the members
//! and in their matrix. Cursors follow documents rather than rows, so they keep their place when
//! clusters are rebuilt.

mod keep;
mod listing;

pub use keep::KeepState;
use std::sync::Arc;

pub use listing::{Column, Listed};

use crate::app::input::Input;
use crate::app::scroll::Scroll;
use crate::base::DocNo;
use crate::cluster::{Cluster, Clustering};
use crate::collection::Collection;
use crate::engine::message::Matrix;
use crate::filter::{Filter, FilterError, Known, Target};
use crate::review::ReviewState;

/// Clusters with more members than this show no matrix; the screen says so.
pub const MATRIX_LIMIT: usize = 200;

/// The panel that receives the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The list of clusters.
    #[default]
    List,
    /// The members of the selected cluster.
    Members,
}

/// State of the Clusters screen.
#[derive(Clone, Debug, Default)]
pub struct ClustersState {
    /// The focused panel.
    pub focus: Focus,
    /// Sort column.
    pub sort: Column,
    /// Whether the column's default order is reversed.
    pub reversed: bool,
    /// Filter text.
    pub filter: Input,
    /// Whether the filter is being edited.
    pub filtering: bool,
    /// The listed clusters, in display order.
    pub listed: Vec<Listed>,
    /// Cursor in the list.
    pub list: Scroll,
    /// Cursor among the members.
    pub members: Scroll,
    /// Cursor in the matrix columns; `None` while it is on the name.
    pub column: Option<usize>,
    /// First visible matrix column in the last frame.
    pub first_column: usize,
    /// The latest matrix received.
    pub matrix: Option<Arc<Matrix>>,
    /// Whether members are ordered by date instead of by name.
    pub by_date: bool,
    /// The members of the cluster that was ordered by date last: by name, and by date.
    dated: (Vec<DocNo>, Vec<DocNo>),
    /// Which members stay if one copy is kept.
    pub keep: KeepState,
    /// Why the filter text cannot be read.
    pub wrong: Option<FilterError>,
    /// What `listed` was computed with: the words that a member's name matches, and the rest of the filter.
    listed_for: (String, Filter),
    /// Whether `listed` is still of the current clusters.
    forgotten: bool,
    /// Decisions on the documents, for the filter.
    review: Option<Arc<ReviewState>>,
}

impl ClustersState {
    /// Index of the selected cluster in the clustering.
    #[must_use]
    pub fn selected_index(&self) -> Option<usize> {
        self.listed.get(self.list.selected).map(|l| l.cluster)
    }

    /// The selected cluster.
    #[must_use]
    pub fn selected<'a>(&self, clustering: &'a Clustering) -> Option<&'a Cluster> {
        clustering.clusters.get(self.selected_index()?)
    }

    /// The member under the cursor; the representative while the list has the focus.
    #[must_use]
    pub fn document(&self, clustering: &Clustering) -> Option<DocNo> {
        let cluster = self.selected(clustering)?;
        match self.focus {
            Focus::List => Some(cluster.representative),
            Focus::Members => self.in_order(cluster).get(self.members.selected).copied(),
        }
    }

    /// The members of `cluster` in the order in which they are shown: by date if that is chosen and known,
    /// else by name.
    #[must_use]
    pub fn in_order<'a>(&'a self, cluster: &'a Cluster) -> &'a [DocNo] {
        match self.by_date && self.dated.0 == cluster.members {
            true => &self.dated.1,
            false => &cluster.members,
        }
    }

    /// Whether the dates of `cluster` are missing from its order.
    #[must_use]
    pub fn wants_dates(&self, cluster: &Cluster) -> bool {
        self.by_date && self.dated.0 != cluster.members
    }

    /// Takes the members of `cluster` in the order of their dates. The cursor stays on its document.
    pub fn set_dated(&mut self, cluster: &Cluster, by_date: Vec<DocNo>) {
        self.reordered(cluster, |state| {
            state.dated = (cluster.members.clone(), by_date);
        });
    }

    /// Changes the order of members; the cursor stays on its document and its column.
    pub fn reordered(&mut self, cluster: &Cluster, change: impl FnOnce(&mut Self)) {
        let at = |state: &Self, at: usize| state.in_order(cluster).get(at).copied();
        let row = at(self, self.members.selected).filter(|_| self.members.selected > 0);
        let column = self.column.and_then(|column| at(self, column));
        change(self);
        let place = |state: &Self, doc| state.in_order(cluster).iter().position(|d| *d == doc);
        let row = row.and_then(|doc| place(self, doc)).unwrap_or(0);
        self.members.select(row, cluster.size());
        self.column = column.and_then(|doc| place(self, doc));
    }

    /// Exact similarity of the members shown in row `row` and column `column`, if `matrix` has it.
    #[must_use]
    pub fn value(&self, cluster: &Cluster, row: usize, column: usize) -> Option<f64> {
        let members = self.in_order(cluster);
        let at = |at: usize| cluster.members.binary_search(members.get(at)?).ok();
        let matrix = self.matrix_of(cluster)?;
        Some(matrix.at(at(row)?, at(column)?))
    }

    /// The matrix cell (row, column) under the cursor, unless it is on the diagonal.
    #[must_use]
    pub fn cell(&self, clustering: &Clustering) -> Option<(usize, usize)> {
        let cluster = self.selected(clustering)?;
        let (row, column) = (self.members.selected, self.column?);
        (self.focus == Focus::Members && column < cluster.members.len() && row != column)
            .then_some((row, column))
    }

    /// The matrix if it is that of `cluster` and complete.
    #[must_use]
    pub fn matrix_of(&self, cluster: &Cluster) -> Option<&Matrix> {
        self.matrix
            .as_deref()
            .filter(|m| m.members == cluster.members && m.values.len() == m.members.len().pow(2))
    }

    /// Recomputes the list by filter and order. The cursor moves to the cluster of the first of
    /// `anchors` that is listed; without anchors it stays on its cluster, else it goes to the best
    /// match.
    pub fn list(&mut self, collection: &Collection, clustering: &Clustering, anchors: &[DocNo]) {
        // A longer filter text only narrows the previous result.
        let old = std::mem::take(&mut self.listed);
        let (words, rest) = self.read_filter(collection);
        let (known_words, known_rest) = &self.listed_for;
        let longer = !known_words.is_empty() && words.starts_with(known_words.as_str());
        let narrows = longer && rest == *known_rest && !self.forgotten;
        let among: Vec<usize> = if narrows && anchors.is_empty() {
            old.iter().map(|l| l.cluster).collect()
        } else {
            (0..clustering.clusters.len()).collect()
        };
        let review = self.review.as_deref();
        self.listed = listing::filtered(collection, clustering, among, &words, &rest, review);
        (self.listed_for, self.forgotten) = ((words, rest), false);
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

    /// Invalidates the incremental filter: the clusters were rebuilt and have new indices.
    pub fn forget(&mut self) {
        self.forgotten = true;
    }

    /// Takes the decisions that the filter can ask for.
    pub fn set_review(&mut self, review: Option<Arc<ReviewState>>) {
        self.review = review;
        self.forgotten = true;
    }

    /// Whether the filter asks for decisions.
    #[must_use]
    pub fn filters_decisions(&self) -> bool {
        self.listed_for.1.needs_review()
    }

    /// The filter as words and the rest; if its text cannot be read, what stands before the wrong term.
    fn read_filter(&mut self, collection: &Collection) -> (String, Filter) {
        let known = Known::of(collection);
        let text = self.filter.text();
        let (filter, wrong) = Filter::parse_typed(text, Target::Clusters, Some(&known));
        self.wrong = wrong;
        filter.split_words()
    }

    /// Whether the filter asks for more than names.
    #[must_use]
    pub fn filters_figures(&self) -> bool {
        !self.listed_for.1.is_empty()
    }

    /// Moves the member cursor to `doc` if it is in the selected cluster, else to the first member.
    pub fn to_member(&mut self, clustering: &Clustering, doc: Option<DocNo>) {
        let Some(cluster) = self.selected(clustering) else {
            (self.members.selected, self.column) = (0, None);
            return;
        };
        let size = cluster.size();
        let members = self.in_order(cluster);
        let at = doc.and_then(|doc| members.iter().position(|member| *member == doc));
        self.members.select(at.unwrap_or(0), size);
        self.column = self.column.filter(|c| *c < size && at.is_some());
    }
}

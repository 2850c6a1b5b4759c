//! State of the Clusters screen: filter and order of the list, cursors in the list, among the members
//! and in their matrix. Cursors follow documents rather than rows, so they keep their place when
//! clusters are rebuilt.

mod differences;
mod folded;
mod listing;

use std::sync::Arc;

pub use differences::{DifferencePiece, Differences};
pub use folded::Folded;
pub use listing::{ClusterColumn, Listed};

use crate::app::input::Input;
use crate::app::scroll::Scroll;
use crate::base::DocNo;
use crate::cluster::{Cluster, Clustering};
use crate::engine::message::{Comparison, Matrix};
use crate::filter::{Filter, FilterClasses, FilterError, Target};
use crate::index::Collection;
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

/// A selected cluster of which no two members are linked any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FallenApart {
    /// Its members, the one in hand first.
    pub members: Vec<DocNo>,
    /// Representative of the cluster that was selected instead.
    pub instead: Option<DocNo>,
}

/// State of the Clusters screen.
#[derive(Clone, Debug, Default)]
pub struct ClustersState {
    /// The focused panel.
    pub focus: Focus,
    /// Whether the preview has the keys for moving instead of the focused panel. Decisions still are about what that has in
    /// hand.
    pub reading: bool,
    /// Sort column.
    pub sort: ClusterColumn,
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
    /// Members with equal texts as one row.
    pub folded: Folded,
    /// The latest differences received.
    differences: Option<Differences>,
    /// The pair whose differences were requested last.
    comparing: Option<(DocNo, DocNo)>,
    /// First visible row of the differences.
    pub differences_at: usize,
    /// The selected cluster, if a change of the threshold took it from the list. It is selected again if it
    /// comes back while the cursor has not been moved.
    pub fallen_apart: Option<FallenApart>,
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
    pub fn selected_index(&self) -> Option<usize> {
        self.listed.get(self.list.selected).map(|l| l.cluster)
    }

    /// The selected cluster.
    pub fn selected<'a>(&self, clustering: &'a Clustering) -> Option<&'a Cluster> {
        clustering.clusters.get(self.selected_index()?)
    }

    /// The member under the cursor; the representative while the list has the focus.
    pub fn document(&self, clustering: &Clustering) -> Option<DocNo> {
        let cluster = self.selected(clustering)?;
        match self.focus {
            Focus::List => Some(cluster.representative),
            Focus::Members => self.in_order(cluster).get(self.members.selected).copied(),
        }
    }

    /// The members of `cluster` in the order in which they are shown: by date if that is chosen and known,
    /// else by name.
    pub fn in_order<'a>(&'a self, cluster: &'a Cluster) -> &'a [DocNo] {
        if self.by_date && self.dated.0 == cluster.members {
            return &self.dated.1;
        }
        if self.by_date {
            &cluster.members
        } else {
            self.folded.rows(cluster).unwrap_or(&cluster.members)
        }
    }

    /// Finds the equal texts of the selected cluster unless they are known. The cursor stays on its document.
    pub fn fold(&mut self, collection: &Collection, clustering: &Clustering) {
        let Some(cluster) = self.selected(clustering) else {
            return;
        };
        if !self.folded.is_of(cluster) {
            self.reordered(cluster, |state| state.folded.fold(collection, cluster));
        }
    }

    /// The row that shows `doc`, a member of `cluster`.
    pub fn row_of(&self, cluster: &Cluster, doc: DocNo) -> Option<usize> {
        let folded = self.folded.row_of(cluster, doc).filter(|_| !self.by_date);
        folded.or_else(|| self.in_order(cluster).iter().position(|d| *d == doc))
    }

    /// Number of members with the text of a row.
    pub fn row_size(&self, cluster: &Cluster, row: usize) -> usize {
        if !self.by_date && self.folded.rows(cluster).is_some() {
            self.folded.size(row)
        } else {
            1
        }
    }

    /// Whether the dates of `cluster` are missing from its order.
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
        let row_index = |state: &Self, doc| state.row_of(cluster, doc);
        let row = row.and_then(|doc| row_index(self, doc)).unwrap_or(0);
        self.members.select(row, self.in_order(cluster).len());
        self.column = column.and_then(|doc| row_index(self, doc));
    }

    /// Exact similarity of the members shown in row `row` and column `column`, if `matrix` has it.
    pub fn value(&self, cluster: &Cluster, row: usize, column: usize) -> Option<f64> {
        let members = self.in_order(cluster);
        let at = |at: usize| cluster.members.binary_search(members.get(at)?).ok();
        let matrix = self.matrix_of(cluster)?;
        Some(matrix.at(at(row)?, at(column)?))
    }

    /// The matrix cell (row, column) under the cursor, unless it is on the diagonal.
    pub fn cell(&self, clustering: &Clustering) -> Option<(usize, usize)> {
        let cluster = self.selected(clustering)?;
        let (row, column) = (self.members.selected, self.column?);
        let rows = self.in_order(cluster).len();
        (self.focus == Focus::Members && row.max(column) < rows && row != column)
            .then_some((row, column))
    }

    /// The two members whose differences are shown: those of the cell under the cursor, else the member under
    /// the cursor and the representative; while the list has the focus the two that are least alike. `None`
    /// until that is known, and for a cluster of one row.
    pub fn shown_pair(&self, clustering: &Clustering) -> Option<(DocNo, DocNo)> {
        let cluster = self.selected(clustering)?;
        let rows = self.in_order(cluster);
        if let Some((a, b)) = self.cell(clustering) {
            return Some((rows[a], rows[b]));
        }
        let (a, b) = match self.focus {
            Focus::Members => {
                let here = self.members.selected.min(rows.len().saturating_sub(1));
                let medoid = self.row_of(cluster, cluster.representative)?;
                (here != medoid).then_some((medoid.min(here), medoid.max(here)))
            }
            Focus::List => None,
        }
        .or_else(|| self.least_alike(cluster))?;
        let (first, second) = (*rows.get(a)?, *rows.get(b)?);
        // All texts of the cluster are equal.
        let second = if first == second {
            *cluster.members.iter().find(|doc| **doc != first)?
        } else {
            second
        };
        Some((first, second))
    }

    /// The rows of the two members that are least alike; the first of several. Without a matrix the first row
    /// and the representative's, or the second.
    fn least_alike(&self, cluster: &Cluster) -> Option<(usize, usize)> {
        let rows = self.in_order(cluster);
        let Some(matrix) = self.matrix_of(cluster) else {
            let medoid = self.row_of(cluster, cluster.representative)?;
            let is_large = cluster.size() > MATRIX_LIMIT;
            return is_large.then_some((0, if medoid == 0 { 1 } else { medoid }));
        };
        let places = rows.iter().map(|doc| cluster.members.binary_search(doc));
        let places: Vec<usize> = places.collect::<Result<_, _>>().ok()?;
        let mut least = (f64::INFINITY, 0, 0);
        for (i, a) in places.iter().enumerate() {
            for (j, b) in places.iter().enumerate().skip(i + 1) {
                let value = matrix.at(*a, *b);
                if value < least.0 {
                    least = (value, i, j);
                }
            }
        }
        Some((least.1, least.2))
    }

    /// The differences of the pair that is shown, if they are known.
    pub fn differences(&self, clustering: &Clustering) -> Option<&Differences> {
        let pair = self.shown_pair(clustering)?;
        let differences = self.differences.as_ref();
        differences.filter(|d| d.documents() == pair)
    }

    /// The pair whose comparison must be requested for the differences, if any; it is then taken for requested.
    pub fn wants_differences(&mut self, clustering: &Clustering) -> Option<(DocNo, DocNo)> {
        let pair = self.shown_pair(clustering)?;
        if self.differences(clustering).is_some() || self.comparing == Some(pair) {
            return None;
        }
        (self.comparing, self.differences_at) = (Some(pair), 0);
        Some(pair)
    }

    /// Differences that have not arrived are requested anew: another screen requests comparisons.
    pub fn forget_comparing(&mut self) {
        self.comparing = None;
    }

    /// Drops differences: their documents may have other numbers or texts now.
    pub fn forget_differences(&mut self) {
        (self.differences, self.comparing) = (None, None);
    }

    /// Stores a comparison if it is the one asked for.
    pub fn set_comparison(&mut self, comparison: &Arc<Comparison>) {
        let pair = (comparison.left.doc, comparison.right.doc);
        if self.comparing == Some(pair) {
            self.differences = Some(Differences::new(Arc::clone(comparison)));
        }
    }

    /// The matrix if it is that of `cluster` and complete.
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
        let (previous_words, previous_rest) = &self.listed_for;
        let longer = !previous_words.is_empty() && words.starts_with(previous_words.as_str());
        let narrows = longer && rest == *previous_rest && !self.forgotten;
        let among: Vec<usize> = if narrows && anchors.is_empty() {
            old.iter().map(|l| l.cluster).collect()
        } else {
            (0..clustering.clusters.len()).collect()
        };
        let review = self.review.as_deref();
        self.listed = listing::filtered(collection, clustering, among, &words, &rest, review);
        (self.listed_for, self.forgotten) = ((words, rest), false);
        listing::sort(&mut self.listed, clustering, self.sort, self.reversed);

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
        self.fold(collection, clustering);
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
    pub fn filters_decisions(&self) -> bool {
        self.listed_for.1.needs_review()
    }

    /// The filter as words and the rest; if its text cannot be read, what stands before the wrong term.
    fn read_filter(&mut self, collection: &Collection) -> (String, Filter) {
        let classes = FilterClasses::from_collection(collection);
        let text = self.filter.text();
        let (filter, wrong) = Filter::parse_typed(text, Target::Clusters, Some(&classes));
        self.wrong = wrong;
        filter.split_words()
    }

    /// Whether the filter asks for more than names.
    pub fn filters_figures(&self) -> bool {
        !self.listed_for.1.is_empty()
    }

    /// Moves the member cursor to `doc` if it is in the selected cluster, else to the first member.
    pub fn to_member(&mut self, clustering: &Clustering, doc: Option<DocNo>) {
        let Some(cluster) = self.selected(clustering) else {
            (self.members.selected, self.column) = (0, None);
            return;
        };
        let size = self.in_order(cluster).len();
        let at = doc.and_then(|doc| self.row_of(cluster, doc));
        self.members.select(at.unwrap_or(0), size);
        self.column = self.column.filter(|c| *c < size && at.is_some());
    }
}

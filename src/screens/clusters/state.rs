//! State of the Clusters screen: filter and order of the list, cursors in the list, among the members
//! and in their matrix. Cursors follow documents rather than rows, so they keep their place when
//! clusters are rebuilt.

mod differences;
mod listing;

use std::collections::HashMap;
use std::sync::Arc;

pub use differences::{DifferencePiece, Differences};
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
    /// Members with equal texts as one row.
    pub folded: Folded,
    /// The latest differences received.
    differences: Option<Differences>,
    /// The pair whose differences were requested last.
    comparing: Option<(DocNo, DocNo)>,
    /// First visible row of the differences.
    pub differences_at: usize,
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

    /// The rows of the members of `cluster`, by name: the first of each text.
    pub fn in_order<'a>(&'a self, cluster: &'a Cluster) -> &'a [DocNo] {
        self.folded.rows(cluster).unwrap_or(&cluster.members)
    }

    /// Finds the equal texts of the selected cluster unless they are known.
    pub fn fold(&mut self, collection: &Collection, clustering: &Clustering) {
        let cluster = self.selected(clustering);
        if let Some(cluster) = cluster.filter(|cluster| !self.folded.is_of(cluster)) {
            self.folded = Folded::new(collection, cluster);
        }
    }

    /// The row that shows `doc`, a member of `cluster`.
    pub fn row_of(&self, cluster: &Cluster, doc: DocNo) -> Option<usize> {
        let folded = self.folded.row_of(cluster, doc);
        folded.or_else(|| cluster.members.iter().position(|d| *d == doc))
    }

    /// Number of members with the text of a row.
    pub fn row_size(&self, cluster: &Cluster, row: usize) -> usize {
        match self.folded.rows(cluster) {
            Some(_) => self.folded.size(row),
            None => 1,
        }
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
        self.listed_for.1.first_property().is_some()
    }

    /// The filter as words and the rest; if its text cannot be read, what stands before the wrong term.
    fn read_filter(&mut self, collection: &Collection) -> (String, Filter) {
        let classes = FilterClasses::from_collection(collection);
        let text = self.filter.text();
        let (filter, wrong) = Filter::parse_typed(text, Target::Clusters, &classes);
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

/// Clusters with more members than this keep a row for each, because finding equal texts would delay a key.
const FOLD_LIMIT: usize = 20_000;

/// Rows of the cluster that was folded last.
#[derive(Clone, Debug, Default)]
pub struct Folded {
    /// The members of that cluster, in id order.
    members: Vec<DocNo>,
    /// The first member of each text, in id order; empty if all texts differ or are not looked at.
    rows: Vec<DocNo>,
    /// Number of members in each row.
    sizes: Vec<usize>,
    /// The row of each of `members`.
    row_of: Vec<usize>,
}

impl Folded {
    /// Whether `cluster` is the one that was folded last.
    pub fn is_of(&self, cluster: &Cluster) -> bool {
        self.members == cluster.members
    }

    /// Finds the equal texts of `cluster`. O(members).
    pub fn new(collection: &Collection, cluster: &Cluster) -> Self {
        let mut folded = Folded {
            members: cluster.members.clone(),
            ..Folded::default()
        };
        if cluster.identical == 0 || cluster.size() > FOLD_LIMIT {
            return folded;
        }
        let mut first = HashMap::new();
        for doc in &cluster.members {
            let text = collection.row(*doc).normalised;
            let row = *first.entry(text).or_insert_with(|| {
                folded.rows.push(*doc);
                folded.sizes.push(0);
                folded.rows.len() - 1
            });
            folded.sizes[row] += 1;
            folded.row_of.push(row);
        }
        folded
    }

    /// The first member of each text of `cluster`; `None` if each member has its own row.
    pub fn rows(&self, cluster: &Cluster) -> Option<&[DocNo]> {
        (!self.rows.is_empty() && self.is_of(cluster)).then_some(&self.rows)
    }

    /// The row of a member while rows are folded.
    pub fn row_of(&self, cluster: &Cluster, doc: DocNo) -> Option<usize> {
        self.rows(cluster)?;
        let at = cluster.members.binary_search(&doc).ok()?;
        self.row_of.get(at).copied()
    }

    /// Number of members in a row while rows are folded.
    pub fn size(&self, row: usize) -> usize {
        self.sizes.get(row).copied().unwrap_or(1)
    }
}

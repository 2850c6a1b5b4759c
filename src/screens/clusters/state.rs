//! State of the Clusters screen: filter and order of the list, cursors in the list, among the members
//! and in their matrix. Cursors follow documents rather than rows, so they keep their place when
//! clusters are rebuilt.

mod listing;

use std::collections::HashMap;
use std::sync::Arc;

pub use listing::{ClusterColumn, Listed};

use crate::app::{Scroll, TextField};
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
pub enum ClustersFocus {
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
    pub focus: ClustersFocus,
    /// Whether the keys for moving go to the preview. Decisions still apply to the focused panel.
    pub reading: bool,
    /// Sort column.
    pub sort: ClusterColumn,
    /// Filter text.
    pub filter: TextField,
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
    /// The documents of the selection from before copied text was shown; empty otherwise.
    pub kept_selection: Vec<DocNo>,
    /// The latest matrix received.
    pub matrix: Option<Arc<Matrix>>,
    rows: MemberRows,
    /// The latest comparison received.
    differences: Option<Arc<Comparison>>,
    /// The pair whose differences were requested last.
    pub comparing: Option<(DocNo, DocNo)>,
    /// First visible row of the differences.
    pub differences_at: usize,
    /// Why the filter text cannot be read.
    pub wrong: Option<FilterError>,
    /// The filter without its plain words.
    pub figures_filter: Filter,
    /// Decisions on the documents, for the filter.
    pub review: Option<Arc<ReviewState>>,
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
            ClustersFocus::List => Some(cluster.representative),
            ClustersFocus::Members => self.in_order(cluster).get(self.members.selected).copied(),
        }
    }

    /// The first member of each row of `cluster`, in id order.
    pub fn in_order<'a>(&'a self, cluster: &'a Cluster) -> &'a [DocNo] {
        let rows = self.rows_of(cluster);
        rows.map_or(&cluster.members, |rows| &rows.first)
    }

    fn rows_of(&self, cluster: &Cluster) -> Option<&MemberRows> {
        Some(&self.rows).filter(|rows| rows.members == cluster.members)
    }

    /// Finds the equal texts of the selected cluster unless they are known.
    pub fn fold(&mut self, collection: &Collection, clustering: &Clustering) {
        let cluster = self.selected(clustering);
        if let Some(cluster) = cluster.filter(|cluster| self.rows_of(cluster).is_none()) {
            self.rows = MemberRows::new(collection, cluster);
        }
    }

    /// The row that shows `doc`, a member of `cluster`.
    pub fn row_of(&self, cluster: &Cluster, doc: DocNo) -> Option<usize> {
        let at = cluster.members.binary_search(&doc).ok()?;
        let rows = self.rows_of(cluster);
        Some(rows.map_or(at, |rows| rows.row_of[at]))
    }

    /// Number of members with the text of a row.
    pub fn row_size(&self, cluster: &Cluster, row: usize) -> usize {
        let rows = self.rows_of(cluster);
        rows.map_or(1, |rows| rows.sizes[row])
    }

    /// Greatest number of members with the text of one row.
    pub fn largest_row(&self, cluster: &Cluster) -> usize {
        let sizes = self.rows_of(cluster).map(|rows| rows.sizes.iter().max());
        sizes.flatten().copied().unwrap_or(1)
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
        (self.focus == ClustersFocus::Members && row.max(column) < rows && row != column)
            .then_some((row, column))
    }

    /// The two members whose differences are shown: those of the cell under the cursor, otherwise the representative and
    /// the member under the cursor. On the representative itself, and while the list has the focus, the representative
    /// and the member least similar to it. `None` until that is known.
    pub fn shown_pair(&self, clustering: &Clustering) -> Option<(DocNo, DocNo)> {
        let cluster = self.selected(clustering)?;
        let rows = self.in_order(cluster);
        if let Some((a, b)) = self.cell(clustering) {
            return Some((rows[a], rows[b]));
        }
        let other = match self.focus {
            ClustersFocus::Members => rows.get(self.members.selected).copied(),
            ClustersFocus::List => None,
        };
        let medoid = self.row_of(cluster, cluster.representative);
        let other = other.filter(|doc| self.row_of(cluster, *doc) != medoid);
        let other = other.or_else(|| self.least_similar(cluster))?;
        Some((cluster.representative, other))
    }

    /// The member least similar to the representative, the first such member. `None` until the matrix is known; for a
    /// cluster too large for a matrix any other one.
    fn least_similar(&self, cluster: &Cluster) -> Option<DocNo> {
        let representative = cluster.representative;
        if cluster.size() > MATRIX_LIMIT {
            return self.any_other(cluster);
        }
        let matrix = self.matrix_of(cluster)?;
        let row = cluster.members.binary_search(&representative).ok()?;
        let similarities = cluster.members.iter().enumerate();
        let similarities = similarities.map(|(at, doc)| (matrix.at(row, at), *doc));
        let others = similarities.filter(|(_, doc)| *doc != representative);
        let least = others.min_by(|a, b| a.0.total_cmp(&b.0));
        least.map(|(_, doc)| doc)
    }

    /// A member other than the representative, with another text if there is one.
    pub fn any_other(&self, cluster: &Cluster) -> Option<DocNo> {
        let rows = self.in_order(cluster).iter().chain(&cluster.members);
        rows.copied().find(|doc| *doc != cluster.representative)
    }

    /// The differences of the pair that is shown, if they are known.
    pub fn differences(&self, clustering: &Clustering) -> Option<&Arc<Comparison>> {
        let pair = self.shown_pair(clustering)?;
        let differences = self.differences.as_ref();
        differences.filter(|c| (c.left.doc, c.right.doc) == pair)
    }

    /// The pair whose comparison must be requested for the differences, if any; it then counts as requested.
    pub fn wants_differences(&mut self, clustering: &Clustering) -> Option<(DocNo, DocNo)> {
        let pair = self.shown_pair(clustering)?;
        if self.differences(clustering).is_some() || self.comparing == Some(pair) {
            return None;
        }
        (self.comparing, self.differences_at) = (Some(pair), 0);
        Some(pair)
    }

    /// Drops differences: their documents may have other numbers or texts now.
    pub fn forget_differences(&mut self) {
        (self.differences, self.comparing) = (None, None);
    }

    /// Stores a comparison if it is the one asked for.
    pub fn set_comparison(&mut self, comparison: &Arc<Comparison>) {
        if self.comparing == Some((comparison.left.doc, comparison.right.doc)) {
            self.differences = Some(Arc::clone(comparison));
        }
    }

    /// The matrix if it is that of `cluster` and complete.
    pub fn matrix_of(&self, cluster: &Cluster) -> Option<&Matrix> {
        self.matrix
            .as_deref()
            .filter(|m| m.members == cluster.members && m.values.len() == m.members.len().pow(2))
    }

    /// Recomputes the list by filter and order. The cursor moves to the first of `anchors` whose cluster is listed.
    /// Without anchors it stays on its cluster, or moves to the best match if this is not listed.
    pub fn list(&mut self, collection: &Collection, clustering: &Clustering, anchors: &[DocNo]) {
        let old = std::mem::take(&mut self.listed);
        let classes = FilterClasses::from_collection(collection);
        // If the text is invalid, only the part before the invalid term applies.
        let (filter, wrong) = Filter::parse_typed(self.filter.text(), Target::Clusters, &classes);
        let (words, figures) = filter.split_words();
        (self.wrong, self.figures_filter) = (wrong, figures);
        let review = self.review.as_deref();
        let figures = &self.figures_filter;
        self.listed = listing::filtered(collection, clustering, &words, figures, review);
        listing::sort(&mut self.listed, clustering, self.sort);

        let wanted = anchors.iter().find_map(|doc| {
            let (index, _) = clustering.cluster_of(*doc)?;
            self.listed.iter().position(|l| l.cluster == index)
        });
        let kept = old.get(self.list.selected).filter(|_| anchors.is_empty());
        let kept = kept.and_then(|old| self.listed.iter().position(|l| l.cluster == old.cluster));
        let best = || {
            let matching = self.listed.iter().enumerate().filter(|(_, l)| l.score > 0);
            Some(matching.rev().max_by_key(|(_, l)| l.score)?.0)
        };
        let at = wanted.or(kept).or_else(best).unwrap_or(self.list.selected);
        self.list.select(at, self.listed.len());
        self.fold(collection, clustering);
    }

    /// Moves the member cursor to `doc` if it is in the selected cluster, otherwise to the first member.
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

/// The members of a cluster as rows, one for each text.
#[derive(Clone, Debug, Default)]
struct MemberRows {
    /// The members, in id order.
    members: Vec<DocNo>,
    /// The first member of each row, in id order.
    first: Vec<DocNo>,
    /// Number of members in each row.
    sizes: Vec<usize>,
    /// The row of each of `members`.
    row_of: Vec<usize>,
}

impl MemberRows {
    /// Finds the equal texts of `cluster`. O(members).
    fn new(collection: &Collection, cluster: &Cluster) -> Self {
        let folds = cluster.identical > 0 && cluster.size() <= FOLD_LIMIT;
        let mut rows = MemberRows {
            members: cluster.members.clone(),
            ..MemberRows::default()
        };
        let mut rows_by_text = HashMap::new();
        for doc in &cluster.members {
            let next = rows.first.len();
            let mut row = next;
            if folds {
                let text = collection.row(*doc).normalised;
                row = *rows_by_text.entry(text).or_insert(next);
            }
            if row == next {
                rows.first.push(*doc);
                rows.sizes.push(0);
            }
            rows.sizes[row] += 1;
            rows.row_of.push(row);
        }
        rows
    }
}

//! State of the Mirrors screen: the list, the two trees of the open mirror, and the last request.

use std::collections::HashSet;
use std::sync::Arc;

use crate::app::Scroll;
use crate::app::data::Data;
use crate::engine::message::{MirrorList, MirrorTrees};
use crate::engine::mirrors::refusal;
use crate::mirrors::{Mirror, OutlineRow, RowKind, Status};

/// State of the Mirrors screen.
#[derive(Clone, Debug, Default)]
pub struct MirrorsState {
    /// The latest answer; of older results while a new one is computed.
    latest: Option<Arc<MirrorList>>,
    /// The last request.
    requested: Option<MirrorsRequest>,
    /// Cursor in the list.
    pub list: Scroll,
    /// The trees that are open.
    pub trees: Option<Trees>,
}

/// Addresses of the collection and of the pair set, which are never followed, and the threshold.
type MirrorsRequest = ([usize; 2], f64);

/// Two trees side by side.
#[derive(Clone, Debug, Default)]
pub struct Trees {
    /// Place of the mirror in the list.
    pub at: usize,
    /// The answer; `None` until it has arrived.
    pub view: Option<Arc<MirrorTrees>>,
    /// Folders that are open, by their rows.
    open: HashSet<usize>,
    /// Whether equal documents are hidden.
    pub differences: bool,
    /// The rows that are shown, by their places.
    pub shown: Vec<usize>,
    /// Cursor in the rows that are shown.
    pub scroll: Scroll,
}

/// Rows up to which all folders are open at first.
const FEW: usize = 40;

impl MirrorsState {
    /// Whether the mirrors of the displayed results are still to be requested; if so, notes that they are.
    pub fn ask(&mut self, data: &Data) -> bool {
        let wanted = self.wanted(data);
        let is_new = wanted.is_some() && self.requested != wanted && self.current(data).is_none();
        if is_new {
            self.requested = wanted;
        }
        is_new
    }

    fn wanted(&self, data: &Data) -> Option<MirrorsRequest> {
        let (collection, pairs) = (data.collection.as_ref()?, data.pairs.as_ref()?);
        let results = [
            Arc::as_ptr(collection) as usize,
            Arc::as_ptr(pairs) as usize,
        ];
        let threshold = data.clustering.as_ref()?.threshold;
        let is_refused = refusal(collection).is_some();
        (!is_refused).then_some((results, threshold))
    }

    /// Stores an answer. Trees of another list are closed.
    pub fn set(&mut self, list: Arc<MirrorList>) {
        self.requested = None;
        self.list
            .select(self.list.selected, list.mirrors.mirrors.len());
        self.trees = None;
        self.latest = Some(list);
    }

    /// The mirrors of the displayed results; `None` until they are known.
    pub fn current(&self, data: &Data) -> Option<&Arc<MirrorList>> {
        let latest = self.latest.as_ref()?;
        let fits = Arc::ptr_eq(&latest.collection, data.collection.as_ref()?)
            && Arc::ptr_eq(&latest.pairs, data.pairs.as_ref()?)
            && latest.threshold == data.clustering.as_ref()?.threshold;
        fits.then_some(latest)
    }

    /// Number of mirrors of the latest list.
    pub fn rows(&self) -> usize {
        let latest = self.latest.as_ref();
        latest.map_or(0, |list| list.mirrors.mirrors.len())
    }

    /// The mirror under the cursor, or the one whose trees are open.
    pub fn selected(&self, data: &Data) -> Option<&Mirror> {
        let trees = self.trees.as_ref();
        let at = trees.map_or(self.list.selected, |trees| trees.at);
        self.current(data)?.mirrors.mirrors.get(at)
    }

    /// Stores two trees if they are those that are open.
    pub fn set_trees(&mut self, view: Arc<MirrorTrees>) {
        let is_latest = |list: &Arc<MirrorList>| Arc::ptr_eq(list, &view.list);
        let is_current = self.latest.as_ref().is_some_and(is_latest);
        if let Some(trees) = &mut self.trees
            && is_current
            && trees.at == view.at
        {
            trees.set(view);
        }
    }
}

impl Trees {
    /// The trees of the mirror at this place of the list; the rows arrive later.
    pub fn new(at: usize) -> Self {
        Trees {
            at,
            ..Trees::default()
        }
    }

    fn set(&mut self, view: Arc<MirrorTrees>) {
        let rows = &view.outline.rows;
        self.open.clear();
        if rows.len() <= FEW {
            self.open.extend(0..rows.len());
        }
        self.view = Some(view);
        self.list();
        self.scroll = Scroll::default();
    }

    /// The row at this place of those that are shown, and whether it is an open folder.
    pub fn row(&self, index: usize) -> Option<(&OutlineRow, bool)> {
        let at = *self.shown.get(index)?;
        let row = self.view.as_ref()?.outline.rows.get(at)?;
        Some((row, self.open.contains(&at)))
    }

    /// The row under the cursor.
    pub fn selected(&self) -> Option<&OutlineRow> {
        self.row(self.scroll.selected).map(|(row, _)| row)
    }

    /// Shows only what differs, or everything; the cursor stays at its row if that is still shown.
    pub fn switch_differences(&mut self) {
        self.differences = !self.differences;
        self.relist();
    }

    /// Opens the folder under the cursor, closes it, or the other of the two (`None`). Closing a document or a closed
    /// folder goes to the folder above. Returns whether anything changed.
    pub fn fold(&mut self, open: Option<bool>) -> bool {
        let Some(&at) = self.shown.get(self.scroll.selected) else {
            return false;
        };
        let row = self.selected();
        let is_folder = row.is_some_and(|row| matches!(row.kind, RowKind::Folder { .. }));
        let is_open = self.open.contains(&at);
        let open = open.unwrap_or(!is_open);
        if is_folder && open != is_open {
            if !self.open.remove(&at) {
                self.open.insert(at);
            }
            self.relist();
            return true;
        }
        if open {
            return false;
        }
        let above = self.above(at);
        let position = above.and_then(|above| self.shown.iter().position(|row| *row == above));
        if let Some(position) = position {
            self.scroll.selected = position;
        }
        position.is_some()
    }

    /// Row of the folder that holds the row at `at`.
    fn above(&self, at: usize) -> Option<usize> {
        let rows = &self.view.as_ref()?.outline.rows;
        let depth = rows[at].depth;
        (0..at).rev().find(|above| rows[*above].depth < depth)
    }

    fn relist(&mut self) {
        let at = self.shown.get(self.scroll.selected).copied();
        self.list();
        let position = at.map(|at| self.shown.partition_point(|row| *row < at));
        self.scroll.select(position.unwrap_or(0), self.shown.len());
    }

    /// Lists the rows that are shown. The first row, the trees themselves, never is.
    fn list(&mut self) {
        let Some(view) = &self.view else { return };
        let rows = &view.outline.rows;
        self.shown.clear();
        let mut at = 1;
        while let Some(row) = rows.get(at) {
            let (hidden, end) = match row.kind {
                RowKind::Folder { end, tally, .. } => (tally.differ == 0, end),
                RowKind::Document { status, .. } => (status == Status::Same, at + 1),
            };
            if self.differences && hidden {
                at = end;
                continue;
            }
            self.shown.push(at);
            at = if self.open.contains(&at) { at + 1 } else { end };
        }
    }
}

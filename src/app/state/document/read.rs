//! What drawing reads of a document and its neighbours.

use super::{Column, DocumentState, Panel, window_start};
use crate::base::DocNo;
use crate::engine::message::{DocumentView, Neighbour};
use crate::typeset::Pane;

impl DocumentState {
    /// The document of this screen.
    #[must_use]
    pub fn doc(&self) -> DocNo {
        self.doc
    }

    /// The view, once it has come.
    #[must_use]
    pub fn view(&self) -> Option<&DocumentView> {
        self.view.as_deref()
    }

    /// The text in its window, once it has come.
    #[must_use]
    pub fn pane(&self) -> Option<&Pane> {
        self.pane.as_ref()
    }

    /// Which panel has the keys.
    #[must_use]
    pub fn panel(&self) -> Panel {
        self.panel
    }

    /// The column sorted by, and whether values rise down the table.
    #[must_use]
    pub fn sorted_by(&self) -> (Column, bool) {
        (self.sort, self.sort.rises() != self.reversed)
    }

    /// Row of the selected neighbour in the table.
    #[must_use]
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// The neighbour in a row of the table.
    #[must_use]
    pub fn neighbour(&self, row: usize) -> Option<&Neighbour> {
        self.view.as_ref()?.neighbours.get(*self.order.get(row)?)
    }

    /// The selected neighbour.
    #[must_use]
    pub fn selected_neighbour(&self) -> Option<&Neighbour> {
        self.neighbour(self.selected)
    }

    /// First row of the table that a window of so many rows shows.
    #[must_use]
    pub fn first_row(&self, rows: usize) -> usize {
        window_start(self.first, self.selected, rows.max(1), self.order.len())
    }

    /// How many runs of marked text there are, and the one jumped to.
    #[must_use]
    pub fn runs(&self) -> (usize, Option<usize>) {
        (self.runs.len(), self.run)
    }

    /// Byte span of the run jumped to.
    #[must_use]
    pub fn run_span(&self) -> Option<(usize, usize)> {
        self.runs.get(self.run?).copied()
    }

    /// 1-based line of the text at the top of its window, for an editor.
    #[must_use]
    pub fn line(&self) -> usize {
        self.pane.as_ref().map_or(1, Pane::line)
    }
}

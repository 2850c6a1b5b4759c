//! Read access to the Document state for drawing.

use super::{DocumentState, Panel};
use crate::app::state::unmasked_parts;
use crate::base::DocNo;
use crate::engine::message::{DocumentView, Neighbour};
use crate::typeset::Pane;

impl DocumentState {
    /// The document of this screen.
    pub fn doc(&self) -> DocNo {
        self.doc
    }

    /// The view, once it has arrived.
    pub fn view(&self) -> Option<&DocumentView> {
        self.view.as_deref()
    }

    /// Whether it is not compared with all others.
    pub fn is_set_apart(&self) -> bool {
        self.view().is_some_and(|view| view.is_set_apart)
    }

    /// The text in its viewport, once it has arrived.
    pub fn pane(&self) -> Option<&Pane> {
        self.pane.as_ref()
    }

    /// Byte spans that a search has found, ascending.
    pub fn matches(&self) -> &[(usize, usize)] {
        &self.matches
    }

    /// The focused panel.
    pub fn panel(&self) -> Panel {
        self.panel
    }

    /// Table row of the selected neighbour.
    pub fn selected(&self) -> usize {
        self.table.selected
    }

    /// The neighbour in a table row.
    pub fn neighbour(&self, row: usize) -> Option<&Neighbour> {
        self.view.as_ref()?.neighbours.get(row)
    }

    /// The selected neighbour.
    pub fn selected_neighbour(&self) -> Option<&Neighbour> {
        self.neighbour(self.table.selected)
    }

    /// First visible table row in a viewport of `rows`.
    pub fn first_row(&self, rows: usize) -> usize {
        self.table.window(rows.max(1), self.rows())
    }

    /// Number of marked runs, and index of the one last jumped to.
    pub fn runs(&self) -> (usize, Option<usize>) {
        (self.runs.len(), self.run)
    }

    /// The part at hand, else the first: what stands between masked parts.
    pub fn run_texts(&self) -> Vec<String> {
        let run = self.run_span().or(self.runs.first().copied());
        let Some((view, run)) = self.view.as_ref().zip(run) else {
            return Vec::new();
        };
        unmasked_parts(&view.text, run, &view.masked)
    }

    /// 1-based text line of the cursor, if keys move it and it is visible, else the one at the top of the viewport: for
    /// opening an editor.
    pub fn line(&self) -> usize {
        let Some(pane) = &self.pane else { return 1 };
        let at = self.at.filter(|_| self.moves_by_sentence());
        match at.filter(|at| pane.row_of(*at).is_some()) {
            Some(at) => pane.line_of(at),
            None => pane.line(),
        }
    }
}

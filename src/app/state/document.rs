//! State of the Document screen: a text with passages marked that occur elsewhere, and the table of its
//! neighbours.

mod action;
mod column;
mod read;

use std::sync::Arc;

pub use action::{DocAction, DocEffect, Panel};
pub use column::Column;

use crate::base::DocNo;
use crate::engine::message::DocumentView;
use crate::typeset::Pane;

/// State of the Document screen.
#[derive(Clone, Debug)]
pub struct DocumentState {
    doc: DocNo,
    view: Option<Arc<DocumentView>>,
    panel: Panel,
    sort: Column,
    reversed: bool,
    /// Indices into the view's neighbours, in table order.
    order: Vec<usize>,
    selected: usize,
    /// First visible table row, and number of visible rows.
    first: usize,
    table_rows: usize,
    pane: Option<Pane>,
    /// Byte spans of marked runs, and the index of the one last jumped to.
    runs: Vec<(usize, usize)>,
    run: Option<usize>,
}

impl DocumentState {
    /// Creates the screen for `doc`; its view arrives later.
    #[must_use]
    pub fn new(doc: DocNo) -> Self {
        DocumentState {
            doc,
            view: None,
            panel: Panel::default(),
            sort: Column::Exact,
            reversed: false,
            order: Vec::new(),
            selected: 0,
            first: 0,
            table_rows: 8,
            pane: None,
            runs: Vec::new(),
            run: None,
        }
    }

    /// Stores a view if it is of this document. A later view (after a reload) keeps the selected
    /// neighbour and the text position. A view without exact counts does not replace a counted one of
    /// the same text.
    pub fn set_view(&mut self, view: Arc<DocumentView>) {
        let counted = self.view.as_ref().filter(|known| known.counted);
        let shown = counted.is_some_and(|known| known.text == view.text);
        if view.doc != self.doc || (shown && !view.counted) {
            return;
        }
        let selected = self.selected_neighbour().map(|n| n.doc);
        let mut pane = Pane::new(Arc::clone(&view.text));
        if let Some(old) = &self.pane {
            let (width, height) = old.size();
            pane.resize(width, height);
            pane.show(old.top_byte(), 0);
        }
        self.pane = Some(pane);
        self.runs = runs(&view);
        self.run = None;
        self.view = Some(view);
        self.reorder(selected);
    }

    /// Sets the viewport sizes: table rows, text columns and text rows.
    pub fn fit(&mut self, table_rows: usize, columns: usize, rows: usize) {
        self.table_rows = table_rows.max(1);
        if let Some(pane) = &mut self.pane {
            pane.resize(columns, rows);
        }
        self.keep_selected_in_window();
    }

    /// Applies a user action; returns a request to the rest of the program, if any.
    pub fn apply(&mut self, action: DocAction) -> Option<DocEffect> {
        let page = self.page();
        match action {
            DocAction::Up => self.step(-1),
            DocAction::Down => self.step(1),
            DocAction::PageUp => self.step(-page),
            DocAction::PageDown => self.step(page),
            DocAction::Scroll(rows) => self.step(rows.into()),
            DocAction::Top => self.go_to_end(false),
            DocAction::Bottom => self.go_to_end(true),
            DocAction::SwitchPanel => {
                self.panel = match self.panel {
                    Panel::Neighbours => Panel::Text,
                    Panel::Text => Panel::Neighbours,
                };
            }
            DocAction::Sort => self.sort_by(self.sort.next(), false),
            DocAction::SortBy(column) => {
                self.sort_by(column, column == self.sort && !self.reversed);
            }
            DocAction::ReverseSort => self.sort_by(self.sort, !self.reversed),
            DocAction::Select(row) => {
                let again = row == self.selected && self.panel == Panel::Neighbours;
                self.panel = Panel::Neighbours;
                if row < self.order.len() {
                    self.selected = row;
                    self.keep_selected_in_window();
                    return again.then(|| self.compare()).flatten();
                }
            }
            DocAction::Open => return self.compare(),
            DocAction::NextMark => self.jump(true),
            DocAction::PreviousMark => self.jump(false),
        }
        None
    }

    fn compare(&self) -> Option<DocEffect> {
        let view = self.view.as_ref()?;
        let neighbours: Vec<DocNo> = self.order.iter().map(|i| view.neighbours[*i].doc).collect();
        (!neighbours.is_empty()).then_some(DocEffect::Compare {
            fixed: self.doc,
            neighbours,
            at: self.selected,
        })
    }

    fn page(&self) -> i64 {
        let rows = match self.panel {
            Panel::Neighbours => self.table_rows,
            Panel::Text => self.pane.as_ref().map_or(1, |p| p.size().1),
        };
        (rows as i64 - 1).max(1)
    }

    fn step(&mut self, rows: i64) {
        match (self.panel, &mut self.pane) {
            (Panel::Text, Some(pane)) => pane.scroll(rows),
            (Panel::Text, None) => {}
            (Panel::Neighbours, _) => {
                let last = self.order.len().saturating_sub(1) as i64;
                self.selected = (self.selected as i64 + rows).clamp(0, last) as usize;
                self.keep_selected_in_window();
            }
        }
    }

    fn go_to_end(&mut self, bottom: bool) {
        match (self.panel, &mut self.pane) {
            (Panel::Text, Some(pane)) if bottom => pane.show_end(),
            (Panel::Text, Some(pane)) => pane.show_start(),
            (Panel::Text, None) => {}
            (Panel::Neighbours, _) => self.step(if bottom { i64::MAX / 2 } else { i64::MIN / 2 }),
        }
    }

    fn jump(&mut self, forward: bool) {
        let Some(pane) = &mut self.pane else { return };
        let seen = self.run.filter(|i| pane.row_of(self.runs[*i].0).is_some());
        let target = match (seen, forward) {
            (Some(i), true) => Some(i + 1),
            (Some(i), false) => i.checked_sub(1),
            (None, true) => Some(self.runs.partition_point(|r| r.0 < pane.top_byte())),
            (None, false) => self
                .runs
                .partition_point(|r| r.0 < pane.top_byte())
                .checked_sub(1),
        };
        if let Some(i) = target.filter(|i| *i < self.runs.len()) {
            self.run = Some(i);
            // A run that is already visible is highlighted without scrolling.
            let (start, end) = self.runs[i];
            let whole = pane.row_of(start).is_some() && pane.row_of(end).is_some();
            if !whole {
                let above = (pane.size().1 / 4).min(3);
                pane.show(start, above);
            }
        }
    }

    fn sort_by(&mut self, column: Column, reversed: bool) {
        let selected = self.selected_neighbour().map(|n| n.doc);
        (self.sort, self.reversed) = (column, reversed);
        self.reorder(selected);
    }

    fn reorder(&mut self, selected: Option<DocNo>) {
        let Some(view) = &self.view else { return };
        self.order = (0..view.neighbours.len()).collect();
        self.order.sort_by(|a, b| {
            let order = self.sort.order(&view.neighbours[*a], &view.neighbours[*b]);
            if self.reversed {
                order.reverse()
            } else {
                order
            }
        });
        self.selected = selected
            .and_then(|doc| {
                self.order
                    .iter()
                    .position(|i| view.neighbours[*i].doc == doc)
            })
            .unwrap_or(0);
        self.keep_selected_in_window();
    }

    fn keep_selected_in_window(&mut self) {
        self.first = window_start(self.first, self.selected, self.table_rows, self.order.len());
    }
}

/// First visible row of a viewport of `rows` over `len` rows that contains `selected`, with minimal
/// scrolling.
fn window_start(first: usize, selected: usize, rows: usize, len: usize) -> usize {
    let lowest = (selected + 1).saturating_sub(rows);
    first
        .clamp(lowest, selected.max(lowest))
        .min(len.saturating_sub(rows))
}

/// Marked spans; those without an alphanumeric character between them are merged.
fn runs(view: &DocumentView) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (start, end, _) in &view.marked {
        match runs.last_mut() {
            Some(run)
                if !view
                    .text
                    .get(run.1..*start)
                    .unwrap_or("x")
                    .contains(char::is_alphanumeric) =>
            {
                run.1 = *end;
            }
            _ => runs.push((*start, *end)),
        }
    }
    runs
}

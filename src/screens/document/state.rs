//! State of the Document screen: a text with passages marked that occur elsewhere, and the table of its
//! neighbours.

mod holders;
mod sources;

use std::sync::Arc;

pub use holders::{Holder, Holders};

use crate::app::state::unmasked_parts;
use crate::app::{Command, Scroll};
use crate::base::DocNo;
use crate::config::Purpose;
use crate::engine::message::{DocumentView, SourcesView};
use crate::evidence::sentences;
use crate::screens::compare::state::{CompareState, next_target};
use crate::typeset::Pane;

/// A panel of the Document screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DocumentPanel {
    /// The table of neighbours.
    #[default]
    Neighbours,
    /// The document text.
    Text,
}

/// User action on the Document screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocAction {
    /// Run a command of the screen.
    Run(Command),
    /// Select the neighbour in this table row; open it if it is selected already.
    Select(usize),
    /// Select this source of the list, which may be folded away; open it if it is selected already.
    Choose(usize),
    /// Scroll the focused panel by rows; positive is down.
    Scroll(i32),
}

/// State of the Document screen.
#[derive(Clone, Debug, Default)]
pub struct DocumentState {
    /// The date of the document and where the date comes from; `None` if dates are not shown.
    pub date: Option<String>,
    /// The document of this screen.
    pub doc: DocNo,
    view: Option<Arc<DocumentView>>,
    /// The focused panel.
    pub panel: DocumentPanel,
    /// Cursor and viewport of the table.
    pub table: Scroll,
    /// The text in its viewport, once it has arrived.
    pub pane: Option<Pane>,
    /// Byte spans of marked runs.
    pub runs: Vec<(usize, usize)>,
    /// The run last jumped to.
    pub run: Option<usize>,
    /// The purpose of the screen. For copied text, the table and the runs are those of the sources.
    pub purpose: Purpose,
    sources: Option<Arc<SourcesView>>,
    /// Whether the sources were requested.
    requested_sources: bool,
    /// Whether the panel of the documents with the current text is visible.
    pub shows_holders: bool,
    /// The current byte. For copied text, it is in a passage of the document that is selected in the table, if any;
    /// otherwise it is in the sentence or row of the text that keys have moved to.
    at: Option<usize>,
    /// Byte spans that a search has found, ascending; the first is brought into view with the text.
    pub matches: Vec<(usize, usize)>,
    /// Whether the first match must still be scrolled into view.
    scroll_to_match: bool,
    /// Whether all columns of the neighbours are shown.
    pub all_figures: bool,
    /// Byte spans with the number of other documents that they occur in, ascending and disjoint.
    pub documents: Vec<(usize, usize, u32)>,
}

impl DocumentState {
    /// Creates the screen for `doc`; its view arrives later.
    pub fn new(doc: DocNo) -> Self {
        DocumentState {
            doc,
            table: Scroll {
                rows: 8,
                ..Scroll::default()
            },
            // The size is not known yet; assumes that there is room for the panel.
            shows_holders: true,
            ..DocumentState::default()
        }
    }

    /// Whether keys move in the text by sentences: the text has the focus, and the purpose is near-duplicates.
    pub fn moves_by_sentence(&self) -> bool {
        self.panel == DocumentPanel::Text && self.purpose == Purpose::NearDuplicates
    }

    /// Creates the screen for a document in which a search found these byte spans. They are highlighted; the text has
    /// the focus and begins at the first of them.
    pub fn at(doc: DocNo, matches: Vec<(usize, usize)>) -> Self {
        let mut state = DocumentState::new(doc);
        if !matches.is_empty() {
            (state.panel, state.scroll_to_match) = (DocumentPanel::Text, true);
        }
        state.matches = matches;
        state
    }

    /// Stores a view if it is of this document. A later view (after a reload) keeps the selected
    /// neighbour and the text position. A view without exact counts does not replace a counted one of
    /// the same text.
    pub fn set_view(&mut self, view: Arc<DocumentView>) {
        let before = self.view.as_ref();
        let counted = before.is_some_and(|before| before.counted);
        let shown = before.is_some_and(|before| before.text == view.text);
        if view.doc != self.doc || (shown && counted && !view.counted) {
            return;
        }
        let selected = self.other();
        let mut pane = Pane::new(Arc::clone(&view.text));
        pane.set_reflowed(true);
        if let Some(old) = &self.pane {
            let (width, height) = old.size();
            pane.resize(width, height);
            pane.show(old.top_byte(), 0);
        }
        if self.view.is_some() && !shown {
            // The text has changed, so hits may have moved or disappeared.
            self.matches.clear();
        }
        self.pane = Some(pane);
        self.show_match();
        if self.sources.as_ref().is_some_and(|s| s.text != view.text) {
            self.forget_sources();
        }
        self.view = Some(view);
        let current = (self.run, self.at);
        self.mark();
        if shown && self.sources().is_some() {
            // The same text with its neighbours counted: the parts are the same.
            (self.run, self.at) = current;
        }
        if self.purpose == Purpose::NearDuplicates {
            let row = selected.and_then(|doc| self.row_of(doc));
            self.table.selected = row.unwrap_or(0);
            self.keep_selected_in_window();
        }
    }

    /// Sets the viewport sizes (table rows, text columns and text rows), and whether the panel of documents with the
    /// current text is visible.
    pub fn fit(&mut self, table_rows: usize, (columns, rows): (usize, usize), holders: bool) {
        self.shows_holders = holders;
        self.table.rows = table_rows.max(1);
        if let Some(pane) = &mut self.pane {
            pane.resize(columns, rows);
            self.show_match();
            self.scroll_to_match = false;
        }
        self.keep_selected_in_window();
    }

    /// Brings the first found span into view, some rows below the top.
    fn show_match(&mut self) {
        if let (true, Some(pane), Some(first)) =
            (self.scroll_to_match, &mut self.pane, self.matches.first())
        {
            let above = (pane.size().1 / 4).min(3);
            pane.show(first.0, above);
        }
    }

    /// Applies a user action; returns the comparison that it opens, if any.
    pub fn apply(&mut self, action: DocAction) -> Option<CompareState> {
        match action {
            DocAction::Run(command) => return self.run(command),
            DocAction::Scroll(rows) => self.scroll(rows.into()),
            DocAction::Choose(source) if self.chosen() == Some(source) => return self.compare(),
            DocAction::Choose(source) => self.choose(source),
            DocAction::Select(row) => {
                let again = row == self.table.selected && self.panel == DocumentPanel::Neighbours;
                self.panel = DocumentPanel::Neighbours;
                if row < self.rows() {
                    self.table.selected = row;
                    self.keep_selected_in_window();
                    if again {
                        return self.compare();
                    }
                    self.follow_row();
                }
            }
        }
        None
    }

    fn run(&mut self, command: Command) -> Option<CompareState> {
        let by_sentence = self.moves_by_sentence();
        match (command, self.panel, &mut self.pane) {
            (Command::Open, ..) => return self.compare(),
            (Command::Figures, ..) => self.all_figures = !self.all_figures,
            (Command::NextPassage, ..) => self.jump(true),
            (Command::PreviousPassage, ..) => self.jump(false),
            (Command::NextPanel, panel, _) => {
                self.panel = match panel {
                    DocumentPanel::Neighbours => DocumentPanel::Text,
                    DocumentPanel::Text => DocumentPanel::Neighbours,
                };
            }
            (Command::Left, ..) if by_sentence => self.step(-1),
            (Command::Right, ..) if by_sentence => self.step(1),
            (Command::Top, DocumentPanel::Text, Some(pane)) => {
                pane.show_start();
                self.at = self.at.filter(|_| self.purpose == Purpose::CopiedText);
                self.follow_text();
            }
            (Command::Bottom, DocumentPanel::Text, Some(pane)) => {
                pane.show_end();
                if self.purpose == Purpose::NearDuplicates {
                    self.at = pane.visible().last().map(|row| row.start);
                }
                self.follow_text();
            }
            _ => {
                if let Some(rows) = command.rows(self.page()) {
                    self.step(rows);
                }
            }
        }
        None
    }

    /// The comparison with the document under the cursor of the table, at the current text.
    fn compare(&self) -> Option<CompareState> {
        self.other()?;
        let documents = (0..self.rows()).map_while(|row| self.doc_in(row));
        let mut compare = CompareState::new(self.doc, documents.collect(), self.table.selected);
        // With the table of neighbours, the text has no cursor until the user jumps to a run.
        let in_text = self.panel == DocumentPanel::Text || self.run.is_some();
        let start = match self.purpose {
            Purpose::CopiedText => Some(self.byte_in_source()?),
            Purpose::NearDuplicates => self.cursor(),
        };
        compare.start = start.filter(|_| in_text || self.purpose == Purpose::CopiedText);
        Some(compare)
    }

    fn page(&self) -> i64 {
        match (self.panel, &self.pane) {
            (DocumentPanel::Neighbours, _) => self.table.page(),
            (DocumentPanel::Text, Some(pane)) => (pane.size().1 as i64 - 1).max(1),
            (DocumentPanel::Text, None) => 1,
        }
    }

    /// Scrolls the text if it has the focus; otherwise moves the cursor of the table.
    fn scroll(&mut self, rows: i64) {
        match (self.panel, &mut self.pane) {
            (DocumentPanel::Text, Some(pane)) => {
                pane.scroll(rows);
                self.follow_text();
            }
            _ => self.step(rows),
        }
    }

    /// Moves to the next sentence, or the one before, and brings it into view. Returns whether there is one.
    fn step_by_sentence(&mut self, forward: bool) -> bool {
        let current = self.current_text();
        let Some(pane) = &mut self.pane else {
            return false;
        };
        let (start, end) = current.unwrap_or((pane.top_byte(), pane.top_byte()));
        let text = pane.text();
        let next = if forward {
            sentences::after(text, end).filter(|at| *at > start)
        } else {
            sentences::before(text, start)
        };
        let Some(at) = next else { return false };
        let end = sentences::around(text, at).map_or(at, |(_, end)| end);
        bring_into_view(pane, (at, end));
        (self.at, self.run) = (Some(at), None);
        true
    }

    /// Moves to the next row, or the one before.
    fn step_by_row(&mut self, by: i64) {
        let at = self.cursor();
        let Some(pane) = &mut self.pane else { return };
        let to = at.and_then(|at| pane.row_of(at)).unwrap_or(0) as i64 + by;
        let row = to.clamp(0, (pane.visible().len() as i64 - 1).max(0));
        pane.scroll(to - row);
        self.at = pane.visible().get(row as usize).map(|row| row.start);
        self.run = None;
    }

    fn step(&mut self, rows: i64) {
        if self.panel == DocumentPanel::Neighbours {
            let before = self.table.selected;
            self.table.step(rows, self.rows());
            self.keep_selected_in_window();
            if self.table.selected != before {
                self.follow_row();
            }
            return;
        }
        if rows.abs() == 1 && self.moves_by_sentence() {
            if !self.step_by_sentence(rows > 0) {
                self.step_by_row(rows);
            }
            return;
        }
        if let Some(pane) = &mut self.pane {
            pane.scroll(rows);
            if self.purpose == Purpose::NearDuplicates {
                (self.at, self.run) = (Some(pane.top_byte()), None);
            }
        }
        self.follow_text();
    }

    fn jump(&mut self, forward: bool) {
        let Some(pane) = &mut self.pane else { return };
        let starts: Vec<usize> = self.runs.iter().map(|run| run.0).collect();
        if let Some(i) = next_target(pane, &starts, self.run, forward) {
            self.run = Some(i);
            bring_into_view(pane, self.runs[i]);
            self.at = Some(self.runs[i].0);
            self.choose_row_of_run();
        }
    }

    fn keep_selected_in_window(&mut self) {
        self.table.offset = self.table.window(self.table.rows, self.rows());
    }

    /// Number of rows of the table.
    pub fn rows(&self) -> usize {
        match self.purpose {
            Purpose::NearDuplicates => self.view.as_ref().map_or(0, |view| view.neighbours.len()),
            Purpose::CopiedText => self.sources().map_or(0, |view| view.sources.list.len()),
        }
    }

    /// The document in a row of the table: a neighbour, or a source.
    fn doc_in(&self, row: usize) -> Option<DocNo> {
        match self.purpose {
            Purpose::NearDuplicates => Some(self.view.as_ref()?.neighbours.get(row)?.doc),
            Purpose::CopiedText => Some(self.sources()?.sources.list.get(row)?.doc),
        }
    }

    /// The row of the table that a document has.
    pub fn row_of(&self, doc: DocNo) -> Option<usize> {
        (0..self.rows()).find(|row| self.doc_in(*row) == Some(doc))
    }

    /// The document under the cursor of the table.
    pub fn other(&self) -> Option<DocNo> {
        self.doc_in(self.table.selected)
    }

    /// The view, once it has arrived.
    pub fn view(&self) -> Option<&DocumentView> {
        self.view.as_deref()
    }

    /// Texts of the current run, or of the first one, without excluded text.
    pub fn run_texts(&self) -> Vec<String> {
        let run = self.run_span().or(self.runs.first().copied());
        let Some((view, run)) = self.view.as_ref().zip(run) else {
            return Vec::new();
        };
        unmasked_parts(&view.text, run, &view.masked)
    }

    /// 1-based text line for the editor: that of the cursor if keys move it and it is visible, otherwise the top line
    /// of the viewport.
    pub fn line(&self) -> usize {
        let Some(pane) = &self.pane else { return 1 };
        let at = self.at.filter(|_| self.moves_by_sentence());
        match at.filter(|at| pane.row_of(*at).is_some()) {
            Some(at) => pane.line_of(at),
            None => pane.line(),
        }
    }

    /// The greatest number of documents that a part of the text occurs in.
    pub fn most_documents(&self) -> u32 {
        self.documents.iter().map(|span| span.2).max().unwrap_or(0)
    }

    /// The greatest number of documents that a part of these bytes occurs in; `None` if none does.
    pub fn documents_in(&self, start: usize, end: usize) -> Option<u32> {
        let first = self.documents.partition_point(|span| span.1 <= start);
        let here = self.documents[first..].iter();
        here.take_while(|span| span.0 < end)
            .map(|span| span.2)
            .max()
    }

    /// Marks the text of each source (copied text), or all text that occurs elsewhere (near-duplicates).
    fn mark(&mut self) {
        (self.run, self.at) = (None, None);
        (self.runs, self.documents) = match (self.purpose, self.sources(), &self.view) {
            (Purpose::CopiedText, Some(view), _) => {
                let documents = view.sources.stretches.iter().filter_map(|stretch| {
                    let (start, end) = view.bytes((stretch.start, stretch.end))?;
                    let holding = view.sources.holding(stretch.start);
                    Some((start, end, holding.len() as u32))
                });
                let documents = Vec::from_iter(documents);
                let spans = documents.iter().map(|(start, end, _)| (*start, *end));
                (spans.collect(), documents)
            }
            (Purpose::NearDuplicates, _, Some(view)) => (runs(view), view.marked.clone()),
            _ => Default::default(),
        };
        self.at = self.span_of_row().map(|(at, _)| at.0);
    }
}

/// Scrolls a span to some rows below the top, unless it is completely visible.
fn bring_into_view(pane: &mut Pane, (start, end): (usize, usize)) {
    let visible = pane.row_of(start).is_some() && pane.row_of(end).is_some();
    if !visible {
        let above = (pane.size().1 / 4).min(3);
        pane.show(start, above);
    }
}

/// Marked spans; those without an alphanumeric character between them are merged.
fn runs(view: &DocumentView) -> Vec<(usize, usize)> {
    let between = |from: usize, to: usize| view.text.get(from..to).unwrap_or("x");
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (start, end, _) in &view.marked {
        match runs.last_mut() {
            Some(run) if !between(run.1, *start).contains(char::is_alphanumeric) => run.1 = *end,
            _ => runs.push((*start, *end)),
        }
    }
    runs
}

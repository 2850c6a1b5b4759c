//! The sources of the document in the purpose copied text: which source is chosen, and who has the text at
//! the cursor.

use std::sync::Arc;

use super::super::compare::{CompareState, Start};
use super::{DocumentState, Panel};
use crate::base::DocNo;
use crate::config::Purpose;
use crate::engine::message::SourcesView;

impl DocumentState {
    /// Sets what the screen is for: neighbours, or the sources of the text.
    pub fn set_purpose(&mut self, purpose: Purpose) {
        if purpose != self.purpose {
            self.purpose = purpose;
            self.table.select(0, self.rows());
            self.mark();
        }
    }

    /// Whether the sources are to be asked for; then says no until they are forgotten.
    pub fn wants_sources(&mut self) -> bool {
        let wants = self.purpose == Purpose::CopiedText && !self.asked_sources;
        self.asked_sources |= wants;
        wants
    }

    /// Drops the sources, because the documents have changed.
    pub fn forget_sources(&mut self) {
        (self.sources, self.asked_sources) = (None, false);
        self.mark();
    }

    /// Stores the sources if they are of this document.
    pub fn set_sources(&mut self, sources: Arc<SourcesView>) {
        if sources.doc == self.doc {
            (self.sources, self.asked_sources) = (Some(sources), true);
            self.table.select(0, self.rows());
            self.mark();
        }
    }

    /// The sources that the screen shows; `None` in another purpose, and until they have arrived.
    #[must_use]
    pub fn sources(&self) -> Option<&SourcesView> {
        let shown = self.sources.as_deref();
        shown.filter(|_| self.purpose == Purpose::CopiedText)
    }

    /// What the screen is for.
    #[must_use]
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The byte that counts as the cursor: the start of the marked run last jumped to if it is visible,
    /// else of the first visible one.
    #[must_use]
    pub fn cursor(&self) -> Option<usize> {
        let pane = self.pane.as_ref()?;
        let rows = pane.visible();
        let (top, end) = (rows.first()?.start, rows.last()?.end);
        let visible = |run: &&(usize, usize)| run.0 <= end && run.1 > top;
        let current = self.run.and_then(|i| self.runs.get(i)).filter(visible);
        let after = self.runs.partition_point(|run| run.1 <= top);
        let run = current.or(self.runs.get(after).filter(visible))?;
        Some(run.0.max(top))
    }

    /// The word at the cursor, and the sources that hold it, best first: index of each, and of its passage.
    #[must_use]
    pub fn holding(&self) -> Option<(u32, Vec<(usize, usize)>)> {
        let (view, cursor) = self.sources().zip(self.cursor())?;
        let term = view.spans.partition_point(|s| s.1 as usize <= cursor) as u32;
        Some((term, view.sources.holding(term)))
    }

    /// Byte spans of the text between `start` and `end` that has a source, with the index of the best.
    #[must_use]
    pub fn owned_in(&self, start: usize, end: usize) -> Vec<(usize, usize, usize)> {
        let Some(view) = self.sources() else {
            return Vec::new();
        };
        let from = self.runs.partition_point(|run| run.1 <= start);
        let runs = self.runs[from..].iter().take_while(|run| run.0 < end);
        let stretches = view.sources.stretches.get(from..).unwrap_or_default();
        let owned = runs.zip(stretches);
        owned
            .map(|(run, stretch)| (run.0, run.1, stretch.source as usize))
            .collect()
    }

    /// Byte spans of the words of the chosen source, also of those that belong to a better one.
    #[must_use]
    pub fn chosen_spans(&self) -> Vec<(usize, usize)> {
        let spans = |view: &SourcesView| {
            let source = view.sources.list.get(self.table.selected)?;
            let ranges = source.ranges().into_iter();
            Some(ranges.filter_map(|range| view.bytes(range)).collect())
        };
        self.sources().and_then(spans).unwrap_or_default()
    }

    /// Chooses the next source that holds the text at the cursor.
    pub(super) fn next_source(&mut self) {
        let Some((_, holding)) = self.holding() else {
            return;
        };
        let at = holding.iter().position(|(i, _)| *i == self.table.selected);
        let next = at.map_or(0, |at| (at + 1) % holding.len());
        if let Some((source, _)) = holding.get(next) {
            self.table.selected = *source;
            self.keep_selected_in_window();
        }
    }

    /// Chooses the source that the current run belongs to.
    pub(super) fn choose_source_of_run(&mut self) {
        let stretch = self.run.zip(self.sources());
        let stretch = stretch.and_then(|(i, view)| view.sources.stretches.get(i));
        if let Some(source) = stretch.map(|stretch| stretch.source as usize) {
            self.table.selected = source;
            self.keep_selected_in_window();
        }
    }

    /// Index of the source that a command means, of those that hold the cursor the chosen one or the best, else
    /// the chosen one; and whether the chosen one holds the cursor.
    fn meant(&self, held: &[(usize, usize)]) -> (usize, bool) {
        let chosen = self.table.selected;
        let holds = held.iter().any(|(i, _)| *i == chosen);
        match (self.panel, held.first()) {
            (Panel::Text, Some((best, _))) if !holds => (*best, holds),
            _ => (chosen, holds),
        }
    }

    /// The source under the cursor: in the table the chosen one, in the text one that stands there.
    #[must_use]
    pub fn source_at_cursor(&self) -> Option<DocNo> {
        let held = self.holding().map(|(_, held)| held).unwrap_or_default();
        let (source, _) = self.meant(&held);
        Some(self.sources()?.sources.list.get(source)?.doc)
    }

    /// The comparison with the chosen source, at the text under the cursor if it holds that, else at its
    /// longest passage. In the text, a source that holds the cursor comes before one that does not.
    pub(super) fn compare_source(&self) -> Option<CompareState> {
        let list = &self.sources()?.sources.list;
        let here = self.holding();
        let chosen = self.table.selected;
        let (source, holds) = self.meant(here.as_ref().map_or(&[][..], |(_, held)| held));
        let at_cursor = here.as_ref().filter(|_| holds || source != chosen);
        let passages = list.get(source)?.passages.iter();
        let longest = passages.rev().max_by_key(|p| p.words());
        let term = at_cursor.map(|(term, _)| *term);
        let start = Start::Term(term.or(longest.map(|p| p.left.0))?);
        let all = list.iter().map(|source| source.doc).collect();
        Some(CompareState::new(self.doc, all, source).starting_at(start))
    }
}

//! The sources of the document for the purpose copied text: which source is selected, and where the current text is
//! found.
//!
//! Selecting another row of the list moves the current text to the longest part of that source. In the text, `]` and
//! `[` go from part to part. If scrolling moves the current text out of view, the first visible part becomes current.
//! The list then selects the source of that part.

use std::sync::Arc;

use super::holders::{Holders, holders};
use super::{DocumentPanel, DocumentState, bring_into_view};
use crate::config::Purpose;
use crate::engine::message::SourcesView;
use crate::evidence::sentences;
use crate::evidence::sentences::terms_within;

impl DocumentState {
    /// Sets what the screen is for: neighbours, or the sources of the text.
    pub fn set_purpose(&mut self, purpose: Purpose) {
        if purpose != self.purpose {
            self.purpose = purpose;
            self.table.select(0, self.rows());
            self.mark();
        }
    }

    /// Whether the sources must be requested; returns `true` once, until they are cleared.
    pub fn wants_sources(&mut self) -> bool {
        // For near-duplicates, sources are requested after the neighbours, which users look at first.
        let is_counted = self.view.as_ref().is_some_and(|view| view.counted);
        let shows = self.shows_holders || self.panel == DocumentPanel::Text;
        let shown = self.purpose == Purpose::CopiedText || shows && is_counted;
        let wants = shown && !self.requested_sources;
        self.requested_sources |= wants;
        wants
    }

    /// Drops the sources, because the documents have changed.
    pub fn forget_sources(&mut self) {
        (self.sources, self.requested_sources) = (None, false);
        if self.purpose == Purpose::CopiedText {
            self.mark();
        }
    }

    /// Stores the sources if they are of this document.
    pub fn set_sources(&mut self, sources: Arc<SourcesView>) {
        if sources.doc == self.doc {
            (self.sources, self.requested_sources) = (Some(sources), true);
            if self.purpose == Purpose::CopiedText {
                self.table.select(0, self.rows());
                self.mark();
            }
        }
    }

    /// The sources that the screen shows; `None` in another purpose, and until they have arrived.
    pub fn sources(&self) -> Option<&SourcesView> {
        let shown = self.sources.as_deref();
        shown.filter(|_| self.purpose == Purpose::CopiedText)
    }

    /// The sources in any purpose, once they have arrived.
    pub fn found_sources(&self) -> Option<&SourcesView> {
        self.sources.as_deref()
    }

    /// The source under the cursor of the list, as its index; `None` if the list is empty.
    pub fn chosen(&self) -> Option<usize> {
        let view = self.sources()?;
        Some(self.table.selected).filter(|i| *i < view.sources.list.len())
    }

    /// The current byte. For copied text, it belongs to the selected source. Otherwise it is the first of these that is
    /// visible: the position that keys have moved to, the run last jumped to, the first visible run.
    pub fn cursor(&self) -> Option<usize> {
        if self.purpose == Purpose::CopiedText {
            return self.at;
        }
        let (top, end) = self.visible()?;
        if let Some(at) = self.at.filter(|at| (top..=end).contains(at)) {
            return Some(at);
        }
        let visible = |run: &&(usize, usize)| run.0 <= end && run.1 > top;
        let current = self.run.and_then(|i| self.runs.get(i)).filter(visible);
        let after = self.runs.partition_point(|run| run.1 <= top);
        let run = current.or(self.runs.get(after).filter(visible))?;
        Some(run.0.max(top))
    }

    /// Bytes of the text that are visible.
    fn visible(&self) -> Option<(usize, usize)> {
        let rows = self.pane.as_ref()?.visible();
        Some((rows.first()?.start, rows.last()?.end))
    }

    /// Byte span of the current part: the run last jumped to or, for copied text, the current passage of the selected
    /// source.
    pub fn run_span(&self) -> Option<(usize, usize)> {
        if let Some(run) = self.run {
            return self.runs.get(run).copied();
        }
        let (view, chosen) = self.sources().zip(self.chosen())?;
        let (_, holding) = self.holding()?;
        let (_, passage) = holding.iter().find(|(source, _)| *source == chosen)?;
        let passages = &view.sources.list[chosen].passages;
        view.bytes(passages.get(*passage)?.left)
    }

    /// Byte span and index of the longest part of the selected source. If all of its words belong to better sources,
    /// the byte span of its longest passage.
    pub(super) fn span_of_row(&self) -> Option<((usize, usize), Option<usize>)> {
        let (view, chosen) = self.sources().zip(self.chosen())?;
        let own = view.sources.stretches.iter().enumerate();
        let own = own.filter(|(_, part)| part.source as usize == chosen);
        let part = own.rev().max_by_key(|(_, part)| part.end - part.start);
        if let Some((i, _)) = part {
            return Some((*self.runs.get(i)?, Some(i)));
        }
        let passages = view.sources.list.get(chosen)?.passages.iter();
        let longest = passages.rev().max_by_key(|p| p.left.1 - p.left.0)?;
        Some((view.bytes(longest.left)?, None))
    }

    /// Moves the current text to the source that was selected in the list.
    pub(super) fn follow_row(&mut self) {
        if let Some((span, run)) = self.span_of_row() {
            (self.at, self.run) = (Some(span.0), run);
            if let Some(pane) = &mut self.pane {
                bring_into_view(pane, span);
            }
        }
    }

    /// If the current text is no longer visible, makes the first visible part current and selects its source.
    pub(super) fn follow_text(&mut self) {
        let Some((top, end)) = self.visible().filter(|_| self.sources().is_some()) else {
            return;
        };
        if self.at.is_some_and(|at| top <= at && at < end) {
            return;
        }
        let i = self.runs.partition_point(|run| run.1 <= top);
        if let Some(run) = self.runs.get(i).filter(|run| run.0 < end) {
            (self.at, self.run) = (Some(run.0.max(top)), Some(i));
            let chosen = self.chosen();
            let holding = self.holding().map_or(vec![], |(_, holding)| holding);
            if !holding.iter().any(|(source, _)| Some(*source) == chosen) {
                self.choose_row_of_run();
            }
        }
    }

    /// Index of the current word, and the sources that contain it, best first: index of each, and of its passage.
    pub fn holding(&self) -> Option<(u32, Vec<(usize, usize)>)> {
        let (view, cursor) = self.found_sources().zip(self.cursor())?;
        let term = view.spans.partition_point(|s| s.1 as usize <= cursor) as u32;
        Some((term, view.sources.holding(term)))
    }

    /// The current text as a byte span: the last part jumped to, or for copied text the passage of the chosen source;
    /// otherwise the sentence at the cursor, or its row if there is no sentence.
    pub fn current_text(&self) -> Option<(usize, usize)> {
        if let Some(span) = self.run_span() {
            return Some(span);
        }
        let (pane, at) = (self.pane.as_ref()?, self.cursor()?);
        if let Some(sentence) = sentences::around(pane.text(), at) {
            return Some(sentence);
        }
        let rows = pane.visible();
        let row = rows.iter().rev().find(|row| row.start <= at)?;
        Some((row.start, row.end))
    }

    /// The documents that contain the current text or a part of it, those with all of its words first.
    pub fn holders(&self) -> Option<Holders> {
        let (view, current) = self.found_sources().zip(self.current_text())?;
        Some(holders(view, terms_within(&view.spans, current)))
    }

    /// Byte spans to emphasise. With several sources: the words of the selected source, including words that belong to a
    /// better one. With neighbours: the run last jumped to.
    pub fn chosen_spans(&self) -> Vec<(usize, usize)> {
        let Some(view) = self.sources() else {
            return Vec::from_iter(self.run_span());
        };
        let list = view.sources.list.iter().filter(|_| self.rows() > 1);
        let source = list.skip(self.table.selected).take(1);
        let ranges = source.flat_map(|source| source.ranges());
        ranges.filter_map(|range| view.bytes(range)).collect()
    }

    /// Selects a source in the list without moving the current text.
    pub(super) fn choose(&mut self, source: usize) {
        self.table.select(source, self.rows());
        self.keep_selected_in_window();
    }

    /// Selects the source of the run last jumped to.
    pub(super) fn choose_row_of_run(&mut self) {
        let stretch = self.run.zip(self.sources());
        let stretch = stretch.and_then(|(i, view)| view.sources.stretches.get(i));
        if let Some(source) = stretch.map(|stretch| stretch.source as usize) {
            self.choose(source);
        }
    }

    /// The byte of this document at which Compare opens with the selected source: the start of the current word if the
    /// source contains it, otherwise of the first word of the current text that the source contains.
    pub(super) fn byte_in_source(&self) -> Option<usize> {
        let source = self.chosen()?;
        let (term, holding) = self.holding()?;
        let is_held = holding.iter().any(|(at, _)| *at == source);
        let holders = self.holders().filter(|_| !is_held);
        let mut list = holders.iter().flat_map(|holders| &holders.list);
        let holder = list.find(|holder| holder.source == Some(source));
        let first = holder.map_or(term, |holder| holder.here);
        let span = self.found_sources()?.spans.get(first as usize);
        Some(span.map_or(0, |span| span.0 as usize))
    }
}

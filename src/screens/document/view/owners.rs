//! Whose words the visible text is made of: styles, and the numbers in the margin.

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::screens::document::state::DocumentState;
use crate::typeset::TextRow;
use crate::ui::context::DrawContext;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::span_cursor::SpanCursor;

/// Columns for the numbers of the sources beside a row.
pub const MARGIN: u16 = 5;

/// The visible text by source.
pub struct Owners {
    /// Byte spans with the index of the best source, ascending and disjoint.
    owned: Vec<(usize, usize, usize)>,
    /// Byte spans that the chosen source holds, ascending and disjoint.
    chosen: Vec<(usize, usize)>,
}

impl Owners {
    /// The owners of the text.
    pub fn new(state: &DocumentState) -> Self {
        Owners {
            owned: state.owned(),
            chosen: state.chosen_spans(),
        }
    }

    /// The style of each byte of a row, asked for in ascending order. What the chosen source holds is bold.
    pub fn styles<'a>(
        &'a self,
        theme: &'a Theme,
        row: &TextRow,
    ) -> impl FnMut(usize) -> Style + 'a {
        let mut owned = SpanCursor::new(&self.owned, |o| (o.0, o.1), row);
        let mut chosen = SpanCursor::new(&self.chosen, |span| *span, row);
        move |byte| {
            let held = chosen.at(byte).is_some();
            match owned.at(byte) {
                Some((_, _, source)) => theme.source(*source, held),
                None => theme.style(Role::Text),
            }
        }
    }

    /// Writes the numbers of the sources of a row into `cells`, in the order of the row.
    pub fn number(&self, row: &TextRow, cells: Rect, cx: &mut DrawContext<'_, '_>) {
        let from = self.owned.partition_point(|o| o.1 <= row.start);
        let here = self.owned[from..].iter().take_while(|o| o.0 < row.end);
        let mut sources: Vec<usize> = Vec::new();
        for (_, _, source) in here.filter(|_| row.start < row.end) {
            if !sources.contains(source) {
                sources.push(*source);
            }
        }
        let mut remaining = cells;
        for (i, source) in sources.iter().enumerate() {
            let number = (source + 1).to_string();
            let wide = number.len() as u16;
            let more = if i + 1 < sources.len() { 2 } else { 0 };
            if wide + more > remaining.width {
                let cut = cx.glyphs.cut().to_string();
                cx.words(remaining, &cut, cx.style(Role::Dim));
                return;
            }
            cx.words(remaining, &number, cx.theme.source_sign(*source));
            remaining.x += wide + 1;
            remaining.width = remaining.width.saturating_sub(wide + 1);
        }
    }
}

//! Whose words the visible text is made of: styles, the numbers in the margin, and who has the text at the
//! cursor.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::app::names::Named;
use crate::screens::document::state::DocumentState;
use crate::typeset::{TextRow, figures};
use crate::ui::context::DrawContext;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint::{self, LineWidth};
use crate::ui::widgets::span_cursor::SpanCursor;

/// Columns for the numbers of the sources beside a row.
pub const MARGIN: u16 = 5;

/// Columns of a name under the text.
const NAME: usize = 22;

/// The visible text by source.
pub struct Owners {
    /// Byte spans with the index of the best source, ascending and disjoint.
    owned: Vec<(usize, usize, usize)>,
    /// Byte spans that the chosen source holds, ascending and disjoint.
    chosen: Vec<(usize, usize)>,
}

impl Owners {
    /// The owners of the text in `rows`.
    pub fn new(state: &DocumentState, rows: &[TextRow]) -> Self {
        let (top, end) = match (rows.first(), rows.last()) {
            (Some(first), Some(last)) => (first.start, last.end),
            _ => (0, 0),
        };
        Owners {
            owned: state.owned_in(top, end),
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

/// Who has the text at hand, behind the sign that marks it in the text, in at most `width` columns: numbers and
/// names, first the source under the cursor of the list.
pub fn who_has_it<'a>(
    state: &DocumentState,
    collection: &Named,
    theme: &Theme,
    width: usize,
) -> Line<'a> {
    let Some((view, (_, mut holding))) = state.sources().zip(state.holding()) else {
        return Line::default();
    };
    let sign = theme.glyphs().pick("▸", ">");
    let mut line = Line::from(theme.span(Role::Key, sign));
    line.push_span(theme.span(Role::Dim, " at hand:"));
    holding.sort_by_key(|(source, _)| Some(*source) != state.chosen());
    let all = holding.len();
    for (n, (source, passage)) in holding.into_iter().enumerate() {
        let doc = view.sources.list[source].doc;
        let mut name = figures::path(collection.id(doc), NAME, theme.glyphs());
        if let Some(kind) = view.kind(source, passage) {
            name = format!("{name} ({})", kind.of_passage());
        }
        let number = (source + 1).to_string();
        let rest = format!(" {} more", all - n);
        let after = if n + 1 < all { rest.len() + 2 } else { 0 };
        let wide = number.len() + usize::from(paint::columns(&name)) + 3;
        if line.columns() + wide + after > width {
            line.push_span(theme.span(Role::Dim, rest));
            break;
        }
        let mut style = theme.source_sign(source).add_modifier(Modifier::BOLD);
        if Some(source) == state.chosen() {
            style = style.add_modifier(Modifier::REVERSED);
        }
        line.push_span(Span::raw(" "));
        line.push_span(Span::styled(number, style));
        line.push_span(Span::raw(format!(" {name} ")));
    }
    line
}

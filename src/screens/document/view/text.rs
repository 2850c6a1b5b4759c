//! The text with line numbers. Parts that occur elsewhere are highlighted, with the number of documents
//! in the margin.

use super::holders;
use crate::app::names::NamedDocuments;
use crate::app::{Action, Command};
use crate::base::units::counted;
use crate::config::Purpose;
use crate::engine::message::DocumentView;
use crate::screens::document::state::{DocAction, DocumentPanel, DocumentState};
use crate::typeset::TextRow;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::phrases::{masked, position, text_position};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint::{self, LineWidth};
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::span_cursor::SpanCursor;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

/// The inner area of the frame of `area`.
pub fn inside(area: Rect) -> Rect {
    area.inner(ratatui::layout::Margin::new(1, 1))
}

/// The viewport of the text: `inner` without the line numbers on the left and the margin on the
/// right.
pub fn window(state: &DocumentState, inner: Rect) -> Rect {
    let Some((view, pane)) = state.view().zip(state.pane.as_ref()) else {
        return inner;
    };
    let left = (numbers(pane.lines()) + 2).min(inner.width);
    let right = (margin(state, view) + 1).min(inner.width - left);
    let width = inner.width - left - right;
    if width < 12 {
        return inner;
    }
    area::columns(inner, inner.x + left, width)
}

fn numbers(lines: usize) -> u16 {
    (lines.max(10).ilog10() + 1) as u16
}

fn margin(state: &DocumentState, view: &DocumentView) -> u16 {
    if state.purpose == Purpose::CopiedText {
        return MARGIN;
    }
    let most = view.marked.iter().map(|marked| marked.2).max();
    (most.unwrap_or(0).max(1).ilog10() + 1) as u16
}

/// Draws the panel.
pub fn draw(
    state: &DocumentState,
    view: &DocumentView,
    collection: &NamedDocuments,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let Some(pane) = &state.pane else {
        return;
    };
    let theme = cx.theme;
    let window = window(state, inside(area));
    let (wide, high) = (usize::from(window.width), usize::from(window.height));
    let rows = pane.rows(wide, high);
    let top = rows.first().map_or(0, |r| r.line + 1);
    let sentence = state.current_text();
    let current = sentence.map(|span| span.0);
    // The sentence is highlighted if keys move by sentences and no run is selected.
    let sentence = sentence.filter(|_| state.moves_by_sentence() && state.run_span().is_none());
    let is_visible = |byte: &usize| rows.iter().any(|row| (row.start..row.end).contains(byte));
    let first_match = || state.matches.iter().map(|span| span.0).find(is_visible);
    let line_at = current.or_else(first_match);
    let line_at = line_at.map_or(top, |byte| pane.line_of(byte));
    let mut framed = framed(state, view, theme, (top, line_at));
    let by_keys = state.moves_by_sentence() && view.counted;
    let by_source = state.purpose == Purpose::CopiedText;
    if (by_keys || by_source) && !state.shows_holders {
        let room = usize::from(area.width).saturating_sub(framed.foot_corner.columns() + 7);
        let line = theme.own(&holders::line(state, collection, room));
        framed.foot = theme.line(Role::Dim, line);
    }
    let focused = framed.focused;
    let inner = cx.panel(area, framed);
    if view.text.is_empty() {
        cx.centred(inner, &[("The text is empty.", Role::Dim)]);
    } else {
        let marks_own = !by_source && !view.marked.is_empty();
        let (owned, chosen) = (state.owned(), state.chosen_spans());
        let lines = Modifier::BOLD | Modifier::UNDERLINED;
        let found = theme.style(Role::Match).reversed().remove_modifier(lines);
        for (row, y) in rows.iter().zip(window.y..) {
            let line = area::row(window, y);
            let mut disguised = SpanCursor::new(&view.disguise.shown, |span| *span, row);
            let mut excluded = SpanCursor::new(&view.masked, |span| (span.start, span.end), row);
            let mut sources = SpanCursor::new(&owned, |span| (span.0, span.1), row);
            let mut of_chosen = SpanCursor::new(&chosen, |span| *span, row);
            let mut own_words = SpanCursor::new(&state.own_words, |span| *span, row);
            let mut matches = SpanCursor::new(&state.matches, |span| *span, row);
            paint::row(cx.buffer(), line, pane.text(), row, |byte| {
                // Text that the chosen source contains is bold.
                let is_chosen = of_chosen.at(byte).is_some();
                let mut style = match sources.at(byte) {
                    Some((_, _, source)) => theme.source(*source, is_chosen),
                    None if marks_own && own_words.at(byte).is_some() => theme.own_words(),
                    None => theme.style(Role::Text),
                };
                if excluded.at(byte).is_some() {
                    style = theme.style(Role::Dim);
                }
                if matches.at(byte).is_some() {
                    style = found;
                }
                if disguised.at(byte).is_some() {
                    style = paint::disguised(theme, style);
                }
                if sentence.is_some_and(|(start, end)| (start..end).contains(&byte)) {
                    style = theme.at_hand(style);
                }
                style
            });
            if window.width < inner.width {
                let full_row = area::row(inner, y);
                beside(state, view, row, full_row, window, cx);
                if by_source {
                    let margin = area::right_from(full_row, full_row.right() - MARGIN);
                    source_numbers(&owned, row, margin, cx);
                }
            }
        }
        cx.scrollbar(area, pane.extent(wide, high));
    }
    if !focused {
        let target = DocAction::Run(Command::NextPanel);
        cx.hits.push(area, Action::Document(target));
    }
}

fn framed<'a>(
    state: &DocumentState,
    view: &DocumentView,
    theme: &Theme,
    (top, line_at): (usize, usize),
) -> PanelFrame<'a> {
    let lines = state.pane.as_ref().map_or(0, |pane| pane.lines());
    let runs = state.runs.len();
    let mut title = Line::from(theme.span(Role::Title, "Text"));
    if let Some(chosen) = state.chosen() {
        let number = chosen + 1;
        let bold = format!(" · numbers: rows of the list · bold: what {number} holds");
        title.push_span(theme.span(Role::Dim, theme.own(&bold)));
    }
    let mut foot = Line::default();
    let (nothing, own) = if view.is_set_apart {
        (
            "nothing in it occurs in documents it is compared with",
            ": in no document that it is compared with",
        )
    } else {
        ("nothing in it occurs elsewhere", ": in no other document")
    };
    let says_shared = !view.text.is_empty() && state.purpose == Purpose::NearDuplicates;
    if says_shared && !view.counted {
        let counting = theme.own("counting the text that occurs elsewhere …");
        foot.push_span(theme.span(Role::Dim, counting));
    } else if says_shared && runs == 0 {
        foot.push_span(theme.span(Role::Dim, nothing));
    } else if says_shared {
        foot.push_span(Span::styled("marked", theme.own_words()));
        foot.push_span(theme.span(Role::Dim, own));
    }
    if !view.disguise.is_none() {
        let style = paint::disguised(theme, theme.style(Role::Text));
        foot.push_span(Span::raw("  "));
        foot.push_span(Span::styled("marked", style));
        foot.push_span(theme.span(Role::Dim, ": not what it seems"));
    }
    if !view.masked.is_empty() {
        foot.push_span(theme.span(Role::Dim, format!("  grey: {}", masked(&view.masked))));
    }
    let (one, many) = match state.purpose {
        Purpose::CopiedText => ("part", "parts"),
        Purpose::NearDuplicates => ("shared run", "shared runs"),
    };
    let run = match (runs, state.run) {
        (0, _) => String::new(),
        (n, None) => counted(n as u64, one, many),
        (n, Some(i)) => format!("{one} {}", position(i, n)),
    };
    let corner = text_position(&view.text, top, (line_at, lines), theme, true);
    PanelFrame {
        title,
        corner: corner.into(),
        foot,
        foot_corner: Line::from(run),
        focused: state.panel == DocumentPanel::Text,
    }
}

/// Whether a row has the cursor mark: all rows of the selected run; without a run, the row of the cursor.
fn is_current(state: &DocumentState, row: &TextRow) -> bool {
    let here = match state.run_span() {
        Some(span) => Some(span),
        None => state.cursor().map(|at| (at, at + 1)),
    };
    here.is_some_and(|(start, end)| row.start == start || (start < row.end && row.start < end))
}

/// Draws into `line`, left and right of `window`, the line number, the cursor mark, and the number of
/// documents that contain the marked text.
fn beside(
    state: &DocumentState,
    view: &DocumentView,
    row: &TextRow,
    line: Rect,
    window: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let dim = cx.style(Role::Dim);
    let (left, _) = area::split_left(line, window.x - line.x);
    if row.begins {
        let number = format!("{:>1$}", row.line + 1, usize::from(left.width) - 2);
        cx.words(left, &number, dim);
    }
    if is_current(state, row) {
        let role = match state.panel {
            DocumentPanel::Text => Role::Key,
            DocumentPanel::Neighbours => Role::Dim,
        };
        cx.cursor_mark(area::right_from(line, window.x - 2), cx.style(role));
    }
    if state.purpose == Purpose::CopiedText {
        return;
    }
    let first = view.marked.partition_point(|m| m.1 <= row.start);
    let marked = view.marked[first..].iter();
    let here = marked.take_while(|m| m.0 < row.end).map(|m| m.2).max();
    if let Some(documents) = here.filter(|_| row.start < row.end) {
        let number = cx.glyphs.small(documents as usize);
        let x = line.right().saturating_sub(paint::columns(&number));
        cx.words(area::right_from(line, x), &number, dim);
    }
}

/// Columns for the numbers of the sources beside a row.
const MARGIN: u16 = 5;

/// Writes the numbers of the sources of a row into `cells`, in the order of the row. `owned`: byte spans with the index of
/// the best source, ascending and disjoint.
fn source_numbers(
    owned: &[(usize, usize, usize)],
    row: &TextRow,
    cells: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let from = owned.partition_point(|span| span.1 <= row.start);
    let here = owned[from..].iter().take_while(|span| span.0 < row.end);
    let mut sources: Vec<usize> = Vec::new();
    for (_, _, source) in here.filter(|_| row.start < row.end) {
        if !sources.contains(source) {
            sources.push(*source);
        }
    }
    let mut remaining = cells;
    for (i, source) in sources.iter().enumerate() {
        let number = (source + 1).to_string();
        let more = if i + 1 < sources.len() { 2 } else { 0 };
        if number.len() as u16 + more > remaining.width {
            let cut = cx.glyphs.cut().to_string();
            cx.words(remaining, &cut, cx.style(Role::Dim));
            return;
        }
        let x = cx.words(remaining, &number, cx.theme.source_sign(*source));
        remaining = area::right_from(remaining, x + 1);
    }
}

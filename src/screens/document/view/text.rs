//! The text. Parts that occur elsewhere are lit, with the number of documents in the gutter where it changes.

use super::holders;
use crate::app::{Action, Command, NamedDocuments};
use crate::base::units::counted;
use crate::config::Purpose;
use crate::engine::message::DocumentView;
use crate::screens::document::state::{DocAction, DocumentPanel, DocumentState};
use crate::ui::phrases::{self, masked, position, text_position};
use crate::ui::widgets::paint;
use crate::ui::widgets::span_cursor::SpanCursor;
use crate::ui::{DrawContext, LineWidth, PanelFrame, Role, Theme, area, widgets};
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

/// The inner area of the frame of `area`.
pub fn inside(area: Rect) -> Rect {
    area.inner(ratatui::layout::Margin::new(1, 1))
}

/// The viewport of the text: `inner` without the gutter on the left.
pub fn window(state: &DocumentState, inner: Rect) -> Rect {
    let gutter = widgets::gutter_width(state.most_documents());
    if inner.width < gutter + 12 {
        return inner;
    }
    area::right_from(inner, inner.x + gutter)
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
        let chosen = state.chosen_spans();
        let lines = Modifier::BOLD | Modifier::UNDERLINED;
        let found = theme.style(Role::Match).reversed().remove_modifier(lines);
        let most = state.most_documents();
        let mut above = None;
        for (row, y) in rows.iter().zip(window.y..) {
            let line = area::row(window, y);
            let mut disguised = SpanCursor::new(&view.disguise.shown, |span| *span, row);
            let mut excluded = SpanCursor::new(&view.masked, |span| (span.start, span.end), row);
            let mut lit = SpanCursor::new(&state.runs, |span| *span, row);
            let mut of_chosen = SpanCursor::new(&chosen, |span| *span, row);
            let mut matches = SpanCursor::new(&state.matches, |span| *span, row);
            paint::row(cx.buffer(), line, pane.text(), row, |byte| {
                let is_chosen = of_chosen.at(byte).is_some();
                let mut style = if lit.at(byte).is_some() || is_chosen {
                    theme.lit_passage(0, is_chosen)
                } else {
                    theme.style(Role::Text)
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
            if window.x == inner.x || row.start == row.end {
                continue;
            }
            let left = area::columns(area::row(inner, y), inner.x, window.x - inner.x);
            let is_cursor = current.is_some_and(|at| (row.start..row.end).contains(&at));
            if is_cursor && (focused || state.run.is_some()) {
                cx.cursor_mark(left, cx.style(Role::Key));
            }
            let number = state.documents_in(row.start, row.end);
            if number.is_some() {
                let shown = number.filter(|number| most > 1 && above != Some(*number));
                let shown = shown.map(|number| (number as usize, cx.style(Role::Dim)));
                widgets::bar(left, theme.passage(0), shown, cx);
            }
            above = number;
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
    let is_counted = view.counted || state.purpose == Purpose::CopiedText;
    let says = if view.text.is_empty() {
        String::new()
    } else if !is_counted {
        theme.own("   counting the text that is also in others …")
    } else if runs == 0 && view.is_set_apart {
        "   nothing of it is in a text that it is compared with".to_owned()
    } else if runs == 0 {
        "   nothing of it is in another text".to_owned()
    } else {
        let plain = if view.is_set_apart {
            "in none that it is compared with"
        } else {
            phrases::PLAIN
        };
        let lit = ("lit", theme.lit_passage(0, false), phrases::LIT);
        let strong = ("strong", theme.lit_passage(0, true), "in the row above");
        let strong = (state.sources().is_some() && state.rows() > 1).then_some(strong);
        let plain = ("plain", theme.style(Role::Text), plain);
        let entries = [Some(lit), strong, Some(plain)];
        let entries = Vec::from_iter(entries.into_iter().flatten());
        title.extend(phrases::legend(theme, &entries));
        String::new()
    };
    title.push_span(theme.span(Role::Dim, says));
    let mut foot = Line::default();
    if !view.disguise.is_none() {
        let style = paint::disguised(theme, theme.style(Role::Text));
        foot.push_span(Span::styled("marked", style));
        foot.push_span(theme.span(Role::Dim, ": not what it seems"));
    }
    if !view.masked.is_empty() {
        foot.push_span(theme.span(Role::Dim, format!("  grey: {}", masked(&view.masked))));
    }
    let run = match (runs, state.run) {
        (0, _) => String::new(),
        (n, None) => counted(n as u64, "passage", "passages"),
        (n, Some(i)) => format!("passage {}", position(i, n)),
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

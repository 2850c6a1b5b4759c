//! The table of neighbours: all figures of each pair in one row, and the bars of estimate and exact
//! value.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::columns::{self, Plan, Shown};
use super::row::{self, cells, figure_end};
use crate::app::state::document::{Column, DocAction, DocumentState, Panel};
use crate::base::units::{count, counted};
use crate::collection::Collection;
use crate::engine::message::DocumentView;
use crate::settings::Unit;
use crate::typeset::figures::Glyphs;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint;
use crate::ui::widgets::panel::{self, Panel as Frameable, scrollbar};

/// Draws the panel; returns its click targets.
pub fn draw(
    state: &DocumentState,
    view: &DocumentView,
    collection: &Collection,
    theme: &Theme,
    glyphs: Glyphs,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<(Rect, DocAction)> {
    let focused = state.panel() == Panel::Neighbours;
    let inner = titled(state, view, theme, focused, glyphs).draw(buffer, area, theme, glyphs);
    let mut targets = Vec::new();
    if !view.counted {
        let others = collection.len() as u64 - 1;
        let others = counted(others, "other document", "other documents");
        let sentence = format!("Counting what it shares with {others} …");
        let dim = theme.style(Role::Dim);
        panel::centred(buffer, inner, &[(&theme.own(&sentence), dim)]);
        return targets;
    }
    if view.neighbours.is_empty() {
        let looked = format!(
            "How they were looked for: {}.",
            view.found_by.trim_end_matches('.')
        );
        let sentences = [
            (
                "No other document shares text with this one.",
                theme.style(Role::Text),
            ),
            (looked.as_str(), theme.style(Role::Dim)),
        ];
        panel::centred(buffer, inner, &sentences);
        return targets;
    }
    if inner.height < 2 {
        return targets;
    }
    let plan = columns::plan(&view.neighbours, collection, usize::from(inner.width));
    let head = Rect { height: 1, ..inner };
    targets.extend(heads(state, collection, &plan, theme, glyphs, head, buffer));
    let rows = usize::from(inner.height - 1);
    let first = state.first_row(rows);
    for (i, y) in (first..view.neighbours.len()).zip(inner.y + 1..inner.bottom()) {
        let line = Rect {
            y,
            height: 1,
            ..inner
        };
        if let Some(neighbour) = state.neighbour(i) {
            let selected = (i == state.selected()).then_some(focused);
            row::draw(
                neighbour, collection, &plan, selected, theme, glyphs, line, buffer,
            );
            targets.push((line, DocAction::Select(i)));
        }
    }
    let all = view.neighbours.len() as f64;
    let extent = (first as f64 / all, ((first + rows) as f64 / all).min(1.0));
    scrollbar(buffer, area, extent, theme.style(Role::Dim), glyphs);
    targets
}

fn titled<'a>(
    state: &DocumentState,
    view: &'a DocumentView,
    theme: &Theme,
    focused: bool,
    glyphs: Glyphs,
) -> Frameable<'a> {
    let dim = theme.style(Role::Dim);
    let all = view.neighbours.len() as u64;
    let identical = view.neighbours.iter().filter(|n| n.identical).count() as u64;
    let mut title = Line::from(Span::styled("Neighbours", theme.style(Role::Title)));
    if view.counted {
        title.push_span(Span::raw(format!(" {}", count(all))));
    }
    if identical > 0 {
        title.push_span(Span::styled(
            glyphs.own(&format!(" · {} identical (=)", count(identical))),
            dim,
        ));
    }
    let (column, rises) = state.sorted_by();
    let at = (all > 0).then(|| format!("{} of {}", count(state.selected() as u64 + 1), count(all)));
    Frameable {
        title,
        corner: if all > 1 {
            Line::from(format!("by {} {}", column.label(), arrow(rises, glyphs)))
        } else {
            Line::default()
        },
        foot: if all > 0 {
            Line::from(Span::styled(view.found_by.as_str(), dim))
        } else {
            Line::default()
        },
        foot_corner: Line::from(at.unwrap_or_default()),
        focused,
    }
}

fn arrow(rises: bool, glyphs: Glyphs) -> &'static str {
    if rises {
        glyphs.pick("▴", "^")
    } else {
        glyphs.pick("▾", "v")
    }
}

fn heads(
    state: &DocumentState,
    collection: &Collection,
    plan: &Plan,
    theme: &Theme,
    glyphs: Glyphs,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<(Rect, DocAction)> {
    let (sorted, rises) = state.sorted_by();
    let unit = collection.settings().normalisation.unit;
    let mut targets = Vec::new();
    for (shown, cell) in cells(plan, area) {
        let (label, column) = match shown {
            Shown::Interval => ("95% interval", Some(Column::Estimate)),
            Shown::Bars if cell.width < 19 => ("est./exact", None),
            Shown::Bars => ("estimate over exact", None),
            Shown::Figure(Column::Words) if unit == Unit::Char => ("chars", Some(Column::Words)),
            Shown::Figure(column) => (column.label(), Some(column)),
        };
        let is_sorted = shown == Shown::Figure(sorted);
        let style = if is_sorted {
            theme.style(Role::Title)
        } else {
            theme.style(Role::Dim)
        };
        let left = matches!(
            shown,
            Shown::Figure(Column::Document) | Shown::Bars | Shown::Interval
        );
        if left {
            let text = if is_sorted {
                format!("{label} {}", arrow(rises, glyphs))
            } else {
                label.to_owned()
            };
            paint::words(buffer, cell.x, cell.y, cell.width, &text, style);
        } else {
            let text = if is_sorted {
                format!("{}{label}", arrow(rises, glyphs))
            } else {
                label.to_owned()
            };
            let end = figure_end(shown, cell);
            let x = end.saturating_sub(paint::columns(&text));
            paint::words(buffer, x, cell.y, end - x, &text, style);
        }
        if let Some(column) = column {
            targets.push((cell, DocAction::SortBy(column)));
        }
    }
    targets
}

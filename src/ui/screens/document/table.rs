//! The table of neighbours: every figure of each pair in one row, and the bars of estimate over exact.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::bars;
use super::columns::{self, MARKS, Plan, Shown};
use crate::app::state::document::{Column, DocAction, DocumentState, Panel};
use crate::base::units::{count, counted};
use crate::collection::Collection;
use crate::engine::message::{DocumentView, Neighbour};
use crate::ui::figures::{self, Glyphs};
use crate::ui::text_view::paint;
use crate::ui::text_view::panel::{self, Panel as Frameable, scrollbar};
use crate::ui::theme::{Role, Theme};

/// Draws the panel; says what a click does where.
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
    targets.extend(heads(state, &plan, theme, glyphs, head, buffer));
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
            row(
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
    let mut title = Line::from(vec![
        Span::styled("Neighbours", theme.style(Role::Title)),
        Span::raw(format!(" {}", count(all))),
    ]);
    if identical > 0 {
        title.push_span(Span::styled(
            format!(" · {} identical (=)", count(identical)),
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
    plan: &Plan,
    theme: &Theme,
    glyphs: Glyphs,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<(Rect, DocAction)> {
    let (sorted, rises) = state.sorted_by();
    let mut targets = Vec::new();
    for (shown, cell) in cells(plan, area) {
        let (label, column) = match shown {
            Shown::Interval => ("95% interval", Some(Column::Estimate)),
            Shown::Bars if cell.width < 19 => ("est./exact", None),
            Shown::Bars => ("estimate over exact", None),
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

/// Where the figure of a right-aligned column ends: an error has room for its sign of alarm behind it.
fn figure_end(shown: Shown, cell: Rect) -> u16 {
    match shown {
        Shown::Figure(Column::Error) => (cell.x + 5).min(cell.right()),
        _ => cell.right(),
    }
}

fn cells(plan: &Plan, area: Rect) -> impl Iterator<Item = (Shown, Rect)> {
    let mut x = area.x + MARKS as u16;
    plan.iter().map(move |(shown, width)| {
        let cell = Rect {
            x,
            width: *width as u16,
            ..area
        };
        x += *width as u16 + 2;
        (*shown, cell.intersection(area))
    })
}

/// One neighbour. `selected` says whether it is the selected one, and whether the panel has the keys.
#[expect(clippy::too_many_arguments, reason = "what a row shows, and where")]
fn row(
    n: &Neighbour,
    collection: &Collection,
    plan: &Plan,
    selected: Option<bool>,
    theme: &Theme,
    glyphs: Glyphs,
    area: Rect,
    buffer: &mut Buffer,
) {
    let over = match selected {
        Some(true) => Some(theme.style(Role::Selected)),
        Some(false) => Some(theme.style(Role::SelectedElsewhere)),
        None => None,
    };
    let style = |role: Role| over.unwrap_or_else(|| theme.style(role));
    let named = plan.iter().any(|(shown, _)| *shown == Shown::Bars);
    if let Some(over) = over {
        let bars = cells(plan, area).find(|(shown, _)| *shown == Shown::Bars);
        let end = bars
            .filter(|_| named)
            .map_or(area.right(), |(_, cell)| cell.x.saturating_sub(1));
        buffer.set_style(
            Rect {
                width: end.saturating_sub(area.x),
                ..area
            },
            over,
        );
        paint::words(buffer, area.x, area.y, 1, glyphs.pick("▸", ">"), over);
    }
    if n.identical {
        paint::words(buffer, area.x + 1, area.y, 1, "=", style(Role::Exact));
    }
    for (shown, cell) in cells(plan, area) {
        match shown {
            Shown::Bars => bars::draw(n, cell, theme, glyphs, buffer),
            Shown::Interval => {
                let text = figures::interval(&n.estimate);
                paint::words(buffer, cell.x, cell.y, cell.width, &text, style(Role::Dim));
            }
            Shown::Figure(Column::Document) => {
                let name = figures::path(collection.id(n.doc), usize::from(cell.width));
                paint::words(buffer, cell.x, cell.y, cell.width, &name, style(Role::Text));
            }
            Shown::Figure(column) => {
                let (text, role) = figure(column, n);
                let end = figure_end(shown, cell);
                let x = end.saturating_sub(paint::columns(&text)).max(cell.x);
                paint::words(buffer, x, cell.y, end - x, &text, style(role));
                if let (Column::Error, Some(errors)) = (column, columns::far_off(n)) {
                    let note = if cell.width > 6 {
                        format!(" {errors:.1} se")
                    } else {
                        "!".into()
                    };
                    paint::words(
                        buffer,
                        end,
                        cell.y,
                        cell.right() - end,
                        &note,
                        style(Role::Warning),
                    );
                }
            }
        }
    }
}

fn figure(column: Column, n: &Neighbour) -> (String, Role) {
    let exact = n.overlap.jaccard();
    match column {
        Column::Estimate => (figures::ratio(n.estimate.value()), Role::Estimate),
        Column::Exact => (figures::ratio(exact), Role::Exact),
        Column::Error => (figures::signed(n.estimate.value() - exact), Role::Text),
        Column::OfThis => (figures::ratio(n.overlap.containment_a_in_b()), Role::Text),
        Column::OfOther => (figures::ratio(n.overlap.containment_b_in_a()), Role::Text),
        Column::Shared => (count(n.overlap.shared.into()), Role::Text),
        Column::SimHash => (n.simhash.to_string(), Role::Text),
        Column::Words => (count(n.words as u64), Role::Text),
        Column::Document => (counted(n.words as u64, "word", "words"), Role::Text),
    }
}

//! One row of the neighbours table, and the positions of its cells.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::bars;
use super::columns::{self, MARKS, Plan, Shown};
use crate::app::state::document::Column;
use crate::base::units::{count, counted};
use crate::collection::Collection;
use crate::engine::message::Neighbour;
use crate::typeset::figures::{self, Glyphs};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint;

/// The right edge of the figure in a right-aligned column; an error has room for its warning sign
/// behind it.
#[must_use]
pub fn figure_end(shown: Shown, cell: Rect) -> u16 {
    match shown {
        Shown::Figure(Column::Error) => (cell.x + 5).min(cell.right()),
        _ => cell.right(),
    }
}

/// The columns of a row with their areas.
pub fn cells(plan: &Plan, area: Rect) -> impl Iterator<Item = (Shown, Rect)> {
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

/// Draws one neighbour. `selected` says whether it is the selected one, and whether the panel has
/// the focus.
#[expect(clippy::too_many_arguments, reason = "what a row shows, and where")]
pub fn draw(
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
                let text = glyphs.own(&figures::interval(&n.estimate));
                paint::words(buffer, cell.x, cell.y, cell.width, &text, style(Role::Dim));
            }
            Shown::Figure(Column::Document) => {
                let name = figures::path(collection.id(n.doc), usize::from(cell.width), glyphs);
                paint::words(buffer, cell.x, cell.y, cell.width, &name, style(Role::Text));
            }
            Shown::Figure(column) => {
                let (text, role) = figure(column, n);
                let text = glyphs.own(&text);
                let end = figure_end(shown, cell);
                let x = end.saturating_sub(paint::columns(&text)).max(cell.x);
                paint::words(buffer, x, cell.y, end - x, &text, style(role));
                let kind = collection.settings().sketching.sketch;
                if let (Column::Error, Some(errors)) = (column, columns::far_off(n, kind)) {
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

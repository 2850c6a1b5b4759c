//! One row of the neighbours table, and the positions of its cells.

use ratatui::layout::Rect;

use super::bars;
use super::columns::{self, ColumnPlan, MARKS, ShownColumn};
use crate::app::names::Named;
use crate::base::units::count;
use crate::engine::message::Neighbour;
use crate::screens::document::state::NeighbourColumn;
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;
use crate::ui::widgets::axis::Axis;
use crate::ui::widgets::paint;

/// The right edge of the figure in a right-aligned column; an error has room for its warning sign
/// behind it.
pub fn figure_end(shown: ShownColumn, cell: Rect) -> u16 {
    match shown {
        ShownColumn::Figure(NeighbourColumn::Error) => (cell.x + 5).min(cell.right()),
        _ => cell.right(),
    }
}

/// The columns of a row with their areas.
pub fn cells(plan: &ColumnPlan, area: Rect) -> impl Iterator<Item = (ShownColumn, Rect)> {
    let mut x = area.x + MARKS as u16;
    plan.iter().map(move |(shown, width)| {
        let cell = area::columns(area, x, *width as u16);
        x += *width as u16 + 2;
        (*shown, cell.intersection(area))
    })
}

/// Columns of the names in a table of this plan.
pub fn name_width(plan: &ColumnPlan, area: Rect) -> usize {
    let is_name =
        |(shown, _): &(ShownColumn, Rect)| *shown == ShownColumn::Figure(NeighbourColumn::Document);
    let cell = cells(plan, area).find(is_name);
    cell.map_or(0, |(_, cell)| cell.width.into())
}

/// Draws one neighbour with its name, as short as it is shown. `selected` says whether it is the selected one, and
/// whether the panel has the focus.
pub fn draw(
    n: &Neighbour,
    (name, collection): (&str, &Named),
    (plan, axis): (&ColumnPlan, &Axis),
    selected: Option<bool>,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let theme = cx.theme;
    let over = selected.map(|focused| theme.selected(focused));
    let style = |role: Role| over.unwrap_or_else(|| theme.style(role));
    if let Some(over) = over {
        let bars = cells(plan, area).find(|(shown, _)| *shown == ShownColumn::Bars);
        let end = bars.map_or(area.right(), |(_, cell)| cell.x.saturating_sub(1));
        let before = area::columns(area, area.x, end.saturating_sub(area.x));
        cx.buffer().set_style(before, over);
        if let Some(background) = theme.strip().filter(|_| selected == Some(true)) {
            cx.buffer()
                .set_style(area::right_from(area, end), background);
        }
        cx.cursor_mark(area, over);
        if selected == Some(true) {
            cx.place_cursor(area);
        }
    }
    if n.identical {
        let sign = area::columns(area, area.x + 1, 1);
        cx.words(sign, "=", style(Role::Exact));
    }
    let kind = collection.settings().sketching.sketch;
    for (shown, cell) in cells(plan, area) {
        match shown {
            ShownColumn::Bars => bars::draw(n, axis, cell, cx),
            ShownColumn::Interval => {
                let text = cx.glyphs.own(&figures::interval(&n.estimate));
                cx.words(cell, &text, style(Role::Dim));
            }
            ShownColumn::Figure(NeighbourColumn::Document) => {
                cx.words(cell, name, style(Role::Text));
            }
            ShownColumn::Figure(column) => {
                let (text, role) = figure(column, n);
                let text = cx.glyphs.own(&text);
                let end = figure_end(shown, cell);
                let x = end.saturating_sub(paint::columns(&text)).max(cell.x);
                cx.words(area::columns(cell, x, end - x), &text, style(role));
                if let (NeighbourColumn::Error, Some(errors)) = (column, columns::far_off(n, kind))
                {
                    let note = if cell.width > 6 {
                        format!(" {errors:.1} se")
                    } else {
                        "!".into()
                    };
                    let behind = area::right_from(cell, end);
                    cx.words(behind, &note, style(Role::Warning));
                }
            }
        }
    }
}

fn figure(column: NeighbourColumn, n: &Neighbour) -> (String, Role) {
    let exact = n.overlap.jaccard();
    match column {
        NeighbourColumn::Estimate => (figures::ratio(n.estimate.value()), Role::Estimate),
        NeighbourColumn::Exact => (figures::ratio(exact), Role::Exact),
        NeighbourColumn::Error => (figures::signed(n.estimate.value() - exact), Role::Text),
        NeighbourColumn::OfThis => (figures::ratio(n.overlap.containment_a_in_b()), Role::Text),
        NeighbourColumn::OfOther => (figures::ratio(n.overlap.containment_b_in_a()), Role::Text),
        NeighbourColumn::Shared => (count(n.overlap.shared.into()), Role::Text),
        NeighbourColumn::SimHash => (n.simhash.to_string(), Role::Text),
        NeighbourColumn::Words => (count(n.words as u64), Role::Text),
        NeighbourColumn::Document => (String::new(), Role::Text),
    }
}

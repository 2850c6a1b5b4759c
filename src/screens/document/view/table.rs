//! The table of neighbours: all figures of each pair in one row, and the bars of estimate and exact
//! value.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::bars;
use super::columns::{self, ColumnPlan, ShownColumn};
use super::row::{self, cells, figure_end};
use crate::app::names::Named;
use crate::base::units::{count, counted};
use crate::cluster::Clustering;
use crate::engine::message::{DocumentView, Neighbour};
use crate::screens::document::state::{DocAction, DocumentState, NeighbourColumn, Panel};
use crate::settings::Unit;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::list::VisibleRows;
use crate::ui::phrases::{position, sort_arrow};
use crate::ui::theme::Role;
use crate::ui::widgets::axis::Axis;
use crate::ui::widgets::name;
use crate::ui::widgets::paint;
use crate::ui::widgets::panel::PanelFrame;

/// Draws the panel; returns its click targets.
pub fn draw(
    state: &DocumentState,
    view: &DocumentView,
    collection: &Named,
    clustering: Option<&Clustering>,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) -> Vec<(Rect, DocAction)> {
    let focused = state.panel() == Panel::Neighbours;
    let framed = framed(state, view, focused, area.width, cx);
    let inner = cx.panel(area, framed);
    if !view.counted {
        let others = collection.len() as u64 - 1;
        let others = counted(others, "other document", "other documents");
        let sentence = format!("Counting what it shares with {others} …");
        cx.centred(inner, &[(&cx.theme.own(&sentence), Role::Dim)]);
        return Vec::new();
    }
    if view.neighbours.is_empty() {
        let found_by = view.found_by.trim_end_matches('.');
        let looked = format!("How they were looked for: {found_by}.");
        let nothing = "No other document shares text with this one.";
        cx.centred(inner, &[(nothing, Role::Text), (&looked, Role::Dim)]);
        return Vec::new();
    }
    if inner.height < 2 {
        return Vec::new();
    }
    let plan = columns::plan(
        &view.neighbours,
        collection,
        usize::from(inner.width),
        state.all_figures,
    );
    let (head, rows) = area::split_top(inner, 1);
    let bars = cells(&plan, head).find(|(shown, _)| *shown == ShownColumn::Bars);
    let width = bars.map_or(0, |(_, cell)| cell.width);
    let axis = bars::axis(view, collection, clustering, width);
    let mut targets = heads(state, collection, (&plan, &axis), head, cx);
    let room = usize::from(rows.height);
    let from = state.first_row(room);
    let len = view.neighbours.len();
    let shown = (from..len)
        .take(room)
        .filter_map(|i| Some((i, state.neighbour(i)?)));
    let shown: Vec<(usize, &Neighbour)> = shown.collect();
    let ids: Vec<&str> = shown.iter().map(|(_, n)| collection.id(n.doc)).collect();
    let names = name::apart(&ids, row::name_width(&plan, head), cx.glyphs);
    for ((i, neighbour), name) in shown.into_iter().zip(&names) {
        if let Some(line) = rows.rows().nth(i - from) {
            let selected = (i == state.selected()).then_some(focused);
            let named = (name.as_str(), collection);
            row::draw(neighbour, named, (&plan, &axis), selected, line, cx);
            targets.push((line, DocAction::Select(i)));
        }
    }
    cx.scrollbar(area, VisibleRows { from, room, len }.extent());
    targets
}

fn framed<'a>(
    state: &DocumentState,
    view: &'a DocumentView,
    focused: bool,
    width: u16,
    cx: &DrawContext<'_, '_>,
) -> PanelFrame<'a> {
    let theme = cx.theme;
    let all = view.neighbours.len();
    let identical = view.neighbours.iter().filter(|n| n.identical).count();
    let mut title = Line::from(theme.span(Role::Title, "Neighbours"));
    if view.counted {
        title.push_span(Span::raw(format!(" {}", count(all as u64))));
    }
    if identical > 0 {
        let text = format!(" · {} identical (=)", count(identical as u64));
        title.push_span(theme.span(Role::Dim, cx.glyphs.own(&text)));
    }
    if width >= 110 && view.counted {
        let found_by = cx.glyphs.own(&format!(" · {}", view.found_by));
        title.push_span(theme.span(Role::Dim, found_by));
    }
    let mut framed = PanelFrame {
        title,
        focused,
        ..PanelFrame::default()
    };
    if all > 1 {
        let (column, rises) = state.sorted_by();
        let arrow = sort_arrow(rises, cx.glyphs);
        framed.corner = format!("by {} {arrow}", column.label()).into();
    }
    if all > 0 {
        framed.foot = theme.span(Role::Dim, bars::legend(cx)).into();
        framed.foot_corner = position(state.selected(), all).into();
    }
    framed
}

fn heads(
    state: &DocumentState,
    collection: &Named,
    (plan, axis): (&ColumnPlan, &Axis),
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) -> Vec<(Rect, DocAction)> {
    let (sorted, rises) = state.sorted_by();
    let arrow = sort_arrow(rises, cx.glyphs);
    let unit = collection.settings().normalisation.unit;
    let mut targets = Vec::new();
    for (shown, cell) in cells(plan, area) {
        let (label, column) = match shown {
            ShownColumn::Interval => ("95% interval", Some(NeighbourColumn::Estimate)),
            ShownColumn::Bars => {
                axis.labels(cell, cx);
                continue;
            }
            ShownColumn::Figure(NeighbourColumn::Words) if unit == Unit::Char => {
                ("chars", Some(NeighbourColumn::Words))
            }
            ShownColumn::Figure(column) => (column.label(), Some(column)),
        };
        let is_sorted = shown == ShownColumn::Figure(sorted);
        let style = cx.style(if is_sorted { Role::Title } else { Role::Dim });
        let left = matches!(
            shown,
            ShownColumn::Figure(NeighbourColumn::Document) | ShownColumn::Interval
        );
        let text = match (is_sorted, left) {
            (false, _) => label.to_owned(),
            (true, true) => format!("{label} {arrow}"),
            (true, false) => format!("{arrow}{label}"),
        };
        let label_area = if left {
            cell
        } else {
            let end = figure_end(shown, cell);
            let x = end.saturating_sub(paint::columns(&text));
            area::columns(cell, x, end - x)
        };
        cx.words(label_area, &text, style);
        if let Some(column) = column {
            targets.push((cell, DocAction::SortBy(column)));
        }
    }
    targets
}

//! The members of a cluster as rows and their pairwise similarities as columns: a heat map whose
//! cells show their values. A sign, not only the shade, marks values below the threshold.

use super::share::SelectedCluster;
use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::app::{Action, App, Panel};
use crate::base::sanitise;
use crate::screens::clusters::state::{ClustersFocus, MATRIX_LIMIT};
use crate::typeset::figures;
use crate::ui::phrases::disguise_sign;
use crate::ui::widgets::{name, paint, two_beside};
use crate::ui::{DrawContext, Role, VisibleRows, area};

/// Width of a cell: four columns for the value, and one for the sign of a value below the threshold.
const CELL: u16 = 5;

/// Columns of long names beside values, and their minimum.
const NAME: u16 = 24;
const LEAST_NAME: u16 = 16;

/// Draws column heads and rows; returns the visible members.
pub fn draw(
    app: &App,
    selection: SelectedCluster<'_>,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) -> VisibleRows {
    let (collection, cluster) = (selection.collection, selection.cluster);
    let threshold = selection.clustering.threshold;
    let members = app.clusters.in_order(cluster);
    let size = members.len();
    let digits = size.to_string().len() as u16;
    // Behind a name: "×3" for three of its text in one row.
    let copy_width = match app.clusters.largest_row(cluster) {
        1 => 0,
        most => most.to_string().len() as u16 + 2,
    };
    let fixed = 2 + digits + 1 + copy_width + 1;
    let with_matrix = size <= MATRIX_LIMIT;
    let room = area.width.saturating_sub(fixed);
    let all = if with_matrix { size as u16 * CELL } else { 0 };
    let names = members.iter().take(MATRIX_LIMIT).map(|doc| {
        let id = sanitise::line(collection.id(*doc));
        paint::columns(&id)
    });
    let wanted = names.max().unwrap_or(0).max(12);
    let name_width = if all + wanted.min(NAME) <= room {
        wanted.min(room - all)
    } else {
        // The columns are scrolled.
        let name = wanted.min(NAME).min(room.saturating_sub(3 * CELL));
        name.max(wanted.min(LEAST_NAME)).min(room)
    };
    let columns_at = area.x + fixed + name_width;
    let fit = usize::from(area.right().saturating_sub(columns_at) / CELL).min(size);
    let fit = if with_matrix { fit } else { 0 };
    let first = first_column(app, fit, size);
    let (head, rows) = area::split_top(area, 1);
    let (scroll, height) = (&app.clusters.members, usize::from(rows.height));
    let visible = VisibleRows::new(Panel::Members, scroll, height, size, &mut cx.hits);
    cx.hits.push_view(Panel::MemberColumns, first, fit);

    let names = |row: Rect| area::columns(row, area.x + 3 + digits, name_width);
    let focused = app.clusters.focus == ClustersFocus::Members;
    let (cursor_row, cursor_column) = (scroll.selected, app.clusters.column);
    let columns = first..first + fit;
    let cursor = cursor_column.filter(|_| focused);
    heads(head, columns_at, columns.clone(), size, cursor, cx);
    let matrix = app.clusters.matrix_of(cluster);
    let position = |doc| cluster.members.binary_search(doc).unwrap_or(0);
    let places: Vec<usize> = members.iter().take(MATRIX_LIMIT).map(position).collect();
    let until = size.min(visible.from + height);
    let shown = members[visible.from.min(until)..until].iter();
    let own: Vec<&str> = shown.map(|doc| collection.id(*doc)).collect();
    let short = name::apart(&own, name_width.into(), cx.glyphs);
    for (line, row) in rows.rows().zip(visible.from..size) {
        let label = area::columns(line, line.x, columns_at.saturating_sub(line.x));
        cx.hits.push(label, Action::Row(Panel::Members, row));
        let here = focused && row == cursor_row;
        let doc = members[row];
        if row == cursor_row {
            cx.cursor_mark(line, cx.style(Role::Key));
        }
        let number = format!("{:>1$}", row + 1, usize::from(digits));
        let role = if here { Role::Title } else { Role::Dim };
        cx.words(area::right_from(line, line.x + 2), &number, cx.style(role));
        let is_medoid = doc == cluster.representative;
        let role = if is_medoid { Role::Exact } else { Role::Text };
        let name = names(line);
        let at = row - visible.from;
        let text = if app.data.is_disguised(doc) {
            let sign = disguise_sign(cx.glyphs);
            let room = usize::from(name_width).saturating_sub(sign.chars().count());
            format!("{sign}{}", figures::path(own[at], room, cx.glyphs))
        } else {
            short[at].clone()
        };
        cx.words(name, &text, cx.style(role));
        let copies = app.clusters.row_size(cluster, row);
        if copies > 1 {
            let text = format!(" {}{copies}", cx.glyphs.pick("×", "x"));
            let copy = area::columns(line, name.x + name_width, copy_width);
            cx.words(copy, &text, cx.style(Role::Dim));
        }
        if here && cursor_column.is_none() {
            cx.select(name, true);
        }
        for (x, column) in (columns_at..).step_by(CELL.into()).zip(columns.clone()) {
            let cell_area = area::columns(line, x, CELL);
            let value = matrix.map(|m| m.at(places[row], places[column]));
            let (text, style) = cell(cx, threshold, (row == column, value));
            cx.words(cell_area, &text, style);
            if here && cursor_column == Some(column) {
                let style = Style::reset().patch(cx.style(Role::Selected)).bold();
                cx.buffer().set_style(cell_area, style);
            }
            cx.hits.push(cell_area, Action::Cell(row, column));
        }
    }
    visible
}

/// The text and the style of a cell.
fn cell(
    cx: &DrawContext<'_, '_>,
    threshold: f64,
    (diagonal, value): (bool, Option<f64>),
) -> (String, Style) {
    let missing = |sign: &str| (format!("{sign:>4} "), cx.style(Role::Dim));
    let value = match value {
        _ if diagonal => return missing(cx.glyphs.pick("·", ".")),
        None => return missing(cx.glyphs.pick("…", "~")),
        Some(value) => value,
    };
    let sign = if value < threshold {
        cx.glyphs.pick("↓", "<")
    } else {
        " "
    };
    let text = format!("{:>4}{sign}", two_beside(value, threshold));
    (text, cx.theme.heat(value, threshold))
}

/// Draws the numbers of the `shown` columns from `x` on, with marks on both sides for columns
/// scrolled out of view.
fn heads(
    row: Rect,
    x: u16,
    shown: Range<usize>,
    size: usize,
    cursor: Option<usize>,
    cx: &mut DrawContext<'_, '_>,
) {
    let key = cx.style(Role::Key);
    if shown.start > 0 && x > row.x {
        let before = area::columns(row, x - 1, 1);
        cx.words(before, cx.glyphs.pick("‹", "<"), key);
    }
    for (at, column) in (x..).step_by(CELL.into()).zip(shown.clone()) {
        let role = if cursor == Some(column) {
            Role::Title
        } else {
            Role::Dim
        };
        // Above the last digit of the value.
        let number = format!("{:>4}", column + 1);
        cx.words(area::columns(row, at, CELL), &number, cx.style(role));
    }
    let end = x + shown.len() as u16 * CELL;
    if !shown.is_empty() && shown.end < size && end < row.right() + CELL {
        let behind = area::columns(row, end.min(row.right() - 1), 1);
        cx.words(behind, cx.glyphs.pick("›", ">"), key);
    }
}

/// The first visible column: scrolled as little as needed to keep the cursor's column in view.
fn first_column(app: &App, fit: usize, size: usize) -> usize {
    let last_first = size.saturating_sub(fit);
    let first = app.clusters.first_column.min(last_first);
    match app.clusters.column {
        Some(column) if fit > 0 => first.clamp((column + 1).saturating_sub(fit), column),
        _ => first,
    }
}

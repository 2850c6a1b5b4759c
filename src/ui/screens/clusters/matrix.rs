//! The members of a cluster as rows and their pairwise similarities as columns: a heat map whose
//! cells show their values. A sign, not only the shade, marks values below the threshold.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::common::{Common, end, longest, start};
use super::keep;
use super::selection::Selection;
use super::share::two_beside;
use crate::app::names::Named;
use crate::app::state::clusters::{Focus, MATRIX_LIMIT};
use crate::app::{Action, App, Panel};
use crate::base::DocNo;
use crate::corpus::Dated;
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::list::VisibleRows;
use crate::ui::phrases::disguise_sign;
use crate::ui::theme::{Depth, Role};
use crate::ui::widgets::paint;

/// Width of a cell: a blank, four columns for the value, one for the sign.
const CELL: u16 = 6;

/// Minimum number of matrix columns kept beside long names.
const COLUMNS: usize = 3;
const LEAST_NAME: u16 = 16;

/// Width of a date, with a blank before it.
const DATE: u16 = 11;
/// Stands behind the first date.
const FIRST: &str = " first seen";

/// Draws column heads and rows; returns the visible members.
pub fn draw(
    app: &App,
    selection: Selection<'_>,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
    hits: &mut HitMap,
) -> VisibleRows {
    let Selection {
        collection,
        clustering,
        cluster,
    } = selection;
    let members = app.clusters.in_order(cluster);
    let size = members.len();
    let digits = size.to_string().len() as u16;
    // Room for "= 3" behind a member that is a copy of the third.
    let copy_width = if cluster.identical > 0 { digits + 3 } else { 0 };
    // Behind the name.
    let date_width = match app.clusters.by_date {
        true if area.width >= 70 => DATE + FIRST.len() as u16,
        true if area.width >= 40 => DATE,
        _ => 0,
    };
    let keep_width = keep::width(app, area, digits);
    let fixed = 2 + digits + 1 + copy_width + date_width + keep_width + 1;
    let with_matrix = size <= MATRIX_LIMIT;
    let room = area.width.saturating_sub(fixed);
    // Names take precedence: a figure is useless without its name, and the matrix scrolls. Only a
    // few columns are reserved for it.
    let (all, kept) = match with_matrix {
        true => (size as u16 * CELL, size.min(COLUMNS) as u16 * CELL),
        false => (0, 0),
    };
    // The common parts of all names are shown once, above them: the folders if that makes room for
    // the matrix, the file name if otherwise the distinguishing part would be cut off.
    let longest = |common| longest(collection, members, common).max(12);
    let ids: Vec<&str> = members
        .iter()
        .take(MATRIX_LIMIT)
        .chain(members.last())
        .map(|doc| collection.id(*doc))
        .collect();
    let mut common = Common::default();
    if longest(common) + all > room {
        common.start = start(&ids);
    }
    if longest(common) > room.saturating_sub(kept) && with_matrix {
        common.end = end(&ids, common.start);
    }
    let above = common.text(collection.id(members[0]), cx.theme);
    let wanted = longest(common).max(paint::columns(&above));
    let least = LEAST_NAME.min(wanted);
    let name_width = wanted.min(room.saturating_sub(kept).max(least)).min(room);
    let columns_at = area.x + fixed + name_width;
    let fit = usize::from(area.right().saturating_sub(columns_at) / CELL).min(size);
    let fit = if with_matrix { fit } else { 0 };
    let first = first_column(app, fit, size);
    let (head, rows) = area::split_top(area, 1);
    let (scroll, height) = (&app.clusters.members, usize::from(rows.height));
    let visible = VisibleRows::new(Panel::Members, scroll, height, size, hits);
    hits.push_view(Panel::MemberColumns, first, fit);

    let names = |row: Rect| area::columns(row, area.x + 3 + digits, name_width);
    let above = figures::path(&above, name_width.into(), cx.glyphs);
    cx.words(names(area), &above, cx.style(Role::Dim));
    let focused = app.clusters.focus == Focus::Members;
    let (cursor_row, cursor_column) = (scroll.selected, app.clusters.column);
    let columns = first..first + fit;
    let cursor = cursor_column.filter(|_| focused);
    heads(head, columns_at, columns.clone(), size, cursor, cx);
    let matrix = app.clusters.matrix_of(cluster);
    let place = |doc| cluster.members.binary_search(doc).unwrap_or(0);
    let places: Vec<usize> = match matrix {
        Some(_) => members.iter().map(place).collect(),
        None => Vec::new(),
    };
    for (line, row) in rows.rows().zip(visible.from..size) {
        let label = area::columns(line, line.x, columns_at.saturating_sub(line.x));
        hits.push(label, Action::Row(Panel::Members, row));
        let here = focused && row == cursor_row;
        let doc = members[row];
        if row == cursor_row {
            cx.cursor_mark(line, cx.style(Role::Key));
        }
        let number = format!("{:>1$}", row + 1, usize::from(digits));
        let role = if here { Role::Title } else { Role::Dim };
        let behind = area::columns(line, line.x + 2, line.width.saturating_sub(2));
        cx.words(behind, &number, cx.style(role));
        let role = match doc == cluster.representative {
            true => Role::Exact,
            false => Role::Text,
        };
        let name = names(line);
        let text = common.rest(collection.id(doc));
        let sign = match app.data.is_disguised(doc) {
            true => disguise_sign(cx.glyphs),
            false => "",
        };
        let room = usize::from(name_width).saturating_sub(sign.chars().count());
        let text = format!("{sign}{}", figures::path(text, room, cx.glyphs));
        cx.words(name, &text, cx.style(role));
        if let Some(original) = original(app, collection, members, doc) {
            let text = format!(" = {}", original + 1);
            let copy = area::columns(line, name.x + name_width, copy_width);
            cx.words(copy, &text, cx.style(Role::Dim));
        }
        if date_width > 0 {
            let place = area::columns(line, name.x + name_width + copy_width, date_width);
            date(app, doc, row == 0, place, cx);
        }
        if keep_width > 0 {
            let x = name.x + name_width + copy_width + date_width;
            let place = area::columns(line, x, keep_width);
            keep::mark(app, selection, (members, doc), place, cx);
        }
        if here && cursor_column.is_none() {
            cx.select(name, true);
        }
        for (x, column) in (columns_at..).step_by(CELL.into()).zip(columns.clone()) {
            let place = area::columns(line, x, CELL);
            let value = matrix.map(|m| m.at(places[row], places[column]));
            let (text, style) = cell(cx, clustering.threshold, row == column, value);
            cx.words(place, &text, style);
            if here && cursor_column == Some(column) {
                let style = Style::reset().patch(cx.style(Role::Selected)).bold();
                cx.buffer().set_style(place, style);
            }
            hits.push(place, Action::Cell(row, column));
        }
    }
    visible
}

fn cell(
    cx: &DrawContext<'_, '_>,
    threshold: f64,
    diagonal: bool,
    value: Option<f64>,
) -> (String, Style) {
    let missing = |sign| (format!("    {sign} "), cx.style(Role::Dim));
    match value {
        _ if diagonal => missing(cx.glyphs.pick("·", ".")),
        None => missing(cx.glyphs.pick("…", "~")),
        Some(v) => {
            let below = v < threshold;
            let sign = match below {
                true => cx.glyphs.pick("↓", "<"),
                false => " ",
            };
            let mut style = cx.theme.heat(v);
            if below && cx.theme.depth() == Depth::None {
                style = style.add_modifier(Modifier::DIM);
            }
            (format!(" {}{sign}", two_beside(v, threshold)), style)
        }
    }
}

/// Draws the date of a member; behind the first one, if there is room, that it was seen first.
fn date(app: &App, doc: DocNo, first: bool, place: Rect, cx: &mut DrawContext<'_, '_>) {
    let dated = app.data.dates.get(&doc);
    let text = match dated.filter(|_| !app.names_hidden) {
        None if app.names_hidden => String::new(),
        Some(Dated::On(date, _)) => format!(" {}", date.day()),
        Some(Dated::Unread(_)) => " no date".into(),
        Some(Dated::Unknown) | None => return,
    };
    let marked = first && text.len() == usize::from(DATE);
    let role = if marked { Role::Text } else { Role::Dim };
    cx.words(place, &text, cx.style(role));
    let behind = area::columns(place, place.x + DATE, place.width.saturating_sub(DATE));
    if marked && behind.width > 0 {
        cx.words(behind, FIRST, cx.style(Role::Dim));
    }
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
        let role = match cursor == Some(column) {
            true => Role::Title,
            false => Role::Dim,
        };
        let number = format!("{:>5}", column + 1);
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

/// The index in `members` of the first document with the same normalised text as `doc`, if that is
/// an earlier one.
fn original(app: &App, collection: &Named, members: &[DocNo], doc: DocNo) -> Option<usize> {
    let pairs = app.data.pairs.as_ref()?;
    let stands_for_it = *pairs.representative.get(doc.index())?;
    // A representative stands for all documents with its shingle set, and these need not have the
    // same text.
    let text = collection.row(doc).normalised;
    let mut before = pairs
        .copies(stands_for_it)
        .iter()
        .take_while(|other| **other < doc);
    let first = before.find(|other| collection.row(**other).normalised == text)?;
    members.iter().position(|member| member == first)
}

//! The members of a cluster as rows and their pairwise similarities as columns: a heat map whose
//! cells show their values. A sign, not only the shade, marks values below the threshold.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::common::{CommonAffixes, end, longest, start};
use super::selection::Selection;
use super::share::two_beside;
use crate::app::names::Named;
use crate::app::{Action, App, Panel};
use crate::base::DocNo;
use crate::index::Dated;
use crate::screens::clusters::state::{Focus, MATRIX_LIMIT};
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::list::VisibleRows;
use crate::ui::phrases::disguise_sign;
use crate::ui::theme::Role;
use crate::ui::widgets::name;
use crate::ui::widgets::paint;

/// Widths of a cell, the widest first: a blank, four columns for the value and one for the sign of what is below the
/// threshold, which always stands behind its value; a value of two digits; hundredths without the point; a shade alone.
/// So there is a blank or a sign between any two values.
const CELLS: [u16; 4] = [6, 5, HUNDREDTHS, SHADE];
/// Width of a cell with hundredths alone.
const HUNDREDTHS: u16 = 4;
/// Width of a cell without a value.
const SHADE: u16 = 2;
/// Width of the cells of a matrix that has no room for all its columns.
const SCROLLED: u16 = HUNDREDTHS;

/// Columns that long names keep beside values, and at the least.
const NAME: u16 = 24;
const LEAST_NAME: u16 = 16;

/// Width of a date, with a blank before it.
const DATE: u16 = 11;
/// Stands behind the first date.
const FIRST: &str = " first seen";

/// Draws column heads and rows; returns the visible members, and whether values are hundredths without the point.
pub fn draw(
    app: &App,
    selection: Selection<'_>,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
    hits: &mut HitMap,
) -> (VisibleRows, bool) {
    let (collection, cluster) = (selection.collection, selection.cluster);
    let threshold = selection.clustering.threshold;
    let members = app.clusters.in_order(cluster);
    let size = members.len();
    let digits = size.to_string().len() as u16;
    // Behind a name: "= 3" if the member is a copy of the third, or "×3" for three of its text in one row.
    let most = (0..size)
        .map(|row| app.clusters.row_size(cluster, row))
        .max();
    let folded = most.is_some_and(|most| most > 1);
    let copy_width = match most {
        Some(most) if folded => most.to_string().len() as u16 + 2,
        _ if cluster.identical > 0 => digits + 3,
        _ => 0,
    };
    // Behind the name.
    let date_width = match app.clusters.by_date {
        true if area.width >= 70 => DATE + FIRST.len() as u16,
        true if area.width >= 40 => DATE,
        _ => 0,
    };
    let fixed = 2 + digits + 1 + copy_width + date_width + 1;
    let with_matrix = size <= MATRIX_LIMIT;
    let room = area.width.saturating_sub(fixed);
    // The narrowest matrix with values that shows all its columns.
    let all = if with_matrix {
        size as u16 * SCROLLED
    } else {
        0
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
    let mut common = CommonAffixes::default();
    if longest(common) + all > room {
        common.start = start(&ids);
    }
    if longest(common) > room.saturating_sub(all).min(NAME) && with_matrix {
        common.end = end(&ids, common.start);
    }
    let above = common.text(collection.id(members[0]), cx.theme);
    let wanted = longest(common).max(paint::columns(&above));
    let (cell_width, name_width) = widths(with_matrix, size as u16, wanted, room);
    let columns_at = area.x + fixed + name_width;
    let fit = usize::from(area.right().saturating_sub(columns_at) / cell_width).min(size);
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
    heads(
        head,
        columns_at,
        cell_width,
        columns.clone(),
        size,
        cursor,
        cx,
    );
    let matrix = app.clusters.matrix_of(cluster);
    let position = |doc| cluster.members.binary_search(doc).unwrap_or(0);
    let places: Vec<usize> = match matrix {
        Some(_) => members.iter().map(position).collect(),
        None => Vec::new(),
    };
    let until = size.min(visible.from + height);
    let shown = &members[visible.from.min(until)..until];
    let own: Vec<&str> = shown
        .iter()
        .map(|doc| common.rest(collection.id(*doc)))
        .collect();
    let short = name::apart(&own, name_width.into(), cx.glyphs);
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
        let role = if doc == cluster.representative {
            Role::Exact
        } else {
            Role::Text
        };
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
        let original = if folded {
            None
        } else {
            original(app, collection, members, doc)
        };
        let times = cx.glyphs.pick("×", "x");
        let text = match (copies > 1, original) {
            (true, _) => Some(format!(" {times}{copies}")),
            (false, Some(original)) => Some(format!(" = {}", original + 1)),
            (false, None) => None,
        };
        if let Some(text) = text {
            let copy = area::columns(line, name.x + name_width, copy_width);
            cx.words(copy, &text, cx.style(Role::Dim));
        }
        if date_width > 0 {
            let date_area = area::columns(line, name.x + name_width + copy_width, date_width);
            date(app, doc, row == 0, date_area, cx);
        }
        if here && cursor_column.is_none() {
            cx.select(name, true);
        }
        for (x, column) in (columns_at..)
            .step_by(cell_width.into())
            .zip(columns.clone())
        {
            let cell_area = area::columns(line, x, cell_width);
            let value = matrix.map(|m| m.at(places[row], places[column]));
            let (text, style) = cell(cx, cell_width, threshold, (row == column, value));
            cx.words(cell_area, &text, style);
            if here && cursor_column == Some(column) {
                let style = Style::reset().patch(cx.style(Role::Selected)).bold();
                cx.buffer().set_style(cell_area, style);
            }
            hits.push(cell_area, Action::Cell(row, column));
        }
    }
    (visible, fit > 0 && cell_width == HUNDREDTHS)
}

/// Width of a cell and of the names, for so many columns beside names of `wanted` columns: the widest cells
/// that all fit, of which names are cut if need be; else cells to scroll through.
fn widths(with_matrix: bool, size: u16, wanted: u16, room: u16) -> (u16, u16) {
    if !with_matrix {
        return (SCROLLED, wanted.min(room));
    }
    let choices = [
        (CELLS[0], wanted),
        (CELLS[1], wanted),
        (CELLS[2], wanted),
        (CELLS[2], NAME),
        (CELLS[3], NAME),
        (CELLS[3], LEAST_NAME),
    ];
    let fits = |(cell, name): &&(u16, u16)| size * cell + wanted.min(*name) <= room;
    match choices.iter().find(fits) {
        Some((cell, _)) => (*cell, wanted.min(room - size * cell)),
        None => {
            let name = wanted.min(NAME).min(room.saturating_sub(3 * SCROLLED));
            (SCROLLED, name.max(wanted.min(LEAST_NAME)).min(room))
        }
    }
}

/// The text and the style of a cell of `width` columns.
fn cell(
    cx: &DrawContext<'_, '_>,
    width: u16,
    threshold: f64,
    (diagonal, value): (bool, Option<f64>),
) -> (String, Style) {
    let behind = u16::from(width != SHADE);
    let before = usize::from(width - 1 - behind);
    let blank = |n: u16| " ".repeat(n.into());
    let missing = |sign| {
        let text = format!("{}{sign}{}", " ".repeat(before), blank(behind));
        (text, cx.style(Role::Dim))
    };
    let value = match value {
        _ if diagonal => return missing(cx.glyphs.pick("·", ".")),
        None => return missing(cx.glyphs.pick("…", "~")),
        Some(value) => value,
    };
    let below = value < threshold;
    let sign = if below {
        cx.glyphs.pick("↓", "<")
    } else {
        " "
    };
    let style = cx.theme.heat(value, threshold);
    if width == SHADE {
        let background = style.bg.is_some();
        let shade = match (below, value >= 1.0) {
            (true, _) => cx.glyphs.pick(" ↓", " <"),
            (false, _) if background => "  ",
            (false, true) => cx.glyphs.pick("██", "##"),
            (false, false) => cx.glyphs.pick("▒▒", "++"),
        };
        return (shade.to_owned(), style);
    }
    let text = match width {
        HUNDREDTHS => format!("{}{sign}", hundredths(value, threshold)),
        5 => format!(" .{}{sign}", hundredths(value, threshold).trim_start()),
        _ => format!(" {}{sign}", two_beside(value, threshold)),
    };
    let text = match width {
        5 if value >= 1.0 => "   1 ".to_owned(),
        _ => text,
    };
    (text, style)
}

/// A similarity as hundredths in three columns, ` 97`; 1 is `  1`. It is rounded, but never over the threshold, to 1 or
/// to 0.
pub(super) fn hundredths(value: f64, threshold: f64) -> String {
    if value >= 1.0 {
        return "  1".to_owned();
    }
    let least = if value > 0.0 { 1.0 } else { 0.0 };
    let exact = value * 100.0;
    let nearest = exact.round();
    let rounded = match (value >= threshold, nearest / 100.0 >= threshold - 1e-9) {
        (true, false) => exact.ceil(),
        (false, true) => exact.ceil() - 1.0,
        _ => nearest,
    };
    format!(" {:02}", rounded.clamp(least, 99.0) as u32)
}

/// Draws the date of a member; behind the first one, if there is room, that it was seen first.
fn date(app: &App, doc: DocNo, first: bool, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let dated = app.data.dates.get(&doc);
    let text = match dated.filter(|_| !app.names_hidden) {
        None if app.names_hidden => String::new(),
        Some(Dated::On(date, _)) => format!(" {}", date.day()),
        Some(Dated::Unread) => " no date".into(),
        Some(Dated::Unknown) | None => return,
    };
    let marked = first && text.len() == usize::from(DATE);
    let role = if marked { Role::Text } else { Role::Dim };
    cx.words(area, &text, cx.style(role));
    let behind = area::columns(area, area.x + DATE, area.width.saturating_sub(DATE));
    if marked && behind.width > 0 {
        cx.words(behind, FIRST, cx.style(Role::Dim));
    }
}

/// Draws the numbers of the `shown` columns from `x` on, with marks on both sides for columns
/// scrolled out of view.
fn heads(
    row: Rect,
    x: u16,
    cell: u16,
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
    for (at, column) in (x..).step_by(cell.into()).zip(shown.clone()) {
        let role = if cursor == Some(column) {
            Role::Title
        } else {
            Role::Dim
        };
        // Above the last digit of the value. A number that is wider than its column is left out.
        let digits = usize::from(if cell == SHADE { cell } else { cell - 1 });
        let number = format!("{:>digits$}", column + 1);
        // Numbers that fill their columns would run together: from 8 on only the even ones are shown.
        let fills = cell == SHADE && size > 9 && column >= 8 && column % 2 == 0;
        if number.len() == digits && !fills {
            cx.words(area::columns(row, at, cell), &number, cx.style(role));
        }
    }
    let end = x + shown.len() as u16 * cell;
    if !shown.is_empty() && shown.end < size && end < row.right() + cell {
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

#[cfg(test)]
mod tests {
    use super::hundredths;

    #[test]
    fn hundredths_never_cross_the_threshold_nor_reach_one_or_nothing() {
        assert_eq!(hundredths(0.7996, 0.8), " 79");
        assert_eq!(hundredths(0.8, 0.8), " 80");
        assert_eq!(hundredths(0.804, 0.803), " 81");
        assert_eq!(hundredths(0.804, 0.8), " 80");
        assert_eq!(hundredths(0.999, 0.8), " 99");
        assert_eq!(hundredths(0.001, 0.8), " 01");
        assert_eq!(hundredths(0.0, 0.8), " 00");
        assert_eq!(hundredths(1.0, 1.0), "  1");
    }
}

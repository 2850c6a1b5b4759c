//! Members by rows, and by columns how similar each is to each: a heat map whose cells carry their
//! value. A sign, not only the shade, tells the ones below the threshold.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::two_beside;
use crate::app::state::clusters::{Focus, MATRIX_LIMIT};
use crate::app::{Action, App, Panel};
use crate::base::DocNo;
use crate::cluster::{Cluster, Clustering};
use crate::collection::Collection;
use crate::typeset::figures;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Depth, Role, Theme};
use crate::ui::widgets::name;

/// Columns of a cell: a blank, four for the value, one for the sign.
const CELL: u16 = 6;

/// Columns of the matrix that stay beside the longest names, and of a name beside the matrix.
const COLUMNS: usize = 3;
const LEAST_NAME: u16 = 16;

/// Draws heads and rows; returns which members are in sight.
#[allow(clippy::too_many_arguments)]
pub fn draw(
    app: &App,
    theme: &Theme,
    collection: &Collection,
    clustering: &Clustering,
    cluster: &Cluster,
    area: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) -> Range<usize> {
    let members = &cluster.members;
    let size = members.len();
    let digits = size.to_string().len() as u16;
    // "= 3" behind a member that repeats the third.
    let copy_width = if cluster.identical > 0 { digits + 3 } else { 0 };
    let fixed = 2 + digits + 1 + copy_width + 1;
    let with_matrix = size <= MATRIX_LIMIT;
    let room = area.width.saturating_sub(fixed);
    let all = if with_matrix { size as u16 * CELL } else { 0 };
    // What all names begin with is said once, above them, where it takes room from the matrix.
    let whole = longest(collection, members, 0);
    let common = match whole + all <= room {
        true => 0,
        false => common(collection, members),
    };
    let longest = longest(collection, members, common).max(12);
    // Names come first: a figure is nothing without its name, and the matrix scrolls. Only some
    // columns are kept for it.
    let kept = if with_matrix {
        size.min(COLUMNS) as u16 * CELL
    } else {
        0
    };
    let least = LEAST_NAME.min(longest);
    let name_width = longest.min(room.saturating_sub(kept).max(least)).min(room);
    let columns_at = area.x + fixed + name_width;
    let fit = usize::from(area.right().saturating_sub(columns_at) / CELL).min(size);
    let fit = if with_matrix { fit } else { 0 };
    let first = first_column(app, fit, size);
    let visible = usize::from(area.height.saturating_sub(1));
    let from = app.clusters.members.window(visible, size);
    hits.push_view(Panel::Members, from, visible);
    hits.push_view(Panel::MemberColumns, first, fit);

    if common > 0 {
        let start = &collection.id(members[0])[..common];
        let start = figures::middle(start, name_width.into(), theme.glyphs());
        frame.buffer_mut().set_stringn(
            area.x + 3 + digits,
            area.y,
            start,
            name_width.into(),
            theme.style(Role::Dim),
        );
    }
    let focused = app.clusters.focus == Focus::Members;
    let cursor = (app.clusters.members.selected, app.clusters.column);
    heads(
        theme,
        area,
        columns_at,
        first..first + fit,
        size,
        cursor.1.filter(|_| focused),
        frame,
    );
    let matrix = app.clusters.matrix_of(cluster);
    let until = (from + visible).min(size);
    for (y, row) in (area.y + 1..).zip(from..until) {
        let line = Rect {
            y,
            height: 1,
            ..area
        };
        hits.push(
            Rect {
                width: columns_at.saturating_sub(area.x),
                ..line
            },
            Action::Row(Panel::Members, row),
        );
        let here = focused && row == cursor.0;
        let doc = members[row];
        let buffer = frame.buffer_mut();
        if row == cursor.0 {
            buffer.set_stringn(
                area.x,
                y,
                theme.glyphs().pick("▸", ">"),
                1,
                theme.style(Role::Key),
            );
        }
        let number = format!("{:>1$}", row + 1, usize::from(digits));
        let number_style = if here {
            theme.style(Role::Title)
        } else {
            theme.style(Role::Dim)
        };
        buffer.set_stringn(
            area.x + 2,
            y,
            number,
            usize::from(area.width.saturating_sub(2)),
            number_style,
        );
        let style = if doc == cluster.representative {
            theme.style(Role::Exact)
        } else {
            theme.style(Role::Text)
        };
        let spans = name::spans(
            &collection.id(doc)[common..],
            name_width.into(),
            theme.glyphs(),
            &[],
            style,
            style,
        );
        let name_at = area.x + 3 + digits;
        buffer.set_line(name_at, y, &Line::from(spans), name_width);
        if let Some(original) = original(app, collection, members, doc) {
            let text = format!(" = {}", original + 1);
            buffer.set_stringn(
                name_at + name_width,
                y,
                text,
                copy_width.into(),
                theme.style(Role::Dim),
            );
        }
        if here && cursor.1.is_none() {
            let place = Rect {
                x: name_at,
                y,
                width: name_width,
                height: 1,
            };
            buffer.set_style(place, theme.style(Role::Selected));
        }
        for (x, column) in (columns_at..).step_by(CELL.into()).zip(first..first + fit) {
            let place = Rect {
                x,
                y,
                width: CELL,
                height: 1,
            };
            let value = matrix.map(|m| m.at(row, column));
            let (text, style) = cell(theme, clustering.threshold, row == column, value);
            buffer.set_stringn(x, y, text, CELL.into(), style);
            if here && cursor.1 == Some(column) {
                buffer.set_style(
                    place,
                    Style::reset().patch(theme.style(Role::Selected)).bold(),
                );
            }
            hits.push(place, Action::Cell(row, column));
        }
    }
    from..until
}

fn cell(theme: &Theme, threshold: f64, diagonal: bool, value: Option<f64>) -> (String, Style) {
    match value {
        _ if diagonal => (
            format!("    {} ", theme.glyphs().pick("·", ".")),
            theme.style(Role::Dim),
        ),
        None => (
            format!("    {} ", theme.glyphs().pick("…", "~")),
            theme.style(Role::Dim),
        ),
        Some(v) => {
            let below = v < threshold;
            let sign = if below {
                theme.glyphs().pick("↓", "<")
            } else {
                " "
            };
            let mut style = theme.heat(v);
            if below && theme.depth() == Depth::None {
                style = style.add_modifier(Modifier::DIM);
            }
            (format!(" {}{sign}", two_beside(v, threshold)), style)
        }
    }
}

fn heads(
    theme: &Theme,
    area: Rect,
    x: u16,
    shown: Range<usize>,
    size: usize,
    cursor: Option<usize>,
    frame: &mut Frame<'_>,
) {
    let buffer = frame.buffer_mut();
    let dim = theme.style(Role::Dim);
    // Columns out of sight are told of on both sides.
    if shown.start > 0 && x > area.x {
        buffer.set_stringn(
            x - 1,
            area.y,
            theme.glyphs().pick("‹", "<"),
            1,
            theme.style(Role::Key),
        );
    }
    for (at, column) in (x..).step_by(CELL.into()).zip(shown.clone()) {
        let style = if cursor == Some(column) {
            theme.style(Role::Title)
        } else {
            dim
        };
        buffer.set_stringn(at, area.y, format!("{:>5}", column + 1), CELL.into(), style);
    }
    let end = x + shown.len() as u16 * CELL;
    if !shown.is_empty() && shown.end < size && end < area.right() + CELL {
        let more = theme.glyphs().pick("›", ">");
        buffer.set_stringn(
            (end).min(area.right() - 1),
            area.y,
            more,
            1,
            theme.style(Role::Key),
        );
    }
}

/// The first column in sight: moved as little as keeps the cursor's in sight.
fn first_column(app: &App, fit: usize, size: usize) -> usize {
    let last_first = size.saturating_sub(fit);
    let first = app.clusters.first_column.min(last_first);
    match app.clusters.column {
        Some(column) if fit > 0 => first.clamp((column + 1).saturating_sub(fit), column),
        _ => first,
    }
}

/// Columns of the longest name, each without its first `common` bytes.
fn longest(collection: &Collection, members: &[DocNo], common: usize) -> u16 {
    let widths = members.iter().take(MATRIX_LIMIT).map(|d| {
        let id = crate::base::sanitise::line(&collection.id(*d)[common..]).into_owned();
        crate::ui::widgets::paint::columns(&id)
    });
    widths.max().unwrap_or(0)
}

/// Bytes of the folders that all names begin with.
fn common(collection: &Collection, members: &[DocNo]) -> usize {
    // In the byte order of the ids what the first and the last share is shared by all.
    let (Some(first), Some(last)) = (members.first(), members.last()) else {
        return 0;
    };
    let (first, last) = (collection.id(*first), collection.id(*last));
    let same = first.bytes().zip(last.bytes()).take_while(|(a, b)| a == b);
    let same = same.count();
    // A row's `#ID` may hold a slash that ends no folder.
    let upto = first.find('#').map_or(same, |row| row.min(same));
    first.as_bytes()[..upto]
        .iter()
        .rposition(|byte| *byte == b'/')
        .map_or(0, |slash| slash + 1)
}

/// The place among `members` of the first one that `doc` repeats term for term, where there is one.
fn original(app: &App, collection: &Collection, members: &[DocNo], doc: DocNo) -> Option<usize> {
    let pairs = app.data.pairs.as_ref()?;
    let stands_for_it = *pairs.representative.get(doc.index())?;
    // A document stands for those of the same shingle set, and not all of them have the same text.
    let text = collection.row(doc).normalised;
    let mut before = pairs
        .copies(stands_for_it)
        .iter()
        .take_while(|other| **other < doc);
    let first = before.find(|other| collection.row(**other).normalised == text)?;
    members.binary_search(first).ok()
}

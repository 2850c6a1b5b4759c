//! The table of neighbours: the figures of each pair in one row, and estimate, interval and exact value on one axis.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::{Action, NamedDocuments};
use crate::base::DocNo;
use crate::base::units::{count, counted};
use crate::cluster::Clustering;
use crate::engine::message::{DocumentView, Neighbour};
use crate::evidence::sources::percent;
use crate::screens::document::state::{DocAction, DocumentPanel, DocumentState};
use crate::settings::SketchKind;
use crate::similarity::Measure;
use crate::typeset::figures;
use crate::ui::phrases::position;
use crate::ui::widgets::axis::Axis;
use crate::ui::widgets::{name, paint};
use crate::ui::{DrawContext, ListColumn, PanelFrame, Role, VisibleRows, area, columns};

/// What a column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Exact,
    Estimate,
    Interval,
    Error,
    OfThis,
    OfOther,
    Shared,
    SimHash,
    Words,
    Document,
    /// Estimate, interval, exact value and threshold on an axis.
    Bars,
}

/// A column: content, heading, minimum width, rank (the highest is dropped first), and whether it is shown by default,
/// not only on request.
type TableColumn = (Shown, &'static str, u16, u8, bool);

/// The columns from left to right.
const COLUMNS: [TableColumn; 11] = [
    (Shown::Exact, "exact", 5, 1, true),
    (Shown::Estimate, "estimate", 8, 2, true),
    (Shown::Interval, "95% interval", 13, 5, true),
    (Shown::Error, "error", 13, 3, false),
    (Shown::OfThis, "of this", 7, 6, true),
    (Shown::OfOther, "of other", 8, 7, true),
    (Shown::Shared, "shared", 7, 8, false),
    (Shown::SimHash, "SimHash", 7, 9, false),
    (Shown::Words, "words", 7, 10, false),
    (Shown::Document, "document", 16, 0, true),
    (Shown::Bars, "", 20, 4, true),
];

/// Columns for the selection mark and the sign of identical texts, and between two columns.
const MARKS: u16 = 3;
const GAP: u16 = 2;
/// Columns by which the axis grows at most.
const MORE_BARS: u16 = 20;

/// Draws the panel.
pub fn draw(
    state: &DocumentState,
    view: &DocumentView,
    collection: &NamedDocuments,
    clustering: Option<&Clustering>,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let focused = state.panel == DocumentPanel::Neighbours;
    let clustering = clustering.filter(|c| c.measure == Measure::Jaccard);
    let framed = framed(state, view, focused, clustering.is_some(), cx);
    let inner = cx.panel(area, framed);
    if !view.counted {
        let others = collection.len() as u64 - 1;
        let others = counted(others, "other document", "other documents");
        let sentence = format!("Counting what it shares with {others} …");
        return cx.centred(inner, &[(&cx.theme.own(&sentence), Role::Dim)]);
    }
    if view.neighbours.is_empty() {
        let found_by = view.found_by.trim_end_matches('.');
        let looked = format!("How they were looked for: {found_by}.");
        let nothing = "No other document shares text with this one.";
        return cx.centred(inner, &[(nothing, Role::Text), (&looked, Role::Dim)]);
    }
    if inner.height < 2 {
        return;
    }
    let (head, rows) = area::split_top(inner, 1);
    let cells = cells(&view.neighbours, collection, state.all_figures, head);
    let bars = cells.iter().find(|cell| cell.0 == Shown::Bars);
    let axis_width = bars.map_or(0, |cell| cell.2.width);
    let axis = axis(&view.neighbours, clustering, axis_width);
    let dim = cx.style(Role::Dim);
    for (shown, heading, cell) in &cells {
        match shown {
            Shown::Bars => axis.labels(*cell, cx),
            Shown::Document | Shown::Interval | Shown::Error => _ = cx.words(*cell, heading, dim),
            _ => cx.words_right(*cell, heading, dim),
        }
    }
    let from = state.table.window(usize::from(rows.height), state.rows());
    let shown = view.neighbours[from..].iter().take(rows.height.into());
    let docs: Vec<DocNo> = shown.map(|n| n.doc).collect();
    let name_cell = cells.iter().find(|cell| cell.0 == Shown::Document);
    let name_width = name_cell.map_or(0, |cell| cell.2.width);
    let names = name::listed(collection, &docs, name_width, cx.glyphs);
    let kind = collection.settings().sketching.sketch;
    let end = bars.map_or(rows.right(), |cell| cell.2.x - 1);
    rows_in_sight(state, (area, rows), end, cx, |i, line, cx| {
        let neighbour = &view.neighbours[i];
        for (shown, _, cell) in &cells {
            let cell = area::row(*cell, line.y);
            match shown {
                Shown::Bars => draw_bars(neighbour, &axis, cell, cx),
                Shown::Document => name::draw(&names[i - from], cell, cx.style(Role::Text), cx),
                shown => figure(*shown, neighbour, kind, cell, cx),
            }
        }
        if neighbour.identical {
            let sign = area::columns(line, line.x + 1, 1);
            cx.words(sign, "=", cx.style(Role::Exact));
        }
    });
}

fn framed<'a>(
    state: &DocumentState,
    view: &DocumentView,
    focused: bool,
    has_threshold: bool,
    cx: &DrawContext<'_, '_>,
) -> PanelFrame<'a> {
    let theme = cx.theme;
    let all = view.neighbours.len();
    let mut title = Line::from(theme.span(Role::Title, "Neighbours"));
    if view.counted {
        title.push_span(Span::raw(format!(" {} by Jaccard", count(all as u64))));
    }
    let identical = view.neighbours.iter().filter(|n| n.identical).count();
    if identical > 0 {
        let text = format!(" · {} identical (=)", count(identical as u64));
        title.push_span(theme.span(Role::Dim, theme.own(&text)));
    }
    let mut framed = PanelFrame::new(title, focused);
    if all > 0 {
        let signs = cx.glyphs.pick(
            "● estimate  ├─┤ its 95% interval  ◆ exact  ◈ both  ┃ threshold",
            "o estimate  [-] its 95% interval  # exact  @ both  | threshold",
        );
        let end = signs.rfind("  ").filter(|_| !has_threshold);
        framed.foot = theme.line(Role::Dim, &signs[..end.unwrap_or(signs.len())]);
        framed.foot_corner = position(state.table.selected, all).into();
    }
    framed
}

/// The columns that fit into `head`, all or those that matter most, each with its cell. The room that is left goes to the
/// names as far as they need it, then to the axis.
fn cells(
    neighbours: &[Neighbour],
    collection: &NamedDocuments,
    all: bool,
    head: Rect,
) -> Vec<(Shown, &'static str, Rect)> {
    let names = neighbours.iter().map(|n| {
        let title = paint::columns(collection.title(n.doc));
        title.saturating_add(paint::columns(collection.id(n.doc)))
    });
    let longest = names.max().unwrap_or(0);
    let column = |&(shown, _, width, rank, first): &TableColumn| ListColumn {
        width: if all || first { width } else { 0 },
        grows: match shown {
            Shown::Document => longest.saturating_sub(width),
            Shown::Bars => MORE_BARS,
            _ => 0,
        },
        // All figures are requested: the axis, which repeats them, is dropped first.
        rank: if all && shown == Shown::Bars {
            u8::MAX
        } else {
            rank
        },
    };
    let columns = COLUMNS.each_ref().map(column);
    let cells = columns::cells(&columns, GAP, area::right_from(head, head.x + MARKS));
    let cells = COLUMNS.iter().zip(cells).filter(|(_, cell)| cell.width > 0);
    cells
        .map(|(column, cell)| (column.0, column.1, cell))
        .collect()
}

/// The axis of the neighbours. The threshold is on it if it is one of the Jaccard index.
fn axis(neighbours: &[Neighbour], clustering: Option<&Clustering>, width: u16) -> Axis {
    let least = |n: &Neighbour| n.estimate.interval().0.min(n.overlap.jaccard());
    let least = neighbours.iter().map(least).fold(1.0, f64::min);
    let mut axis = Axis::covering(least, width, clustering.map_or(1.0, |c| c.threshold));
    if clustering.is_none() {
        // A threshold of another measure: its line is not drawn.
        axis.threshold = -1.0;
    }
    axis
}

/// Draws the interval of the estimate with the estimate in it, and over them the exact value; where both share a cell, a sign
/// for both.
fn draw_bars(n: &Neighbour, axis: &Axis, cell: Rect, cx: &mut DrawContext<'_, '_>) {
    let (low, high) = n.estimate.interval();
    axis.draw(cell, [low, n.estimate.value(), high], cx);
    let [exact, estimate] = [n.overlap.jaccard(), n.estimate.value()].map(|v| axis.column(v));
    let sign = if exact == estimate {
        cx.glyphs.pick("◈", "@")
    } else {
        cx.glyphs.pick("◆", "#")
    };
    let mark = area::columns(cell, cell.x + exact, 1).intersection(cell);
    cx.words(mark, sign, cx.style(Role::Title));
}

/// Draws a figure; an error that is far off with the number of standard errors after it.
fn figure(shown: Shown, n: &Neighbour, kind: SketchKind, cell: Rect, cx: &mut DrawContext<'_, '_>) {
    let exact = n.overlap.jaccard();
    let (text, role) = match shown {
        Shown::Estimate => (figures::ratio(n.estimate.value()), Role::Estimate),
        Shown::Exact => (figures::ratio(exact), Role::Exact),
        Shown::OfThis => (percent(n.overlap.containment_a_in_b()), Role::Text),
        Shown::OfOther => (percent(n.overlap.containment_b_in_a()), Role::Text),
        Shown::Shared => (count(n.overlap.shared.into()), Role::Text),
        Shown::SimHash => (n.simhash.to_string(), Role::Text),
        Shown::Words => (count(n.words as u64), Role::Text),
        Shown::Interval => (figures::interval(&n.estimate), Role::Dim),
        Shown::Error => {
            let error = cx.glyphs.own(&figures::signed(n.estimate.value() - exact));
            let end = cx.words(cell, &error, cx.style(Role::Text));
            let errors = n.estimate.standard_errors(kind, &n.overlap).map(f64::abs);
            if let Some(errors) = errors.filter(|errors| *errors > 2.0) {
                let note = format!(" {errors:.1} se");
                cx.words(area::right_from(cell, end), &note, cx.style(Role::Warning));
            }
            return;
        }
        Shown::Document | Shown::Bars => return,
    };
    cx.words_right(cell, &cx.glyphs.own(&text), cx.style(role));
}

/// Draws the rows of the table that are in sight, and marks the one under the cursor up to column `end`.
pub fn rows_in_sight<'c, 'f>(
    state: &DocumentState,
    (frame, rows): (Rect, Rect),
    end: u16,
    cx: &mut DrawContext<'c, 'f>,
    draw: impl Fn(usize, Rect, &mut DrawContext<'c, 'f>),
) {
    let (room, len) = (usize::from(rows.height), state.rows());
    let from = state.table.window(room.max(1), len);
    for (i, line) in (from..len).zip(rows.rows()) {
        draw(i, line, cx);
        if i == state.table.selected {
            cx.cursor_mark(line, cx.style(Role::Text));
            let before = area::columns(line, line.x, end - line.x);
            cx.select(before, state.panel == DocumentPanel::Neighbours);
        }
        cx.hits.push(line, Action::Document(DocAction::Select(i)));
    }
    cx.scrollbar(frame, VisibleRows { from, room, len }.extent());
}

//! The list of pairs.

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{columns, empty};
use crate::app::names::Named;
use crate::app::update::masks::recurs;
use crate::app::{Action, App, Panel};
use crate::base::units::count;
use crate::base::width::Width;
use crate::engine::message::PairRow;
use crate::engine::pair_order::PairColumn;
use crate::filter::{PairSubject, Target};
use crate::review::DecisionTarget;
use crate::typeset::names;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::list::VisibleRows;
use crate::ui::phrases::{
    counting_copied, first_fitting, out_of, position, search_stopped, sort_arrow,
};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::decision;
use crate::ui::widgets::filter_line::FilterLine;
use crate::ui::widgets::paint::LineWidth;
use crate::ui::widgets::panel::PanelFrame;

/// Width of the selection mark.
const MARK: u16 = 2;
/// Blanks before each name.
const GAP: u16 = 2;

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let list = &app.pair_list;
    let inner = cx.panel(area, framed(app, cx.theme, area.width));
    hits.push_wheel(area, Wheel::Panel(Panel::Pairs));
    let filter = FilterLine {
        input: &list.filter,
        target: Target::Pairs,
        active: list.filtering && app.dialogs.is_empty(),
        wrong: list.wrong(),
    };
    let inner = filter.draw(inner, cx);
    let data = app.data.named.as_ref().zip(list.shown());
    let Some((collection, shown)) = data.filter(|(_, shown)| !shown.is_empty()) else {
        return cx.explain_empty(inner, &empty::sentences(app));
    };
    if inner.height < 2 || inner.width < 20 {
        return;
    }
    let (head, rows) = area::split_top(inner, 1);
    let places = Places::new(app, inner);
    heads(app, head, &places, cx, hits);
    let height = usize::from(rows.height);
    let visible = VisibleRows::new(Panel::Pairs, &list.scroll, height, shown.len(), hits);
    for (row_area, at) in rows.rows().zip(visible.from..shown.len()) {
        let Some(row) = shown.row(at) else { break };
        if at == list.scroll.selected {
            cx.cursor_mark(row_area, cx.style(Role::Text));
        }
        let (a, b) = (row.pair.a, row.pair.b);
        decision::marked(
            app.marked.contains(&DecisionTarget::pair(a, b)),
            row_area,
            cx,
        );
        line(app, collection, row, row_area, &places, cx);
        if at == list.scroll.selected {
            cx.select(row_area, !list.filtering);
        }
        hits.push(row_area, Action::Row(Panel::Pairs, at));
    }
    cx.scrollbar(area, visible.extent());
}

/// Positions of the columns.
struct Places {
    /// Column of figures, first column on the screen, width.
    figures: Vec<(PairColumn, u16, u16)>,
    /// First column on the screen and width of the decision; width 0 if no pair has a decision.
    decision: (u16, u16),
    /// First column on the screen and width of either name.
    names: [(u16, u16); 2],
}

impl Places {
    fn new(app: &App, inner: Rect) -> Self {
        let collection = app.data.collection.as_ref();
        let decision = match collection.is_some_and(|c| app.decisions.any(c)) {
            false => 0,
            true if inner.width >= 100 => decision::WIDE,
            true if inner.width >= 60 => decision::SHORT,
            true => decision::SIGN,
        };
        let width = inner.width.saturating_sub(MARK + decision);
        let fitting = columns::fitting(width, app.measure(), app.pair_list.column);
        let mut x = inner.x + MARK + decision;
        let mut figures = Vec::new();
        for (column, wide) in fitting {
            figures.push((column, x, wide));
            x += wide;
        }
        let gap = if figures.is_empty() { 0 } else { GAP };
        let room = inner.right().saturating_sub(x + gap);
        let half = room.saturating_sub(GAP) / 2;
        let second = x + gap + half + GAP;
        Places {
            figures,
            decision: (inner.x + MARK, decision),
            names: [
                (x + gap, half),
                (second, inner.right().saturating_sub(second)),
            ],
        }
    }
}

fn framed<'a>(app: &App, theme: &Theme, width: u16) -> PanelFrame<'a> {
    let list = &app.pair_list;
    let mut title = vec![theme.span(Role::Title, "Pairs")];
    let mut framed = PanelFrame {
        focused: true,
        ..PanelFrame::default()
    };
    if let (Some(all), Some(shown)) = (list.list(), list.shown()) {
        let (total, rows) = (all.rows.len() as u64, shown.len() as u64);
        let counts = if total == rows {
            count(total)
        } else {
            out_of(rows, total)
        };
        title.push(theme.span(Role::Title, format!(" {counts}")));
        if shown.judged > 0 {
            let judged = decision::progress(shown.judged, all.rows.len());
            title.push(theme.span(Role::Exact, format!("{}{judged}", theme.dot())));
        }
        let what = match all.by_passage {
            0 => "copied text".to_owned(),
            n => format!(
                "copied text{}{} only by a long passage",
                theme.dot(),
                count(n)
            ),
        };
        title.push(theme.span(Role::Dim, format!("{}{what}", theme.dot())));
        let arrow = sort_arrow(list.column.rises() != list.reversed, theme.glyphs());
        let order = columns::order(list.column, app.measure(), app.unit());
        let so_far = if all.complete { "" } else { " so far" };
        framed.corner = theme.line(Role::Dim, format!("{order}{so_far} {arrow}"));
        if app.at_other_settings() {
            framed.foot_corner = theme.line(Role::Warning, "still at the old settings");
        } else if rows > 0 {
            let at = position(list.scroll.selected, shown.len());
            framed.foot_corner = theme.line(Role::Dim, at);
        }
        // The frame's corners, and blanks around both texts.
        let taken = framed.foot_corner.columns() + 8;
        framed.foot = foot(app, theme, usize::from(width).saturating_sub(taken));
    }
    framed.title = title.into();
    framed
}

/// The progress of the evidence, or what limits the list.
fn foot<'a>(app: &App, theme: &Theme, room: usize) -> Line<'a> {
    let list = &app.pair_list;
    let (Some(all), Some(_)) = (list.list(), list.shown()) else {
        return Line::default();
    };
    let stopped = search_stopped(app, theme.dot());
    if let Some(text) = first_fitting(stopped, |text| text.width() <= room) {
        return theme.line(Role::Warning, text);
    }
    if let Some(progress) = app.data.counting {
        let far = counting_copied(progress, app.start.calm);
        return theme.line(Role::Warning, far);
    }
    if !all.complete {
        let far = "these share most; the others follow";
        return theme.line(Role::Warning, far);
    }
    let is_whole = app.reanalysis.shown().masks.is_empty();
    match (all.note.is_empty(), recurs(app).filter(|_| is_whole)) {
        (true, Some(hint)) => theme.line(Role::Warning, hint),
        _ => theme.line(Role::Dim, theme.own(&all.note)),
    }
}

fn heads(app: &App, row: Rect, places: &Places, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let sorted = |cx: &DrawContext<'_, '_>, column| {
        if column == app.pair_list.column {
            cx.style(Role::Title)
        } else {
            cx.style(Role::Dim)
        }
    };
    for (column, x, width) in &places.figures {
        let text = format!(
            "{:>1$}",
            columns::head(*column, app.measure(), app.unit()),
            usize::from(*width)
        );
        let heading = area::columns(row, *x, *width);
        cx.words(heading, &text, sorted(cx, *column));
        hits.push(heading, Action::SortPairsBy(*column));
    }
    for (column, (x, width)) in [PairColumn::A, PairColumn::B].into_iter().zip(places.names) {
        let heading = area::columns(row, x, width);
        cx.words(
            heading,
            columns::head(column, app.measure(), app.unit()),
            sorted(cx, column),
        );
        hits.push(heading, Action::SortPairsBy(column));
    }
}

fn line(
    app: &App,
    collection: &Named,
    row: &PairRow,
    area: Rect,
    places: &Places,
    cx: &mut DrawContext<'_, '_>,
) {
    let (a, b) = (row.pair.a, row.pair.b);
    if a.index().max(b.index()) >= collection.len() {
        return;
    }
    let subject = PairSubject {
        collection,
        pair: &row.pair,
        evidence: row.evidence.as_ref(),
        review: None,
    };
    let (at, width) = places.decision;
    if width > 0
        && let Some(collection) = &app.data.collection
        && let Some(seen) = app.decisions.seen(collection, &DecisionTarget::pair(a, b))
    {
        let text = decision::cell(seen, width, cx.glyphs);
        let style = cx.style(decision::role(seen.mark));
        cx.words(area::columns(area, at, width), &text, style);
    }
    for (column, x, width) in &places.figures {
        let (text, role) = columns::cell(*column, row, &subject, app.measure(), cx.glyphs);
        let text = format!("{text:>0$}", usize::from(*width));
        cx.words(area::columns(area, *x, *width), &text, cx.style(role));
    }
    let ids = [collection.id(a), collection.id(b)];
    let mut widths = places.names.map(|(_, width)| usize::from(width));
    let only = row.evidence.map_or("", |evidence| evidence.only);
    if !only.is_empty() && widths[1] > only.len() + 8 {
        widths[1] -= only.len() + 1;
        let end = places.names[1].0 + places.names[1].1;
        let mark_area = area::right_from(area, end - only.len() as u16);
        cx.words(mark_area, only, cx.style(Role::Warning));
    }
    let shown = names::apart(ids, widths, cx.glyphs);
    for (name, (x, width)) in shown.iter().zip(places.names) {
        let style = cx.style(Role::Text);
        cx.words(area::columns(area, x, width), name, style);
    }
}

//! The hits of a search: name, cluster and matching snippet of each.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::{Action, App, Panel};
use crate::base::sanitise;
use crate::engine::{SearchHit, SearchResult};
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::list::VisibleRows;
use crate::ui::phrases::disguise_sign;
use crate::ui::theme::{Role, Theme};

/// Rows of a hit: its name, its snippet, a blank.
pub(super) const ROWS: u16 = 3;

/// Draws the hits; returns the visible part of them, as fractions.
pub fn draw(
    app: &App,
    result: &SearchResult,
    inner: Rect,
    cx: &mut DrawContext<'_, '_>,
    hits: &mut HitMap,
) -> Option<(f64, f64)> {
    let collection = app.data.named.as_ref()?;
    let scroll = &app.search.hits;
    let room = usize::from(inner.height / ROWS).max(1);
    let visible = VisibleRows::new(Panel::Hits, scroll, room, result.hits.len(), hits);
    let places = (inner.y..).step_by(ROWS.into()).take(room);
    for (y, (i, hit)) in places.zip(result.hits.iter().enumerate().skip(visible.from)) {
        if hit.doc.index() >= collection.len() {
            continue;
        }
        let (hit_area, _) = area::split_top(area::below_from(inner, y), ROWS - 1);
        let row = area::row(hit_area, y);
        let cluster = app.data.clustering.as_deref();
        let cluster = cluster.and_then(|c| c.cluster_of(hit.doc));
        let cluster = cluster.map_or_else(String::new, |(index, c)| {
            format!("cluster {}, {} documents", index + 1, c.size())
        });
        let dated = app.data.dates.get(&hit.doc).filter(|_| !app.names_hidden);
        let date = dated.and_then(|dated| dated.own().or(dated.date().filter(|_| app.start.dates)));
        let date = date.map_or_else(String::new, |date| date.day());
        let cluster = [date, cluster].into_iter().filter(|text| !text.is_empty());
        let cluster = cluster.collect::<Vec<_>>().join("  ");
        let width = cluster.len() as u16;
        let selected = i == scroll.selected;
        if selected {
            cx.cursor_mark(row, cx.style(Role::Key));
        }
        let room = inner.width.saturating_sub(4 + width + 2);
        let sign = if app.data.is_disguised(hit.doc) {
            disguise_sign(cx.glyphs)
        } else {
            ""
        };
        let name_room = usize::from(room).saturating_sub(sign.chars().count());
        let name = figures::path(collection.id(hit.doc), name_room, cx.glyphs);
        let name = format!("{sign}{name}");
        let style = cx.style(Role::Exact);
        cx.words(area::columns(row, row.x + 2, room), &name, style);
        let at = row.right().saturating_sub(width + 1);
        let beside = area::columns(row, at, width);
        cx.words(beside, &cluster, cx.style(Role::Dim));
        if selected {
            cx.select(row, !app.search.typing);
        }
        if hit_area.height > 1 {
            let room = inner.width.saturating_sub(5);
            let below = area::columns(area::row(hit_area, y + 1), inner.x + 4, room);
            cx.line(below, &snippet(hit, cx.theme));
        }
        hits.push(hit_area, Action::Row(Panel::Hits, i));
    }
    Some(visible.extent())
}

/// The snippet on one line with its matches highlighted: blanks and line ends as one blank.
fn snippet<'a>(hit: &SearchHit, theme: &Theme) -> Line<'a> {
    let (plain, matched) = (theme.style(Role::Dim), theme.style(Role::Match));
    let mut line = Line::default();
    let mut blank = true;
    let mut piece = |from: usize, to: usize, style: Style| {
        let mut part = String::new();
        for c in hit.snippet.get(from..to).unwrap_or_default().chars() {
            if !(c.is_whitespace() && blank) {
                part.push(if c.is_whitespace() { ' ' } else { c });
            }
            blank = c.is_whitespace();
        }
        line.push_span(Span::styled(sanitise::line(&part).into_owned(), style));
    };
    let mut at = 0;
    for (start, end) in &hit.marks {
        if at <= *start && *end <= hit.snippet.len() {
            piece(at, *start, plain);
            piece(*start, *end, matched);
            at = *end;
        }
    }
    piece(at, hit.snippet.len(), plain);
    line
}

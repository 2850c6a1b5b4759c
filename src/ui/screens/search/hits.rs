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
        let (place, _) = area::split_top(area::below_from(inner, y), ROWS - 1);
        let row = area::row(place, y);
        let cluster = app.data.clustering.as_deref();
        let cluster = cluster.and_then(|c| c.cluster_of(hit.doc));
        let cluster = cluster.map_or_else(String::new, |(index, c)| {
            format!("cluster {}, {} documents", index + 1, c.size())
        });
        let width = cluster.len() as u16;
        let selected = i == scroll.selected;
        if selected {
            cx.cursor_mark(row, cx.style(Role::Key));
        }
        let room = inner.width.saturating_sub(4 + width + 2);
        let sign = match app.data.is_disguised(hit.doc) {
            true => disguise_sign(cx.glyphs),
            false => "",
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
        if place.height > 1 {
            let room = inner.width.saturating_sub(5);
            let below = area::columns(area::row(place, y + 1), inner.x + 4, room);
            cx.line(below, &snippet(hit, cx.theme));
        }
        hits.push(place, Action::Row(Panel::Hits, i));
    }
    Some(visible.extent())
}

/// The snippet on one line with its matches highlighted.
fn snippet<'a>(hit: &SearchHit, theme: &Theme) -> Line<'a> {
    let (plain, found) = (theme.style(Role::Dim), theme.style(Role::Match));
    let text = &hit.snippet;
    let mut spans = Vec::new();
    let mut at = 0;
    let mut piece = |from: usize, to: usize, style: Style| {
        // Line ends in a snippet become blanks; other unsafe characters become visible marks.
        let part = text.get(from..to).unwrap_or_default();
        let part = part.replace(['\n', '\r', '\t'], " ");
        if !part.is_empty() {
            spans.push(Span::styled(sanitise::line(&part).into_owned(), style));
        }
    };
    for (start, end) in &hit.marks {
        if *start < at || *end > text.len() {
            continue;
        }
        piece(at, *start, plain);
        piece(*start, *end, found);
        at = *end;
    }
    piece(at, text.len(), plain);
    Line::from(spans)
}

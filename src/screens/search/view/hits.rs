//! The hits of a search: name, cluster and matching snippet of each.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::{Action, App, Panel};
use crate::base::{DocNo, sanitise};
use crate::config::Purpose;
use crate::engine::{SearchHit, SearchResult};
use crate::ui::phrases::disguise_sign;
use crate::ui::widgets::name;
use crate::ui::{DrawContext, LineWidth, Role, Theme, VisibleRows, area};

/// Rows of a hit: its name, its snippet, a blank.
pub(super) const ROWS: u16 = 3;

/// Draws the hits; returns the visible part of them, as fractions.
pub fn draw(
    app: &App,
    result: &SearchResult,
    inner: Rect,
    cx: &mut DrawContext<'_, '_>,
) -> Option<(f64, f64)> {
    let collection = app.data.named.as_ref()?;
    let scroll = &app.search.hits;
    let room = usize::from(inner.height / ROWS).max(1);
    let visible = VisibleRows::new(Panel::Hits, scroll, room, result.hits.len(), &mut cx.hits);
    let rows = (inner.y..).step_by(ROWS.into()).take(room);
    let hits = result.hits.iter().enumerate().skip(visible.from).take(room);
    let docs: Vec<DocNo> = hits.clone().map(|(_, hit)| hit.doc).collect();
    if docs.iter().any(|doc| doc.index() >= collection.len()) {
        return None;
    }
    for (y, (i, hit)) in rows.zip(hits) {
        let (hit_area, _) = area::split_top(area::below_from(inner, y), ROWS - 1);
        let row = area::row(hit_area, y);
        // Clusters are of near-duplicates.
        let purpose = app.reanalysis.shown.purpose;
        let clustering = app.data.clustering.as_deref();
        let clustering = clustering.filter(|_| purpose == Purpose::NearDuplicates);
        let cluster = clustering.and_then(|c| c.cluster_of(hit.doc));
        let cluster =
            cluster.map(|(index, c)| format!("cluster {}, {} documents", index + 1, c.size()));
        let dated = app.data.dates.get(&hit.doc).filter(|_| !app.names_hidden);
        let date = dated.and_then(|dated| dated.own().or(dated.date().filter(|_| app.start.dates)));
        let facts = date.map(|date| date.day()).into_iter().chain(cluster);
        let facts = facts.collect::<Vec<_>>().join("  ");
        let width = facts.len() as u16;
        let selected = i == scroll.selected;
        if selected {
            cx.cursor_mark(row, cx.style(Role::Key));
        }
        let sign = if app.data.is_disguised(hit.doc) {
            disguise_sign(cx.glyphs)
        } else {
            ""
        };
        let (name, beside) = area::split_left(row, row.width.saturating_sub(width + 2));
        let name = area::right_from(name, row.x + 2);
        let x = cx.words(name, sign, cx.style(Role::Warning));
        let name = area::right_from(name, x);
        let listed = name::listed(collection, &docs, name.width, cx.glyphs);
        name::draw(&listed[i - visible.from], name, cx.style(Role::Text), cx);
        let beside = area::right_from(beside, beside.x + 1);
        cx.words(beside, &facts, cx.style(Role::Dim));
        if selected {
            cx.select(row, !app.search.typing);
        }
        if hit_area.height > 1 {
            let room = inner.width.saturating_sub(5);
            let below = area::columns(area::row(hit_area, y + 1), inner.x + 4, room);
            let snippet = snippet(hit, cx.theme);
            cx.line(below, &snippet);
            if snippet.columns() > usize::from(room) {
                let last = area::right_from(below, below.right().saturating_sub(2));
                let cut = format!("{:>2}", cx.glyphs.cut());
                cx.words(last, &cut, cx.style(Role::Dim));
            }
        }
        cx.hits.push(hit_area, Action::Row(Panel::Hits, i));
    }
    Some(visible.extent())
}

/// The snippet on one line with its matches highlighted: blanks and line ends as one blank.
fn snippet<'a>(hit: &SearchHit, theme: &Theme) -> Line<'a> {
    let (plain, matched) = (theme.style(Role::Dim), theme.style(Role::Match));
    let cut = theme.glyphs().cut();
    let begins = hit.at.is_none_or(|at| at == 0);
    let mut line = Line::default();
    line.extend((!begins).then(|| Span::styled(format!("{cut} "), plain)));
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
    if hit.snippet.trim_end().ends_with(char::is_alphanumeric) {
        line.push_span(Span::styled(format!(" {cut}"), plain));
    }
    line
}

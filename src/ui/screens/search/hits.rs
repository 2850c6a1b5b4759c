//! The hits of a search: name, cluster and matching snippet of each.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::{Action, App, Panel};
use crate::base::sanitise;
use crate::engine::{SearchHit, SearchResult};
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::name;
use crate::ui::widgets::panel;

/// Rows of a hit: its name, its snippet, a blank.
pub(super) const ROWS: u16 = 3;

/// Draws the hits.
#[allow(clippy::too_many_arguments)]
pub fn draw(
    app: &App,
    theme: &Theme,
    result: &SearchResult,
    inner: Rect,
    framed: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let Some(collection) = app.data.collection.as_deref() else {
        return;
    };
    let visible = usize::from(inner.height / ROWS).max(1);
    let len = result.hits.len();
    let from = app.search.hits.window(visible, len);
    hits.push_view(Panel::Hits, from, visible);
    for (row, (i, hit)) in result
        .hits
        .iter()
        .enumerate()
        .skip(from)
        .take(visible)
        .enumerate()
    {
        if hit.doc.index() >= collection.len() {
            continue;
        }
        let y = inner.y + row as u16 * ROWS;
        let height = (ROWS - 1).min(inner.bottom().saturating_sub(y));
        let place = Rect { y, height, ..inner };
        let cluster = app
            .data
            .clustering
            .as_deref()
            .and_then(|c| c.cluster_of(hit.doc));
        let cluster = cluster.map_or_else(String::new, |(index, c)| {
            format!("cluster {}, {} documents", index + 1, c.size())
        });
        let room = inner.width.saturating_sub(4 + cluster.len() as u16 + 2);
        let selected = i == app.search.hits.selected;
        let style = theme.style(Role::Exact);
        let buffer = frame.buffer_mut();
        if selected {
            buffer.set_stringn(
                inner.x,
                y,
                theme.glyphs().pick("▸", ">"),
                1,
                theme.style(Role::Key),
            );
        }
        let spans = name::spans(
            collection.id(hit.doc),
            room.into(),
            theme.glyphs(),
            &[],
            style,
            style,
        );
        buffer.set_line(inner.x + 2, y, &Line::from(spans), room);
        let at = inner.right().saturating_sub(cluster.len() as u16 + 1);
        buffer.set_stringn(at, y, &cluster, cluster.len(), theme.style(Role::Dim));
        if selected {
            let role = if app.search.typing {
                Role::SelectedElsewhere
            } else {
                Role::Selected
            };
            buffer.set_style(Rect { height: 1, ..place }, theme.style(role));
        }
        if height > 1 {
            let room = inner.width.saturating_sub(5);
            buffer.set_line(inner.x + 4, y + 1, &snippet(hit, theme), room);
        }
        hits.push(place, Action::Row(Panel::Hits, i));
    }
    let extent = (
        from as f64 / len as f64,
        (from + visible) as f64 / len as f64,
    );
    panel::scrollbar(
        frame.buffer_mut(),
        framed,
        extent,
        theme.style(Role::Dim),
        theme.glyphs(),
    );
}

/// The snippet on one line with its matches highlighted.
fn snippet<'a>(hit: &SearchHit, theme: &Theme) -> Line<'a> {
    let (plain, found) = (theme.style(Role::Dim), theme.style(Role::Match));
    let text = &hit.snippet;
    let mut spans = Vec::new();
    let mut at = 0;
    let mut piece = |from: usize, to: usize, style: Style| {
        // Line ends in a snippet become blanks; other unsafe characters become visible marks.
        let part = text
            .get(from..to)
            .unwrap_or_default()
            .replace(['\n', '\r', '\t'], " ");
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

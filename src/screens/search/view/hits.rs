//! The hits of a search: name, cluster and matching snippet of each.

use crate::base::width::Width;
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
            cx.line(below, &snippet(hit, below.width.into(), cx.theme));
        }
        hits.push(hit_area, Action::Row(Panel::Hits, i));
    }
    Some(visible.extent())
}

/// The snippet on one line of `room` columns with its matches highlighted: blanks and line ends as one blank, and
/// where it goes on beyond the line, cut behind a word.
fn snippet<'a>(hit: &SearchHit, room: usize, theme: &Theme) -> Line<'a> {
    let (plain, matched) = (theme.style(Role::Dim), theme.style(Role::Match));
    let text = &hit.snippet;
    let mut pieces: Vec<(String, Style)> = Vec::new();
    let mut at = 0;
    let mut blank = true;
    let mut piece = |from: usize, to: usize, style: Style| {
        let mut part = String::new();
        for c in text.get(from..to).unwrap_or_default().chars() {
            if !(c.is_whitespace() && blank) {
                part.push(if c.is_whitespace() { ' ' } else { c });
            }
            blank = c.is_whitespace();
        }
        if !part.is_empty() {
            pieces.push((sanitise::line(&part).into_owned(), style));
        }
    };
    for (start, end) in &hit.marks {
        if *start < at || *end > text.len() {
            continue;
        }
        piece(at, *start, plain);
        piece(*start, *end, matched);
        at = *end;
    }
    piece(at, text.len(), plain);
    fitted(pieces, room, theme)
}

/// Pieces of a text as a line, cut behind the last word that fits, with a mark.
fn fitted<'a>(mut pieces: Vec<(String, Style)>, room: usize, theme: &Theme) -> Line<'a> {
    let wide =
        |pieces: &[(String, Style)]| -> usize { pieces.iter().map(|(text, _)| text.width()).sum() };
    let is_cut = wide(&pieces) > room;
    while wide(&pieces) + 2 * usize::from(is_cut) > room
        && let Some((text, _)) = pieces.last_mut()
    {
        // The last word goes; of text without blanks the last character.
        let is_long = 2 * text.width() > room;
        match text.trim_end().rfind(' ') {
            Some(end) => text.truncate(end),
            None if is_long => {
                text.pop();
            }
            None => {
                pieces.pop();
            }
        }
    }
    if is_cut && let Some((text, _)) = pieces.last_mut() {
        text.truncate(text.trim_end().len());
    }
    let mut line = Line::default();
    for (text, style) in pieces {
        line.push_span(Span::styled(text, style));
    }
    if is_cut {
        let cut = format!(" {}", theme.glyphs().cut());
        line.push_span(theme.span(Role::Dim, cut));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::ui::theme::Depth;

    #[test]
    fn a_snippet_ends_with_a_word_and_a_mark() {
        let text = "the tide  comes\n in twice a day";
        let hit = |text: &str, marks| SearchHit {
            doc: DocNo(0),
            score: 1.0,
            snippet: text.into(),
            marks,
            at: None,
        };
        let theme = Theme::new(Depth::True, false);
        let shown = |room| snippet(&hit(text, vec![(4, 8)]), room, &theme).to_string();
        assert_eq!(shown(40), "the tide comes in twice a day");
        assert_eq!(shown(29), "the tide comes in twice a day");
        assert_eq!(shown(28), "the tide comes in twice a …");
        assert_eq!(shown(9), "the …");
        for room in 0..30 {
            assert!(shown(room).width() <= room.max(2), "{room}");
        }
        let without_blanks = snippet(&hit("一二三四五六七八九十", vec![]), 8, &theme);
        assert_eq!(without_blanks.to_string(), "一二三 …");
    }
}

//! Full-text search: the query, how it was parsed, and the hits with their matches.

mod hits;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use self::hits::ROWS;
use crate::app::{App, Panel};
use crate::base::sanitise;
use crate::base::units::{count, counted};
use crate::engine::SearchResult;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::field;
use crate::ui::widgets::panel::{self, Panel as Framed};

/// Draws the screen.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let top = Rect {
        height: 3.min(area.height),
        ..area
    };
    query(app, theme, top, frame);
    let rest = Rect {
        y: top.bottom(),
        height: area.height - top.height,
        ..area
    };
    if rest.height < 3 {
        return;
    }
    let result = app.search.result.as_deref();
    let inner = frame_of(app, theme, result).draw(frame.buffer_mut(), rest, theme, theme.glyphs());
    hits.push_wheel(rest, Wheel::Panel(Panel::Hits));
    let (notes, inner) = notes(app, theme, result, inner);
    for (y, note) in (inner.y.saturating_sub(notes.len() as u16)..).zip(&notes) {
        frame
            .buffer_mut()
            .set_line(inner.x + 1, y, note, inner.width.saturating_sub(2));
    }
    match result {
        Some(result) if !result.hits.is_empty() => {
            self::hits::draw(app, theme, result, inner, rest, frame, hits)
        }
        _ => empty(app, theme, inner, frame),
    }
}

fn query(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>) {
    let dim = theme.style(Role::Dim);
    let corner = match &app.search.within {
        Some((index, members)) => {
            let documents = counted(members.len() as u64, "document", "documents");
            Line::styled(
                format!("only in cluster {}, {documents}", index + 1),
                theme.style(Role::Warning),
            )
        }
        None => Line::styled("in all documents", dim),
    };
    let title = Line::styled("Search", theme.style(Role::Title));
    let inner = Framed {
        title,
        corner,
        focused: app.search.typing,
        ..Framed::default()
    }
    .draw(frame.buffer_mut(), area, theme, theme.glyphs());
    let row = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        height: 1.min(inner.height),
        ..inner
    };
    let active = app.search.typing && app.dialogs.is_empty();
    field::draw(
        &app.search.input,
        active,
        theme.style(Role::Exact),
        row,
        frame,
    );
}

fn frame_of<'a>(app: &App, theme: &Theme, result: Option<&SearchResult>) -> Framed<'a> {
    let dim = theme.style(Role::Dim);
    let mut title = vec![Span::styled("Hits", theme.style(Role::Title))];
    let (mut corner, mut foot) = (Line::default(), Line::default());
    if let Some(result) = result {
        title.push(Span::styled(
            format!(" {}", count(result.total as u64)),
            theme.style(Role::Title),
        ));
        if result.hits.len() < result.total {
            title.push(Span::styled(
                format!(", the best {}", count(result.hits.len() as u64)),
                dim,
            ));
        }
        corner = Line::styled(
            format!(
                "of {}",
                counted(result.searched as u64, "document", "documents")
            ),
            dim,
        );
        if !result.hits.is_empty() {
            let at = count(app.search.hits.selected as u64 + 1);
            foot = Line::styled(format!("{at} of {}", count(result.hits.len() as u64)), dim);
        }
    }
    Framed {
        title: title.into(),
        corner,
        foot_corner: foot,
        focused: !app.search.typing,
        ..Framed::default()
    }
}

/// Notes that qualify the hits, on rows of their own above them.
fn notes<'a>(
    app: &App,
    theme: &Theme,
    result: Option<&SearchResult>,
    inner: Rect,
) -> (Vec<Line<'a>>, Rect) {
    let mut notes = Vec::new();
    let all = app.data.documents();
    let warning = theme.style(Role::Warning);
    match app.data.full_text {
        Some(searchable) if searchable < all && app.data.working() => {
            let text = format!(
                "full text is not finished: {} of {} can be searched so far",
                count(searchable as u64),
                count(all as u64)
            );
            notes.push(Line::styled(text, warning));
        }
        None if app.data.working() => {
            notes.push(Line::styled(
                "full text is still being indexed; hits come when it is done",
                warning,
            ));
        }
        _ => {}
    }
    for part in result.map_or(&[][..], |r| &r.ignored) {
        let text = format!("ignored: {}", sanitise::line(part));
        notes.push(Line::styled(text, warning));
    }
    notes.truncate(usize::from(inner.height.saturating_sub(ROWS)));
    let used = notes.len() as u16;
    let rest = Rect {
        y: inner.y + used,
        height: inner.height - used,
        ..inner
    };
    (notes, rest)
}

fn empty(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>) {
    let (strong, dim) = (theme.style(Role::Text), theme.style(Role::Dim));
    let text = app.search.input.text().trim();
    let searching = theme.own("searching …");
    let lines: Vec<(&str, Style)> = if text.is_empty() {
        vec![
            ("Type words to find documents that have them.", strong),
            ("\"two words\" in quotes is a phrase,", dim),
            ("title:word looks in titles, -word leaves out.", dim),
        ]
    } else if app.search.waiting && app.data.full_text.is_none() && app.data.working() {
        vec![
            ("The full text is still being indexed.", strong),
            ("Clusters can be read meanwhile: Esc goes back.", dim),
        ]
    } else if app.search.waiting {
        vec![(&searching, dim)]
    } else if app.search.within.is_some() {
        vec![
            ("No document of this cluster matches.", strong),
            ("ctrl-t searches all documents.", dim),
        ]
    } else {
        vec![
            ("No document matches.", strong),
            ("Fewer words, or without quotes, find more.", dim),
        ]
    };
    panel::centred(frame.buffer_mut(), area, &lines);
}

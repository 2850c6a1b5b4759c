//! Files that were found but not read, by reason, so that nothing is skipped silently.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::state::corpus::SkippedRow;
use crate::app::{Action, App, Panel};
use crate::base::sanitise;
use crate::base::units::count;
use crate::collection::Collection;
use crate::typeset::figures;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::{self, Panel as Framed};

/// Draws the screen.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let newest = app
        .data
        .incoming
        .as_deref()
        .or(app.data.collection.as_deref());
    let rows = &app.facts.skipped;
    let entries = newest.map_or(0, |c| c.skipped().len());
    let dim = theme.style(Role::Dim);
    let title = vec![
        Span::styled(
            format!("Skipped {}", count(entries as u64)),
            theme.style(Role::Title),
        ),
        Span::styled(
            theme
                .glyphs()
                .pick(" · met but not read", " | met but not read"),
            dim,
        ),
    ];
    let foot = match entries {
        0 => Line::default(),
        _ => {
            let at = count(app.facts.skipped_at() as u64);
            Line::styled(format!("{at} of {}", count(entries as u64)), dim)
        }
    };
    let inner = Framed {
        title: title.into(),
        foot_corner: foot,
        focused: true,
        ..Framed::default()
    }
    .draw(frame.buffer_mut(), area, theme, theme.glyphs());
    hits.push_wheel(area, Wheel::Panel(Panel::Skipped));
    let Some(collection) = newest.filter(|_| !rows.is_empty()) else {
        let text = if app.data.working() {
            "Nothing was skipped so far."
        } else {
            "Nothing was skipped: everything that was met was read."
        };
        panel::centred(
            frame.buffer_mut(),
            inner,
            &[(text, theme.style(Role::Text))],
        );
        return;
    };
    let visible = usize::from(inner.height);
    let from = app.facts.scroll.window(visible, rows.len());
    hits.push_view(Panel::Skipped, from, visible);
    for (y, (i, row)) in (inner.y..inner.bottom()).zip(rows.iter().enumerate().skip(from)) {
        let place = Rect {
            y,
            height: 1,
            ..inner
        };
        line(collection, *row, theme, place, frame);
        if i == app.facts.scroll.selected {
            let buffer = frame.buffer_mut();
            buffer.set_stringn(
                place.x,
                y,
                theme.glyphs().pick("▸", ">"),
                1,
                theme.style(Role::Key),
            );
            buffer.set_style(place, theme.style(Role::Selected));
        }
        hits.push(place, Action::Row(Panel::Skipped, i));
    }
    let len = rows.len() as f64;
    let extent = (from as f64 / len, (from + visible) as f64 / len);
    panel::scrollbar(frame.buffer_mut(), area, extent, dim, theme.glyphs());
}

fn line(
    collection: &Collection,
    row: SkippedRow,
    theme: &Theme,
    place: Rect,
    frame: &mut Frame<'_>,
) {
    let buffer = frame.buffer_mut();
    let width = usize::from(place.width);
    match row {
        SkippedRow::Reason(name, n) => {
            let text = format!("{name}  {}", count(n as u64));
            buffer.set_stringn(
                place.x + 2,
                place.y,
                text,
                width.saturating_sub(2),
                theme.style(Role::Title),
            );
        }
        SkippedRow::Entry(i) => {
            let Some(entry) = collection.skipped().get(i) else {
                return;
            };
            // If both are long each gets half; if one is short the other gets the rest.
            let reason = sanitise::line(&entry.reason.to_string()).into_owned();
            let id_width = Span::raw(&*sanitise::line(&entry.id)).width();
            let most = (width / 2).max(width.saturating_sub(id_width + 8));
            let reason_width = Span::raw(&*reason).width().min(most);
            let reason = figures::middle(&reason, reason_width, theme.glyphs());
            let room = width.saturating_sub(6 + reason_width + 2);
            let id = figures::path(&entry.id, room, theme.glyphs());
            buffer.set_stringn(place.x + 4, place.y, id, room, theme.style(Role::Text));
            let at = place.right().saturating_sub(reason_width as u16 + 1);
            buffer.set_stringn(at, place.y, reason, reason_width, theme.style(Role::Dim));
        }
    }
}

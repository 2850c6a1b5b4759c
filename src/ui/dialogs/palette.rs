//! The command palette: commands are found by name and run.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::line::with_line;
use crate::app::command_list::palette_rows;
use crate::app::dialog::Dialog;
use crate::app::{Action, App, Panel};
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel;
use crate::ui::widgets::{end_cut, name};

/// Width of the name column.
const NAME: u16 = 22;
const KEY: u16 = 11;

/// Draws the dialog.
pub fn draw(
    app: &App,
    dialog: &Dialog,
    theme: &Theme,
    place: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let rows = palette_rows(app.screen(), dialog.line.text());
    let visible = usize::from(place.height.saturating_sub(4)).max(1);
    let from = dialog.scroll.window(visible, rows.len());
    let at = match rows.len() {
        0 => String::new(),
        n => format!("{} of {n}", dialog.scroll.selected.min(n - 1) + 1),
    };
    let heads = ("Commands", "Enter runs".to_owned(), at);
    let inner = with_line(dialog, heads, ": ", theme, place, frame);
    hits.push_view(Panel::Dialog, from, visible);
    if rows.is_empty() {
        panel::centred(
            frame.buffer_mut(),
            inner,
            &[("No command matches.", theme.style(Role::Dim))],
        );
    }
    for (y, (i, (entry, matched))) in
        (inner.y..inner.bottom()).zip(rows.iter().enumerate().skip(from))
    {
        let row = Rect {
            y,
            height: 1,
            ..inner
        };
        let buffer = frame.buffer_mut();
        let key = app.keymap.label(entry.command);
        let key = format!("{key:>0$}", usize::from(KEY) - 2);
        buffer.set_stringn(
            inner.x + 1,
            y,
            key,
            usize::from(KEY),
            theme.style(Role::Key),
        );
        let plain = theme.style(Role::Exact);
        let spans = name::spans(
            entry.name,
            NAME.into(),
            theme.glyphs(),
            matched,
            plain,
            theme.style(Role::Match),
        );
        buffer.set_line(inner.x + 1 + KEY, y, &Line::from(spans), NAME);
        let x = inner.x + 2 + KEY + NAME;
        let room = inner.right().saturating_sub(x + 1);
        buffer.set_stringn(
            x,
            y,
            end_cut(entry.doc, room.into(), theme.glyphs()),
            room.into(),
            theme.style(Role::Text),
        );
        if i == dialog.scroll.selected {
            buffer.set_style(row, theme.style(Role::Selected));
        }
        hits.push(row, Action::Row(Panel::Dialog, i));
    }
    let n = rows.len().max(1) as f64;
    let extent = (from as f64 / n, (from + visible) as f64 / n);
    panel::scrollbar(
        frame.buffer_mut(),
        place,
        extent,
        theme.style(Role::Dim),
        theme.glyphs(),
    );
}

//! The help dialog: all keys and their commands, filtered by the typed text. It is generated from
//! the table of commands.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::line::with_line;
use crate::app::command_list::{HelpRow, help_rows};
use crate::app::dialog::Dialog;
use crate::app::{App, Panel};
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel;

/// Width of the key column.
const KEYS: u16 = 18;

/// Draws the dialog.
pub fn draw(
    app: &App,
    dialog: &Dialog,
    theme: &Theme,
    place: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let rows = help_rows(app.screen(), dialog.line.text());
    let visible = usize::from(place.height.saturating_sub(4)).max(1);
    // The selection is used as the first visible line: this list is read, not chosen from.
    let from = dialog
        .scroll
        .selected
        .min(rows.len().saturating_sub(visible));
    let until = (from + visible).min(rows.len());
    let title = format!("Help: {}", app.screen().name());
    let at = match rows.len() {
        0 => String::new(),
        n => format!("{} to {until} of {n}", from + 1),
    };
    let heads = (title.as_str(), "Esc closes".to_owned(), at);
    let inner = with_line(dialog, heads, "find ", theme, place, frame);
    hits.push_view(Panel::Dialog, from, visible);
    if rows.is_empty() {
        panel::centred(
            frame.buffer_mut(),
            inner,
            &[("No command matches.", theme.style(Role::Dim))],
        );
    }
    for (y, row) in (inner.y..inner.bottom()).zip(rows.iter().skip(from)) {
        let buffer = frame.buffer_mut();
        match row {
            HelpRow::Heading(name) => {
                let line = Line::styled(*name, theme.style(Role::Title));
                buffer.set_line(inner.x + 1, y, &line, inner.width.saturating_sub(2));
            }
            HelpRow::Entry(entry) => {
                let keys = app.keymap.keys(entry).iter();
                let keys: Vec<String> = keys.map(ToString::to_string).collect();
                let keys = if keys.is_empty() {
                    "(palette)".into()
                } else {
                    keys.join("  ")
                };
                entry_row(buffer, theme, inner, y, (&keys, entry.doc));
            }
            HelpRow::Option(option, does) => entry_row(buffer, theme, inner, y, (option, does)),
        }
    }
    let n = rows.len().max(1) as f64;
    let extent = (from as f64 / n, until as f64 / n);
    panel::scrollbar(
        frame.buffer_mut(),
        place,
        extent,
        theme.style(Role::Dim),
        theme.glyphs(),
    );
}

/// Draws one row: keys and description.
fn entry_row(buffer: &mut Buffer, theme: &Theme, inner: Rect, y: u16, row: (&str, &str)) {
    let (keys, doc) = row;
    let doc_at = inner.x + 3 + KEYS;
    let room = inner.right().saturating_sub(doc_at + 1);
    let style = theme.style(Role::Key);
    buffer.set_stringn(inner.x + 3, y, keys, usize::from(KEYS - 1), style);
    // Descriptions in the table fit 80 columns; narrower dialogs truncate them.
    let doc = crate::ui::widgets::end_cut(doc, room.into(), theme.glyphs());
    buffer.set_stringn(doc_at, y, doc, room.into(), theme.style(Role::Text));
}

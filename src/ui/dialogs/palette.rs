//! The command palette: commands are found by name and run.

use crate::base::width::Width;
use ratatui::text::Line;

use super::view::View;
use crate::app::Command;
use crate::app::command_list::palette_rows;
use crate::ui::area;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{end_cut, name};

/// Width of the name column.
const NAME: u16 = 22;
/// Most columns of keys.
const KEY: usize = 9;

/// Draws the dialog.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let (theme, glyphs) = (view.cx.theme, view.cx.glyphs);
    let rows = palette_rows(view.app.screen(), view.dialog.line.text());
    let frame = PanelFrame {
        title: theme.line(Role::Title, "Commands"),
        corner: view.hint(Command::Accept, "runs"),
        foot_corner: view.position(rows.len()),
        ..PanelFrame::default()
    };
    let inner = view.with_line(frame, ": ");
    let room = usize::from(view.place.height.saturating_sub(4)).max(1);
    let visible = view.list(room, rows.len());
    if rows.is_empty() {
        let nothing = ("No command matches.", Role::Dim);
        view.cx.centred(inner, &[nothing]);
    }
    let label = |command| view.app.keymap.label(command);
    let keys = rows.iter().map(|(entry, _)| label(entry.command).width());
    let widest = keys.max().unwrap_or(0).min(KEY);
    let key_width = widest as u16 + 2;
    let listed = rows.iter().enumerate().skip(visible.from);
    for (row, (i, (entry, matched))) in inner.rows().zip(listed) {
        let key = view.app.keymap.label(entry.command);
        let key = format!("{key:>widest$}");
        let (plain, found) = (theme.style(Role::Exact), theme.style(Role::Match));
        let name = name::spans(entry.name, NAME.into(), glyphs, matched, plain, found);
        let x = row.x + 2 + key_width + NAME;
        let room = row.right().saturating_sub(x + 1);
        let doc = end_cut(entry.doc, room.into(), glyphs);
        view.cx.words(
            area::columns(row, row.x + 1, key_width),
            &key,
            theme.style(Role::Key),
        );
        view.cx.line(
            area::columns(row, row.x + 1 + key_width, NAME),
            &Line::from(name),
        );
        view.cx
            .words(area::columns(row, x, room), &doc, theme.style(Role::Text));
        view.row(row, i);
    }
}

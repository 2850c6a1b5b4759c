//! The help dialog: all keys and their commands, filtered by the typed text. It is generated from
//! the table of commands.

use crate::base::width::Width;
use ratatui::layout::Rect;

use super::view::View;
use crate::app::command_list::{HelpRow, help_rows};
use crate::app::{Command, Panel};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;
use crate::ui::widgets::end_cut;
use crate::ui::widgets::panel::PanelFrame;

/// Width of the key column.
const KEYS: u16 = 18;

/// Draws the dialog.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let (theme, screen) = (view.cx.theme, view.app.screen());
    let rows = help_rows(screen, view.dialog.line.text());
    let visible = usize::from(view.area.height.saturating_sub(4)).max(1);
    // The selection is used as the first visible line: this list is read, not chosen from.
    let last = rows.len().saturating_sub(visible);
    let from = view.dialog.scroll.selected.min(last);
    let until = (from + visible).min(rows.len());
    let at = match rows.len() {
        0 => String::new(),
        n => format!("{} to {until} of {n}", from + 1),
    };
    let frame = PanelFrame {
        title: theme.line(Role::Title, format!("Help: {}", screen.name())),
        corner: view.hint(Command::Escape, "closes"),
        foot: view.hint(Command::Glossary, "words of this screen"),
        foot_corner: theme.line(Role::Dim, at),
        ..PanelFrame::default()
    };
    let inner = view.with_line(frame, "find ");
    view.hits.push_view(Panel::Dialog, from, visible);
    if rows.is_empty() {
        let nothing = ("No command and no word matches.", Role::Dim);
        view.cx.centred(inner, &[nothing]);
    }
    for (row_area, row) in inner.rows().zip(rows.iter().skip(from)) {
        match row {
            HelpRow::Heading(name) => {
                view.cx
                    .line(area::indented(row_area), &theme.line(Role::Title, *name));
            }
            HelpRow::Entry(entry) => {
                let keys = view.app.keymap.keys(entry).iter();
                let keys: Vec<String> = keys.map(ToString::to_string).collect();
                let keys = if keys.is_empty() {
                    "(palette)".into()
                } else {
                    fitting_keys(&keys)
                };
                entry_row(view.cx, row_area, &keys, entry.doc);
            }
            HelpRow::Option(option, does) => entry_row(view.cx, row_area, option, does),
            HelpRow::Term(name, says) => {
                let (name, says) = (theme.own(name), theme.own(says));
                entry_row(view.cx, row_area, &name, &says);
            }
        }
    }
    let n = rows.len().max(1) as f64;
    let extent = (from as f64 / n, until as f64 / n);
    view.cx.scrollbar(view.area, extent);
}

/// As many of the keys as fit their column; the first in any case.
fn fitting_keys(keys: &[String]) -> String {
    let room = usize::from(KEYS) - 1;
    let mut text = keys.first().cloned().unwrap_or_default();
    for key in keys.iter().skip(1) {
        if text.width() + 2 + key.width() > room {
            break;
        }
        text += &format!("  {key}");
    }
    text
}

/// Draws one row: keys and description.
fn entry_row(cx: &mut DrawContext<'_, '_>, row: Rect, keys: &str, doc: &str) {
    let doc_at = row.x + 3 + KEYS;
    let room = row.right().saturating_sub(doc_at + 1);
    // Descriptions in the table fit 80 columns; narrower dialogs truncate them.
    let doc = end_cut(doc, room.into(), cx.glyphs);
    cx.words(
        area::columns(row, row.x + 3, KEYS - 1),
        keys,
        cx.style(Role::Key),
    );
    cx.words(area::columns(row, doc_at, room), &doc, cx.style(Role::Text));
}

//! Lists to choose from or to read: commands, themes, messages.

use ratatui::text::Line;

use super::view::View;
use crate::app::Command;
use crate::app::Panel;
use crate::app::command_list::palette_rows;
use crate::base::width::Width;
use crate::base::{sanitise, units};
use crate::typeset::wrap;
use crate::ui::area;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{end_cut, name};

/// Width of the name column.
const NAME: u16 = 22;
/// Most columns of keys.
const KEY: usize = 9;

/// Draws the command palette: commands are found by name and run.
pub fn palette(view: &mut View<'_, '_, '_>) {
    let (theme, glyphs) = (view.cx.theme, view.cx.glyphs);
    let rows = palette_rows(view.app.screen(), view.dialog.line.text());
    let frame = PanelFrame {
        title: theme.line(Role::Title, "Commands"),
        corner: view.hint(Command::Accept, "runs"),
        foot_corner: view.position(rows.len()),
        ..PanelFrame::default()
    };
    let inner = view.with_line(frame, ": ");
    let room = usize::from(view.area.height.saturating_sub(4)).max(1);
    let visible = view.list(room, rows.len());
    if rows.is_empty() {
        let nothing = ("No command matches.", Role::Dim);
        view.cx.centred(inner, &[nothing]);
    }
    let label = |entry| {
        let keys = view.app.keymap.keys(entry).first();
        keys.map(ToString::to_string).unwrap_or_default()
    };
    let keys = rows.iter().map(|(entry, _)| label(entry).width());
    let widest = keys.max().unwrap_or(0).min(KEY);
    let key_width = widest as u16 + 2;
    let listed = rows.iter().enumerate().skip(visible.from);
    for (row, (i, (entry, matched))) in inner.rows().zip(listed) {
        let key = format!("{:>widest$}", label(entry));
        let (plain, matched_style) = (theme.style(Role::Exact), theme.style(Role::Match));
        let name = name::spans(
            entry.name,
            NAME.into(),
            glyphs,
            matched,
            plain,
            matched_style,
        );
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

/// Draws the list of themes; the screen behind it shows the one under the cursor.
pub fn themes(view: &mut View<'_, '_, '_>) {
    let theme = view.cx.theme;
    let themes = &view.app.themes;
    let inner = view.framed(PanelFrame {
        title: theme.line(Role::Title, "Theme"),
        corner: view.hint(Command::Accept, "takes it"),
        foot: view.hint(Command::Escape, "takes the one before"),
        foot_corner: view.position(themes.all.len()),
        ..PanelFrame::default()
    });
    let rows = view.list(inner.height.into(), themes.all.len());
    let listed = themes.all.iter().enumerate().skip(rows.from);
    for (row, (at, (name, about))) in inner.rows().zip(listed) {
        let line = Line::from(vec![
            theme.span(Role::Exact, format!("  {:<18}", theme.own(name))),
            theme.span(Role::Dim, theme.own(about)),
        ]);
        view.cx.line(row, &line);
        view.row(row, at);
    }
}

/// Draws the message log, newest first.
pub fn messages(view: &mut View<'_, '_, '_>) {
    let (theme, history) = (view.cx.theme, view.app.notices.history());
    let inner = view.framed(PanelFrame {
        title: theme.line(Role::Title, "Messages"),
        foot_corner: view.position(history.len()),
        ..PanelFrame::default()
    });
    let first = view.dialog.scroll.selected;
    let visible = usize::from(inner.height);
    view.hits.push_view(Panel::Dialog, first, visible);
    if history.len() == 0 {
        let nothing = ("Nothing was said yet.", Role::Dim);
        return view.cx.centred(inner, &[nothing]);
    }
    let width = usize::from(inner.width).saturating_sub(12).max(8);
    let mut rows = inner.rows();
    for notice in history.skip(first) {
        let role = if notice.error {
            Role::Error
        } else {
            Role::Text
        };
        let text = sanitise::line(&notice.text);
        let mut time = units::duration(notice.at);
        for part in wrap::rows(&text, width) {
            let Some(row) = rows.next() else { return };
            let time = theme.span(Role::Dim, format!(" {:>8}  ", std::mem::take(&mut time)));
            let line = Line::from(vec![time, theme.span(role, part)]);
            view.cx.line(row, &line);
        }
    }
}

//! The menu of a first key: the keys that can follow it, and what both do.

use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};

use crate::app::commands::{CommandEntry, MENUS};
use crate::app::{Action, App, Key};
use crate::base::width::Width;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::Role;
use crate::ui::widgets::hints;
use crate::ui::widgets::panel::PanelFrame;

/// Draws the menu of `first` above the last row of `area`.
pub fn draw(app: &App, first: Key, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let entries = hints::menu(app, first);
    let label = |entry: &CommandEntry| match entry.hint {
        "" => entry.doc,
        hint => hint,
    };
    let keys = entries.iter().map(|(key, _)| key.to_string().width());
    let key_width = keys.max().unwrap_or(1);
    let title = MENUS.iter().find(|menu| Key::char(menu.key) == first);
    let title = title.map_or("", |menu| menu.title);
    let labels = entries.iter().map(|(_, entry)| label(entry).width());
    let width = (labels.max().unwrap_or(0) + key_width + 4).max(title.width() + 2) + 2;
    let menu_area = Rect {
        width: (width as u16).min(area.width),
        height: (entries.len() as u16 + 2).min(area.height),
        ..area
    };
    let menu_area = Rect {
        x: area.right() - menu_area.width,
        y: area.bottom() - menu_area.height,
        ..menu_area
    };
    Clear.render(menu_area, cx.buffer());
    let title = cx.theme.line(Role::Title, title);
    let inner = cx.dialog(
        menu_area,
        PanelFrame {
            title,
            focused: true,
            ..PanelFrame::default()
        },
    );
    for (row, (key, entry)) in inner.rows().zip(entries) {
        let key = format!(" {:<key_width$}  ", key.to_string());
        let key = cx.theme.span(Role::Key, key);
        let label = cx.theme.span(Role::Text, label(entry));
        cx.line(row, &Line::from(vec![key, label]));
        hits.push(row, Action::Run(entry.command));
    }
}

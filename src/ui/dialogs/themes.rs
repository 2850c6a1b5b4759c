//! The list of themes; the screen behind it shows the one under the cursor.

use ratatui::text::Line;

use super::view::View;
use crate::app::{App, Command};
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;

/// Preferred rows.
pub fn height(app: &App) -> u16 {
    app.themes.all.len().clamp(3, 30) as u16 + 2
}

/// Draws the list.
pub fn draw(view: &mut View<'_, '_, '_>) {
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

//! The corpora opened before; the first row is the demo, which is open.

use ratatui::text::Line;

use super::view::View;
use crate::app::{App, Command};
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;

/// Preferred rows.
pub fn height(app: &App) -> u16 {
    app.start.visits.recent.len().clamp(2, 20) as u16 + 3
}

/// Draws the list.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let theme = view.cx.theme;
    let recent = &view.app.start.visits.recent;
    let len = recent.len() + 1;
    let inner = view.framed(PanelFrame {
        title: theme.line(Role::Title, "Open"),
        corner: view.hint(Command::Accept, "opens it"),
        foot: view.hint(Command::Escape, "stays with the demo"),
        foot_corner: view.position(len),
        ..PanelFrame::default()
    });
    let rows = view.list(inner.height.into(), len);
    for (row, at) in inner.rows().zip(rows.from..len) {
        let (name, path, ago) = match at.checked_sub(1).and_then(|at| recent.get(at)) {
            Some(corpus) => (&*corpus.name, &*corpus.paths, &*corpus.ago),
            None => ("demo corpus", "80 short texts, made for a look around", ""),
        };
        let ago_wide = ago.chars().count();
        let name_wide = usize::from(row.width / 3).max(12);
        let room = usize::from(row.width).saturating_sub(name_wide + ago_wide + 6);
        let name = figures::middle(name, name_wide, theme.glyphs());
        let path = figures::middle(path, room, theme.glyphs());
        let line = Line::from(vec![
            theme.span(Role::Exact, format!("  {name:<name_wide$}")),
            theme.span(Role::Dim, format!("  {}", theme.own(&path))),
        ]);
        view.cx.line(row, &line);
        let x = row.right().saturating_sub(ago_wide as u16 + 1);
        view.cx
            .words(area::right_from(row, x), ago, theme.style(Role::Dim));
        view.row(row, at);
    }
}

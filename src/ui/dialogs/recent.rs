//! The demo that is open, the corpora opened before, and the other demo.

use ratatui::text::Line;

use super::view::View;
use crate::app::{App, Command};
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::theme::Role;
use crate::ui::widgets::paint;
use crate::ui::widgets::panel::PanelFrame;

/// Preferred rows.
pub fn height(app: &App) -> u16 {
    app.start.visits.rows().count().clamp(3, 21) as u16 + 2
}

/// Draws the list.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let theme = view.cx.theme;
    let visits = &view.app.start.visits;
    let len = visits.rows().count();
    let inner = view.framed(PanelFrame {
        title: theme.line(Role::Title, "Open"),
        corner: view.hint(Command::Accept, "opens it"),
        foot: view.hint(Command::Escape, "stays with the demo"),
        foot_corner: view.position(len),
        ..PanelFrame::default()
    });
    let longest = visits
        .rows()
        .map(|corpus| usize::from(paint::columns(&corpus.name)));
    let longest = longest.max().unwrap_or(0);
    let rows = view.list(inner.height.into(), len);
    let listed = visits.rows().enumerate().skip(rows.from);
    for (row, (at, corpus)) in inner.rows().zip(listed) {
        let (name, path, ago) = (&*corpus.name, &*corpus.paths, &*corpus.ago);
        let ago_wide = ago.chars().count();
        let name_wide = longest.min(usize::from(row.width / 2)).max(12);
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

//! The message log, newest first.

use ratatui::text::Line;

use super::view::View;
use crate::app::Panel;
use crate::base::{sanitise, units};
use crate::typeset::wrap;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;

/// Draws the dialog.
pub fn draw(view: &mut View<'_, '_, '_>) {
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
        let role = match notice.error {
            true => Role::Error,
            false => Role::Text,
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

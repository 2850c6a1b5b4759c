//! The dialog to type a threshold.

use super::view::View;
use crate::ui::area;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{measure, top_line};

/// Draws the dialog.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let theme = view.cx.theme;
    let now = format!("now {}", top_line::threshold(view.app.threshold));
    let frame = PanelFrame {
        title: theme.line(Role::Title, "Threshold"),
        corner: theme.line(Role::Dim, now),
        ..PanelFrame::default()
    };
    let prompt = format!("exact {} ", measure(view.app.measure()));
    let inner = view.with_line(frame, &prompt);
    let line = match &view.dialog.wrong {
        Some(wrong) => theme.line(Role::Error, wrong.as_str()),
        None => theme.line(Role::Dim, "0.85, .85 and 85% are the same"),
    };
    view.cx.lines(area::indented(inner), &[line]);
}

//! The dialog to type a threshold.

use ratatui::Frame;
use ratatui::layout::Rect;

use super::line::with_line;
use crate::app::App;
use crate::app::dialog::Dialog;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::{measure, top_line};

/// Draws the dialog.
pub fn draw(app: &App, dialog: &Dialog, theme: &Theme, place: Rect, frame: &mut Frame<'_>) {
    let now = format!("now {}", top_line::threshold(app.threshold));
    let inner = with_line(
        dialog,
        ("Threshold", now, String::new()),
        &format!("exact {} ", measure(app.measure())),
        theme,
        place,
        frame,
    );
    let (text, role) = match &dialog.wrong {
        Some(wrong) => (wrong.clone(), Role::Error),
        None => ("0.85, .85 and 85% are the same".to_owned(), Role::Dim),
    };
    if inner.height > 0 {
        let room = usize::from(inner.width.saturating_sub(2));
        frame
            .buffer_mut()
            .set_stringn(inner.x + 1, inner.y, text, room, theme.style(role));
    }
}

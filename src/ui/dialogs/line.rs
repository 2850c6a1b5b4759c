//! The frame of a dialog that has a line to type in.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::dialog::Dialog;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::field;
use crate::ui::widgets::panel::Panel as Framed;

/// The frame with a line to type in its first row; returns what is below that.
pub(super) fn with_line(
    dialog: &Dialog,
    (title, corner, foot): (&str, String, String),
    prompt: &str,
    theme: &Theme,
    place: Rect,
    frame: &mut Frame<'_>,
) -> Rect {
    let dim = theme.style(Role::Dim);
    let inner = Framed {
        title: Line::styled(title.to_owned(), theme.style(Role::Title)),
        corner: Line::styled(corner, dim),
        foot_corner: Line::styled(foot, dim),
        focused: true,
        ..Framed::default()
    }
    .draw(frame.buffer_mut(), place, theme, theme.glyphs());
    if inner.height == 0 || inner.width < 8 {
        return Rect { height: 0, ..inner };
    }
    let (x, _) = frame.buffer_mut().set_stringn(
        inner.x + 1,
        inner.y,
        prompt,
        usize::from(inner.width - 1),
        theme.style(Role::Key),
    );
    let line = Rect {
        x,
        y: inner.y,
        width: inner.right().saturating_sub(x + 1),
        height: 1,
    };
    field::draw(&dialog.line, true, theme.style(Role::Exact), line, frame);
    let skip = 2.min(inner.height);
    Rect {
        y: inner.y + skip,
        height: inner.height - skip,
        ..inner
    }
}

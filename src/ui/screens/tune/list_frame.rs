//! What stands around a list that has no panel of its own: a heading and a scroll bar.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::{paint, panel};

/// A heading over a list, and what of it is in sight.
pub fn heading(text: &str, theme: &Theme, area: Rect, frame: &mut Frame<'_>) {
    let rule = theme.glyphs().pick("─", "-").repeat(area.width.into());
    let buffer = frame.buffer_mut();
    paint::words(
        buffer,
        area.x,
        area.y,
        area.width,
        &rule,
        theme.style(Role::Border),
    );
    let text = format!(" {text} ");
    let room = area.width.saturating_sub(1);
    paint::words(
        buffer,
        area.x + 1,
        area.y,
        room,
        &text,
        theme.style(Role::Title),
    );
}

/// The bar on the right of a list without a frame.
pub fn bar(
    theme: &Theme,
    area: Rect,
    (from, rows, len): (usize, usize, usize),
    frame: &mut Frame<'_>,
) {
    let n = len.max(1) as f64;
    let extent = (from as f64 / n, (from + rows) as f64 / n);
    let around = Rect {
        y: area.y.saturating_sub(1),
        height: area.height + 2,
        ..area
    };
    let style = theme.style(Role::Dim);
    panel::scrollbar(frame.buffer_mut(), around, extent, style, theme.glyphs());
}

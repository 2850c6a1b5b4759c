//! Input: a line that scrolls to keep its cursor in view, and a field of several lines.

use crate::base::width::Width;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;
use ratatui_textarea::TextArea;
use unicode_segmentation::UnicodeSegmentation;

use crate::app::TextField;
use crate::base::sanitise;
use crate::ui::widgets::paint;

/// Draws `input` into one row; shows the terminal's cursor if `active`.
pub fn draw(input: &TextField, active: bool, style: Style, area: Rect, frame: &mut Frame<'_>) {
    let area = area.intersection(frame.area());
    if area.is_empty() {
        return;
    }
    let style = if active && input.selected {
        style.reversed()
    } else {
        style
    };
    let (before, after) = input.halves();
    let (before, after) = (sanitise::line(before), sanitise::line(after));
    // The end of the text before the cursor, leaving room for the cursor itself.
    let room = usize::from(area.width).saturating_sub(1);
    let mut start = before.len();
    let mut width = 0;
    for (at, cluster) in before.grapheme_indices(true).rev() {
        width += cluster.width();
        if width > room {
            break;
        }
        start = at;
    }
    let buffer = frame.buffer_mut();
    let x = paint::words(buffer, area.x, area.y, room as u16, &before[start..], style);
    paint::words(buffer, x, area.y, area.right() - x, &after, style);
    if active {
        frame.set_cursor_position((x.min(area.right() - 1), area.y));
    }
}

/// Draws the focused field, with the terminal's cursor in it.
pub fn draw_lines(text: &TextArea<'_>, area: Rect, frame: &mut Frame<'_>) {
    if area.is_empty() {
        return;
    }
    text.render(area, frame.buffer_mut());
    let (top, left) = text.scroll_offset();
    let at = text.screen_cursor();
    let x = (at.col as u16).saturating_sub(left).min(area.width - 1);
    let y = (at.row as u16).saturating_sub(top).min(area.height - 1);
    frame.set_cursor_position((area.x + x, area.y + y));
}

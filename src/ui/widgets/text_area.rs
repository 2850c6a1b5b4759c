//! A field of several lines with its cursor.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use ratatui_textarea::TextArea;

/// Draws the field; the terminal's cursor stands in it if it has the focus.
pub fn draw(text: &TextArea<'_>, focused: bool, place: Rect, frame: &mut Frame<'_>) {
    if place.is_empty() {
        return;
    }
    text.render(place, frame.buffer_mut());
    if !focused {
        return;
    }
    let (top, left) = text.scroll_offset();
    let at = text.screen_cursor();
    let x = (at.col as u16).saturating_sub(left).min(place.width - 1);
    let y = (at.row as u16).saturating_sub(top).min(place.height - 1);
    frame.set_cursor_position((place.x + x, place.y + y));
}

//! The track of a slider: the position of the value in its range.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint;

/// Draws a rail with a knob at the value; the part before the knob is filled if that is meaningful.
pub fn draw(
    place: f64,
    ordered: bool,
    selected: bool,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let glyphs = theme.glyphs();
    let last = area.width - 1;
    let knob = (place.clamp(0.0, 1.0) * f64::from(last)).round() as u16;
    for cell in 0..=last {
        let (symbol, style) = match cell.cmp(&knob) {
            std::cmp::Ordering::Equal => {
                let style = if selected {
                    theme.style(Role::Key)
                } else {
                    theme.style(Role::Text)
                };
                (glyphs.pick("●", "o"), style)
            }
            std::cmp::Ordering::Less if ordered => (glyphs.pick("━", "="), theme.style(Role::Bar)),
            _ => (glyphs.pick("─", "-"), theme.style(Role::Border)),
        };
        paint::words(buffer, area.x + cell, area.y, 1, symbol, style);
    }
}

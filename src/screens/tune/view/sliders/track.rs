//! The track of a slider: the position of the value in its range.

use std::cmp::Ordering;

use ratatui::layout::Rect;

use crate::ui::context::DrawContext;
use crate::ui::theme::Role;

/// Draws a rail with a knob at the value; the part before the knob is filled if that is meaningful.
pub fn draw(
    fraction: f64,
    ordered: bool,
    selected: bool,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let last = area.width - 1;
    let knob = area.x + (fraction.clamp(0.0, 1.0) * f64::from(last)).round() as u16;
    for cell in area.columns() {
        let (symbol, role) = match cell.x.cmp(&knob) {
            Ordering::Equal if selected => (cx.glyphs.pick("●", "o"), Role::Key),
            Ordering::Equal => (cx.glyphs.pick("●", "o"), Role::Text),
            Ordering::Less if ordered => (cx.glyphs.pick("━", "="), Role::Bar),
            _ => (cx.glyphs.pick("─", "-"), Role::Border),
        };
        cx.words(cell, symbol, cx.style(role));
    }
}

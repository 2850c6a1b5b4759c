//! Estimate and exact value as a pair of bars, distinguished by position and not by colour alone.

use ratatui::layout::Rect;

use crate::engine::message::Neighbour;
use crate::typeset::figures::Glyphs;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;

/// Draws two bars in one row: the upper half is the estimate, the lower the exact value, with a
/// resolution of half a cell.
pub fn draw(n: &Neighbour, cell: Rect, cx: &mut DrawContext<'_, '_>) {
    // Indexed by the bits upper left, upper right, lower left, lower right.
    const QUARTERS: [&str; 16] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ];
    let halves = f64::from(cell.width) * 2.0;
    let filled = |value: f64| {
        let cells = (value * halves).round() as u16;
        if value > 0.0 { cells.max(1) } else { 0 }
    };
    let (upper, lower) = (filled(n.estimate.value()), filled(n.overlap.jaccard()));
    let (above, below) = (cx.style(Role::Estimate), cx.style(Role::ExactBar));
    for i in 0..cell.width {
        let has = |bar: u16, half: u16| usize::from(bar > 2 * i + half);
        let quarters = has(upper, 0) | has(upper, 1) << 1 | has(lower, 0) << 2 | has(lower, 1) << 3;
        let symbol = match (cx.glyphs, has(upper, 0), has(lower, 0)) {
            // With colours, the two halves differ in colour as well.
            (Glyphs::Unicode, ..) if quarters == 15 && below.fg.is_some() => "▀",
            (Glyphs::Unicode, ..) => QUARTERS[quarters],
            (_, 1, 1) => "=",
            (_, 1, _) => "\"",
            (_, _, 1) => "_",
            _ => " ",
        };
        let style = match (symbol, below.fg) {
            ("▀", Some(colour)) if quarters == 15 => above.bg(colour),
            _ if upper > 2 * i => above,
            _ => below,
        };
        cx.buffer()[(cell.x + i, cell.y)]
            .set_symbol(symbol)
            .set_style(style);
    }
}

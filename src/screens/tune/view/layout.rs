//! Layout of the Tune screen.

use ratatui::layout::Rect;

use crate::ui::area;

/// Width in columns below which the sliders are above the plot instead of beside it.
const BESIDE: u16 = 72;

/// The areas of the screen.
pub struct TuneParts {
    /// The sliders.
    pub sliders: Rect,
    /// The main plot with its figures and its list.
    pub plot: Rect,
}

/// Splits `area` into the parts.
pub fn parts(area: Rect) -> TuneParts {
    if area.width < BESIDE {
        let (sliders, plot) = area::split_top(area, (area.height / 3).clamp(3, 8));
        return TuneParts { sliders, plot };
    }
    let wide = match area.width {
        ..90 => 33,
        90..110 => 37,
        110..150 => 42,
        _ => 50,
    };
    let (sliders, plot) = area::split_left(area, wide);
    TuneParts { sliders, plot }
}

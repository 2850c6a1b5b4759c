//! Layout of the Tune screen.

use ratatui::layout::Rect;

use crate::app::{App, Border};
use crate::ui::area;

/// Width in columns below which the sliders are above the plot instead of beside it.
const BESIDE: u16 = 72;

/// The areas of the screen.
pub struct Parts {
    /// The sliders.
    pub sliders: Rect,
    /// The main plot with its figures and its list.
    pub plot: Rect,
}

/// Splits `area` into the parts.
pub fn parts(app: &App, area: Rect) -> Parts {
    if area.width < BESIDE {
        let (sliders, plot) = area::split_top(area, (area.height / 3).clamp(3, 8));
        return Parts { sliders, plot };
    }
    let wide = match area.width {
        ..90 => 33,
        90..110 => 37,
        110..150 => 42,
        _ => 50,
    };
    let wide = app.borders.left(Border::Tune, area.width, wide);
    let (sliders, plot) = area::split_left(area, wide);
    Parts { sliders, plot }
}

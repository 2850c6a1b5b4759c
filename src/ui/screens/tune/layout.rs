//! Layout of the Tune screen.

use ratatui::layout::Rect;

use crate::app::{App, Border};
use crate::ui::area;

/// Width in columns below which the sliders are above the plot instead of beside it.
const BESIDE: u16 = 72;
/// Columns and rows from which small plots are shown below the main one.
const SMALL_PLOTS: (u16, u16) = (150, 40);

/// The areas of the screen; `below` may be empty.
pub struct Parts {
    /// The sliders.
    pub sliders: Rect,
    /// The main plot with its figures and its list.
    pub plot: Rect,
    /// The small plots.
    pub below: Rect,
}

/// Splits `area` into the parts.
pub fn parts(app: &App, area: Rect) -> Parts {
    if area.width < BESIDE {
        let (sliders, plot) = area::split_top(area, (area.height / 3).clamp(3, 8));
        return Parts {
            sliders,
            plot,
            below: area::below_from(area, area.bottom()),
        };
    }
    let wide = match area.width {
        ..90 => 33,
        90..110 => 37,
        110..150 => 42,
        _ => 50,
    };
    let wide = app.borders.left(Border::Tune, area.width, wide);
    let (sliders, rest) = area::split_left(area, wide);
    let small = match area.width >= SMALL_PLOTS.0 && area.height >= SMALL_PLOTS.1 {
        true => area.height * 3 / 10,
        false => 0,
    };
    let (plot, below) = area::split_top(rest, rest.height - small);
    Parts {
        sliders,
        plot,
        below,
    }
}

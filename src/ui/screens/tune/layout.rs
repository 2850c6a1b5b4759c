//! Where the parts of the screen stand.

use ratatui::layout::Rect;

/// Columns below which the sliders stand above the plot instead of beside it.
const BESIDE: u16 = 72;
/// Columns and rows from which small plots stand below the one in front.
const SMALL_PLOTS: (u16, u16) = (150, 40);

/// The parts of the screen; `below` may be empty.
pub struct Parts {
    /// The sliders.
    pub sliders: Rect,
    /// The plot in front, its figures and its list.
    pub plot: Rect,
    /// Small plots.
    pub below: Rect,
}

/// The parts of `area`.
pub fn parts(area: Rect) -> Parts {
    let none = Rect {
        height: 0,
        y: area.bottom(),
        ..area
    };
    if area.width < BESIDE {
        let height = (area.height / 3).clamp(3, 8).min(area.height);
        return Parts {
            sliders: Rect { height, ..area },
            plot: Rect {
                y: area.y + height,
                height: area.height - height,
                ..area
            },
            below: none,
        };
    }
    let wide = match area.width {
        ..90 => 33,
        90..110 => 37,
        110..150 => 42,
        _ => 50,
    };
    let sliders = Rect {
        width: wide,
        ..area
    };
    let rest = Rect {
        x: area.x + wide,
        width: area.width - wide,
        ..area
    };
    let small = match area.width >= SMALL_PLOTS.0 && area.height >= SMALL_PLOTS.1 {
        true => area.height * 3 / 10,
        false => 0,
    };
    let plot = Rect {
        height: rest.height - small,
        ..rest
    };
    Parts {
        sliders,
        plot,
        below: Rect {
            y: plot.bottom(),
            height: small,
            ..rest
        },
    }
}

//! Parts of a screen area.

use ratatui::layout::Rect;

/// The row of `area` at row `y` of the screen.
#[must_use]
pub fn row(area: Rect, y: u16) -> Rect {
    Rect {
        y,
        height: 1,
        ..area
    }
}

/// The `width` columns of `area` from column `x` of the screen on.
#[must_use]
pub fn columns(area: Rect, x: u16, width: u16) -> Rect {
    Rect { x, width, ..area }
}

/// What `area` has from column `x` of the screen on.
#[must_use]
pub fn right_from(area: Rect, x: u16) -> Rect {
    columns(area, x, area.right().saturating_sub(x))
}

/// What `area` has from row `y` of the screen on.
#[must_use]
pub fn below_from(area: Rect, y: u16) -> Rect {
    Rect {
        y,
        height: area.bottom().saturating_sub(y),
        ..area
    }
}

/// The top `height` rows of `area`, and the rest.
#[must_use]
pub fn split_top(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    (Rect { height, ..area }, below_from(area, area.y + height))
}

/// The left `width` columns of `area`, and the rest.
#[must_use]
pub fn split_left(area: Rect, width: u16) -> (Rect, Rect) {
    let width = width.min(area.width);
    (Rect { width, ..area }, right_from(area, area.x + width))
}

/// `area` without its first and its last column.
#[must_use]
pub fn indented(area: Rect) -> Rect {
    columns(area, area.x + 1, area.width.saturating_sub(2))
}

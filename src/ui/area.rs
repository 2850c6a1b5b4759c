//! Parts of a screen area.

use ratatui::layout::Rect;

/// Rows from which a screen has a blank row below its head.
pub const TALL: u16 = 18;

/// The row of `area` at row `y` of the screen.
pub fn row(area: Rect, y: u16) -> Rect {
    Rect {
        y,
        height: 1,
        ..area
    }
}

/// The `width` columns of `area` from column `x` of the screen on.
pub fn columns(area: Rect, x: u16, width: u16) -> Rect {
    Rect { x, width, ..area }
}

/// The part of `area` from column `x` of the screen.
pub fn right_from(area: Rect, x: u16) -> Rect {
    columns(area, x, area.right().saturating_sub(x))
}

/// The part of `area` from row `y` of the screen.
pub fn below_from(area: Rect, y: u16) -> Rect {
    Rect {
        y,
        height: area.bottom().saturating_sub(y),
        ..area
    }
}

/// The top `height` rows of `area`, and the rest.
pub fn split_top(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    (Rect { height, ..area }, below_from(area, area.y + height))
}

/// The top `rows` rows for the head of a screen, and the rest; a blank row between them if the screen is tall.
pub fn split_head(area: Rect, rows: u16) -> (Rect, Rect) {
    let (head, rest) = split_top(area, rows);
    let blank = u16::from(area.height >= TALL);
    (head, split_top(rest, blank).1)
}

/// The left `width` columns of `area`, and the rest.
pub fn split_left(area: Rect, width: u16) -> (Rect, Rect) {
    let width = width.min(area.width);
    (Rect { width, ..area }, right_from(area, area.x + width))
}

/// `area` without its first and its last column.
pub fn indented(area: Rect) -> Rect {
    columns(area, area.x + 1, area.width.saturating_sub(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_parts_are_the_area_even_where_it_is_too_small() {
        let area = Rect::new(3, 5, 20, 10);
        for size in [0, 1, 10, 20, 40] {
            let (top, rest) = split_top(area, size);
            assert_eq!((top.height, top.bottom()), (size.min(10), rest.y));
            assert_eq!((top.y, rest.bottom()), (area.y, area.bottom()));
            let (left, rest) = split_left(area, size);
            assert_eq!((left.width, left.right()), (size.min(20), rest.x));
            assert_eq!((left.x, rest.right()), (area.x, area.right()));
        }
        assert_eq!(below_from(area, 99).height, 0);
        assert_eq!(right_from(area, 99).width, 0);
        assert_eq!(indented(Rect::new(0, 0, 1, 1)).width, 0);
    }
}

//! Columns of a list as data: which of them fit, and their positions.

use ratatui::layout::Rect;

use crate::ui::area;

/// A column of a list.
#[derive(Clone, Copy, Debug)]
pub struct ListColumn {
    /// Its least width; 0 for a column that is not shown.
    pub width: u16,
    /// Maximum number of columns by which it grows if there is room.
    pub grows: u16,
    /// The columns of the highest rank are dropped first, those of rank 0 never.
    pub rank: u8,
}

impl ListColumn {
    /// A column of a fixed width.
    pub fn fixed(width: u16, rank: u8) -> Self {
        ListColumn {
            width,
            grows: 0,
            rank,
        }
    }

    /// A column that is always shown, and takes the room that is left.
    pub fn filling(width: u16) -> Self {
        ListColumn {
            grows: u16::MAX,
            ..ListColumn::fixed(width, 0)
        }
    }
}

/// The cells of `row`, with `gap` blanks between two of them. A column without room has no width.
pub fn cells(columns: &[ListColumn], gap: u16, row: Rect) -> Vec<Rect> {
    let mut widths: Vec<u16> = columns.iter().map(|column| column.width).collect();
    let taken = |widths: &[u16]| -> u16 {
        let shown = widths.iter().filter(|width| **width > 0);
        let sum: u16 = shown.map(|width| width + gap).sum();
        sum.saturating_sub(gap)
    };
    while taken(&widths) > row.width {
        let shown = columns.iter().enumerate().filter(|(at, _)| widths[*at] > 0);
        let dropped = shown.filter(|(_, column)| column.rank > 0);
        let Some((last, _)) = dropped.max_by_key(|(_, column)| column.rank) else {
            break;
        };
        widths[last] = 0;
    }
    let mut left = row.width.saturating_sub(taken(&widths));
    let mut x = row.x;
    let cell = |(column, width): (&ListColumn, u16)| {
        let more = if width > 0 { column.grows.min(left) } else { 0 };
        left -= more;
        let cell = area::columns(row, x, width + more).intersection(row);
        x += if width > 0 { width + more + gap } else { 0 };
        cell
    };
    columns.iter().zip(widths).map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_the_highest_rank_go_first_and_the_rest_takes_the_room() {
        let name = ListColumn {
            width: 10,
            grows: 5,
            rank: 0,
        };
        let columns = [ListColumn::fixed(4, 1), name, ListColumn::fixed(6, 2)];
        let widths = |width| -> Vec<(u16, u16)> {
            let cells = cells(&columns, 2, Rect::new(3, 0, width, 1));
            cells.iter().map(|cell| (cell.x, cell.width)).collect()
        };
        assert_eq!(widths(40), [(3, 4), (9, 15), (26, 6)]);
        assert_eq!(widths(24), [(3, 4), (9, 10), (21, 6)]);
        assert_eq!(widths(23), [(3, 4), (9, 15), (26, 0)]);
        assert_eq!(widths(8)[1], (3, 8));
    }
}

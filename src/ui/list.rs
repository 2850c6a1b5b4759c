//! The visible part of a list.

use ratatui::layout::Rect;

use crate::app::{Action, Panel, Scroll};
use crate::ui::{DrawContext, HitMap, Role, Wheel};

/// Which rows of a list are visible.
#[derive(Clone, Copy, Debug)]
pub struct VisibleRows {
    /// Index of the first visible row.
    pub from: usize,
    /// Number of rows there is room for.
    pub room: usize,
    /// Number of rows of the list.
    pub len: usize,
}

impl VisibleRows {
    /// The rows of a list of `len` that are visible in `panel`, which has room for `room` of them.
    /// Records them in `hits` for the next scroll.
    pub fn new(panel: Panel, scroll: &Scroll, room: usize, len: usize, hits: &mut HitMap) -> Self {
        let from = scroll.window(room, len);
        hits.push_view(panel, from, room);
        VisibleRows { from, room, len }
    }

    /// The visible part as fractions, for a scroll bar.
    pub fn extent(&self) -> (f64, f64) {
        let len = self.len.max(1) as f64;
        let until = self.from + self.room;
        (self.from as f64 / len, until as f64 / len)
    }
}

/// A list of rows with a cursor.
#[derive(Clone, Copy, Debug)]
pub struct RowList<'a> {
    /// Its panel.
    pub panel: Panel,
    /// Its cursor and viewport.
    pub scroll: &'a Scroll,
    /// Number of its rows.
    pub len: usize,
    /// Whether the keys go to it.
    pub focused: bool,
}

impl<'a> RowList<'a> {
    /// A list of `len` rows.
    pub fn new(panel: Panel, scroll: &'a Scroll, len: usize, focused: bool) -> Self {
        RowList {
            panel,
            scroll,
            len,
            focused,
        }
    }

    /// Draws the rows that are visible in `rows` by `draw`, marks the one under the cursor, and draws a scroll bar on the
    /// frame of the panel. Registers clicks and the wheel.
    pub fn draw<'c, 'f>(
        &self,
        (frame, rows): (Rect, Rect),
        cx: &mut DrawContext<'c, 'f>,
        mut draw: impl FnMut(usize, Rect, &mut DrawContext<'c, 'f>),
    ) {
        cx.hits.push_wheel(frame, Wheel::Panel(self.panel));
        let room = usize::from(rows.height);
        let visible = VisibleRows::new(self.panel, self.scroll, room, self.len, &mut cx.hits);
        for (row, i) in rows.rows().zip(visible.from..self.len) {
            draw(i, row, cx);
            if i == self.scroll.selected {
                cx.cursor_mark(row, cx.style(Role::Key));
                cx.select(row, self.focused);
            }
            cx.hits.push(row, Action::Row(self.panel, i));
        }
        cx.scrollbar(frame, visible.extent());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extent_is_the_visible_part_and_an_empty_list_is_wholly_visible() {
        let extent = |from, room, len| VisibleRows { from, room, len }.extent();
        assert_eq!(extent(2, 4, 8), (0.25, 0.75));
        let (from, until) = extent(0, 4, 0);
        assert!(from <= 0.0 && until >= 1.0);
    }
}

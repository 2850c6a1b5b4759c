//! The visible part of a list.

use crate::app::Panel;
use crate::app::scroll::Scroll;
use crate::ui::hit_map::HitMap;

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

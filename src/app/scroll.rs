//! List cursor and viewport. The state knows the viewport of the last frame; drawing computes the new
//! one, so a resize never hides the cursor.

use super::commands::Command;

/// Cursor and viewport of a list whose length is passed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scroll {
    /// Index under the cursor.
    pub selected: usize,
    /// First visible row in the last frame.
    pub offset: usize,
    /// Number of visible rows in the last frame.
    pub rows: usize,
}

impl Scroll {
    /// First visible row for a viewport of `rows`: the smallest scroll from the last frame that keeps
    /// the cursor visible and leaves no empty rows at the end.
    pub fn window(&self, rows: usize, len: usize) -> usize {
        if rows == 0 {
            return 0;
        }
        let selected = self.selected.min(len.saturating_sub(1));
        self.offset
            .min(len.saturating_sub(rows))
            .clamp((selected + 1).saturating_sub(rows), selected)
    }

    /// Moves the cursor by rows, stopping at the ends.
    pub fn step(&mut self, by: i64, len: usize) {
        let last = i64::try_from(len.saturating_sub(1)).unwrap_or(i64::MAX);
        self.selected = (self.selected as i64).saturating_add(by).clamp(0, last) as usize;
    }

    /// Rows per page: the last viewport minus one row of overlap.
    pub fn page(&self) -> i64 {
        self.rows.saturating_sub(1).max(1) as i64
    }

    /// Moves the cursor by a movement command; other commands do nothing.
    pub fn follow(&mut self, command: Command, len: usize) {
        if let Some(by) = command.rows(self.page()) {
            self.step(by, len);
        }
    }

    /// Moves the cursor to a row, at most the last one.
    pub fn select(&mut self, index: usize, len: usize) {
        self.selected = index.min(len.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_is_always_visible() {
        for (selected, offset, rows, len) in
            [(9, 0, 5, 10), (0, 7, 5, 10), (3, 2, 5, 4), (0, 0, 3, 0)]
        {
            let s = Scroll {
                selected,
                offset,
                rows: 0,
            };
            let from = s.window(rows, len);
            assert!(
                from <= selected && (selected < from + rows || len == 0),
                "{from}"
            );
        }
    }

    #[test]
    fn steps_stop_at_the_ends() {
        let mut s = Scroll::default();
        s.step(-3, 5);
        assert_eq!(s.selected, 0);
        s.step(i64::MAX, 5);
        assert_eq!(s.selected, 4);
        s.step(1, 0);
        assert_eq!(s.selected, 0);
    }
}

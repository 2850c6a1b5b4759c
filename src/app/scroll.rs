//! A cursor in a list and the part of the list that is in sight. The state knows from the last frame
//! how many rows fit; drawing works out the rest, so that a resize can never hide the cursor.

/// A cursor and a window over a list whose length is given from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scroll {
    /// Index under the cursor.
    pub selected: usize,
    /// First row in sight when last drawn.
    pub offset: usize,
    /// Rows in sight when last drawn.
    pub rows: usize,
}

impl Scroll {
    /// First row to show where `rows` fit: as near to the last picture as keeps the cursor in sight
    /// and no blank below the end.
    #[must_use]
    pub fn window(&self, rows: usize, len: usize) -> usize {
        if rows == 0 {
            return 0;
        }
        let selected = self.selected.min(len.saturating_sub(1));
        self.offset
            .min(len.saturating_sub(rows))
            .clamp((selected + 1).saturating_sub(rows), selected)
    }

    /// Moves the cursor by some rows, stopping at the ends.
    pub fn step(&mut self, by: i64, len: usize) {
        let last = i64::try_from(len.saturating_sub(1)).unwrap_or(i64::MAX);
        self.selected = (self.selected as i64).saturating_add(by).clamp(0, last) as usize;
    }

    /// Rows in a page: what was last in sight less one that stays for orientation.
    #[must_use]
    pub fn page(&self) -> i64 {
        self.rows.saturating_sub(1).max(1) as i64
    }

    /// Puts the cursor on a row, or the last one there is.
    pub fn select(&mut self, index: usize, len: usize) {
        self.selected = index.min(len.saturating_sub(1));
    }

    /// Remembers what the last frame showed.
    pub fn seen(&mut self, offset: usize, rows: usize) {
        (self.offset, self.rows) = (offset, rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_is_always_in_sight() {
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

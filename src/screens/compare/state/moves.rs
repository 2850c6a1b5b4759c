//! Scrolling of the two texts together, and jumps to passages and changes.

use super::{CompareState, Loaded};
use crate::typeset::Pane;

/// Preferred distance in rows between the top and the row at which the sides are aligned.
fn eye(height: usize) -> usize {
    (height / 4).min(4)
}

/// The row at which the other side is aligned: normally [`eye`], but it moves to the first row at the
/// beginning of the text and to the last row at its end, so that both ends of both texts can be reached.
fn guide(pane: &Pane) -> usize {
    let height = pane.size().1;
    let eye = eye(height);
    let above = pane.above(eye);
    if above < eye {
        return above;
    }
    let last = height.saturating_sub(1);
    let below = pane.below(last - eye.min(last));
    last.saturating_sub(below).max(eye)
}

impl CompareState {
    pub(super) fn scroll(&mut self, rows: i64) {
        let here = self.focus;
        let Some(loaded) = &mut self.loaded else {
            return;
        };
        if loaded.faced {
            // Both have the same number of rows.
            let texts = loaded.texts.iter_mut();
            return texts.for_each(|text| text.pane.scroll(rows));
        }
        if loaded.texts[here].pane.shows_all() {
            // This text is completely visible: the keys scroll the other one.
            return loaded.texts[1 - here].pane.scroll(rows);
        }
        loaded.texts[here].pane.scroll(rows);
        align(loaded, here);
    }

    pub(super) fn go_to_end(&mut self, bottom: bool) {
        let texts = self.loaded.iter_mut().flat_map(|loaded| &mut loaded.texts);
        for text in texts {
            if bottom {
                text.pane.show_end();
            } else {
                text.pane.show_start();
            }
        }
    }

    /// Aligns the unfocused side with the focused one.
    pub(super) fn follow(&mut self) {
        if let Some(loaded) = &mut self.loaded {
            align(loaded, self.focus);
        }
    }

    /// First bytes of the changes or passages on a side, by their numbers.
    fn starts(&self, side: usize) -> Vec<usize> {
        let Some(loaded) = &self.loaded else {
            return Vec::new();
        };
        if self.mode.by_words() {
            let changes = loaded.changes.iter();
            changes.map(|change| change[side].0).collect()
        } else {
            loaded.texts[side].marks[self.mode.marks()].shown_at.clone()
        }
    }

    /// Positions a new comparison: the fixed text at byte `top`, the other aligned with it.
    pub(super) fn arrive(&mut self, top: usize) {
        let Some(loaded) = &mut self.loaded else {
            return;
        };
        match top {
            // With the blank rows before the text.
            0 => loaded.texts[0].pane.show_start(),
            top => loaded.texts[0].pane.show(top, 0),
        }
        align(loaded, 0);
        let is_hidden = |side: usize| {
            let (starts, loaded) = (self.starts(side), self.loaded.as_ref());
            let row = |start: &usize| loaded.and_then(|l| l.texts[side].pane.row_of(*start));
            starts.first().is_some_and(|start| row(start).is_none())
        };
        if top == 0 && (is_hidden(0) || is_hidden(1)) {
            self.jump_to(0);
        }
    }

    /// Positions a new comparison at the passage that holds this byte of the fixed text, or else the next one, or else
    /// the last.
    pub(super) fn arrive_at(&mut self, byte: usize) {
        let mode = self.mode;
        let Some(loaded) = &mut self.loaded else {
            return;
        };
        let text = &mut loaded.texts[0];
        text.pane.show(byte, eye(text.pane.size().1));
        let passages = text.marks[mode.marks()].passages.iter().enumerate();
        let nearest = passages.min_by_key(|(_, (from, to))| match byte {
            // If several contain it, the longest.
            _ if (*from..*to).contains(&byte) => (0, usize::MAX - (to - from)),
            _ if *from > byte => (1, *from),
            _ => (2, usize::MAX - to),
        });
        if let Some((i, _)) = nearest {
            self.jump_to(i);
        }
    }

    /// The passage or change last jumped to, in this mode.
    fn last_target(&mut self) -> &mut Option<usize> {
        if self.mode.by_words() {
            &mut self.change
        } else {
            &mut self.last_passages[self.mode.marks()]
        }
    }

    /// Jumps to the next or previous passage or change: relative to the last target if it is visible,
    /// otherwise to the top of the focused column.
    pub(super) fn jump(&mut self, forward: bool) {
        let last = *self.last_target();
        let Some(loaded) = &self.loaded else { return };
        let pane = &loaded.texts[self.focus].pane;
        if let Some(i) = next_target(pane, &self.starts(self.focus), last, forward) {
            self.jump_to(i);
        }
    }

    /// Scrolls both columns to a passage or change, on the same row if the ends allow.
    fn jump_to(&mut self, item: usize) {
        let starts = [0, 1].map(|column| self.starts(column).get(item).copied());
        let ([Some(left), Some(right)], here) = (starts, self.focus) else {
            return;
        };
        *self.last_target() = Some(item);
        let Some(loaded) = &mut self.loaded else {
            return;
        };
        let starts = [left, right];
        let [one, other] = loaded.texts.each_ref().map(|text| text.pane.size().1);
        let pane = &mut loaded.texts[here].pane;
        pane.show(starts[here], eye(one.min(other)));
        let row = pane.row_of(starts[here]).unwrap_or(0);
        if loaded.faced {
            face(loaded, here);
        }
        let other = &mut loaded.texts[1 - here].pane;
        // Moved text is shown at its position in the other text.
        if !loaded.faced || other.row_of(starts[1 - here]) != Some(row) {
            other.show(starts[1 - here], row);
        }
    }
}

/// The index in `starts`, which need not ascend, to jump to: the one beside `last` if that is visible,
/// otherwise the nearest to the top of the viewport.
pub fn next_target(
    pane: &Pane,
    starts: &[usize],
    last: Option<usize>,
    forward: bool,
) -> Option<usize> {
    let visible = |i: &usize| starts.get(*i).is_some_and(|s| pane.row_of(*s).is_some());
    let top = pane.top_byte();
    let numbered = starts.iter().enumerate();
    let target = match (last.filter(visible), forward) {
        (Some(i), true) => Some(i + 1),
        (Some(i), false) => i.checked_sub(1),
        // Among several with the same start, backward chooses the last and forward the first.
        (None, true) => numbered
            .filter(|(_, s)| **s >= top)
            .min_by_key(|(_, s)| **s)
            .map(|(i, _)| i),
        (None, false) => numbered
            .filter(|(_, s)| **s < top)
            .max_by_key(|(_, s)| **s)
            .map(|(i, _)| i),
    };
    target.filter(|i| *i < starts.len())
}

/// Shows the same rows of the side that is not `here`, of two with equally many rows. O(rows above).
fn face(loaded: &mut Loaded, here: usize) {
    let above = loaded.texts[here].pane.above(usize::MAX);
    let other = &mut loaded.texts[1 - here].pane;
    other.show_start();
    other.scroll(i64::try_from(above).unwrap_or(i64::MAX));
}

/// Aligns the side that is not `here` with the other one.
fn align(loaded: &mut Loaded, here: usize) {
    if loaded.faced {
        return face(loaded, here);
    }
    let pane = &loaded.texts[here].pane;
    if pane.below(1) == 0 && pane.above(1) == 1 {
        return loaded.texts[1 - here].pane.show_end();
    }
    let row = guide(pane);
    let rows = pane.visible();
    if let Some(at) = rows.get(row).or(rows.last()) {
        let byte = loaded.texts[here].across(at.start);
        loaded.texts[1 - here].pane.show(byte, row);
    }
}

//! What drawing reads of two documents side by side.

use super::{CompareState, Half, Mode, Text};
use crate::base::DocNo;
use crate::engine::message::Comparison;

impl CompareState {
    /// The document in a column.
    #[must_use]
    pub fn doc(&self, half: Half) -> DocNo {
        let (fixed, neighbour) = self.wanted();
        if self.index(half) == 0 {
            fixed
        } else {
            neighbour
        }
    }

    /// Which neighbour this is (0-based), of how many.
    #[must_use]
    pub fn neighbour_of(&self) -> (usize, usize) {
        (self.at, self.neighbours.len())
    }

    /// The comparison, once it has come; its left is the fixed document, whatever the screen shows.
    #[must_use]
    pub fn comparison(&self) -> Option<&Comparison> {
        self.loaded.as_ref().map(|l| &*l.comparison)
    }

    /// The text in a column, once it has come.
    #[must_use]
    pub fn text(&self, half: Half) -> Option<&Text> {
        self.loaded.as_ref().map(|l| &l.texts[self.index(half)])
    }

    /// Terms in the longest passage.
    #[must_use]
    pub fn longest(&self) -> u32 {
        self.loaded.as_ref().map_or(0, |l| l.longest)
    }

    /// What is marked.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Whether the neighbour stands on the left.
    #[must_use]
    pub fn swapped(&self) -> bool {
        self.swapped
    }

    /// Whether both sides scroll together.
    #[must_use]
    pub fn locked(&self) -> bool {
        self.locked
    }

    /// The column that has the keys.
    #[must_use]
    pub fn focus(&self) -> Half {
        self.focus
    }

    /// The passage jumped to (0-based).
    #[must_use]
    pub fn passage(&self) -> Option<usize> {
        self.passage
    }

    /// The change jumped to (0-based), and how many there are.
    #[must_use]
    pub fn change(&self) -> (Option<usize>, usize) {
        (
            self.change,
            self.loaded.as_ref().map_or(0, |l| l.changes.len()),
        )
    }

    /// Byte span in a column of the change jumped to.
    #[must_use]
    pub fn change_span(&self, half: Half) -> Option<(usize, usize)> {
        let loaded = self.loaded.as_ref()?;
        loaded
            .changes
            .get(self.change?)
            .map(|c| c[self.index(half)])
    }

    /// 1-based line of the document at the top of a column, for an editor.
    #[must_use]
    pub fn line(&self, half: Half) -> usize {
        self.text(half).map_or(1, |t| t.pane.line())
    }
}

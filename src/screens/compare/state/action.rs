//! Actions and modes of the Compare screen.

use crate::app::commands::Command;

/// What is marked in the two texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Bridged passages, as a reader would mark them, with the words inside that differ.
    #[default]
    Passages,
    /// Exactly the shared shingles, which the score counts.
    Shared,
    /// Words of one side only.
    Words,
    /// Like [`Mode::Words`], with the text that both have folded.
    Differences,
}

impl Mode {
    /// All modes, in the order of the key.
    pub const ALL: [Mode; 4] = [Mode::Passages, Mode::Shared, Mode::Words, Mode::Differences];

    /// The mode that follows; after the last comes the first.
    pub fn next(self) -> Mode {
        Mode::ALL[(self as usize + 1) % Mode::ALL.len()]
    }

    /// Whether words are marked by the diff, not passages.
    pub fn by_words(self) -> bool {
        matches!(self, Mode::Words | Mode::Differences)
    }
}

/// A column of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Half {
    /// Left column.
    #[default]
    Left,
    /// Right column.
    Right,
}

impl Half {
    /// The opposite column.
    pub fn other(self) -> Self {
        match self {
            Half::Left => Half::Right,
            Half::Right => Half::Left,
        }
    }
}

/// A place in the fixed text at which a comparison starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonStart {
    /// The term at this position.
    Term(u32),
    /// This byte of the text.
    Byte(usize),
}

/// User action on the Compare screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareAction {
    /// Run a command of the screen.
    Run(Command),
    /// Scroll by rows; positive is down.
    Scroll(i32),
    /// Move the focus to this column.
    FocusOn(Half),
    /// Scroll a column to a position in thousandths of its text, 0..=1000.
    GoTo(Half, u16),
}

//! Actions, effects and modes of the Compare screen.

use crate::app::commands::Command;
use crate::base::DocNo;

/// What is marked in the two texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Passages of shared shingles.
    #[default]
    Shared,
    /// Words kept, removed, added.
    Words,
    /// Like [`Mode::Words`], with unchanged text folded.
    Differences,
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
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Half::Left => Half::Right,
            Half::Right => Half::Left,
        }
    }
}

/// User action on the Compare screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareAction {
    /// Jump to the next shared passage, or the next change in word modes.
    NextPassage,
    /// Jump to the previous passage or change.
    PreviousPassage,
    /// Show the next neighbour beside the fixed document.
    NextNeighbour,
    /// Show the previous neighbour.
    PreviousNeighbour,
    /// Switch to the next marking mode.
    Mode,
    /// Swap the columns.
    Swap,
    /// Toggle synchronised scrolling.
    Lock,
    /// Scroll by rows; positive is down.
    Scroll(i32),
    /// Scroll by pages; positive is down.
    Page(i32),
    /// Scroll to the beginning.
    Top,
    /// Scroll to the end.
    Bottom,
    /// Move the focus to the other column.
    Focus,
    /// Move the focus to this column.
    FocusOn(Half),
    /// Scroll a column to a position in thousandths of its text, 0..=1000.
    GoTo(Half, u16),
}

impl CompareAction {
    /// The action of a command on the Compare screen or in the judging dialog, if it has one.
    #[must_use]
    pub fn of(command: Command) -> Option<Self> {
        Some(match command {
            Command::Up => CompareAction::Scroll(-1),
            Command::Down => CompareAction::Scroll(1),
            Command::PageUp => CompareAction::Page(-1),
            Command::PageDown => CompareAction::Page(1),
            Command::HalfUp => CompareAction::Scroll(-8),
            Command::HalfDown => CompareAction::Scroll(8),
            Command::Top => CompareAction::Top,
            Command::Bottom => CompareAction::Bottom,
            Command::NextPassage => CompareAction::NextPassage,
            Command::PreviousPassage => CompareAction::PreviousPassage,
            Command::NextNeighbour => CompareAction::NextNeighbour,
            Command::PreviousNeighbour => CompareAction::PreviousNeighbour,
            Command::Mode => CompareAction::Mode,
            Command::Swap => CompareAction::Swap,
            Command::Lock => CompareAction::Lock,
            Command::NextPanel | Command::PreviousPanel => CompareAction::Focus,
            _ => return None,
        })
    }
}

/// Request of the Compare screen to the rest of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompareEffect {
    /// Load the comparison of these two documents.
    Load(DocNo, DocNo),
}

//! What a person can do on the document screen, and what that asks of the program.

use super::Column;
use crate::base::DocNo;

/// The two halves of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// The table of neighbours.
    #[default]
    Neighbours,
    /// The text.
    Text,
}

/// What a person does on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocAction {
    /// One row up in the panel that has the keys.
    Up,
    /// One row down.
    Down,
    /// A window up.
    PageUp,
    /// A window down.
    PageDown,
    /// To the beginning.
    Top,
    /// To the end.
    Bottom,
    /// Keys go to the other panel.
    SwitchPanel,
    /// Sort by the next column.
    Sort,
    /// Sort by this column; by it already, the other way round.
    SortBy(Column),
    /// The other way round.
    ReverseSort,
    /// Select the neighbour in this row of the table; selected already, open it.
    Select(usize),
    /// Rows down (up where negative) in the panel that has the keys.
    Scroll(i32),
    /// Compare with the selected neighbour.
    Open,
    /// To the next run of text that occurs elsewhere.
    NextMark,
    /// To the one before.
    PreviousMark,
}

/// What this screen asks of the rest of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocEffect {
    /// Open the comparison of `fixed` with `neighbours[at]`; the others are next and previous.
    Compare {
        /// The document of this screen.
        fixed: DocNo,
        /// Its neighbours in the order of the table.
        neighbours: Vec<DocNo>,
        /// Which of them.
        at: usize,
    },
}

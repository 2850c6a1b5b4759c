//! Actions and effects of the Document screen.

use super::Column;
use crate::base::DocNo;

/// A panel of the Document screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// The table of neighbours.
    #[default]
    Neighbours,
    /// The document text.
    Text,
}

/// User action on the Document screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocAction {
    /// Move up one row in the focused panel.
    Up,
    /// Move down one row.
    Down,
    /// Move up one page.
    PageUp,
    /// Move down one page.
    PageDown,
    /// Go to the beginning.
    Top,
    /// Go to the end.
    Bottom,
    /// Move the focus to the other panel.
    SwitchPanel,
    /// Sort by the next column.
    Sort,
    /// Sort by this column; reverses the order if it is the sort column already.
    SortBy(Column),
    /// Reverse the order.
    ReverseSort,
    /// Select the neighbour in this table row; open it if it is selected already.
    Select(usize),
    /// Scroll the focused panel by rows; positive is down.
    Scroll(i32),
    /// Compare with the selected neighbour.
    Open,
    /// Jump to the next marked run of text that occurs elsewhere.
    NextMark,
    /// Jump to the previous marked run.
    PreviousMark,
}

/// Request of the Document screen to the rest of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocEffect {
    /// Open the comparison of `fixed` with `neighbours[at]`; next and previous step through the others.
    Compare {
        /// The document of this screen.
        fixed: DocNo,
        /// Its neighbours in table order.
        neighbours: Vec<DocNo>,
        /// Index of the neighbour to compare with.
        at: usize,
    },
}

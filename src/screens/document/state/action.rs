//! Actions and panels of the Document screen.

use super::NeighbourColumn;
use crate::app::commands::Command;

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
    /// Run a command of the screen.
    Run(Command),
    /// Sort by this column; reverses the order if it is the sort column already.
    SortBy(NeighbourColumn),
    /// Select the neighbour in this table row; open it if it is selected already.
    Select(usize),
    /// Select this source of the list, which may be folded away; open it if it is selected already.
    Choose(usize),
    /// Scroll the focused panel by rows; positive is down.
    Scroll(i32),
}

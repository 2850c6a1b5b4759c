//! What a person can do on the compare screen, what that asks of the program, and the choices it has.

use crate::base::DocNo;

/// What is marked in the two texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Passages of shared shingles.
    #[default]
    Shared,
    /// Words kept, taken away, added.
    Words,
    /// The same, with what is unchanged folded.
    Differences,
}

/// The left or the right column of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Half {
    /// Left.
    #[default]
    Left,
    /// Right.
    Right,
}

impl Half {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Half::Left => Half::Right,
            Half::Right => Half::Left,
        }
    }
}

/// What a person does on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareAction {
    /// To the next shared passage; where words are compared, the next change.
    NextPassage,
    /// To the one before.
    PreviousPassage,
    /// The next neighbour beside the document held fixed.
    NextNeighbour,
    /// The one before.
    PreviousNeighbour,
    /// The next way of marking.
    Mode,
    /// Left and right change places.
    Swap,
    /// Scroll both sides together, or each for itself.
    Lock,
    /// Rows down (up where negative).
    Scroll(i32),
    /// Windows down (up where negative).
    Page(i32),
    /// To the beginning.
    Top,
    /// To the end.
    Bottom,
    /// Keys go to the other column.
    Focus,
    /// Keys go to this column.
    FocusOn(Half),
    /// To the place so many thousandths into the text of a column.
    GoTo(Half, u16),
}

/// What this screen asks of the rest of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompareEffect {
    /// Compare these two.
    Load(DocNo, DocNo),
}

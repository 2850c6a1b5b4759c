//! Text and figures laid out in the cells of a screen: which bytes stand in which row, how a window
//! scrolls over them, how numbers and names are written. Knows no terminal and draws nothing.
//!
//! Nothing is laid out before it is looked at, so a text of any length scrolls alike and costs
//! nothing when the window changes.

pub mod figures;
pub mod flow;
pub mod graphemes;
pub mod pane;
pub mod wrap;

pub use flow::{Flow, Piece, Place, Row};
pub use pane::Pane;

/// A stretch of a document that belongs to a passage (0-based number).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// First byte.
    pub start: usize,
    /// The byte behind its last.
    pub end: usize,
    /// 0-based number of the passage.
    pub passage: usize,
}

//! A document's text in a window: broken into rows, scrolled and painted. Nothing is laid out before
//! it is looked at, so a text of any length scrolls alike and costs nothing when the window changes.
//!
//! `cluster`, `wrap`, `flow` and `pane` know no terminal: they say which bytes stand in which row.
//! Only `paint` and `panel` draw.

pub mod cluster;
pub mod flow;
pub mod paint;
pub mod pane;
pub mod panel;
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

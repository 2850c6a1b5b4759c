//! Layout of text and figures in terminal cells: line wrapping, scrolling, formatting of numbers and
//! names. Draws nothing and does not use the terminal.
//!
//! Rows are computed only when they are displayed, so scrolling and resizing do not cost more for a long
//! text.

pub mod figures;
pub mod flow;
pub mod names;
pub mod pane;
pub mod reflow;
pub mod wrap;

pub use flow::{Flow, TextPiece, TextPosition, TextRow};
pub use pane::Pane;

/// A span of a document that belongs to a shared passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedSpan {
    /// Byte offset of the first byte.
    pub start: usize,
    /// Byte offset after the last byte.
    pub end: usize,
    /// 0-based passage number.
    pub passage: usize,
}

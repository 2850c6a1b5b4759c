//! A stretch of text that rows are made of once a width is known.

/// Bytes of the text that begin a row of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub start: usize,
    pub end: usize,
    /// 0-based number of the document's line.
    pub line: u32,
    /// Whether the document's line begins here.
    pub begins: bool,
    pub fold: Option<u32>,
    /// Whether it is one row without text.
    pub blank: bool,
}

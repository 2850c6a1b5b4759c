//! The values of a row, whatever format writes them.

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Text from anywhere; made safe where a terminal may show it.
    Text(String),
    /// A count.
    Count(u64),
    /// A size in bytes.
    Bytes(u64),
    /// A similarity, 0..=1.
    Share(f64),
    /// Any other number, and the places that tables show of it.
    Number(f64, usize),
    /// Nothing to say here.
    None,
}

impl Cell {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Cell::Text(text.into())
    }
}

/// One row; as many cells as the writer has columns.
pub type Row = Vec<Cell>;

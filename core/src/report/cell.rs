//! The values of a row, independent of the format.

use serde_json::{Map, Number, Value};

use crate::base::sanitise;
use crate::figures::FigureKind;

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Untrusted text; sanitised if a terminal may show it.
    Text(String),
    /// A count.
    Count(u64),
    /// A similarity, 0..=1.
    Share(f64),
    /// Any other number, and the places that tables show of it.
    Number(f64, usize),
    /// `true` or `false`.
    Truth(bool),
    /// No value.
    None,
}

/// One row; as many cells as the writer has columns.
pub type Row = Vec<Cell>;

impl Cell {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Cell::Text(text.into())
    }

    /// A figure of this kind.
    pub fn figure(kind: FigureKind, value: Option<f64>) -> Self {
        value.map_or(Cell::None, |value| match kind {
            FigureKind::Similarity | FigureKind::Share => Cell::Share(value),
            FigureKind::Count | FigureKind::Words => Cell::Count(value as u64),
            FigureKind::Number => Cell::Number(value, 3),
        })
    }

    /// Replaces what a terminal would not show as text.
    pub(super) fn sanitise(&mut self) {
        if let Cell::Text(text) = self {
            *text = sanitise::line(text).into_owned();
        }
    }

    /// The value in full, for CSV.
    pub(super) fn plain(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(n) => n.to_string(),
            Cell::Share(value) | Cell::Number(value, _) => value.to_string(),
            Cell::Truth(truth) => truth.to_string(),
            Cell::None => String::new(),
        }
    }

    /// The value in full, for JSON.
    pub fn json(self) -> Value {
        match self {
            Cell::Text(text) => Value::String(text),
            Cell::Count(n) => Value::Number(n.into()),
            Cell::Share(value) | Cell::Number(value, _) => {
                Number::from_f64(value).map_or(Value::Null, Value::Number)
            }
            Cell::Truth(truth) => Value::Bool(truth),
            Cell::None => Value::Null,
        }
    }
}

impl From<f64> for Cell {
    fn from(share: f64) -> Self {
        Cell::Share(share)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Cell::Count(count)
    }
}

impl From<u32> for Cell {
    fn from(count: u32) -> Self {
        Cell::Count(count.into())
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Cell::Count(count as u64)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::text(text)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Cell::None, Into::into)
    }
}

/// A row as a JSON object under the names of its columns.
pub(super) fn object(columns: &[&str], row: Row) -> Map<String, Value> {
    let names = columns.iter().map(ToString::to_string);
    names.zip(row.into_iter().map(Cell::json)).collect()
}

/// A column: its name, and the cell of an item.
pub type OutputColumn<'a, T> = (&'static str, &'a dyn Fn(&T) -> Cell);

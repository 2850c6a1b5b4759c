//! Aligned columns: text left-aligned, numbers right-aligned, so decimal points line up.

use std::io::{self, Write};

use crate::base::width::Width;

use super::cell::{Cell, Row};
use crate::base::{sanitise, units};

/// Buffered rows; column widths are known only when all rows are.
#[derive(Debug)]
pub struct Table {
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    /// Per column: whether it holds numbers.
    figures: Vec<bool>,
}

impl Table {
    /// Creates an empty table with these headings.
    pub fn new(columns: &[&'static str]) -> Self {
        Table {
            columns: columns.to_vec(),
            rows: Vec::new(),
            figures: vec![false; columns.len()],
        }
    }

    /// Appends a row.
    pub fn push(&mut self, row: Row) {
        for (figures, cell) in self.figures.iter_mut().zip(&row) {
            *figures |= !matches!(cell, Cell::Text(_) | Cell::Truth(_) | Cell::None);
        }
        self.rows.push(row.iter().map(shown).collect());
    }

    /// Writes heading and rows.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].width());
            cells
                .chain([self.columns[column].width()])
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let heading: Vec<String> = self.columns.iter().map(|c| c.replace('_', " ")).collect();
        for row in std::iter::once(&heading).chain(&self.rows) {
            let mut line = String::new();
            for ((cell, width), figures) in row.iter().zip(&widths).zip(&self.figures) {
                if !line.is_empty() {
                    line.push_str("  ");
                }
                let space = " ".repeat(width - cell.width().min(*width));
                if *figures {
                    line.push_str(&space);
                    line.push_str(cell);
                } else {
                    line.push_str(cell);
                    line.push_str(&space);
                }
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => sanitise::line(text).into_owned(),
        Cell::Count(n) => units::count(*n),
        Cell::Bytes(n) => units::bytes(*n),
        Cell::Share(value) => units::share(*value),
        Cell::Number(value, places) => format!("{value:.places$}"),
        Cell::Truth(truth) => truth.to_string(),
        Cell::None => String::new(),
    }
}

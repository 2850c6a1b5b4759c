//! Aligned columns: text left-aligned, numbers right-aligned, so decimal points line up.

use std::io::{self, Write};

use super::cell::{Cell, Row};
use crate::base::width::Width;
use crate::base::{sanitise, units};
use crate::typeset::figures::{Glyphs, path};

/// Minimum width of a column of text, in columns of the terminal.
const MIN_WIDTH: usize = 16;

/// Buffered rows; column widths are known only when all rows are.
#[derive(Debug)]
pub struct Table {
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    /// Per column: whether all of its cells are numbers; `None` if it has no cell.
    figures: Vec<Option<bool>>,
}

impl Table {
    /// Creates an empty table with these headings.
    pub fn new(columns: &[&'static str]) -> Self {
        Table {
            columns: columns.to_vec(),
            rows: Vec::new(),
            figures: vec![None; columns.len()],
        }
    }

    /// Appends a row.
    pub fn push(&mut self, row: Row) {
        for (figures, cell) in self.figures.iter_mut().zip(&row) {
            match cell {
                Cell::None => {}
                Cell::Text(_) | Cell::Truth(_) => *figures = Some(false),
                _ => *figures = figures.or(Some(true)),
            }
        }
        self.rows.push(row.iter().map(cell_text).collect());
    }

    /// Writes heading and rows. On a terminal of this width, names are cut and the last columns dropped until a row
    /// fits; a last line names the dropped columns.
    pub fn write(&self, terminal: Option<usize>, out: &mut impl Write) -> io::Result<()> {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].width());
            cells.fold(self.columns[column].width(), usize::max)
        };
        let mut widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        if let Some(columns) = terminal {
            widths = self.fit(&widths, columns);
        }
        let heading: Vec<String> = self.columns.iter().map(|c| c.replace('_', " ")).collect();
        for row in std::iter::once(&heading).chain(&self.rows) {
            let mut line = String::new();
            for ((cell, width), figures) in row.iter().zip(&widths).zip(&self.figures) {
                if !line.is_empty() {
                    line.push_str("  ");
                }
                let cell = path(cell, *width, Glyphs::Unicode);
                let space = " ".repeat(width.saturating_sub(cell.width()));
                line += &if *figures == Some(true) {
                    space + &cell
                } else {
                    cell + &space
                };
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        if widths.len() < heading.len() {
            let dropped = heading[widths.len()..].join(", ");
            writeln!(
                out,
                "no room for: {dropped}; a wider terminal or --format csv has them"
            )?;
        }
        Ok(())
    }

    /// The widths of the columns that fit into `columns` of a terminal: columns of text are narrowed, the widest first,
    /// then the last columns are dropped.
    fn fit(&self, widths: &[usize], columns: usize) -> Vec<usize> {
        for count in (1..=widths.len()).rev() {
            let mut narrowed = widths[..count].to_vec();
            let mut excess =
                (narrowed.iter().sum::<usize>() + 2 * (count - 1)).saturating_sub(columns);
            while excess > 0 {
                let texts = (0..count)
                    .filter(|at| self.figures[*at] != Some(true) && narrowed[*at] > MIN_WIDTH);
                let Some(widest) = texts.max_by_key(|at| narrowed[*at]) else {
                    break;
                };
                narrowed[widest] -= 1;
                excess -= 1;
            }
            if excess == 0 || count == 1 {
                return narrowed;
            }
        }
        Vec::new()
    }
}

fn cell_text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => sanitise::line(text).into_owned(),
        Cell::Count(n) => units::count(*n),
        Cell::Share(value) => units::share(*value),
        Cell::Number(value, places) => format!("{value:.places$}"),
        Cell::Truth(truth) => truth.to_string(),
        Cell::None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(terminal: Option<usize>) -> String {
        let mut table = Table::new(&["a", "b", "exact", "words_copied"]);
        for (a, b) in [
            ("letters/1931/to-the-harbour-master.txt", "notes.txt"),
            ("桥/老桥-第二稿与第三稿的比较.txt", "c"),
        ] {
            table.push(vec![
                Cell::text(a),
                Cell::text(b),
                Cell::Share(0.5),
                Cell::Count(1_200),
            ]);
        }
        let mut out = Vec::new();
        table.write(terminal, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_table_fits_a_terminal_by_cutting_names_and_then_columns() {
        let all = output(None);
        assert!(
            all.contains("letters/1931/to-the-harbour-master.txt  notes.txt") && !all.contains('…')
        );
        for columns in [20, 40, 50, 60, 80] {
            let text = output(Some(columns));
            let rows = text.lines().filter(|line| !line.starts_with("no room for"));
            assert!(
                rows.clone().all(|row| row.width() <= columns),
                "{columns}: {text}"
            );
            assert_eq!(rows.count(), 3);
        }
        assert_eq!(output(Some(80)), all);
        let narrow = output(Some(50));
        assert!(
            narrow.contains("…") && narrow.contains("ster.txt") && !narrow.contains("no room"),
            "{narrow}"
        );
        let narrowest = output(Some(20));
        assert!(
            narrowest.contains("no room for: b, exact, words copied"),
            "{narrowest}"
        );
    }
}

//! Result rows, written in any of the program's output formats.

use std::io::{self, Write};

use crate::report::{Cell, Destination, Format, Writer};

/// One result.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Name of the measurement.
    pub what: String,
    /// The value, in `unit`.
    pub value: f64,
    /// Unit of the value; empty for plain numbers.
    pub unit: &'static str,
    /// The value divided by that of a reference.
    pub ratio: Option<f64>,
    /// Name of the reference.
    pub to: &'static str,
    /// Target of the project for the value or the ratio; empty if there is none.
    pub wanted: &'static str,
}

impl Row {
    /// A result without reference.
    #[must_use]
    pub fn new(what: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Row {
            what: what.into(),
            value,
            unit,
            ratio: None,
            to: "",
            wanted: "",
        }
    }

    /// Adds a reference with value `other`.
    #[must_use]
    pub fn over(self, other: f64, to: &'static str) -> Self {
        Row {
            ratio: Some(self.value / other),
            to,
            ..self
        }
    }

    /// Whether a greater ratio is better: of a rate, or where the target says at least.
    #[must_use]
    pub fn more_is_better(&self) -> bool {
        self.wanted.contains(">=") || self.unit.contains("/CPU s")
    }

    /// Adds a target.
    #[must_use]
    pub fn wanted(self, wanted: &'static str) -> Self {
        Row { wanted, ..self }
    }
}

const COLUMNS: [&str; 6] = ["what", "value", "unit", "ratio", "to", "wanted"];

/// Writes rows: full precision for machine-readable formats, rounded in tables.
pub fn write(rows: &[Row], to: Destination<impl Write>) -> io::Result<()> {
    let table = to.format == Format::Table;
    let mut writer = Writer::new(to, &COLUMNS)?;
    let text = |text: &str| match text {
        "" => Cell::None,
        text => Cell::Text(text.to_owned()),
    };
    let figure = |value: f64| match table {
        true => Cell::Text(rounded(value)),
        false => Cell::Share(value),
    };
    for row in rows {
        writer.row(vec![
            text(&row.what),
            figure(row.value),
            text(row.unit),
            row.ratio.map_or(Cell::None, figure),
            text(row.to),
            text(row.wanted),
        ])?;
    }
    writer.finish()
}

/// Writes rows as a table.
///
/// # Errors
/// Output errors.
pub fn table(rows: &[Row], terminal: bool, out: impl Write) -> io::Result<()> {
    let to = Destination {
        csv_safe: false,
        meta: None,
        tables: None,
        format: Format::Table,
        terminal,
        out,
    };
    write(rows, to)
}

/// Two decimals below 10, one below 100, otherwise none; right-aligned for up to seven digits.
fn rounded(value: f64) -> String {
    let places = match value.abs() {
        0.0..10.0 if value.fract() != 0.0 => 2,
        10.0..100.0 if value.fract() != 0.0 => 1,
        _ => 0,
    };
    // Aligns decimal points: missing decimals are padded with blanks.
    let blank = if places == 0 { 3 } else { 2 - places };
    format!("{value:>width$.places$}{:blank$}", "", width = 10 - blank)
        .trim_end()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stand_with_their_points_in_line() {
        for (value, want) in [
            (0.25, "      0.25"),
            (12.34, "     12.3"),
            (350.4, "    350"),
            (10_000.0, "  10000"),
        ] {
            assert_eq!(rounded(value), want);
        }
    }

    #[test]
    fn programs_get_figures_in_full() {
        let row = Row::new("speed", 1.0 / 3.0, "MB/s")
            .over(1.0, "that")
            .wanted(">= 1");
        let mut out = Vec::new();
        let to = Destination {
            csv_safe: false,
            meta: None,
            tables: None,
            format: Format::Csv,
            terminal: false,
            out: &mut out,
        };
        write(&[row], to).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "what,value,unit,ratio,to,wanted\n\
             speed,0.3333333333333333,MB/s,0.3333333333333333,that,>= 1\n"
        );
    }
}

//! Row output in every format, so that each command defines its columns only once.

use std::io::{self, Write};

use serde_json::{Map, Number, Value};

use super::table::Table;
use crate::base::sanitise;

pub use super::cell::{Cell, Row};

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Aligned columns with rounded numbers, for reading.
    #[value(alias = "text")]
    Table,
    /// Comma-separated values with a header; numbers at full precision.
    Csv,
    /// One JSON array of objects; numbers at full precision.
    Json,
    /// One JSON object per line; numbers at full precision.
    Jsonl,
}

impl Format {
    /// Whether the format is meant for people.
    #[must_use]
    pub fn is_table(self) -> bool {
        self == Format::Table
    }
}

/// Writes rows under named columns, one by one.
pub struct Writer<W: Write> {
    columns: &'static [&'static str],
    /// Whether the output is a terminal; text is then sanitised.
    terminal: bool,
    form: Form<W>,
}

enum Form<W: Write> {
    Table(Table, W),
    Csv(Box<csv::Writer<W>>),
    Json { out: W, array: bool, any: bool },
}

impl<W: Write> Writer<W> {
    /// Creates a writer of `format` to `out`. Text is sanitised if `terminal` is set.
    ///
    /// # Errors
    /// Write errors of `out`.
    pub fn new(
        format: Format,
        columns: &'static [&'static str],
        terminal: bool,
        out: W,
    ) -> io::Result<Self> {
        let form = match format {
            Format::Table => Form::Table(Table::new(columns), out),
            Format::Csv => {
                let mut csv = csv::Writer::from_writer(out);
                csv.write_record(columns)?;
                Form::Csv(Box::new(csv))
            }
            Format::Json => Form::Json {
                out,
                array: true,
                any: false,
            },
            Format::Jsonl => Form::Json {
                out,
                array: false,
                any: false,
            },
        };
        Ok(Writer {
            columns,
            terminal,
            form,
        })
    }

    /// Writes one row.
    ///
    /// # Errors
    /// Write errors of the output.
    pub fn row(&mut self, mut row: Row) -> io::Result<()> {
        debug_assert_eq!(row.len(), self.columns.len());
        if self.terminal {
            for cell in &mut row {
                if let Cell::Text(text) = cell {
                    *text = sanitise::line(text).into_owned();
                }
            }
        }
        match &mut self.form {
            Form::Table(table, _) => table.push(row),
            Form::Csv(csv) => csv.write_record(row.iter().map(plain))?,
            Form::Json { out, array, any } => {
                if *array {
                    out.write_all(if *any { b",\n" } else { b"[\n" })?;
                }
                *any = true;
                let cells = self
                    .columns
                    .iter()
                    .map(ToString::to_string)
                    .zip(row.into_iter().map(json));
                serde_json::to_writer(&mut *out, &cells.collect::<Map<_, _>>())?;
                if !*array {
                    out.write_all(b"\n")?;
                }
            }
        }
        Ok(())
    }

    /// Completes the output and flushes it.
    ///
    /// # Errors
    /// Write errors of the output.
    pub fn finish(self) -> io::Result<()> {
        match self.form {
            Form::Table(table, mut out) => {
                table.write(&mut out)?;
                out.flush()
            }
            Form::Csv(mut csv) => csv.flush(),
            Form::Json {
                mut out,
                array,
                any,
            } => {
                if array {
                    out.write_all(if any { b"\n]\n" } else { b"[]\n" })?;
                }
                out.flush()
            }
        }
    }
}

pub(super) fn plain(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Count(n) | Cell::Bytes(n) => n.to_string(),
        Cell::Share(value) | Cell::Number(value, _) => value.to_string(),
        Cell::None => String::new(),
    }
}

pub(super) fn json(cell: Cell) -> Value {
    match cell {
        Cell::Text(text) => Value::String(text),
        Cell::Count(n) | Cell::Bytes(n) => Value::Number(n.into()),
        Cell::Share(value) | Cell::Number(value, _) => {
            Number::from_f64(value).map_or(Value::Null, Value::Number)
        }
        Cell::None => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: Format) -> String {
        let mut out = Vec::new();
        let mut writer =
            Writer::new(format, &["name", "size", "jaccard"], false, &mut out).unwrap();
        writer
            .row(vec![
                Cell::Text("a, \"b\"".into()),
                Cell::Count(1204),
                Cell::Share(1.0 / 3.0),
            ])
            .unwrap();
        writer
            .row(vec![
                Cell::Text("\x1b[31mred".into()),
                Cell::Count(7),
                Cell::Share(1.0),
            ])
            .unwrap();
        writer.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn csv_keeps_full_precision_and_quotes() {
        assert_eq!(
            written(Format::Csv),
            "name,size,jaccard\n\"a, \"\"b\"\"\",1204,0.3333333333333333\n\x1b[31mred,7,1\n"
        );
    }

    #[test]
    fn json_lines_are_objects() {
        let first = written(Format::Jsonl).lines().next().unwrap().to_owned();
        assert_eq!(
            first,
            r#"{"name":"a, \"b\"","size":1204,"jaccard":0.3333333333333333}"#
        );
        assert!(
            serde_json::from_str::<Value>(&written(Format::Json))
                .unwrap()
                .is_array()
        );
    }

    #[test]
    fn tables_align_and_let_no_escape_through() {
        assert_eq!(
            written(Format::Table),
            "name       size  jaccard\na, \"b\"    1,204     .333\n␛[31mred      7    1.000\n"
        );
    }
}

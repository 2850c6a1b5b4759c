//! Row output in every format, so that each command defines its columns only once.

use std::io::{self, Write};

use serde_json::Value;

use super::cell::{Cell, OutputColumn, Row, object};
use super::columnar::Columnar;
use super::table::Table;
use crate::base::sanitise;

/// How results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Aligned columns with rounded numbers, for reading.
    #[default]
    #[value(alias = "text")]
    Table,
    /// Comma-separated values with a header; numbers at full precision.
    Csv,
    /// One JSON object: `meta` and arrays of rows, one array named `rows` or one for each table; numbers at full
    /// precision.
    Json,
    /// One JSON object per line; numbers at full precision.
    Jsonl,
    /// A Parquet file, packed by Zstandard.
    Parquet,
}

impl Format {
    /// Whether the format is meant for people.
    pub fn is_table(self) -> bool {
        self == Format::Table
    }

    /// Whether the format is a binary file of columns.
    pub fn is_columnar(self) -> bool {
        self == Format::Parquet
    }

    /// The error of a command without a columnar result.
    pub(super) fn refused() -> io::Error {
        io::Error::other(
            "parquet is for the results of pairs, clusters, keep, blocks and sources, and for others with --out",
        )
    }
}

/// Where and how a command writes its result.
#[derive(Debug)]
pub struct Destination<W> {
    /// How the result is written.
    pub format: Format,
    /// Width of the terminal if `out` is one; text is then sanitised, and tables fit. Otherwise `None`.
    pub terminal: Option<usize>,
    /// Whether CSV is made safe for spreadsheets.
    pub csv_safe: bool,
    /// Provenance, for formats with metadata.
    pub meta: Option<Value>,
    /// The output.
    pub out: W,
    /// Destination of results with several kinds of rows, each kind as a separate table; `None`: `out`.
    pub tables: Option<Box<dyn Tables>>,
}

/// Takes the tables of a result one by one.
pub trait Tables: std::fmt::Debug + Send + Sync {
    /// Receives the table of one kind of rows, as the bytes of a file.
    ///
    /// # Errors
    /// It cannot be written.
    fn table(&mut self, kind: &str, file: &[u8]) -> io::Result<()>;

    /// Called after all tables were received; only now may the files appear.
    ///
    /// # Errors
    /// They cannot be written.
    fn finish(&mut self) -> io::Result<()>;
}

impl<W: Write> Destination<W> {
    /// A destination without provenance.
    pub fn to(format: Format, out: W) -> Self {
        Destination {
            format,
            terminal: None,
            csv_safe: false,
            meta: None,
            out,
            tables: None,
        }
    }

    /// Writes a JSON document, on one line for [`Format::Jsonl`]; `meta` is the last key of an object.
    pub fn json(mut self, mut value: Value) -> io::Result<()> {
        if self.format.is_columnar() {
            return Err(Format::refused());
        }
        if let (Value::Object(fields), Some(meta)) = (&mut value, self.meta.take()) {
            fields.insert("meta".to_owned(), meta);
        }
        if self.terminal.is_some() {
            sanitise_values(&mut value);
        }
        if self.format == Format::Jsonl {
            serde_json::to_writer(&mut self.out, &value)?;
        } else {
            serde_json::to_writer_pretty(&mut self.out, &value)?;
        }
        writeln!(self.out)?;
        self.out.flush()
    }
}

/// Replaces what must not reach a terminal in every string of a document: JSON escapes only the control characters
/// below U+0020.
pub(super) fn sanitise_values(value: &mut Value) {
    match value {
        Value::String(text) => *text = sanitise::line(text).into_owned(),
        Value::Array(values) => values.iter_mut().for_each(sanitise_values),
        Value::Object(fields) => fields.values_mut().for_each(sanitise_values),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Writes rows under named columns, one by one.
pub struct RowWriter<W: Write> {
    columns: Vec<&'static str>,
    terminal: Option<usize>,
    csv_safe: bool,
    form: Form<W>,
}

enum Form<W: Write> {
    Table(Table, W),
    Csv(Box<csv::Writer<W>>),
    Json {
        out: W,
        array: bool,
        has_rows: bool,
        /// Whether the array is the value of a key.
        inner: bool,
    },
    Columnar(Box<Columnar>, W),
}

/// Returns `text`, with an apostrophe before it if a spreadsheet would treat it as a formula.
///
/// Source: OWASP, CSV Injection.
fn safe(text: String) -> String {
    // Some spreadsheets treat the full-width forms like the signs.
    let full_width = ['\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) || text.starts_with(full_width) {
        ["'", &text].concat()
    } else {
        text
    }
}

impl<W: Write> RowWriter<W> {
    /// Starts a table with these columns.
    pub fn new(to: Destination<W>, columns: &[&'static str]) -> io::Result<Self> {
        let mut out = to.out;
        let form = match to.format {
            Format::Table => Form::Table(Table::new(columns), out),
            Format::Csv => {
                let mut csv = csv::Writer::from_writer(out);
                csv.write_record(columns)?;
                Form::Csv(Box::new(csv))
            }
            format @ (Format::Json | Format::Jsonl) => {
                let array = format == Format::Json;
                let meta = to.meta.filter(|_| array);
                let inner = meta.is_some();
                if let Some(mut meta) = meta {
                    if to.terminal.is_some() {
                        sanitise_values(&mut meta);
                    }
                    write!(out, "{{\"meta\":{meta},\n\"rows\":")?;
                }
                Form::Json {
                    out,
                    array,
                    has_rows: false,
                    inner,
                }
            }
            Format::Parquet if to.terminal.is_some() => {
                let message = "parquet is binary: redirect standard output to a file";
                return Err(io::Error::other(message));
            }
            Format::Parquet => {
                let table = Columnar::new(columns, to.meta.as_ref())?;
                Form::Columnar(Box::new(table), out)
            }
        };
        Ok(RowWriter {
            columns: columns.to_vec(),
            terminal: to.terminal,
            csv_safe: to.csv_safe,
            form,
        })
    }

    /// Writes one row for each item.
    ///
    /// # Errors
    /// Output errors.
    pub fn items<'i, T: 'i>(
        to: Destination<W>,
        items: impl IntoIterator<Item = &'i T>,
        columns: &[OutputColumn<'_, T>],
    ) -> io::Result<()> {
        let names: Vec<&'static str> = columns.iter().map(|(name, _)| *name).collect();
        let mut writer = RowWriter::new(to, &names)?;
        for item in items {
            writer.row(columns.iter().map(|(_, cell)| cell(item)).collect())?;
        }
        writer.finish()
    }

    /// Writes one row.
    pub fn row(&mut self, mut row: Row) -> io::Result<()> {
        debug_assert_eq!(row.len(), self.columns.len());
        if self.terminal.is_some() {
            row.iter_mut().for_each(Cell::sanitise);
        }
        match &mut self.form {
            Form::Table(table, _) => table.push(row),
            Form::Csv(csv) if self.csv_safe => {
                // A number is not a formula, even if it is negative.
                let cells = row.iter().map(|cell| match cell {
                    Cell::Text(_) => safe(cell.plain()),
                    cell => cell.plain(),
                });
                csv.write_record(cells)?;
            }
            Form::Csv(csv) => csv.write_record(row.iter().map(Cell::plain))?,
            Form::Columnar(table, out) => out.write_all(&table.row(row)?)?,
            Form::Json {
                out,
                array,
                has_rows,
                ..
            } => {
                if *array {
                    out.write_all(if *has_rows { b",\n" } else { b"[\n" })?;
                }
                *has_rows = true;
                serde_json::to_writer(&mut *out, &object(&self.columns, row))?;
                if !*array {
                    out.write_all(b"\n")?;
                }
            }
        }
        Ok(())
    }

    /// Completes the output and flushes it.
    pub fn finish(self) -> io::Result<()> {
        match self.form {
            Form::Table(table, mut out) => {
                table.write(self.terminal, &mut out)?;
                out.flush()
            }
            Form::Csv(mut csv) => csv.flush(),
            Form::Columnar(table, mut out) => {
                out.write_all(&table.finish()?)?;
                out.flush()
            }
            Form::Json {
                mut out,
                array,
                has_rows,
                inner,
            } => {
                if array {
                    out.write_all(if has_rows { b"\n]" } else { b"[]" })?;
                    out.write_all(if inner { b"}\n" } else { b"\n" })?;
                }
                out.flush()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(format: Format) -> String {
        let mut out = Vec::new();
        let to = Destination::to(format, &mut out);
        let mut writer = RowWriter::new(to, &["name", "size", "jaccard"]).unwrap();
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
            output(Format::Csv),
            "name,size,jaccard\n\"a, \"\"b\"\"\",1204,0.3333333333333333\n\x1b[31mred,7,1\n"
        );
    }

    #[test]
    fn a_safe_cell_is_no_formula() {
        for (text, output) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@a", "'@a"),
            ("\ta", "'\ta"),
            ("\u{ff1d}1+1", "'\u{ff1d}1+1"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(safe(text.to_owned()), output);
        }
    }

    #[test]
    fn json_lines_are_objects() {
        let first = output(Format::Jsonl).lines().next().unwrap().to_owned();
        assert_eq!(
            first,
            r#"{"name":"a, \"b\"","size":1204,"jaccard":0.3333333333333333}"#
        );
        assert!(
            serde_json::from_str::<serde_json::Value>(&output(Format::Json))
                .unwrap()
                .is_array()
        );
    }

    #[test]
    fn metadata_does_not_change_rows() {
        let with_meta = |format| {
            let mut out = Vec::new();
            let to = Destination {
                meta: Some(serde_json::json!({"version": "1"})),
                ..Destination::to(format, &mut out)
            };
            let mut writer = RowWriter::new(to, &["size"]).unwrap();
            writer.row(vec![Cell::Count(7)]).unwrap();
            writer.finish().unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            with_meta(Format::Json),
            "{\"meta\":{\"version\":\"1\"},\n\"rows\":[\n{\"size\":7}\n]}\n"
        );
        assert_eq!(with_meta(Format::Jsonl), "{\"size\":7}\n");
        assert_eq!(with_meta(Format::Csv), "size\n7\n");
    }

    #[test]
    fn tables_are_aligned_and_sanitised() {
        assert_eq!(
            output(Format::Table),
            "name       size  jaccard\na, \"b\"    1,204     .333\n␛[31mred      7    1.000\n"
        );
    }
}

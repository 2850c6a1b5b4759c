//! Output of several kinds of rows from one command: titled tables, one JSON object of arrays, or one
//! stream of CSV or JSON Lines rows with a `kind` column.

use std::io::{self, Write};

use serde_json::{Map, Value};

use super::cell::{Cell, OutputColumn, Row, object};
use super::columnar::Columnar;
use super::format::{Destination, Format, RowWriter, sanitise_values};
use super::table::Table;
use crate::base::sanitise;

/// Rows of one kind.
#[derive(Clone, Debug)]
pub struct Section {
    /// One-word name of the kind.
    pub kind: &'static str,
    /// Title above the table.
    pub title: String,
    /// Column names.
    pub columns: Vec<&'static str>,
    /// Rows with one cell per column.
    pub rows: Vec<Row>,
}

impl Section {
    /// A section with one row per item.
    pub fn new<T>(
        kind: &'static str,
        title: String,
        items: impl IntoIterator<Item = T>,
        columns: &[OutputColumn<'_, T>],
    ) -> Self {
        let row = |item: T| columns.iter().map(|(_, cell)| cell(&item)).collect();
        Section {
            kind,
            title,
            columns: columns.iter().map(|(name, _)| *name).collect(),
            rows: items.into_iter().map(row).collect(),
        }
    }

    /// Appends the columns of another section with the same number of rows.
    pub fn beside(mut self, other: Section) -> Self {
        self.columns.extend(other.columns);
        for (row, cells) in self.rows.iter_mut().zip(other.rows) {
            row.extend(cells);
        }
        self
    }

    /// Removes `column` if present.
    pub fn without(mut self, column: &str) -> Self {
        if let Some(at) = self.columns.iter().position(|c| *c == column) {
            self.remove(at);
        }
        self
    }

    fn remove(&mut self, at: usize) {
        self.columns.remove(at);
        for row in &mut self.rows {
            row.remove(at);
        }
    }

    /// Removes columns in which every cell is [`Cell::None`].
    pub fn without_empty_columns(mut self) -> Self {
        for at in (0..self.columns.len()).rev() {
            if self.rows.iter().all(|row| row[at] == Cell::None) {
                self.remove(at);
            }
        }
        self
    }

    /// Writes all sections; in JSON and JSON Lines, the provenance is the last kind, `meta`. Text is sanitised for a
    /// terminal, and in CSV made safe for spreadsheets on request.
    ///
    /// # Errors
    /// Output errors; a format that has no sections.
    pub fn write_all(mut sections: Vec<Section>, to: Destination<impl Write>) -> io::Result<()> {
        if let Some(mut files) = to.tables {
            for section in sections {
                let kind = section.kind;
                let file = section.file(to.format, to.meta.as_ref(), to.csv_safe)?;
                files.table(kind, &file)?;
            }
            return files.finish();
        }
        let Destination {
            format,
            terminal,
            mut out,
            mut meta,
            ..
        } = to;
        if terminal.is_some() {
            for section in &mut sections {
                section.title = sanitise::lines(&section.title);
            }
            let rows = sections.iter_mut().flat_map(|section| &mut section.rows);
            rows.flatten().for_each(Cell::sanitise);
            meta.iter_mut().for_each(sanitise_values);
        }
        match format {
            Format::Table => tables(sections, terminal, &mut out)?,
            Format::Csv => stream(&sections, to.csv_safe, &mut out)?,
            Format::Json => {
                let kinds = sections.into_iter().map(|section| {
                    let kind = section.kind.to_owned();
                    (kind, section.objects().map(Value::Object).collect())
                });
                let kinds = kinds.chain(meta.map(|meta| ("meta".to_owned(), meta)));
                let object: Map<String, Value> = kinds.collect();
                serde_json::to_writer_pretty(&mut out, &object)?;
                writeln!(out)?;
            }
            Format::Parquet => return Err(Format::refused()),
            Format::Jsonl => {
                let rows = sections.into_iter().flat_map(|section| {
                    let kind = section.kind;
                    section.objects().map(move |object| (kind, object))
                });
                let meta = meta.and_then(|meta| meta.as_object().cloned());
                for (kind, object) in rows.chain(meta.map(|meta| ("meta", meta))) {
                    let mut row = Map::from_iter([("kind".to_owned(), kind.into())]);
                    row.extend(object);
                    serde_json::to_writer(&mut out, &row)?;
                    writeln!(out)?;
                }
            }
        }
        out.flush()
    }

    /// The table as a separate file.
    fn file(self, format: Format, meta: Option<&Value>, csv_safe: bool) -> io::Result<Vec<u8>> {
        if format.is_columnar() {
            return Columnar::file(&self.columns, self.rows, meta);
        }
        let mut file = Vec::new();
        let to = Destination {
            csv_safe,
            meta: meta.cloned(),
            ..Destination::to(format, &mut file)
        };
        let mut writer = RowWriter::new(to, &self.columns)?;
        self.rows.into_iter().try_for_each(|row| writer.row(row))?;
        writer.finish()?;
        Ok(file)
    }

    fn objects(self) -> impl Iterator<Item = Map<String, Value>> {
        let Section { columns, rows, .. } = self;
        rows.into_iter().map(move |row| object(&columns, row))
    }
}

fn tables(sections: Vec<Section>, terminal: Option<usize>, out: &mut impl Write) -> io::Result<()> {
    for (at, section) in sections.into_iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", section.title)?;
        let section = section.without_empty_columns();
        let mut table = Table::new(&section.columns);
        let has_rows = !section.rows.is_empty();
        section.rows.into_iter().for_each(|row| table.push(row));
        if has_rows {
            table.write(terminal, out)?;
        }
    }
    Ok(())
}

/// CSV with the union of all columns in order of first appearance, `kind` first.
fn stream(sections: &[Section], csv_safe: bool, out: &mut impl Write) -> io::Result<()> {
    let mut header = vec!["kind"];
    for column in sections.iter().flat_map(|section| &section.columns) {
        if !header.contains(column) {
            header.push(column);
        }
    }
    let to = Destination {
        csv_safe,
        ..Destination::to(Format::Csv, out)
    };
    let mut writer = RowWriter::new(to, &header)?;
    for section in sections {
        for row in &section.rows {
            let cell = |column: &&str| {
                let at = section.columns.iter().position(|c| c == column);
                at.map_or(Cell::None, |at| row[at].clone())
            };
            let cells = header[1..].iter().map(cell);
            let kind = std::iter::once(Cell::text(section.kind));
            writer.row(kind.chain(cells).collect())?;
        }
    }
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(format: Format) -> String {
        with(format, None)
    }

    fn with(format: Format, meta: Option<Value>) -> String {
        let sections = vec![
            Section {
                kind: "method",
                title: "Methods".into(),
                columns: vec!["name", "recall", "memory"],
                rows: vec![vec![Cell::Text("lsh".into()), Cell::Share(0.5), Cell::None]],
            },
            Section {
                kind: "sketch",
                title: "Sketches".into(),
                columns: vec!["name", "bias"],
                rows: vec![vec![Cell::Text("minhash".into()), Cell::Number(-0.0125, 3)]],
            },
        ];
        let mut out = Vec::new();
        let to = Destination {
            meta,
            ..Destination::to(format, &mut out)
        };
        Section::write_all(sections, to).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn tables_have_titles_and_no_empty_columns() {
        assert_eq!(
            output(Format::Table),
            "Methods\nname  recall\nlsh     .500\n\nSketches\nname       bias\nminhash  -0.013\n"
        );
    }

    #[test]
    fn a_stream_has_all_columns_and_the_kind() {
        assert_eq!(
            output(Format::Csv),
            "kind,name,recall,memory,bias\nmethod,lsh,0.5,,\nsketch,minhash,,,-0.0125\n"
        );
        assert_eq!(
            output(Format::Jsonl),
            "{\"kind\":\"method\",\"name\":\"lsh\",\"recall\":0.5,\"memory\":null}\n\
             {\"kind\":\"sketch\",\"name\":\"minhash\",\"bias\":-0.0125}\n"
        );
        let object: Value = serde_json::from_str(&output(Format::Json)).unwrap();
        assert_eq!(object["sketch"][0]["bias"], -0.0125);
        let meta = || serde_json::json!({"seed": 7});
        let lines = with(Format::Jsonl, Some(meta()));
        let meta_line = lines.strip_prefix(&output(Format::Jsonl));
        assert_eq!(meta_line, Some("{\"kind\":\"meta\",\"seed\":7}\n"));
        let object: Value = serde_json::from_str(&with(Format::Json, Some(meta()))).unwrap();
        assert_eq!(object["meta"]["seed"], 7);
    }
}

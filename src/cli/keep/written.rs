//! The documents that stay, written in the form of the corpus.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use serde_json::{Map, Value};

use super::destination::OutForm;
use super::listed::is_listed;
use super::packed::Packed;
use crate::base::DocNo;
use crate::collection::Collection;
#[cfg(feature = "tables")]
use crate::corpus::copy::batches;
use crate::corpus::copy::lines::{self, Lines};
use crate::corpus::copy::records::Records;
use crate::corpus::copy::{CopiedDocuments, file_of, form_of};
use crate::corpus::packing::{Form, Format};
use crate::corpus::{Date, DateSource, Dated, Document, Kind, Place};
use crate::engine::keep::Keeping;
use crate::engine::sets::Sets;

/// The documents that stay, with what is known of them.
#[derive(Clone, Copy)]
pub struct Corpus<'a> {
    /// All documents.
    pub collection: &'a Collection,
    /// Which stay.
    pub keeping: &'a Keeping,
    /// Dates that were given.
    pub sets: &'a Sets,
}

impl<'a> Corpus<'a> {
    /// The documents that are written, by their files, in the order of the corpus.
    fn files(&self) -> Vec<(&'a Path, Vec<DocNo>)> {
        let mut files: Vec<(&Path, Vec<DocNo>)> = Vec::new();
        let collection = self.collection;
        for doc in self
            .keeping
            .kept()
            .filter(|doc| is_listed(collection, *doc))
        {
            let path = file_of(&collection.row(doc).place);
            match files.last_mut() {
                Some((last, of_file)) if *last == path => of_file.push(doc),
                _ => files.push((path, vec![doc])),
            }
        }
        files
    }

    /// What JSON Lines leave out of the rows of tables; `None` if there are none.
    #[must_use]
    pub fn left_out(&self) -> Option<String> {
        let rows = self
            .keeping
            .kept()
            .filter(|doc| is_listed(self.collection, *doc));
        let first = { rows }.find(|doc| self.collection.row(*doc).kind == Kind::TableRow)?;
        let path = file_of(&self.collection.row(first).place);
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        Some(format!(
            "rows of {} become id, text, title and date; --out FILE.{extension} keeps all their columns",
            path.display()
        ))
    }

    /// The object of a document that is no line of JSON.
    fn object(&self, number: u32, document: &Document, of_file: i64) -> Map<String, Value> {
        let doc = DocNo(number);
        let (title, own_date) = lines::title_and_date(&document.row, &document.text, of_file);
        let date = match self.sets.dated(self.collection, doc) {
            Dated::On(date, source) if source != DateSource::File => Some(date),
            _ => Date::of_nanoseconds(own_date),
        };
        let mut object = Map::new();
        let mut set = |name: &str, text: String| object.insert(name.to_owned(), text.into());
        set("id", self.collection.id(doc).to_owned());
        if let Some(title) = title {
            set("title", title.to_owned());
        }
        if let Some(date) = date {
            set("date", date.to_string());
        }
        set("text", document.text.clone());
        object
    }

    /// Writes the documents as JSON Lines.
    ///
    /// # Errors
    /// A source has changed, the output fails, or `should_continue` returned `false`.
    pub fn lines(
        &self,
        to: &mut Lines<impl Write>,
        should_continue: &dyn Fn() -> bool,
    ) -> Result<()> {
        let reading = &self.collection.settings().reading;
        for (_, of_file) in self.files() {
            let rows = of_file
                .iter()
                .map(|doc| (doc.0, self.collection.row_as_read(*doc)));
            let Some((_, first)) = rows.clone().next() else {
                continue;
            };
            let wanted = CopiedDocuments::of(rows);
            let object = |number: u32, document: &Document, of_file: i64| {
                self.object(number, document, of_file)
            };
            lines::copy(&first.place, reading, &wanted, &object, to, should_continue)?;
        }
        Ok(())
    }

    /// Number, offset and length of rows of tables; a document that is no row of a fitting one is an error.
    fn places(
        &self,
        of_file: &[DocNo],
        is_fitting: impl Fn(Form) -> bool,
        out: &Path,
    ) -> Result<Vec<(u64, u64, u64)>> {
        let rows = of_file.iter().map(|doc| {
            let row = self.collection.row_as_read(*doc);
            match &row.place {
                Place::Row { line, offset, length, .. }
                    if row.kind == Kind::TableRow && is_fitting(form_of(&row.place)) =>
                {
                    Ok((*line, *offset, *length))
                }
                _ => bail!(
                    "{} is no row of such a table as {} would be: give a name that ends in .jsonl, which takes any document",
                    self.collection.id(*doc),
                    out.display()
                ),
            }
        });
        rows.collect()
    }

    fn stamp(&self, of_file: &[DocNo]) -> u64 {
        let first = of_file.first();
        first.map_or(0, |doc| self.collection.row_as_read(*doc).stamp)
    }

    /// Writes the documents, all rows of tables of separated values.
    fn records<W: Write>(&self, format: Format, path: &Path, out: W) -> Result<W> {
        let reading = &self.collection.settings().reading;
        let files = self.files();
        let places = files
            .iter()
            .map(|(_, of_file)| self.places(of_file, |form| form.format == format, path))
            .collect::<Result<Vec<_>>>()?;
        let mut records = Records::new(out);
        for ((file, of_file), places) in files.iter().zip(places) {
            let places = places
                .into_iter()
                .map(|(_, offset, length)| (offset, length));
            records.file(file, self.stamp(of_file), places, reading)?;
        }
        Ok(records.into_inner())
    }

    /// Writes the documents, all rows of Parquet or Arrow files.
    #[cfg(feature = "tables")]
    fn batches<W: Write + Send>(&self, format: Format, path: &Path, out: W) -> Result<W> {
        let files = self.files();
        let is_columnar = |form: Form| {
            form.packing.is_none() && matches!(form.format, Format::Parquet | Format::Arrow)
        };
        let places = files
            .iter()
            .map(|(_, of_file)| self.places(of_file, is_columnar, path))
            .collect::<Result<Vec<_>>>()?;
        let kind = match format {
            Format::Arrow => batches::OutputKind::Arrow,
            _ => batches::OutputKind::Parquet,
        };
        let mut rows = batches::Rows::new(kind, out);
        for ((file, of_file), places) in files.iter().zip(places) {
            let numbers: Vec<u64> = places.into_iter().map(|(number, ..)| number).collect();
            rows.file(file, self.stamp(of_file), &numbers)?;
        }
        rows.finish()
    }
}

/// Writes the documents that stay to `out`, a file that will be at `path`; returns it.
///
/// # Errors
/// A document does not fit the form, a source has changed, the output fails, or `should_continue` returned `false`.
pub fn write<W: Write + Send>(
    corpus: &Corpus<'_>,
    (path, form): (&Path, OutForm),
    out: W,
    should_continue: &dyn Fn() -> bool,
) -> Result<W> {
    match form {
        OutForm::Lines(packing) => {
            let mut lines = Lines::new(Packed::new(packing, out)?);
            corpus.lines(&mut lines, should_continue)?;
            Ok(lines.into_inner().finish()?)
        }
        OutForm::Records(format, packing) => {
            let packed = Packed::new(packing, out)?;
            Ok(corpus.records(format, path, packed)?.finish()?)
        }
        #[cfg(feature = "tables")]
        OutForm::Batches(format) => corpus.batches(format, path, out),
        #[cfg(not(feature = "tables"))]
        OutForm::Batches(_) => bail!("parquet and arrow are not in this build"),
    }
}
